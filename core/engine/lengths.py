"""How long runs in fresh random orders are, and nothing else of them: of a thousand runs nobody wants the record."""

from __future__ import annotations

import numpy as np

from core.datasets.arithmetic import bias_feature
from core.datasets.dataset import Dataset
from core.engine.engine import starting_weights
from core.engine.scan import can_scan, library, target_of
from core.errors import Cancelled, end_if
from core.orders import Bits
from core.rules import Rule
from core.spec import RunSpec

_LOOKED_AT = 1 << 19
"""Features looked at in one call: a millisecond or so."""


def can_count(dataset: Dataset, spec: RunSpec, rule: Rule) -> bool:
    """Whether there is something to count, in the space of the data, and the library knows how."""
    return dataset.n > 0 and spec.kernel is None and can_scan(rule)


class ShuffledLengths:
    """What runs of a resolved spec in shuffled order share, whatever their seeds; only where one `can_count`.

    May be shared between threads.
    """

    def __init__(self, dataset: Dataset, spec: RunSpec, rule: Rule) -> None:
        y = dataset.y.astype(np.float64)
        self._signed = np.ascontiguousarray(np.column_stack([dataset.X * y[:, None], y]))
        self._start = starting_weights(dataset, spec)
        self._numbers = (bias_feature(dataset, spec.bias).squared, *rule.bars, target_of(rule))
        self._updates, self._epochs = spec.max_updates, spec.max_epochs
        self._at_once = max(_LOOKED_AT // self._signed.size, 1)

    def of(self, seed: int, cancelled: Cancelled) -> tuple[int, bool]:
        """k of the run with this seed, and whether it converged. Raises CancelledError once it is `cancelled`."""
        generator = np.random.Generator(np.random.PCG64(seed))
        bits, weights = Bits.of(generator), self._start.copy()
        rows, clean = np.empty(len(self._signed), np.int64), np.zeros(1, np.int64)
        given = (bits.next, bits.state, self._signed, len(self._signed), len(self._start) - 1, rows, weights)
        updates, epochs = 0, 0
        while not clean[0] and updates < self._updates and epochs < self._epochs:
            end_if(cancelled)
            more = min(self._at_once, self._epochs - epochs)
            updates += library().count_shuffled(*given, *self._numbers, more, self._updates - updates, clean)
            epochs += more
        return updates, bool(clean[0])
