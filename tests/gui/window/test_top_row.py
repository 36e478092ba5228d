"""The top row: data, learner, order and options, by mouse and by keyboard."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QComboBox, QLineEdit, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from core.learners import LEARNERS
from core.rules import RULES
from core.run import train
from core.spec import RunSpec
from perceptron_gui.look.card import Severity
from perceptron_gui.look.fields.number_field import Field
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.gui.hands import spec


def seed_field(window: MainWindow) -> Field[int]:
    window.options.button.setChecked(True)
    return window.options.form.counts["seed"].field


def choose(window: MainWindow, name: str, text: str) -> None:
    boxes = *window.options.findChildren(QComboBox), *window.options.form.findChildren(QComboBox)
    box = next(box for box in boxes if box.accessibleName() == name)
    box.setCurrentIndex(box.findText(text))
    box.activated.emit(box.currentIndex())


def type_in(field: QLineEdit, text: str, qtbot: QtBot) -> None:
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def test_a_seed_is_typed_or_another_is_drawn(desk: Desk, window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    seed = seed_field(window)
    assert not window.actions_["new_seed"].isEnabled()
    assert not seed.isVisible()
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
    assert not seed.isVisible()


def test_a_seed_that_is_not_possible_is_one_sentence(window: MainWindow, qtbot: QtBot) -> None:
    window.activateWindow()
    choose(window, "Order", "shuffled")
    type_in(seed_field(window), "-1", qtbot)
    assert "whole number from 0" in window.options.form.counts["seed"].trouble.text()
    assert (spec(window).seed, seed_field(window).text()) == (0, "0")


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
    desk.qtbot.wait(20)
    parts = window.options.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    controls = [part for part in parts if part.isVisible()]

    def places() -> list[QRect]:
        return [QRect(control.mapTo(window, QPoint(0, 0)), control.size()) for control in controls]

    before = places()
    for learner in LEARNERS.values():
        choose(window, "Learner", learner.title)
        window.document.set_spec(replace(spec(window), gamma=0.123456789, seed=123))
        assert places() == before
        assert all(place.right() < width for place in places())


def test_the_name_of_the_data_opens_the_gallery(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(type(window.parts.gallery), "exec", lambda _: asked.append(True))
    assert window.top_row.data.text() == window.files.title
    window.top_row.data.click()
    assert asked


def test_what_does_not_fit_folds_into_the_sheet_the_data_last(window: MainWindow) -> None:
    row, form = window.top_row, window.options.form
    seen = []
    for width in (1280, 830, 640, 420):
        row.resize(width, row.height())
        boxes = form.findChildren(QComboBox)
        folded = {box.accessibleName() for box in boxes} & {"Learner", "Order"}
        seen.append((folded, not row.data.isHidden()))
    assert seen == [(set(), True), ({"Order"}, True), ({"Learner", "Order"}, True), ({"Learner", "Order"}, False)]
    row.resize(640, row.height())
    row.resize(700, row.height())
    assert {"Learner", "Order"} <= {box.accessibleName() for box in form.findChildren(QComboBox)}
    row.resize(1280, row.height())
    assert [box.accessibleName() for box in window.options.findChildren(QComboBox)] == ["Learner", "Order"]


def test_the_rail_names_the_key_of_each_tool_and_hides_what_has_no_room(window: MainWindow) -> None:
    buttons = window.rail.findChildren(QToolButton)
    assert all(re.search(r"\(\w\)$", button.toolTip()) for button in buttons[:-2] if button.isEnabled())
    assert all(button.isVisible() for button in buttons)
    window.rail.resize(window.rail.width(), 200)
    assert [button.isVisible() for button in buttons] == [True] * 4 + [False] * 5
