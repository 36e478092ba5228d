"""A fresh random order in each epoch, which is the same whenever the epoch is come to."""

from __future__ import annotations

import numpy as np
import pytest

from core.orders import Shuffled

pytestmark = pytest.mark.usefixtures("either_way")

N, SEED = 5, 3
EVERY = Shuffled._KEPT_EVERY


def in_turn(epochs: int) -> list[list[int]]:
    """The orders of the first epochs, drawn one after another."""
    generator = np.random.Generator(np.random.PCG64(SEED))
    return [generator.permutation(N).tolist() for _ in range(epochs)]


@pytest.mark.parametrize("n", [0, 1, 2, 3, 64, 65, 1000])
def test_each_order_is_the_next_permutation_of_the_generator(n: int) -> None:
    generator = np.random.Generator(np.random.PCG64(SEED))
    drawn = [generator.permutation(n).tolist() for _ in range(2 * EVERY)]
    order = Shuffled(n, SEED)
    assert [order.epoch(number).tolist() for number in range(1, 2 * EVERY + 1)] == drawn


@pytest.mark.parametrize(("first", "count"), [(1, 1), (1, 3 * EVERY), (EVERY, 2), (EVERY + 1, EVERY), (7, 2 * EVERY)])
def test_epochs_are_drawn_together_as_one_by_one(first: int, count: int) -> None:
    order, orders = Shuffled(N, SEED), in_turn(3 * EVERY)
    expected = [row for rows in orders[first - 1 : first - 1 + count] for row in rows]
    for _ in range(2):
        assert order.epochs(first, count).tolist() == expected
        assert order.epoch(first + count - 1).tolist() == expected[-N:]
        assert order.epoch(2).tolist() == orders[1]


@pytest.mark.parametrize("last", [EVERY - 1, EVERY, EVERY + 1, 2 * EVERY, 2 * EVERY + 1])
def test_going_back_to_an_epoch_draws_the_order_that_it_had(last: int) -> None:
    orders = in_turn(last)
    for back in (1, 2, EVERY - 1, EVERY, EVERY + 1, 2 * EVERY - 1, 2 * EVERY, last):
        if back <= last:
            order = Shuffled(N, SEED)
            assert [order.epoch(number).tolist() for number in range(1, last + 1)] == orders
            assert order.epoch(back).tolist() == orders[back - 1], f"back from {last} to {back}"
            assert order.epoch(last).tolist() == orders[-1], f"from {back} on to {last} again"
