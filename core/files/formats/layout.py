"""What the first row of a table says: a header or none, and which column holds the labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import InputError, listed_names, shown
from core.files.rows.records import Record
from core.files.table.columns import LABEL_NAMES, Columns, by_name, check_names, label_place
from core.files.table.labels import Labels, declared, is_class_number, is_missing, kinds_of
from core.files.table.numbers import is_number


@dataclass(frozen=True)
class Layout:
    """What the first row says."""

    header: bool
    certain: bool
    """Whether a header names the label column as such."""
    columns: Columns
    remarks: tuple[str, ...] = ()


def layout_of(first: Record, delimiter: str, label_column: int | None = None) -> Layout:
    """The layout that the first row shows; `label_column` (from 1) is chosen to hold the labels, if it is given.

    Raises InputError where there is one column, no such column, or half a header.
    """
    cells = first.cells
    if len(cells) == 1:
        raise first.error("there is only one column; features and a label are expected", 1)
    named = _label_columns(first)
    label = named[-1] if named else len(cells) - 1
    if label_column is not None:
        label = label_place(label_column, len(cells))
    columns = Columns.under(cells, label)
    is_header = columns.classes or _are_names(first, columns.features, delimiter, certain=bool(named)) or named
    if not is_header:
        return Layout(False, False, Columns(tuple(f"x{j + 1}" for j in range(len(cells))), label, "label"))
    try:
        check_names(columns.names)
    except InputError as error:
        raise first.placed(error, (error.column or 1) - 1) from None
    several = columns.classes is None and len(named) > 1 and label_column is None
    could = listed_names(cells[j] for j in named)
    remark = f"the columns {could} could all hold the labels; {shown(columns.target)} was taken"
    return Layout(True, bool(named), columns, (remark,) if several else ())


def check_no_row_is_lost(layout: Layout, first: Record, labels: Labels) -> None:
    """Raises InputError where the header may be an example whose features cannot be read."""
    if not layout.header or layout.certain:
        return
    column, label = layout.columns.features[0], first.cells[layout.columns.label]
    if is_class_number(label) or (label in labels.codes) or _same_class(label, labels):
        raise first.error(
            f"{shown(first.cells[column])} is not a number, but {shown(label)} is a label; "
            "a number is expected, or a header whose last name is no label",
            column,
        )


def question_columns(
    first: Record, delimiter: str, features: Sequence[str], columns: Sequence[str | int] | None
) -> tuple[bool, list[int]]:
    """Whether there is a header, and where the features stand in a table that may have a label column or not.

    With a header the features are found by their names. Without one they are the first columns, or, where there are
    more columns than features, those whose numbers `columns` gives.
    """
    cells, d = first.cells, len(features)
    there = set(cells)
    if all(name in there for name in features) or _are_names(first, range(min(d, len(cells))), delimiter, certain=True):
        try:
            return True, by_name(cells, features)
        except InputError as error:
            raise first.placed(error, len(cells)) from None
    chosen = [str(column) for column in columns or ()]
    if len(cells) > d and chosen and all(column.isdecimal() for column in chosen):
        return False, [int(column) - 1 for column in chosen]
    return False, list(range(d))


def _label_columns(first: Record) -> list[int]:
    """The positions that the header names as the labels', those that declare the classes alone where there are any."""
    declaring = [j for j, cell in enumerate(first.cells) if declared(cell)]
    return declaring[-1:] or [j for j, cell in enumerate(first.cells) if cell.lower() in LABEL_NAMES]


def _are_names(first: Record, features: Sequence[int], delimiter: str, *, certain: bool) -> bool:
    """Whether the feature cells of the first row are names, not numbers; raises InputError where they are both.

    Unless the row is `certain` to be a header, one of the names has to have a letter: `$5` and `NA` are numbers that
    cannot be read.
    """
    names = [j for j in features if not is_number(first.cells[j], delimiter)]
    if names and len(names) < len(features):
        raise first.error(
            f"{shown(first.cells[names[0]])} is not a number, but another cell of this row is; "
            "names or numbers are expected",
            names[0],
        )
    if names and not certain and not any(_is_name(first.cells[j]) for j in names):
        cell = first.cells[names[0]]
        what = f"{shown(cell)} is not a number" if cell else "the cell is empty"
        raise first.error(f"{what}; a number is expected, or a name", names[0])
    return bool(names)


def _is_name(cell: str) -> bool:
    return not is_missing(cell) and any(character.isalpha() for character in cell)


def _same_class(label: str, labels: Labels) -> bool:
    try:
        kinds = kinds_of([label])
    except InputError:
        return False
    return bool({kinds[label]}.intersection(kinds_of(labels.codes, labels.names).values()))
