"""The stream of examples an epoch-by-epoch run sees, cut into tiles of whole epochs that the scans can work on."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from core.dataset import Dataset, FloatArray, IntArray, LabelArray
from core.orders import Order

_SHORTEST_TILE = 4096
_PIECES_KEPT = 32


class Tile:
    """Some whole epochs as the run sees them: examples `X` (m, d), labels `y` (m,), and `index` (m,), their rows."""

    def __init__(self, index: IntArray, X: FloatArray, y: LabelArray) -> None:
        self.index, self.X, self.y = index, X, y
        self.positive = y > 0
        self.signed = lru_cache(maxsize=_PIECES_KEPT)(self._signed)

    def __len__(self) -> int:
        return len(self.index)

    def _signed(self, start: int, stop: int) -> list[list[float]]:
        """y·x₁ … y·x_d and y at start … stop as plain lists: what a plain loop is fastest on."""
        y = self.y[start:stop].astype(np.float64)
        return [*((column[start:stop] * y).tolist() for column in self.X.T), y.tolist()]


class Stream:
    """The examples in the order the run sees them; short epochs are strung together so that a tile is worth a scan."""

    def __init__(self, dataset: Dataset, order: Order) -> None:
        self._dataset = dataset
        self._order = order
        self._epochs = max(1, _SHORTEST_TILE // max(dataset.n, 1))
        self._number = -1
        self._tile: Tile | None = None
        self.tile_length = self._epochs * dataset.n

    def tile(self, number: int) -> Tile:
        """Tile `number` (from 0), which begins with example `number · tile_length + 1` of the stream."""
        if self._tile is None or (number != self._number and not self._order.repeats):
            first = number * self._epochs + 1
            self._tile = self._strung([self._order.epoch(first + e) for e in range(self._epochs)])
        self._number = number
        return self._tile

    def _strung(self, epochs: list[IntArray]) -> Tile:
        X, y = self._dataset.X, self._dataset.y
        if self._order.repeats and len(epochs) == 1:
            return Tile(epochs[0], X, y)
        index = np.concatenate(epochs)
        gathered = np.empty((len(index), self._dataset.d), order="F")
        for column, source in zip(gathered.T, X.T, strict=True):
            column[:] = source.take(index)
        return Tile(index, gathered, y.take(index))
