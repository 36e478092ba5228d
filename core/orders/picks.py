"""One example after another: drawn at random, the worst first, or as a list says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from itertools import takewhile
from operator import ne

import numpy as np

from core.datasets.dataset import FloatArray, IntArray
from core.orders.order import Bits, Pick


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
        return Bits.of(self._generator)

    def ahead(self, count: int, many: int) -> IntArray:
        """Return the next `many` numbers, as drawn one by one; shape (many,)."""
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
