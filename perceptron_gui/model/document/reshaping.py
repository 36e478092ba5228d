"""What a user does to the points as a whole: each one undoable edit, and a remark that holds as long as the edit."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from core.datasets import transforms
from core.datasets.dataset import FloatArray, Rows
from core.datasets.transforms import Transformed
from core.errors import InputError
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.document.selection import Selection


def chosen(document: Document, selection: Selection) -> Rows:
    """The selected examples; all of them where none is selected."""
    return selection.rows if len(selection) else np.arange(document.dataset.n)


def standardise(document: Document) -> None:
    """Give every feature mean 0 and standard deviation 1."""
    _do(document, lambda: transforms.standardised(document.dataset))


def scale(document: Document, selection: Selection, factor: float, *, about_mean: bool) -> None:
    """Put the chosen examples `factor` times as far from the origin, or from their own mean."""
    rows = chosen(document, selection)
    _do(document, lambda: transforms.scaled(document.dataset, rows, factor, about_mean=about_mean))


def move_origin(document: Document, origin: FloatArray) -> None:
    """Let what was at `origin` (d,) be at 0."""
    _do(document, lambda: transforms.with_origin(document.dataset, origin))


def shuffle_labels(document: Document, selection: Selection) -> None:
    """Deal out the labels of the chosen examples among them anew."""
    rows, seed = chosen(document, selection), document.new_seed()
    _do(document, lambda: transforms.with_shuffled_labels(document.dataset, rows, seed))


def sort_examples(document: Document, selection: Selection, order: Rows, by: str) -> None:
    """Put the examples themselves in `order`, and so another one of learning; the same ones stay selected."""
    selected = np.flatnonzero(np.isin(order, selection.rows))
    _do(document, lambda: transforms.in_order(document.dataset, order, by))
    selection.set(selected)


def _do(document: Document, make: Callable[[], Transformed]) -> None:
    try:
        done = make()
    except InputError as error:
        document.refused.emit(str(error))
    else:
        document.edit(done.dataset, done.name, remark=done.sentence)
