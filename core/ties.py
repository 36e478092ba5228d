"""What y·a = 0 is, which the books do not agree on: the table of the conventions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.datasets.arithmetic import activations
from core.datasets.dataset import Dataset, FloatArray, IntArray, LabelArray
from core.spec import Axis

_LEAST = math.nextafter(0.0, math.inf)


class Confusion(NamedTuple):
    """How many of the class −1, then of +1, are classified as −1 and as +1; a tie that is a mistake as the other."""

    negatives: tuple[int, int]
    positives: tuple[int, int]

    @property
    def errors(self) -> int:
        return self.negatives[1] + self.positives[0]

    @property
    def accuracy(self) -> float | None:
        """The share of the examples that are classified right; None without examples."""
        n = sum(self.negatives) + sum(self.positives)
        return 1 - self.errors / n if n else None

    @property
    def table(self) -> list[list[int]]:
        """[[true −, false +], [false −, true +]]."""
        return [list(self.negatives), list(self.positives)]


@dataclass(frozen=True)
class Tie:
    """One convention: an example with y·a = 0 is right where its label is one of `right`, else a mistake.

    Never is anything a mistake outside y·a ≤ 0, so what the theorem promises holds under each of them. Where a class
    must be named, that of 0 is `called`. `title` ends “y·a = 0 is …”; `test` is when an example is a mistake, {a}
    standing for the activation, and `boundary` which examples on the boundary are, as words in a sentence.
    """

    name: str
    title: str
    test: str
    boundary: str
    right: tuple[int, ...] = ()
    called: int = 1
    mark: str = "≤ 0"
    """Where y·a is that, w has the example wrong."""
    counted: str = "a tie counts as wrong"
    """Said where mistakes are counted."""
    brief: str = ""
    """The same in a few letters; empty if it is as usual."""
    nothing: str = "a tie, so every example counts as a mistake"
    """What an activation of 0 everywhere is."""
    said: str = "a tie, which counts as a mistake"
    """Of a tie that is a mistake."""
    spared: str = ""
    """Of a tie that is right."""

    @cached_property
    def bars(self) -> tuple[float, float]:
        """The y·a below which an example of −1, of +1 is a mistake: 0, or the least number above it."""
        return 0.0 if -1 in self.right else _LEAST, 0.0 if 1 in self.right else _LEAST

    def words(self, label: int) -> str:
        return self.spared if label in self.right else self.said

    def wrong(self, scores: FloatArray, labels: NDArray[Any]) -> NDArray[np.bool_]:
        """Return which examples with y·a = `scores` (…, n) and `labels` (n,) are mistakes; shape (…, n)."""
        return below(scores, labels, self.bars)

    def errors(self, scores: FloatArray, labels: NDArray[Any]) -> int:
        return int(np.count_nonzero(self.wrong(scores, labels)))

    def confusion(self, scores: FloatArray, labels: NDArray[Any]) -> Confusion:
        """Return how examples with y·a = `scores` (n,) and `labels` (n,) are classified."""
        mistaken = self.wrong(scores, labels)
        right, lost = (np.bincount(labels[rows] > 0, minlength=2).tolist() for rows in (~mistaken, mistaken))
        return Confusion((right[0], lost[0]), (lost[1], right[1]))

    def named(self, scores: FloatArray) -> LabelArray:
        """Return the class −1 or +1 that decision values (m,) name."""
        return np.where(scores >= 0 if self.called > 0 else scores > 0, 1, -1).astype(np.int8)

    def mistaken(self, dataset: Dataset, weights: FloatArray) -> IntArray:
        """Return the rows that w and then b, `weights` (d + 1,), get wrong."""
        scores = dataset.y * activations(dataset.X, weights[:-1], float(weights[-1]))
        return np.flatnonzero(self.wrong(scores, dataset.y))


def below(scores: FloatArray, labels: NDArray[Any], bars: tuple[float, float]) -> NDArray[np.bool_]:
    """Return which of `scores` (…, n) are below the threshold of their label (n,): that of −1, or of +1."""
    negative, positive = bars
    bar = positive if negative == positive else np.where(labels > 0, positive, negative)
    return np.asarray(scores < bar)


MISTAKE = Tie("mistake", "a mistake", "y·{a} ≤ 0", ", or on the boundary,")


def _classified(name: str, called: int, sign: str, other: str) -> Tie:
    """Return the convention that names the class of 0; `other` is the mark of the class for which that is wrong."""
    return Tie(
        name,
        f"classified as {sign}",
        f"sign({{a}}) ≠ y, where sign(0) = {sign}",
        f", and a {other} on the boundary,",
        right=(called,),
        called=called,
        mark=f"< 0, or 0 for a {other}",
        counted=f"0 is classified as {sign}",
        brief=f"0 is {sign}",
        nothing=f"which is classified as {sign}",
        said=f"0 is classified as {sign}, so it is a mistake",
        spared=f"0 is classified as {sign}, which is right",
    )


TIES = Axis(
    "tie",
    "a rule for ties",
    (
        MISTAKE,
        _classified("positive", 1, "+1", other="×"),
        _classified("negative", -1, "−1", other="○"),
        Tie(
            "correct",
            "right",
            "y·{a} < 0",
            "",
            right=(-1, 1),
            mark="< 0",
            counted="a tie counts as right",
            brief="0 is right",
            nothing="a tie, which counts as right",
            spared="a tie, which counts as right",
        ),
    ),
)
find_tie = TIES.find
