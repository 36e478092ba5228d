"""The record of a run in the space of the data: weights and activations follow from the rows, bit for bit."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import asdict
from operator import attrgetter

import numpy as np

from core.arithmetic import BiasFeature, accumulate_updates, activations
from core.dataset import Dataset, FloatArray
from core.engine.batch import Batch, IndexArray, Keyframe
from core.orders import Order
from core.record.history import History, Moment, State


class LinearHistory(History):
    """Rows, and the engine's weights now and then.

    Weights at any k are a keyframe plus an in-order cumulative sum of the updates since, so they are, bit for bit,
    what the engine had; so are the activations that follow from them.
    """

    def __init__(self, dataset: Dataset, bias: BiasFeature, order: Order) -> None:
        super().__init__(dataset, order)
        self._bias = bias
        self._keyframes = [Keyframe(0, np.zeros(dataset.d + 1))]

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
        return self._walk(start, len(self) if stop is None else stop)[1]

    def weights(self, start: int = 0, stop: int | None = None) -> FloatArray:
        """(w, b) after updates start … stop: shape (stop − start + 1, d + 1), row 0 before update start+1."""
        return self._walk(start, len(self) if stop is None else stop)[0]

    def _state(self, moment: Moment) -> State:
        walk = self.weights(max(moment.update - 1, 0), moment.update)
        before, after = walk[0 if moment.mistake else -1], walk[-1]
        activation = 0.0
        if moment.example:
            x = self._dataset.X[moment.index : moment.index + 1]
            activation = float(activations(x, before[:-1], before[-1])[0])
        return State(
            **asdict(moment),
            activation=activation,
            w_before=before[:-1].copy(),
            b_before=float(before[-1]),
            w=after[:-1].copy(),
            b=float(after[-1]),
        )

    def _walk(self, start: int, stop: int) -> tuple[FloatArray, FloatArray]:
        """Weights after updates start … stop and activations before start+1 … stop, from the keyframe before them."""
        frame = self._keyframes[bisect_right(self._keyframes, start, key=attrgetter("update")) - 1]
        index = self.index(frame.update, stop)
        weights, activation = self._replay(index, frame.weights)
        return weights[start - frame.update :], activation[start - frame.update :]

    def _replay(self, index: IndexArray, start: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Weights before and after each update on rows `index` (m,) made from `start`, and activations before each."""
        return accumulate_updates(self._dataset, self._bias, index, start)
