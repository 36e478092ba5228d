"""Errors along a run, of every predictor, in training and on held-out data (Perceptron 000)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from core.datasets.arithmetic import activations, row_blocks
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.errors import InputError
from core.predictors import PREDICTORS, decision_blocks, errors_of, find_predictor
from core.record.history import State
from core.run import Run
from core.theory.bounds import SlackBound

_MOMENTS = 200


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
    names = tuple(moments[0].training) if moments else ()
    return ErrorCurves(
        np.array([at.example for at in moments], np.int64),
        np.array([at.epoch for at in moments], np.int64),
        np.array([at.update for at in moments], np.int64),
        {name: np.array([at.training[name] for at in moments], np.int64) for name in names},
        {name: np.array([at.held_out[name] for at in moments], np.int64) for name in names},
    )


def errors_at(
    run: Run, held_out: Dataset, examples: ArrayLike, predictors: Collection[str] = PREDICTORS
) -> Iterator[ErrorCounts]:
    """Yield the errors after each of the `examples` t (m,), 0 ≤ t ≤ T, increasing.

    The vectors of the run are visited once, block by block. Votes and the pocket are carried along; the average is that
    of the record at the moment. Only `predictors`, by name, are followed. Raise InputError for other moments, or
    another number of features.
    """
    moments = np.asarray(examples, np.int64)
    if held_out.d != run.dataset.d:
        raise InputError(f"the data held out have {held_out.d} features; use data with {run.dataset.d}")
    if len(moments) and (moments[0] < 0 or moments[-1] > run.history.examples or (np.diff(moments) <= 0).any()):
        raise InputError(f"give moments from 0 to {run.history.examples} in increasing order")
    return _followed(run, held_out, predictors, moments)


def _followed(run: Run, held_out: Dataset, predictors: Collection[str], moments: IntArray) -> Iterator[ErrorCounts]:
    """Yield the errors at each moment; the predictors follow the run over both sets of data."""
    history, training, tie = run.history, run.dataset, run.tie
    questions = np.vstack([training.X, held_out.X])
    followers = {name: find_predictor(name).follower(run.space, history, questions) for name in predictors}

    def leave(first: int, values: FloatArray, errors: IntArray) -> None:
        """Pass on the vectors k = `first` … that are no longer current; w⁽⁰⁾ comes alone."""
        if len(values):
            lives: IntArray = np.array([history.example_of(1) - 1])
            if first:
                lives = history.survival(first - 1, first - 1 + len(values))
            for follower in followers.values():
                follower.take(first, values, lives, errors)

    # Reversed, so that the next moment is taken from the end of the list.
    waiting = list(zip(moments.tolist(), history.updates_before_each(moments).tolist(), strict=True))[::-1]
    for start, values in decision_blocks(run.space, history, questions):
        errors, done = errors_of(values, training, tie), 0
        while waiting and waiting[-1][1] < start + len(values):
            example, update = waiting.pop()
            place = update - start
            leave(start + done, values[done:place], errors[done:place])
            done = max(done, place)
            lived = example - history.example_of(update) + 1 if update else example
            known, unseen = dict[str, int](), dict[str, int]()
            for name, follower in followers.items():
                scores = follower.scores(example, values[place], lived, int(errors[place]))
                known[name] = tie.errors(scores[: training.n] * training.y, training.y)
                unseen[name] = tie.errors(scores[training.n :] * held_out.y, held_out.y)
            yield ErrorCounts(example, history.epoch_of(example), update, known, unseen)
        if not waiting:
            return
        leave(start + done, values[done:], errors[done:])


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


class Samples(NamedTuple):
    """The samples of a run so far, in their order, and bounds for data that are not separable and for the cost."""

    rows: tuple[MistakeSample, ...] = ()
    slack: SlackBound | None = None
    least_cost: Fraction | None = None

    def column(self, read: Callable[[MistakeSample], float | None]) -> FloatArray:
        """Return one value of each sample, NaN if missing; shape (m,)."""
        return np.array([read(row) for row in self.rows], np.float64)


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
    X, y, update = run.dataset.X, run.dataset.y, run.history.updates_before(example)
    last: FloatArray = run.space.trajectory(run.history, X, update, update)[0]
    own = run.decision(example).score(X)
    return MistakeSample(update, example, run.tie.errors(last * y, y), run.tie.errors(own * y, y))


def wrong_at(run: Run, state: State) -> int | None:
    """Return how many examples the vector of a state gets wrong; None if the vector cannot be written down."""
    if len(state.w) != run.dataset.d:
        return None
    X, y = run.dataset.X, run.dataset.y
    w, b = state.weights_per_rate[:-1], float(state.weights_per_rate[-1])
    parts = ((y[block] * activations(X[block], w, b), y[block]) for block in row_blocks(len(X)))
    return sum(run.tie.errors(scores, labels) for scores, labels in parts)


def samples(run: Run) -> Iterator[MistakeSample]:
    """Yield the samples of a recorded run at its `moments`."""
    wanted = moments(run.updates)
    carries = run.predictor.follower(run.space, run.history, run.dataset.X).carries
    for sample in _carried(run, wanted) if carries else _read(run, wanted):
        losses = run.losses_along.at(run.history, sample.update) if run.losses_along else None
        cost = run.objective(sample.update)
        if losses:
            yield replace(sample, cost=cost, lost=losses.squared, missed=losses.mistakes)
        else:
            yield replace(sample, cost=cost)


def _carried(run: Run, wanted: IntArray) -> Iterator[MistakeSample]:
    """Yield the samples for a predictor that must look at every vector."""
    nobody = run.dataset.with_rows(np.empty((0, run.dataset.d)), np.empty(0, np.int8))
    examples = [run.history.example_of(k) for k in wanted.tolist()]
    last = find_predictor("last").name
    for errors in errors_at(run, nobody, examples, {last, run.predictor.name}):
        yield MistakeSample(errors.update, errors.example, errors.training[last], errors.training[run.predictor.name])


def _read(run: Run, wanted: IntArray) -> Iterator[MistakeSample]:
    """Yield the samples for a predictor that can be read from the record at any moment."""
    X, y = run.dataset.X, run.dataset.y
    follower = run.predictor.follower(run.space, run.history, X)
    for k in wanted.tolist():
        values: FloatArray = run.space.trajectory(run.history, X, k, k)[0]
        last = run.tie.errors(values * y, y)
        example = run.history.example_of(k)
        scores = follower.scores(example, values, 1, last)
        yield MistakeSample(k, example, last, run.tie.errors(scores * y, y))
