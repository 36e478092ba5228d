"""Every example once an epoch: in the order of the file, or in a fresh one."""

from __future__ import annotations

from functools import cached_property
from typing import Any

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


class Shuffled(Passes):
    """A fresh permutation each epoch, drawn one after another from `Generator(PCG64(seed))`."""

    name = "shuffled"
    title = "shuffled"
    choice = "in a fresh random order"
    seeded = True
    _KEPT_EVERY = 64

    def __init__(self, n: int, seed: int) -> None:
        self._n = n
        self._bits = np.random.PCG64(seed)
        self._generator = np.random.Generator(self._bits)
        self._saved: list[Any] = [self._bits.state]
        self._drawn = 0
        self._current: Permutation = np.arange(n)

    def epoch(self, number: int) -> Permutation:
        """The permutation of epoch `number`; going back re-draws from the nearest saved state of the generator."""
        if number < self._drawn:
            block = (number - 1) // self._KEPT_EVERY
            self._bits.state = self._saved[block]
            self._drawn = block * self._KEPT_EVERY
        while self._drawn < number:
            block, place = divmod(self._drawn, self._KEPT_EVERY)
            if place == 0 and block == len(self._saved):
                self._saved.append(self._bits.state)
            self._current = self._generator.permutation(self._n)
            self._drawn += 1
        return self._current
