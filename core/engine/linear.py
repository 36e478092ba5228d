"""Epoch after epoch in the space of the data: what the rule adds is an update, the rest changes nothing."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import Dataset
from core.engine.engine import EpochEngine, Limits, keyframe_interval, starting_weights
from core.engine.scan import PIECE, ScannedUpdates, Stream, can_scan, scan_blocks, scan_compiled, scan_loop
from core.orders import Passes
from core.rules import Rule
from core.spec import RunSpec

_COMPILED_PIECE, _EXAMPLE = 1 << 21, 6
"""Features looked at in one call, a millisecond or two; an example by itself takes as long as so many."""
_SPARSE = 1 / 64
"""Below this share of updates a block of numpy beats a plain loop."""


class LinearEngine(EpochEngine):
    """Where y·a is within the threshold of `rule`: w ← w + τy·x, b ← b + τy·B² (notes Perceptron 000, Huang 001).

    Scans in C where that was built; else in blocks where updates are rare and in a plain loop where they are dense: the
    same updates bit for bit.
    """

    def __init__(self, dataset: Dataset, spec: RunSpec, order: Passes, rule: Rule) -> None:
        super().__init__(dataset.n, Limits.of(spec, dataset.n), keyframe_interval(dataset.d))
        self._dataset = dataset
        self._rule = rule
        self._bias = bias_feature(dataset, spec.bias)
        self._stream = Stream(dataset, order)
        self._weights = starting_weights(dataset, spec)
        self._sparse = False
        self._compiled = can_scan(rule)

    def _work(self, most: int) -> None:
        """Scan one piece of the stream, by whichever way suits it."""
        number, start = divmod(self._examples, self._stream.tile_length)
        tile = self._stream.tile(number)
        offset = self._examples - start
        scan: Callable[..., ScannedUpdates] = scan_blocks if self._sparse else scan_loop
        piece = 1 << 17 if self._sparse else PIECE
        if self._compiled:
            scan, piece = scan_compiled, _COMPILED_PIECE // (self._dataset.d + _EXAMPLE) + 1
        # A block scan that makes so many updates looks up and reconsiders.
        limit = min(most, 256) if scan is scan_blocks else most
        stop = min((start // piece + 1) * piece, len(tile), self._limits.examples - offset)
        found = scan(tile, start, stop, self._weights, self._bias.squared, limit, self._rule)
        places, self._weights = found.places, found.weights
        reached = int(places[-1]) + 1 if len(places) == limit else stop
        self._sparse = len(places) < _SPARSE * (reached - start)
        self._examples = offset + reached
        if len(places):
            self._last_update = offset + int(places[-1]) + 1
        index = tile.index[places].astype(np.int32)
        self._take(index, places + (offset + 1), self._weights, found.activation)
