"""The record of a run in the space of the data: weights and activations follow from the rows, bit for bit.

Where every example is an update, its vectors are found again by the same steps (Yuille 004 §2.7).
"""

from __future__ import annotations

from core.datasets.arithmetic import (
    BiasFeature,
    accumulate_updates,
    activations,
    activations_along,
    augmented_norms,
    weights_after,
)
from core.datasets.dataset import Dataset, FloatArray, IntArray, Rows
from core.engine.linear import Steps
from core.orders import Order
from core.record.history import History, Moment
from core.rules import Rule

_AT_ONCE = 1 << 20
"""Coordinates of the vectors between a keyframe and the first one asked for that are held at a time."""


class LinearHistory(History):
    """Rows, and the engine's weights now and then.

    Weights at any k are a keyframe plus an in-order cumulative sum of the updates since, so they are, bit for bit,
    what the engine had; so are the activations that follow from them. Where the size of an update depends on its
    activation, that is recorded too. `start` is (w⁽⁰⁾, b⁽⁰⁾) (d + 1,).
    """

    def __init__(self, dataset: Dataset, bias: BiasFeature, order: Order, rule: Rule, start: FloatArray) -> None:
        super().__init__(dataset, order, rule, start, with_activation=rule.sized)
        self._bias = bias
        self._steps = Steps(dataset, bias, rule) if rule.every_example else None

    def activation_per_rate(self, start: int = 0, stop: int | None = None) -> FloatArray:
        stop = len(self) if stop is None else stop
        if self.rule.sized:
            return self._recorded_activation(start, stop)
        return activations_along(self._dataset, self.index(start, stop), self.weights_per_rate(start, stop)[:-1])

    def weights_per_rate(self, start: int = 0, stop: int | None = None) -> FloatArray:
        frame, stop = self.frames.before(start), len(self) if stop is None else stop
        first, begun, piece = frame.update, frame.weights, max(_AT_ONCE // len(frame.weights), 1)
        while start - first > piece:
            first, begun = first + piece, self._walk(first, first + piece, begun)[-1]
        return self._walk(first, stop, begun)[start - first :]

    def _walk(self, start: int, stop: int, begun: FloatArray) -> FloatArray:
        """Return the vectors after updates start … stop, the first of which is `begun`."""
        index = self.index(start, stop)
        if self._steps is not None:
            return self._steps.walk(index, begun)
        sizes = self.sizes(start, stop) if self.rule.sized else None
        return accumulate_updates(self._dataset, self._bias, index, begun, sizes)

    def weights_per_rate_at(self, updates: IntArray) -> FloatArray:
        if self._steps is not None:
            return super().weights_per_rate_at(updates)  # every vector is walked through anyway
        frame, last = self.frames.before(int(updates[0])), int(updates[-1])
        sizes = self.sizes(frame.update, last) if self.rule.sized else None
        index, places = self.index(frame.update, last), updates - frame.update
        return weights_after(self._dataset, self._bias, index, frame.weights, places, sizes)

    def _norms(self, rows: Rows | slice) -> FloatArray:
        return augmented_norms(self._dataset.X[rows], self._bias)

    def _activation_at(self, moment: Moment, before: FloatArray) -> float:
        x = self._dataset.X[moment.index : moment.index + 1]
        return float(activations(x, before[:-1], before[-1])[0])
