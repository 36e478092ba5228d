"""Edits of the points, each one undoable, for the canvas and the menu alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

import numpy as np
from numpy.typing import ArrayLike
from PySide6.QtCore import QLocale
from PySide6.QtGui import QGuiApplication

from core.datasets import transforms
from core.datasets.dataset import LARGEST, Dataset, FloatArray, Rows
from core.datasets.transforms import Transformed
from core.errors import InputError
from core.files import without_options
from core.files.formats.delimited import as_text, from_text, pasted_table
from core.files.table.from_table import survey
from core.numbers.numerals import counted
from perceptron_gui.model.document.document import Document, Selection

Steps = Mapping[int, float]
"""How far something moves in which features, by their numbers from 0."""

_SPARE_DIGITS = 6
_MARKS = {1: "○", -1: "×"}


def place(document: Document, X: ArrayLike, label: int, gesture: int | None = None) -> None:
    """Add an example (d,), or the examples X (m, d) that are sprayed; those of one gesture are undone together."""
    rows, done = np.atleast_2d(np.asarray(X, np.float64)), "add" if gesture is None else "spray"
    if _possible(document, rows):
        after = document.dataset.appended(rows, [label] * len(rows))
        document.edit(after, f"{done} {_MARKS[label]}", gesture, rows=_end_of(document))


def insert(document: Document, place: int, label: int) -> None:
    """Put an example at the origin before row `place`, to be moved from there; the later ones follow it."""
    after = document.dataset.inserted(place, np.zeros(document.dataset.d), [label])
    document.edit(after, f"insert {_MARKS[label]}", rows=slice(place, place))


def insert_after_selected(document: Document, selection: Selection, label: int) -> None:
    """Insert an example after the last selected one, or after all, and select it."""
    place = int(selection.rows[-1]) + 1 if len(selection) else document.dataset.n
    insert(document, place, label)
    selection.set([place])


def move_row(document: Document, selection: Selection, row: int, place: int) -> None:
    """Move an example to another place in the order of the data, and select it."""
    order = [other for other in range(document.dataset.n) if other != row]
    order.insert(place, row)
    after = document.dataset.with_rows(document.dataset.X[order], document.dataset.y[order])
    document.edit(after, f"move example {row + 1:,} to {place + 1:,}", rows=_stretch((row, place)))
    selection.set([place])


def erase(document: Document, rows: Rows, gesture: int) -> None:
    """Remove the examples at `rows`; removals with the same gesture are undone together."""
    if len(rows):
        document.edit(document.dataset.removed(rows), "erase", gesture, rows=_stretch(rows))


def duplicate_selected(document: Document, selection: Selection) -> None:
    """Add the selected examples once more, at the same places, and select the copies."""
    rows, dataset = selection.rows, document.dataset
    after = dataset.appended(dataset.X[rows], dataset.y[rows])
    document.edit(after, f"duplicate {_examples(rows)}", rows=_end_of(document))
    selection.set(np.arange(dataset.n, dataset.n + len(rows)))


def take_generated(document: Document, made: Dataset, kind: str, *, add: bool) -> None:
    """Replace the present examples by `made`, with their names, or `add` them to the present ones."""
    after = document.dataset.appended(made.X, made.y) if add else made
    document.edit(after, f"generate {kind}", rows=_end_of(document) if add else None, others=not add)


def delete_selected(document: Document, selection: Selection) -> None:
    """Remove the selected examples."""
    rows = selection.rows
    selection.clear()
    document.edit(document.dataset.removed(rows), f"delete {_examples(rows)}", removed=rows, rows=_stretch(rows))


def flip_selected(document: Document, selection: Selection) -> None:
    """Flip the labels of the selected examples."""
    flip(document, selection.rows)


def select_all(document: Document, selection: Selection) -> None:
    """Select every example."""
    selection.set(np.arange(document.dataset.n))


def nudge(document: Document, selection: Selection, by: Steps, gesture: int | None = None) -> None:
    """Move the selected examples; moves with the same gesture are undone together."""
    move(document, selection.rows, document.dataset.X[selection.rows], by, gesture)


def move(document: Document, rows: Rows, origin: FloatArray, by: Steps, gesture: int | None = None) -> None:
    """Put the examples at `rows` where `origin` (m, d) was, moved by these steps."""
    X = origin.copy()
    for column, step in by.items():
        if step:
            # Without the digits that adding only made up: 5.1 + 0.2 is 5.3, not 5.299999999999999.
            decimals, moved = _SPARE_DIGITS - int(np.floor(np.log10(abs(step)))), X[:, column] + step
            X[:, column] = np.round(moved, decimals) if abs(decimals) < 300 else moved
    if _possible(document, X):
        document.edit(document.dataset.moved(rows, X), f"move {_examples(rows)}", gesture, rows=_stretch(rows))


def put(document: Document, row: int, x: Sequence[float]) -> None:
    """Give example `row` exactly the coordinates `x` (d,)."""
    document.edit(document.dataset.moved([row], np.asarray(x, np.float64)), "set coordinates", rows=_stretch([row]))


def put_value(document: Document, row: int, column: int, value: float) -> None:
    """Give one feature of example `row` exactly this value."""
    x = document.dataset.X[row].copy()
    x[column] = value
    document.edit(document.dataset.moved([row], x), f"set {document.dataset.features[column]}", rows=_stretch([row]))


def flip(document: Document, rows: Sequence[int] | Rows) -> None:
    """Flip the labels of the examples at `rows`."""
    document.edit(document.dataset.flipped(rows), f"flip {_examples(rows)}", rows=_stretch(rows))


def _stretch(rows: Sequence[int] | Rows) -> slice:
    return slice(int(np.min(rows)), int(np.max(rows)) + 1) if len(rows) else slice(0, 0)


def _end_of(document: Document) -> slice:
    """Return the empty stretch after the last row, where examples are added."""
    return slice(document.dataset.n, document.dataset.n)


def _possible(document: Document, X: FloatArray) -> bool:
    """Return whether examples may lie at X; if not, the document says so."""
    possible = bool((np.abs(X) <= LARGEST).all())
    if not possible:
        document.refused.emit(f"An example cannot be further out than {LARGEST:g} in any feature")
    return possible


def _examples(rows: Sequence[int] | Rows) -> str:
    return "example" if len(rows) == 1 else f"{len(rows):,} examples"


def chosen(document: Document, selection: Selection) -> Rows:
    """Return the selected examples, or all if none is selected."""
    return selection.rows if len(selection) else np.arange(document.dataset.n)


def standardise(document: Document) -> None:
    """Give every feature mean 0 and standard deviation 1."""
    _do(document, lambda: transforms.standardised(document.dataset))


def scale(document: Document, selection: Selection, factor: float, *, about_mean: bool) -> None:
    """Put the chosen examples `factor` times as far from the origin, or from their own mean."""
    rows = chosen(document, selection)
    _do(document, lambda: transforms.scaled(document.dataset, rows, factor, about_mean=about_mean))


def move_origin(document: Document, origin: FloatArray) -> None:
    """Move the origin to the point `origin` (d,)."""
    _do(document, lambda: transforms.with_origin(document.dataset, origin))


def shuffle_labels(document: Document, selection: Selection) -> None:
    """Shuffle the labels of the chosen examples among them."""
    rows, seed = chosen(document, selection), document.new_seed()
    _do(document, lambda: transforms.with_shuffled_labels(document.dataset, rows, seed))


def sort_examples(document: Document, selection: Selection, order: Rows, by: str) -> None:
    """Sort the examples by `order`, which is also the order of learning; the same ones stay selected."""
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


def copy_selected(document: Document, selection: Selection) -> bool:
    """Put the selected examples on the clipboard, with the desktop's decimal mark; return if that was possible."""
    if not len(selection):
        return False
    mark = "," if QLocale().decimalPoint() == "," else "."
    try:
        text = as_text(document.dataset, selection.rows, mark)
    except InputError as error:
        document.refused.emit(str(error))
        return False
    QGuiApplication.clipboard().setText(text)
    return True


def cut_selected(document: Document, selection: Selection) -> None:
    """Copy the selected examples, and remove them."""
    if copy_selected(document, selection):
        delete_selected(document, selection)


def paste(document: Document, selection: Selection) -> None:
    """Add the examples on the clipboard after the present ones, and select them."""
    before, text = document.dataset, QGuiApplication.clipboard().text()
    try:
        more = from_text(text, before)
    except InputError as error:
        table = None
        with suppress(InputError):
            table = pasted_table(text)
        # If examples are there, only a third class needs a choice.
        if table is None or (before.n and len(survey(table).classes) <= 2):
            document.refused.emit(without_options(str(error)))
        else:
            document.choice_wanted.emit(table)
        return
    add_pasted(document, more)
    selection.set(np.arange(before.n, document.dataset.n))


def add_pasted(document: Document, more: Dataset) -> None:
    """Add examples that others had copied after the present ones."""
    before = document.dataset
    after = before.appended(more.X, more.y) if before.n else more
    document.edit(after, f"paste {counted(more.n, 'example')}", rows=_end_of(document))
    document.pasted.emit(before.n, more.n)
