"""The stream of examples an epoch-by-epoch run sees, cut into tiles of whole epochs that the scans can work on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from core.dataset import Dataset, FloatArray, IntArray
from core.orders import Order

Row = tuple[Any, ...]
"""Place in the tile (int), then the floats y·x₁ … y·x_d, y."""

_SHORTEST_TILE = 4096
_PIECES_KEPT = 32


class Tile:
    """Some whole epochs as the run sees them.

    `index` (m,): rows of the data; `columns`: d + 1 arrays (m,), y·x₁ … y·x_d and y.
    """

    def __init__(self, index: IntArray, columns: Sequence[FloatArray]) -> None:
        self.index = index
        self.columns = tuple(columns)
        self.rows = lru_cache(maxsize=_PIECES_KEPT)(self._rows)

    def __len__(self) -> int:
        return len(self.index)

    def _rows(self, start: int, stop: int) -> list[Row]:
        """The examples at start … stop as plain tuples: what a plain loop is fastest on."""
        return list(zip(range(start, stop), *(column[start:stop].tolist() for column in self.columns), strict=True))


class Stream:
    """The examples in the order the run sees them; short epochs are strung together so that a tile is worth a scan."""

    def __init__(self, dataset: Dataset, order: Order) -> None:
        y = dataset.y.astype(np.float64)
        self._columns = [*(dataset.X[:, j] * y for j in range(dataset.d)), y]
        self._order = order
        self._epochs = max(1, _SHORTEST_TILE // max(dataset.n, 1))
        self._number = -1
        self._tile: Tile | None = None
        self.tile_length = self._epochs * dataset.n

    def tile(self, number: int) -> Tile:
        """Tile `number` (from 0), which begins with example `number · tile_length + 1` of the stream."""
        if self._tile is None or (number != self._number and not self._order.repeats):
            first = number * self._epochs + 1
            self._tile = self._gathered([self._order.epoch(first + e) for e in range(self._epochs)])
        self._number = number
        return self._tile

    def _gathered(self, epochs: list[IntArray]) -> Tile:
        if self._order.repeats and len(epochs) == 1:
            return Tile(epochs[0], self._columns)
        index = np.concatenate(epochs)
        return Tile(index, [column[index] for column in self._columns])
