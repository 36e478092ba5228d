"""One example after another, as a list says."""

from __future__ import annotations

from typing import Self

from core.datasets.dataset import FloatArray, IntArray
from core.orders.order import Pick
from core.spec import RunSpec


class Listed(Pick):
    """The next in the spec's `sequence` of rows that is up for it; after the list in the file's order, round and round.

    A row of the list that is not up for it is passed over, and so is one that the data do not have.
    """

    name = "listed"
    title = "list of updates"
    choice = "the next in the list, and after its end in the order of the file"
    listed = True
    use = "update on one after another, each while it is a mistake"

    def __init__(self, n: int, seed: int, sequence: tuple[int, ...] = ()) -> None:
        self._left = iter(sequence)
        self._following = 0

    @classmethod
    def of(cls, n: int, spec: RunSpec) -> Self:
        return cls(n, spec.seed, spec.sequence)

    def pick(self, rows: IntArray, scores: FloatArray) -> int:
        for listed in self._left:
            place = rows.searchsorted(listed)
            if place < len(rows) and rows[place] == listed:
                return listed
        row = int(rows[rows.searchsorted(self._following) % len(rows)])
        self._following = row + 1
        return row
