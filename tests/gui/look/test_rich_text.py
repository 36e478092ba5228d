"""Rich text: shown letter by letter, opens no file, is copied plain, and leaves the player its keys."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QImage, QKeySequence, QTextCursor, QTextDocument, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from perceptron_gui.look.text.rich_text import NO_BREAK, CopiedWords, Paragraph, RichText, Words
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model.workspace import TheoryPage
from perceptron_gui.panels.learner import LearnerPanel
from tests.gui.conftest import Desk
from tests.gui.rich_reading import words_of


@pytest.fixture
def text(qtbot: QtBot) -> RichText:
    made = RichText(ThemeModel(Appearance.LIGHT), "A text", lambda: None)
    qtbot.addWidget(made)
    made.resize(300, 200)
    made.show()
    return made


def test_a_name_that_looks_like_a_tag_is_shown_letter_by_letter(text: RichText, tmp_path: Path) -> None:
    waiting = tmp_path / "pipe"
    os.mkfifo(waiting)  # whoever opens it waits for ever
    name = f'<img src="{waiting}"> & <b>x</b>'
    text.write([Paragraph((Words(name), Words(f"\n{name}", bold=True)))])
    text.grab()
    assert words_of(text) == f"{name} {name}"


def test_words_that_were_never_shown_ask_for_one_line(qtbot: QtBot) -> None:
    words = CopiedWords(ThemeModel(Appearance.LIGHT), lambda: None)
    qtbot.addWidget(words)
    assert words.sizeHint().height() == words.fontMetrics().height()


def test_a_line_above_a_paragraph_ends_at_the_margins_of_the_text(text: RichText) -> None:
    text.document().setDocumentMargin(20)
    text.write([Paragraph((Words("one"),)), Paragraph((Words("two"),), ruled=True)])
    picture, width = text.viewport().grab().toImage(), text.viewport().width()
    line = round(text.box_of(text.document().findBlockByNumber(1)).top())
    ground = picture.pixel(0, line)
    drawn = [x for x in range(width) if any(picture.pixel(x, line + y) != ground for y in (-1, 0))]
    assert (drawn[0], drawn[-1]) == pytest.approx((20, width - 20), abs=1)


def test_a_picture_in_html_opens_no_file(text: RichText, tmp_path: Path) -> None:
    waiting, file = tmp_path / "pipe", tmp_path / "picture.svg"
    os.mkfifo(waiting)  # whoever opens it waits for ever
    file.write_text("<svg/>")
    for place in map(str, (waiting, waiting.as_uri(), file, file.as_uri())):
        text.document().setHtml(f'<img src="{place}">')
        text.grab()
        for kind in QTextDocument.ResourceType:
            found = text.document().resource(kind.value, place)
            assert isinstance(found, QImage)
            assert found.isNull()


def test_only_paragraphs_that_are_others_are_written_anew(text: RichText) -> None:
    first, second, third = (Paragraph((Words(word),)) for word in ("one", "two", "three"))
    changes: list[tuple[int, int, int]] = []
    text.write([first, second, third])
    text.document().contentsChange.connect(lambda *change: changes.append(change))
    text.write([first, second, third])
    assert not changes
    text.write([first, third, third])
    assert all(place >= len("one\n") for place, *_ in changes)
    assert words_of(text) == "one\nthree\nthree"
    text.write([second])
    assert words_of(text) == "two"
    text.write([first, second])
    assert words_of(text) == "one\ntwo"


def test_what_is_selected_is_copied_as_plain_words(text: RichText) -> None:
    text.write([Paragraph((Words(f"k{NO_BREAK}≤ R²/\u2060γ²", bold=True),)), Paragraph((Words("<b>"),))])
    text.selectAll()
    text.copy()
    assert QGuiApplication.clipboard().text() == "k ≤ R²/γ²\n<b>"
    copied = QGuiApplication.clipboard().mimeData()
    assert isinstance(copied, QMimeData)
    assert not copied.hasHtml()


def test_a_screen_reader_finds_the_words(text: RichText) -> None:
    text.write([Paragraph((Words("w is "), Words("5", bold=True)))])
    found = QAccessible.queryAccessibleInterface(text)
    assert found is not None
    assert found.text(QAccessible.Text.Name) == "A text"
    spoken = found.textInterface()
    assert spoken is not None
    assert spoken.text(0, spoken.characterCount()) == "w is 5"


def test_a_symbol_answers_where_it_stands_and_all_of_them_beside(text: RichText) -> None:
    text.write([Paragraph((Words("γ and R"),))])
    assert text.tip_at(QPointF(3, 8)).startswith("γ: ")
    assert "\n" not in text.tip_at(QPointF(3, 8))
    assert {line[:3] for line in text.tip_at(QPointF(290, 8)).splitlines()} == {"γ: ", "R: "}


def test_space_and_arrows_reach_the_player_from_every_text(desk: Desk) -> None:
    window = desk.open()
    desk.settled(window)
    theory = window.workspace.theorem_view
    for tab, turn in (("Theory", True), ("Step", False), ("Learner", False)):
        window.panel.turn_to(tab)
        if turn:
            theory.turn_to(TheoryPage.PROOF)
        QTest.qWait(50)
        for text in window.panel.panel.findChildren(RichText):
            if not text.isVisible():
                continue
            window.player.home()
            QTest.mouseClick(text.viewport(), Qt.MouseButton.LeftButton)
            assert text.hasFocus()
            QTest.keyClick(text, Qt.Key.Key_Right)
            assert window.player.position == 1, text.accessibleName()
            QTest.keyClick(text, Qt.Key.Key_Left)
            assert window.player.position == 0
            QTest.keyClick(text, Qt.Key.Key_Space)
            assert window.player.playing
            QTest.keyClick(text, Qt.Key.Key_Space)
            assert not window.player.playing


@pytest.mark.parametrize("held", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier])
def test_the_wheel_is_left_to_the_panel_around_the_text(text: RichText, held: Qt.KeyboardModifier) -> None:
    text.write([Paragraph((Words("some words"),))])
    at, turned, phase = QPointF(20, 5), QPoint(0, -120), Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(at, text.mapToGlobal(at), QPoint(), turned, Qt.MouseButton.NoButton, held, phase, False)
    before = text.font().pointSizeF()
    QApplication.sendEvent(text.viewport(), event)
    assert not event.isAccepted()
    assert text.font().pointSizeF() == before


def test_copying_is_kept_only_while_something_is_selected(text: RichText) -> None:
    text.write([Paragraph((Words("some words"),))])
    QGuiApplication.clipboard().clear()
    QTest.keySequence(text, QKeySequence(QKeySequence.StandardKey.Copy))
    assert QGuiApplication.clipboard().text() == ""
    cursor = text.textCursor()
    cursor.setPosition(0)
    cursor.select(QTextCursor.SelectionType.WordUnderCursor)
    text.setTextCursor(cursor)
    QTest.keySequence(text, QKeySequence(QKeySequence.StandardKey.Copy))
    assert QGuiApplication.clipboard().text() == "some"


def test_the_idea_of_the_learner_is_no_tab_stop(desk: Desk) -> None:
    window = desk.open()
    window.panel.turn_to("Learner")
    assert isinstance(panel := window.panel.panel, LearnerPanel)
    assert not panel.idea.focusPolicy() & Qt.FocusPolicy.TabFocus
