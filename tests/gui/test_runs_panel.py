"""The runs panel: what is seen of many runs, and how a click leads back to one of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from core.dataset import Dataset
from core.experiments.homework import homework
from core.experiments.orders import extremes, over_shuffles
from core.experiments.parameters import bias_values, measured_from
from core.generators import generate
from core.run import Run, train
from core.sights import AlongW, Pair
from core.spec import RunSpec
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model.document import Document
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.runs import RunsPanel
from perceptron_gui.panels.runs.histogram import Mark
from perceptron_gui.panels.runs.homework import HomeworkView
from perceptron_gui.panels.runs.orders import OrdersView
from perceptron_gui.panels.runs.plot import Plot
from perceptron_gui.panels.runs.sweep import BiasView, OriginView
from perceptron_gui.panels.runs.what_if import WhatIfView
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk

WHOLE = Dataset([[2, 1], [1, 3], [-1, 2], [-2, -1], [0, -2], [3, -1], [-3, 1]], [1, 1, 1, -1, -1, 1, -1])
XOR = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
FEW = 40


@pytest.fixture(autouse=True)
def few_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as a test can wait for."""
    for room in ("orders", "homework"):
        monkeypatch.setattr(f"perceptron_gui.panels.runs.{room}._RUNS", FEW)
    monkeypatch.setattr("perceptron_gui.panels.runs.what_if._CELLS", 12)


class Bench:
    """A panel over a document, whose runs are made at once."""

    def __init__(self, qtbot: QtBot, dataset: Dataset) -> None:
        self.qtbot = qtbot
        self.theme = ThemeModel(Appearance.LIGHT)
        self.document = Document(dataset)
        self.workspace = Workspace.over(self.document)
        self.panel = RunsPanel(self.workspace, self.theme)
        self.document.dataset_changed.connect(self._run)
        self.document.spec_changed.connect(self._run)
        self._run()
        qtbot.addWidget(self.panel)
        self.panel.resize(420, 640)

    def _run(self) -> None:
        self.workspace.player.set_run(train(self.document.dataset, self.document.spec))

    @property
    def run(self) -> Run:
        """The document's run."""
        run = self.workspace.player.run
        assert run is not None
        return run

    def see(self, title: str) -> None:
        """Turn to an experiment and wait until all of it is found."""
        self.panel.show()
        self.panel.turn_to(title)
        self.settle()

    def settle(self) -> None:
        """Wait until all that is asked now is found."""
        self.qtbot.waitUntil(lambda: self.panel.finished, timeout=20_000)

    def click(self, plot: Plot, place: QPointF) -> None:
        """Click into a plot."""
        self.qtbot.mouseClick(plot, Qt.MouseButton.LeftButton, pos=place.toPoint())

    @property
    def orders(self) -> OrdersView:
        """Updates over shuffles."""
        found = self.panel.experiments["Orders"]
        assert isinstance(found, OrdersView)
        return found

    @property
    def homework(self) -> HomeworkView:
        """Updates over random targets."""
        found = self.panel.experiments["Homework"]
        assert isinstance(found, HomeworkView)
        return found

    @property
    def bias(self) -> BiasView:
        """Updates against B."""
        found = self.panel.experiments["Bias"]
        assert isinstance(found, BiasView)
        return found

    @property
    def origin(self) -> OriginView:
        """Updates against the place of the origin."""
        found = self.panel.experiments["Origin"]
        assert isinstance(found, OriginView)
        return found

    @property
    def what_if(self) -> WhatIfView:
        """Updates over the places of an example."""
        found = self.panel.experiments["What if"]
        assert isinstance(found, WhatIfView)
        return found


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    made = Bench(qtbot, WHOLE)
    yield made
    made.panel.close()


def test_the_bars_hold_the_shuffles_with_the_seeds_from_0_on(bench: Bench) -> None:
    bench.see("Orders")
    expected = [outcome.updates for outcome in over_shuffles(WHOLE, RunSpec(), FEW)]
    held = {member: bar for bar in bench.orders.histogram.bars for member in bar.members}
    assert [(held[seed].first, held[seed].last) for seed in range(FEW)] == [(k, k) for k in expected]
    assert f"over {FEW} shuffles; none reached the limit" in bench.orders.result.text()


def test_a_click_on_a_bar_opens_its_runs_one_after_another_forth_and_back(bench: Bench) -> None:
    bench.see("Orders")
    chart = bench.orders.histogram
    place = max(range(len(chart.bars)), key=lambda number: len(chart.bars[number].members))
    bar, seeds = chart.bars[place], []
    assert len(bar.members) > 1
    for _ in (*bar.members, bar.members[0]):
        bench.click(chart, chart.middle_of(place))
        assert bench.document.spec.order == "shuffled"
        assert bench.run.updates == bar.first == bar.last
        seeds.append(bench.document.spec.seed)
        bench.workspace.player.end()
        assert bench.workspace.player.state is not None
        assert bench.workspace.player.state.update == bar.first
        bench.workspace.player.home()
        assert bench.workspace.player.state.update == 0
    assert tuple(seeds) == (*bar.members, bar.members[0])


def test_opening_a_run_asks_for_no_others(bench: Bench) -> None:
    bench.see("Orders")
    before = bench.orders.histogram.bars
    bench.click(bench.orders.histogram, bench.orders.histogram.middle_of(0))
    assert bench.panel.finished
    assert not bench.orders.histogram.old
    assert bench.orders.histogram.bars is before


def test_the_present_run_is_marked_where_it_stands(bench: Bench) -> None:
    bench.see("Orders")
    (mark,) = bench.orders.histogram.marks
    assert (mark.updates, mark.name) == (train(WHOLE).updates, "the present run (cyclic)")
    bench.document.set_spec(RunSpec(order="furthest"))
    (mark,) = bench.orders.histogram.marks
    assert (mark.updates, mark.name) == (
        train(WHOLE, RunSpec(order="furthest")).updates,
        "the present run (furthest first)",
    )


def test_a_run_far_beside_all_bars_is_pointed_to_and_leaves_them_as_wide_as_they_were(bench: Bench) -> None:
    bench.see("Orders")
    chart = bench.orders.histogram
    chart.show_runs([10, 11, 12, 12, 13], [False] * 5)
    chart.show_marks([])
    places = [chart.middle_of(place) for place in range(len(chart.bars))]
    far = Mark(9_000, "the present run", "now")
    chart.show_marks([far])
    assert chart.beyond(far) == 1
    assert [chart.middle_of(place).x() for place in range(len(chart.bars))] == [place.x() for place in places]
    near = Mark(20, "the present run", "now")
    chart.show_marks([near])
    assert chart.beyond(near) == 0
    chart.show_runs([9_000, 9_001], [False] * 2)
    assert chart.beyond(near) == -1
    bench.panel.grab()


def test_a_run_longer_than_the_last_bar_says_is_not_marked_in_it(bench: Bench) -> None:
    bench.see("Orders")
    chart = bench.orders.histogram
    chart.show_runs([*([5, 6, 7, 8] * 50), 400], [False] * 201)
    assert (chart.bars[-1].first, chart.bars[-1].last) == (9, 400)
    within, beyond = (Mark(updates, "the present run", "now") for updates in (300, 401))
    assert (chart.beyond(within), chart.beyond(beyond)) == (0, 1)


def test_the_fewest_and_the_most_of_all_orders_open(bench: Bench) -> None:
    bench.see("Orders")
    found = extremes(WHOLE, RunSpec())
    assert found is not None
    for button, rows in ((bench.orders.fewest, found.fewest), (bench.orders.most, found.most)):
        assert button.text().endswith(f": {len(rows)}")
        button.click()
        assert bench.run.converged
        assert bench.run.history.index().tolist() == list(rows)


def test_why_extremes_are_not_known_is_told_for_few_examples_only(bench: Bench) -> None:
    bench.see("Orders")
    bench.document.open(Dataset(WHOLE.X + 0.5, WHOLE.y), None)
    bench.settle()
    assert not bench.orders.fewest.isVisibleTo(bench.panel)
    assert "only over small whole coordinates" in bench.orders.result.text()
    bench.document.open(generate("separable", 0, n=30), None)
    bench.settle()
    assert "are not known" not in bench.orders.result.text()


def test_a_run_at_its_limit_is_counted_as_such(bench: Bench) -> None:
    bench.document.open(XOR, None)
    bench.document.set_spec(RunSpec(max_epochs=5))
    bench.see("Orders")
    assert f"{FEW} of {FEW} reached the limit" in bench.orders.result.text()


def test_nothing_is_computed_while_the_panel_is_not_seen(bench: Bench, qtbot: QtBot) -> None:
    bench.document.open(XOR, None)
    qtbot.wait(400)
    assert bench.orders.count == 0
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
    assert bench.panel.progress.label.text() == "What is shown is as it was before the change."
    bench.click(chart, chart.middle_of(0))
    bench.orders.most.click()
    assert bench.document.spec == spec
    bench.settle()
    assert not chart.old
    assert "6 examples" in bench.orders.about.text()


def test_an_experiment_that_is_stopped_stays_so_until_it_is_begun_again(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr("perceptron_gui.panels.runs.orders._RUNS", 10**6)
    bench.panel.show()
    qtbot.waitUntil(lambda: bench.orders.count > 0)
    assert bench.panel.progress.button.text() == "Stop"
    bench.panel.progress.button.click()
    count = bench.orders.count
    assert bench.panel.progress.label.text() == f"Stopped after {count:,} of 1,000,000 runs"
    bench.click(bench.orders.histogram, bench.orders.histogram.middle_of(0))
    qtbot.wait(400)
    assert bench.orders.count == count
    monkeypatch.setattr("perceptron_gui.panels.runs.orders._RUNS", FEW)
    bench.panel.progress.button.click()
    bench.settle()
    assert bench.orders.count == FEW


def test_a_bar_of_the_homework_opens_its_run_and_undo_brings_the_examples_back(bench: Bench) -> None:
    bench.see("Homework")
    works = list(homework(10, FEW, RunSpec()))
    chart = bench.homework.histogram
    place = next(number for number, bar in enumerate(chart.bars) if bar.members)
    work = works[chart.bars[place].members[0]]
    bench.click(chart, chart.middle_of(place))
    assert bench.document.dataset.same_as(work.dataset)
    assert bench.run.updates == work.updates
    assert [mark.updates for mark in chart.marks] == [work.updates]
    assert bench.panel.finished
    assert bench.document.undo_stack.undoText() == f"generate homework with seed {work.seed}"
    bench.document.undo_stack.undo()
    assert bench.document.dataset.same_as(WHOLE)
    assert chart.marks == ()


def test_the_homework_tells_means_and_shares_of_its_runs(bench: Bench) -> None:
    bench.see("Homework")
    works = list(homework(10, FEW, RunSpec()))
    text = bench.homework.result.text()
    assert f"{np.mean([work.updates for work in works]):.1f} on average" in text
    assert f"disagree on {100 * np.mean([work.disagreement for work in works]):.3g} %" in text
    assert f"{FEW} of {FEW} keep to it" in text


def test_homework_beside_a_start_of_another_size_begins_at_0_and_says_so(bench: Bench) -> None:
    bench.document.edit(Dataset([[1, 2, 3], [-1, 0, 2], [2, -2, 1]], [1, -1, 1]), "other data")
    bench.document.set_spec(RunSpec(start=(1.0, 0.0, 0.0, 2.0)))
    bench.see("Homework")
    works = list(homework(10, FEW, RunSpec()))
    chart = bench.homework.histogram
    assert sum(len(bar.members) for bar in chart.bars) == FEW
    assert "Each begins at w = 0" in bench.homework.about.text()
    place = next(number for number, bar in enumerate(chart.bars) if bar.members)
    bench.click(chart, chart.middle_of(place))
    assert bench.document.dataset.same_as(works[chart.bars[place].members[0]].dataset)
    assert bench.panel.finished
    assert not chart.old


def test_homework_begins_at_a_start_that_fits(bench: Bench) -> None:
    start = (1.0, -1.0, 0.5)
    bench.document.set_spec(RunSpec(start=start))
    bench.see("Homework")
    works = list(homework(10, FEW, RunSpec(start=start)))
    assert f"{np.mean([work.updates for work in works]):.1f} on average" in bench.homework.result.text()
    assert "begins at" not in bench.homework.about.text()


def test_another_number_of_examples_is_other_homework(bench: Bench) -> None:
    bench.see("Homework")
    bench.homework.examples.setText("25")
    bench.homework.examples.editingFinished.emit()
    bench.settle()
    assert bench.homework.histogram.bars[-1].last >= max(work.updates for work in homework(25, FEW, RunSpec()))
    bench.homework.examples.setText("none")
    bench.homework.examples.editingFinished.emit()
    assert "“none” is not a whole number" in bench.homework.about.text()


def test_a_place_in_the_strip_of_biases_is_that_run(bench: Bench) -> None:
    bench.see("Bias")
    strip = bench.bias.strip
    for value in bias_values(WHOLE)[::9]:
        bench.click(strip, strip.place_of(value))
        assert bench.document.spec.bias == value
        assert strip.point_at(strip.place_of(value)).startswith("B = ")
        assert f"k = {bench.run.updates:,}" in strip.point_at(strip.place_of(value))
        assert bench.panel.finished


def test_runs_that_all_make_as_many_updates_are_told_by_one_number(bench: Bench) -> None:
    bench.see("Bias")
    values = bias_values(WHOLE)
    made = [train(WHOLE, RunSpec(bias=value)).updates for value in values]
    assert bench.bias.result.text().startswith(f"{min(made)} to {max(made)} updates over {len(values)} runs; ")
    bench.document.set_spec(RunSpec(max_updates=1))
    bench.settle()
    assert bench.bias.result.text().startswith(f"1 update in each of {len(values)} runs; ")


def test_a_place_in_the_strip_of_origins_is_an_edit_that_can_be_undone(bench: Bench) -> None:
    bench.see("Origin")
    strip = bench.origin.strip
    for value in (2.0, -3.0):
        bench.click(strip, strip.place_of(value))
        assert bench.document.dataset.same_as(measured_from(WHOLE, 0, value).dataset)
        assert bench.origin.present_value() == value
        assert f"k = {bench.run.updates:,}" in strip.point_at(strip.place_of(value))
    assert bench.panel.finished
    assert bench.document.remarks == ("origin moved to (2, 0)", "origin moved to (−5, 0)")
    assert bench.document.undo_stack.undoText() == "move the origin"
    bench.document.undo_stack.undo()
    assert bench.origin.present_value() == 2.0
    bench.document.undo_stack.undo()
    assert bench.document.dataset.same_as(WHOLE)
    assert bench.panel.finished


def test_a_drag_of_the_origin_is_one_edit(bench: Bench, qtbot: QtBot) -> None:
    bench.see("Origin")
    strip = bench.origin.strip
    qtbot.mousePress(strip, Qt.MouseButton.LeftButton, pos=strip.place_of(1.0).toPoint())
    for value in (2.0, 3.0):
        strip.press(strip.place_of(value), first=False)
    assert bench.document.dataset.same_as(measured_from(WHOLE, 0, 3.0).dataset)
    assert bench.document.undo_stack.count() == 1
    assert list(bench.document.remarks) == ["origin moved to (3, 0)"]
    strip.press(strip.place_of(0.0), first=False)
    assert bench.document.dataset.same_as(WHOLE)
    assert bench.document.undo_stack.count() == 0
    assert list(bench.document.remarks) == []


def test_along_another_feature_the_strip_begins_where_the_origin_is(bench: Bench) -> None:
    bench.see("Origin")
    bench.click(bench.origin.strip, bench.origin.strip.place_of(2.0))
    bench.origin.feature.setCurrentIndex(1)
    bench.origin.feature.activated.emit(1)
    bench.settle()
    assert bench.origin.present_value() == 0.0
    bench.click(bench.origin.strip, bench.origin.strip.place_of(1.0))
    assert bench.document.dataset.same_as(measured_from(measured_from(WHOLE, 0, 2.0).dataset, 1, 1.0).dataset)


def test_without_a_bias_the_words_do_not_promise_that_the_lines_stay(bench: Bench) -> None:
    bench.see("Origin")
    assert "stay where they are" in bench.origin.about.text()
    bench.document.set_spec(RunSpec(bias=0))
    bench.settle()
    assert "every line goes through the origin" in bench.origin.about.text()


def test_the_map_needs_one_selected_example(bench: Bench) -> None:
    bench.panel.show()
    bench.panel.turn_to("What if")
    assert "select just one" in bench.what_if.about.text()
    bench.workspace.selection.set([1, 2])
    assert "select just one" in bench.what_if.about.text()
    assert not bench.what_if.map.isVisible()
    assert not bench.what_if.reading.isVisible()
    bench.workspace.selection.set([2])
    bench.settle()
    assert "example 3" in bench.what_if.about.text()
    assert bench.what_if.map.isVisible()
    assert bench.what_if.reading.isVisible()


def test_fifty_cells_of_the_map_taken_at_random_equal_fresh_runs(bench: Bench) -> None:
    bench.workspace.selection.set([3])
    bench.see("What if")
    found, grid = bench.what_if.map.found, bench.what_if.grid
    assert grid is not None
    assert len(found) == grid.columns * grid.rows
    places = sorted(found)
    for choice in np.random.default_rng(1).choice(len(places), 50, replace=False):
        run = train(WHOLE.moved([3], [grid.place(*places[choice])]))
        fresh = found[places[choice]]
        assert (fresh.updates, fresh.converged) == (run.updates, run.converged)
        assert (fresh.gamma, fresh.bound) == (run.margin.gamma, run.margin.bound)


def test_a_click_on_the_map_puts_the_example_there_and_the_map_stays(bench: Bench) -> None:
    bench.workspace.selection.set([3])
    bench.see("What if")
    picture, grid = bench.what_if.map, bench.what_if.grid
    assert grid is not None
    for cell in ((1, 2), (grid.columns - 2, 3)):
        bench.click(picture, picture.middle_of(*cell))
        assert tuple(bench.document.dataset.X[3].tolist()) == grid.place(*cell)
        assert bench.run.updates == picture.found[cell].updates
        assert bench.panel.finished
    assert bench.document.undo_stack.undoText() == "move example"
    bench.document.undo_stack.undo()
    bench.document.undo_stack.undo()
    assert bench.document.dataset.same_as(WHOLE)
    assert bench.panel.finished
    bench.document.edit(WHOLE.flipped([0]), "flip example")
    assert picture.old


def test_the_map_is_of_the_two_features_on_the_canvas_and_changes_with_them(bench: Bench) -> None:
    three = Dataset([[2, 1, 5], [1, 3, -4], [-1, 2, 6], [-2, -1, -5]], [1, 1, -1, -1])
    bench.document.open(three, None)
    bench.document.set_aspect(Pair(2, 1))
    bench.workspace.selection.set([3])
    bench.see("What if")
    picture, grid = bench.what_if.map, bench.what_if.grid
    assert grid is not None
    assert grid.shown == (2, 1)
    assert "→ x3, ↑ x2, its other features as they are" in bench.what_if.about.text()
    for cell in ((1, 2), (grid.columns - 2, 3)):
        x, y = grid.place(*cell)
        bench.click(picture, picture.middle_of(*cell))
        assert bench.document.dataset.X[3].tolist() == [-2, y, x]
        assert bench.run.updates == picture.found[cell].updates
        assert bench.panel.finished
    bench.document.set_aspect(Pair(0, 1))
    assert picture.old
    bench.settle()
    assert bench.what_if.grid is not None
    assert bench.what_if.grid.shown == (0, 1)
    bench.document.set_aspect(AlongW())
    assert "puts two features on the axes" in bench.what_if.about.text()


def test_the_map_is_read_in_words(bench: Bench) -> None:
    bench.workspace.selection.set([3])
    bench.see("What if")
    picture = bench.what_if.map
    fresh = picture.found[2, 1]
    text = picture.point_at(picture.middle_of(2, 1))
    assert ("then the limit" in text) == (not fresh.converged)
    assert ("γ = " in text) == (fresh.gamma is not None)
    assert picture.point_at(None) == ""


def test_one_feature_has_no_map_and_says_so(bench: Bench) -> None:
    bench.document.open(Dataset([[1.0], [-1.0]], [1, -1]), None)
    bench.workspace.selection.set([0])
    bench.panel.show()
    bench.panel.turn_to("What if")
    assert "a plane of two is expected" in bench.what_if.about.text()


def test_no_examples_are_said_to_be_none(bench: Bench) -> None:
    bench.document.open(Dataset.empty(), None)
    bench.panel.show()
    for title in ("Orders", "Bias", "Origin"):
        bench.panel.turn_to(title)
        assert bench.panel.experiment.about.text() == "There are no examples; at least one is expected."


def test_up_down_and_enter_open_a_run_without_a_mouse(bench: Bench, qtbot: QtBot) -> None:
    bench.see("Orders")
    chart = bench.orders.histogram
    first = next(bar for bar in chart.bars if bar.members)
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


@pytest.mark.parametrize("learner", ["voted", "kernel", "margin", "passive-aggressive", "online-svm"])
def test_every_experiment_is_there_for_every_learner(learner: str, bench: Bench) -> None:
    bench.document.set_spec(RunSpec(learner, max_epochs=3, max_updates=30))
    bench.workspace.selection.set([0])
    for title in bench.panel.experiments:
        bench.see(title)
        assert bench.panel.experiment.count > 0
        bench.panel.grab()


def test_what_is_computed_beside_is_waited_for_by_a_picture(bench: Bench) -> None:
    bench.panel.show()
    bench.panel.wait()
    assert bench.panel.finished
    assert bench.orders.count == FEW


@pytest.mark.parametrize("height", [640, 420])
def test_nothing_is_clipped_at_the_least_width(bench: Bench, height: int, qtbot: QtBot) -> None:
    bench.panel.resize(380, height)
    bench.workspace.selection.set([3])
    for title in bench.panel.experiments:
        bench.see(title)
        qtbot.wait(20)
        assert bench.panel.size().width() == 380
        inside = bench.panel.rect()
        for child in bench.panel.findChildren(QWidget):
            if child.isVisible() and child.parentWidget() is not None:
                corner = child.mapTo(bench.panel, QPoint(child.width() - 1, child.height() - 1))
                assert inside.contains(corner), (title, child)
            if isinstance(child, QLabel) and child.isVisible() and child.wordWrap():
                assert child.heightForWidth(child.width()) <= child.height(), (title, child.text())


def test_in_the_window_a_bar_opens_the_run_of_its_seed(desk: Desk, window: MainWindow) -> None:
    window.document.open(WHOLE, None)
    desk.settled(window)
    window.panel.turn_to("Runs")
    panel = window.panel.panel
    assert isinstance(panel, RunsPanel)
    desk.qtbot.waitUntil(lambda: panel.finished, timeout=20_000)
    chart = panel.experiment.plot
    chart.step(1)
    chart.open_stepped()
    desk.settled(window)
    run = window.player.run
    assert run is not None
    assert run.spec.order == "shuffled"
    assert run.updates == train(WHOLE, replace(RunSpec(), order="shuffled", seed=run.spec.seed)).updates
