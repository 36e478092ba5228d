"""Errors along a run, of every predictor, in training and on held-out data (Perceptron 000)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from core.datasets.arithmetic import activations
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.errors import Cancelled, InputError, never
from core.predictors import PREDICTORS, Count, PredictorProgress, Vote, counts_to, find_predictor
from core.predictors.single import Last
from core.record.history import State
from core.run import Run
from core.spaces.space import Decision
from core.theory.bounds import SlackBound
from core.ties import Confusion

_MOMENTS = 200
_ROWS_AT_ONCE = 1 << 15


class ErrorCounts(NamedTuple):
    """The number of examples that each predictor gets wrong after example t, as in a run that stops there."""

    example: int
    epoch: int
    update: int
    training: Mapping[str, int]
    held_out: Mapping[str, int]


@dataclass(frozen=True, eq=False)
class ErrorCurves:
    """`ErrorCounts` at m moments, in columns (m,)."""

    example: IntArray
    epoch: IntArray
    update: IntArray
    training: Mapping[str, IntArray]
    held_out: Mapping[str, IntArray]


def epoch_ends(run: Run, most: int = _MOMENTS) -> IntArray:
    """Return t at about `most` ends of epochs and of the record, (m,). Raise InputError if the order has no epochs."""
    if not run.order.has_epochs:
        raise InputError("this run has no epochs; ask for its errors against updates")
    whole_epochs = run.history.examples // max(run.dataset.n, 1)
    return np.unique(np.append(_thinned(whole_epochs, most) * run.dataset.n, run.history.examples))


def update_moments(run: Run, most: int = _MOMENTS) -> IntArray:
    """Return t just after update 1 …, thinned in the same way; shape (m,)."""
    return np.array([run.history.example_of(k) for k in _thinned(run.updates, most).tolist()], np.int64)


def error_curves(run: Run, held_out: Dataset, examples: ArrayLike | None = None) -> ErrorCurves:
    """Return the errors after each of the increasing `examples` t (m,), or at the ends of epochs. Raise InputError."""
    moments = list(errors_at(run, held_out, epoch_ends(run) if examples is None else examples))
    example, epoch, update = np.array([at[:3] for at in moments], np.int64).reshape(-1, 3).T
    names = tuple(moments[0].training) if moments else ()
    training = {name: np.array([at.training[name] for at in moments], np.int64) for name in names}
    on_held_out = {name: np.array([at.held_out[name] for at in moments], np.int64) for name in names}
    return ErrorCurves(example, epoch, update, training, on_held_out)


def errors_at(
    run: Run, held_out: Dataset, examples: ArrayLike, predictors: Collection[str] = PREDICTORS
) -> Iterator[ErrorCounts]:
    """Yield the errors after each of the `examples` t (m,), 0 ≤ t ≤ T, increasing.

    Each predictor is read from the record at the moment, with its notes up to there. Only `predictors`, by name, are
    asked. Raise InputError for other moments, or another number of features.
    """
    moments = np.asarray(examples, np.int64)
    if held_out.d != run.dataset.d:
        raise InputError(f"the data held out have {held_out.d} features; use data with {run.dataset.d}")
    if len(moments) and (moments[0] < 0 or moments[-1] > run.history.examples or (np.diff(moments) <= 0).any()):
        raise InputError(f"give moments from 0 to {run.history.examples} in increasing order")
    return _counted(run, held_out, predictors, moments)


def _counted(run: Run, held_out: Dataset, predictors: Collection[str], moments: IntArray) -> Iterator[ErrorCounts]:
    asked = HeldOutQuestions(run.dataset), HeldOutQuestions(held_out)
    spaces = run.space, run.with_own_space().space  # Each keeps what it knows of the data that it was asked about last.
    record, notes = run.history.until(0), dict[str, PredictorProgress | None]()
    for example in moments.tolist():
        record.reach(run.history, example)
        found: tuple[dict[str, int], dict[str, int]] = {}, {}
        for name in predictors:
            predictor = find_predictor(name)
            notes[name] = predictor.noted(run.space, record, notes.get(name))
            for errors, questions, space in zip(found, asked, spaces, strict=True):
                confusion = questions.confusion(predictor.recall(space, record, notes[name]), run)
                errors[name] = confusion.errors if confusion else 0
        yield ErrorCounts(example, run.history.epoch_of(example), len(record), *found)


class HeldOutQuestions:
    """Examples that a run classifies again and again; votes on them are counted on from the last time."""

    def __init__(self, data: Dataset) -> None:
        self._data = data
        self._count = Count(0, np.zeros(data.n))

    def confusion(self, decision: Decision, run: Run, cancelled: Cancelled = never) -> Confusion | None:
        """Return how a classifier of the run classifies them; None once `cancelled`."""
        labels = self._data.y
        if not isinstance(decision, Vote) or not self._data.n:
            return run.tie.confusion(decision.score(self._data.X) * labels, labels)
        example = decision.history.examples
        known = [self._count, decision.start] if self._data is run.dataset else [self._count]
        start = min(known, key=lambda count: abs(count.example - example))
        for count in counts_to(decision.space, run.history, start, example, self._data.X):
            self._count = count
            if cancelled():
                return None
        return run.tie.confusion(self._count.votes * labels, labels)


def _thinned(count: int, most: int) -> IntArray:
    """Return 1 … `count`, or about `most` of them evenly spread, with the last one."""
    numbers: IntArray = np.unique(np.linspace(1, count, max(min(count, most), 1)).round().astype(np.int64))
    return numbers[numbers <= count]


_EARLY, _SPREAD = 128, 300


@dataclass(frozen=True)
class MistakeSample:
    """A run just after update k = `update`, example t = `example`.

    `last` and `own` are the numbers of examples that the vector and the learner's predictor get wrong. `cost` is the
    cost that the rule minimises. `lost` is the sum of squared hinge losses so far, and `missed` the mistakes among
    them, for a rule that bounds them. Missing values are None.
    """

    update: int
    example: int
    last: int
    own: int
    cost: float | None = None
    lost: float | None = None
    missed: int | None = None


class RunSamples(NamedTuple):
    """The samples of a run so far, in their order, and bounds for data that are not separable and for the cost."""

    rows: tuple[MistakeSample, ...] = ()
    slack: SlackBound | None = None
    least_cost: Fraction | None = None

    def column(self, name: str) -> FloatArray:
        """Return the value of this name of each sample, NaN if missing; shape (m,)."""
        return np.array([getattr(row, name) for row in self.rows], np.float64)


def moments(updates: int) -> IntArray:
    """Return update 0, the first 128, and about 600 more, half evenly and half by equal ratios; increasing."""
    early = np.arange(min(updates, _EARLY) + 1)
    ratios = np.geomspace(1, max(updates, 1), _SPREAD)
    spread = np.concatenate([early, ratios, np.linspace(0, updates, _SPREAD)])
    chosen: IntArray = np.unique(spread.round().astype(np.int64))
    return chosen[chosen <= updates]


def snapshot(run: Run) -> Run:
    """Return a copy of the run as recorded now, which no other thread can change."""
    history = run.history.until(run.history.examples)
    return replace(run.with_own_space(run.kept.notes), history=history, given_margin=run.margin)


def counted_at(run: Run, example: int) -> MistakeSample:
    """Return the sample just after example t, whether or not it is one of the moments of `samples`."""
    dataset, update = run.dataset, run.history.updates_before(example)
    last: FloatArray = run.space.trajectory(run.history, dataset.X, update, update)[0]
    wrong = run.tie.errors(last * dataset.y, dataset.y)
    return MistakeSample(update, example, wrong, run.confusion(example=example).errors)


def wrong_at(run: Run, state: State) -> int | None:
    """Return how many examples the vector of a state gets wrong; None if the vector cannot be written down."""
    if len(state.w) != run.dataset.d:
        return None
    X, y = run.dataset.X, run.dataset.y
    w, b = state.weights_per_rate[:-1], float(state.weights_per_rate[-1])
    # So few rows at once that the results for some reuse the memory of the last: new memory costs more than the sums.
    blocks = (slice(start, start + _ROWS_AT_ONCE) for start in range(0, len(X), _ROWS_AT_ONCE))
    return sum(run.tie.errors(y[rows] * activations(X[rows], w, b), y[rows]) for rows in blocks)


def samples(run: Run) -> Iterator[MistakeSample]:
    """Yield the samples of a recorded run at its `moments`."""
    none_held_out = run.dataset.with_rows(np.empty((0, run.dataset.d)), np.empty(0, np.int8))
    examples = [run.history.example_of(k) for k in moments(run.updates).tolist()]
    for at in errors_at(run, none_held_out, examples, {Last.name, run.predictor.name}):
        losses = run.losses_along.at(run.history, at.update) if run.losses_along else (None, None)
        last, own = at.training[Last.name], at.training[run.predictor.name]
        yield MistakeSample(at.update, at.example, last, own, run.objective(at.update), *losses)
