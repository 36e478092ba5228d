"""One example after another, drawn at random."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from core.dataset import FloatArray, IntArray
from core.orders.order import Pick


class Random(Pick):
    """Drawn uniformly from those that are up for it (002), by `Generator(PCG64(seed)).integers`."""

    name: ClassVar[str] = "random"
    title: ClassVar[str] = "random"
    choice: ClassVar[str] = "drawn at random"
    seeded: ClassVar[bool] = True

    def __init__(self, n: int, seed: int) -> None:
        self._generator = np.random.Generator(np.random.PCG64(seed))

    def pick(self, rows: IntArray, scores: FloatArray) -> int:
        """Any of them, whatever their scores."""
        return int(rows[self._generator.integers(len(rows))])

    def ahead(self, count: int, many: int) -> IntArray:
        """The next `many` numbers, as drawn one by one; shape (many,)."""
        return self._generator.integers(count, size=many)
