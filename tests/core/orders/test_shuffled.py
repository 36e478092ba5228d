"""A fresh random order in each epoch, which is the same whenever the epoch is come to."""

from __future__ import annotations

import numpy as np
import pytest

from core.orders.passes import Shuffled

N, SEED = 5, 3
EVERY = Shuffled._KEPT_EVERY


def in_turn(epochs: int) -> list[list[int]]:
    """The orders of the first epochs, drawn one after another."""
    generator = np.random.Generator(np.random.PCG64(SEED))
    return [generator.permutation(N).tolist() for _ in range(epochs)]


@pytest.mark.parametrize("last", [EVERY - 1, EVERY, EVERY + 1, 2 * EVERY, 2 * EVERY + 1])
def test_going_back_to_an_epoch_draws_the_order_that_it_had(last: int) -> None:
    orders = in_turn(last)
    for back in (1, 2, EVERY - 1, EVERY, EVERY + 1, 2 * EVERY - 1, 2 * EVERY, last):
        if back <= last:
            order = Shuffled(N, SEED)
            assert [order.epoch(number).tolist() for number in range(1, last + 1)] == orders
            assert order.epoch(back).tolist() == orders[back - 1], f"back from {last} to {back}"
            assert order.epoch(last).tolist() == orders[-1], f"from {back} on to {last} again"
