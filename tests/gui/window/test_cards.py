"""Cards over the canvas: notices, errors and the offer of the first lesson."""

from __future__ import annotations

from itertools import chain
from typing import cast

import numpy as np
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QWidget

from core.datasets.dataset import Dataset
from perceptron_gui.canvas import LAYERS
from perceptron_gui.look.notice_bar import Offer, Severity
from perceptron_gui.window.main_window import MainWindow
from perceptron_gui.window.sheet import GROUPS, LayerBoxes


def in_window(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


def test_the_canvas_stays_while_offer_notices_and_errors_come_and_go(window: MainWindow) -> None:
    QApplication.processEvents()
    stage, long = window.canvas.stage, "A long sentence about what has just been read. " * 5
    before = in_window(window.canvas), stage.viewport
    window.offer.hide()
    for severity in Severity:
        for sentence, offer in (("Short.", None), (long, Offer("Do It", lambda: None))):
            window.notice.show_notice(severity, sentence, offer)
            window.offer.show()
            QApplication.processEvents()
            assert (in_window(window.canvas), stage.viewport) == before
            assert in_window(window.canvas).contains(in_window(window.notice))
            assert in_window(window.canvas).contains(in_window(window.offer))
            assert not in_window(window.notice).intersects(in_window(window.offer))
            window.notice.close_notice()
            window.offer.hide()
            QApplication.processEvents()
            assert (in_window(window.canvas), stage.viewport) == before


def test_a_card_lies_where_the_fewest_points_are(window: MainWindow) -> None:
    window.offer.hide()
    window.resize(1280, 800)
    for x, at_right in ((5.0, False), (-5.0, True)):
        window.notice.close_notice()
        window.document.edit(Dataset(np.array([[x, -5.0], [x, -4.0], [-x, 6.0]]), [1, -1, 1]), "edit")
        window.canvas.fit()
        window.notice.show_notice(Severity.ERROR, "Something is wrong.")
        QApplication.processEvents()
        canvas, card = in_window(window.canvas), in_window(window.notice)
        assert (canvas.right() - card.right() < card.left() - canvas.left()) is at_right


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
