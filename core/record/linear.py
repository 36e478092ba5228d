"""The record of a run in the space of the data: weights and activations follow from the rows, bit for bit."""

from __future__ import annotations

from bisect import bisect_right
from operator import attrgetter

import numpy as np

from core.datasets.arithmetic import (
    BiasFeature,
    accumulate_updates,
    activations,
    activations_along,
    augmented_norms,
    weights_after,
)
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.engine.batch import Batch, IndexArray, Keyframe
from core.orders import Order
from core.record.history import History, Moment, State
from core.rules import Rule


class LinearHistory(History):
    """Rows, and the engine's weights now and then.

    Weights at any k are a keyframe plus an in-order cumulative sum of the updates since, so they are, bit for bit,
    what the engine had; so are the activations that follow from them. Where the size of an update hangs on its
    activation, that is recorded too. `start` is (w⁽⁰⁾, b⁽⁰⁾) (d + 1,), None: zeros.
    """

    def __init__(
        self, dataset: Dataset, bias: BiasFeature, order: Order, rule: Rule, start: FloatArray | None = None
    ) -> None:
        super().__init__(dataset, order, rule, with_activation=rule.sized)
        self._bias = bias
        self._keyframes = [Keyframe(0, np.zeros(dataset.d + 1) if start is None else start)]

    @property
    def nbytes(self) -> int:
        """Memory held for the record, the data not counted."""
        return super().nbytes + sum(frame.weights.nbytes for frame in self._keyframes)

    def append(self, batch: Batch) -> None:
        """Take over the updates of `batch`, which follow those already here."""
        super().append(batch)
        self._keyframes.extend(batch.keyframes)

    def activation(self, start: int = 0, stop: int | None = None) -> FloatArray:
        """Activations before updates start+1 … stop; shape (stop − start,)."""
        stop = len(self) if stop is None else stop
        if self._rule.sized:
            return self._recorded(start, stop)
        return activations_along(self._dataset, self.index(start, stop), self.weights(start, stop)[:-1])

    def weights(self, start: int = 0, stop: int | None = None) -> FloatArray:
        """(w, b) after updates start … stop: shape (stop − start + 1, d + 1), row 0 before update start+1."""
        stop = len(self) if stop is None else stop
        frame = self._frame_before(start)
        return self._replay(frame.update, stop, frame.weights)[start - frame.update :]

    def weights_at(self, updates: IntArray) -> FloatArray:
        """The same after each of `updates` (p,), which do not decrease; shape (p, d + 1)."""
        frame = self._frame_before(int(updates[0]))
        return self._replay_to(frame.update, updates - frame.update, frame.weights)

    def sizes(self, start: int, stop: int) -> FloatArray:
        """τ of updates start+1 … stop, for a rule that has more than one; shape (stop − start,)."""
        index = self.index(start, stop)
        scores = self._dataset.y.take(index) * self._recorded(start, stop)
        return self._rule.sizes(scores, augmented_norms(self._dataset.X[index], self._bias))

    def _recorded(self, start: int, stop: int) -> FloatArray:
        return self._column(np.float64, "activation", start, stop)

    def _state(self, moment: Moment) -> State:
        walk = self.weights(max(moment.update - 1, 0), moment.update)
        before, after = walk[0 if moment.moved else -1], walk[-1]
        activation, added, size = 0.0, False, 0.0
        if moment.example:
            x = self._dataset.X[moment.index : moment.index + 1]
            activation = float(activations(x, before[:-1], before[-1])[0])
            score = moment.label * activation
            added = self._rule.admits(score)
            size = self._rule.size(score, float(augmented_norms(x, self._bias)[0])) if added else 0.0
        return State(
            **vars(moment),
            activation=activation,
            w_before=before[:-1].copy(),
            b_before=float(before[-1]),
            w=after[:-1].copy(),
            b=float(after[-1]),
            added=added,
            size=size,
        )

    def _frame_before(self, update: int) -> Keyframe:
        return self._keyframes[bisect_right(self._keyframes, update, key=attrgetter("update")) - 1]

    def _replay(self, first: int, stop: int, start: FloatArray) -> FloatArray:
        """Weights before and after updates first+1 … stop made from `start`."""
        index, sizes = self._moves(first, stop)
        return accumulate_updates(self._dataset, self._bias, index, start, sizes)

    def _replay_to(self, first: int, places: IntArray, start: FloatArray) -> FloatArray:
        """Only those after as many updates as each of `places` (p,) says."""
        index, sizes = self._moves(first, first + int(places[-1]))
        return weights_after(self._dataset, self._bias, index, start, places, sizes)

    def _moves(self, first: int, stop: int) -> tuple[IndexArray, FloatArray | None]:
        """The rows of updates first+1 … stop, and τ of each where the rule has more than one."""
        return self.index(first, stop), self.sizes(first, stop) if self._rule.sized else None
