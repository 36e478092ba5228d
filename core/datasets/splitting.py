"""Examples held out: by a share and a seed, or those of another file with the same features and classes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from core.datasets.dataset import Dataset, IntArray
from core.errors import InputError, listed_names


def split(dataset: Dataset, share: float, seed: int) -> tuple[Dataset, Dataset]:
    """Return training and held-out data: `share` of the rows, 0 < share < 1, rounded, at least one on each side.

    The rows held out are those of `held_out_rows`; within each part the rows keep the order of the file. Raises
    InputError as it does.
    """
    held = np.zeros(dataset.n, bool)
    held[held_out_rows(dataset.n, share, seed)] = True
    return dataset.with_rows(dataset.X[~held], dataset.y[~held]), dataset.with_rows(dataset.X[held], dataset.y[held])


def held_out_rows(n: int, share: float, seed: int) -> IntArray:
    """Return the rows of n to hold out, increasing: the first of `Generator(PCG64(seed)).permutation(n)`.

    Raise InputError for a share that is not between 0 and 1, or for fewer than two rows.
    """
    if not 0 < share < 1:
        raise InputError(f"a share of {share:g} cannot be held out; enter a number between 0 and 1")
    if n < 2:
        raise InputError(f"{n} examples cannot be split; give at least 2")
    count = min(max(round(share * n), 1), n - 1)
    return np.sort(np.random.Generator(np.random.PCG64(seed)).permutation(n)[:count])


def alike(other: Dataset, dataset: Dataset, path: str | Path, *, by_sign: bool) -> Dataset:
    """Return the examples of `other`, which is what `path` holds, with the features and the classes of `dataset`.

    Features are found by their names; and so are classes, unless they are the same `by_sign`. Raises InputError.
    """
    if not other.n:
        raise InputError("there are no examples; enter at least one", path=path)
    X = other.X[:, [_position(name, other.features, path) for name in dataset.features]]
    signs = {sign: sign if by_sign else _sign(other, sign, dataset, path) for sign in set(other.y.tolist())}
    return dataset.with_rows(X, [signs[sign] for sign in other.y.tolist()])


def _position(name: str, features: Sequence[str], path: str | Path) -> int:
    if features.count(name) != 1:
        there = listed_names(features)
        raise InputError(f"give one feature called {name!r}, as in the training data; there are {there}", path=path)
    return features.index(name)


def _sign(other: Dataset, sign: int, dataset: Dataset, path: str | Path) -> int:
    names = [label.removeprefix("+") for label in dataset.labels]
    name = other.labels[sign > 0].removeprefix("+")
    if name not in names:
        known = " or ".join(map(repr, dataset.labels))
        raise InputError(f"{name!r} is not a class of the training data; use {known}", path=path)
    return 1 if name == names[1] else -1
