"""Errors on training data and on data held out, of every predictor of one run, against epochs or updates (000)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from core.dataset import Dataset, FloatArray, IntArray
from core.errors import InputError
from core.predictors import blocks
from core.record.history import History
from core.run import Run, wrong

_MOMENTS = 200


def split(dataset: Dataset, share: float, seed: int) -> tuple[Dataset, Dataset]:
    """The data to train on, and those held out: `share` of the rows, 0 < share < 1, rounded, at least one on each side.

    The held-out rows are the first of `Generator(PCG64(seed)).permutation(n)`; within each part the rows keep the order
    of the file. Raises InputError for another share, or fewer than two examples.
    """
    if not 0 < share < 1:
        raise InputError(f"a share of {share:g} cannot be held out; a number between 0 and 1 is expected")
    if dataset.n < 2:
        raise InputError(f"{dataset.n} examples cannot be split; at least 2 are expected")
    count = min(max(round(share * dataset.n), 1), dataset.n - 1)
    held = np.zeros(dataset.n, bool)
    held[np.random.Generator(np.random.PCG64(seed)).permutation(dataset.n)[:count]] = True
    return dataset.with_rows(dataset.X[~held], dataset.y[~held]), dataset.with_rows(dataset.X[held], dataset.y[held])


@dataclass(frozen=True)
class Errors:
    """How many examples each predictor gets wrong after example t = `example` of a run; a score of exactly 0 is wrong.

    `training` and `held_out` map the names last, averaged, voted and pocket to counts. They are those of the same run
    stopped there.
    """

    example: int
    epoch: int
    update: int
    training: Mapping[str, int]
    held_out: Mapping[str, int]


@dataclass(frozen=True, eq=False)
class ErrorCurves:
    """`Errors` at m moments, as columns (m,): of the moments, and by predictor of the errors."""

    example: IntArray
    epoch: IntArray
    update: IntArray
    training: Mapping[str, IntArray]
    held_out: Mapping[str, IntArray]


def epoch_ends(run: Run, most: int = _MOMENTS) -> IntArray:
    """t at the end of every epoch, and of the record; evenly thinned to about `most` of them. Increasing, shape (m,).

    Raises InputError where the order knows no epochs.
    """
    if run.spec.order == "random":
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


def errors_at(run: Run, held_out: Dataset, examples: ArrayLike) -> Iterator[Errors]:
    """The errors after each of the `examples` t (m,), 0 ≤ t ≤ T in increasing order, one after another.

    One pass over the vectors of the run, a block at a time: votes and the pocket are carried along, the average is that
    of the record as it stood. Raises InputError for other moments, or another number of features.
    """
    moments = np.asarray(examples, np.int64)
    if held_out.d != run.dataset.d:
        raise InputError(f"the data held out have {held_out.d} features; {run.dataset.d} are expected")
    if len(moments) and (moments[0] < 0 or moments[-1] > run.history.examples or (np.diff(moments) <= 0).any()):
        raise InputError(f"moments from 0 to {run.history.examples} in increasing order are expected")
    return _Pass(run, held_out).over(moments)


class _Pass:
    """What is carried along a run: votes so far, and the pocket."""

    def __init__(self, run: Run, held_out: Dataset) -> None:
        self._run = run
        self._history = run.history
        self._held_out = held_out
        self._votes: FloatArray = np.zeros(run.dataset.n + held_out.n)
        self._pocket = _EMPTY
        self._pocket_held_out = (-1, 0)

    def over(self, moments: IntArray) -> Iterator[Errors]:
        """The errors at each moment t."""
        waiting = list(zip(moments.tolist(), self._history.updates_before_each(moments).tolist(), strict=True))[::-1]
        questions = np.vstack([self._run.dataset.X, self._held_out.X])
        for start, values in blocks(self._run.space, self._history, questions):
            block = _Block(start, values, self._run.dataset, self._history)
            while waiting and waiting[-1][1] < block.stop:
                yield self._errors(block, *waiting.pop())
            if not waiting:
                return
            self._carry(block, block.stop)

    def _carry(self, block: _Block, update: int) -> None:
        """Let the vectors before update k vote for as long as they lived, and into the pocket."""
        self._votes += block.votes(update)
        self._pocket = min(self._pocket, block.best(update))
        block.done = update

    def _errors(self, block: _Block, example: int, update: int) -> Errors:
        self._carry(block, update)
        run, held_out = self._run, self._held_out
        votes = self._votes + block.votes_of(update, example)
        pocket = min(self._pocket, block.pocket_of(update))
        average = run.space.averaged(self._history.until(example))
        training = {
            "last": int(block.pocket_of(update).errors),
            "averaged": wrong(average, run.dataset),
            "voted": _wrong(votes[: run.dataset.n], run.dataset),
            "pocket": int(pocket.errors),
        }
        unseen = {
            "last": wrong(run.space.at(self._history, update), held_out),
            "averaged": wrong(average, held_out),
            "voted": _wrong(votes[run.dataset.n :], held_out),
            "pocket": self._pocketed(pocket.update),
        }
        return Errors(example, self._history.epoch_of(example), update, training, unseen)

    def _pocketed(self, update: int) -> int:
        """Errors on the data held out of the vector in the pocket, looked up when it changes."""
        if self._pocket_held_out[0] != update:
            self._pocket_held_out = (update, wrong(self._run.space.at(self._history, update), self._held_out))
        return self._pocket_held_out[1]


@dataclass(frozen=True, order=True)
class _Pocket:
    """Training errors of the vector after update k; the fewest win, then the earliest."""

    errors: float
    update: int


_EMPTY = _Pocket(math.inf, 0)


class _Block:
    """Decision values (p, m) after updates start … stop − 1; those before `done` have been carried along."""

    def __init__(self, start: int, values: FloatArray, dataset: Dataset, history: History) -> None:
        self.start, self.stop, self.done = start, start + len(values), start
        self._history = history
        self._signs = np.sign(values)
        self._errors = np.count_nonzero(values[:, : dataset.n] * dataset.y <= 0, axis=1)

    def votes(self, stop: int) -> FloatArray:
        """Votes of the vectors from `done` up to that before `stop`, all of whose lives are over; whole numbers."""
        if not self.done < stop or not self.start:
            return np.zeros(self._signs.shape[1])
        survival = self._history.survival(self.done - 1, stop - 1).astype(np.float64)
        votes: FloatArray = survival @ self._signs[self.done - self.start : stop - self.start]
        return votes

    def votes_of(self, update: int, example: int) -> FloatArray:
        """Votes of the vector that is the present one at example t."""
        lived = example - self._history.example_of(update) + 1 if update else 0
        votes: FloatArray = lived * self._signs[update - self.start]
        return votes

    def best(self, stop: int) -> _Pocket:
        """The best vector from `done` up to that before `stop`."""
        errors = self._errors[self.done - self.start : stop - self.start]
        if not len(errors):
            return _EMPTY
        place = int(np.argmin(errors))
        return _Pocket(int(errors[place]), self.done + place)

    def pocket_of(self, update: int) -> _Pocket:
        """One vector."""
        return _Pocket(int(self._errors[update - self.start]), update)


def _thinned(count: int, most: int) -> IntArray:
    """1 … `count`, or about `most` of them evenly spread, the last one included."""
    numbers: IntArray = np.unique(np.linspace(1, count, max(min(count, most), 1)).round().astype(np.int64))
    return numbers[numbers <= count]


def _wrong(scores: FloatArray, dataset: Dataset) -> int:
    return int(np.count_nonzero(scores * dataset.y <= 0))
