"""The perceptron in the space of the data: epoch after epoch, every mistake an update."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from core.arithmetic import accumulate_updates, bias_feature
from core.dataset import Dataset, FloatArray, IntArray
from core.engine.batch import Batch, IndexArray, Stop, keyframe_interval
from core.engine.scan import scan_blocks, scan_loop
from core.engine.stream import Stream
from core.orders import Order
from core.spec import RunSpec

_LOOP_PIECE, _BLOCK_PIECE = 1 << 12, 1 << 17
_SPARSE = 1 / 64
"""Below this share of mistakes a block of numpy beats a plain loop."""
_BLOCK_MISTAKES = 256
"""A block scan that meets so many looks up and reconsiders."""


_Piece = tuple[IndexArray, IntArray, FloatArray, FloatArray]
"""The columns of a batch."""


class LinearEngine:
    """Mistake y·a ≤ 0: w ← w + y·x, b ← b + y·B² (notes 000, 001; a tie is a mistake).

    Scans in blocks where mistakes are rare and in a plain loop where they are dense: the same updates bit for bit.
    """

    def __init__(self, dataset: Dataset, spec: RunSpec, order: Order) -> None:
        self._dataset = dataset
        self._bias = bias_feature(dataset, spec.bias)
        self._stream = Stream(dataset, order)
        self._examples_limit = spec.max_epochs * dataset.n
        self._updates_limit = spec.max_updates
        self._updates = 0
        self._interval = keyframe_interval(dataset.d)
        self._weights = np.zeros(dataset.d + 1)
        self._examples = 0
        self._last_mistake = 0
        self._sparse = False
        self._nothing: _Piece = (
            np.empty(0, np.int32),
            np.empty(0, np.int64),
            np.empty(0),
            np.empty((0, dataset.d + 1)),
        )

    def advance(self, max_updates: int, budget_s: float) -> Batch:
        """Work until `max_updates` more updates are made, about `budget_s` seconds are spent, or the run ends."""
        deadline = perf_counter() + budget_s
        pieces = [self._nothing]
        left = max_updates
        stopped = self._stop()
        while stopped is None and left > 0:
            pieces.append(self._work(left))
            left -= len(pieces[-1][0])
            stopped = self._stop()
            if perf_counter() >= deadline:
                break
        index, example, activation, keyframes = (np.concatenate(column) for column in zip(*pieces, strict=True))
        return Batch(index, example, activation, keyframes, self._examples, stopped)

    def _work(self, limit: int) -> _Piece:
        """Scan one piece of the stream, by whichever way suits it, and take over its mistakes."""
        number, start = divmod(self._examples, self._stream.tile_length)
        tile = self._stream.tile(number)
        offset = self._examples - start
        limit = min(limit, self._updates_limit - self._updates, _BLOCK_MISTAKES if self._sparse else limit)
        piece = _BLOCK_PIECE if self._sparse else _LOOP_PIECE
        stop = min((start // piece + 1) * piece, len(tile), self._examples_limit - offset)
        scan = scan_blocks if self._sparse else scan_loop
        places = scan(tile, start, stop, self._weights, self._bias.squared, limit)
        reached = int(places[-1]) + 1 if len(places) == limit else stop
        self._sparse = len(places) < _SPARSE * (reached - start)
        self._examples = offset + reached
        if len(places):
            self._last_mistake = offset + int(places[-1]) + 1
        return self._record(tile.index[places], places + (offset + 1))

    def _record(self, index: IntArray, example: IntArray) -> _Piece:
        """Make the updates on rows `index`, by an in-order cumulative sum whatever way found them."""
        weights, activation = accumulate_updates(self._dataset, self._bias, index, self._weights)
        first_keyframe = self._interval - self._updates % self._interval
        self._weights = weights[-1].copy()
        self._updates += len(index)
        return index.astype(np.int32), example, activation, weights[first_keyframe :: self._interval]

    def _stop(self) -> Stop | None:
        """Whether the run is over; an epoch without a mistake is seen here, at most a tile late."""
        n = self._dataset.n
        clean = -(-self._last_mistake // n) * n + n if n else 0
        if self._examples >= clean:
            self._examples = clean
            return Stop.CONVERGED
        if self._updates >= self._updates_limit:
            return Stop.MAX_UPDATES
        if self._examples >= self._examples_limit:
            return Stop.MAX_EPOCHS
        return None
