"""Errors on training data and on data held out, of every predictor of one run, against epochs or updates (Perceptron
Perceptron 000).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.errors import InputError
from core.predictors import PREDICTORS, decision_blocks, errors_of, find_predictor
from core.record.history import History
from core.run import Run

_MOMENTS = 200


@dataclass(frozen=True)
class ErrorCounts:
    """How many examples each predictor gets wrong after example t = `example` of a run; a score of exactly 0 is wrong.

    `training` and `held_out` map the names of the predictors to counts. They are those of the same run
    stopped there.
    """

    example: int
    epoch: int
    update: int
    training: Mapping[str, int]
    held_out: Mapping[str, int]


@dataclass(frozen=True, eq=False)
class ErrorCurves:
    """`ErrorCounts` at m moments, as columns (m,): of the moments, and by predictor of the errors."""

    example: IntArray
    epoch: IntArray
    update: IntArray
    training: Mapping[str, IntArray]
    held_out: Mapping[str, IntArray]


def epoch_ends(run: Run, most: int = _MOMENTS) -> IntArray:
    """t at the end of every epoch, and of the record; evenly thinned to about `most` of them. Increasing, shape (m,).

    Raises InputError where the order knows no epochs.
    """
    if not run.order.has_epochs:
        raise InputError("this run has no epochs; ask for its errors against updates")
    whole_epochs = run.history.examples // max(run.dataset.n, 1)
    return np.unique(np.append(_thinned(whole_epochs, most) * run.dataset.n, run.history.examples))


def update_moments(run: Run, most: int = _MOMENTS) -> IntArray:
    """t of every update, thinned in the same way: the moments just after update 1 …; shape (m,)."""
    return np.array([run.history.example_of(k) for k in _thinned(run.updates, most).tolist()], np.int64)


def error_curves(run: Run, held_out: Dataset, examples: ArrayLike | None = None) -> ErrorCurves:
    """The errors after each of the `examples` t (m,), in increasing order; at the ends of epochs where none are given.

    Raises InputError as `errors_at` and `epoch_ends` do.
    """
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
    """The errors after each of the `examples` t (m,), 0 ≤ t ≤ T in increasing order, one after another.

    One pass over the vectors of the run, a block at a time: votes and the pocket are carried along, the average is that
    of the record as it stood. Only those of `predictors`, by their names, are followed. Raises InputError for other
    moments, or another number of features.
    """
    moments = np.asarray(examples, np.int64)
    if held_out.d != run.dataset.d:
        raise InputError(f"the data held out have {held_out.d} features; {run.dataset.d} are expected")
    if len(moments) and (moments[0] < 0 or moments[-1] > run.history.examples or (np.diff(moments) <= 0).any()):
        raise InputError(f"moments from 0 to {run.history.examples} in increasing order are expected")
    return _Pass(run, held_out, predictors).over(moments)


class _Pass:
    """Predictors, followed along a run over the training data and those held out."""

    def __init__(self, run: Run, held_out: Dataset, predictors: Collection[str]) -> None:
        self._run = run
        self._history = run.history
        self._held_out = held_out
        self._questions = np.vstack([run.dataset.X, held_out.X])
        self._followers = {
            name: find_predictor(name).follower(run.space, run.history, self._questions) for name in predictors
        }

    def over(self, moments: IntArray) -> Iterator[ErrorCounts]:
        waiting = list(zip(moments.tolist(), self._history.updates_before_each(moments).tolist(), strict=True))[::-1]
        for start, values in decision_blocks(self._run.space, self._history, self._questions):
            block = _Block(start, values, errors_of(values, self._run.dataset, self._run.tie), self._history)
            while waiting and waiting[-1][1] < block.stop:
                example, update = waiting.pop()
                self._take(block.until(update))
                block.done = update
                yield self._errors(block, example, update)
            if not waiting:
                return
            self._take(block.until(block.stop))

    def _take(self, past: tuple[int, FloatArray, IntArray, IntArray]) -> None:
        """Vectors that are no longer the present one."""
        if len(past[1]):
            for follower in self._followers.values():
                follower.take(*past)

    def _errors(self, block: _Block, example: int, update: int) -> ErrorCounts:
        values, errors = block.values[update - block.start], int(block.errors[update - block.start])
        lived = example - self._history.example_of(update) + 1 if update else example
        training, unseen = {}, {}
        for name, follower in self._followers.items():
            scores, dataset = follower.scores(example, values, lived, errors), self._run.dataset
            training[name] = self._wrong(scores[: dataset.n], dataset)
            unseen[name] = self._wrong(scores[dataset.n :], self._held_out)
        return ErrorCounts(example, self._history.epoch_of(example), update, training, unseen)

    def _wrong(self, scores: FloatArray, dataset: Dataset) -> int:
        return self._run.tie.errors(scores * dataset.y, dataset.y)


class _Block:
    """Decision `values` (p, m) after updates start … stop − 1 and `errors` (p,); those before `done` were taken."""

    def __init__(self, start: int, values: FloatArray, errors: IntArray, history: History) -> None:
        self.start, self.stop, self.done = start, start + len(values), start
        self.values, self.errors = values, errors
        self._history = history

    def until(self, update: int) -> tuple[int, FloatArray, IntArray, IntArray]:
        """The vectors from `done` up to that before `update`: k of the first, values, lives and errors."""
        part = slice(self.done - self.start, update - self.start)
        return self.done, self.values[part], self._lives(max(update, self.done)), self.errors[part]

    def _lives(self, update: int) -> IntArray:
        """How many examples those vectors lived; w⁽⁰⁾ up to the one before the first update."""
        if self.done or not update:
            return self._history.survival(self.done - 1, update - 1) if update > self.done else np.zeros(0, np.int64)
        return np.append(self._history.example_of(1) - 1, self._history.survival(0, update - 1))


def _thinned(count: int, most: int) -> IntArray:
    """1 … `count`, or about `most` of them evenly spread, the last one included."""
    numbers: IntArray = np.unique(np.linspace(1, count, max(min(count, most), 1)).round().astype(np.int64))
    return numbers[numbers <= count]
