"""A session keeps what was chosen in the side panels, and which examples are selected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from core import files
from core.analysis.compared_entries import entry_from_json, entry_of, paths
from core.predictors import PREDICTORS
from core.spec import RunSpec
from perceptron_gui.files.loading import LoadRequest
from perceptron_gui.model.document import editing
from perceptron_gui.model.workspace import chosen_in
from perceptron_gui.panels import PANELS
from perceptron_gui.panels.compare import ComparePanel
from perceptron_gui.panels.data import DataPanel
from perceptron_gui.panels.runs import RunsPanel
from perceptron_gui.panels.runs.many_runs import HomeworkView, OriginView
from perceptron_gui.panels.runs.what_if import WhatIfView
from perceptron_gui.panels.step import StepPanel
from perceptron_gui.panels.weights import WeightsPanel
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import CLOUDS, Desk
from tests.gui.hands import save_as
from tests.partly_slow import partly_slow

ODD: tuple[Any, ...] = (
    None,
    [],
    {},
    "odd",
    7,
    [0, 0],
    [0, 99],
    [True, 0],
    {"seen": "odd", "chosen": {}},
    {"column": 9, "descending": True},
    {"fractions": True, "ranking": "odd", "descending": True},
    {"fractions": True, "ranking": "depth", "descending": True, "panes": [1, 2]},
    {"fractions": True, "ranking": "depth", "descending": True, "panes": [100, -1, 100]},
    [1, 0, 0.0, 0.0, 0.1],
    [1, 0, 0.0, 0.0, 0.1, 0.0],
    [1, 0, 1e20, 0.0, 0.1, 0.1],
    {"seen": "Orders", "chosen": {"Origin": {"feature": 0, "origin": 1.0, "before": [7]}}},
)


def seen(window: MainWindow, title: str) -> Any:
    window.offer.hide()  # a start without a file has it, and less room
    QApplication.processEvents()
    window.panel.turn_to(title)
    return window.panel.panel


def opened_again(desk: Desk, window: MainWindow, path: Path) -> MainWindow:
    save_as(desk, window, path)
    return desk.open(LoadRequest(path))


def picture(window: MainWindow) -> QImage:
    window.canvas.stage.glide.finish()
    window.canvas.stage.classifier.finish()
    if isinstance(panel := window.panel.panel, WeightsPanel):
        panel.view.placer.forget()  # Else each word keeps its side, whichever way the person came here.
    return window.panel.panel.grab().toImage()


def test_the_weights_on_the_axes(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    panel = seen(window, "Weights")
    assert isinstance(panel, WeightsPanel)
    panel.axes[0].setCurrentIndex(2)
    panel.axes[0].activated.emit(2)
    assert panel.saved()[0] == 2
    window.resize(1200, 760)
    again = opened_again(desk, window, tmp_path / "lesson.perceptron")
    again.resize(1200, 760)
    other = again.panel.panel
    assert isinstance(other, WeightsPanel)
    assert other.saved() == panel.saved()
    desk.qtbot.waitUntil(lambda: picture(again) == picture(window))


@pytest.mark.slow
def test_the_part_of_the_space_of_weights_that_was_zoomed_to(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    panel = seen(window, "Weights")
    assert isinstance(panel, WeightsPanel)
    desk.qtbot.waitUntil(lambda: panel.view.picture is not None)
    assert len(panel.saved()) == 2
    panel.view.zoom(3.0, QPointF(40, 50))
    again = opened_again(desk, window, tmp_path / "lesson.perceptron")
    other = again.panel.panel
    assert isinstance(other, WeightsPanel)
    assert len(panel.saved()) == 6
    assert other.saved() == panel.saved()
    assert other.view.moved_to is not None
    again.resize(window.size())
    desk.qtbot.waitUntil(lambda: picture(again) == picture(window))
    other.view.follow()
    third = opened_again(desk, again, tmp_path / "again.perceptron").panel.panel
    assert isinstance(third, WeightsPanel)
    assert third.view.moved_to is None


def test_the_heights_of_the_panes_of_a_step(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    panel = seen(window, "Step")
    assert isinstance(panel, StepPanel)
    before = panel.panes.sizes()
    assert panel.saved()["panes"] is None
    panel.panes.moveSplitter(before[0] - 40, 1)
    dragged = panel.panes.sizes()
    assert dragged[0] == before[0] - 40
    again = opened_again(desk, window, tmp_path / "lesson.perceptron")
    other = seen(again, "Step")
    assert isinstance(other, StepPanel)
    again.resize(window.size())
    assert other.saved()["panes"] == panel.saved()["panes"] == dragged
    desk.qtbot.waitUntil(lambda: other.panes.sizes() == dragged)


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
    assert other.saved() == panel.saved()
    assert again.selection.indices == (1, 3)


def test_what_is_compared_and_held_out(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    panel = seen(window, "Compare")
    assert isinstance(panel, ComparePanel)
    desk.qtbot.waitUntil(lambda: panel.saved() is not None)
    panel.marks.remove(panel.marks.entries[1])
    panel.marks.add(entry_of(RunSpec("pocket", order="shuffled")))
    panel.holding.share.set_value(25)
    panel.holding.seed.set_value(8)
    panel.holding.share.editingFinished.emit()
    again = opened_again(desk, window, tmp_path / "lesson.perceptron")
    other = again.panel.panel
    assert isinstance(other, ComparePanel)
    assert other.saved() == panel.saved()
    assert other.marks.taken == panel.marks.taken
    assert other.holding.held_out == panel.holding.held_out


@partly_slow(("column", "descending"), [(4, False), (0, True)], [(2, True), (0, False)])
def test_the_order_of_the_table_of_data(
    desk: Desk, window: MainWindow, tmp_path: Path, column: int, descending: bool
) -> None:
    panel = seen(window, "Data")
    assert isinstance(panel, DataPanel)
    order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
    panel.table.sortByColumn(column, order)
    window.player.end()
    panel.ready()
    other = opened_again(desk, window, tmp_path / "lesson.perceptron").panel.panel
    assert isinstance(other, DataPanel)
    other.ready()
    assert other.saved() == panel.saved() == {"column": column, "descending": descending}
    assert other.model.order.tolist() == panel.model.order.tolist()
    assert other.sorted.text() == panel.sorted.text()
    header = other.table.horizontalHeader()
    assert (header.sortIndicatorSection(), header.sortIndicatorOrder()) == (column, order)


@partly_slow("clicks", [(0,), (4, 4)], [(4,), (5, 5)])
def test_fractions_and_the_order_of_the_table_of_steps(
    desk: Desk, window: MainWindow, tmp_path: Path, clicks: tuple[int, ...]
) -> None:
    panel = seen(window, "Step")
    assert isinstance(panel, StepPanel)
    window.player.go_to_update(3)
    panel.fractions.click()
    for column in clicks:
        panel.table.horizontalHeader().sectionClicked.emit(column)
    window.panel.turn_to("Theory")
    again = opened_again(desk, window, tmp_path / "lesson.perceptron")
    other = seen(again, "Step")
    assert isinstance(other, StepPanel)
    seen(window, "Step")
    assert other.saved() == panel.saved()
    assert other.fractions.isChecked()
    assert other.copied("plain") == panel.copied("plain")
    assert other.said.text() == panel.said.text()
    rows, others = ([step.texts for step in steps.rows(0, 7)] for steps in (panel.table.steps, other.table.steps))
    assert others == rows


@pytest.mark.slow
def test_an_origin_that_was_dragged_can_be_dragged_back_to_the_very_same_data(
    desk: Desk, window: MainWindow, tmp_path: Path
) -> None:
    before = window.document.dataset
    panel, origin = origin_of(window)
    desk.qtbot.waitUntil(lambda: panel.finished)
    origin.feature.setCurrentIndex(1)
    origin.feature.activated.emit(1)
    values = origin.question().swept[1]
    for first, value in ((True, values[7]), (False, values[3])):
        origin.strip.opened.emit(value, first)
    assert not window.document.dataset.same_as(before)
    again = opened_again(desk, window, tmp_path / "lesson.perceptron")
    _, other = origin_of(again)
    assert other.question().swept == origin.question().swept
    assert (other.feature.currentIndex(), other.present_value()) == (1, values[3])
    other.strip.opened.emit(0.0, True)
    assert again.document.dataset.same_as(before)
    assert again.document.remarks[-1].startswith("origin moved to (0, ")


def test_an_origin_of_other_data_is_none(desk: Desk, window: MainWindow) -> None:
    _, origin = origin_of(window)
    origin.strip.opened.emit(origin.question().swept[1][3], True)
    kept = window.panel.saved()
    editing.place(window.document, (5.0, 6.0), 1)
    window.panel.restore(kept)
    assert origin.present_value() == 0.0


def origin_of(window: MainWindow) -> tuple[RunsPanel, OriginView]:
    panel = seen(window, "Runs")
    assert isinstance(panel, RunsPanel)
    panel.turn_to("Origin")
    assert isinstance(panel.experiment, OriginView)
    return panel, panel.experiment


@pytest.mark.slow
@pytest.mark.parametrize("last", ["Compare", "Theory"])
def test_the_examples_of_a_file_that_is_held_out(
    desk: Desk, window: MainWindow, tmp_path: Path, points: Path, last: str
) -> None:
    panel = held_out_from(desk, window, points)
    said, held_out = panel.said.text(), panel.holding.held_out.file
    assert held_out is not None
    points.unlink()
    window.panel.turn_to(last)
    again = opened_again(desk, window, tmp_path / "lesson.perceptron")
    third = opened_again(desk, again, tmp_path / "copy.perceptron")
    other = seen(third, "Compare")
    assert isinstance(other, ComparePanel)
    desk.qtbot.waitUntil(lambda: other.said.text() == said)
    kept = other.holding.held_out.file
    assert kept is not None
    assert kept.dataset.same_as(held_out.dataset)
    third.actions_["new"].trigger()
    assert other.holding.held_out.file is None


def test_a_file_that_a_session_has_no_room_for_is_told_and_left_out(
    desk: Desk, window: MainWindow, points: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.files.session._MOST_BYTES", 800)
    panel = held_out_from(desk, window, points)
    assert "Held out (□): the 2 examples of points.csv, too many to be kept in a session." in panel.said.text()
    assert window.sessions.present().held_out is None


def held_out_from(desk: Desk, window: MainWindow, path: Path) -> ComparePanel:
    """The panel that asks about the examples of a file."""
    files.write(CLOUDS.with_rows([[1.5, 0.25], [2.0, -0.1]], [1, -1]), path)
    panel = seen(window, "Compare")
    assert isinstance(panel, ComparePanel)
    panel.holding.read(path)
    desk.qtbot.waitUntil(lambda: path.name in panel.said.text())
    return panel


@pytest.mark.slow
def test_what_waits_for_a_panel_is_kept_until_it_is_made(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    panel = seen(window, "Weights")
    panel.restore([1, 2])
    window.panel.turn_to("Theory")
    again = opened_again(desk, window, tmp_path / "lesson.perceptron")
    third = opened_again(desk, again, tmp_path / "copy.perceptron")
    assert seen(third, "Weights").saved() == [1, 2]


@pytest.mark.slow
def test_it_is_forgotten_with_other_data(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    seen(window, "Weights").restore([1, 2])
    window.panel.turn_to("Theory")
    again = opened_again(desk, window, tmp_path / "lesson.perceptron")
    again.actions_["new"].trigger()
    desk.settled(again)
    assert seen(again, "Weights").saved() == [0, 1]


@pytest.mark.slow
def test_choices_that_cannot_be_are_left_aside(window: MainWindow) -> None:
    for title in PANELS:
        seen(window, title)
        before = window.panel.saved()
        for wrong in ODD:
            window.panel.restore({title: wrong})
            assert window.panel.saved() == before, (title, wrong)


@pytest.mark.slow
def test_a_separator_of_ones_own(desk: Desk, window: MainWindow, tmp_path: Path) -> None:
    window.workspace.own_separator.put([0.1, 1 / 3, -3.0])
    again = opened_again(desk, window, tmp_path / "lesson.perceptron")
    weights = again.workspace.own_separator.weights
    assert weights is not None
    assert weights.tolist() == [0.1, 1 / 3, -3.0]
    window.workspace.own_separator.clear()
    again = opened_again(desk, window, tmp_path / "without.perceptron")
    assert again.workspace.own_separator.weights is None


def test_a_separator_that_is_none_changes_nothing(window: MainWindow) -> None:
    own_separator = window.workspace.own_separator
    own_separator.put([1.0, 2.0, 3.0])
    values: list[Any] = [[], [1.0, 2.0], ["1", 2, 3], [1, 2, None], {}, "odd", 3]
    for value in values:
        with pytest.raises((TypeError, ValueError)):
            own_separator.restore(value)
        assert own_separator.saved() == [1.0, 2.0, 3.0], value


def test_rows_that_cannot_be_selected_change_nothing(window: MainWindow) -> None:
    window.selection.set([2])
    values: list[Any] = [[0, 100], [-1], [True], ["1"], 3, None]
    for value in values:
        with pytest.raises((TypeError, ValueError)):
            chosen_in(window.workspace)["selected"].restore(value)
        assert window.selection.indices == (2,), value


def test_every_entry_reads_back() -> None:
    for path in paths():
        for predictor in PREDICTORS:
            value = [path.rule, path.in_kernel, path.order, predictor]
            assert entry_from_json(value).to_json() == value


@pytest.mark.parametrize("value", [[], "odd", ["odd", False, "cyclic", "last"], ["perceptron", False, "cyclic", "odd"]])
def test_an_entry_that_is_none_is_refused(value: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        entry_from_json(value)
