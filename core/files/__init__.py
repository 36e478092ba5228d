"""Datasets in files: one module a format, chosen by suffix and content. A new format is one module and one line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from core.datasets.dataset import Dataset, FloatArray
from core.errors import Cancelled, never
from core.files import arff, delimited, svmlight
from core.files.columns import check_names
from core.files.paths import naming
from core.files.source import head
from core.files.table import Loaded as Loaded
from core.files.table import Questions as Questions
from core.files.table import SampleRows as SampleRows
from core.files.table import Survey as Survey
from core.files.table import Table


class Format(Protocol):
    """What a module of a format offers; `core.files.delimited` documents the arguments. All raise InputError.

    `recognised` says whether a file that begins like `head` can be nothing else.
    """

    def read(
        self,
        path: Path,
        columns: Sequence[str | int] | None,
        cancelled: Cancelled,
        label_column: int | None,
    ) -> Table: ...

    def survey(self, path: Path, cancelled: Cancelled, label_column: int | None) -> Survey: ...

    def read_questions(
        self,
        path: Path,
        features: Sequence[str],
        columns: Sequence[str | int] | None,
        cancelled: Cancelled,
    ) -> Questions: ...

    def write(self, dataset: Dataset, path: Path) -> None: ...

    def recognised(self, head: str) -> bool: ...


FORMATS: dict[str, Format] = {
    ".csv": delimited,
    ".tsv": delimited,
    ".txt": delimited,
    ".svm": svmlight,
    ".svmlight": svmlight,
    ".libsvm": svmlight,
    ".arff": arff,
}
"""Suffix → format; a suffix that is not here is written as delimited text."""

SAYS_NOTHING = (".txt",)
"""Suffixes of this table that do not say what a file holds."""


def load_table(
    path: str | Path,
    *,
    positive: str | None = None,
    columns: Sequence[str | int] | None = None,
    cancelled: Cancelled = never,
    label_column: int | None = None,
) -> Loaded:
    """The dataset in `path`, and what was ambiguous there.

    `positive` is the class that is +1 against all the others; `columns` are the features to use, by name or by
    number from 1; `label_column` is the number of the column with the labels, where it is not the one that the format
    would take. Raises InputError naming the file, and where the first fault is; and CancelledError soon after
    `cancelled` says that nobody wants the file any more.
    """
    with naming(given := Path(path)):
        return _format_of(given).read(given, columns, cancelled, label_column).loaded(positive)


def read_dataset(
    path: str | Path, *, positive: str | None = None, columns: Sequence[str | int] | None = None
) -> Dataset:
    """The dataset alone. Raises InputError as `load` does."""
    return load_table(path, positive=positive, columns=columns).dataset


def survey(path: str | Path, cancelled: Cancelled = never, label_column: int | None = None) -> Survey:
    """The columns and classes that `load` can choose from, and the first rows. Raises as `load` does."""
    with naming(given := Path(path)):
        return _format_of(given).survey(given, cancelled, label_column)


def load_table_questions(
    path: str | Path,
    features: Sequence[str],
    columns: Sequence[str | int] | None = None,
    cancelled: Cancelled = never,
) -> Questions:
    """Examples to classify with the given features, and what was ambiguous; labels are not looked at.

    Raises as `load` does.
    """
    with naming(given := Path(path)):
        return _format_of(given).read_questions(given, features, columns, cancelled)


def read_questions(path: str | Path, features: Sequence[str], columns: Sequence[str | int] | None = None) -> FloatArray:
    """The examples to classify alone, (m, d). Raises as `load` does."""
    return load_table_questions(path, features, columns).X


def write(dataset: Dataset, path: str | Path) -> None:
    """Put the dataset in the place of `path`, whole or not at all. Raises InputError."""
    with naming(given := Path(path)):
        check_names((*dataset.features, dataset.target, *dataset.labels))
        FORMATS.get(given.suffix.lower(), delimited).write(dataset, given)


def _format_of(path: Path) -> Format:
    """What the suffix says; where it says nothing, what the content says, else delimited text."""
    suffix = path.suffix.lower()
    if suffix in FORMATS and suffix not in SAYS_NOTHING:
        return FORMATS[suffix]
    start = head(path)
    return next((module for module in dict.fromkeys(FORMATS.values()) if module.recognised(start)), delimited)
