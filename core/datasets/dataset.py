"""Labelled examples: frozen, checked once, shared freely between threads."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.errors import InputError, listed_names
from core.numbers.numerals import counted

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
LabelArray = NDArray[np.int8]
Rows = NDArray[np.integer[Any]]
Names = tuple[str, str]
"""Of the negative and the positive class."""
_Array = TypeVar("_Array", bound=NDArray[Any])

LARGEST = 1e100
"""Coordinates beyond this could overflow when squared and summed over a run."""


def read_only(array: _Array) -> _Array:
    """Return the same array, which from now on nobody can write to."""
    array.setflags(write=False)
    return array


def same_bits(a: FloatArray, b: FloatArray) -> bool:
    """Return whether every bit agrees: −0.0 equals 0.0, but has other bits."""
    return a is b or (a.shape == b.shape and np.array_equal(a.view(np.int64), b.view(np.int64)))


def column_names(table: object) -> list[str] | None:
    """Return the column names of a data frame (pandas, polars); None unless every one is a text."""
    columns = getattr(table, "columns", None)
    names = [] if columns is None else list(columns)
    return names if names and all(isinstance(name, str) for name in names) else None


@dataclass(frozen=True, eq=False)
class Dataset:
    """Examples `X` (n, d) with labels `y` (n,) in {−1, +1}.

    They are made from arrays or lists. The labels are −1 and +1, 0 and 1, False and True, any two numbers or two names;
    +1 is the larger number, or the second name by code point, unless `labels` names the negative and the positive
    class. The arrays are copied, made read-only and never scaled or reordered; X is stored column by column.
    `features` names the d columns, by default as a data frame names them.
    Raises InputError where shapes disagree, a number is not finite or too large, or a label is none of these.
    """

    X: FloatArray
    y: LabelArray
    features: tuple[str, ...] = ()
    labels: Names = ("-1", "+1")
    target: str = "label"
    """The name of the column that holds the labels."""

    def __init__(
        self,
        X: ArrayLike,
        y: ArrayLike,
        features: Sequence[str] = (),
        labels: Names | None = None,
        target: str = "label",
    ) -> None:
        try:
            # Column by column, because most loops run along one feature.
            examples = np.array(X, np.float64, order="F")
        except (TypeError, ValueError) as error:
            raise InputError("the examples are not a table of numbers; enter n rows of d numbers") from error
        if examples.ndim != 2 or examples.shape[1] == 0:
            raise InputError(f"the examples have shape {examples.shape}; enter (n, d) with d ≥ 1")
        _check_numbers(examples)
        n, d = examples.shape
        names = tuple(features) or tuple(column_names(X) or (f"x{j + 1}" for j in range(d)))
        if len(names) != d:
            raise InputError(f"{len(names)} feature names for {d} features; enter one for each")
        signs, labels = _classes(y, n, labels)
        if labels[0] == labels[1]:
            raise InputError(f"both classes are named {labels[0]!r}; enter two different names")
        classes = (str(labels[0]), str(labels[1]))
        self.__setstate__({"X": examples, "y": signs, "features": names, "labels": classes, "target": target})

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take over all fields; arrays that are new, or come back from a pickle, can be written to."""
        vars(self).update(state)
        read_only(self.X)
        read_only(self.y)

    @classmethod
    def empty(cls, features: Sequence[str] = ("x1", "x2")) -> Dataset:
        """Return a dataset without examples, in `len(features)` dimensions."""
        return cls(np.empty((0, len(features))), np.empty(0, np.int8), features)

    @property
    def n(self) -> int:
        return len(self.y)

    @property
    def d(self) -> int:
        """How many features, the bias not counted."""
        return int(self.X.shape[1])

    @property
    def positives(self) -> int:
        return int(np.count_nonzero(self.y > 0))

    @property
    def negatives(self) -> int:
        return self.n - self.positives

    @property
    def size(self) -> str:
        """E.g. "12 examples in 2 dimensions"."""
        return f"{counted(self.n, 'example')} in {counted(self.d, 'dimension')}"

    def __repr__(self) -> str:
        negative, positive = self.labels
        classes = f"{self.positives:,} of class {positive} (+1), {self.negatives:,} of class {negative} (−1)"
        return f"{self.size}\n{classes}\nfeatures: {listed_names(self.features)}"

    def row(self, index: int) -> tuple[Any, FloatArray]:
        """Return which features of an example are written down, as an index for w (d,), and its numbers there."""
        return slice(None), self.X[index]

    def with_rows(self, X: ArrayLike, y: ArrayLike) -> Dataset:
        return Dataset(X, y, self.features, self.labels, self.target)

    def appended(self, X: ArrayLike, y: ArrayLike) -> Dataset:
        """Return the dataset with examples `X` (m, d), `y` (m,) at its end."""
        return self.inserted(self.n, X, y)

    def inserted(self, place: int, X: ArrayLike, y: ArrayLike) -> Dataset:
        """Return the dataset with examples `X` (m, d), `y` (m,) before row `place`; at the end if that is n."""
        more = np.asarray(X, np.float64).reshape(-1, self.d)
        return self.with_rows(np.insert(self.X, place, more, axis=0), np.insert(self.y, place, np.atleast_1d(y)))

    def removed(self, indices: ArrayLike) -> Dataset:
        rows = np.asarray(indices, np.intp)
        return self.with_rows(np.delete(self.X, rows, axis=0), np.delete(self.y, rows))

    def moved(self, indices: ArrayLike, X: ArrayLike) -> Dataset:
        """Return the dataset with the rows at `indices` moved to `X` (m, d)."""
        examples = self.X.copy("F")
        examples[np.asarray(indices, np.intp)] = X
        _check_numbers(examples)
        return self._with(X=examples)

    def flipped(self, indices: ArrayLike) -> Dataset:
        labels = self.y.copy()
        labels[np.asarray(indices, np.intp)] *= -1
        return self._with(y=labels)

    def same_as(self, other: Dataset) -> bool:
        """Return whether every bit, name and label agrees."""
        return (
            same_bits(self.X, other.X)
            and (self.y is other.y or np.array_equal(self.y, other.y))
            and (self.features, self.labels, self.target) == (other.features, other.labels, other.target)
        )

    def _with(self, **arrays: NDArray[Any]) -> Dataset:
        """Return the dataset with these arrays, which are checked and not shared; unchanged parts are shared."""
        made = copy(self)
        made.__setstate__(arrays)
        return made


def _check_numbers(examples: FloatArray) -> None:
    wrong = ~((examples >= -LARGEST) & (examples <= LARGEST))
    if wrong.any():
        i, j = (int(v) for v in np.argwhere(wrong)[0])
        expected = f"give a finite number of at most {LARGEST:g}"
        raise InputError(f"example {i + 1:,} has {examples[i, j]} as feature {j + 1:,}; {expected}")


def _classes(y: ArrayLike, n: int, names: Names | None) -> tuple[LabelArray, Names]:
    """Return the labels as signs, and the class names: `names` if given, else the values in y."""
    try:
        given = np.asarray(y)
    except ValueError as error:
        raise InputError("the labels are not a list; enter one for each example") from error
    if given.shape != (n,):
        raise InputError(f"the labels have shape {given.shape} for {n} examples; enter ({n},)")
    if given.dtype.kind == "b":
        return _signed(given), names or ("False", "True")
    if given.dtype.kind in "OUS" and n:
        texts = [str(label) for label in given.tolist()]
        negative, positive = names or _two(sorted(set(texts)))
        strange = next((text for text in texts if text not in {negative, positive}), None)
        if strange is not None:
            raise InputError(f"{strange!r} is not a label; enter {negative!r} or {positive!r}")
        return _signed(np.array([text == positive for text in texts])), (negative, positive)
    low = 0 if (given == 0).any() and not (given == -1).any() else -1
    if ((given != 1) & (given != low)).any():
        return _of_numbers(given, names)
    return _signed(given == 1), names or (("0", "1") if low == 0 else ("-1", "+1"))


def _signed(positive: NDArray[np.bool_]) -> LabelArray:
    return np.where(positive, 1, -1).astype(np.int8)


def _of_numbers(given: NDArray[Any], names: Names | None) -> tuple[LabelArray, Names]:
    """Return the signs of two numbers, the larger is +1, and the names that a file with these numbers gives them."""
    odd = given if given.dtype.kind not in "iuf" else given[~np.isfinite(given)]
    if len(odd):
        raise InputError(f"{odd[0].item()!r} is not a label; enter two numbers or two names")
    low, high = _two(np.unique(given).tolist())
    return _signed(given == high), names or (repr(low).removesuffix(".0"), repr(high).removesuffix(".0"))


def _two(found: list[Any]) -> tuple[Any, Any]:
    if len(found) != 2:
        known = f"{', '.join(map(repr, found[:3]))}{', …' if len(found) > 3 else ''}"
        raise InputError(f"the labels are {known}; enter two different ones, or the names of both classes")
    return found[0], found[1]


def in_rows(X: Any) -> Any:
    """Return a copy of SciPy's sparse X (n, d) as rows of floats whose columns ascend; `indices` are of 64 bits.

    Duplicates are added up in the order in which they are stored. Raises ValueError for a column that does not exist.
    """
    rows = X.tocsr().astype(np.float64)
    rows.check_format(full_check=True)
    if not rows.has_canonical_format:
        # The way over columns keeps that order, which SciPy's own sort of a row may not.
        rows = rows.tocsc().tocsr()
        rows.sum_duplicates()
    rows.indptr, rows.indices = rows.indptr.astype(np.int64), rows.indices.astype(np.int64)
    return rows


class SparseDataset(Dataset):
    """As much of a dataset as a run asks for, over sparse rows: X (n, d) is what `in_rows` returns."""

    X: Any

    def __init__(self, X: Any, y: LabelArray) -> None:
        """Take over both. Raises InputError for a number that is too large."""
        large = np.flatnonzero(np.abs(X.data) > LARGEST)
        if len(large):
            row = int(np.searchsorted(X.indptr, large[0], "right"))
            raise InputError(f"example {row:,} has {X.data[large[0]]}; give a finite number of at most {LARGEST:g}")
        self.__setstate__({"X": X, "y": y})

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        read_only(self.y)

    def row(self, index: int) -> tuple[IntArray, FloatArray]:
        part = slice(*self.X.indptr[index : index + 2])
        return self.X.indices[part], self.X.data[part]
