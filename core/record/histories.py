"""The records of both spaces: weights, activations and α follow from the rows, bit for bit.

Where every example is an update, its vectors are found again by the same steps (Yuille 004 §2.7).
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from operator import attrgetter
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from core.datasets import arithmetic
from core.datasets.arithmetic import BiasFeature, activations, augmented_norms, walked
from core.datasets.dataset import Dataset, FloatArray, IntArray, Rows
from core.engine.engines import walk_through
from core.engine.vectors import LinearVector, Tile
from core.kernels import Kernel, signed_gram
from core.orders import Order
from core.record.history import History, State
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

    def activation_per_rate(self, start: int = 0, stop: int | None = None) -> FloatArray:
        """Return the same; they are recorded only where they do not follow from the weights."""
        if self.rule.sized:
            return super().activation_per_rate(start, stop)
        weights = self.weights_per_rate(start, stop)[:-1]
        return arithmetic.activations_along(self._dataset, self.index(start, stop), weights)

    def weights_per_rate(self, start: int = 0, stop: int | None = None) -> FloatArray:
        frame, stop = self.keyframe(start), len(self) if stop is None else stop
        first, begun, piece = frame.update, frame.weights, max(_AT_ONCE // len(frame.weights), 1)
        while start - first > piece:
            first, begun = first + piece, self._walk(first, first + piece, begun)[-1]
        return self._walk(first, stop, begun)[start - first :]

    def _walk(self, start: int, stop: int, begun: FloatArray) -> FloatArray:
        """Return the vectors after updates start … stop, the first of which is `begun`."""
        index = self.index(start, stop)
        if self.rule.every_example:
            return walk_through(self._dataset, self._bias, self.rule, index, begun)
        sizes = self.sizes(start, stop) if self.rule.sized else None
        return arithmetic.accumulate_updates(self._dataset, self._bias, index, begun, sizes)

    def weights_per_rate_at(self, updates: IntArray) -> FloatArray:
        if self.rule.every_example:
            return super().weights_per_rate_at(updates)  # every vector is walked through anyway
        frame, last = self.keyframe(int(updates[0])), int(updates[-1])
        sizes = self.sizes(frame.update, last) if self.rule.sized else None
        index, places = self.index(frame.update, last), updates - frame.update
        return arithmetic.weights_after(self._dataset, self._bias, index, frame.weights, places, sizes)

    def _norms(self, rows: Rows | slice) -> FloatArray:
        return augmented_norms(self._dataset.X[rows], self._bias)

    def _activation_at(self, update: int, index: int, before: FloatArray, *, moved: bool) -> float:
        return float(activations(self._dataset.X[index : index + 1], before[:-1], before[-1])[0])


class SparseHistory(LinearHistory):
    """The same over sparse examples: between the engine's weights its loop runs again, over the rows of the updates."""

    def weights_per_rate(self, start: int = 0, stop: int | None = None) -> FloatArray:
        frame = self.keyframe(start)
        vector = LinearVector(self._dataset, self._bias, self.rule, frame.weights.copy())
        rows, first = self.index(frame.update, stop).astype(np.int64), start - frame.update
        tile = Tile(self._dataset, rows, as_is=False)
        weights, seen = np.empty((len(rows) - first + 1, len(vector.values))), 0
        for place, row in enumerate(weights):
            while seen < first + place:
                seen = vector.scan(tile, seen, first + place, vector.most).reached
            row[:] = vector.values
        return weights


_STRETCH = 1 << 14
"""Updates after which a sum along ŵ* begins again, and the least between two milestones."""


class _Milestone(NamedTuple):
    """α (n,), b and ‖w̃‖² after update k, of w̃/η."""

    update: int
    alpha: NDArray[np.int32] | FloatArray
    b: float
    norm_squared: float


class KernelHistory(History):
    """Rows with their activations, and the engine's decision values now and then.

    b and ‖w̃‖² are in-order sums over the updates: of τy·B², and of τ(2y·a + τk̃(x, x)), by which ‖w̃‖² grows.
    """

    def __init__(self, dataset: Dataset, kernel: Kernel, bias: BiasFeature, order: Order, rule: Rule) -> None:
        super().__init__(dataset, order, rule, np.zeros(dataset.n), with_activation=True)
        self._kernel, self._bias = kernel, bias
        self._diagonal = kernel.diagonal(dataset.X) + bias.squared
        self._stretch = max(_STRETCH, 4 * dataset.n)
        nothing = np.zeros(dataset.n) if rule.sized else np.zeros(dataset.n, np.int32)
        self._milestones = [_Milestone(0, nothing, 0.0, 0.0)]

    @property
    def nbytes(self) -> int:
        return super().nbytes + len(self._milestones) * self._milestones[0].alpha.nbytes

    def until(self, example: int) -> Self:
        view = super().until(example)
        view._milestones = self._milestones.copy()  # each thread finds its own
        return view

    def weights_per_rate(self, start: int = 0, stop: int | None = None) -> FloatArray:
        """Return b/η after updates start … stop, for there is no w to write down; shape (stop − start + 1, 1)."""
        before, index = self._since_milestone(start, stop)
        moves = self._dataset.y.take(index) * self.sizes(before.update, before.update + len(index))
        moves *= self._bias.squared
        return walked(before.b, moves)[start - before.update :, None]

    def norm_squared(self, start: int = 0, stop: int | None = None) -> FloatArray:
        return self.rule.times_rate(self.rule.times_rate(self._norm_squared_per_rate(start, stop)))

    def along(self, products: FloatArray | None, start: int, stop: int) -> FloatArray | None:
        """Return w̃·ŵ*, summed from fixed updates on, so that cutting a run changes nothing."""
        if products is None:
            return None
        pieces = [np.empty(0)]
        while start < stop:
            base = start - start % _STRETCH
            end = min(base + _STRETCH, stop)
            walk = walked((self.alpha_per_rate(base) * products).sum(), products.take(self.index(base, end)))
            pieces.append(walk[start - base + 1 :])
            start = end
        return self.rule.times_rate(np.concatenate(pieces))

    def _norm_squared_per_rate(self, start: int, stop: int | None) -> FloatArray:
        """Return ‖w̃‖²/η² after updates start … stop; shape (stop − start + 1,)."""
        before, index = self._since_milestone(start, stop)
        growth = 2.0 * self._dataset.y.take(index) * self.activation_per_rate(before.update, stop)
        sizes = self.sizes(before.update, before.update + len(index))
        growth = sizes * (growth + sizes * self._diagonal.take(index))
        return walked(before.norm_squared, growth)[start - before.update :]

    def alpha_per_rate(self, update: int) -> IntArray | FloatArray:
        """Return the summed sizes of the first k updates on each example (n,): counts where every size is 1."""
        before, index = self._since_milestone(update, update)
        return before.alpha + self._counts(before.update, index)

    def _norms(self, rows: Rows | slice) -> FloatArray:
        return self._diagonal[rows]

    def _state(self, update: int, example: int, index: int, *, moved: bool) -> State:
        alpha = self.alpha_per_rate(update)
        if self.rule.exact_rate != 1:
            alpha = self.rule.times_rate(alpha.astype(np.float64))
        state = super()._state(update, example, index, moved=moved)
        return replace(state, alpha=alpha, norm_squared=float(self.norm_squared(update, update)[0]))

    def _activation_at(self, update: int, index: int, before: FloatArray, *, moved: bool) -> float:
        """Return the engine's activation: recorded for an update, else summed from a keyframe in order of updates."""
        if moved:
            return float(self.activation_per_rate(update - 1, update)[0])
        frame, x = self.keyframe(update), self._dataset.X[index : index + 1]
        moves = signed_gram(self._dataset, self._kernel, self._bias, x)[:, 0].take(self.index(frame.update, update))
        moves *= self.sizes(frame.update, update)
        return float(walked(frame.weights[index], moves)[-1])

    def _since_milestone(self, update: int, stop: int | None) -> tuple[_Milestone, NDArray[np.int32]]:
        """Return the milestone at or before update k, and the rows of the updates from there to `stop`."""
        while (last := self._milestones[-1]).update + self._stretch <= update:
            k = last.update + self._stretch
            counts = self._counts(last.update, self.index(last.update, k))
            b = float(self.weights_per_rate(last.update, k)[-1, 0])
            squared = float(self._norm_squared_per_rate(last.update, k)[-1])
            self._milestones.append(_Milestone(k, last.alpha + counts.astype(last.alpha.dtype), b, squared))
        before = self._milestones[bisect_right(self._milestones, update, key=attrgetter("update")) - 1]
        return before, self.index(before.update, stop)

    def _counts(self, start: int, index: NDArray[np.int32]) -> IntArray | FloatArray:
        """Return what the updates after update `start`, made on rows `index`, add to α; shape (n,)."""
        sizes = self.sizes(start, start + len(index)) if self.rule.sized else None
        return np.bincount(index, weights=sizes, minlength=self._dataset.n)
