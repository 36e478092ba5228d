"""The order of the file, epoch after epoch."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import numpy as np

from core.datasets.dataset import read_only
from core.orders.order import Passes, Permutation


class Cyclic(Passes):
    """File order in every epoch."""

    name: ClassVar[str] = "cyclic"
    title: ClassVar[str] = "cyclic"
    choice: ClassVar[str] = "in the order of the file"
    repeats: ClassVar[bool] = True

    def __init__(self, n: int, seed: int) -> None:
        self._n = n

    def epoch(self, number: int) -> Permutation:
        """The rows as they stand in the file, whatever the epoch."""
        return self._rows

    @cached_property
    def _rows(self) -> Permutation:
        """Made when first asked for: the record of a long run may never ask."""
        return read_only(np.arange(self._n))
