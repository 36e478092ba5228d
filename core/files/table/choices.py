"""The choices that a file leaves to a person, and what comes of them: data with notes, or what there is to choose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.datasets.dataset import Dataset, FloatArray
from core.errors import InputError
from core.files.table.labels import Choice


@dataclass(frozen=True)
class Choices:
    """The answers to what a file leaves open; None: as the file says."""

    positive: Choice | None = None
    """The class, or the classes, that are +1 against all the others, or against `negative` alone."""
    negative: Choice | None = None
    """The class, or the classes, that are −1; examples of others are left out."""
    columns: Sequence[str | int] | None = None
    """The features to use, by name or by number from 1."""
    label: str | int | None = None
    """The column with the labels, by name or by number from 1."""
    skip_incomplete: bool = False
    """True if rows are left out in which a number or the label is missing."""
    grouped: bool | None = None
    """True if 1.234 beside decimal commas is 1234 (and not 1.234), where its column does not tell."""
    encode: bool = False
    """True if features in words become columns of 0 and 1."""
    decimal: str | None = None
    thousands: str | None = None
    sheet: str | int | None = None
    """The sheet of a spreadsheet, by name or by number from 1."""


AS_IT_IS = Choices()

_TOLD = 8
"""Lines that are listed one by one."""


class GapError(InputError):
    """A number or a label is missing. Its row can be left out."""


def lines_told(lines: Sequence[int]) -> str:
    """Return the lines in words: "line 4", or "lines 4, 17 and 90"; of many lines the first few."""
    if len(lines) == 1:
        return f"line {lines[0]}"
    *first, last = map(str, lines[:_TOLD])
    listed = ", ".join([*first, last, "…"]) if len(lines) > _TOLD else f"{', '.join(first)} and {last}"
    return f"lines {listed}"


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
    kinds: tuple[str, ...] = ()
    """The class of each row; empty if its label is missing."""
    values: Mapping[str, FloatArray] = field(default_factory=dict)
    """The numbers of each feature, by its name; NaN if there is none."""


@dataclass(frozen=True)
class Survey:
    """The choices that a file leaves, each in file order and named as for loading; classes that are numbers by size."""

    features: tuple[str, ...]
    """Names; a number from 1 in place of one that is there twice."""
    classes: tuple[str, ...]
    remarks: tuple[str, ...] = ()
    counts: tuple[int, ...] = ()
    positive: str | None = None
    """The class that is +1 unless another is chosen; None if there are more than two, or no example of it."""
    label: int = 0
    """The number from 1 of the column that holds the labels."""
    label_is_fixed: bool = False
    faults: Mapping[str, str] = field(default_factory=dict)
    """Columns that cannot be features: the name, and why."""
    gaps: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    """By the name of the column: on which lines something is missing, and the class there, empty if that is it."""
    doubtful: str = ""
    """A number in which a sign may be a decimal mark or group thousands, where its column does not tell."""
    identifiers: tuple[str, ...] = ()
    """The features that only identify the rows, and are not used unless they are asked for."""
    has_words: bool = False
    """True if there are columns in words that can become columns of 0 and 1."""
    encoded: bool = False
    sheets: tuple[str, ...] = ()
    sheet: int = 0
    """The number from 1 of the sheet that was read."""
    trouble: str = ""
    """Why that column cannot hold the labels."""
    sample: SampleRows = field(default=SampleRows(), repr=False)
    signs: Mapping[str, int] = field(default_factory=dict)
    """Class → 1, −1, or 0 if it is left out: as chosen, else as without a choice; empty if there are too many."""

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
