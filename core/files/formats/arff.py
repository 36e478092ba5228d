"""Weka's ARFF: attributes by name and type, then rows, dense or sparse.

The labels are in the attribute called label, class or target, else in the last one, if it is nominal, else in the only
nominal one. Features are numeric. Nothing may be missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from core.datasets.dataset import Dataset
from core.errors import InputError, listed_names, shown
from core.files.disk.blocks import decoded
from core.files.formats.format import Format, RowTable, WriteRow
from core.files.rows.reader import RowBlocks
from core.files.rows.records import Record, check_writable
from core.files.table.choices import AS_IT_IS, Choices
from core.files.table.columns import LABEL_NAMES, Columns, by_name, check_names, label_place
from core.files.table.labels import LabelError, declaration, declared, tell_signs
from core.files.table.loaded import Questions
from core.files.table.numbers import is_number

_LINE = re.compile(r"([^\r\n]*+)(\r\n|\r|\n|\Z)")
_WORD = r"""'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+\""""
_ATTRIBUTE = re.compile(rf"@attribute\s++({_WORD}|[^\s{{}},%'\"]++)\s*+(.*)", re.IGNORECASE | re.DOTALL)
_CELL = re.compile(rf"\s*+((?:[0-9]++\s++)?+(?:{_WORD})|[^,%'\"]*+)\s*+(,|%|\Z)", re.DOTALL)
_ENTRY = re.compile(r"([0-9]++)\s++(.*)", re.DOTALL)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}


class Arff(Format):
    """Files of Weka."""

    def recognised(self, head: str) -> bool:
        """After comments, `@relation`."""
        return re.match(r"(?:\s*+(?:%[^\r\n]*+)?[\r\n])*+\s*+@relation\b", head, re.IGNORECASE) is not None

    def table(self, blocks: Iterable[bytes], choices: Choices = AS_IT_IS) -> ArffTable:
        return ArffTable(blocks, choices.label)

    def questions(
        self, blocks: Iterable[bytes], features: Sequence[str], _columns: Sequence[str | int] | None
    ) -> Questions:
        """The attributes that are called like the `features`."""
        table = self.table(blocks)
        wanted = by_name([attribute.name for attribute in table.attributes], features)
        return Questions(table.rows().read(wanted).complete())

    def beginning(self, dataset: Dataset) -> tuple[str, WriteRow]:
        """The name of the label's attribute declares the classes' signs where the names alone would not tell them."""
        target = dataset.target if _says_enough(dataset) else declaration(dataset.target, dataset.labels)
        check_writable(*dataset.features, target, *dataset.labels)
        names = {sign: _quoted(name) for sign, name in zip((-1, 1), dataset.labels, strict=True)}
        lines = [
            "@relation perceptron",
            *(f"@attribute {_quoted(name)} numeric" for name in dataset.features),
            f"@attribute {_quoted(target)} {{{names[-1]},{names[1]}}}",
            "@data\n",
        ]
        return "\n".join(lines), lambda numbers, sign: f"{','.join(map(repr, numbers))},{names[sign]}\n"


class ArffTable(RowTable):
    """A table whose header is read."""

    def __init__(self, blocks: Iterable[bytes], label_column: int | None) -> None:
        self._blocks = blocks
        start = _Start.of(iter(blocks))
        self.attributes = start.attributes
        names = [attribute.name for attribute in start.attributes]
        could = _could_be_labels(start.attributes)
        chosen = could if label_column is None else [label_place(label_column, len(names))]
        columns = Columns.under(names, chosen[-1] if chosen else len(names) - 1)
        check_names([*columns.names, *(columns.classes or ())])
        super().__init__(columns, _remarks([names[j] for j in chosen], shown(columns.target)))

    def rows(self) -> RowBlocks:
        return _Start.of(iter(self._blocks)).rows()

    def possible(self) -> list[int]:
        return [j for j in self.columns.features if self.attributes[j].numeric]

    def chosen(self, columns: Sequence[str | int] | None) -> list[int]:
        """Raises InputError for one that is not numeric."""
        chosen = super().chosen(columns)
        for attribute in (self.attributes[j] for j in chosen):
            if not attribute.numeric:
                raise InputError(
                    f"the attribute {shown(attribute.name)} is not numeric; features that are numbers are expected",
                    line=attribute.line,
                )
        return chosen

    def check(self) -> None:
        """Raises InputError for a label that the attribute does not list."""
        values = self.attributes[self.columns.label].values
        wrong = next((text for text in self.labels.codes if values is not None and text not in values), None)
        if wrong is not None:
            expected = f"the values of {shown(self.columns.target)}; one of them is expected"
            raise self.labels.placed(LabelError(f"{shown(wrong)} is not among {expected}", wrong))


@dataclass(frozen=True)
class _Attribute:
    name: str
    values: tuple[str, ...] | None
    """Of a nominal one."""
    numeric: bool
    line: int

    @classmethod
    def of(cls, line: str, number: int) -> _Attribute:
        match = _ATTRIBUTE.fullmatch(line)
        if match is None:
            expected = "@attribute with a name and a type is expected"
            raise InputError(f"{shown(line)} is no attribute; {expected}", line=number)
        kind = match[2].strip()
        nominal = re.fullmatch(r"\{(.*)\}\s*+(?:%.*)?", kind, re.DOTALL)
        values = tuple(_cells(nominal[1], number)) if nominal else None
        is_numeric = re.fullmatch(r"(?:numeric|real|integer)\s*+(?:%.*)?(?:\[.*)?", kind, re.IGNORECASE) is not None
        numeric = is_numeric or (values is not None and all(is_number(v, ",") for v in values))
        return cls(_unquoted(match[1]), values, numeric, number)


@dataclass(frozen=True)
class _Start:
    """A file whose header is read; the rows begin on `line`."""

    attributes: tuple[_Attribute, ...]
    line: int
    rest: Iterator[bytes]

    @classmethod
    def of(cls, blocks: Iterator[bytes]) -> _Start:
        """Raises InputError for a line that belongs to no header, and where it does not end."""
        attributes: list[_Attribute] = []
        number = 1
        for block in blocks:
            text = decoded(block, number)
            for match in _LINE.finditer(text):
                line = match[1].strip()
                if re.fullmatch(r"@data\b.*", line, re.IGNORECASE):
                    begin = number + bool(match[2])
                    if len(attributes) < 2:
                        sentence = "there are fewer than two attributes; features and a label are expected"
                        raise InputError(sentence, line=begin)
                    return cls(tuple(attributes), begin, chain([text[match.end() :].encode()], blocks))
                if line and not line.startswith("%") and not re.match(r"@relation\b", line, re.IGNORECASE):
                    attributes.append(_Attribute.of(line, number))
                number += bool(match[2])
        raise InputError("there is no @data; attributes, @data and rows are expected", line=number)

    def rows(self) -> RowBlocks:
        split = partial(_split, self.attributes)
        return RowBlocks(self.rest, self.line, len(self.attributes), split=split, special=b"'\"{}%\\")


def _could_be_labels(attributes: Sequence[_Attribute]) -> list[int]:
    """The positions of what declares the classes, else is named as the labels are, else is no number, else nominal."""
    nominal = [j for j, attribute in enumerate(attributes) if attribute.values is not None]
    return (
        [j for j, attribute in enumerate(attributes) if declared(attribute.name)][-1:]
        or [j for j, attribute in enumerate(attributes) if attribute.name.lower() in LABEL_NAMES]
        or [j for j in nominal if not attributes[j].numeric]
        or nominal
    )


def _remarks(chosen: Sequence[str], target: str) -> tuple[str, ...]:
    if not chosen:
        return (f"no attribute is nominal; the last, {target}, was taken for the labels",)
    told = f"the attributes {listed_names(chosen)} could all hold the labels; {target} was taken"
    return (told,) if len(chosen) > 1 else ()


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
    # A nominal attribute that is left out has its first value, any other is 0.
    cells = [attribute.values[0] if attribute.values else "0" for attribute in attributes]
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
    if re.fullmatch(r"[A-Za-z_0-9+.-]++", name):
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
    if any(declared(name) or name.lower() in LABEL_NAMES for name in dataset.features) or declared(dataset.target):
        return False
    if all(is_number(label, ",") for label in dataset.labels) and dataset.target.lower() not in LABEL_NAMES:
        return False
    return tell_signs(dataset)
