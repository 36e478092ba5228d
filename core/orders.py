"""Which example comes next: whole passes over the examples, or picks of one after another; and the table of both."""

from __future__ import annotations

import ctypes
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from itertools import takewhile
from operator import ne
from typing import ClassVar, Self

import numpy as np

from core.compiled import loops
from core.datasets.dataset import FloatArray, IntArray, read_only
from core.spec import Axis, RunSpec

Bits = tuple[int, int]
"""A bit generator as code in C calls it: the addresses of the function for its next 32 bits, and of its state."""


def bits_of(generator: np.random.Generator) -> Bits:
    """Wrap `generator` for C code. C and Python share its state, so numbers drawn in C are not drawn again here."""
    interface = generator.bit_generator.ctypes
    address = ctypes.cast(interface.next_uint32, ctypes.c_void_p).value
    if address is None:
        raise RuntimeError("the bit generator has no function for its next 32 bits")
    return address, interface.state_address


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
    listed: ClassVar[bool] = False
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
    def epoch(self, number: int) -> IntArray:
        """Return rows of the data in the order epoch `number` (1-based) visits them; shape (n,). Do not write to it."""

    def epochs(self, first: int, count: int) -> IntArray:
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


class Cyclic(Passes):
    """File order in every epoch."""

    name = "cyclic"
    title = "cyclic"
    choice = "in the order of the file"
    repeats = True
    as_in_file = True

    def epoch(self, number: int) -> IntArray:
        return self._rows

    @cached_property
    def _rows(self) -> IntArray:
        """Made when first asked for: the record of a long run may never ask."""
        return read_only(np.arange(self._n))


class Visited(Cyclic):
    """The rows of the spec's `sequence` in turn, mistake or not, and then the rows it leaves out; each once."""

    name = "visit"
    title = "visit list"
    choice = "in the order of the list, and after its end those that it leaves out"
    as_in_file = False
    listed = True
    use = "go through them in turn, mistake or not, epoch after epoch"

    @classmethod
    def trouble(cls, sequence: tuple[int, ...], n: int, first: int = 1) -> str:
        again = next((row for row, times in Counter(sequence).items() if times > 1), None)
        if again is not None:
            return f"{cls._listed_row(again, first)} is in the list twice; leave one out"
        return super().trouble(sequence, n, first)

    @cached_property
    def _rows(self) -> IntArray:
        first = [row for row in dict.fromkeys(self._sequence) if row < self._n]
        return read_only(np.concatenate([np.array(first, np.int64), np.setdiff1d(np.arange(self._n), first)]))


class Shuffled(Passes):
    """A fresh permutation each epoch, drawn one after another from `Generator(PCG64(seed))`."""

    name = "shuffled"
    title = "shuffled"
    choice = "in a fresh random order"
    seeded = True
    _KEPT_EVERY = 64

    def __init__(self, n: int, seed: int, sequence: tuple[int, ...] = ()) -> None:
        super().__init__(n, seed, sequence)
        self._bits = np.random.PCG64(seed)
        self._generator = np.random.Generator(self._bits)
        self._saved, self._drawn = [self._bits.state], 0
        self._current: IntArray = np.arange(n)

    def epoch(self, number: int) -> IntArray:
        """Return the permutation of epoch `number`; to go back, draw again from the nearest saved state."""
        if number < self._drawn:
            block = max(number - 1, 0) // self._KEPT_EVERY
            self._bits.state = self._saved[block]
            self._drawn = block * self._KEPT_EVERY
        while self._drawn < number:
            self._following(number - self._drawn)
        return self._current

    def epochs(self, first: int, count: int) -> IntArray:
        self.epoch(first - 1)
        drawn = [self._following(count)]
        while (left := first + count - 1 - self._drawn) > 0:
            drawn.append(self._following(left))
        return np.concatenate(drawn, axis=None)

    def _following(self, most: int) -> IntArray:
        """Return up to `most` of the next epochs, no further than to the next saved state; shape (m, n)."""
        block, place = divmod(self._drawn, self._KEPT_EVERY)
        if place == 0 and block == len(self._saved):
            self._saved.append(self._bits.state)
        count = min(most, self._KEPT_EVERY - place)
        self._drawn += count
        rows = np.empty((count, self._n), np.int64)
        if (library := loops()) is not None:
            library.shuffle(*bits_of(self._generator), self._n, count, rows)
        else:
            for row in rows:
                row[:] = self._generator.permutation(self._n)
        self._current = rows[-1]
        return rows


class Random(Pick):
    """An example drawn uniformly from the candidates (Pocket 002), by `Generator(PCG64(seed)).integers`."""

    name = "random"
    title = "random"
    choice = "drawn at random"
    seeded = True
    compiled = True

    @cached_property
    def _generator(self) -> np.random.Generator:
        return np.random.Generator(np.random.PCG64(self._seed))

    def pick(self, rows: IntArray, scores: FloatArray) -> int:
        return int(rows[self._generator.integers(len(rows))])

    def bits(self) -> Bits:
        return bits_of(self._generator)

    def ahead(self, count: int, many: int) -> IntArray:
        return self._generator.integers(count, size=many)


class Furthest(Pick):
    """The one farthest on the wrong side, y·a least; the earliest in the file where several are equally far."""

    name = "furthest"
    title = "furthest first"
    choice = "the one with the smallest `y·a`"
    compiled = True

    def pick(self, rows: IntArray, scores: FloatArray) -> int:
        return int(rows[scores[rows].argmin()])


class Listed(Pick):
    """The next row of the spec's `sequence` that the rule would add; afterwards in file order, round and round."""

    name = "listed"
    title = "update list"
    choice = "the next in the list, and after its end in the order of the file"
    listed = True
    use = "update on one after another, each while it is a mistake"

    _following = 0

    @cached_property
    def _left(self) -> Iterator[int]:
        return iter(self._sequence)

    def pick(self, rows: IntArray, scores: FloatArray) -> int:
        for listed in self._left:
            place = rows.searchsorted(listed)
            if place < len(rows) and rows[place] == listed:
                return listed
        row = int(rows[rows.searchsorted(self._following) % len(rows)])
        self._following = row + 1
        return row

    @classmethod
    def skipped(cls, sequence: tuple[int, ...], updated: Sequence[int], *, over: bool) -> list[int]:
        skipped: list[int] = []
        left = iter(sequence)
        for row in updated:  # after the end of the list nothing is left, and all that was not met is skipped
            skipped += takewhile(partial(ne, row), left)
        return [*skipped, *left] if over else skipped


ORDERS: Axis[type[Passes | Pick]] = Axis("order", "an order", (Cyclic, Shuffled, Random, Furthest, Visited, Listed))
find_order = ORDERS.find
