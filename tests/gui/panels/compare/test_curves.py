"""The curves of the compare panel: what they show, where a click goes, and a plot enlarged."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.analysis.compared_entries import Entry, entry_from, entry_of, paths
from core.analysis.comparison import Comparison, Result, capped
from core.datasets.dataset import Dataset
from core.errors import Cancelled
from core.predictors import PREDICTORS
from core.run import train
from core.spec import RunSpec
from perceptron_gui.panels.compare.chooser import MARKS, MOST
from tests.core.pieces import wrong
from tests.core.tables import DATASET
from tests.gui.canvas.desk import SEPARABLE, XOR
from tests.gui.panels.compare.table_desk import PATIENCE_MS, SPEC, Table


def test_a_picture_shows_what_the_thread_found_before_anyone_heard_of_it(
    lay: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    results, made = Comparison.results, list[Comparison]()

    def noted(comparison: Comparison, cancelled: Cancelled) -> Iterator[tuple[Result, ...] | None]:
        yield from results(comparison, cancelled)
        made.append(comparison)

    monkeypatch.setattr(Comparison, "results", noted)
    table = lay(DATASET)
    table.panel.show()
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while not made and time.monotonic() < deadline:
        time.sleep(0.01)
    assert table.panel.bench.found is None
    table.panel.ready()
    assert table.found.complete
    assert set(table.cells()) == set(table.entries)


@pytest.mark.slow
@pytest.mark.parametrize("learner", ["standard", "pocket", "kernel"])
def test_playhead_curves_and_boundaries_are_those_of_so_many_examples_forward_and_back(
    qtbot: QtBot, lay: Callable[..., Table], learner: str
) -> None:
    made = lay(DATASET, replace(SPEC, learner=learner, max_updates=9))
    made.show()
    alone = {entry: train(DATASET, entry.spec(made.document.spec)) for entry in made.entries}
    seen: dict[int, str] = {}
    last = made.player.run.history.examples if made.player.run else 0
    for t in [*range(last + 1), *reversed(range(last + 1))]:
        made.player.go_to_example(t)
        made.stood_at(t)
        told = made.panel.charts[0].numbers
        assert seen.setdefault(t, told) == told
        expected = []
        for entry, run in alone.items():
            decision = run.decision(min(t, run.history.examples))
            expected.append(f"{made.panel.marks.of(entry).letter} {wrong(decision, DATASET)}")
            for outline in made.workspace.compared_boundaries.outlines:
                if outline.run.predictor.name == entry.predictor and outline.name.endswith(entry.name):
                    np.testing.assert_array_equal(outline.decision.score(DATASET.X), decision.score(DATASET.X))
        assert told == ", ".join(expected)
        assert len(made.workspace.compared_boundaries.outlines) == (len(alone) if t else 0)
    made.panel.hide()


def test_a_click_in_the_curves_goes_to_the_end_of_an_epoch(table: Table) -> None:
    table.panel.charts[0].jumped.emit(2)
    assert table.player.state is not None
    assert table.player.state.example == min(
        2 * DATASET.n, table.player.run.history.examples if table.player.run else 0
    )


def test_the_curves_are_the_errors_of_the_runs(table: Table) -> None:
    picture = table.panel.charts[0].spec
    assert picture is not None
    for curve, result in zip(picture.sampled, table.panel.table.results.results, strict=True):
        alone = train(DATASET, result.entry.spec(SPEC))
        for place, percent in zip(curve.x, curve.values, strict=True):
            t = round(place * DATASET.n)
            assert percent == 100 * wrong(alone.decision(t), DATASET) / DATASET.n
        assert curve.x[0] == picture.x.low
    assert (picture.x.low == 1) == ("from epoch 1" in picture.title)
    for curve in picture.sampled:
        assert curve.values.max() <= picture.y.high or "up to" in picture.title
    assert not table.panel.charts[1].isVisible()


@pytest.mark.parametrize("dataset", [DATASET, XOR, SEPARABLE])
def test_the_axes_show_all_that_tells_the_learners_apart_and_say_what_they_leave_out(
    lay: Callable[..., Table], dataset: Dataset
) -> None:
    made = lay(dataset)
    made.show()
    picture = made.panel.charts[0].spec
    assert picture is not None
    known = made.panel.table.results.results
    ends = [result.run.history.examples for result in known]
    errors = []
    for result in known:
        alone = train(dataset, capped(result.entry.spec(SPEC), dataset.n))
        seen = [wrong(alone.decision(t), dataset) for t in range(alone.history.examples + 1)]
        errors.append(seen + seen[-1:] * (max(ends) - len(seen) + 1))
    first = round(picture.x.low) * dataset.n
    assert (first > 0) == any(len(set(now)) > 1 for now in [*zip(*errors, strict=True)][dataset.n :])
    errors = [seen[first:] for seen in errors]
    apart = [max(now) for now in zip(*errors, strict=True) if len(set(now)) > 1]
    assert 100 * max(apart, default=0) / dataset.n <= picture.y.high
    last = first + max((t for seen in errors for t in range(1, len(seen)) if seen[t] != seen[t - 1]), default=0)
    assert picture.y.low <= 100 * min(map(min, zip(*errors, strict=True)), default=0) / dataset.n or picture.y.low <= 0
    assert last / dataset.n <= picture.x.high
    assert (max(map(max, errors)) * 100 / dataset.n > picture.y.high) == ("up to" in picture.title)
    assert (max(ends) / dataset.n > picture.x.high) == ("to last change" in picture.title)


def test_curves_that_cover_each_other_are_named_together_in_the_key(lay: Callable[..., Table]) -> None:
    made = lay(XOR)
    made.show()
    three = [entry_from(f"perceptron/{kernel}cyclic/last", SPEC) for kernel in ("", "linear/", "poly:p=1:g=1:r=0/")]
    other = entry_of(RunSpec("averaged"))

    def same(*entries: Entry) -> tuple[tuple[str, ...], ...]:
        made.panel.marks.put(dict(zip(MARKS, entries, strict=False)))
        made.settled()
        picture = made.panel.charts[0].spec
        assert picture is not None
        return picture.same

    assert not same(three[0], other)
    assert same(*three[:2]) == (("A", "B"),)
    assert same(three[0], other, three[1]) == (("A", "C"),)
    assert same(three[0], other, *three[1:]) == (("A", "C", "D"),)


def test_the_curves_have_a_third_of_the_page(table: Table) -> None:
    for height in (560, 700, 1000):
        table.panel.resize(430, height)
        table.settled()
        assert 3 * table.panel.charts[0].height() >= height - 10


def test_a_plot_takes_the_place_of_all_else_and_gives_it_back(table: Table) -> None:
    table.hold_out("40", "2")
    panel = table.panel
    first, second = panel.charts
    QTest.mouseDClick(first, Qt.MouseButton.LeftButton, pos=first.rect().center())
    assert (first.isVisible(), second.isVisible(), panel.table.isVisible()) == (True, False, False)
    first.button.click()
    assert (first.isVisible(), second.isVisible(), panel.table.isVisible()) == (True, True, True)
    second.button.click()
    assert (first.isVisible(), second.isVisible()) == (False, True)
    table.hold_out("0")
    assert (first.isVisible(), second.isVisible(), panel.table.isVisible()) == (True, False, True)


def test_a_picture_of_all_that_can_be_compared_fits_a_slide(table: Table, tmp_path: Path) -> None:
    spare = [Entry(path, name) for path in paths() for name in PREDICTORS if Entry(path, name) not in table.entries]
    for entry in spare[: MOST - len(table.entries)]:
        table.set(entry, on=True)
    table.settled()
    saving = table.panel.saving
    saving.ask_path = partial(tmp_path.joinpath, "table.png")
    saving.save.click()
    picture = QImage(str(tmp_path / "table.png"))
    assert len(table.entries) == MOST
    assert 16 * picture.height() <= 9 * picture.width()


def test_a_double_click_enlarges_a_plot_and_leaves_the_playhead(table: Table) -> None:
    chart = table.panel.charts[0]
    table.player.go_to_example(3)
    table.settled()
    place = QPoint(chart.width() - 40, chart.height() // 2)
    QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=place)
    assert table.player.state is not None
    assert table.player.state.example > 3
    QTest.mouseDClick(chart, Qt.MouseButton.LeftButton, pos=place)
    assert chart.button.isChecked()
    assert table.player.state.example == 3
