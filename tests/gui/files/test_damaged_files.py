"""What the program keeps for itself comes to harm: a start takes what is whole, and says in a sentence what is not."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.files.disk import Stamp
from core.files.session import SUFFIX
from perceptron_gui.files.recovery import Origin, Recovery, write_copy
from perceptron_gui.files.settings import Setting, Settings
from perceptron_gui.look.motion import Motion
from perceptron_gui.look.theme import Appearance
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.workspace import TheoryPage
from tests.core.files.damage import damaged
from tests.gui.conftest import LESSON
from tests.partly_slow import partly_slow

few_or_many = partly_slow("many", [40], [1_000])
NAMES = [name for name, value in vars(Settings).items() if isinstance(value, Setting)]
ODD = (
    "NaN",
    "-Infinity",
    "1e999",
    f"1{'0' * 400}",
    "[" * 100_000,
    "true",
    "null",
    '"\\u0000"',
    "[1]",
    "{}",
    "-1",
    '""',
)
"""What an ini file may say where a value is wanted."""


def chosen(settings: Settings) -> dict[str, Any]:
    """Every setting, read."""
    return {name: getattr(settings, name) for name in NAMES}


def saved_settings(path: Path) -> bytes:
    """An ini file in which nothing is as it was at first."""
    settings = Settings(path)
    settings.appearance, settings.speed, settings.enlarged = Appearance.DARK, 7.5, 150
    settings.recent_files = (path, path.parent / "no, such; file.csv")
    settings.geometry = settings.splitter = bytes(range(66))
    settings.equal_scales = settings.side_panel = False
    settings.motion = Motion.OFF
    settings.normalised, settings.theory_page = True, TheoryPage.PROOF
    settings.panel = "Step"
    settings.store.sync()
    return path.read_bytes()


@few_or_many
def test_a_damaged_file_of_settings_gives_defaults_for_what_is_lost(qtbot: QtBot, tmp_path: Path, many: int) -> None:
    whole, chance = saved_settings(tmp_path / "whole.ini"), random.Random(many)
    usual, wanted = chosen(Settings(tmp_path / "none.ini")), chosen(Settings(tmp_path / "whole.ini"))
    kept = 0
    for number in range(many):
        path = tmp_path / f"{number}.ini"
        path.write_bytes(damaged(whole, chance))
        found = chosen(Settings(path))
        assert {name: type(value) for name, value in found.items()} == {n: type(value) for n, value in usual.items()}
        kept += sum(found[name] == wanted[name] for name in NAMES)
    assert kept > many * len(NAMES) / 4


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_a_setting_of_another_kind_is_the_default(qtbot: QtBot, tmp_path: Path, odd: str) -> None:
    settings = Settings(tmp_path / "odd.ini")
    for name in NAMES:
        settings.store.setValue(vars(Settings)[name].key, odd)
    found = chosen(settings)
    usual = chosen(Settings(tmp_path / "none.ini"))
    assert all(type(found[name]) is type(usual[name]) for name in NAMES)
    assert found["speed"] == (-1.0 if odd == "-1" else usual["speed"])


@pytest.mark.parametrize("odd", ["Infinity", "NaN", f"1{'0' * 400}", '"3"', "[]", "{}"], ids=range(6))
def test_unsaved_work_is_taken_up_whatever_its_note_says_of_the_file(qtbot: QtBot, tmp_path: Path, odd: str) -> None:
    write_copy(LESSON, Origin(tmp_path / "points.csv", Stamp(3, 4, "digest"), True), tmp_path / f"left{SUFFIX}")
    note = tmp_path / "left.json"
    note.write_text(note.read_text().replace("3", odd))
    recovery = Recovery(Document(Dataset.empty()), tmp_path)
    left = recovery.left_over()
    assert left is not None
    assert left.session.dataset.same_as(LESSON.dataset)
    left.forget()
    recovery.close()


@few_or_many
def test_damaged_unsaved_work_is_taken_up_or_set_aside(qtbot: QtBot, tmp_path: Path, many: int) -> None:
    chance, taken, said = random.Random(many), 0, list[str]()
    origin = Origin(tmp_path / "points.csv", Stamp(3, 4, "digest"), True)
    write_copy(LESSON, origin, tmp_path / f"whole{SUFFIX}")
    copy, note = ((tmp_path / f"whole{suffix}").read_bytes() for suffix in (SUFFIX, ".json"))
    for number in range(many):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / f"left{SUFFIX}").write_bytes(damaged(copy, chance) if number % 2 else copy)
        (folder / "left.json").write_bytes(note if number % 2 else damaged(note, chance))
        recovery = Recovery(Document(Dataset.empty()), folder)
        recovery.failed.connect(said.append)
        before = len(said)
        left = recovery.left_over()
        aside = folder / "damaged" / f"left{SUFFIX}"
        assert (left is None) == aside.exists() == (len(said) == before + 1)
        assert left is not None or number % 2  # a note that is damaged costs no points
        if left is not None:
            taken += 1
            assert left.session.dataset.n == 0 or left.session.dataset.d
            left.forget()
        recovery.close()
    assert many / 2 <= taken < many
    assert all(str(tmp_path) in sentence and sentence.isprintable() for sentence in said)
