"""Weka's ARFF: attributes by name and type, then rows, dense or sparse.

The labels are in the attribute called label, class or target, else in the last one, if it is nominal, else in the only
nominal one. Features are numeric. Nothing may be missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path

import numpy as np

from core.datasets.dataset import Dataset, FloatArray
from core.errors import Cancelled, InputError, never
from core.files.atomic import atomic_file
from core.files.columns import LABEL_NAMES, Columns, by_name, check_names, label_place
from core.files.labels import LabelError, Labels, classes_of, declaration, declared
from core.files.numbers import is_number
from core.files.records import Record, check_writable, listed_names, shown
from core.files.rows import RowReader
from core.files.source import decoded, text_blocks
from core.files.table import FirstRows, FoundColumns, GrowingExamples, Questions, Survey, Table

_ROWS_AT_ONCE = 10_000
_LINE = re.compile(r"([^\r\n]*+)(\r\n|\r|\n|\Z)")
_WORD = r"""'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+\""""
_ATTRIBUTE = re.compile(rf"@attribute\s++({_WORD}|[^\s{{}},%'\"]++)\s*+(.*)", re.IGNORECASE | re.DOTALL)
_NOMINAL = re.compile(r"\{(.*)\}\s*+(?:%.*)?", re.DOTALL)
_NUMERIC = re.compile(r"(?:numeric|real|integer)\s*+(?:%.*)?(?:\[.*)?", re.IGNORECASE)
_CELL = re.compile(rf"\s*+((?:[0-9]++\s++)?+(?:{_WORD})|[^,%'\"]*+)\s*+(,|%|\Z)", re.DOTALL)
_ENTRY = re.compile(r"([0-9]++)\s++(.*)", re.DOTALL)
_BEGINS = re.compile(r"(?:\s*+(?:%[^\r\n]*+)?[\r\n])*+\s*+@relation\b", re.IGNORECASE)
_PLAIN = re.compile(r"[A-Za-z_0-9+.-]++")
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}


@dataclass(frozen=True)
class _Attribute:
    name: str
    values: tuple[str, ...] | None
    """Of a nominal one."""
    numeric: bool
    line: int

    @property
    def zero(self) -> str:
        """What a sparse row means that does not name this attribute."""
        return self.values[0] if self.values else "0"


@dataclass(frozen=True)
class _Header:
    attributes: tuple[_Attribute, ...]
    columns: Columns
    remarks: tuple[str, ...]

    def features(self, columns: Sequence[str | int] | None) -> list[int]:
        """The positions of the features that are asked for. Raises InputError for one that is not numeric."""
        chosen = self.columns.chosen(columns)
        for attribute in (self.attributes[j] for j in chosen):
            if not attribute.numeric:
                raise InputError(
                    f"the attribute {shown(attribute.name)} is not numeric; features that are numbers are expected",
                    line=attribute.line,
                )
        return chosen

    def check_domain(self, labels: Labels) -> None:
        """Raises InputError for a label that the attribute does not list."""
        values = self.attributes[self.columns.label].values
        wrong = next((text for text in labels.codes if values is not None and text not in values), None)
        if wrong is not None:
            sentence = (
                f"{shown(wrong)} is not among the values of {shown(self.columns.target)}; one of them is expected"
            )
            raise labels.placed(LabelError(sentence, wrong))


def recognised(head: str) -> bool:
    """Whether a file that begins like this is ARFF: after comments, `@relation`."""
    return _BEGINS.match(head) is not None


def read(
    path: Path,
    columns: Sequence[str | int] | None,
    cancelled: Cancelled = never,
    label_column: int | None = None,
) -> Table:
    """The table in `path`; raises InputError naming the line and column of the first fault."""
    reading = _Reading(path, cancelled, label_column)
    header = reading.header
    features = header.features(columns)
    labels = Labels(header.columns.classes)
    examples, codes = GrowingExamples(len(features)), [np.empty(0, np.int32)]
    for piece in reading.pieces(features, header.columns.label, labels):
        examples.add(piece[0])
        codes.append(piece[1])
    header.check_domain(labels)
    names = tuple(header.columns.names[j] for j in features)
    return Table(names, examples.X, labels, np.concatenate(codes), header.columns.target, header.remarks)


def survey(path: Path, cancelled: Cancelled = never, label_column: int | None = None) -> Survey:
    """The numeric features and the classes there are to choose from. Raises InputError."""
    reading = _Reading(path, cancelled, label_column)
    header = reading.header
    labels = Labels(header.columns.classes)
    rows = reading.rows((), header.columns.label, labels)
    first = FirstRows(lambda text: _split(header.attributes, text, ",", 1), len(header.attributes))
    codes = [np.empty(0, np.int32)]
    for block in reading.rest:
        codes.append(rows.take(block)[1])
        first.look(block)
    header.check_domain(labels)
    numeric = [j for j in header.columns.features if header.attributes[j].numeric]
    return FoundColumns(header.columns, labels, np.concatenate(codes), header.remarks, numeric=numeric).surveyed(
        first.rows
    )


def read_questions(
    path: Path, features: Sequence[str], columns: Sequence[str | int] | None, cancelled: Cancelled = never
) -> Questions:
    """Examples to classify, (m, d): the attributes that are called like the `features`; labels are not looked at."""
    reading = _Reading(path, cancelled)
    positions = by_name([attribute.name for attribute in reading.header.attributes], features)
    examples = GrowingExamples(len(positions))
    for numbers, _ in reading.pieces(positions):
        examples.add(numbers)
    return Questions(examples.X)


def write(dataset: Dataset, path: Path) -> None:
    """Attributes and one row an example, so that `read` gives back the same dataset bit for bit. Raises InputError.

    The name of the label's attribute declares the classes' signs where the names alone would not tell them.
    """
    target = dataset.target if _says_enough(dataset) else declaration(dataset.target, dataset.labels)
    names = {sign: _quoted(name) for sign, name in zip((-1, 1), dataset.labels, strict=True)}
    lines = [
        "@relation perceptron",
        *(f"@attribute {_quoted(name)} numeric" for name in dataset.features),
        f"@attribute {_quoted(target)} {{{names[-1]},{names[1]}}}",
        "@data\n",
    ]
    head = "\n".join(lines)
    check_writable(head)
    with atomic_file(path) as stream:
        stream.write(head.encode())
        for i in range(0, dataset.n, _ROWS_AT_ONCE):
            X, y = (part[i : i + _ROWS_AT_ONCE].tolist() for part in (dataset.X, dataset.y))
            rows = (f"{','.join(map(repr, row))},{names[sign]}\n" for row, sign in zip(X, y, strict=True))
            stream.write("".join(rows).encode())


class _Reading:
    """A file whose header is read, and then its rows."""

    def __init__(self, path: Path, cancelled: Cancelled, label_column: int | None = None) -> None:
        self._blocks = text_blocks(path, cancelled)
        self._line = 1
        attributes: list[_Attribute] = []
        first = self._after_header(attributes)
        self.header = _header_of(attributes, self._line, label_column)
        self.rest = chain([first], self._blocks)
        """The blocks of rows."""

    def pieces(
        self, features: Sequence[int], label: int | None = None, labels: Labels | None = None
    ) -> Iterator[tuple[FloatArray, np.ndarray[tuple[int], np.dtype[np.int32]]]]:
        return map(self.rows(features, label, labels).take, self.rest)

    def rows(self, features: Sequence[int], label: int | None = None, labels: Labels | None = None) -> RowReader:
        """What takes the blocks of rows."""
        split = partial(_split, self.header.attributes)
        return RowReader(split, b"'\"{}%\\", ",", len(self.header.attributes), features, label, labels, self._line)

    def _after_header(self, attributes: list[_Attribute]) -> bytes:
        """Read the header into `attributes`; what follows it in its last block."""
        for block in self._blocks:
            text = decoded(block, self._line)
            for match in _LINE.finditer(text):
                line = match[1].strip()
                self._line += bool(match[2])
                if re.fullmatch(r"@data\b.*", line, re.IGNORECASE):
                    return text[match.end() :].encode()
                if line and not line.startswith("%") and not re.match(r"@relation\b", line, re.IGNORECASE):
                    attributes.append(_attribute(line, self._line - bool(match[2])))
        raise InputError("there is no @data; attributes, @data and rows are expected", line=self._line)


def _attribute(line: str, number: int) -> _Attribute:
    match = _ATTRIBUTE.fullmatch(line)
    if match is None:
        raise InputError(f"{shown(line)} is no attribute; @attribute with a name and a type is expected", line=number)
    name, kind = _unquoted(match[1]), match[2].strip()
    nominal = _NOMINAL.fullmatch(kind)
    values = tuple(_cells(nominal[1], number)) if nominal else None
    numeric = bool(_NUMERIC.fullmatch(kind)) or (values is not None and all(is_number(v, ",") for v in values))
    return _Attribute(name, values, numeric, number)


def _header_of(attributes: Sequence[_Attribute], line: int, label_column: int | None = None) -> _Header:
    if len(attributes) < 2:
        raise InputError("there are fewer than two attributes; features and a label are expected", line=line)
    names = [attribute.name for attribute in attributes]
    nominal = [j for j, attribute in enumerate(attributes) if attribute.values is not None]
    declaring = [j for j, name in enumerate(names) if declared(name)][-1:]
    named = declaring or [j for j, name in enumerate(names) if name.lower() in LABEL_NAMES]
    last = len(names) - 1
    chosen = [] if label_column is None else [label_place(label_column, len(names))]
    candidates = chosen or named or [j for j in nominal if not attributes[j].numeric] or nominal or [last]
    label = candidates[-1]
    target, classes = declared(names[label]) or (names[label], None)
    check_names([*names[:label], target, *names[label + 1 :], *(classes or ())])
    could = listed_names(names[j] for j in candidates)
    told = f"the attributes {could} could all hold the labels; {shown(target)} was taken"
    guessed = f"no attribute is nominal; the last, {shown(target)}, was taken for the labels"
    remarks = (told,) if len(candidates) > 1 else (guessed,) if not (chosen or named or nominal) else ()
    columns = Columns((*names[:label], target, *names[label + 1 :]), label, target, classes)
    return _Header(tuple(attributes), columns, remarks)


def _split(attributes: Sequence[_Attribute], text: str, _delimiter: str, line: int) -> Iterator[Record]:
    """The rows of `text`, sparse ones with all their cells; blank lines and comments are left out."""
    for number, match in enumerate(_LINE.finditer(text), line):
        row = match[1].strip()
        if row and not row.startswith("%"):
            if "\0" in row:
                raise InputError("there is a NUL byte; plain text is expected", line=number)
            cells = _sparse(attributes, row, number) if row.startswith("{") else _cells(row, number)
            yield Record(cells, number, match.end())


def _sparse(attributes: Sequence[_Attribute], row: str, line: int) -> list[str]:
    if not row.endswith("}"):
        raise InputError("a sparse row does not end; a closing } is expected", line=line)
    cells = [attribute.zero for attribute in attributes]
    for column, entry in enumerate(_raw_cells(row[1:-1], line), 1):
        match = _ENTRY.fullmatch(entry)
        if match is None or len(match[1]) > 9 or int(match[1]) >= len(cells):
            expected = f"an index below {len(cells)} and a value are expected"
            raise InputError(f"{shown(entry)} is no entry of a sparse row; {expected}", line=line, column=column)
        cells[int(match[1])] = _unquoted(match[2])
    return cells


def _cells(text: str, line: int) -> list[str]:
    return [_unquoted(cell) for cell in _raw_cells(text, line)]


def _raw_cells(text: str, line: int) -> list[str]:
    """What stands between commas that are not in quotes, up to a comment."""
    cells: list[str] = []
    place = 0
    while match := _CELL.match(text, place):
        cells.append(match[1].strip())
        if match[2] != ",":
            return cells if cells != [""] else []
        place = match.end()
    raise InputError("a quote is not closed, or text follows it; a comma is expected", line=line, column=len(cells) + 1)


def _quoted(name: str) -> str:
    if _PLAIN.fullmatch(name):
        return name
    escaped = name.replace("\\", "\\\\").replace("'", "\\'")
    for letter, character in _ESCAPES.items():
        escaped = escaped.replace(character, f"\\{letter}")
    return f"'{escaped}'"


def _unquoted(word: str) -> str:
    if word[:1] not in ("'", '"'):
        return word
    return re.sub(r"\\(.)", lambda match: _ESCAPES.get(match[1], match[1]), word[1:-1], flags=re.DOTALL)


def _says_enough(dataset: Dataset) -> bool:
    """Whether the label's attribute would be found, and the classes' names alone would give these signs."""
    counts = zip(dataset.labels, (dataset.negatives, dataset.positives), strict=True)
    if any(declared(name) or name.lower() in LABEL_NAMES for name in dataset.features) or declared(dataset.target):
        return False
    if all(is_number(label, ",") for label in dataset.labels) and dataset.target.lower() not in LABEL_NAMES:
        return False
    try:
        return classes_of([name for name, count in counts if count]).names == dataset.labels
    except InputError:
        return False
