"""What an order is: whole passes over the examples, or picks of one example after another."""

from __future__ import annotations

import ctypes
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from core.datasets.dataset import FloatArray, IntArray
from core.spec import RunSpec

Permutation = NDArray[np.int64]


@dataclass(frozen=True)
class Bits:
    """A bit generator as code in C calls it: the addresses of the function for its next 32 bits, and of its state."""

    next: int
    state: int

    @classmethod
    def of(cls, generator: np.random.Generator) -> Bits:
        """Wrap `generator` for C code. C and Python share its state, so numbers drawn in C are not drawn again here."""
        interface = generator.bit_generator.ctypes
        address = ctypes.cast(interface.next_uint32, ctypes.c_void_p).value
        if address is None:
            raise RuntimeError("the bit generator has no function for its next 32 bits")
        return cls(address, interface.state_address)


class Order(ABC):
    """The order of n examples, made again from its seed for each run and each record."""

    name: ClassVar[str]
    title: ClassVar[str]
    choice: ClassVar[str]
    """Which example is taken, in words that follow “the next example, …” or “one of them, …”."""
    has_epochs: ClassVar[bool]
    without_epochs: ClassVar[str] = ""
    """A sentence that says that there are no epochs; empty if there are."""
    seeded: ClassVar[bool] = False
    """True if the seed matters."""
    listed: ClassVar[bool] = False
    """True if the spec's list of rows matters."""
    use: ClassVar[str] = ""
    """The use of the examples in the list, for an order by a list."""

    def __init__(self, n: int, seed: int, sequence: tuple[int, ...] = ()) -> None:
        """Make an order over n examples; `sequence` are the rows of the list."""
        self._n, self._seed, self._sequence = n, seed, sequence

    @classmethod
    def of(cls, n: int, spec: RunSpec) -> Self:
        return cls(n, spec.seed, spec.sequence)

    @classmethod
    def trouble(cls, sequence: tuple[int, ...], n: int, first: int = 1) -> str:
        """Return what is wrong with a list that was typed for n examples, counted from `first`, in words; else ""."""
        if not sequence:
            return ""
        if not cls.listed:
            return f"the order {cls.name} does not go by a list; choose an order with a list, or leave the list out"
        last = max(sequence)
        there = f"enter {first} to {n - 1 + first:,}, counted from {first}"
        return f"{cls._listed_row(last, first)} of the list does not exist; {there}" if last >= n else ""

    @staticmethod
    def _listed_row(row: int, first: int) -> str:
        """Return the name of a row in a list that counts from `first`: examples count from 1, rows from 0."""
        return f"{'example' if first else 'row'} {row + first:,}"

    @classmethod
    def passed_over(cls, sequence: tuple[int, ...], n: int) -> int:
        """Return how many rows of a list do not exist among n examples."""
        return sum(row >= n for row in sequence) if cls.listed else 0

    @classmethod
    def skipped(cls, sequence: tuple[int, ...], updated: Sequence[int], *, over: bool) -> list[int]:
        """Return the rows of a list whose turn came while they asked for no update.

        `updated` are the rows of the first updates, one more than the list is long if there are that many. `over` is
        true if no example was left to learn from.
        """
        return []


class Passes(Order):
    """An order that visits every example once an epoch."""

    has_epochs: ClassVar[bool] = True
    repeats: ClassVar[bool] = False
    """True if every epoch visits the examples in the same order."""
    as_in_file: ClassVar[bool] = False
    """True if that is the order of the file."""

    @abstractmethod
    def epoch(self, number: int) -> Permutation:
        """Return rows of the data in the order epoch `number` (1-based) visits them; shape (n,). Do not write to it."""

    def epochs(self, first: int, count: int) -> Permutation:
        """Return the rows of `count` epochs, one after another; shape (count·n,)."""
        return self.epoch(first) if count == 1 else np.concatenate([self.epoch(first + e) for e in range(count)])


class Pick(Order):
    """An order that looks at the decision values and picks one of the examples that the rule would add: no epochs."""

    has_epochs: ClassVar[bool] = False
    without_epochs = "This order has no epochs."
    compiled: ClassVar[bool] = False
    """True if the loop in C picks as it does: drawn uniformly from its `bits`; else the first with the least y·a."""

    def bits(self) -> Bits | None:
        """Return the bit generator; None if the order draws nothing."""
        return None

    @abstractmethod
    def pick(self, rows: IntArray, scores: FloatArray) -> int:
        """Return one of `rows` (m,), m ≥ 1, increasing; `scores` (n,) are y·a of all n examples."""

    def ahead(self, count: int, many: int) -> IntArray | None:
        """Return the next `many` picks from 0 … count − 1, where the order can tell them without looking; else None."""
        return None
