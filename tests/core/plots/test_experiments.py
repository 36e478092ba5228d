"""The plots of many runs: every run is in a bar, marks stand where the numbers are, and every value has its place."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.analysis.experiments.orders import bars
from core.analysis.experiments.what_if import Fresh, bias_values, over_biases
from core.datasets.dataset import Dataset
from core.plots.experiments import bars_plot, parameter_plot
from core.plots.spec import PlotSpec
from core.spec import RunSpec

SOME = Dataset([[2, 1], [1, 3], [-1, 2], [-2, -1], [0, -2], [3, -1], [-3, 1]], [1, 1, 1, -1, -1, 1, -1])
NAME = "the present run"


def drawn(
    updates: list[int], bound: tuple[float, str] | None = None, present: tuple[int, str] | None = None
) -> PlotSpec:
    spec = bars_plot(bars(updates), [False] * len(updates), bound, present)
    assert spec is not None
    return spec


def place_of(updates: list[int], present: int) -> float:
    (mark,) = drawn(updates, present=(present, NAME)).marks
    assert mark.name == f"{NAME}: {present:,}"
    return mark.place


@given(st.lists(st.integers(0, 5_000), min_size=1, max_size=60))
def test_bars_hold_each_run_once_beside_each_other_and_in_view(updates: list[int]) -> None:
    spec = drawn(updates)
    assert sum(bar.height for bar in spec.bars) == len(updates)
    assert all(one.right <= other.left for one, other in zip(spec.bars, spec.bars[1:], strict=False))
    assert spec.x.low <= spec.bars[0].left + 0.5
    assert spec.bars[-1].right <= spec.x.high
    assert [spec.nearest(bar.middle) for bar in spec.bars] == list(spec.places)


def test_a_bar_says_how_many_runs_it_holds_and_how_many_stopped_at_the_limit() -> None:
    spec = bars_plot(bars([3, 3, 5]), [False, True, True])
    assert spec is not None
    assert list(spec.places.values()) == [
        "3 updates: 2 of 3 runs, 1 at the limit",
        "5 updates: 1 of 3 runs, 1 at the limit",
    ]
    assert [(bar.height, bar.hollow) for bar in spec.bars] == [(2, 1), (1, 1)]
    assert spec.nearest(4.0) is None
    assert bars_plot((), []) is None


def test_a_run_far_beside_all_bars_has_no_place_and_leaves_them_as_wide_as_they_were() -> None:
    updates = [10, 11, 12, 12, 13]
    assert place_of(updates, 9_000) == math.inf
    assert drawn(updates, present=(9_000, NAME)).x == drawn(updates).x
    assert place_of(updates, 20) == 20
    assert place_of([9_000, 9_001], 20) == -math.inf


def test_a_run_longer_than_the_last_bar_says_is_not_marked_in_it() -> None:
    updates = [*([5, 6, 7, 8] * 50), 400]
    last = drawn(updates).bars[-1]
    assert place_of(updates, 300) == last.middle
    assert place_of(updates, 401) == math.inf
    labels = drawn(updates).x
    assert labels.labels(labels.ticks(6))[-1] == "9 to 400"


@pytest.mark.parametrize(("bound", "place"), [(14.0, 14.0), (30.0, 30.0), (1e6, 1e6)])
def test_a_bound_stands_at_its_number_and_a_far_one_leaves_the_bars_as_they_were(bound: float, place: float) -> None:
    spec = drawn([10, 11, 12, 12, 13], bound=(bound, "R²/γ²"))
    assert [(mark.place, mark.role) for mark in spec.marks] == [(place, "promise")]
    assert (spec.x == drawn([10, 11, 12, 12, 13]).x) is (bound > 40)


def test_k_is_a_dot_a_run_at_its_limit_a_ring_and_the_bound_is_there_where_there_is_one() -> None:
    found = {
        0.0: None,
        1.0: Fresh(4, True, 1.0, 9.0, "R²/γ²"),
        2.0: Fresh(7, False, None, None, "R²/γ²"),
        4.0: Fresh(0, True, 2.0, 5.0, "R²/γ²"),
    }
    spec = parameter_plot("B", found, 2.0, evenly=False)
    assert spec is not None
    nan = np.nan
    shown = {each.name: (each.look, each.values.tolist()) for each in spec.samples}
    np.testing.assert_equal(
        shown,
        {
            "k": ("dots", [nan, 4, nan, 0]),
            "k at the limit": ("rings", [nan, nan, 7, nan]),
            "R²/γ²": ("dashes", [nan, 9, nan, 5]),
        },
    )
    assert list(spec.places) == list(found)
    assert spec.places[0.0] == "B = 0"
    assert spec.places[2.0] == "B = 2: 7 updates, then the limit"
    assert spec.marks[0].place == 2.0
    assert parameter_plot("B", {}, None, evenly=True) is None


def test_values_of_any_size_are_evenly_apart_and_each_is_found_at_its_place() -> None:
    values = bias_values(SOME)
    found = {result.value: result.fresh for result in over_biases(SOME, RunSpec(), values)}
    spec = parameter_plot("B", found, None, evenly=True)
    assert spec is not None
    shares = [spec.x.share(value) for value in values]
    assert np.allclose(np.diff(shares), 1 / (len(values) - 1))
    assert [spec.nearest(spec.x.value(share)) for share in shares] == list(values)
    assert spec.x.labels(spec.x.ticks(9)) == ["0", "0.1", "1", "10", "100"]
