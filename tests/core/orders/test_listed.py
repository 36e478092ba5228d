"""An update list: its rows in their turn, and after its end the others in the order of the file, round and round."""

from __future__ import annotations

import numpy as np

from core.datasets.dataset import Dataset
from core.orders import Listed
from core.run import train
from core.spec import RunSpec


def test_after_the_end_of_the_list_the_rows_come_one_after_another_round_and_round() -> None:
    order, rows, scores = Listed(4, 0, (2, 2)), np.arange(4), np.zeros(4)
    assert [order.pick(rows, scores) for _ in range(8)] == [2, 2, 0, 1, 2, 3, 0, 1]


def test_after_the_end_of_the_list_a_row_that_is_not_up_for_it_is_passed_over() -> None:
    order, scores = Listed(5, 0), np.zeros(5)
    picked = [order.pick(np.array(rows), scores) for rows in ([1, 3], [1, 3, 4], [0, 1, 3], [0, 1, 3, 4], [0, 3])]
    assert picked == [1, 3, 0, 1, 3]


def test_a_run_whose_list_is_over_learns_from_one_mistake_after_another() -> None:
    copies = Dataset([[1.0, 0.0]] * 3, [1, -1, 1])
    run = train(copies, RunSpec(order="listed", sequence=(1,), bias=0.0, max_updates=7))
    rows = run.history.index().tolist()
    mistakes = [set(np.flatnonzero(run.history.seek(k).w[0] * copies.y <= 0).tolist()) for k in range(len(rows))]
    assert all(row in up for row, up in zip(rows, mistakes, strict=True))
    assert rows[0] == 1
    assert {0, 1, 2} == set(rows)
