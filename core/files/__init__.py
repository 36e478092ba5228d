"""Files of examples: a table of points in any format, or a session, of which the data are taken."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from core.datasets.dataset import Dataset
from core.datasets.transforms import alike
from core.errors import Cancelled, InputError, never
from core.files.atomic import atomic_file
from core.files.disk import TextBlocks, naming
from core.files.formats import SPREADSHEETS, format_to_read, format_to_write, is_spreadsheet
from core.files.formats.spreadsheet import sheet_table
from core.files.session import is_session, read_session
from core.files.table import from_table
from core.files.table.choices import AS_IT_IS, Choices, GapError, Loaded, Questions, SampleRows, Survey, lines_told
from core.files.table.columns import by_name, check_names
from core.files.table.labels import Choice, kinds_of, picked, two_classes
from core.files.table.numbers import readings
from core.files.table.table import Table

__all__ = ["Choices", "GapError", "Loaded", "Questions", "SampleRows", "Survey", "Table", "lines_told", "readings"]


def load(path: str | Path, **choices: Any) -> Dataset:
    """Return the dataset in a file, with the fields of `Choices` that are given. Raises as `load_with_remarks` does."""
    return load_with_remarks(path, Choices(**choices)).dataset


def load_with_remarks(path: str | Path, choices: Choices = AS_IT_IS, cancelled: Cancelled = never) -> Loaded:
    """Return the dataset in a file, and what was ambiguous there; of a session only the class that is +1 is chosen.

    Raises InputError naming the file, and where the first fault is: a GapError for what is missing, an UndecidedError
    for what has to be chosen; and CancelledError.
    """
    given = Path(path)
    if is_session(given):
        dataset = read_session(given, cancelled).dataset
        with naming(given):
            return Loaded(dataset if choices.positive is None else _against_the_rest(dataset, choices.positive))
    return loaded(read_table(given, choices, cancelled), given, choices)


def read_table(path: str | Path, choices: Choices = AS_IT_IS, cancelled: Cancelled = never) -> Table:
    """Read the table in a file, whatever it holds; of the choices the sheet matters. Raises InputError."""
    with naming(given := Path(path)):
        if is_spreadsheet(given):
            return sheet_table(given, choices.sheet, (), cancelled)
        if choices.sheet is not None:
            raise InputError(f"this is no spreadsheet; --sheet is for {', '.join(SPREADSHEETS)}")
        blocks = TextBlocks(given, cancelled)
        table = format_to_read(given).table(blocks)
        return replace(table, notes=(*blocks.remarks(), *table.notes))


def loaded(table: Table, path: str | Path, choices: Choices = AS_IT_IS) -> Loaded:
    """Return the dataset of a table that was read from a file. Raises InputError as `load_with_remarks` does."""
    with naming(Path(path)):
        return from_table.loaded(table, choices)


def survey(table: Table, choices: Choices = AS_IT_IS, path: str | Path = "") -> Survey:
    """Return what there is to choose from in a table that was read from a file. Raises InputError."""
    with naming(Path(path)):
        return from_table.survey(table, choices)


def load_questions(
    path: str | Path, features: Sequence[str], choices: Choices = AS_IT_IS, cancelled: Cancelled = never
) -> Questions:
    """Return examples to classify; `choices` are those about the training data. Raises as `load_with_remarks` does."""
    given = Path(path)
    if is_session(given):
        dataset = read_session(given, cancelled).dataset
        try:
            return Questions(dataset.X[:, by_name(dataset.features, features)])
        except InputError as error:
            raise InputError(error.sentence, path=path) from error  # a session has no columns to point to
    with naming(given):
        if is_spreadsheet(given):
            return from_table.questions(sheet_table(given, None, features, cancelled), features, choices)
        blocks = TextBlocks(given, cancelled)
        found = format_to_read(given).questions(blocks, features, choices)
        return replace(found, remarks=(*blocks.remarks(), *found.remarks))


def load_held_out(path: str | Path, dataset: Dataset, cancelled: Cancelled = never) -> Dataset:
    """Return a file's examples, with the features of `dataset` and classes chosen as there. Raises InputError."""
    if is_session(path):
        other = read_session(path, cancelled).dataset
        positive, _ = _choice_as(dataset, other.labels)
        other = other if positive is None else _against_the_rest(other, positive)
    else:
        table = read_table(path, cancelled=cancelled)
        names = table.columns.names if table.columns.header else ()
        same_label = dataset.target if names.count(dataset.target) == 1 and not table.columns.label_is_fixed else None
        in_words = any("=" in name for name in {*dataset.features} - {*table.columns.names})
        as_before = Choices(label=same_label, encode=in_words, columns=dataset.features if in_words else None)
        positive, negative = _choice_as(dataset, survey(table, as_before, path=path).classes)
        other = loaded(table, path, replace(as_before, positive=positive, negative=negative)).dataset
    return alike(other, dataset, path, by_sign=positive is not None)


def write(dataset: Dataset, path: str | Path) -> None:
    """Put the dataset in the place of `path`, whole or not at all. Raises InputError."""
    with naming(given := Path(path)):
        check_names((*dataset.features, dataset.target, *dataset.labels))
        with atomic_file(given) as stream:
            stream.writelines(piece.encode() for piece in format_to_write(given).written(dataset))


def without_options(sentence: str) -> str:
    """Return a sentence about a file without what it says of options of the command line, which a window has not."""
    return re.sub(r" \(--[^)]*\)|[;,] --(?:encode|label|columns|sheet)\b.*", "", sentence)


def _choice_as(dataset: Dataset, classes: Sequence[str]) -> tuple[str | None, str | None]:
    """Return the choice among these classes that gives those of `dataset`; none where names alone tell them."""
    there = []
    for name in dataset.labels:
        with suppress(InputError):
            picked(name, {kind: kind for kind in classes})
            there.append(name)
    if {*classes} <= {*dataset.labels} or dataset.labels[1] not in there:
        return None, None
    return dataset.labels[1], dataset.labels[0] if len(there) == len(dataset.labels) else None


def _against_the_rest(dataset: Dataset, positive: Choice) -> Dataset:
    classes = two_classes(kinds_of(dataset.labels), positive=positive)
    negative_sign, positive_sign = (classes.signs[label] for label in dataset.labels)
    y = np.where(dataset.y > 0, positive_sign, negative_sign)
    return Dataset(dataset.X, y, dataset.features, classes.names, dataset.target)
