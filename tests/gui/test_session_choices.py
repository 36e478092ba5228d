"""A session keeps what was chosen in the side panels, and which examples are selected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QImage

from core.entries import entry_from_json, entry_of, paths
from core.predictors import PREDICTORS
from core.spec import RunSpec
from perceptron_gui.files.loading import Request
from perceptron_gui.panels.compare import ComparePanel
from perceptron_gui.panels.runs import RunsPanel
from perceptron_gui.panels.runs.homework import HomeworkView
from perceptron_gui.panels.runs.what_if import WhatIfView
from perceptron_gui.panels.weights import WeightsPanel
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.gui.hands import save_as

ODD: tuple[Any, ...] = (None, [], {}, "odd", 7, [0, 0], [0, 99], [True, 0], {"seen": "odd", "chosen": {}})


def seen(window: MainWindow, title: str) -> Any:
    window.panel.turn_to(title)
    return window.panel.panel


def opened_again(desk: Desk, window: MainWindow, path: Path) -> MainWindow:
    save_as(desk, window, path)
    return desk.open(Request(path))


def picture(window: MainWindow) -> QImage:
    window.canvas.stage.pose.finish()
    window.canvas.stage.reading.settle()
    return window.panel.grab().toImage()


def test_the_weights_on_the_axes(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    panel = seen(window, "Weights")
    assert isinstance(panel, WeightsPanel)
    panel.axes[0].setCurrentIndex(2)
    panel.axes[0].activated.emit(2)
    assert panel.to_json()[0] == 2
    window.resize(1200, 760)
    again = opened_again(desk, window, tmp_path / "lesson.perceptron")
    again.resize(1200, 760)
    other = again.panel.panel
    assert isinstance(other, WeightsPanel)
    assert other.to_json() == panel.to_json()
    desk.qtbot.waitUntil(lambda: picture(again) == picture(window), timeout=20_000)


def test_the_experiment_and_its_controls(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    panel = seen(window, "Runs")
    assert isinstance(panel, RunsPanel)
    homework, what_if = panel.experiments["Homework"], panel.experiments["What if"]
    assert isinstance(homework, HomeworkView)
    assert isinstance(what_if, WhatIfView)
    homework.examples.set_value(23)
    what_if.quantity.setCurrentIndex(2)
    window.selection.set([1, 3])
    panel.turn_to("Homework")
    again = opened_again(desk, window, tmp_path / "lesson.perceptron")
    other = again.panel.panel
    assert isinstance(other, RunsPanel)
    assert other.experiment.title == "Homework"
    assert other.to_json() == panel.to_json()
    assert again.selection.indices == (1, 3)


def test_what_is_compared_and_held_out(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    panel = seen(window, "Compare")
    assert isinstance(panel, ComparePanel)
    desk.qtbot.waitUntil(lambda: panel.to_json() is not None, timeout=20_000)
    panel.marks.remove(panel.marks.entries[1])
    panel.marks.add(entry_of(RunSpec("pocket", order="shuffled")))
    panel.holding.share.set_value(25)
    panel.holding.seed.set_value(8)
    panel.holding.share.editingFinished.emit()
    again = opened_again(desk, window, tmp_path / "lesson.perceptron")
    other = again.panel.panel
    assert isinstance(other, ComparePanel)
    assert other.to_json() == panel.to_json()
    assert other.marks.taken == panel.marks.taken
    assert other.holding.held_out == panel.holding.held_out


def test_what_waits_for_a_panel_is_kept_until_it_is_made(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    panel = seen(window, "Weights")
    panel.from_json([1, 2])
    window.panel.turn_to("Theory")
    again = opened_again(desk, window, tmp_path / "lesson.perceptron")
    third = opened_again(desk, again, tmp_path / "copy.perceptron")
    assert seen(third, "Weights").to_json() == [1, 2]


def test_it_is_forgotten_with_other_data(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    seen(window, "Weights").from_json([1, 2])
    window.panel.turn_to("Theory")
    again = opened_again(desk, window, tmp_path / "lesson.perceptron")
    again.actions_["new"].trigger()
    desk.settled(again)
    assert seen(again, "Weights").to_json() == [0, 1]


@pytest.mark.parametrize("title", ["Weights", "Compare", "Runs", "Data", "Theory"])
def test_choices_that_cannot_be_are_left_aside(window: MainWindow, title: str) -> None:
    seen(window, title)
    before = window.panel.to_json()
    for wrong in ODD:
        window.panel.from_json({title: wrong})
        assert window.panel.to_json() == before


def test_every_entry_reads_back() -> None:
    for path in paths():
        for predictor in PREDICTORS:
            value = [path.rule, path.in_kernel, path.order, predictor]
            assert entry_from_json(value).to_json() == value


@pytest.mark.parametrize("value", [[], "odd", ["odd", False, "cyclic", "last"], ["perceptron", False, "cyclic", "odd"]])
def test_an_entry_that_is_none_is_refused(value: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        entry_from_json(value)
