"""Epoch after epoch in the space of the data: what the rule adds is an update, the rest changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

import numpy as np

from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import Dataset
from core.engine.batch import Batch, Keyframe, Stop, joined, keyframe_interval
from core.engine.limits import Limits
from core.engine.scan import ScannedUpdates, scan_blocks, scan_loop
from core.engine.scan_compiled import can_scan, scan_compiled
from core.engine.start import starting_weights
from core.engine.stream import PIECE, Stream
from core.orders import Passes
from core.rules import Rule
from core.spec import RunSpec

_BLOCK_PIECE = 1 << 17
_COMPILED_PIECE, _EXAMPLE = 1 << 21, 6
"""Features looked at in one call, a millisecond or two; an example by itself takes as long as so many."""
_SPARSE = 1 / 64
"""Below this share of updates a block of numpy beats a plain loop."""
_BLOCK_UPDATES = 256
"""A block scan that makes so many looks up and reconsiders."""


class LinearEngine:
    """Where y·a is within the threshold of `rule`: w ← w + τy·x, b ← b + τy·B² (notes 000, 001).

    Scans in C where that was built; else in blocks where updates are rare and in a plain loop where they are dense: the
    same updates bit for bit.
    """

    def __init__(self, dataset: Dataset, spec: RunSpec, order: Passes, rule: Rule) -> None:
        self._dataset = dataset
        self._rule = rule
        self._bias = bias_feature(dataset, spec.bias)
        self._stream = Stream(dataset, order)
        self._limits = Limits.of(spec, dataset.n)
        self._updates = self._last_keyframe = 0
        self._interval = keyframe_interval(dataset.d)
        self._weights = starting_weights(dataset, spec)
        self._examples = 0
        self._last_update = 0
        self._sparse = False
        self._compiled = can_scan(rule)

    def advance(self, max_updates: int, budget_s: float) -> Batch:
        """Work until `max_updates` more updates are made, about `budget_s` seconds are spent, or the run ends."""
        deadline = perf_counter() + budget_s
        parts: list[Batch] = []
        left = max_updates
        stopped = self._stop()
        while stopped is None and left > 0:
            parts.append(self._work(left))
            left -= len(parts[-1].index)
            stopped = self._stop()
            if perf_counter() >= deadline:
                break
        return joined(parts, self._examples, stopped)

    def _work(self, limit: int) -> Batch:
        """Scan one piece of the stream, by whichever way suits it; its updates."""
        number, start = divmod(self._examples, self._stream.tile_length)
        tile = self._stream.tile(number)
        offset = self._examples - start
        limit = min(limit, self._limits.updates - self._updates)
        scan, piece = self._way()
        if scan is scan_blocks:
            limit = min(limit, _BLOCK_UPDATES)
        stop = min((start // piece + 1) * piece, len(tile), self._limits.examples - offset)
        found = scan(tile, start, stop, self._weights, self._bias.squared, limit, self._rule)
        places, self._weights = found.places, found.weights
        reached = int(places[-1]) + 1 if len(places) == limit else stop
        self._sparse = len(places) < _SPARSE * (reached - start)
        self._examples = offset + reached
        self._updates += len(places)
        if len(places):
            self._last_update = offset + int(places[-1]) + 1
        index, example = tile.index[places].astype(np.int32), places + (offset + 1)
        return Batch(index, example, tuple(self._keyframe()), self._examples, None, found.activation)

    def _way(self) -> tuple[Callable[..., ScannedUpdates], int]:
        """How to scan, and how much at a time."""
        if self._compiled:
            return scan_compiled, _COMPILED_PIECE // (self._dataset.d + _EXAMPLE) + 1
        return (scan_blocks, _BLOCK_PIECE) if self._sparse else (scan_loop, PIECE)

    def _keyframe(self) -> Iterator[Keyframe]:
        if self._updates - self._last_keyframe >= self._interval:
            self._last_keyframe = self._updates
            yield Keyframe(self._updates, self._weights)

    def _stop(self) -> Stop | None:
        """Whether the run is over; an epoch without an update is seen here, at most a tile late."""
        self._examples = min(self._examples, self._limits.clean(self._last_update))
        return self._limits.reached(self._examples, self._last_update, self._updates)
