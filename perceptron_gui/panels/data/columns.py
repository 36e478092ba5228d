"""The columns of the table: what each says of an example, and by what it can be sorted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.datasets.arithmetic import activations
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.numbers.numerals import number
from perceptron_gui.look.text.sentences import class_name

_DIGITS = 5


@dataclass(frozen=True, eq=False)
class SeenExamples:
    """The examples, and the vector at the playhead: `w` (d,) and `b`; None where there is none of their dimension."""

    dataset: Dataset
    w: FloatArray | None = None
    b: float = 0.0

    def margins(self, rows: slice | IntArray) -> FloatArray:
        """y·a of some examples under the vector; NaN where there is none."""
        y = self.dataset.y[rows]
        return np.full(len(y), np.nan) if self.w is None else y * activations(self.dataset.X[rows], self.w, self.b)


class DataColumn(ABC):
    """One thing to say of each example. `by` is what sorting by it is called."""

    title: str
    by: str
    tooltip: str
    is_number = True
    of_state = False
    """Whether it is another one at another moment of the run."""

    @abstractmethod
    def texts(self, seen: SeenExamples, rows: IntArray) -> list[str]:
        """What the cells of some rows of the data show."""

    def told(self, seen: SeenExamples, row: int) -> str:
        """What its tooltip says: the same, to the last digit."""
        return self.texts(seen, np.array([row]))[0]

    @abstractmethod
    def keys(self, seen: SeenExamples) -> NDArray[Any]:
        """What all examples (n,) are sorted by."""


class NumberColumn(DataColumn):
    """Which example it is."""

    title, by = "#", "number"
    tooltip = "The number of the example, counted from 1 in the order of the data"

    def texts(self, seen: SeenExamples, rows: IntArray) -> list[str]:
        return [f"{row + 1:,}" for row in rows.tolist()]

    def keys(self, seen: SeenExamples) -> NDArray[Any]:
        return np.arange(seen.dataset.n)


class Feature(DataColumn):
    """One coordinate."""

    def __init__(self, name: str, column: int) -> None:
        self.title = self.by = name
        self.column = column
        self.tooltip = f"{name}: double click or type to edit"

    def texts(self, seen: SeenExamples, rows: IntArray) -> list[str]:
        return [number(value, _DIGITS, grouped=False) for value in seen.dataset.X[rows, self.column].tolist()]

    def told(self, seen: SeenExamples, row: int) -> str:
        return repr(float(seen.dataset.X[row, self.column]))

    def keys(self, seen: SeenExamples) -> NDArray[Any]:
        return seen.dataset.X[:, self.column]


class ClassColumn(DataColumn):
    """Which class it belongs to."""

    by = "label"
    tooltip = "The class: double click to flip it"
    is_number = False

    def __init__(self, name: str) -> None:
        self.title = name

    def texts(self, seen: SeenExamples, rows: IntArray) -> list[str]:
        negative, positive = self.told_of(seen.dataset)
        return [positive if label > 0 else negative for label in seen.dataset.y[rows].tolist()]

    @staticmethod
    def told_of(dataset: Dataset) -> tuple[str, str]:
        """What the cells of either class show, −1 before +1."""
        negative, positive = map(class_name, dataset.labels)
        return f"× {negative}", f"○ {positive}"

    def keys(self, seen: SeenExamples) -> NDArray[Any]:
        return seen.dataset.y


class Score(DataColumn):
    """How far on the right side it is of the vector at the playhead."""

    title = by = "y·a"
    tooltip = "y·a under the vector w, b at the playhead; ✗ where it is ≤ 0: w has this example wrong"
    of_state = True

    def texts(self, seen: SeenExamples, rows: IntArray) -> list[str]:
        return [f"{number(margin)}{' ✗' if margin <= 0 else ''}" for margin in seen.margins(rows).tolist()]

    def told(self, seen: SeenExamples, row: int) -> str:
        return f"y·a = {float(seen.margins(slice(row, row + 1))[0])!r}"

    def keys(self, seen: SeenExamples) -> NDArray[Any]:
        return seen.margins(slice(None))


def data_columns(dataset: Dataset) -> tuple[DataColumn, ...]:
    """The number, the features, the label and y·a."""
    features = [Feature(name, j) for j, name in enumerate(dataset.features)]
    return (NumberColumn(), *features, ClassColumn(dataset.target), Score())
