"""Every dialog that an action opens: on a small screen, left by Escape, told to a reader of the screen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QMargins, Qt, QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

from perceptron_gui.look.fields.question_dialog import QuestionDialog
from perceptron_gui.panels import PANELS
from perceptron_gui.window.main_window import MainWindow

DIALOGS = (
    "gallery",
    "generate",
    "shortcuts",
    "start",
    "features",
    "scale",
    "move_origin",
    "notes",
)
TOLD = (QAbstractButton, QAbstractItemView, QComboBox, QLineEdit)


def looked_at(window: MainWindow, name: str, look: Callable[[QDialog], None]) -> None:
    """Open the dialog of an action, look at it, and press Escape."""
    seen: list[QDialog] = []

    def then() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QDialog)
        seen.append(dialog)
        try:
            look(dialog)
        finally:
            QTest.keyClick(dialog, Qt.Key.Key_Escape)

    QTimer.singleShot(0, then)
    window.actions_[name].trigger()
    assert len(seen) == 1, name


def test_no_dialog_is_larger_than_the_screen(window: MainWindow) -> None:
    def look(dialog: QDialog) -> None:
        room = dialog.screen().availableSize()
        assert room.width() < 1080  # else the largest of them would prove nothing
        assert dialog.size().boundedTo(room) == dialog.size(), dialog.windowTitle()

    for name in DIALOGS:
        looked_at(window, name, look)


def test_a_dialog_too_large_for_the_screen_is_scrolled_above_its_buttons(window: MainWindow) -> None:
    def look(dialog: QDialog) -> None:
        room = dialog.screen().availableSize()
        assert dialog.size().boundedTo(room) == dialog.size(), dialog.windowTitle()
        (buttons,) = dialog.findChildren(QDialogButtonBox)
        assert dialog.rect().contains(buttons.geometry())

    window.actions_["enlarged_250"].trigger()
    for name in ("gallery", "generate"):
        looked_at(window, name, look)


def test_escape_leaves_everything_as_it_was(window: MainWindow) -> None:
    before = window.document.spec, window.document.dataset
    for name in DIALOGS:
        looked_at(window, name, lambda dialog: None)
        assert (window.document.spec, window.document.dataset) == before, name
        assert not window.document.modified, name


def test_whatever_takes_the_focus_has_a_name(window: MainWindow) -> None:
    def look(dialog: QDialog) -> None:
        nameless = [type(widget).__name__ for widget in dialog.findChildren(QWidget) if is_nameless(widget, dialog)]
        assert nameless == [], dialog.windowTitle()

    for name in DIALOGS:
        looked_at(window, name, look)


def test_whatever_takes_the_focus_in_the_window_has_a_name(window: MainWindow) -> None:
    for title in PANELS:
        window.panel.turn_to(title)
        nameless = [type(widget).__name__ for widget in window.findChildren(QWidget) if is_nameless(widget, window)]
        assert nameless == [], title


def is_nameless(widget: QWidget, within: QWidget) -> bool:
    if not isinstance(widget, TOLD) or not widget.isVisibleTo(within) or widget.focusPolicy() == Qt.FocusPolicy.NoFocus:
        return False
    told = QAccessible.queryAccessibleInterface(widget)
    return told is None or not told.text(QAccessible.Text.Name)


def test_a_dialog_says_in_title_and_button_by_one_verb_what_will_happen(window: MainWindow) -> None:
    margin = 16

    def look(dialog: QDialog) -> None:
        for form in dialog.findChildren(QFormLayout):
            assert form.labelAlignment() & Qt.AlignmentFlag.AlignRight, dialog.windowTitle()
        layout = dialog.layout()
        assert layout is not None
        assert layout.contentsMargins() == QMargins(margin, margin, margin, margin), dialog.windowTitle()
        buttons = [button for button in dialog.findChildren(QPushButton) if button.isDefault()]
        assert len(buttons) <= 1, dialog.windowTitle()
        if isinstance(dialog, QuestionDialog):
            (accepts,) = buttons
            assert dialog.windowTitle().split()[0] == accepts.text() != "OK"

    for name in DIALOGS:
        looked_at(window, name, look)
