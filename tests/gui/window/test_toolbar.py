"""The toolbar: learner, bias, seed and limits, by mouse and by keyboard."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from core.learners import LEARNERS
from core.rules import RULES
from core.run import train
from core.spec import RunSpec
from perceptron_gui.look.fields.number_field import WholeNumberField
from perceptron_gui.look.notice_bar import Severity
from perceptron_gui.window.dialogs.forms import LimitsDialog
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.gui.hands import press, spec


def bias_field(window: MainWindow) -> QLineEdit:
    box = next(box for box in window.options.findChildren(QComboBox) if box.accessibleName() == "Bias")
    field = box.lineEdit()
    assert field is not None
    return field


def seed_field(window: MainWindow) -> WholeNumberField:
    return window.options.findChildren(WholeNumberField)[0]


def test_a_number_is_typed_into_the_bias_not_taken_as_a_shortcut(desk: Desk, window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    field = bias_field(window)
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "2.5")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert spec(window).bias == 2.5
    assert not window.player.playing


def test_after_a_number_was_typed_the_keys_belong_to_the_canvas_again(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    field = bias_field(window)
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert window.focusWidget() is window.canvas.view
    press(window, qtbot, Qt.Key.Key_Space)
    assert window.player.playing


def test_a_bias_that_is_not_possible_is_one_sentence(window: MainWindow, qtbot: QtBot) -> None:
    field = bias_field(window)
    field.selectAll()
    qtbot.keyClicks(field, "-3")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert window.notice.severity is Severity.ERROR
    assert "enter a number from 0" in window.notice.text
    assert spec(window).bias == 1
    assert field.text() == "1"


def choose(window: MainWindow, name: str, text: str) -> None:
    box = next(box for box in window.options.findChildren(QComboBox) if box.accessibleName() == name)
    box.setCurrentIndex(box.findText(text))
    box.activated.emit(box.currentIndex())


@pytest.mark.parametrize(("text", "bias"), [("0", 0.0), ("radius", "radius"), ("1", 1.0)])
def test_the_bias_is_chosen_in_the_toolbar(desk: Desk, window: MainWindow, text: str, bias: float | str) -> None:
    choose(window, "Bias", text)
    desk.settled(window)
    assert spec(window).bias == bias
    assert window.player.run is not None
    assert window.player.run.spec.bias == bias


def type_in(field: QLineEdit, text: str, qtbot: QtBot) -> None:
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def test_a_seed_is_typed_or_another_is_drawn(desk: Desk, window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    seed = seed_field(window)
    assert not window.actions_["new_seed"].isEnabled()
    assert not seed.isEnabled()
    assert seed.isVisible()
    choose(window, "Order", "shuffled")
    type_in(seed, "41", qtbot)
    assert spec(window).seed == 41
    window.actions_["new_seed"].trigger()
    assert seed.text() == "42"
    desk.settled(window)
    run = window.player.run
    assert run is not None
    expected = train(window.document.dataset, RunSpec(order="shuffled", seed=42)).history
    assert np.array_equal(run.history.index(), expected.index())
    choose(window, "Order", "cyclic")
    assert not seed.isEnabled()


def test_a_seed_that_is_not_possible_is_one_sentence(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    choose(window, "Order", "shuffled")
    type_in(seed_field(window), "-1", qtbot)
    assert window.notice.severity is Severity.ERROR
    assert "whole number from 0" in window.notice.text
    assert (spec(window).seed, seed_field(window).text()) == (0, "0")


@pytest.mark.parametrize("text", ["2.5", "1"])
def test_an_error_goes_when_what_it_was_about_is_put_right(window: MainWindow, qtbot: QtBot, text: str) -> None:
    window.activateWindow()
    type_in(bias_field(window), "abc", qtbot)
    window.transport.timeline.setFocus()  # leaving the field mends nothing
    assert "'abc' is not possible" in window.notice.text
    type_in(bias_field(window), text, qtbot)
    assert not window.notice.isVisible()


def test_the_error_of_a_run_goes_with_the_next_run(desk: Desk, window: MainWindow) -> None:
    fine = spec(window)
    window.document.set_spec(replace(fine, kernel="poly", gamma=1e90))
    desk.settled(window)
    assert window.notice.severity is Severity.ERROR
    window.document.set_spec(fine)
    desk.settled(window)
    assert not window.notice.isVisible()


def test_what_was_chosen_stays_when_the_learner_changes(desk: Desk, window: MainWindow) -> None:
    chosen = replace(spec(window), order="shuffled", seed=7, bias=0.0, kernel="rbf", gamma=0.5, max_epochs=77)
    window.document.set_spec(chosen)
    for name, learner in LEARNERS.items():
        choose(window, "Learner", learner.title)
        kept = spec(window)
        assert (kept.learner, kept.order, kept.seed, kept.bias, kept.max_epochs) == (name, "shuffled", 7, 0.0, 77)
        if RULES[learner.rule].every_example:
            assert kept.kernel is None
            assert window.notice.text == f"{learner.title} is not offered with a kernel here: rbf was left out."
        desk.settled(window)
        assert window.player.run is not None
        assert window.player.run.predictor.name == learner.predictor
        assert window.player.run.rule.name == learner.rule


def test_a_kernel_that_came_with_its_learner_stays_and_can_be_left(desk: Desk, window: MainWindow) -> None:
    choose(window, "Learner", "Kernel perceptron")
    assert not window.notice.isVisible()
    choose(window, "Learner", "Voted perceptron")
    assert spec(window).kernel == "rbf"
    assert window.notice.text == "Voted perceptron keeps the rbf kernel."
    window.notice.accept()
    assert spec(window).kernel is None
    assert spec(window).learner == "voted"
    assert not window.notice.isVisible()


@pytest.mark.parametrize("width", [960, 1280])
def test_nothing_in_the_toolbar_moves_when_the_learner_changes(desk: Desk, window: MainWindow, width: int) -> None:
    window.resize(width, 700)
    controls = window.options.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)

    def places() -> list[QRect]:
        return [QRect(control.mapTo(window, QPoint(0, 0)), control.size()) for control in controls]

    before = places()
    for learner in LEARNERS.values():
        choose(window, "Learner", learner.title)
        window.document.set_spec(replace(spec(window), gamma=0.123456789, seed=123))
        assert places() == before
        assert all(place.right() < width for place in places())


def test_limits_are_asked_for_as_they_are(qtbot: QtBot) -> None:
    dialog = LimitsDialog(RunSpec(max_epochs=12, max_updates=345))
    qtbot.addWidget(dialog)
    assert (dialog.epochs.value(), dialog.updates.value()) == (12, 345)
