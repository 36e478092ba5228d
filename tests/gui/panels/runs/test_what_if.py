"""What if this example lay there: a map whose cells are fresh runs."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPointF

from core.datasets.dataset import Dataset
from core.plane.projections import AlongW, Pair
from core.run import train
from core.spec import RunSpec
from perceptron_gui.panels.runs.what_if import QUANTITIES, PlaneMap, along_scale
from tests.gui.panels.runs.bench import WHOLE, Bench


def middle_of(picture: PlaneMap, column: int, row: int) -> QPointF:
    return picture._frame().point(column + 0.5, row + 0.5)


@pytest.mark.parametrize(
    ("name", "low", "high", "texts"),
    [
        ("updates", 21, 227, ["k = 21", "47", "104", "227"]),
        ("updates", 0, 0, ["k = 0"]),
        ("updates", 0, 7, ["k = 0", "1", "3", "7"]),
        ("updates", 4, 4, ["k = 4"]),
        ("gamma", 3.28e-5, 0.315, ["γ = 0.0000328", "0.00321", "0.315"]),
        ("bound", 680.1, 6.26e10, ["bound on k = 680", "6.26·10¹⁰"]),
    ],
)
def test_below_the_shades_of_what_if_no_number_covers_another(
    name: str, low: float, high: float, texts: list[str]
) -> None:
    found = along_scale(QUANTITIES[name], low, high, 250, lambda text: 7.0 * len(text))
    assert [text for text, _ in found] == texts
    ends = [(at, at + 7 * len(text)) for text, at in found]
    assert all(left >= 0 and right <= 250 for left, right in ends)
    assert all(one[1] < other[0] for one, other in pairwise(ends))


@pytest.mark.slow
def test_a_run_without_an_update_has_its_place_on_the_scale(bench: Bench) -> None:
    one_class, learnt = Dataset(WHOLE.X, np.ones(WHOLE.n)), train(WHOLE).history.seek(train(WHOLE).updates)
    for dataset, start, everywhere in ((one_class, (0.0, 0.0, 1.0), True), (WHOLE, (*learnt.w, learnt.b), False)):
        bench.document.edit(dataset, "Other classes")
        bench.document.set_spec(RunSpec(start=start))
        bench.workspace.selection.set([3])
        bench.see("What if")
        updates = {cell.fresh.updates for cell in bench.what_if.map.found.values()}
        assert (updates == {0}, min(updates)) == (everywhere, 0)
        texts = [text for text, _ in bench.what_if.map.scale(1_000)]
        assert (texts[0], len(texts) == 1) == ("k = 0", everywhere)


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
        fresh = found[places[choice]].fresh
        assert (fresh.updates, fresh.converged) == (run.updates, run.converged)
        assert (fresh.gamma, fresh.bound) == (run.margin.gamma, run.margin.bound)


def test_a_click_on_the_map_puts_the_example_there_and_the_map_stays(bench: Bench) -> None:
    bench.workspace.selection.set([3])
    bench.see("What if")
    picture, grid = bench.what_if.map, bench.what_if.grid
    assert grid is not None
    for cell in ((1, 2), (grid.columns - 2, 3)):
        bench.click(picture, middle_of(picture, *cell))
        assert tuple(bench.document.dataset.X[3].tolist()) == grid.place(*cell)
        assert bench.run.updates == picture.found[cell].fresh.updates
        assert bench.panel.finished
    assert bench.document.undo_stack.undoText() == "move example"
    bench.document.undo_stack.undo()
    bench.document.undo_stack.undo()
    assert bench.document.dataset.same_as(WHOLE)
    assert bench.panel.finished
    bench.document.edit(WHOLE.flipped([0]), "flip example")
    assert picture.old


@pytest.mark.slow
def test_the_map_is_of_the_two_features_on_the_canvas_and_changes_with_them(bench: Bench) -> None:
    three = Dataset([[2, 1, 5], [1, 3, -4], [-1, 2, 6], [-2, -1, -5]], [1, 1, -1, -1])
    bench.document.open(three, None)
    bench.document.set_view_choice(Pair(2, 1))
    bench.workspace.selection.set([3])
    bench.see("What if")
    picture, grid = bench.what_if.map, bench.what_if.grid
    assert grid is not None
    assert grid.shown == (2, 1)
    assert "→ x3, ↑ x2, all else as it is" in bench.what_if.about.text()
    for cell in ((1, 2), (grid.columns - 2, 3)):
        x, y = grid.place(*cell)
        bench.click(picture, middle_of(picture, *cell))
        assert bench.document.dataset.X[3].tolist() == [-2, y, x]
        assert bench.run.updates == picture.found[cell].fresh.updates
        assert bench.panel.finished
    bench.document.set_view_choice(Pair(0, 1))
    assert picture.old
    bench.settle()
    assert bench.what_if.grid is not None
    assert bench.what_if.grid.shown == (0, 1)
    bench.document.set_view_choice(AlongW())
    assert "puts two features on the axes" in bench.what_if.about.text()


def test_the_map_is_read_in_words(bench: Bench) -> None:
    bench.workspace.selection.set([3])
    bench.see("What if")
    picture = bench.what_if.map
    fresh = picture.found[2, 1].fresh
    text = picture.point_at(middle_of(picture, 2, 1))
    assert ("then the limit" in text) == (not fresh.converged)
    assert ("γ = " in text) == (fresh.gamma is not None)
    assert picture.point_at(None) == ""


def test_a_map_without_any_colour_says_what_that_means(bench: Bench) -> None:
    twins = Dataset([[1, 1], [1, 1], [-1, 2], [3, -1]], [1, -1, 1, -1])  # whatever the others do, these disagree
    bench.document.open(twins, None)
    bench.document.set_spec(RunSpec(max_updates=20))
    bench.workspace.selection.set([2])
    bench.see("What if")
    assert bench.what_if.map.empty
    told = {}
    for place in range(bench.what_if.quantity.count()):
        bench.what_if.quantity.setCurrentIndex(place)
        told[bench.what_if.quantity.currentData()] = bench.what_if.result.text().split("all reached the limit. ")[1]
    assert told == {
        "updates": "None of these places of example 3 lets the run stop within the limit.",
        "gamma": "No γ is known for any of these places of example 3.",
        "bound": "No bound on k is known for any of these places of example 3.",
    }


def test_a_map_with_some_colour_says_how_many_runs_have_none(bench: Bench) -> None:
    bench.workspace.selection.set([3])
    bench.see("What if")
    limited = sum(not cell.fresh.converged for cell in bench.what_if.map.found.values())
    assert 0 < limited < len(bench.what_if.found)
    assert bench.what_if.result.text().endswith(f"runs; {limited} of {len(bench.what_if.found)} reached the limit.")


def test_one_feature_has_no_map_and_says_so(bench: Bench) -> None:
    bench.document.open(Dataset([[1.0], [-1.0]], [1, -1]), None)
    bench.workspace.selection.set([0])
    bench.panel.show()
    bench.panel.turn_to("What if")
    assert "use data with at least two" in bench.what_if.about.text()


def test_at_the_outer_edges_of_the_map_is_the_outermost_cell_and_beyond_them_none(bench: Bench) -> None:
    bench.workspace.selection.set([3])
    bench.see("What if")
    picture, grid = bench.what_if.map, bench.what_if.grid
    assert grid is not None
    right, top, area = grid.columns - 1, grid.rows - 1, picture._frame().area
    for cell, corner in (
        ((0, 0), area.bottomLeft()),
        ((right, 0), area.bottomRight()),
        ((0, top), area.topLeft()),
        ((right, top), area.topRight()),
    ):
        assert picture.thing_at(corner) == cell
        assert picture.thing_at(corner + (corner - area.center()) * 1e-3) is None
