"""The results of reading a file: a dataset or examples to classify, with notes, or the choices there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from core.datasets.dataset import Dataset, FloatArray


@dataclass(frozen=True)
class Loaded:
    """A dataset, and what was decided on the way: a sentence for each thing.

    `remarks` say how what is ambiguous in the file was read, `left_out` what of it is not among the examples,
    `hints` what would help a learner. `whole` says whether the dataset has all that the file holds.
    """

    dataset: Dataset
    remarks: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    whole: bool = True

    @property
    def notes(self) -> tuple[str, ...]:
        return (*self.remarks, *self.left_out, *self.hints)


@dataclass(frozen=True, eq=False)
class Questions:
    """Examples to classify, X (m, d), and what was ambiguous in their file."""

    X: FloatArray
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class SampleRows:
    """The first rows of a file."""

    columns: tuple[str, ...] = ()
    """The names of all columns, or their numbers where there is none or it is there twice."""
    rows: tuple[tuple[str, ...], ...] = ()
    """The cells as they are in the file."""
    kinds: tuple[str, ...] = ()
    """The class of each row; empty if its label is missing."""
    values: Mapping[str, FloatArray] = field(default_factory=dict)
    """The numbers of each feature, by its name; NaN if there is none."""

    def numbers(self, feature: str) -> FloatArray:
        """Return the column of a feature, (m,). Raises KeyError where there is none."""
        return self.values[feature]


@dataclass(frozen=True)
class Survey:
    """The choices that a file leaves, each in file order and named as for loading."""

    features: tuple[str, ...]
    """Names; a number from 1 in place of one that is there twice."""
    classes: tuple[str, ...]
    remarks: tuple[str, ...] = ()
    counts: tuple[int, ...] = ()
    """The number of examples of each class."""
    positive: str | None = None
    """The class that is +1 unless another is chosen; None if there are more than two, or no example of it."""
    label: int = 0
    """The number from 1 of the column that holds the labels."""
    label_is_fixed: bool = False
    """True if the format lets no other column hold them."""
    faults: Mapping[str, str] = field(default_factory=dict)
    """Columns that cannot be features: the name, and why."""
    gaps: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    """By the name of the column: on which lines something is missing, and the class there, empty if that is it."""
    doubtful: str = ""
    """A number in which a sign may be a decimal mark or group thousands, where its column does not tell.

    A person may have said it.
    """
    identifiers: tuple[str, ...] = ()
    """The features that only identify the rows, and are not used unless they are asked for."""
    has_words: bool = False
    """True if there are columns in words that can become columns of 0 and 1."""
    encoded: bool = False
    """True if they have."""
    sheets: tuple[str, ...] = ()
    """The names of the sheets of a spreadsheet."""
    sheet: int = 0
    """The number from 1 of the one that was read."""
    trouble: str = ""
    """Why that column cannot hold the labels."""
    sample: SampleRows = field(default=SampleRows(), repr=False)

    @property
    def n(self) -> int:
        """The number of examples that have a label."""
        return sum(self.counts)

    def incomplete(self, features: Iterable[str]) -> dict[int, str]:
        """Return the rows with a gap among these features and the labels: their lines in order, and their classes."""
        found: dict[int, str] = {}
        for name in (*features, self.sample.columns[self.label - 1]):
            found.update(self.gaps.get(name, {}))
        return dict(sorted(found.items()))
