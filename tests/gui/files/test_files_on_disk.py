"""Files that others change, and saves that fail: nothing is lost without a question."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from core import files
from core.files.atomic import is_protected
from perceptron_gui.files.loading import LoadRequest
from perceptron_gui.files.settings import Settings
from perceptron_gui.look.card import Severity
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import POINTS, Desk
from tests.gui.hands import place_one
from tests.places import ROOT


def changed_meanwhile(path: Path) -> None:
    """Another program writes to the file."""
    path.write_text("height,weight,label\n9,9,1\n")


@pytest.mark.parametrize("agreed", [True, False])
def test_a_file_that_another_program_changed_is_not_overwritten_without_a_question(
    desk: Desk, points: Path, agreed: bool
) -> None:
    window = desk.open(LoadRequest(points))
    place_one(window)
    changed_meanwhile(points)
    desk.answers.about_replacing = agreed
    window.actions_["save"].trigger()
    assert desk.answers.doubts == ["was changed by another program since it was opened or saved here"]
    assert files.load(points).n == (3 if agreed else 1)
    assert window.isWindowModified() != agreed
    if agreed:
        place_one(window)
        window.actions_["save"].trigger()
        assert len(desk.answers.doubts) == 1, "it is as this window left it"


def test_save_as_to_the_same_file_asks_too(desk: Desk, points: Path) -> None:
    window = desk.open(LoadRequest(points))
    changed_meanwhile(points)
    (points.parent / "link").symlink_to(points.parent)
    desk.answers.to_save, desk.answers.about_replacing = points.parent / "link" / points.name, False
    window.actions_["save_as"].trigger()
    assert len(desk.answers.doubts) == 1


@pytest.mark.parametrize("agreed", [True, False])
def test_a_write_protected_file_is_not_overwritten_without_a_question(desk: Desk, points: Path, agreed: bool) -> None:
    window = desk.open(LoadRequest(points))
    place_one(window)
    points.chmod(0o444)
    desk.answers.about_replacing = agreed
    window.actions_["save"].trigger()
    assert desk.answers.doubts == ["is write-protected"]
    assert files.load(points).n == (3 if agreed else 2)
    assert is_protected(points)


def test_recovered_points_do_not_overwrite_a_file_that_changed_since(desk: Desk, points: Path) -> None:
    window = desk.open(LoadRequest(points))
    place_one(window)
    window.leave()
    changed_meanwhile(points)
    desk.answers.about_replacing = False
    again = desk.open(LoadRequest(points))
    assert again.document.dataset.n == 3
    assert not again.files.save()
    assert desk.answers.doubts == ["was changed by another program since it was opened or saved here"]


def test_a_file_changed_on_disk_is_noticed_once_and_can_be_opened_again(desk: Desk, points: Path) -> None:
    window = desk.open(LoadRequest(points))
    window.files.look_at_disk()
    assert not window.notice.isVisible()
    changed_meanwhile(points)
    window.files.look_at_disk()
    assert window.notice.severity is Severity.WARNING
    assert window.notice.text.startswith(f"{points} was changed by another program")
    window.notice.close_notice()
    window.files.look_at_disk()
    assert not window.notice.isVisible(), "it was said"
    points.write_text(POINTS * 1 + "5,6,1\n")
    window.files.look_at_disk()
    window.notice.accept()
    assert window.document.dataset.n == 3
    assert not window.isWindowModified()


def test_a_window_looks_at_the_disk_when_it_is_used_again(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    looked: list[bool] = []
    monkeypatch.setattr(window.files, "look_at_disk", lambda: looked.append(True))
    other = QWidget()
    qtbot.addWidget(other)
    for widget in (other, window):
        widget.show()
        widget.activateWindow()
        qtbot.waitUntil(widget.isActiveWindow)
    assert looked == [True]


def test_points_whose_file_is_gone_are_unsaved(desk: Desk, points: Path) -> None:
    window = desk.open(LoadRequest(points))
    points.unlink()
    window.files.look_at_disk()
    assert "no longer there" in window.notice.text
    assert window.isWindowModified()
    window.actions_["save"].trigger()
    assert desk.answers.doubts == []
    assert files.load(points).n == 2


def loop(folder: Path) -> Path:
    path = folder / "loop.csv"
    path.symlink_to(path)
    return path


def in_file(folder: Path) -> Path:
    (folder / "file").write_text("")
    return folder / "file" / "points.csv"


def folder_of_points(folder: Path) -> Path:
    path = folder / "folder.csv"
    path.mkdir()
    return path


def test_a_window_stays_open_when_its_save_fails(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    place_one(window)
    refused = (
        *(place(tmp_path) for place in (loop, in_file, folder_of_points)),
        *(tmp_path / name for name in ("n" * 300 + ".csv", "nowhere/points.csv", "nul\0.csv")),
        *map(Path, ("/", "/proc/self/points.csv")),
    )
    for path in refused:
        desk.answers.about_unsaved, desk.answers.to_save = QMessageBox.StandardButton.Save, path
        window.notice.close_notice()
        assert not window.close(), path
        assert window.isVisible()
        assert window.isWindowModified()
        assert window.notice.isVisible()
        assert window.notice.severity is Severity.ERROR
        assert "\n" not in window.notice.text


def test_a_window_stays_open_when_something_unforeseen_happens_while_it_saves(
    desk: Desk, window: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    place_one(window)
    desk.answers.about_unsaved = QMessageBox.StandardButton.Save

    def surprise() -> None:
        raise RuntimeError("surprise")

    monkeypatch.setattr(window.files, "save", surprise)
    with qtbot.captureExceptions() as caught:
        assert not window.close()
    assert [str(error) for _, error, _ in caught] == ["surprise"]
    assert window.isVisible()
    monkeypatch.undo()


def test_a_file_is_saved_from_a_folder_that_is_gone(
    desk: Desk, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    desk.answers.to_save = Path("points.csv")
    window.actions_["save_as"].trigger()
    assert window.notice.text.startswith("points.csv: there is no such")
    window.files.open_path(Path("points.csv"))
    assert window.notice.severity is Severity.ERROR
    monkeypatch.undo()


@pytest.mark.slow
def test_two_windows_remember_what_both_opened(desk: Desk, points: Path, tmp_path: Path) -> None:
    opened = "from pathlib import Path; from perceptron_gui.files.settings import Settings; import sys\n"
    opened += "s = Settings(Path(sys.argv[1]))\nwith s.shared(): s.recent_files = (Path(sys.argv[2]), *s.recent_files)"
    window = desk.open()
    other = tmp_path / "other.csv"
    subprocess.run([sys.executable, "-c", opened, desk.settings_file, other], check=True, cwd=ROOT)
    window.files.open_path(points)
    assert window.settings.recent_files == (points, other)
    window.close()
    assert Settings(desk.settings_file).recent_files == (points, other)


def test_a_file_that_changes_while_it_is_read_counts_as_changed(
    window: MainWindow, points: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = files.read_table

    def slow(path: Path, *choices: Any) -> files.Table:
        loaded = plain(path, *choices)
        changed_meanwhile(points)
        return loaded

    monkeypatch.setattr(files, "read_table", slow)
    window.files.open_path(points)
    window.files.look_at_disk()
    assert "was changed by another program" in window.notice.text
