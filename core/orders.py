"""Which example comes next: one class an order, and the table of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError

Permutation = NDArray[np.int64]


class Passes(Protocol):
    """An order that visits every example once an epoch; `repeats` says that every epoch is the same."""

    @property
    def repeats(self) -> bool:
        """Whether every epoch visits the examples in the same order."""
        ...

    def epoch(self, number: int) -> Permutation:
        """Rows of the data in the order epoch `number` (1-based) visits them; shape (n,). Do not write to it."""
        ...


class Cyclic:
    """File order in every epoch."""

    repeats = True

    def __init__(self, n: int, seed: int) -> None:
        self._rows = np.arange(n)
        self._rows.setflags(write=False)

    def epoch(self, number: int) -> Permutation:
        """The rows as they stand in the file, whatever the epoch."""
        return self._rows


class Shuffled:
    """A fresh permutation each epoch, drawn one after another from `Generator(PCG64(seed))`."""

    repeats = False
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


class Random:
    """No epochs: a mistake drawn uniformly from all current ones (002), or for the online SVM an example from all."""

    def __init__(self, n: int, seed: int) -> None:
        self._generator = np.random.Generator(np.random.PCG64(seed))

    def draw(self, count: int) -> int:
        """The next number of `Generator(PCG64(seed)).integers(count)`."""
        return int(self._generator.integers(count))

    def draws(self, count: int, many: int) -> Permutation:
        """The next `many` numbers, as drawn one by one; shape (many,)."""
        return self._generator.integers(count, size=many)


Order = Passes | Random

ORDERS: dict[str, Callable[[int, int], Order]] = {"cyclic": Cyclic, "shuffled": Shuffled, "random": Random}
"""Name → order over n examples with a seed."""


def make_order(name: str, n: int, seed: int) -> Order:
    """The order called `name`; raises InputError for a name that is not in the table."""
    if name not in ORDERS:
        raise InputError(f"{name!r} is not an order; {', '.join(ORDERS)} is expected")
    return ORDERS[name](n, seed)
