"""What a person chose in a panel is what the pictures of other moments show."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QWidget

from perceptron_gui.exports.scene import Subject, View
from perceptron_gui.exports.studio import Choices, Setting, open_studio
from perceptron_gui.panels.compare import ComparePanel
from perceptron_gui.panels.runs import RunsPanel
from perceptron_gui.panels.runs.homework import HomeworkView
from perceptron_gui.panels.runs.what_if import WhatIfView
from perceptron_gui.panels.theory import TheoryPanel
from perceptron_gui.panels.weights import WeightsPanel
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk


@pytest.fixture(autouse=True)
def few_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as a test can wait for."""
    for room in ("orders", "homework"):
        monkeypatch.setattr(f"perceptron_gui.panels.runs.{room}._RUNS", 30)
    monkeypatch.setattr("perceptron_gui.panels.runs.what_if._CELLS", 8)


@contextmanager
def copied(window: MainWindow) -> Iterator[QWidget]:
    """The panel of a studio that shows what the window shows, once all is there."""
    run = window.player.run
    assert run is not None
    choices = Choices.of(window.workspace, window.panel.panel)
    with open_studio(run, Setting(panel=window.panel.title, view=View.of(window.canvas), choices=choices)) as studio:
        studio.go(3)
        studio.wait()
        yield studio.scene.panel


def runs_of(desk: Desk, window: MainWindow, title: str) -> RunsPanel:
    """The window's, turned to an experiment."""
    window.panel.turn_to("Runs")
    panel = window.panel.panel
    assert isinstance(panel, RunsPanel)
    panel.turn_to(title)
    return panel


def test_homework_has_as_many_examples_and_the_same_runs(desk: Desk, window: MainWindow) -> None:
    panel = runs_of(desk, window, "Homework")
    mine = panel.experiments["Homework"]
    assert isinstance(mine, HomeworkView)
    mine.examples.setText("23")
    mine.examples.editingFinished.emit()
    desk.qtbot.waitUntil(lambda: panel.finished, timeout=20_000)
    mine.histogram.opened.emit(4)
    desk.settled(window)
    with copied(window) as other:
        assert isinstance(other, RunsPanel)
        theirs = other.experiment
        assert isinstance(theirs, HomeworkView)
        assert theirs.about.text() == mine.about.text()
        assert theirs.result.text() == mine.result.text()
        assert theirs.histogram.bars == mine.histogram.bars
        assert theirs.histogram.marks == mine.histogram.marks != ()
        assert not theirs.histogram.old


def test_the_map_is_of_the_same_example_in_the_same_colours_as_far_as_it_came(desk: Desk, window: MainWindow) -> None:
    window.selection.set([7])
    panel = runs_of(desk, window, "What if")
    mine = panel.experiments["What if"]
    assert isinstance(mine, WhatIfView)
    mine.quantity.setCurrentIndex(1)
    desk.qtbot.waitUntil(lambda: mine.count > 0, timeout=20_000)
    if not panel.finished:
        panel.progress.button.click()
    with copied(window) as other:
        assert isinstance(other, RunsPanel)
        theirs = other.experiment
        assert isinstance(theirs, WhatIfView)
        assert theirs.map.found == mine.map.found
        assert theirs.quantity.currentText() == mine.quantity.currentText()
        assert "example 8" in theirs.about.text()
        assert other.progress.label.text() == panel.progress.label.text()


def test_compared_are_the_same_entries_with_the_same_part_held_out(desk: Desk, window: MainWindow) -> None:
    window.panel.turn_to("Compare")
    mine = window.panel.panel
    assert isinstance(mine, ComparePanel)
    first = mine.marks.entries[0]
    mine.marks.remove(first)
    mine.holding.share.setText("30")
    mine.holding.share.editingFinished.emit()
    with copied(window) as other:
        assert isinstance(other, ComparePanel)
        assert other.marks.taken == mine.marks.taken
        assert first not in other.marks.entries
        assert other.holding.held_out == mine.holding.held_out
        assert other.holding.share.text() == "30"
        assert other.said.text() == mine.said.text()


def test_the_plane_of_weights_and_what_is_tried_in_it_are_the_same(desk: Desk, window: MainWindow) -> None:
    window.panel.turn_to("Weights")
    mine = window.panel.panel
    assert isinstance(mine, WeightsPanel)
    mine.axes[1].setCurrentIndex(2)
    mine.axes[1].activated.emit(2)
    window.workspace.trial.put([1.0, 2.0, 3.0])
    window.workspace.manner.set_normalised(True)
    with copied(window) as other:
        assert isinstance(other, WeightsPanel)
        assert [box.currentIndex() for box in other.axes] == [0, 2]
        assert other.told.text() == mine.told.text()
        assert other.units.isChecked()


def test_the_proof_is_shown_where_the_window_shows_it(desk: Desk, window: MainWindow) -> None:
    window.workspace.manner.set_proof(True)
    with copied(window) as other:
        assert isinstance(other, TheoryPanel)
        assert other.page.isVisibleTo(other)


@pytest.mark.parametrize(("title", "word"), [("Step", "Find next"), ("Compare", "or a")])
def test_in_a_picture_no_word_is_left_that_names_a_button(window: MainWindow, title: str, word: str) -> None:
    window.panel.turn_to(title)
    label = next(label for label in window.panel.panel.findChildren(QLabel) if label.text() == word)
    assert label.isVisible()
    before = picture_of(window)
    label.setText("WWWWWWWW")
    assert picture_of(window) == before
    assert label.isVisible()


def picture_of(window: MainWindow) -> QImage:
    """The panel, as it is exported."""
    with window.exports.scene.drawing(Subject.PANEL, QSize(430, 700)) as drawing:
        return drawing.image()
