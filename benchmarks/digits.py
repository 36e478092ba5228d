"""`python -m benchmarks.digits`: do voting and averaging beat the last vector? Freund & Schapire 1999, in small.

Handwritten digits of 8 × 8 pixels from scikit-learn, one digit against the rest, ten kernel perceptrons with a
polynomial kernel in shuffled order. An image is given the digit whose perceptron has the highest score (there: §5,
"unnormalized"); where several share it, one drawn from them is right with the chance that is counted. Printed is the
share of held-out images that get the wrong digit, after so many epochs, over several splits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_digits

from core import Dataset, Run, RunSpec, train
from core.datasets.arithmetic import squared_norms
from core.datasets.dataset import FloatArray, IntArray
from core.predictors import find_predictor

_SEEDS = tuple(range(10))
_HELD_OUT = 1 / 3
_DEGREES = (1, 2, 3, 4)
_EPOCHS = (1, 3, 10)
_PREDICTORS = ("last", "averaged", "voted")
_DIGITS = range(10)

ErrorTable = NDArray[np.float64]
"""Shares of wrong digits, shape (…, epochs, predictors)."""


@dataclass(frozen=True, eq=False)
class Split:
    """Images (n, 64) and digits (n,) to learn from, and others to be tried on."""

    X: FloatArray
    digits: IntArray
    unseen: FloatArray
    answers: IntArray

    @classmethod
    def of(cls, seed: int) -> Split:
        """Return the split: held out is the first third of `Generator(PCG64(seed)).permutation(n)`."""
        X, digits = load_digits(return_X_y=True)
        rows = np.random.Generator(np.random.PCG64(seed)).permutation(len(X))
        held, kept = np.split(rows, [round(_HELD_OUT * len(rows))])
        return cls(X[kept], digits[kept], X[held], digits[held])

    @property
    def gamma(self) -> float:
        """One over the mean of ‖x‖², so that x·z and the 1 beside it are of a size."""
        return float(1 / squared_norms(self.X).mean())


def errors(split: Split, degree: int, seed: int) -> ErrorTable:
    """Return the shares of wrong digits with kernel (g·x·z + 1)^degree; shape (epochs, predictors)."""
    spec = RunSpec(
        order="shuffled", seed=seed, max_epochs=max(_EPOCHS), kernel="poly", degree=degree, gamma=split.gamma, coef0=1.0
    )
    runs = (train(Dataset(split.X, np.where(split.digits == digit, 1, -1)), spec) for digit in _DIGITS)
    scores = np.array([_scores(run, split.unseen) for run in runs])
    return _wrong(scores, split.answers)


def _scores(run: Run, unseen: FloatArray) -> FloatArray:
    """Return the scores of one digit's perceptron; shape (epochs, predictors, images)."""
    return np.array([_scores_after(run, epochs * run.dataset.n, unseen) for epochs in _EPOCHS])


def _scores_after(run: Run, examples: int, unseen: FloatArray) -> FloatArray:
    """Return the scores after so many examples; shape (predictors, images).

    A run that has converged would go on without a mistake, its last vector living on: else the votes of ten digits, of
    which some converge early, would not be of one scale.
    """
    history = run.history.until(min(examples, run.history.examples))
    last, averaged, voted = (find_predictor(name).recall(run.space, history).score(unseen) for name in _PREDICTORS)
    more = examples - history.examples
    averaged = (averaged * (history.examples + 1) + last * more) / (examples + 1)
    return np.array([last, averaged, voted + np.sign(last) * more])


def _wrong(scores: FloatArray, answers: IntArray) -> ErrorTable:
    """Return the share of wrong digits by `scores` (digits, epochs, predictors, images); shape (epochs, predictors)."""
    highest = scores == scores.max(axis=0)
    right = np.take_along_axis(highest, answers[None, None, None, :], axis=0)[0]
    share: ErrorTable = 1 - (right / highest.sum(axis=0)).mean(axis=-1)
    return share


def lines(table: ErrorTable) -> Iterator[str]:
    """Yield the mean over the splits of `table` (splits, degrees, epochs, predictors), and what it says."""
    mean = table.mean(axis=0)
    yield f"{'degree':>6} {'epochs':>6}" + "".join(f"{name:>10}" for name in _PREDICTORS)
    for i, degree in enumerate(_DEGREES):
        for j, epochs in enumerate(_EPOCHS):
            yield f"{degree:>6} {epochs:>6}" + "".join(f"{share:>10.2%}" for share in mean[i, j])
    yield ""
    for k, name in enumerate(_PREDICTORS[1:], 1):
        for j, epochs in enumerate(_EPOCHS):
            gain = mean[:, j, 0] - mean[:, j, k]
            won = f"{name} beats last at {np.count_nonzero(gain > 0)} of {len(_DEGREES)} degrees"
            yield f"epochs {epochs:>2}: {won}, by {gain.mean() * 100:.2f} points in the mean"


def main() -> None:
    """Run the experiment and print its table."""
    started = perf_counter()
    splits = [Split.of(seed) for seed in _SEEDS]
    n, held = len(splits[0].X), len(splits[0].unseen)
    print(f"digits: {n:,} images to learn from, {held:,} held out, the mean of {len(_SEEDS)} splits, seeds {_SEEDS}")
    print(f"kernel (g·x·z + 1)^degree with g = 1/mean ‖x‖² ({splits[0].gamma:.3g} in the first split), B = 1\n")
    table = np.array(
        [[errors(split, degree, seed) for degree in _DEGREES] for split, seed in zip(splits, _SEEDS, strict=True)]
    )
    print("\n".join(lines(table)))
    print(f"\n{perf_counter() - started:.0f} s")


if __name__ == "__main__":
    main()
