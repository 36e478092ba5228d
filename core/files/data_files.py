"""Examples out of a file, whichever it is: a table of points, or a session, of which the data are taken."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from core import files
from core.datasets.dataset import Dataset
from core.datasets.splitting import alike
from core.errors import Cancelled, InputError, never
from core.files import Loaded, Questions
from core.files.columns import by_name
from core.files.labels import classes_of
from core.files.paths import naming
from core.files.session import is_session, read_session


def load_examples(
    path: str | Path,
    *,
    positive: str | None = None,
    columns: Sequence[str | int] | None = None,
    cancelled: Cancelled = never,
) -> Loaded:
    """The dataset, as `core.files.load` has it; a session has its features, whatever `columns` says. Raises as it."""
    if not is_session(path):
        return files.load_table(path, positive=positive, columns=columns, cancelled=cancelled)
    dataset = read_session(path, cancelled).dataset
    with naming(Path(path)):
        return Loaded(dataset if positive is None else _against_the_rest(dataset, positive))


def load(path: str | Path, *, positive: str | None = None, columns: Sequence[str | int] | None = None) -> Dataset:
    """The dataset alone. Raises InputError as `load` does."""
    return load_examples(path, positive=positive, columns=columns).dataset


def load_questions(
    path: str | Path,
    features: Sequence[str],
    columns: Sequence[str | int] | None = None,
    cancelled: Cancelled = never,
) -> Questions:
    """Examples to classify, as `core.files.load_questions` has them; in a session features are found by their names.

    Raises as it does.
    """
    if not is_session(path):
        return files.load_table_questions(path, features, columns, cancelled)
    dataset = read_session(path, cancelled).dataset
    try:
        return Questions(dataset.X[:, by_name(dataset.features, features)])
    except InputError as error:
        raise InputError(error.sentence, path=path) from error  # a session has no columns to point to


def load_held_out(path: str | Path, dataset: Dataset, cancelled: Cancelled = never) -> Dataset:
    """The examples of a file, with the features and the classes of `dataset`.

    Where those are one class against the rest, so are the file's. Raises InputError as `load` and `alike` do.
    """
    if is_session(path):
        other = read_session(path, cancelled).dataset
        positive = _one_of(other.labels, dataset)
        other = other if positive is None else _against_the_rest(other, positive)
    else:
        positive = _one_of(files.survey(path, cancelled).classes, dataset)
        other = files.load_table(path, positive=positive, cancelled=cancelled).dataset
    return alike(other, dataset, path, by_sign=positive is not None)


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
