"""Examples as the text that goes to a spreadsheet and comes back: tabs, a header, numbers to the last digit."""

from __future__ import annotations

from core.datasets.dataset import Dataset, Rows
from core.errors import InputError
from core.files.formats.delimited import Delimited

_WHERE = "Pasted text"


def as_text(dataset: Dataset, rows: Rows, mark: str = ".") -> str:
    """The examples at `rows`, with `mark` as the decimal mark. Raises InputError for a name that no text can hold."""
    return "".join(Delimited("\t", mark).written(dataset.with_rows(dataset.X[rows], dataset.y[rows])))


def from_text(text: str, onto: Dataset) -> Dataset:
    """The examples that `text` holds, to be added to `onto`: with its features and classes, unless it has no examples.

    A header may be there or not; the numbers may have a decimal comma. Raises InputError.
    """
    if not text.strip():
        raise InputError("there is no text to paste; rows of features and a label are expected")
    try:
        table = Delimited().table_in(text)
        if not onto.n:
            return table.loaded(table.columns.features).dataset
        more = table.loaded_onto(onto)
    except InputError as error:
        error.path = _WHERE
        raise
    return onto.with_rows(more.X, more.y)
