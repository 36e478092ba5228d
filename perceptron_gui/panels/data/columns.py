"""The columns of the table: the cell of an example in each, and the order by which it sorts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.datasets.arithmetic import activations
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.numbers.numerals import counted, number
from core.rules import Perceptron, Rule
from core.run import Run
from perceptron_gui.look.text.sentences import class_name

_DIGITS = 5


@dataclass(frozen=True, eq=False)
class SeenExamples:
    """The examples, and a `run` over them at the playhead: `weights` are (w, b) (d + 1,) in units of its learning rate.

    They are None if there is none of their dimension. `updates` (n,) counts those on each example, None without one.
    """

    dataset: Dataset
    run: Run | None = None
    weights: FloatArray | None = None
    updates: IntArray | None = None

    @property
    def rule(self) -> Rule:
        return Perceptron() if self.run is None else self.run.rule

    def margins(self, rows: slice | IntArray) -> FloatArray:
        """Return y·a of some examples under the vector, in the same units; NaN if there is none."""
        y, w = self.dataset.y[rows], self.weights
        return np.full(len(y), np.nan) if w is None else y * activations(self.dataset.X[rows], w[:-1], float(w[-1]))

    def wrong(self, rows: IntArray) -> NDArray[np.bool_]:
        """Return whether the vector gets some examples wrong."""
        return self.rule.tie.wrong(self.margins(rows), self.dataset.y[rows])


class DataColumn(ABC):
    """A column of the table. `by` is the name of the sorting by it."""

    title: str
    by: str
    tooltip: str
    is_number = True
    of_state = False
    """True if its cells change with the playhead."""

    @abstractmethod
    def texts(self, seen: SeenExamples, rows: IntArray) -> list[str]:
        """Return the texts of the cells of some rows of the data."""

    def describe(self, seen: SeenExamples, row: int) -> str:
        """Return the tooltip: the number to the last digit."""
        return self.texts(seen, np.array([row]))[0]

    @abstractmethod
    def keys(self, seen: SeenExamples) -> NDArray[Any]:
        """Return the sort keys of all examples (n,)."""


class NumberColumn(DataColumn):
    """The column of the numbers of the examples."""

    title, by = "#", "number"
    tooltip = (
        "The number of the example, counted from 1 in the order of the data: drag it, or Alt with an arrow, to move it"
    )

    def texts(self, seen: SeenExamples, rows: IntArray) -> list[str]:
        return [f"{row + 1:,}" for row in rows.tolist()]

    def keys(self, seen: SeenExamples) -> NDArray[Any]:
        return np.arange(seen.dataset.n)


class FeatureColumn(DataColumn):
    """The column of one coordinate."""

    def __init__(self, name: str, column: int) -> None:
        self.title = self.by = name
        self.column = column
        self.tooltip = f"{name}: double click or type to edit"

    def texts(self, seen: SeenExamples, rows: IntArray) -> list[str]:
        return [number(value, _DIGITS, grouped=False) for value in seen.dataset.X[rows, self.column].tolist()]

    def describe(self, seen: SeenExamples, row: int) -> str:
        return repr(float(seen.dataset.X[row, self.column]))

    def keys(self, seen: SeenExamples) -> NDArray[Any]:
        return seen.dataset.X[:, self.column]


class ClassColumn(DataColumn):
    """The column of the classes."""

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
        """Return the texts of both classes, −1 before +1."""
        negative, positive = map(class_name, dataset.labels)
        return f"× {negative}", f"○ {positive}"

    def keys(self, seen: SeenExamples) -> NDArray[Any]:
        return seen.dataset.y


class Score(DataColumn):
    """The column of y·a, the distance to the right side under the vector at the playhead, in units of ‖w‖."""

    title = by = "y·a"
    tooltip = "y·a under the vector w, b at the playhead; ✗ if w gets this example wrong"
    of_state = True

    def texts(self, seen: SeenExamples, rows: IntArray) -> list[str]:
        shown, wrong = seen.rule.shown(seen.margins(rows)), seen.wrong(rows)
        return [f"{number(y)}{' ✗' if amiss else ''}" for y, amiss in zip(shown.tolist(), wrong.tolist(), strict=True)]

    def describe(self, seen: SeenExamples, row: int) -> str:
        return f"y·a = {seen.rule.shown(float(seen.margins(slice(row, row + 1))[0]))!r}"

    def keys(self, seen: SeenExamples) -> NDArray[Any]:
        return seen.margins(slice(None))


class Updates(DataColumn):
    """The column of the number of updates on each example: the dual view, in which w is a sum of examples."""

    title = by = "updates"
    tooltip = "Updates on this example up to the playhead: α of the dual view, in which w is a sum of α·y·x"
    of_state = True

    def texts(self, seen: SeenExamples, rows: IntArray) -> list[str]:
        return [f"{count:,}" for count in self.keys(seen)[rows].tolist()]

    def describe(self, seen: SeenExamples, row: int) -> str:
        """Return the sum of equal terms, each η·y·x."""
        count = int(self.keys(seen)[row])
        alpha = f": α = {number(seen.rule.shown(float(count)))}" if seen.rule.whole else ""
        return f"{counted(count, 'update')} on this example{alpha}"

    def keys(self, seen: SeenExamples) -> NDArray[Any]:
        return np.zeros(seen.dataset.n, np.int64) if seen.updates is None else seen.updates


def data_columns(dataset: Dataset) -> tuple[DataColumn, ...]:
    """Return the columns: number, features, label, y·a and updates."""
    features = [FeatureColumn(name, j) for j, name in enumerate(dataset.features)]
    return (NumberColumn(), *features, ClassColumn(dataset.target), Score(), Updates())
