"""One run among all runs: extremes against brute force, shuffles and the homework against single runs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.dataset import Dataset
from core.errors import InputError
from core.experiments.homework import homework, problem
from core.experiments.orders import extremes, histogram, over_shuffles
from core.experiments.what_if import coarse_to_fine, if_bias_were, if_it_lay_at, if_origin_were
from core.run import train
from core.spec import RunSpec

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
    assert found is not None
    every = lengths(X, y, (0, 0, 0))
    assert (len(found.fewest), len(found.most)) == (min(every), max(every))


def test_every_update_of_an_extreme_run_is_made_on_a_mistake() -> None:
    found = extremes(FIVE, RunSpec())
    assert found is not None
    for rows in (found.fewest, found.most):
        w, b = np.zeros(2), 0.0
        for row in rows:
            assert FIVE.y[row] * (FIVE.X[row] @ w + b) <= 0
            w, b = w + FIVE.y[row] * FIVE.X[row], b + FIVE.y[row]
        assert (FIVE.y * (FIVE.X @ w + b) > 0).all()


@pytest.mark.parametrize(
    ("dataset", "sentence"),
    [
        (Dataset(np.eye(21), [1] * 21), "at most 20 are expected"),
        (Dataset([[0.5, 1]], [1]), "small whole coordinates"),
        (Dataset([[1, 1], [1, 1]], [1, -1]), "not separable"),
    ],
)
def test_what_has_no_extremes_says_why(dataset: Dataset, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        extremes(dataset, RunSpec())


def test_a_shuffle_is_the_run_of_its_seed() -> None:
    outcomes = list(over_shuffles(FIVE, RunSpec(), 30, first_seed=5))
    assert [outcome.seed for outcome in outcomes] == list(range(5, 35))
    assert outcomes[7].updates == train(FIVE, RunSpec(order="shuffled", seed=12)).updates
    values, counts = histogram(outcomes)
    assert (counts.sum(), values.tolist()) == (30, sorted(set(values.tolist())))
    bound = train(FIVE).margin.bound
    assert bound is not None
    assert values.max() <= bound


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


def test_a_cell_of_a_map_is_a_fresh_run() -> None:
    moved = FIVE.moved([2], [[0.5, 0.5]])
    found = if_it_lay_at(FIVE, RunSpec(), 2, np.array([0.5, 0.5]))
    assert (found.updates, found.bound) == (train(moved).updates, train(moved).margin.bound)
    assert if_bias_were(FIVE, RunSpec(), 2.0).updates == train(FIVE, RunSpec(bias=2)).updates
    shifted = FIVE.with_rows(FIVE.X - [1.0, 2.0], FIVE.y)
    assert if_origin_were(FIVE, RunSpec(), np.array([1.0, 2.0])).updates == train(shifted).updates


@given(st.integers(1, 40), st.integers(1, 40))
def test_each_cell_comes_once_the_coarse_ones_first(columns: int, rows: int) -> None:
    cells = list(coarse_to_fine(columns, rows))
    assert {cell[:2] for cell in cells} == {(i, j) for i in range(columns) for j in range(rows)}
    assert len(cells) == columns * rows
    assert [size for *_, size in cells] == sorted((size for *_, size in cells), reverse=True)
