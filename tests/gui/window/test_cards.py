"""Cards: what waits in the panel, and notices and errors over the canvas."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain
from pathlib import Path
from typing import cast

import numpy as np
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget

from core.datasets.dataset import Dataset
from perceptron_gui.canvas import LAYERS
from perceptron_gui.look.card import Offer, Severity
from perceptron_gui.model.document.commands import SessionNotes
from perceptron_gui.window.cards import GROUPS, LayerBoxes, PlaylistCard
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import CLOUDS, Desk


def in_window(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


def passers(window: MainWindow, folder: Path) -> dict[str, tuple[Callable[[], object], Callable[[], object], QWidget]]:
    """Name of a card → what lets it come, what lets it go, and the card."""
    actions, document, notice = window.actions_, window.document, window.notice
    long, offer = "A long sentence about what has just been read. " * 5, Offer("Do It", lambda: None)
    for name in ("a", "b"):
        (folder / f"{name}.csv").write_text("x,y,label\n1,2,1\n3,4,-1\n")
    playlist = next(card for card in window.side.cards if isinstance(card, PlaylistCard))
    notices = {
        f"{severity}, {len(sentence)}": (
            partial(notice.show_notice, severity, sentence, asked),
            notice.close_notice,
            notice,
        )
        for severity in Severity
        for sentence, asked in (("Short.", None), (long, offer))
    }
    return {
        **notices,
        "offer": (window.offer.make, window.offer.decline.click, window.offer),
        "quiz": (actions["predict"].trigger, window.quiz_card.cross.click, window.quiz_card),
        "by hand": (actions["by_hand"].trigger, window.by_hand_card.quiet.click, window.by_hand_card),
        "notes": (
            partial(document.set_notes, SessionNotes("Why", long)),
            window.notes.cross.click,
            window.notes,
        ),
        "playlist": (
            partial(window.playlist.take, [folder], begun=True),
            partial(window.playlist.take, [folder / "a.csv"], begun=True),
            playlist,
        ),
    }


def test_the_canvas_stays_while_cards_come_and_go(window: MainWindow, tmp_path: Path) -> None:
    window.offer.hide()
    QApplication.processEvents()
    stage = window.canvas.stage
    before = in_window(window.canvas), stage.viewport
    for name, (come, go, card) in passers(window, tmp_path).items():
        come()
        QApplication.processEvents()
        assert card.isVisible(), name
        place = window.canvas if card is window.notice else window.side
        assert in_window(place).contains(in_window(card)), name
        assert (in_window(window.canvas), stage.viewport) == before, name
        go()
        QApplication.processEvents()
        assert not card.isVisible(), name
        assert (in_window(window.canvas), stage.viewport) == before, name


def test_errors_come_first_then_questions_then_notices_and_none_is_lost(window: MainWindow) -> None:
    notice = window.notice
    notice.show_notice(Severity.NOTE, "Note.")
    notice.show_notice(Severity.NOTE, "Question.", Offer("Do It", lambda: None))
    notice.show_notice(Severity.ERROR, "Error.")
    said = []
    while notice.isVisible():
        said.append(notice.text)
        notice.close_notice()
    assert said == ["Error.", "Question.", "Note."]


def test_a_question_brings_a_hidden_panel_back_without_its_tabs(window: MainWindow) -> None:
    window.offer.hide()
    window.actions_["side_panel"].setChecked(False)
    assert not window.side.isVisible()
    window.actions_["predict"].trigger()
    assert window.quiz_card.isVisible()
    assert not window.panel.isVisible()
    window.actions_["predict"].trigger()
    assert not window.side.isVisible()


def test_a_card_lies_where_the_fewest_points_are(window: MainWindow) -> None:
    window.offer.hide()
    window.resize(1280, 800)
    for x, at_right in ((5.0, False), (-5.0, True)):
        window.notice.close_notice()
        window.document.edit(Dataset(np.array([[x, -5.0], [x, -4.0], [-x, 6.0]]), [1, -1, 1]), "edit")
        window.canvas.view.fit()
        window.notice.show_notice(Severity.ERROR, "Something is wrong.")
        QApplication.processEvents()
        canvas, card = in_window(window.canvas), in_window(window.notice)
        assert (canvas.right() - card.right() < card.left() - canvas.left()) is at_right


def test_where_a_card_was_a_click_finds_the_canvas_again(window: MainWindow) -> None:
    assert not window.cards.isVisible()
    window.notice.show_notice(Severity.ERROR, "Something is wrong.")
    QApplication.processEvents()
    place = in_window(window.notice).center()
    assert window.cards.isAncestorOf(cast(QWidget, window.childAt(place)))
    window.notice.close_notice()
    assert window.canvas.isAncestorOf(cast(QWidget, window.childAt(place)))


def test_a_notice_goes_by_itself_an_error_or_a_question_stays(window: MainWindow) -> None:
    notice = window.notice
    for severity, offer, goes in (
        (Severity.NOTE, None, True),
        (Severity.WARNING, None, True),
        (Severity.ERROR, None, False),
        (Severity.NOTE, Offer("Do It", lambda: None), False),
    ):
        notice.show_notice(severity, "Something was said.", offer)
        assert notice._leaving.isActive() is goes
    notice.show_notice(Severity.NOTE, "Something was said.")
    notice._leaving.timeout.emit()
    assert not notice.isVisible()


def test_the_next_edit_closes_a_notice_and_its_question_but_no_error(window: MainWindow) -> None:
    for severity, offer, stays in (
        (Severity.NOTE, None, False),
        (Severity.NOTE, Offer("Do It", lambda: None), False),
        (Severity.ERROR, None, True),
    ):
        window.notice.show_notice(severity, "Something was said.", offer)
        window.actions_["insert"].trigger()
        assert window.notice.text, "the notice may be about this very edit"
        QApplication.processEvents()
        window.actions_["insert"].trigger()
        assert bool(window.notice.text) is stays


def test_the_sheet_of_layers_switches_them_in_groups_and_stays_open(window: MainWindow) -> None:
    window.layers.pill.click()
    sheet, boxes = window.layers.sheet, cast(LayerBoxes, window.layers.sheet.content).boxes
    assert in_window(window.canvas).contains(in_window(window.layers.pill))
    assert window.rect().contains(sheet.geometry())
    assert set(boxes) == set(window.canvas.layers)
    assert {kind.group for kind in LAYERS.values()} == {*chain(*GROUPS)}
    for name in ("region", "optimum"):
        assert boxes[name].isChecked()
        boxes[name].click()
        assert not window.canvas.layers[name].visible
        window.actions_[f"layer_{name}"].trigger()
        assert boxes[name].isChecked()
    assert sheet.isVisible()
    window.layers.pill.click()
    assert not sheet.isVisible()


def test_an_empty_canvas_offers_three_ways_to_begin(window: MainWindow) -> None:
    beginnings = window.beginnings
    assert not beginnings.isVisible()
    window.actions_["new"].trigger()
    assert in_window(window.canvas).contains(in_window(beginnings))
    assert list(beginnings.buttons) == ["tool_positive", "open", "gallery"]
    beginnings.buttons["tool_positive"].click()
    assert window.canvas.view.tool == "positive"
    window.actions_["undo"].trigger()
    window.document.edit(CLOUDS, "edit")
    assert not beginnings.isVisible()


def test_filling_is_offered_once_where_equal_scales_leave_most_of_the_canvas_empty(desk: Desk) -> None:
    window = desk.open()
    wide = Dataset(np.column_stack([1000.0 * np.arange(40), np.arange(40) % 7]), [1, -1] * 20)
    window.document.open(wide, None)
    window.notice.show_notice(Severity.NOTE, "This is to be watched.")
    window._judging_scales.go_off()
    assert window.notice.text == "This is to be watched."
    window.notice.close_notice()
    desk.qtbot.waitUntil(lambda: "two thirds" in window.notice.text)
    window.notice.accept()
    assert not window.canvas.view.equal_scales
    window.document.open(wide, None)
    window._judging_scales.go_off()
    assert not window.notice.text
