"""The base of all predictors: a way to use a run as a classifier, with a name, a colour's role and lines of code."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple

import numpy as np

from core.compiled import loops
from core.datasets.arithmetic import decimals
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.numbers.formulas import Number
from core.record.history import History, State
from core.rules import Rule
from core.spaces.space import Decision, Space
from core.spec import Idea
from core.ties import Tie

_VALUES, _COORDINATES = 1 << 16, 1 << 23
"""Decision values held at a time: they stay in the processor's cache; and coordinates of the vectors."""


class Symbols(NamedTuple):
    """How a run's vector is written: in a feature space (`kernel`) or not, with a bias b or not, moved by `rule`."""

    kernel: bool
    biased: bool
    squared: str
    """What B² contributes to a product: empty if it is 1."""
    rule: Rule
    started: bool = False
    """True if it begins elsewhere than at 0."""

    @property
    def vector(self) -> str:
        """E.g. "w, b"."""
        return ("α" if self.kernel else "w") + (", b" if self.biased else "")

    @property
    def grouped(self) -> str:
        """The same, in brackets where there are two."""
        return f"({self.vector})" if self.biased else self.vector

    @property
    def beginning(self) -> str:
        """The first line of its code, e.g. "w, b ← 0"."""
        return f"{self.vector} ← {('w⁽⁰⁾' + ', b⁽⁰⁾' * self.biased) if self.started else '0'}"


class Code(NamedTuple):
    """The lines that a predictor adds to the pseudo-code of a run, with formulas in backticks."""

    start: tuple[str, ...] = ()
    """beside `w ← 0`, or `w ← w⁽⁰⁾`"""
    before: tuple[str, ...] = ()
    """when the vector moves, before it does"""
    after: tuple[str, ...] = ()
    """when it has moved"""
    otherwise: str = ""
    """where it does not move"""
    always: str = ""
    """after each example"""
    question: str = ""
    """a condition asked when the vector has moved, and"""
    answer: str = ""
    """The action if the condition is met."""
    result: str = ""
    """The returned classifier."""


@dataclass(frozen=True, eq=False)
class Step:
    """One moment of a run in numbers, of the record or `exact` fractions; `notes` may end before or after it."""

    space: Space
    history: History
    state: State
    x: tuple[Number, ...]
    squared: Number
    exact: bool
    notes: PredictorProgress | None = None

    @property
    def size(self) -> Number:
        """What y·x is multiplied by in the update; where the numbers are exact, so is this."""
        return self.space.rule.exact_rate if self.exact else self.state.size


class Predicting(NamedTuple):
    """A vector that predicts, as it is shown: `w` (d,), or α (n,) in a kernel's feature space; b; and its votes."""

    w: Sequence[Number]
    b: Number
    votes: int = 1

    @classmethod
    def after(cls, step: Step, update: int, votes: int = 1) -> Predicting:
        if step.exact:
            return cls(*summed(step, step.history.counts(0, update).tolist()), votes)
        state = step.history.seek(update)
        return cls((state.w if state.alpha is None else state.alpha).tolist(), state.b, votes)


def summed(step: Step, shares: Sequence[Fraction]) -> tuple[list[Fraction], Fraction]:
    """Return (w, b) = (w⁽⁰⁾, b⁽⁰⁾) + Σ sᵢyᵢ(xᵢ, B²) as shown; in a kernel's feature space α = s is in the place of w.

    `shares` s (n,) count the updates on each example, of a rule that adds whole examples.
    """
    rate, (*w, b) = step.space.rule.exact_rate, step.space.exact_start
    signed = [share * label for share, label in zip(shares, step.space.dataset.y.tolist(), strict=True)]
    intercept = rate * (b + sum(signed) * Fraction(step.squared))
    if step.state.alpha is not None:
        return [rate * share for share in shares], intercept
    for row, coefficient in enumerate(signed):
        if coefficient:
            w = [v + coefficient * x for v, x in zip(w, decimals(step.space.dataset.X[row]), strict=True)]
    return [rate * v for v in w], intercept


@dataclass(frozen=True, eq=False)
class PredictorProgress:
    """The notes of a predictor up to update k; frozen. Only the later record is needed to continue them."""

    update: int


class Predictor(ABC):
    """One way to read a run as a classifier; `role` names its colour in a theme."""

    name: ClassVar[str]
    title: ClassVar[str]
    meaning: ClassVar[str]
    idea: ClassVar[Idea]
    formula: ClassVar[str]
    """The class that it calls, by the activations a⁽ᵏ⁾ of the vectors so far and their survivals c⁽ᵏ⁾."""
    role: ClassVar[str]
    own: ClassVar[bool] = True
    """True if it is another classifier than the vector on display."""
    values: ClassVar[int] = 0
    """How many decision values its notes take for each example of the data and each update."""
    reads: ClassVar[int] = 0
    """Bytes an update that it takes for a moment to read a whole run at once."""
    counts_errors: ClassVar[bool] = False
    """True if it looks at the errors that every vector makes on all of the data."""
    votes: ClassVar[bool] = False
    """True if every vector has votes, so that they can be counted at a point."""
    blends: ClassVar[bool] = False
    """True if its vector lies among those of the run and moves little by little, so that its path tells something."""
    survival: ClassVar[str] = ""
    """A sentence beside the survival of each vector; empty if survival does not matter."""

    @abstractmethod
    def recall(self, space: Space, history: History, notes: PredictorProgress | None = None) -> Decision:
        """Return the classifier that a recorded run means, sooner with `notes` of the run, wherever they end."""

    def noted(
        self, space: Space, history: History, notes: PredictorProgress | None, errors: IntArray | None = None
    ) -> PredictorProgress | None:
        """Return `notes` (None: none yet) continued to the end of the record, so that any moment of it is soon read.

        `errors`, where they are known, are those of the vectors made since on all of the data. None for a predictor
        that needs no notes.
        """
        return None

    @abstractmethod
    def code(self, symbols: Symbols) -> Code:
        """Return the lines of code during the run."""

    @abstractmethod
    def result(self, step: Step) -> list[Predicting]:
        """Return the vectors that predict at a step, in the order of the run."""

    def happened(self, step: Step) -> bool:
        """Return whether the condition of its code was met at this step."""
        return False

    def describe(self, step: Step) -> Iterator[str]:
        """Yield lines on the predictor's part of a step, in numbers."""
        return iter(())


def lives_between(history: History, before: int, until: int) -> tuple[int, IntArray]:
    """Return which vectors were current after the examples `before` + 1 … `until`, and how many examples each survived.

    These numbers are the votes of a voted perceptron. The first is w⁽ᵏ⁾ for the k that is returned, the others follow
    it; shape (m,), m ≥ 1.
    """
    first, last = history.updates_before(before), history.updates_before(until)
    return first, np.diff(np.concatenate([[before + 1], history.example(first, last), [until + 1]]))


def errors_of(values: FloatArray, dataset: Dataset, tie: Tie) -> IntArray:
    """Return how many examples each of p vectors gets wrong, by its decision `values` (p, ≥ n); shape (p,)."""
    library = loops()
    if library is not None and values.flags.c_contiguous:
        counts = np.zeros(len(values), np.int64)
        library.count_wrong(values, *values.shape, dataset.y.astype(np.float64), dataset.n, *tie.bars, counts)
        return counts
    return np.asarray(np.count_nonzero(tie.wrong(values[:, : dataset.n] * dataset.y, dataset.y), axis=1))


def errors_along(space: Space, history: History, after: int = -1) -> IntArray:
    """Return how many examples each vector beyond update `after` gets wrong, or every one, w⁽⁰⁾ included; (m,)."""
    dataset = space.dataset
    size = max(min(_VALUES // max(dataset.n, 1), _COORDINATES // dataset.d), 1)
    counts = [np.empty(0, np.int64)]
    for start in (*[0] * (after < 0), *range(max(after, 0) + 1, len(history) + 1, size)):
        stop = min(start + size - 1, len(history)) if start else 0
        counts.append(errors_of(space.trajectory(history, dataset.X, start, stop), dataset, space.rule.tie))
    return np.concatenate(counts)
