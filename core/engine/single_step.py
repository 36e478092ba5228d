"""One step of a rule in the space of the data, for every engine that makes them one at a time."""

from __future__ import annotations

from dataclasses import dataclass

from core.datasets.arithmetic import BiasFeature, activations, augmented_norms
from core.datasets.dataset import Dataset, FloatArray
from core.rules import Rule


@dataclass(frozen=True)
class SingleStep:
    """`w ← w + (τy)·x`, `b ← b + (τy)·B²` on one example at a time; τy and each product and sum rounded once."""

    dataset: Dataset
    bias: BiasFeature
    rule: Rule

    def scores(self, weights: FloatArray) -> FloatArray:
        """y·a of every example under (w, b) (d + 1,); shape (n,)."""
        scores: FloatArray = activations(self.dataset.X, weights[:-1], float(weights[-1])) * self.dataset.y
        return scores

    def make(self, weights: FloatArray, row: int, score: float) -> None:
        """Add example `row`, with y·a = `score`, to (w, b) (d + 1,) in place."""
        x, y = self.dataset.X[row], float(self.dataset.y[row])
        if self.rule.sized:
            y *= self.rule.size(score, float(augmented_norms(x[None, :], self.bias)[0]))
        weights[:-1] += y * x
        weights[-1] += y * self.bias.squared
