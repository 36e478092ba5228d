"""What a user does to the points, each as one undoable edit; for the canvas and the menu alike."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.dataset import LARGEST, Dataset, FloatArray, Rows
from perceptron_gui.model.document import Document
from perceptron_gui.model.selection import Selection

_SPARE_DIGITS = 6


def place(document: Document, x: float, y: float, label: int) -> None:
    """Add an example (x, y); further features are 0."""
    dataset = document.dataset
    row = np.zeros(dataset.d)
    row[: min(dataset.d, 2)] = (x, y)[: dataset.d]
    if _possible(document, row):
        document.edit(dataset.appended(row, [label]), f"add {'○' if label > 0 else '×'}")


def generate(document: Document, made: Dataset, kind: str, *, add: bool) -> None:
    """Put the examples `made` in the place of the present ones, with their names, or `add` them to these."""
    after = document.dataset.appended(made.X, made.y) if add else made
    document.edit(after, f"generate {kind}", others=not add)


def delete_selected(document: Document, selection: Selection) -> None:
    """Remove the selected examples."""
    rows = selection.rows
    if len(rows):
        selection.clear()
        document.edit(document.dataset.removed(rows), f"delete {_examples(rows)}", removed=rows)


def flip_selected(document: Document, selection: Selection) -> None:
    """Turn the labels of the selected examples round."""
    rows = selection.rows
    if len(rows):
        document.edit(document.dataset.flipped(rows), f"flip {_examples(rows)}")


def select_all(document: Document, selection: Selection) -> None:
    """Select every example."""
    selection.set(np.arange(document.dataset.n))


def nudge(document: Document, selection: Selection, dx: float, dy: float, gesture: int | None = None) -> None:
    """Move the selected examples by (dx, dy); what carries the same gesture is undone together."""
    rows = selection.rows
    if len(rows):
        move(document, rows, document.dataset.X[rows], (dx, dy), gesture)


def move(
    document: Document, rows: Rows, origin: FloatArray, by: tuple[float, float], gesture: int | None = None
) -> None:
    """Put the examples at `rows` where `origin` (m, d) was, moved by `by` in the first two features."""
    X = origin.copy()
    for column, step in enumerate(by[: X.shape[1]]):
        if step:
            X[:, column] = _short(X[:, column] + step, step)
    if _possible(document, X):
        document.edit(document.dataset.moved(rows, X), f"move {_examples(rows)}", gesture)


def put(document: Document, row: int, x: Sequence[float]) -> None:
    """Give example `row` exactly the coordinates `x` (d,)."""
    document.edit(document.dataset.moved([row], np.asarray(x, np.float64)), "set coordinates")


def _possible(document: Document, X: FloatArray) -> bool:
    """Whether examples may lie at X; if not, the document says so."""
    possible = bool((np.abs(X) <= LARGEST).all())
    if not possible:
        document.refused.emit(f"An example can be no further out than {LARGEST:g} in any feature")
    return possible


def _short(values: FloatArray, step: float) -> FloatArray:
    """Without the digits that adding `step` only made up: 5.1 + 0.2 is 5.3, not 5.299999999999999."""
    decimals = _SPARE_DIGITS - int(np.floor(np.log10(abs(step))))
    return np.round(values, decimals) if abs(decimals) < 300 else values


def _examples(rows: Sequence[int] | Rows) -> str:
    return "example" if len(rows) == 1 else f"{len(rows):,} examples"
