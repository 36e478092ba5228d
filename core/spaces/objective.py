"""The cost function of 004 §2.6: ½‖w‖² and the hinge losses, for any vector of a run."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from core.datasets.dataset import Dataset, FloatArray
from core.record.history import History
from core.spaces.space import Space

_VALUES = 1 << 20
"""Decision values held at a time."""


def hinge(y: FloatArray, decision: FloatArray) -> FloatArray:
    """`max(0, 1 − y·f)` for labels y (n,) and decision values f (n,) or (m, n), of the same shape as f (004 §2.6)."""
    return np.maximum(0.0, 1 - y * decision)


def objective_along(
    space: Space, history: History, dataset: Dataset, penalty: float, start: int = 0, stop: int | None = None
) -> FloatArray:
    """`½‖w‖² + γ·Σ max(0, 1 − y(w·x + b))` with γ = `penalty` over all of the data (004 §2.6), b free of penalty.

    After updates start … stop of a run in the space of the data, to the end of the record when `stop` is None; shape
    (stop − start + 1,). Summed in order, so that each value is the same however many are asked for.
    """
    stop = len(history) if stop is None else stop
    return np.concatenate(list(_blocks(space, history, dataset, penalty, start, stop)))


def _blocks(
    space: Space, history: History, dataset: Dataset, penalty: float, start: int, stop: int
) -> Iterator[FloatArray]:
    size = max(_VALUES // max(dataset.n, 1), 1)
    y = dataset.y.astype(np.float64)
    for first in range(start, stop + 1, size):
        last = min(first + size - 1, stop)
        w = history.weights(first, last)[:, :-1]
        losses = hinge(y, space.trajectory(history, dataset.X, first, last))
        with np.errstate(over="ignore"):
            yield _ordered_sum(w * w) / 2 + penalty * _ordered_sum(losses)


def _ordered_sum(terms: FloatArray) -> FloatArray:
    """Of each row of `terms` (m, n), from the first column to the last; shape (m,)."""
    total = np.zeros((len(terms), terms.shape[1] + 1))
    np.add.accumulate(terms, axis=1, out=total[:, 1:])
    return total[:, -1]
