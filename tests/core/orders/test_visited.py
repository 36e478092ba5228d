"""The order of a list: each example in its turn, those that it leaves out after them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.datasets.dataset import Dataset
from core.datasets.generators import generate
from core.orders import ORDERS, Listed, Visited
from core.run import train
from core.spec import RunSpec
from tests.core.strategies import datasets


def test_the_list_comes_first_and_the_others_follow_in_the_order_of_the_file() -> None:
    assert Visited(5, 0, (3, 1)).epoch(1).tolist() == [3, 1, 0, 2, 4]
    assert Visited(5, 0, (3, 1)).epoch(7).tolist() == [3, 1, 0, 2, 4]
    assert Visited(3, 0, (9, 2, 2)).epoch(1).tolist() == [2, 0, 1], "passed over: what is not there, or was before"
    assert Visited(3, 0).epoch(1).tolist() == [0, 1, 2]


@given(
    data=st.data(), dataset=datasets(min_n=1), learner=st.sampled_from(["standard", "voted", "pocket", "online-svm"])
)
def test_it_is_the_run_over_the_file_in_that_order(data: st.DataObject, dataset: Dataset, learner: str) -> None:
    rows = tuple(data.draw(st.permutations(range(dataset.n))))
    visits = train(dataset, RunSpec(learner, "visit", sequence=rows, max_epochs=5))
    order = list(rows)
    moved = train(dataset.with_rows(dataset.X[order], dataset.y[order]), RunSpec(learner, "cyclic", max_epochs=5))
    assert visits.updates == moved.updates
    assert visits.history.examples == moved.history.examples
    for k in range(visits.updates + 1):
        one, other = visits.history.seek(k), moved.history.seek(k)
        assert (one.w.tobytes(), one.b) == (other.w.tobytes(), other.b)


def test_a_list_of_many_examples_is_gone_by_too() -> None:
    dataset = generate("gaussians", n=3000)
    order = [2999, 5, *range(5), *range(6, 2999)]
    visits = train(dataset, RunSpec(order="visit", sequence=(2999, 5), max_epochs=2))
    moved = train(dataset.with_rows(dataset.X[order], dataset.y[order]), RunSpec(max_epochs=2))
    assert visits.history.index().tolist() == np.array(order)[moved.history.index()].tolist()


@pytest.mark.parametrize("name", ORDERS)
def test_a_list_that_an_order_cannot_go_by_is_refused_in_words(name: str) -> None:
    order = ORDERS[name]
    assert order.trouble((), 3) == ""
    assert bool(order.trouble((2, 0), 3)) is not order.listed
    assert order.passed_over((7, 2), 3) == (1 if order.listed else 0)
    if order.listed:
        assert order.use
        assert order.trouble((3,), 3) == "example 4 of the list does not exist; enter 1 to 3, counted from 1"
        assert order.trouble((3,), 3, 0) == "row 3 of the list does not exist; enter 0 to 2, counted from 0"


def test_only_updates_may_come_twice() -> None:
    assert Listed.trouble((1, 1), 3) == ""
    assert Visited.trouble((1, 1), 3) == "example 2 is in the list twice; leave one out"


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("most", [3, 1_000_000])
def test_the_rows_that_a_list_skips_are_those_that_were_no_mistakes_at_their_turn(seed: int, most: int) -> None:
    rng = np.random.default_rng(seed)
    X = rng.integers(-3, 4, (7, 2)).astype(float)
    y = np.where(X @ rng.normal(size=2) + 0.1 > 0, 1, -1)
    sequence = tuple(rng.integers(0, 7, 12).tolist())
    run = train(Dataset(X, y), RunSpec(order="listed", sequence=sequence, max_updates=most))
    w, skipped, updates = np.zeros(3), [], 0
    for row in sequence:
        if updates == run.updates and not run.converged:
            break  # no turn comes after the limit
        x = np.append(X[row], 1.0)
        if y[row] * (x @ w) > 0:
            skipped.append(row)
        else:
            w, updates = w + y[row] * x, updates + 1
    assert run.skipped == skipped
