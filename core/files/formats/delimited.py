"""Tables with a comma, semicolon, tab or spaces between cells: .csv, .tsv, .txt, as spreadsheets and scripts have them.

A header or none; a decimal comma where the comma is no delimiter. A first line `sep=;` says what the delimiter is.
Blank lines are skipped, and lines that begin with #. Text that is copied or pasted is such a table too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from core.datasets.dataset import Dataset, Rows
from core.errors import InputError
from core.files.formats.format import Format, WriteRow, says_enough
from core.files.rows.opening import Opening, has_prefix, top_of, unquoted
from core.files.rows.reader import CellReader, check_writable, quoted
from core.files.table.columns import is_called_label
from core.files.table.from_table import loaded, loaded_onto
from core.files.table.labels import declaration, is_name
from core.files.table.numbers import is_meant_as_number
from core.files.table.table import Table


@dataclass(frozen=True)
class Delimited(Format):
    """Delimited text, written with this `delimiter` and decimal `mark`; a file that is read shows its own."""

    delimiter: str = ","
    mark: str = "."

    def table(self, blocks: Iterable[bytes], features: Sequence[str] = ()) -> Table:
        expected = "rows of features" if features else "rows of features and a label"
        opening = Opening(blocks, expected)
        if quoted_whole := len(features) != 1 and opening.is_quoted:
            opening = Opening(map(unquoted, blocks), expected)
        top = top_of(opening.rows, opening.delimiter, opening.names, features)
        line, rest = opening.after(top.skipped)
        table = top.decided(CellReader(line, top.width, opening.delimiter).read(rest))
        remark = ("each line was one quoted cell and was read as a row of cells",) * quoted_whole
        return replace(table, notes=(*remark, *top.notes, *opening.notes()))

    def beginning(self, dataset: Dataset) -> tuple[str, WriteRow]:
        """The header of the label column declares the classes' signs where plain names would not tell them."""
        names, target = [*dataset.features, dataset.target], dataset.target
        odd = any(not is_name(each) or has_prefix(each) or is_meant_as_number(each, self.delimiter) for each in names)
        shows_label = is_called_label(target, last=True) or (dataset.positives > 0 and dataset.negatives > 0)
        if odd or not shows_label or target in dataset.labels or not says_enough(dataset):
            names[-1] = declaration(target, dataset.labels)
        check_writable(*names, *dataset.labels)
        ends = {sign: f"{self.delimiter}{quoted(name)}\n" for sign, name in zip((-1, 1), dataset.labels, strict=True)}

        def row(numbers: list[float], sign: int) -> str:
            return self.delimiter.join(map(repr, numbers)).replace(".", self.mark) + ends[sign]

        return f"{self.delimiter.join(map(quoted, names))}\n", row


def as_text(dataset: Dataset, rows: Rows, mark: str = ".") -> str:
    """Return the examples at `rows`, with `mark` as the decimal mark. Raises InputError for a name no text can hold."""
    return "".join(Delimited("\t", mark).written(dataset.with_rows(dataset.X[rows], dataset.y[rows])))


def from_text(text: str, onto: Dataset) -> Dataset:
    """Return the examples in `text`, as those of `onto` are unless it has none. Raises InputError."""
    if not text.strip():
        raise InputError("there is no text to paste; write rows of features and a label")
    try:
        table = pasted_table(text)
        if not onto.n:
            return loaded(table).dataset
        more = loaded_onto(table, onto)
    except InputError as error:
        error.path = "Pasted text"
        raise
    return onto.with_rows(more.X, more.y)


def pasted_table(text: str) -> Table:
    """Return the table in a text. Raises InputError."""
    return Delimited().table([text.removeprefix("\ufeff").encode(errors="replace")])
