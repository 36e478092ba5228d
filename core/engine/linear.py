"""The perceptron in the space of the data: epoch after epoch, every mistake an update."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from core.arithmetic import accumulate_updates, bias_feature
from core.dataset import Dataset, FloatArray, IntArray
from core.engine.batch import Batch, IndexArray, Stop
from core.engine.scan import scan_blocks, scan_loop
from core.engine.stream import Stream, Tile
from core.orders import Order
from core.spec import RunSpec

_LOOP_PIECE, _BLOCK_PIECE = 1 << 12, 1 << 17
_SPARSE = 1 / 64
"""Below this share of mistakes a block of numpy beats a plain loop."""
_BLOCK_MISTAKES = 256
"""A block scan that meets so many looks up and reconsiders."""


class LinearEngine:
    """Mistake y·a ≤ 0: w ← w + y·x, b ← b + y·B² (notes 000, 001; a tie is a mistake).

    Scans in blocks where mistakes are rare and in a plain loop where they are dense: the same updates bit for bit.
    """

    def __init__(self, dataset: Dataset, spec: RunSpec, order: Order) -> None:
        self._dataset = dataset
        self._bias = bias_feature(dataset, spec.bias)
        self._stream = Stream(dataset, order)
        self._examples_limit = spec.max_epochs * dataset.n
        self._updates_left = spec.max_updates
        self._weights = np.zeros(dataset.d + 1)
        self._examples = 0
        self._last_mistake = 0
        self._sparse = False

    def advance(self, max_updates: int, budget_s: float) -> Batch:
        """Work until `max_updates` more updates are made, about `budget_s` seconds are spent, or the run ends."""
        deadline = perf_counter() + budget_s
        pieces: list[tuple[IndexArray, IntArray, FloatArray]] = []
        made = 0
        stopped = self._stop()
        while stopped is None and made < max_updates:
            pieces.append(self._work(max_updates - made))
            made += len(pieces[-1][0])
            stopped = self._stop()
            if perf_counter() >= deadline:
                break
        columns = zip(*pieces, strict=True) if pieces else _NOTHING
        index, example, activation = (np.concatenate(column) for column in columns)
        return Batch(index, example, activation, self._examples, stopped)

    def _work(self, limit: int) -> tuple[IndexArray, IntArray, FloatArray]:
        """Scan one piece of the stream, by whichever way suits it, and take over its mistakes."""
        number, start = divmod(self._examples, self._stream.tile_length)
        tile = self._stream.tile(number)
        offset = self._examples - start
        limit = min(limit, self._updates_left, _BLOCK_MISTAKES if self._sparse else limit)
        piece = _BLOCK_PIECE if self._sparse else _LOOP_PIECE
        stop = min((start // piece + 1) * piece, len(tile), self._examples_limit - offset)
        scan = scan_blocks if self._sparse else scan_loop
        places = scan(tile, start, stop, self._weights, self._bias.squared, limit)
        reached = int(places[-1]) + 1 if len(places) == limit else stop
        self._sparse = len(places) < _SPARSE * (reached - start)
        self._examples = offset + reached
        self._updates_left -= len(places)
        if len(places):
            self._last_mistake = offset + int(places[-1]) + 1
        return self._record(tile, places, offset)

    def _record(self, tile: Tile, places: IntArray, offset: int) -> tuple[IndexArray, IntArray, FloatArray]:
        """Rows for the history: activations from an in-order cumulative sum of the updates, whatever way found them."""
        index = tile.index[places]
        x = self._dataset.X[index]
        walk = np.empty((len(places) + 1, self._dataset.d + 1))
        walk[0] = self._weights
        accumulate_updates(self._dataset, self._bias, index, walk)
        self._weights = walk[-1].copy()
        activation = walk[:-1, 0] * x[:, 0]
        for j in range(1, self._dataset.d):
            activation += walk[:-1, j] * x[:, j]
        activation += walk[:-1, -1]
        return index.astype(np.int32), places + (offset + 1), activation

    def _stop(self) -> Stop | None:
        """Whether the run is over; an epoch without a mistake is seen here, at most a tile late."""
        n = self._dataset.n
        clean = -(-self._last_mistake // n) * n + n if n else 0
        if self._examples >= clean:
            self._examples = clean
            return Stop.CONVERGED
        if self._updates_left == 0:
            return Stop.MAX_UPDATES
        if self._examples >= self._examples_limit:
            return Stop.MAX_EPOCHS
        return None


_NOTHING = ([np.empty(0, np.int32)], [np.empty(0, np.int64)], [np.empty(0, np.float64)])
