"""When the comparison is worked out, how far it is, and that it can be stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from core.analysis.comparison import Comparison, Result
from core.datasets.dataset import Dataset
from core.errors import Cancelled
from core.run import train
from core.spec import RunSpec
from tests.core.tables import DATASET
from tests.gui.panels.compare.table_desk import PATIENCE_MS, SPEC, Table, written
from tests.patience import patiently


def test_nothing_is_worked_out_while_nobody_looks(qtbot: QtBot, lay: Callable[..., Table]) -> None:
    made = lay(DATASET)
    made.document.edit(DATASET.flipped([0]), "Flip")
    assert made.panel.bench.found is None
    assert not made.panel.bench.worker.busy
    made.show()
    assert made.workspace.compared_boundaries.outlines == ()  # the playhead is at the start
    made.player.end()
    qtbot.waitUntil(lambda: bool(made.workspace.compared_boundaries.outlines), timeout=PATIENCE_MS)
    made.panel.hide()
    assert not made.workspace.compared_boundaries.outlines
    assert not made.panel.bench.worker.busy
    known = made.panel.bench.found
    made.panel.show()
    assert made.panel.bench.found is known  # what is known is not worked out again
    made.panel.hide()


def test_edits_are_followed(table: Table) -> None:
    for _ in range(3):
        table.document.edit(table.document.dataset.moved([0], [[0.1, 0.2]]), "Move", 1)
        table.document.edit(table.document.dataset.flipped([1]), "Flip")
    table.wait_until(
        lambda: (
            table.panel.bench.found is not None and table.panel.bench.found.question.dataset is table.document.dataset
        )
    )
    table.settled()
    for entry, row in table.cells().items():
        assert row[:3] == written(train(table.document.dataset, entry.spec(SPEC)))


def test_while_points_are_dragged_something_is_told_all_the_time(qtbot: QtBot, lay: Callable[..., Table]) -> None:
    rng = np.random.default_rng(2)
    dataset = Dataset(rng.normal(size=(200, 2)).round(2), rng.choice([-1, 1], 200))
    made = lay(dataset, RunSpec(max_updates=1000))
    made.panel.show()
    told: list[Dataset] = []
    made.panel.bench.changed.connect(lambda: told.append(made.found.question.dataset))
    for step in range(4):
        made.document.edit(dataset.moved([0], [[0.1 * step, 1.0]]), "Move", 1)
        with qtbot.waitSignal(made.panel.bench.changed):
            pass
    assert len({id(each) for each in told}) > 1
    made.panel.bench.stop()
    made.panel.hide()


def test_long_work_shows_how_far_it_is_and_can_be_stopped(qtbot: QtBot, lay: Callable[..., Table]) -> None:
    rng = np.random.default_rng(2)
    dataset = Dataset(rng.normal(size=(300, 2)).round(2), rng.choice([-1, 1], 300))
    made = lay(dataset, RunSpec(max_epochs=2))
    made.document.spec_changed.disconnect(made.solve)
    made.document.set_spec(RunSpec(max_epochs=10**6))
    made.panel.show()
    qtbot.waitUntil(made.panel.stop.isVisible, timeout=PATIENCE_MS)
    assert "runs over" in made.panel.progress.text()
    made.panel.stop.click()
    assert not made.panel.bench.worker.busy
    assert not made.panel.stop.isVisible()
    assert "so far …" in made.panel.table.results.index(0, 3).data()
    made.panel.hide()


def test_work_that_is_broken_off_after_its_last_result_is_done_again(
    lay: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    results = Comparison.results

    def held(comparison: Comparison, cancelled: Cancelled) -> Iterator[tuple[Result, ...] | None]:
        yield from results(comparison, cancelled)
        for _ in patiently(cancelled):
            time.sleep(0.001)

    monkeypatch.setattr(Comparison, "results", held)
    made = lay(DATASET)
    made.panel.show()
    made.wait_until(lambda: made.panel.bench.found is not None and made.found.complete)
    made.panel.hide()
    monkeypatch.undo()
    made.player.end()
    made.panel.show()
    assert made.player.state is not None
    made.stood_at(made.player.state.example)
    made.settled()
    made.panel.hide()
