"""One run among all runs: extremes against brute force, shuffles and the homework against single runs."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.analysis.experiments.homework import homework, problem
from core.analysis.experiments.orders import bars, extremes, over_shuffles, shuffled, with_sequence
from core.analysis.experiments.what_if import (
    Fresh,
    WhatIfGrid,
    bias_values,
    coarse_to_fine,
    fresh,
    measured_from,
    moved_to,
    origin_values,
    over_biases,
    over_origins,
    what_if,
)
from core.datasets.dataset import Dataset
from core.datasets.generators import generate
from core.errors import CancelledError, InputError
from core.learners import LEARNERS
from core.run import train
from core.spec import RunSpec
from tests.partly_slow import partly_slow

small = st.integers(-2, 2)
FIVE = Dataset([[2, 1], [1, 3], [-1, 2], [-2, -1], [0, -2]], [1, 1, 1, -1, -1])


def lengths(X: list[list[int]], y: list[int], vector: tuple[int, ...]) -> set[int]:
    """How many more updates every way from `vector` takes, by trying them all."""
    mistakes = [
        i for i, x in enumerate(X) if y[i] * (sum(w * v for w, v in zip(vector, x, strict=False)) + vector[-1]) <= 0
    ]
    if not mistakes:
        return {0}
    following = [tuple(w + y[i] * v for w, v in zip(vector, [*X[i], 1], strict=True)) for i in mistakes]
    return {1 + more for after in following for more in lengths(X, y, after)}


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), min_size=1, max_size=5, unique=True), st.data())
def test_the_extremes_over_all_orders_are_those_of_brute_force(
    points: list[tuple[int, int]], data: st.DataObject
) -> None:
    plane = data.draw(st.tuples(st.integers(-2, 2), st.integers(-2, 2), st.integers(-2, 2)))
    sides = [plane[0] * a + plane[1] * b + plane[2] for a, b in points]
    kept = [(list(point), 1 if side > 0 else -1) for point, side in zip(points, sides, strict=True) if side]
    X, y = [x for x, _ in kept], [label for _, label in kept]
    if not kept or (train(Dataset(X, y)).margin.bound or 99) > 12:
        return
    found = extremes(Dataset(X, y), RunSpec())
    every = lengths(X, y, (0, 0, 0))
    assert (len(found.fewest), len(found.most)) == (min(every), max(every))


@pytest.mark.parametrize("bias", [1, 2])
def test_an_extreme_run_can_be_played(bias: float) -> None:
    found = extremes(FIVE, RunSpec(bias=bias))
    assert len(found.fewest) < len(found.most)
    for rows in (found.fewest, found.most):
        run = train(FIVE, with_sequence(RunSpec(bias=bias), rows))
        assert run.converged
        assert run.history.index().tolist() == list(rows)


@pytest.mark.parametrize("learner", ["standard", "averaged", "voted"])
def test_no_shuffle_is_shorter_or_longer_than_the_extremes(learner: str) -> None:
    found = extremes(FIVE, RunSpec(learner))
    counts = [outcome.updates for outcome in over_shuffles(FIVE, RunSpec(learner), 100)]
    assert len(found.fewest) <= min(counts) <= max(counts) <= len(found.most)


def test_the_extremes_begin_where_the_run_does() -> None:
    spec = RunSpec(start=(3, -1, 2))
    found = extremes(FIVE, spec)
    every = lengths(FIVE.X.astype(int).tolist(), FIVE.y.tolist(), (3, -1, 2))
    assert (len(found.fewest), len(found.most)) == (min(every), max(every))
    for rows in (found.fewest, found.most):
        assert train(FIVE, with_sequence(spec, rows)).history.index().tolist() == list(rows)


def test_with_b_zero_the_b_of_a_start_is_a_fixed_threshold() -> None:
    found = list(over_biases(FIVE, RunSpec(start=(0, 0, 1)), bias_values(FIVE)))
    assert [setting.value for setting in found] == list(bias_values(FIVE))
    assert found[0].fresh.updates == train(FIVE, RunSpec(start=(0, 0, 1), bias=0)).updates


def test_the_extremes_are_left_once_nobody_wants_them() -> None:
    with pytest.raises(CancelledError):
        extremes(FIVE, RunSpec(), lambda: True)


@pytest.mark.parametrize(
    ("dataset", "sentence"),
    [
        (Dataset(np.eye(21), [1] * 21), "use at most 20"),
        (Dataset([[0.5, 1]], [1]), "small whole coordinates"),
        (Dataset([[1, 1], [1, 1]], [1, -1]), "no run ends, because the data are not separable"),
    ],
)
def test_what_has_no_extremes_says_why(dataset: Dataset, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        extremes(dataset, RunSpec())


@pytest.mark.parametrize("spec", [RunSpec("kernel"), RunSpec("margin"), RunSpec("passive-aggressive")])
def test_only_sums_of_mistakes_have_extremes(spec: RunSpec) -> None:
    with pytest.raises(InputError, match="adds up mistakes"):
        extremes(FIVE, spec)


def test_orders_that_lead_over_too_many_vectors_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.analysis.experiments.orders._MOST_VECTORS", 3)
    with pytest.raises(InputError, match="more than 3 vectors"):
        extremes(FIVE, RunSpec())


def test_a_list_is_followed_as_far_as_its_examples_are_mistakes_and_then_the_file() -> None:
    assert train(FIVE, with_sequence(RunSpec(), (3, 99, 3, 0))).history.index()[0] == 3
    swapped = train(FIVE, with_sequence(RunSpec(), ()))
    assert swapped.converged
    assert swapped.history.index()[0] == 0


@pytest.mark.parametrize("row", [-1, 1.5, "2", True])
def test_what_is_no_row_is_not_listed(row: object) -> None:
    with pytest.raises(InputError, match="whole number from 0"):
        RunSpec.from_json({"sequence": [row]})


def test_a_list_comes_back_from_json_as_it_was() -> None:
    spec = with_sequence(RunSpec(), (4, 1, 4))
    assert RunSpec.from_json(json.loads(json.dumps(spec.to_json()))) == spec


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_shuffle_is_the_run_of_its_seed(learner: str) -> None:
    spec = RunSpec(learner, max_epochs=20)
    outcomes = list(over_shuffles(FIVE, spec, 10, first_seed=5))
    assert [outcome.seed for outcome in outcomes] == list(range(5, 15))
    for outcome in outcomes:
        run = train(FIVE, replace(spec, order="shuffled", seed=outcome.seed))
        assert (outcome.updates, outcome.converged) == (run.updates, run.converged)
        assert run.spec == train(FIVE, shuffled(spec, outcome.seed)).spec


def test_no_shuffle_is_longer_than_the_bound() -> None:
    bound = train(FIVE).margin.bound
    assert bound is not None
    assert max(outcome.updates for outcome in over_shuffles(FIVE, RunSpec(), 50)) <= bound


def test_runs_and_searches_end_once_they_are_called_off() -> None:
    def called_off() -> bool:
        return True

    for search in (
        over_shuffles(FIVE, RunSpec(), 9, cancelled=called_off),
        homework(5, 9, RunSpec(), cancelled=called_off),
        over_biases(FIVE, RunSpec(), [1.0], called_off),
        over_origins(FIVE, RunSpec(), 0, [1.0], called_off),
        what_if(FIVE, RunSpec(), 0, WhatIfGrid.around(FIVE, 4), called_off),
    ):
        with pytest.raises(CancelledError):
            next(search)
    with pytest.raises(CancelledError):
        train(FIVE, RunSpec(), called_off)


@given(st.lists(st.integers(0, 10**6), max_size=60), st.integers(2, 50))
def test_bars_hold_every_run_once_within_their_ends(updates: list[int], most: int) -> None:
    made = bars(updates, most)
    assert sorted(member for bar in made for member in bar.members) == list(range(len(updates)))
    assert all(bar.first <= updates[member] <= bar.last for bar in made for member in bar.members)
    assert len(made) <= most + 1
    assert all(after.first == before.last + 1 for before, after in pairwise(made))
    assert len({bar.last - bar.first for bar in made[:-1]}) <= 1


def test_a_few_long_runs_share_the_last_bar() -> None:
    made = bars([3, 4, 5] * 40 + [900, 70])
    assert [(bar.first, bar.last) for bar in made] == [(3, 3), (4, 4), (5, 5), (6, 900)]
    assert made[-1].members == (120, 121)


def test_the_homework_is_what_its_authors_report() -> None:
    ten = list(homework(10, 200, RunSpec(order="random")))
    hundred = list(homework(100, 60, RunSpec(order="random")))
    assert all(work.converged and (work.bound is None or work.updates <= work.bound) for work in ten + hundred)
    # About 10 and 100 updates; the disagreement about 0.1 and 0.01.
    assert 7 < np.mean([work.updates for work in ten]) < 15
    assert 60 < np.mean([work.updates for work in hundred]) < 160
    assert 0.07 < np.mean([work.disagreement for work in ten]) < 0.15
    assert 0.007 < np.mean([work.disagreement for work in hundred]) < 0.02


def test_the_disagreement_is_the_share_of_points_called_differently() -> None:
    (work,) = homework(10, 1, RunSpec(), first_seed=3)
    target, dataset = problem(10, 3)
    run = train(dataset, replace(RunSpec(), seed=3))
    points = np.random.default_rng(0).uniform(-1, 1, (200_000, 2))
    differ = (points @ target[:2] + target[2] >= 0) != (run.score(points) >= 0)
    assert work.disagreement == pytest.approx(differ.mean(), abs=0.005)
    assert work.dataset.same_as(dataset)


def as_run(dataset: Dataset, spec: RunSpec) -> Fresh:
    """What `train` says."""
    run = train(dataset, spec)
    margin = run.margin
    return Fresh(run.updates, run.converged, margin.gamma, margin.bound, margin.notation.bound)


@pytest.mark.slow
@partly_slow("spec", [RunSpec("pocket", seed=4, max_updates=50)], [RunSpec(max_epochs=30), RunSpec("margin")])
def test_fifty_cells_taken_at_random_equal_fresh_runs(spec: RunSpec) -> None:
    dataset = generate("separable", 3, n=12)
    grid = WhatIfGrid.around(dataset, 24)
    cells = list(what_if(dataset, spec, 7, grid))
    assert len(cells) == grid.columns * grid.rows
    for place in np.random.default_rng(0).choice(len(cells), 50, replace=False):
        cell = cells[place]
        X = dataset.X.copy()
        X[7] = grid.place(cell.column, cell.row)
        assert cell.fresh == as_run(Dataset(X, dataset.y), spec)


def test_a_cell_leaves_further_features_as_they_are() -> None:
    dataset = Dataset([[1, 2, 3], [-1, 0, -2]], [1, -1])
    assert moved_to(dataset, 0, (5.0, 6.0)).X[0].tolist() == [5, 6, 3]


@given(st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)), min_size=1, max_size=6), st.integers(2, 40))
def test_a_grid_holds_every_example_and_each_cell_its_place(points: list[tuple[float, float]], most: int) -> None:
    grid = WhatIfGrid.around(Dataset(points, [1] * len(points)), most)
    assert max(grid.columns, grid.rows) == most
    assert all(grid.cell_at(*point) is not None for point in points)
    corner = (grid.columns - 1, grid.rows - 1)
    for cell in ((0, 0), corner, (corner[0] // 2, corner[1] // 2)):
        assert grid.cell_at(*grid.place(*cell)) == cell


@pytest.mark.parametrize("size", [5e-324, 1e-310, 1e-160, 1.0, 1e100])
def test_a_grid_of_any_size_knows_that_a_place_far_away_is_outside(size: float) -> None:
    grid = WhatIfGrid.around(Dataset([[size, size], [-size, 0.0]], [1, -1]), 24)
    assert grid.cell_at(1e300, 1e300) is None
    assert grid.cell_at(-math.inf, 0.0) is None
    assert grid.cell_at(0.0, 0.0) is not None


def test_beyond_the_outer_edges_of_a_grid_is_no_cell() -> None:
    grid = WhatIfGrid(-1.0, 2.0, 0.5, 4, 3)
    assert [grid.cell_at(*place) for place in ((-1.0, 2.0), (0.9, 3.4))] == [(0, 0), (3, 2)]
    for place in ((-1.1, 2.0), (1.0, 2.0), (-1.0, 1.9), (-1.0, 3.5)):
        assert grid.cell_at(*place) is None


def test_a_grid_needs_a_plane_and_something_in_it() -> None:
    with pytest.raises(InputError, match="use data with at least two"):
        WhatIfGrid.around(Dataset([[1.0]], [1]), 8)
    with pytest.raises(InputError, match="no examples"):
        WhatIfGrid.around(Dataset.empty(), 8)


def test_every_bias_and_every_origin_is_a_fresh_run() -> None:
    for setting in over_biases(FIVE, RunSpec(), bias_values(FIVE)):
        assert setting.fresh == as_run(FIVE, RunSpec(bias=setting.value))
    for setting in over_origins(FIVE, RunSpec(), 1, origin_values(FIVE, 1)):
        shifted = FIVE.with_rows(FIVE.X - [0.0, setting.value], FIVE.y)
        assert setting.fresh.updates == train(shifted).updates


@given(st.lists(st.tuples(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9)), max_size=5))
def test_the_parameters_that_are_tried_increase_and_the_present_origin_is_among_them(
    points: list[tuple[float, float]],
) -> None:
    dataset = Dataset(points, [1] * len(points)) if points else Dataset.empty()
    for values in (bias_values(dataset), origin_values(dataset, 1)):
        assert 0.0 in values
        assert len(values) < 200
        assert all(a < b for a, b in pairwise(values))


def test_where_the_origin_lies_changes_the_mistakes_but_not_what_separates() -> None:
    moved = measured_from(FIVE, 0, 3.0).dataset
    run, there = train(FIVE), train(moved)
    assert run.updates != there.updates
    w, b = there.history.seek(there.updates).w, there.history.seek(there.updates).b
    assert (FIVE.y * (FIVE.X @ w + b - w[0] * 3.0) > 0).all()


def test_a_fresh_run_is_left_once_nobody_wants_it() -> None:
    with pytest.raises(CancelledError):
        fresh(FIVE, RunSpec(), lambda: True)


@given(st.integers(1, 40), st.integers(1, 40))
def test_each_cell_comes_once_the_coarse_ones_first(columns: int, rows: int) -> None:
    cells = list(coarse_to_fine(columns, rows))
    assert {cell[:2] for cell in cells} == {(i, j) for i in range(columns) for j in range(rows)}
    assert len(cells) == columns * rows
    assert [size for *_, size in cells] == sorted((size for *_, size in cells), reverse=True)


def test_the_summary_tells_the_list_of_a_listed_run() -> None:
    assert train(FIVE, with_sequence(RunSpec(), (4, 1))).summary()["sequence"] == [4, 1]
    assert "sequence" not in train(FIVE).summary()
