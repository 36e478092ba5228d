"""What a person does to a window, and reads off it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QTextDocumentFragment
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from core.spec import RunSpec
from perceptron_gui.exports.formats import FORMATS, ExportKind
from perceptron_gui.exports.offscreen import Subject
from perceptron_gui.exports.tasks import Made, PictureChoices, Task
from perceptron_gui.model.document import editing
from perceptron_gui.model.document.commands import SessionNotes
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk


def made_by(task: Task[Made]) -> Made:
    """What a task has made, once all its slices are done."""
    while True:
        try:
            next(task)
        except StopIteration as end:
            made: Made = end.value
            return made


def press(window: MainWindow, qtbot: QtBot, key: Qt.Key, modifier: Qt.KeyboardModifier | None = None) -> None:
    """A key, wherever the focus is."""
    focus = QGuiApplication.focusObject()
    target = focus if isinstance(focus, QWidget) else window
    qtbot.keyClick(target, key, modifier or Qt.KeyboardModifier.NoModifier)


def suffixes(*kinds: ExportKind) -> str:
    """Those of the formats that all these kinds of things can be exported in, as a message lists them."""
    return ", ".join(suffix for suffix, entry in FORMATS.items() if entry.kinds.issuperset(kinds))


def spec(window: MainWindow) -> RunSpec:
    return window.document.spec


def update(window: MainWindow) -> int:
    state = window.player.state
    assert state is not None
    return state.update


def place_one(window: MainWindow) -> None:
    """An example that is not in the file."""
    editing.place(window.document, (5.0, 6.0), 1)


def save_as(desk: Desk, window: MainWindow, path: Path) -> None:
    """The file that the document is in from now on."""
    desk.answers.to_save = path
    window.actions_["save_as"].trigger()


SMALL = PictureChoices(Subject.CANVAS, QSize(320, 240))
"""A picture that is soon drawn."""


def exported(desk: Desk, window: MainWindow, action: str, name: str) -> Path:
    """The file that an action wrote, once it is whole."""
    path = desk.folder / name
    desk.answers.to_save = path
    window.actions_[action].trigger()
    desk.qtbot.waitUntil(lambda: not window.parts.exports.job.running, timeout=60_000)
    return path


def written_on(window: MainWindow) -> SessionNotes:
    """The words on the card of notes."""
    text = window.notes.text
    rich = text.textFormat() is Qt.TextFormat.RichText
    told = QTextDocumentFragment.fromHtml(text.text()).toPlainText() if rich else text.text()
    return SessionNotes(window.notes.title.text(), told)
