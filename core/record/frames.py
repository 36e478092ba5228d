"""The vectors that a run had now and then, side by side in few arrays: a long run has a hundred thousand of them."""

from __future__ import annotations

from array import array
from bisect import bisect_right

import numpy as np

from core.datasets.dataset import FloatArray, read_only
from core.engine.batch import Keyframe


class Frames:
    """Keyframes, added at the end; `begun` (m,) is the vector before the first update.

    One thread adds; others may read meanwhile what is there.
    """

    def __init__(self, begun: FloatArray) -> None:
        self._most = max((1 << 12) // max(len(begun), 1), 1)
        self._updates = array("q")
        self._vectors: list[FloatArray] = []
        self._released = 0
        self.append(Keyframe(0, begun))

    @property
    def nbytes(self) -> int:
        """Memory held."""
        kept = len(self._vectors) - self._released
        return kept * self._vectors[-1].nbytes + len(self._updates) * self._updates.itemsize

    @property
    def each(self) -> int:
        """Bytes of one."""
        size: int = self._vectors[-1][0].nbytes
        return size

    def append(self, frame: Keyframe) -> None:
        """Take over a copy."""
        place = len(self._updates) % self._most
        if place == 0:
            self._vectors.append(np.empty((self._most, len(frame.weights))))
        self._vectors[-1][place] = frame.weights
        self._updates.append(frame.update)

    def before(self, update: int) -> Keyframe:
        """The last one at or before update k."""
        number = self.count(update) - 1
        block, place = divmod(number, self._most)
        return Keyframe(self._updates[number], read_only(self._vectors[block][place]))

    def count(self, update: int) -> int:
        """How many there are at or before update k, that of the start included."""
        return bisect_right(self._updates, update)

    def release(self, update: int) -> None:
        """Let go of those before the one at or before update k, as far as they fill arrays."""
        past = (self.count(update) - 1) // self._most
        for block in range(self._released, past):
            self._vectors[block] = self._vectors[block][:0].copy()
        self._released = max(self._released, past)
