"""What an order is: whole passes over the examples, or picks of one example after another."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from core.dataset import FloatArray, IntArray

Permutation = NDArray[np.int64]


class Order(ABC):
    """Which of n examples comes next; made anew, from its seed, for each run and for each record of one."""

    name: ClassVar[str]
    title: ClassVar[str]
    choice: ClassVar[str]
    """Which example is taken, in words that follow “the next example, …” or “one of them, …”."""
    has_epochs: ClassVar[bool]
    seeded: ClassVar[bool] = False
    """Whether the seed matters."""

    @abstractmethod
    def __init__(self, n: int, seed: int) -> None:
        """Over n examples."""


class Passes(Order):
    """An order that visits every example once an epoch."""

    has_epochs: ClassVar[bool] = True
    repeats: ClassVar[bool] = False
    """Whether every epoch visits the examples in the same order."""

    @abstractmethod
    def epoch(self, number: int) -> Permutation:
        """Rows of the data in the order epoch `number` (1-based) visits them; shape (n,). Do not write to it."""


class Pick(Order):
    """An order that looks at the decision values and picks one of the examples that are up for it: no epochs."""

    has_epochs: ClassVar[bool] = False

    @abstractmethod
    def pick(self, rows: IntArray, scores: FloatArray) -> int:
        """One of `rows` (m,), m ≥ 1; `scores` (n,) are y·a of all n examples."""

    def ahead(self, count: int, many: int) -> IntArray | None:
        """The next `many` picks from 0 … count − 1, where the order can tell them without looking; else None."""
        return None
