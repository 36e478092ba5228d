"""The orders: every example once an epoch, as in the file, by a list or shuffled; or one picked after another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from itertools import takewhile
from operator import ne
from typing import Any

import numpy as np

from core.compiled import loops
from core.datasets.dataset import FloatArray, IntArray, read_only
from core.orders.order import Bits, Passes, Permutation, Pick


class Cyclic(Passes):
    """File order in every epoch."""

    name = "cyclic"
    title = "cyclic"
    choice = "in the order of the file"
    repeats = True
    as_in_file = True

    def epoch(self, number: int) -> Permutation:
        return self._rows

    @cached_property
    def _rows(self) -> Permutation:
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
    def _rows(self) -> Permutation:
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
        self._saved = [self._place]
        self._drawn = 0
        self._current: Permutation = np.arange(n)

    def epoch(self, number: int) -> Permutation:
        """Return the permutation of epoch `number`; to go back, draw again from the nearest saved state."""
        if number < self._drawn:
            block = max(number - 1, 0) // self._KEPT_EVERY
            self._place = self._saved[block]
            self._drawn = block * self._KEPT_EVERY
        while self._drawn < number:
            self._following(number - self._drawn)
        return self._current

    def epochs(self, first: int, count: int) -> Permutation:
        self.epoch(first - 1)
        drawn = [self._following(count)]
        while (left := first + count - 1 - self._drawn) > 0:
            drawn.append(self._following(left))
        return np.concatenate(drawn, axis=None)

    def _following(self, most: int) -> Permutation:
        """Return up to `most` of the next epochs, no further than to the next saved state; shape (m, n)."""
        block, place = divmod(self._drawn, self._KEPT_EVERY)
        if place == 0 and block == len(self._saved):
            self._saved.append(self._place)
        count = min(most, self._KEPT_EVERY - place)
        self._drawn += count
        rows = np.empty((count, self._n), np.int64)
        if (library := loops()) is not None:
            library.shuffle(self._drawn_from.next, self._drawn_from.state, self._n, count, rows)
        else:
            for row in rows:
                row[:] = self._generator.permutation(self._n)
        self._current = rows[-1]
        return rows

    @property
    def _place(self) -> tuple[int, int, int]:
        """What of the generator's state changes: a long run saves it a hundred thousand times."""
        now = self._bits.state
        return now["state"]["state"], now["has_uint32"], now["uinteger"]

    @_place.setter
    def _place(self, place: tuple[int, int, int]) -> None:
        now = self._bits.state
        state, has_uint32, uinteger = place
        whole: Any = {"state": {**now["state"], "state": state}, "has_uint32": has_uint32, "uinteger": uinteger}
        self._bits.state = {**now, **whole}

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the addresses, which hold only here and now."""
        return {name: value for name, value in self.__dict__.items() if name != "_drawn_from"}

    @cached_property
    def _drawn_from(self) -> Bits:
        return Bits.of(self._generator)


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
