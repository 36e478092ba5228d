"""What comes of a file: a dataset or examples to classify, with what was decided; or what there is to choose from."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from core.datasets.dataset import Dataset, FloatArray
from core.errors import InputError
from core.files.table.numbers import number_of


@dataclass(frozen=True)
class Loaded:
    """A dataset, and what was ambiguous in its file: a sentence for each thing that was decided."""

    dataset: Dataset
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Questions:
    """Examples to classify, X (m, d), and what was ambiguous in their file."""

    X: FloatArray
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class SampleRows:
    """The first rows of a file."""

    columns: tuple[str, ...] = ()
    """The names of all columns, as `Survey.features` has them."""
    rows: tuple[tuple[str, ...], ...] = ()
    """Cell by cell, as they stand there."""
    kinds: tuple[str, ...] = ()
    """The class of each row."""
    delimiter: str = ","

    def numbers(self, feature: str) -> FloatArray:
        """The column of a feature, (m,); NaN for a cell that is no number. KeyError where there is none."""
        return self.column({name: j for j, name in enumerate(self.columns)}[feature])

    def column(self, j: int) -> FloatArray:
        """The same, by its position."""
        return np.array([_number(row[j], self.delimiter) for row in self.rows])


@dataclass(frozen=True)
class Survey:
    """What a file holds that one may have to choose from, each in file order and as it is to be named when loading."""

    features: tuple[str, ...]
    """Names; a number from 1 in place of one that is there twice."""
    classes: tuple[str, ...]
    remarks: tuple[str, ...] = ()
    counts: tuple[int, ...] = ()
    """How many examples each class has."""
    positive: str | None = None
    """The class that is +1 unless another is chosen; None where there are more than two, or no example of it."""
    label: int = 0
    """The number from 1 of the column that holds the labels."""
    label_is_fixed: bool = False
    """Whether the format lets no other column hold them."""
    unreadable: frozenset[str] = frozenset()
    """Features with a cell among the first rows that is no number."""
    sample: SampleRows = field(default=SampleRows(), repr=False)

    @property
    def n(self) -> int:
        return sum(self.counts)


def _number(cell: str, delimiter: str) -> float:
    try:
        return number_of(cell, delimiter)
    except InputError:
        return np.nan
