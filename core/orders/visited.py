"""The order of a list, epoch after epoch."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Self

import numpy as np

from core.datasets.dataset import read_only
from core.orders.order import Passes, Permutation
from core.spec import RunSpec


class Visited(Passes):
    """The rows of the spec's `sequence`, each in its turn, mistake or not; after them those that it leaves out.

    A row that the data do not have is passed over, and so is one that was there before.
    """

    name = "visit"
    title = "list of visits"
    choice = "in the order of the list, and after its end those that it leaves out"
    repeats = True
    listed = True
    use = "go through them in turn, mistake or not, epoch after epoch"

    def __init__(self, n: int, seed: int, sequence: tuple[int, ...] = ()) -> None:
        self._n = n
        self._sequence = sequence

    @classmethod
    def of(cls, n: int, spec: RunSpec) -> Self:
        return cls(n, spec.seed, spec.sequence)

    @classmethod
    def trouble(cls, sequence: tuple[int, ...], n: int, first: int = 1) -> str:
        again = next((row for row, times in Counter(sequence).items() if times > 1), None)
        if again is not None:
            return f"example {again + first:,} stands in the list twice; once is expected"
        return super().trouble(sequence, n, first)

    def epoch(self, number: int) -> Permutation:
        return self._rows

    @cached_property
    def _rows(self) -> Permutation:
        first = [row for row in dict.fromkeys(self._sequence) if row < self._n]
        return read_only(np.concatenate([np.array(first, np.int64), np.setdiff1d(np.arange(self._n), first)]))
