"""Points in the cells of a grid: each where it is, and the same in numpy and in C."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.compiled import loops
from core.datasets.dataset import FloatArray
from core.plane import cell_counts
from core.plane.cell_counts import CellGrid, summed_areas

cells = st.integers(-5, 15)
numbers = st.floats(-1e100, 1e100) | st.floats(-20, 20)
shapes = st.integers(1, 12)


@given(st.lists(st.tuples(cells, cells, st.booleans())), st.sampled_from([0.5, 1.0, 2.0]), shapes, shapes)
def test_every_chosen_point_is_counted_where_it_is(
    places: list[tuple[int, int, bool]], scale: float, columns: int, rows: int
) -> None:
    points = (np.array([place[:2] for place in places], np.float64).reshape(-1, 2) + 0.25) / scale
    chosen = np.array([place[2] for place in places], np.bool_)
    counts = CellGrid((0, 0), (scale, scale), (2, -1), columns, rows).tally(points, chosen)
    expected = np.zeros((rows, columns), np.int32)
    for x, y, counted in places:
        if counted and 0 <= x - 2 < columns and 0 <= y + 1 < rows:
            expected[y + 1, x - 2] += 1
    assert counts.tolist() == expected.tolist()


@pytest.mark.skipif(loops() is None, reason="the compiled loops were not built")
@given(
    st.lists(st.tuples(numbers, numbers, st.booleans())),
    *[st.tuples(st.floats(-10, 10), st.floats(-10, 10)) for _ in range(3)],
    shapes,
    shapes,
)
def test_both_ways_count_the_same(
    places: list[tuple[float, float, bool]],
    middle: cell_counts.Pair,
    scale: cell_counts.Pair,
    first: cell_counts.Pair,
    columns: int,
    rows: int,
) -> None:
    points: FloatArray = np.array([place[:2] for place in places], np.float64).reshape(-1, 2)
    grid = CellGrid(middle, scale, first, columns, rows)
    for chosen in (None, np.array([place[2] for place in places], np.bool_)):
        fast = grid.tally(points, chosen)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(cell_counts, "loops", lambda: None)
            assert grid.tally(points, chosen).tolist() == fast.tolist()


@pytest.mark.parametrize("compiled", [True, False])
@given(shapes, shapes, st.integers(0, 99))
def test_any_rectangle_of_cells_is_four_look_ups(compiled: bool, rows: int, columns: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    counts = rng.integers(0, 9, (rows, columns), np.int32)
    with pytest.MonkeyPatch.context() as patch:
        if not compiled:
            patch.setattr(cell_counts, "loops", lambda: None)
        sums = summed_areas(counts)
    (top, bottom), (left, right) = (np.sort(rng.integers(0, size + 1, 2)) for size in (rows, columns))
    within = sums[bottom, right] - sums[bottom, left] - sums[top, right] + sums[top, left]
    assert sums.shape == (rows + 1, columns + 1)
    assert within == counts[top:bottom, left:right].sum()
