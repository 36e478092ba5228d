"""The perceptron in the space of the data: epoch after epoch, every mistake an update."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

import numpy as np

from core.arithmetic import bias_feature
from core.dataset import Dataset, IntArray
from core.engine.batch import Batch, IndexArray, Keyframe, Stop, keyframe_interval
from core.engine.limits import Limits
from core.engine.scan import scan_blocks, scan_loop
from core.engine.stream import PIECE, Stream
from core.orders import Passes
from core.spec import RunSpec

_BLOCK_PIECE = 1 << 17
_SPARSE = 1 / 64
"""Below this share of mistakes a block of numpy beats a plain loop."""
_BLOCK_MISTAKES = 256
"""A block scan that meets so many looks up and reconsiders."""


class LinearEngine:
    """Mistake y·a ≤ 0: w ← w + y·x, b ← b + y·B² (notes 000, 001; a tie is a mistake).

    Scans in blocks where mistakes are rare and in a plain loop where they are dense: the same updates bit for bit.
    """

    def __init__(self, dataset: Dataset, spec: RunSpec, order: Passes) -> None:
        self._dataset = dataset
        self._bias = bias_feature(dataset, spec.bias)
        self._stream = Stream(dataset, order)
        self._limits = Limits.of(spec, dataset.n)
        self._updates = self._last_keyframe = 0
        self._interval = keyframe_interval(dataset.d)
        self._weights = np.zeros(dataset.d + 1)
        self._examples = 0
        self._last_mistake = 0
        self._sparse = False

    def advance(self, max_updates: int, budget_s: float) -> Batch:
        """Work until `max_updates` more updates are made, about `budget_s` seconds are spent, or the run ends."""
        deadline = perf_counter() + budget_s
        index, example = [np.empty(0, np.int32)], [np.empty(0, np.int64)]
        keyframes: list[Keyframe] = []
        left = max_updates
        stopped = self._stop()
        while stopped is None and left > 0:
            rows, seen = self._work(left)
            index.append(rows)
            example.append(seen)
            keyframes.extend(self._keyframe())
            left -= len(rows)
            stopped = self._stop()
            if perf_counter() >= deadline:
                break
        return Batch(np.concatenate(index), np.concatenate(example), tuple(keyframes), self._examples, stopped)

    def _work(self, limit: int) -> tuple[IndexArray, IntArray]:
        """Scan one piece of the stream, by whichever way suits it; the rows and the t of its updates."""
        number, start = divmod(self._examples, self._stream.tile_length)
        tile = self._stream.tile(number)
        offset = self._examples - start
        limit = min(limit, self._limits.updates - self._updates, _BLOCK_MISTAKES if self._sparse else limit)
        piece = _BLOCK_PIECE if self._sparse else PIECE
        stop = min((start // piece + 1) * piece, len(tile), self._limits.examples - offset)
        scan = scan_blocks if self._sparse else scan_loop
        places, self._weights = scan(tile, start, stop, self._weights, self._bias.squared, limit)
        reached = int(places[-1]) + 1 if len(places) == limit else stop
        self._sparse = len(places) < _SPARSE * (reached - start)
        self._examples = offset + reached
        self._updates += len(places)
        if len(places):
            self._last_mistake = offset + int(places[-1]) + 1
        return tile.index[places].astype(np.int32), places + (offset + 1)

    def _keyframe(self) -> Iterator[Keyframe]:
        if self._updates - self._last_keyframe >= self._interval:
            self._last_keyframe = self._updates
            yield Keyframe(self._updates, self._weights)

    def _stop(self) -> Stop | None:
        """Whether the run is over; an epoch without a mistake is seen here, at most a tile late."""
        self._examples = min(self._examples, self._limits.clean(self._last_mistake))
        return self._limits.reached(self._examples, self._last_mistake, self._updates)
