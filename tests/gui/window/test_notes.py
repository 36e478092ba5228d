"""The notes of a session: written by a teacher, kept in its file, shown on a card of the panel."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QMessageBox, QPlainTextEdit
from pytestqt.qtbot import QtBot

from core import files
from perceptron_gui.files.loading import LoadRequest
from perceptron_gui.model.document.commands import SessionNotes
from perceptron_gui.window.dialogs.forms import NotesDialog
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import CLOUDS, Desk
from tests.gui.hands import save_as, written_on


def write_words(window: MainWindow, monkeypatch: pytest.MonkeyPatch, title: str, text: str) -> None:
    """What a teacher types into the dialog."""

    def answered(dialog: NotesDialog) -> int:
        dialog.findChildren(QLineEdit)[0].setText(title)
        dialog.findChildren(QPlainTextEdit)[0].setPlainText(text)
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(NotesDialog, "exec", answered)
    window.actions_["notes"].trigger()


def test_notes_are_written_kept_shown_and_put_away(
    desk: Desk, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not window.notes.isVisible()
    write_words(window, monkeypatch, " Why it ends ", "First.\nSecond.\n")
    assert window.notes.isVisible()
    assert window.isWindowModified()
    path = tmp_path / "lesson.perceptron"
    save_as(desk, window, path)
    assert not window.isWindowModified()
    again = desk.open(LoadRequest(path))
    assert again.notes.isVisible()
    assert written_on(again) == SessionNotes("Why it ends", "First.\nSecond.")
    again.notes.cross.click()
    assert not again.notes.isVisible()
    write_words(again, monkeypatch, "Why it ends", "First.\nSecond.")
    assert again.notes.isVisible(), "the menu brings them back"
    assert not again.isWindowModified()
    again.actions_["new"].trigger()
    assert not again.notes.isVisible()


def test_long_words_leave_room_for_the_panel(window: MainWindow, qtbot: QtBot) -> None:
    window.offer.hide()
    window.resize(960, 600)
    window.document.set_notes(SessionNotes("", "word " * 5000))
    qtbot.waitUntil(lambda: 50 < window.notes.height() < 250 and window.panel.panel.height() > 100)


def test_words_that_a_file_of_points_cannot_hold_stay_unsaved(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "points.csv"
    files.write(CLOUDS, path)
    window = desk.open(LoadRequest(path))
    write_words(window, monkeypatch, "Why", "")
    desk.answers.about_unsaved = QMessageBox.StandardButton.Save
    assert not window.close(), "they would be lost"
    assert "the words are kept in a session file only" in window.notice.text
    assert window.isVisible()


def test_notes_that_speak_of_a_tab_lead_there_and_are_kept_as_they_were_written(window: MainWindow) -> None:
    wanted: list[str] = []
    window.notes.text.linkActivated.connect(wanted.append)
    written = SessionNotes("Why", "x < 3, y > 2.\nThe Proof page and the Data tab say more.")
    window.document.set_notes(written)
    assert written_on(window) == written
    (label,) = [label for label in window.notes.findChildren(QLabel) if "<a href" in label.text()]
    assert QTextDocumentFragment.fromHtml(label.text()).toPlainText() == written.text
    for title in re.findall('href="(.*?)"', label.text()):
        label.linkActivated.emit(title)
    assert wanted == ["Proof", "Data"]
