"""Data ▸ Generate…: the preview follows what is typed, and OK is one edit that can be undone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from core.datasets.generators import GENERATORS, generate
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.window.dialogs.gallery import GenerateDialog
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.gui.places_on_screen import pixel_of


@pytest.fixture
def dialog(qtbot: QtBot) -> GenerateDialog:
    theme = ThemeModel(Appearance.LIGHT)
    made = GenerateDialog(theme)
    theme.setParent(made)
    qtbot.addWidget(made)
    made.show()
    return made


def choose(dialog: GenerateDialog, kind: str, **numbers: object) -> None:
    dialog.kinds.setCurrentIndex(dialog.kinds.findData(kind))
    for name, number in numbers.items():
        dialog.lines[kind][name].setText(str(number))


def ok_enabled(dialog: GenerateDialog) -> bool:
    box = dialog.findChild(QDialogButtonBox)
    assert isinstance(box, QDialogButtonBox)
    return box.button(QDialogButtonBox.StandardButton.Ok).isEnabled()


def shows(dialog: GenerateDialog, kind: str, seed: int = 0, **numbers: float | str) -> bool:
    shown = dialog.preview.dataset
    return shown is not None and shown.same_as(generate(kind, seed, **numbers))


def generate_in(window: MainWindow, fill: Callable[[GenerateDialog], None], *, accept: bool = True) -> None:
    """Open the dialog from the menu, fill it in and close it."""

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, GenerateDialog)
        fill(dialog)
        if accept:
            dialog.accept()
        else:
            dialog.reject()

    QTimer.singleShot(0, answer)
    window.actions_["generate"].trigger()


@pytest.mark.parametrize("kind", GENERATORS)
def test_each_kind_shows_its_numbers_its_sentence_and_its_data(dialog: GenerateDialog, kind: str, qtbot: QtBot) -> None:
    choose(dialog, kind)
    qtbot.waitUntil(lambda: shows(dialog, kind))
    visible = [line for lines in dialog.lines.values() for line in lines.values() if line.isVisible()]
    assert visible == list(dialog.lines[kind].values())
    assert list(dialog.lines[kind]) == list(GENERATORS[kind].parameters())
    assert dialog.watch.text() == GENERATORS[kind].watch
    assert dialog.verdict.text() == ""
    assert ok_enabled(dialog)


def test_the_preview_follows_what_is_typed_and_the_seed(dialog: GenerateDialog, qtbot: QtBot) -> None:
    choose(dialog, "rings", n=12, radius="2,5")
    qtbot.waitUntil(lambda: shows(dialog, "rings", n=12, radius=2.5))
    assert dialog.counts.text() == "12 examples: 6 ○, 6 ×"
    qtbot.mouseClick(dialog.another, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: shows(dialog, "rings", 1, n=12, radius=2.5))
    assert dialog.seed.value() == 1


@pytest.mark.parametrize(
    ("kind", "number", "text", "words"),
    [
        ("xor", "n", "-1", "out of range"),
        ("xor", "spread", "wide", "is not a number"),
        ("formula", "formula", "x1 + y", "character 6 of the formula"),
        ("formula", "formula", "0*x1", "enter a boundary"),
        ("orthonormal", "n", "3", "enter 2, because two are drawn"),
    ],
)
def test_what_cannot_be_made_is_said_and_ok_is_off_until_it_is_mended(
    dialog: GenerateDialog, qtbot: QtBot, kind: str, number: str, text: str, words: str
) -> None:
    before = dialog.lines[kind][number].text()
    choose(dialog, kind, **{number: text})
    qtbot.waitUntil(lambda: words in dialog.verdict.text())
    assert not ok_enabled(dialog)
    assert dialog.preview.dataset is None
    assert dialog.chosen is None
    dialog.accept()
    assert dialog.isVisible()
    choose(dialog, kind, **{number: before})
    qtbot.waitUntil(lambda: shows(dialog, kind))
    assert ok_enabled(dialog)


def test_what_is_wrong_with_another_kind_does_not_matter(dialog: GenerateDialog, qtbot: QtBot) -> None:
    choose(dialog, "xor", n="many")
    choose(dialog, "rings")
    qtbot.waitUntil(lambda: shows(dialog, "rings"))
    assert ok_enabled(dialog)


def test_the_preview_draws_both_classes_and_so_does_the_dark(dialog: GenerateDialog, qtbot: QtBot) -> None:
    choose(dialog, "gaussians", distance=10, n=100_000)
    qtbot.waitUntil(lambda: shows(dialog, "gaussians", distance=10.0, n=100_000))
    theme = dialog.findChild(ThemeModel)
    assert isinstance(theme, ThemeModel)
    for appearance in (Appearance.LIGHT, Appearance.DARK):
        theme.choose(appearance)
        picture = dialog.preview.grab().toImage()
        width, height = dialog.preview.width(), dialog.preview.height()
        assert picture.pixelColor(2, 2) == theme.current.color("page")
        column = {x: {picture.pixel(x, y) for y in range(1, height - 1)} for x in (width // 5, 4 * width // 5)}
        assert len(column[width // 5]) > 2
        assert column[width // 5] != column[4 * width // 5]


@pytest.mark.parametrize("n", [0, 1])
def test_next_to_nothing_can_be_shown(dialog: GenerateDialog, qtbot: QtBot, n: int) -> None:
    choose(dialog, "moons", n=n)
    qtbot.waitUntil(lambda: shows(dialog, "moons", n=n))
    assert not dialog.preview.grab().isNull()


def test_ok_puts_the_data_in_the_place_of_the_points_and_undo_brings_them_back(
    window: MainWindow, desk: Desk, qtbot: QtBot
) -> None:
    before, title = window.document.dataset, window.document.undo_stack.count()
    window.selection.set([1, 2])
    window.player.end()
    generate_in(window, lambda dialog: choose(dialog, "slow", height=3))
    desk.settled(window)
    assert window.document.dataset.same_as(generate("slow", height=3))
    assert window.document.undo_stack.count() == title + 1
    assert window.actions_["undo"].text() == "&Undo generate slow"
    assert not window.selection.indices
    assert window.player.state is not None
    assert window.player.state.update == 0
    points = [pixel_of(window.canvas.view, x, y) for x, y in window.document.dataset.X.tolist()]
    assert all(window.canvas.view.viewport().rect().contains(point) for point in points)
    window.document.undo_stack.undo()
    assert window.document.dataset.same_as(before)
    window.document.undo_stack.redo()
    assert window.document.dataset.same_as(generate("slow", height=3))
    desk.settled(window)


def test_the_data_can_be_added_to_the_points(window: MainWindow, desk: Desk) -> None:
    before = window.document.dataset

    def fill(dialog: GenerateDialog) -> None:
        choose(dialog, "xor", n=4)
        dialog.add_to_all.click()

    generate_in(window, fill)
    made, now = generate("xor", n=4), window.document.dataset
    assert now.same_as(before.appended(made.X, made.y))
    assert np.array_equal(now.X[-4:], made.X)
    window.document.undo_stack.undo()
    assert window.document.dataset.same_as(before)
    desk.settled(window)


def test_cancel_changes_nothing_and_the_choice_is_there_the_next_time(window: MainWindow, desk: Desk) -> None:
    before = window.document.dataset
    generate_in(window, lambda dialog: choose(dialog, "spirals", n=20), accept=False)
    assert window.document.dataset is before
    assert not window.document.modified
    generate_in(window, lambda dialog: None)
    assert window.document.dataset.same_as(generate("spirals", n=20))
    desk.settled(window)


def test_a_dialog_that_is_closed_has_no_timer_left(dialog: GenerateDialog) -> None:
    choose(dialog, "xor", n=5)
    dialog.reject()
    assert not any(timer.isActive() for timer in dialog.findChildren(QTimer))
