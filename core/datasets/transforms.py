"""Transforms of all examples, with a sentence on each; and examples held out, by share and seed or in a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.datasets.dataset import LARGEST, Dataset, FloatArray, IntArray, Rows
from core.errors import InputError, listed_names
from core.numbers.numerals import DIGITS, counted, number, rounded, signed

_NAMED = 4


@dataclass(frozen=True, eq=False)
class Transformed:
    """The examples afterwards; `name` is for a menu, `sentence` says what was done with which numbers."""

    dataset: Dataset
    name: str
    sentence: str


def standardised(dataset: Dataset) -> Transformed:
    """Return every feature but constant ones with mean 0 and standard deviation 1 (÷ n). Raises InputError."""
    if not dataset.n:
        raise InputError("There are no examples to standardise")
    changing = np.flatnonzero(dataset.X.max(axis=0) > dataset.X.min(axis=0))
    if not len(changing):
        raise InputError("Every feature is constant: there is nothing to standardise")
    columns = dataset.X[:, changing]
    exponent = np.frexp(np.abs(columns).max(axis=0))[1]
    away = np.ldexp(columns, -exponent)  # of size 1: sums of squares neither overflow nor vanish
    mean = mean_of(away)
    away -= mean
    away -= mean_of(away)  # the mean is rounded where it is long beside the spread
    largest = np.abs(away).max(axis=0)
    away /= largest
    spread = np.sqrt((away * away).mean(axis=0))
    X = dataset.X.copy()
    X[:, changing] = away / spread
    pairs = np.ldexp(np.column_stack((mean, spread * largest)), exponent[:, np.newaxis]).tolist()
    words = []  # a feature as it is now, e.g. "(width − 2)/0.8165"
    for j, (middle, unit) in zip(changing, pairs, strict=True):
        name = dataset.features[j]
        words.append(f"({name} {signed(-middle)})/{number(unit)}" if middle else f"{name}/{number(unit)}")
    still = [f"{dataset.features[j]} is constant and stays" for j in range(dataset.d) if j not in changing]
    note = _rounding([value for pair in pairs[:_NAMED] for value in pair])
    sentence = f"standardised: {'; '.join([*_few(words), *_few(still)])}{note}"
    return Transformed(dataset.with_rows(X, dataset.y), "standardise", sentence)


def scaled(dataset: Dataset, rows: Rows, factor: float, *, about_mean: bool) -> Transformed:
    """Return the examples at `rows` `factor` times as far from the origin, or their own mean. Raises InputError."""
    X = dataset.X[rows]
    centre = mean_of(X) if about_mean and len(X) else np.zeros(dataset.d)
    with np.errstate(over="ignore", under="ignore"):
        X = centre + (X - centre) * factor if about_mean else X * factor
    place = f"their mean {_point(centre)}" if about_mean else "the origin"
    note = _rounding([factor, *(centre[:_NAMED].tolist() if about_mean else ())])
    sentence = f"{_examples(dataset, rows)} scaled by {number(factor)} about {place}{note}"
    return Transformed(_moved(dataset, rows, X), "scale", sentence)


def with_origin(dataset: Dataset, origin: FloatArray) -> Transformed:
    """Return every example seen from `origin` (d,), which lies at 0 afterwards. Raises InputError as `scaled` does."""
    X = dataset.X - origin
    sentence = f"origin moved to {_point(origin)}{_rounding(origin[:_NAMED].tolist())}"
    return Transformed(_moved(dataset, np.arange(dataset.n), X), "move the origin", sentence)


def with_shuffled_labels(dataset: Dataset, rows: Rows, seed: int) -> Transformed:
    """Return the labels at `rows` shuffled among them by PCG64 from `seed`; each class keeps its number."""
    y = dataset.y.copy()
    y[rows] = np.random.Generator(np.random.PCG64(seed)).permutation(y[rows])
    sentence = f"labels of {_examples(dataset, rows)} shuffled with seed {seed}"
    return Transformed(dataset.with_rows(dataset.X, y), "shuffle labels", sentence)


def in_order(dataset: Dataset, order: Rows, by: str) -> Transformed:
    """Return the examples at `order` one after another: another order of learning. `by` says which it is."""
    after = dataset.with_rows(dataset.X[order], dataset.y[order])
    return Transformed(after, f"sort examples by {by}", f"examples sorted by {by}")


def mean_of(X: FloatArray) -> FloatArray:
    """Return the mean of each column of X (n, d), n ≥ 1, to about the last digit; 0 up to rounding is 0; shape (d,)."""
    first = X.mean(axis=0)
    mean: FloatArray = first + (X - first).mean(axis=0)
    # Such a small mean, beside the largest number, is 0 up to their rounding.
    mean[np.abs(mean) < (2.0**-50) * np.maximum(X.max(axis=0), -X.min(axis=0))] = 0.0
    return mean


def _moved(dataset: Dataset, rows: Rows, X: FloatArray) -> Dataset:
    if not (np.abs(X) <= LARGEST).all():
        raise InputError(f"An example cannot be further out than {LARGEST:g} in any feature")
    return dataset.moved(rows, X)


def _examples(dataset: Dataset, rows: Rows) -> str:
    count = counted(len(rows), "example")
    return f"all {count}" if len(rows) == dataset.n > 1 else count


def _point(x: FloatArray) -> str:
    return f"({', '.join(_few([number(value) for value in x.tolist()], '…'))})"


def _few(words: list[str], more: str = "and so on") -> list[str]:
    return words if len(words) <= _NAMED else [*words[:_NAMED], more]


def _rounding(values: list[float]) -> str:
    return "" if all(float(rounded(value, DIGITS)) == value for value in values) else " (rounded)"


def split(dataset: Dataset, share: float, seed: int) -> tuple[Dataset, Dataset]:
    """Return training and held-out data, the rows of `held_out_rows`, in the order of the file. Raises InputError."""
    held = held_out_rows(dataset.n, share, seed)
    return dataset.removed(held), dataset.with_rows(dataset.X[held], dataset.y[held])


def held_out_rows(n: int, share: float, seed: int) -> IntArray:
    """Return the rows of n to hold out, increasing: the first of `Generator(PCG64(seed)).permutation(n)`."""
    if not 0 < share < 1:
        raise InputError(f"a share of {share:g} cannot be held out; enter a number between 0 and 1")
    if n < 2:
        raise InputError(f"{n} examples cannot be split; give at least 2")
    count = min(max(round(share * n), 1), n - 1)
    return np.sort(np.random.Generator(np.random.PCG64(seed)).permutation(n)[:count])


def alike(other: Dataset, dataset: Dataset, path: str | Path, *, by_sign: bool) -> Dataset:
    """Return `other`, read from `path`, with the features of `dataset` and its classes, found by name or `by_sign`."""
    if not other.n:
        raise InputError("there are no examples; enter at least one", path=path)
    for name in dataset.features:
        if other.features.count(name) != 1:
            told = f"give one feature called {name!r}, as in the training data"
            raise InputError(f"{told}; there are {listed_names(other.features)}", path=path)
    X = other.X[:, [other.features.index(name) for name in dataset.features]]
    if by_sign:
        return dataset.with_rows(X, other.y)
    known, names = ([label.removeprefix("+") for label in each.labels] for each in (dataset, other))
    spelled = {name.casefold(): name for name in known}
    names = [name if name in known else spelled.get(name.casefold(), name) for name in names]
    for sign, name in ((1, names[1]), (-1, names[0])):
        if name not in known and (other.y == sign).any():
            there = " or ".join(map(repr, dataset.labels))
            raise InputError(f"{name!r} is not a class of the training data; use {there}", path=path)
    signs = [1 if name == known[1] else -1 for name in names]
    return dataset.with_rows(X, np.where(other.y > 0, signs[1], signs[0]))
