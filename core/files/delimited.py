"""Tables with a comma, semicolon or tab between cells: .csv, .tsv, .txt, as spreadsheets and scripts write them.

A header or none; the labels in the column called label, class or target, else in the last; decimal comma where the
comma is no delimiter. Blank lines are skipped, and nothing else is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from core.dataset import Dataset, FloatArray, LabelArray
from core.errors import InputError
from core.files.atomic import write_atomically
from core.files.labels import Classes, LabelError, classes_of, declaration, kinds_of
from core.files.layout import Layout, Survey, layout_of, question_columns
from core.files.numbers import check_widths, numbers_of
from core.files.paths import naming
from core.files.records import Records, joined_row, quoted, split_records
from core.files.source import read_text


def read(path: Path, *, positive: str | None = None, columns: Sequence[str | int] | None = None) -> Dataset:
    """The dataset in `path`; raises InputError naming the file, and the line and column of the first fault."""
    with naming(path):
        records = split_records(read_text(path))
        layout = layout_of(records)
        features = layout.features(columns)
        body = records.without_first() if layout.header else records
        X = numbers_of(body, features, len(layout.names))
        classes, y = _labels(body, layout, positive)
        return Dataset(X, y, [layout.names[j] for j in features], classes.names, layout.target)


def survey(path: Path) -> Survey:
    """The features and classes there are to choose from; the numbers are not looked at. Raises InputError."""
    with naming(path):
        records = split_records(read_text(path))
        layout = layout_of(records)
        body = records.without_first() if layout.header else records
        check_widths(body, len(layout.names))
        with _label_cells(body, layout) as cells:
            kinds = kinds_of(dict.fromkeys(cells), layout.classes)
        return Survey(layout.choices(), tuple(dict.fromkeys(kinds.values())))


def read_questions(path: Path, features: Sequence[str], columns: Sequence[str | int] | None = None) -> FloatArray:
    """Examples to classify, (m, d), the columns in the order of `features`; a label column is not looked at.

    With a header the features are found by name. Without one they are the first d columns, or, where there are more,
    those whose numbers (from 1) `columns` gives. Raises InputError as `read` does.
    """
    with naming(path):
        records = split_records(read_text(path))
        header, positions = question_columns(records, features, columns)
        width = max(len(records.cells[0]), max(positions) + 1)
        return numbers_of(records.without_first() if header else records, positions, width)


def write(dataset: Dataset, path: Path) -> None:
    """A header and one row an example, so that `read` gives back the same dataset bit for bit; tabs in a .tsv.

    The header of the label column declares the classes' signs where the names alone would not tell them.
    Raises InputError where the file cannot be written or a name cannot be part of a text file.
    """
    with naming(path):
        delimiter = "\t" if path.suffix.lower() == ".tsv" else ","
        text = "".join(_lines(dataset, delimiter))
        if "\0" in text:
            raise InputError("a name holds a NUL character; it cannot be written")
        try:
            write_atomically(path, text)
        except UnicodeEncodeError as error:
            raise InputError("a name holds half a character; it cannot be written as UTF-8") from error


def _labels(body: Records, layout: Layout, positive: str | None) -> tuple[Classes, LabelArray]:
    with _label_cells(body, layout) as cells:
        classes = classes_of(dict.fromkeys(cells), layout.classes, positive)
    return classes, np.fromiter(map(classes.signs.__getitem__, cells), np.int8, len(cells))


@contextmanager
def _label_cells(body: Records, layout: Layout) -> Iterator[list[str]]:
    """The label column; a text in it that is found wrong inside the block is placed where it first stands."""
    cells = [row[layout.label] for row in body.cells]
    try:
        yield cells
    except LabelError as error:
        raise body.placed(error, cells.index(error.cell), layout.label) from None


def _lines(dataset: Dataset, delimiter: str) -> Iterator[str]:
    yield joined_row(_header(dataset, delimiter), delimiter) + "\n"
    names = {sign: quoted(name) for sign, name in zip((-1, 1), dataset.labels, strict=True)}
    for row, sign in zip(dataset.X.tolist(), dataset.y.tolist(), strict=True):
        yield delimiter.join(map(repr, row)) + delimiter + names[sign] + "\n"


def _header(dataset: Dataset, delimiter: str) -> list[str]:
    plain = [*dataset.features, dataset.target]
    if _says_enough(plain, dataset, delimiter):
        return plain
    return [*dataset.features, declaration(dataset.target, dataset.labels)]


def _says_enough(header: list[str], dataset: Dataset, delimiter: str) -> bool:
    """Whether a plain header would be taken as one, and the classes' names alone would give these signs."""
    present = [
        name for name, count in zip(dataset.labels, (dataset.negatives, dataset.positives), strict=True) if count
    ]
    try:
        layout = layout_of(Records([header], [1], delimiter))
        classes = classes_of(present)
    except InputError:
        return False
    expected = Layout(True, tuple(header), dataset.d, dataset.target, None)
    return layout == expected and classes.names == dataset.labels
