"""Keyboards whose layout has no Latin letters, or has the full stop elsewhere."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from perceptron_gui.window import keyboard
from perceptron_gui.window.main_window import MainWindow

_NONE, _SHIFT, _CONTROL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)


@pytest.fixture(autouse=True)
def the_platform_tells_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """As X and Wayland do: a key is 8 more than what the keyboard sends."""
    monkeypatch.setitem(keyboard._ADDED, "offscreen", 8)


def _type(widget: QWidget, letter: str, place: int, held: Qt.KeyboardModifier = _NONE) -> None:
    """Send what X tells of a key: first whether a widget wants it for itself, then the key if a widget does.

    `place` is the number of the key in X.
    """
    wanted, pressed = (
        QKeyEvent(kind, ord(letter.upper()), held, place, 0, 0, letter)
        for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
    )
    wanted.ignore()
    QApplication.sendEvent(widget, wanted)
    if wanted.isAccepted():
        QApplication.sendEvent(widget, pressed)


def test_a_cyrillic_letter_does_what_the_latin_one_in_its_place_does(window: MainWindow) -> None:
    window.activateWindow()
    for widget in (window.canvas.view, window.transport.granularity, window.panel.tabBar()):
        widget.setFocus()
        window.selection.set([0])
        before = window.document.dataset.y.copy()
        _type(widget, "а", 41)  # F
        assert window.document.dataset.y[0] == -before[0]
        _type(widget, "я", 52, _CONTROL)  # Ctrl+Z
        assert window.document.dataset.y.tolist() == before.tolist()
    _type(window.canvas.view, "т", 57)  # N
    assert window.canvas.view.tool == "negative"
    _type(window.canvas.view, "С", 54, _SHIFT)  # Shift+C is no shortcut
    assert window.canvas.view.tool == "negative"


def test_a_text_field_keeps_its_letters_and_its_editing_keys(window: MainWindow) -> None:
    window.activateWindow()
    window.actions_["limits"].trigger()
    field = window.options.form.bias.field
    field.setFocus()
    field.selectAll()
    window.selection.set([0])
    before = window.document.dataset
    _type(field, "а", 41)
    _type(field, "ч", 53, _CONTROL)  # Ctrl+X
    assert field.text() == "а"
    assert window.document.dataset is before


@pytest.mark.parametrize("letter", ["f", "ł", "ä", ";"])
def test_a_latin_letter_and_a_sign_are_what_they_are(letter: str, window: MainWindow) -> None:
    window.selection.set([0])
    before = window.document.dataset
    _type(window.canvas.view, letter, 41)
    assert window.document.dataset is before, "Qt's own shortcuts were not asked"


def test_what_cannot_be_done_is_not_done_by_another_letter_either(window: MainWindow) -> None:
    before = window.document.dataset
    assert not window.actions_["flip"].isEnabled()
    _type(window.canvas.view, "а", 41)
    assert window.document.dataset is before


@pytest.mark.parametrize(
    ("letter", "place", "held"),
    [("и", 56, _NONE), ("ю", 60, _NONE), (".", 59, _SHIFT), (":", 60, _NONE)],
    ids=["Russian B", "Russian, a remote's full stop", "French full stop", "French, a remote's full stop"],
)
def test_any_keyboard_blanks_the_screen_while_presenting(
    letter: str, place: int, held: Qt.KeyboardModifier, window: MainWindow
) -> None:
    window.activateWindow()
    window.actions_["present"].setChecked(True)
    cover = window.presentation.cover
    _type(window.canvas.view, letter, place, held)
    assert cover.isVisible()
    _type(window.canvas.view, letter, place, held)
    assert not cover.isVisible()
