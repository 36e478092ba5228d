"""The order of the file, epoch after epoch."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from core.datasets.dataset import read_only
from core.orders.order import Passes, Permutation


class Cyclic(Passes):
    """File order in every epoch."""

    name = "cyclic"
    title = "cyclic"
    choice = "in the order of the file"
    repeats = True

    def __init__(self, n: int, seed: int) -> None:
        self._n = n

    def epoch(self, number: int) -> Permutation:
        return self._rows

    @cached_property
    def _rows(self) -> Permutation:
        """Made when first asked for: the record of a long run may never ask."""
        return read_only(np.arange(self._n))
