"""A dataset and what is made of it by an edit: frozen, checked, and shared where nothing changed."""

from __future__ import annotations

import numpy as np
import pytest

from core.datasets.dataset import LARGEST, Dataset
from core.errors import InputError

DATA = Dataset([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], ["no", "yes", "no"], ("length", "width"), target="grown")


def test_labels_turn_round_over_the_same_examples() -> None:
    made = DATA.flipped([0, 2])
    assert made.X is DATA.X
    assert made.same_as(Dataset(DATA.X, [1, 1, 1], DATA.features, DATA.labels, DATA.target))
    assert not made.y.flags.writeable


def test_examples_move_under_the_same_labels() -> None:
    there = np.array([[7.0, -0.0]])
    made = DATA.moved([1], there)
    there[:] = 0.0
    assert made.y is DATA.y
    assert made.same_as(Dataset([[1.0, 2.0], [7.0, -0.0], [5.0, 6.0]], DATA.y, DATA.features, DATA.labels, DATA.target))
    assert not made.same_as(DATA.moved([1], [[7.0, 0.0]]))
    assert made.X.flags.f_contiguous
    assert not made.X.flags.writeable


@pytest.mark.parametrize("far", [np.nan, np.inf, 2 * LARGEST])
def test_none_moves_where_none_may_lie(far: float) -> None:
    with pytest.raises(InputError, match=f"example 3 has {far} as feature 1".replace("+", r"\+")):
        DATA.moved([2], [[far, 0.0]])
