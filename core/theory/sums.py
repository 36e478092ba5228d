"""Sums over the updates so far, at any moment of a run, without going back to its start; such as its losses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.datasets.dataset import Dataset, FloatArray
from core.record.history import History
from core.ties import Tie

_STRETCH = 1 << 12
_BLOCK = 1 << 16

Terms = Callable[[History, int, int], FloatArray]
"""What updates start+1 … stop of a record contribute to each of q sums; shape (q, stop − start)."""


class RunningSums:
    """q sums over the first k updates of a record, kept at the end of every stretch of 4,096 updates."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._kept: list[FloatArray] = []

    def extend(self, history: History, update: int | None = None) -> None:
        """Take in the whole stretches up to update k, or all that there are; always of the same record."""
        most = len(history) if update is None else update
        covered, whole = len(self._kept) * _STRETCH, most - most % _STRETCH
        while covered < whole:
            stop = min(covered + _BLOCK, whole)
            terms = self._terms(history, covered, stop)
            for stretch in terms.reshape(len(terms), -1, _STRETCH).sum(axis=2).T:
                self._kept.append(self._kept[-1] + stretch if self._kept else stretch)
            covered = stop

    def at(self, history: History, update: int) -> FloatArray:
        """The sums over updates 1 … k; shape (q,)."""
        self.extend(history, update)
        stretches = update // _STRETCH
        rest: FloatArray = self._terms(history, stretches * _STRETCH, update).sum(axis=1)
        return self._kept[stretches - 1] + rest if stretches else rest


@dataclass(frozen=True)
class Losses:
    """Over the examples met up to update k: `squared` is Σ max(0, 1 − y·a)², `mistakes` how many were wrong."""

    squared: float
    mistakes: int


class LossesAlong:
    """The losses at any update of one run whose rule updates wherever the hinge loss is not 0."""

    def __init__(self, dataset: Dataset, tie: Tie) -> None:
        self._labels, self._tie = dataset.y.astype(np.float64), tie
        self._sums = RunningSums(self._terms)

    def at(self, history: History, update: int) -> Losses:
        squared, mistakes = self._sums.at(history, update).tolist()
        return Losses(squared, round(mistakes))

    def _terms(self, history: History, start: int, stop: int) -> FloatArray:
        labels = self._labels.take(history.index(start, stop))
        scores = labels * history.activation(start, stop)
        with np.errstate(over="ignore"):  # then no bound follows
            return np.vstack([np.maximum(1.0 - scores, 0.0) ** 2, self._tie.wrong(scores, labels)])
