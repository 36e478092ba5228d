"""Datasets in files: one module a format, chosen by the file's suffix. A new format is one module and one line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from core.dataset import Dataset, FloatArray
from core.files import delimited
from core.files.layout import Survey as Survey


class Format(Protocol):
    """What a module of a format offers; `core.files.delimited` documents the arguments. All raise InputError."""

    def read(self, path: Path, *, positive: str | None, columns: Sequence[str | int] | None) -> Dataset: ...

    def read_questions(
        self, path: Path, features: Sequence[str], columns: Sequence[str | int] | None
    ) -> FloatArray: ...

    def survey(self, path: Path) -> Survey: ...

    def write(self, dataset: Dataset, path: Path) -> None: ...


FORMATS: dict[str, Format] = {".csv": delimited, ".tsv": delimited, ".txt": delimited}
"""Suffix → format; a suffix that is not here is taken as delimited text."""


def read(path: str | Path, *, positive: str | None = None, columns: Sequence[str | int] | None = None) -> Dataset:
    """The dataset in `path`.

    `positive` is the class that is +1 against all the others; `columns` are the features to use, by name or by
    number from 1. Raises InputError naming the file, and where the first fault is.
    """
    return _format_of(path).read(Path(path), positive=positive, columns=columns)


def survey(path: str | Path) -> Survey:
    """The features and classes that `read` can choose from. Raises InputError."""
    return _format_of(path).survey(Path(path))


def read_questions(path: str | Path, features: Sequence[str], columns: Sequence[str | int] | None = None) -> FloatArray:
    """Examples to classify, (m, d), with the given features; labels are not looked at. Raises InputError."""
    return _format_of(path).read_questions(Path(path), features, columns)


def write(dataset: Dataset, path: str | Path) -> None:
    """Put the dataset in the place of `path`, whole or not at all. Raises InputError."""
    _format_of(path).write(dataset, Path(path))


def _format_of(path: str | Path) -> Format:
    return FORMATS.get(Path(path).suffix.lower(), delimited)
