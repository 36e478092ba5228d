"""Files of examples: a table of points in any format, or a session, of which the data are taken."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from core.datasets.dataset import Dataset
from core.datasets.splitting import alike
from core.errors import Cancelled, InputError, never
from core.files.disk.atomic import atomic_file
from core.files.disk.blocks import text_blocks
from core.files.disk.refusals import naming
from core.files.formats import format_to_read, format_to_write
from core.files.session import is_session, read_session
from core.files.table.columns import by_name, check_names
from core.files.table.labels import classes_of
from core.files.table.loaded import Loaded as Loaded
from core.files.table.loaded import Questions as Questions
from core.files.table.loaded import SampleRows as SampleRows
from core.files.table.loaded import Survey as Survey


def load(path: str | Path, *, positive: str | None = None, columns: Sequence[str | int] | None = None) -> Dataset:
    """The dataset in a file. Raises InputError as `load_with_remarks` does, which says what the choices are."""
    return load_with_remarks(path, positive=positive, columns=columns).dataset


def load_with_remarks(
    path: str | Path,
    *,
    positive: str | None = None,
    columns: Sequence[str | int] | None = None,
    cancelled: Cancelled = never,
    label_column: int | None = None,
) -> Loaded:
    """The dataset in a file, and what was ambiguous there.

    `positive` is the class that is +1 against all the others; `columns` are the features to use, by name or by
    number from 1; `label_column` is the number of the column with the labels, where it is not the one that the format
    would take. A session has its features and labels, whatever is said of columns. Raises InputError naming the file,
    and where the first fault is; and CancelledError soon after `cancelled` says that nobody wants the file any more.
    """
    given = Path(path)
    if is_session(given):
        dataset = read_session(given, cancelled).dataset
        with naming(given):
            return Loaded(dataset if positive is None else _against_the_rest(dataset, positive))
    with naming(given):
        table = format_to_read(given).table(text_blocks(given, cancelled), label_column)
        return table.loaded(table.chosen(columns), positive)


def survey(path: str | Path, cancelled: Cancelled = never, label_column: int | None = None) -> Survey:
    """The columns and classes of a table that can be chosen from, and the first rows. Raises as `load_with_remarks`."""
    with naming(given := Path(path)):
        return format_to_read(given).table(text_blocks(given, cancelled), label_column).survey()


def load_questions(
    path: str | Path, features: Sequence[str], columns: Sequence[str | int] | None = None, cancelled: Cancelled = never
) -> Questions:
    """Examples to classify with the given features, and what was ambiguous; labels are not looked at.

    `columns` are those that were chosen of the training data. In a session features are found by their names.
    Raises as `load_with_remarks` does.
    """
    given = Path(path)
    if not is_session(given):
        with naming(given):
            return format_to_read(given).questions(text_blocks(given, cancelled), features, columns)
    dataset = read_session(given, cancelled).dataset
    try:
        return Questions(dataset.X[:, by_name(dataset.features, features)])
    except InputError as error:
        raise InputError(error.sentence, path=path) from error  # a session has no columns to point to


def load_held_out(path: str | Path, dataset: Dataset, cancelled: Cancelled = never) -> Dataset:
    """The examples of a file, with the features and the classes of `dataset`.

    Where those are one class against the rest, so are the file's. Raises as `load_with_remarks` and `alike` do.
    """
    if is_session(path):
        other = read_session(path, cancelled).dataset
        positive = _one_of(other.labels, dataset)
        other = other if positive is None else _against_the_rest(other, positive)
    else:
        positive = _one_of(survey(path, cancelled).classes, dataset)
        other = load_with_remarks(path, positive=positive, cancelled=cancelled).dataset
    return alike(other, dataset, path, by_sign=positive is not None)


def write(dataset: Dataset, path: str | Path) -> None:
    """Put the dataset in the place of `path`, whole or not at all. Raises InputError."""
    with naming(given := Path(path)):
        check_names((*dataset.features, dataset.target, *dataset.labels))
        with atomic_file(given) as stream:
            stream.writelines(piece.encode() for piece in format_to_write(given).written(dataset))


def _one_of(classes: Sequence[str], dataset: Dataset) -> str | None:
    """The class that is +1 against the rest in these classes too, if it is one in `dataset`."""
    rest, chosen = dataset.labels
    against_the_rest = chosen in classes and rest not in classes and bool(set(classes) - {chosen})
    return chosen if against_the_rest else None


def _against_the_rest(dataset: Dataset, positive: str) -> Dataset:
    """The same examples with this class as +1. Raises InputError where there is none."""
    classes = classes_of(dataset.labels, positive=positive)
    negative_sign, positive_sign = (classes.signs[label] for label in dataset.labels)
    y = np.where(dataset.y > 0, positive_sign, negative_sign)
    return Dataset(dataset.X, y, dataset.features, classes.names, dataset.target)
