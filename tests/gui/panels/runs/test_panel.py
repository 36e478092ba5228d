"""The runs panel as a whole: who is waited for, what is told of none, keys, and the least width."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from core.analysis.experiments.what_if import bias_values
from core.datasets.dataset import Dataset
from core.run import train
from core.spec import RunSpec
from perceptron_gui.panels.runs import RunsPanel
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.gui.panels.runs.bench import FEW, WHOLE, XOR, Bench


@pytest.mark.slow
def test_nothing_is_computed_while_the_panel_is_not_seen(bench: Bench, qtbot: QtBot) -> None:
    bench.document.open(XOR, None)
    qtbot.wait(400)
    assert len(bench.orders.found) == 0
    bench.see("Orders")
    bench.panel.hide()
    bench.document.open(WHOLE, None)
    qtbot.wait(400)
    assert "4 examples" in bench.orders.about.text()
    bench.panel.show()
    bench.settle()
    assert "7 examples" in bench.orders.about.text()


def test_what_is_shown_after_an_edit_is_marked_as_old_and_opens_nothing(bench: Bench) -> None:
    bench.see("Orders")
    chart, spec = bench.orders.histogram, bench.document.spec
    bench.document.edit(WHOLE.removed([0]), "delete example")
    assert chart.old
    assert bench.panel.progress.text() == "These results are from before the change."
    bench.click_bar(bench.orders, 0)
    bench.orders.most.click()
    assert bench.document.spec == spec
    bench.settle()
    assert not chart.old
    assert "6 examples" in bench.orders.about.text()


@pytest.mark.slow
def test_an_experiment_that_is_stopped_stays_so_until_it_is_begun_again(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr("perceptron_gui.panels.runs.many_runs._RUNS", 10**6)
    bench.panel.show()
    qtbot.waitUntil(lambda: len(bench.orders.found) > 0)
    assert bench.panel.button.text() == "Stop"
    bench.panel.button.click()
    count = len(bench.orders.found)
    assert bench.panel.progress.text() == f"Stopped after {count:,} of 1,000,000 runs"
    bench.click_bar(bench.orders, 0)
    qtbot.wait(400)
    assert len(bench.orders.found) == count
    monkeypatch.setattr("perceptron_gui.panels.runs.many_runs._RUNS", FEW)
    bench.panel.button.click()
    bench.settle()
    assert len(bench.orders.found) == FEW


def test_no_examples_are_said_to_be_none(bench: Bench) -> None:
    bench.document.open(Dataset.empty(), None)
    bench.panel.show()
    for title in ("Orders", "Bias", "Origin"):
        bench.panel.turn_to(title)
        assert bench.panel.experiment.about.text() == "There are no examples; enter at least one."


def test_up_down_and_enter_open_a_run_without_a_mouse(bench: Bench, qtbot: QtBot) -> None:
    bench.see("Orders")
    chart = bench.orders.histogram
    first = next(bar for bar in bench.orders.bars if bar.members)
    qtbot.keyClick(chart, Qt.Key.Key_Up)
    assert bench.orders.reading.text().startswith(f"{first.first} update")
    qtbot.keyClick(chart, Qt.Key.Key_Return)
    assert bench.document.spec.seed == first.members[0]
    assert bench.run.updates == first.first
    bench.see("Bias")
    qtbot.keyClick(bench.bias.strip, Qt.Key.Key_Up)
    qtbot.keyClick(bench.bias.strip, Qt.Key.Key_Return)
    values = bias_values(WHOLE)
    assert bench.document.spec.bias == values[values.index(1.0) + 1]


@pytest.mark.slow
@pytest.mark.parametrize("learner", ["kernel", "online-svm", "voted", "margin", "passive-aggressive"])
def test_every_experiment_is_there_for_every_learner(learner: str, bench: Bench) -> None:
    bench.document.set_spec(RunSpec(learner, max_epochs=3, max_updates=30))
    bench.workspace.selection.set([0])
    for title in bench.panel.experiments:
        bench.see(title)
        assert bench.panel.experiment.found
        bench.panel.grab()


def test_what_is_computed_beside_is_waited_for_by_a_picture(bench: Bench) -> None:
    bench.panel.show()
    while not bench.panel.ready():
        pass
    assert bench.panel.finished
    assert len(bench.orders.found) == FEW


@pytest.mark.slow
@pytest.mark.parametrize("height", [420, 640])
def test_nothing_is_clipped_at_the_least_width(bench: Bench, height: int, qtbot: QtBot) -> None:
    bench.panel.resize(380, height)
    bench.workspace.selection.set([3])
    for title in bench.panel.experiments:
        bench.see(title)
        qtbot.wait(20)
        assert bench.panel.size().width() == 380
        content = cast(QWidget, bench.panel.widget())
        assert content.width() == bench.panel.viewport().width(), title
        assert content.height() == bench.panel.height() or height == 420, "only a low panel scrolls"
        for child in content.findChildren(QWidget):
            if child.isVisible():
                corner = child.mapTo(content, QPoint(child.width() - 1, child.height() - 1))
                assert content.rect().contains(corner), (title, child)
            if isinstance(child, QLabel) and child.isVisible() and child.wordWrap():
                assert child.heightForWidth(child.width()) <= child.height(), (title, child.text())


def test_in_the_window_a_bar_opens_the_run_of_its_seed(desk: Desk, window: MainWindow) -> None:
    window.document.open(WHOLE, None)
    desk.settled(window)
    window.panel.turn_to("Runs")
    panel = window.panel.panel
    assert isinstance(panel, RunsPanel)
    desk.qtbot.waitUntil(lambda: panel.finished)
    chart = panel.experiment.plot
    QTest.keyClick(chart, Qt.Key.Key_Down)
    QTest.keyClick(chart, Qt.Key.Key_Return)
    desk.settled(window)
    run = window.player.run
    assert run is not None
    assert run.spec.order == "shuffled"
    assert run.updates == train(WHOLE, replace(RunSpec(), order="shuffled", seed=run.spec.seed)).updates
