"""The table of updates in the Step panel: its rows, its clicks, its growth."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.explain.trace import trace
from core.run import Run, prepare, train
from core.spec import RunSpec
from perceptron_gui.model.player import Granularity, Player
from perceptron_gui.panels.step import StepPanel
from perceptron_gui.panels.step import table as steps
from tests.core.tables import DATASET, over_pairs
from tests.gui.panels.step.panel_reading import cells, click_row, click_title, column, load, marked, noisy, place_of


def test_where_the_playhead_has_no_row_that_of_its_vector_is_in_view(panel: StepPanel, player: Player) -> None:
    """Also of a run with more rows than the one before."""
    load(player)
    panel.hide()
    run = noisy(40, 300)
    player.set_run(run)
    player.go_to_example(run.history.examples)
    while player.state is not None and player.state.moved:
        player.go_to_example(player.state.example - 1)
    panel.show()
    state, table = player.state, panel.table
    assert state is not None
    assert marked(panel) is None
    assert table.visualRect(table.steps.index(state.update - 1, 0)).intersects(table.viewport().rect())


def test_a_letter_on_the_table_reads_no_row(panel: StepPanel, player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    load(player)
    panel.table.setCurrentIndex(panel.table.steps.index(0, 0))
    read: list[int] = []
    monkeypatch.setattr(type(panel.table.steps), "data", lambda self, index, role=0: read.append(index.row()))
    for widget in (panel.table, panel.table.horizontalHeader()):
        QTest.keyClick(widget, Qt.Key.Key_Q)
    assert read == []


@over_pairs()
def test_the_table_of_updates_is_the_trace(panel: StepPanel, player: Player, spec: RunSpec) -> None:
    run = load(player, spec)
    lines = [line.split(",") for text in trace(run) for line in text.splitlines()]
    names, rows = lines[0], lines[1:]

    def numbers(name: str) -> list[float]:
        return [float(row[names.index(name)]) for row in rows]

    assert column(panel, "k") == [f"{k:.0f}" for k in numbers("update")]
    assert column(panel, "t") == [f"{t:.0f}" for t in numbers("example")]
    assert panel.table.isColumnHidden(place_of(panel, "epoch")) is not run.order.has_epochs
    if run.order.has_epochs:
        assert column(panel, "epoch") == [f"{e:.0f}" for e in numbers("epoch")]
    marks = {1: "○", -1: "×"}
    examples = zip(numbers("label"), numbers("index"), strict=True)
    assert column(panel, "x") == [f"{marks[int(y)]} {i + 1:.0f}" for y, i in examples]
    assert column(panel, "c") == [f"{c:.0f}" for c in numbers("survival")]
    scores = [y * a for y, a in zip(numbers("label"), numbers("activation"), strict=True)]
    for title, values in (("y·a", scores), ("‖w‖²", numbers("w_norm_sq"))):
        shown = [float(text.replace("−", "-").replace("·10", "e").translate(_RAISED)) for text in column(panel, title)]
        assert shown == pytest.approx(values, rel=1e-3)


_RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


@over_pairs()
def test_by_example_every_example_has_a_row(panel: StepPanel, player: Player, spec: RunSpec) -> None:
    run = load(player, spec)
    by_update = dict(zip(column(panel, "t"), cells(panel), strict=True))
    player.set_granularity(Granularity.EXAMPLE)
    assert len(cells(panel)) == run.history.examples
    for t, texts in enumerate(cells(panel), 1):
        state = run.history.at_example(t)
        if state.moved:
            assert texts == by_update[str(t)]
        else:
            assert texts[place_of(panel, "k")] == ""
            assert texts[place_of(panel, "x")].endswith(f" {state.index + 1}")
    player.set_granularity(Granularity.UPDATE)
    assert len(cells(panel)) == run.updates


def test_a_click_on_a_row_goes_there_and_the_row_is_followed(panel: StepPanel, player: Player) -> None:
    player.set_run(noisy(40, 500))
    player.go_to(250)
    assert marked(panel) == 249
    visible = panel.table.rowAt(0)
    click_row(panel, visible + 1)
    assert player.position == visible + 2
    assert marked(panel) == visible + 1
    QTest.keyClick(panel.table, Qt.Key.Key_Down)
    assert player.position == visible + 3
    player.go_to(490)
    assert panel.table.visualRect(panel.table.steps.index(489, 0)).top() >= 0
    assert panel.table.visualRect(panel.table.steps.index(489, 0)).bottom() <= panel.table.viewport().height()


def test_between_two_updates_no_row_is_marked(panel: StepPanel, player: Player) -> None:
    run = load(player)
    examples = run.history.example().tolist()
    between = next(t for t in range(1, run.history.examples) if t not in examples)
    player.go_to_example(between)
    assert marked(panel) is None
    player.go_to_example(examples[0])
    assert marked(panel) == 0
    player.home()
    assert marked(panel) is None


def test_the_table_grows_with_the_record(panel: StepPanel, player: Player, qtbot: QtBot) -> None:
    run, engine = prepare(DATASET, RunSpec(max_updates=12))
    run.append(engine.advance(3, 10.0))
    player.set_run(run)
    player.go_to(1)
    assert panel.said.text().endswith("updates so far.")
    before = len(cells(panel))
    while run.stopped is None:
        run.append(engine.advance(100, 10.0))
    player.grow()
    qtbot.waitUntil(lambda: panel.said.text() == "12 updates.")
    grown = cells(panel)
    assert before < len(grown) == 12
    fresh = train(DATASET, RunSpec(max_updates=12))
    player.set_run(fresh)
    assert cells(panel) == grown


def test_nothing_is_read_for_rows_that_nobody_sees(
    panel: StepPanel, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    lines_of = steps.lines_of_updates

    def counted(run: Run, start: int, stop: int) -> list[steps.ListedStep]:
        read.append(stop - start)
        return lines_of(run, start, stop)

    monkeypatch.setattr(steps, "lines_of_updates", counted)
    player.set_run(noisy(40, 50_000))
    panel.grab()
    assert panel.table.steps.rowCount() == 50_000
    assert 0 < sum(read) < 200
    for value in range(0, 50_000, 500):
        read.clear()
        panel.table.verticalScrollBar().setValue(value)
        panel.table.grab()
        assert sum(read) < 200


@pytest.mark.parametrize("learner", ["standard", "averaged"])
def test_a_shorter_run_takes_the_place_of_one_whose_end_is_in_view(
    panel: StepPanel, player: Player, qtbot: QtBot, learner: str
) -> None:
    player.set_run(noisy(50, 5_000))
    player.end()
    qtbot.waitUntil(lambda: panel.table.rowAt(0) > 4_000)
    run = noisy(20, 7, learner)
    player.set_run(run)
    qtbot.waitUntil(lambda: 0 <= panel.table.rowAt(0) < 7)
    assert column(panel, "t") == [str(t) for t in run.history.example()]


def test_of_too_many_steps_those_about_the_playhead_are_listed(
    panel: StepPanel, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "MOST", 100)
    run = noisy(40, 250)
    player.set_run(run)
    assert panel.said.text() == "1 to 100 of 250 updates: those about the playhead."
    player.go_to(230)
    assert panel.said.text() == "201 to 250 of 250 updates: those about the playhead."
    assert column(panel, "k")[marked(panel) or 0] == "230"
    for granularity, what in ((Granularity.UPDATE, "updates"), (Granularity.EXAMPLE, "examples")):
        player.set_granularity(granularity)
        total = {"updates": run.updates, "examples": run.history.examples}[what]
        for step, stretch in ((1, "1 to 100"), (100, "1 to 100"), (101, "101 to 200"), (200, "101 to 200")):
            player.go_to(step)
            assert panel.said.text() == f"{stretch} of {total} {what}: those about the playhead."
            assert marked(panel) == (step - 1) % 100
    player.set_granularity(Granularity.UPDATE)
    click_title(panel, "y·a")
    assert panel.said.text() == "The first 100 of 250 updates, deepest first."
    assert panel.table.steps.rowCount() == 100


def test_a_number_that_has_no_room_is_read_by_scrolling_sideways(panel: StepPanel, player: Player) -> None:
    mixed = Dataset(np.arange(300.0).reshape(100, 3), np.where(np.arange(100) % 3, 1, -1))
    player.set_run(train(mixed, RunSpec("passive-aggressive", max_epochs=1200)))
    player.end()
    panel.resize(380, 420)
    table, titles = panel.table, panel.table.horizontalHeader()
    row = table.currentIndex().row()
    for place, text in enumerate(table.steps.rows(row, row)[0].texts):
        assert table.fontMetrics().horizontalAdvance(text) <= titles.sectionSize(place)
    assert titles.length() - table.viewport().width() == table.horizontalScrollBar().maximum()
