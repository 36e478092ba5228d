"""Weka's ARFF: attributes by name and type, then rows, dense or sparse.

The labels are in the attribute called label, class or target, else in the last one, if it is nominal, else in the only
nominal one. Features are numeric. Nothing may be missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

import numpy as np

from core.datasets.dataset import Dataset
from core.errors import InputError, shown
from core.files.disk import decoded
from core.files.formats.format import Format, WriteRow, says_enough
from core.files.rows.reader import CellReader, Record, check_writable
from core.files.table.columns import Columns, check_names, is_called_label
from core.files.table.labels import declaration, is_missing
from core.files.table.numbers import is_number
from core.files.table.table import Table

_LINE = re.compile(r"([^\r\n]*+)(\r\n|\r|\n|\Z)")
_WORD = r"""'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+\""""
_ATTRIBUTE = re.compile(rf"@attribute\s++({_WORD}|[^\s{{}},%'\"]++)\s*+(.*)", re.IGNORECASE | re.DOTALL)
_CELL = re.compile(rf"\s*+((?:[0-9]++\s++)?+(?:{_WORD})|[^,%'\"]*+)\s*+(,|%|\Z)", re.DOTALL)
_ENTRY = re.compile(r"([0-9]++)\s++(.*)", re.DOTALL)
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}


class Arff(Format):
    """Files of Weka."""

    def recognised(self, head: str) -> bool:
        return re.match(r"(?:\s*+(?:%[^\r\n]*+)?[\r\n])*+\s*+@relation\b", head, re.IGNORECASE) is not None

    def table(self, blocks: Iterable[bytes], features: Sequence[str] = ()) -> Table:
        attributes, line, rest = _header(iter(blocks))
        names = [attribute.name for attribute in attributes]
        nominal = {j: a.values for j, a in enumerate(attributes) if a.values is not None and not a.numeric}
        # A column without numbers could be the labels, else a nominal one.
        could = tuple(nominal) or tuple(j for j, a in enumerate(attributes) if a.values is not None)
        columns = Columns.under(names)
        label = columns.called_labels or could or (len(names) - 1,)
        columns = replace(columns, called_labels=label, values=nominal)
        check_names([*columns.names, *(columns.classes or ())])
        note = f"no attribute is nominal; the last, {shown(columns.names[label[-1]])}, was taken for the labels"
        reader = CellReader(line, len(names), split=partial(_split, attributes), special=b"'\"{}%\\")
        table = replace(reader.read(rest), columns=columns, notes=() if could else (note,))
        for j, values in nominal.items():
            texts, codes = table.texts(j)
            for code, text in enumerate(texts):
                if text not in values and not is_missing(text):
                    told = f"{shown(text)} is not among the values of {shown(names[j])}; write one of them"
                    raise table.placed(InputError(told), int(np.argmax(codes == code)), j)
        return table

    def beginning(self, dataset: Dataset) -> tuple[str, WriteRow]:
        """The name of the label's attribute declares the classes' signs where the names alone would not tell them."""
        found = is_called_label(dataset.target, last=True) or not all(is_number(label, ",") for label in dataset.labels)
        target = dataset.target
        if not found or not says_enough(dataset):
            target = declaration(target, dataset.labels)
        check_writable(*dataset.features, target, *dataset.labels)
        names = {sign: _quoted(name) for sign, name in zip((-1, 1), dataset.labels, strict=True)}
        lines = [
            "@relation perceptron",
            *(f"@attribute {_quoted(name)} numeric" for name in dataset.features),
            f"@attribute {_quoted(target)} {{{names[-1]},{names[1]}}}",
            "@data\n",
        ]
        return "\n".join(lines), lambda numbers, sign: f"{','.join(map(repr, numbers))},{names[sign]}\n"


@dataclass(frozen=True)
class _Attribute:
    name: str
    values: tuple[str, ...] | None
    """The words that a nominal attribute declares."""
    numeric: bool

    @classmethod
    def of(cls, line: str, number: int) -> _Attribute:
        match = _ATTRIBUTE.fullmatch(line)
        if match is None:
            raise InputError(f"{shown(line)} is no attribute; write @attribute with a name and a type", line=number)
        kind = match[2].strip()
        nominal = re.fullmatch(r"\{(.*)\}\s*+(?:%.*)?", kind, re.DOTALL)
        values = tuple(_cells(nominal[1], number)) if nominal else None
        is_numeric = re.fullmatch(r"(?:numeric|real|integer)\s*+(?:%.*)?(?:\[.*)?", kind, re.IGNORECASE) is not None
        numeric = is_numeric or (values is not None and all(is_number(v, ",") for v in values))
        return cls(_unquoted(match[1]), values, numeric)


def _header(blocks: Iterator[bytes]) -> tuple[list[_Attribute], int, Iterator[bytes]]:
    """Return the attributes, the line on which the rows begin, and the text from there. Raises InputError."""
    attributes: list[_Attribute] = []
    number = 1
    for block in blocks:
        text = decoded(block, number)
        for match in _LINE.finditer(text):
            line = match[1].strip()
            if re.fullmatch(r"@data\b.*", line, re.IGNORECASE):
                begin = number + bool(match[2])
                if len(attributes) < 2:
                    raise InputError("there are fewer than two attributes; write features and a label", line=begin)
                return attributes, begin, chain([text[match.end() :].encode()], blocks)
            if line and not line.startswith("%") and not re.match(r"@relation\b", line, re.IGNORECASE):
                attributes.append(_Attribute.of(line, number))
            number += bool(match[2])
    raise InputError("there is no @data; write attributes, @data and rows", line=number)


def _split(attributes: Sequence[_Attribute], text: str, _delimiter: str, line: int) -> Iterator[Record]:
    """Yield the rows of `text`, sparse ones with all their cells; blank lines and comments are left out."""
    for number, match in enumerate(_LINE.finditer(text), line):
        row = match[1].strip()
        if row and not row.startswith("%"):
            if "\0" in row:
                raise InputError("there is a NUL byte; write plain text", line=number)
            cells = _sparse(attributes, row, number) if row.startswith("{") else _cells(row, number)
            yield Record(cells, number, match.end())


def _sparse(attributes: Sequence[_Attribute], row: str, line: int) -> list[str]:
    if not row.endswith("}"):
        raise InputError("a sparse row does not end; write a closing }", line=line)
    # A nominal attribute that is left out has its first value, any other is 0.
    cells = [attribute.values[0] if attribute.values else "0" for attribute in attributes]
    for column, entry in enumerate(_raw_cells(row[1:-1], line), 1):
        match = _ENTRY.fullmatch(entry)
        if match is None or len(match[1]) > 9 or int(match[1]) >= len(cells):
            told = f"{shown(entry)} is no entry of a sparse row; write an index below {len(cells)} and a value"
            raise InputError(told, line=line, column=column)
        cells[int(match[1])] = _unquoted(match[2])
    return cells


def _cells(text: str, line: int) -> list[str]:
    return [_unquoted(cell) for cell in _raw_cells(text, line)]


def _raw_cells(text: str, line: int) -> list[str]:
    """Return the cells between commas that are not in quotes, up to a comment."""
    cells: list[str] = []
    place = 0
    while match := _CELL.match(text, place):
        cells.append(match[1].strip())
        if match[2] != ",":
            return cells if cells != [""] else []
        place = match.end()
    raise InputError("a quote is not closed, or text follows it; write a comma", line=line, column=len(cells) + 1)


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
