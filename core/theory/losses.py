"""How much a run has lost so far, example by example: its squared hinge losses, and its mistakes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.datasets.dataset import Dataset, FloatArray
from core.record.history import History
from core.theory.sums import RunningSums


@dataclass(frozen=True)
class Losses:
    """Over the examples met up to update k: `squared` is Σ max(0, 1 − y·a)², `mistakes` how many had y·a ≤ 0."""

    squared: float
    mistakes: int


class LossesAlong:
    """The losses at any update of one run whose rule updates wherever the hinge loss is not 0."""

    def __init__(self, dataset: Dataset) -> None:
        self._labels = dataset.y.astype(np.float64)
        self._sums = RunningSums(self._terms)

    def at(self, history: History, update: int) -> Losses:
        """After update k."""
        squared, mistakes = self._sums.at(history, update).tolist()
        return Losses(squared, round(mistakes))

    def _terms(self, history: History, start: int, stop: int) -> FloatArray:
        scores = self._labels.take(history.index(start, stop)) * history.activation(start, stop)
        with np.errstate(over="ignore"):  # then no bound follows
            return np.vstack([np.maximum(1.0 - scores, 0.0) ** 2, scores <= 0])
