"""A learner's vector (w, b) in the space of the data, for who adds one example at a time."""

from __future__ import annotations

from core.datasets.arithmetic import BiasFeature, activations, augmented_norms
from core.datasets.dataset import Dataset, FloatArray
from core.engine.batch import keyframe_interval
from core.engine.picks_compiled import CompiledPicks
from core.orders import Pick
from core.rules import Rule


class LinearVector:
    """`values` (w, b) (d + 1,): `w ← w + (τy)·x`, `b ← b + (τy)·B²`; τy and each product and sum rounded once."""

    def __init__(self, dataset: Dataset, bias: BiasFeature, rule: Rule, start: FloatArray) -> None:
        self.dataset, self.rule, self.values = dataset, rule, start
        self.interval = keyframe_interval(dataset.d)
        self.keeps_activation = rule.sized
        self._bias = bias

    def scores(self) -> FloatArray:
        return activations(self.dataset.X, self.values[:-1], float(self.values[-1])) * self.dataset.y

    def learn(self, row: int, score: float) -> None:
        x, y = self.dataset.X[row], float(self.dataset.y[row])
        if self.rule.sized:
            y *= self.rule.size(score, float(augmented_norms(x[None, :], self._bias)[0]))
        self.values[:-1] += y * x
        self.values[-1] += y * self._bias.squared

    def picks(self, order: Pick) -> CompiledPicks:
        return CompiledPicks.linear(order, self.rule, self.dataset, self._bias, self.values)
