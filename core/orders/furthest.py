"""The worst example first."""

from __future__ import annotations

from core.datasets.dataset import FloatArray, IntArray
from core.orders.order import Pick


class Furthest(Pick):
    """The one farthest on the wrong side, y·a least; the earliest in the file where several are equally far."""

    name = "furthest"
    title = "furthest first"
    choice = "the one with the smallest `y·a`"
    compiled = True

    def __init__(self, n: int, seed: int) -> None:
        pass

    def pick(self, rows: IntArray, scores: FloatArray) -> int:
        return int(rows[scores[rows].argmin()])
