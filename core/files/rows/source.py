"""Where the rows of delimited text begin, what stands between their cells, and how often they are read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice

from core.errors import InputError, shown
from core.files.disk.blocks import decoded, line_breaks
from core.files.rows.cleaning import Comments, tabbed
from core.files.rows.reader import RowBlocks
from core.files.rows.records import Record, delimiter_of, split_records, split_row
from core.files.table.labels import is_name
from core.files.table.numbers import SIGNS, ColumnMarks, Replacements, SignsDecided, decided, is_meant_as_number

_DOUBTFUL = re.compile(rb"(?<![0-9.,])([1-9][0-9]{0,2})([.,])([0-9]{3})(?![0-9.,])")
_CLEAR = re.compile(rb"[0-9][.,](?![0-9]{3}(?![0-9]))|(?<![0-9])0?[.,][0-9]|[0-9]{4}[.,][0-9]")
_LOOKED_AT = 3


class Source:
    """The bytes of a table, read as often as it takes to know what the signs in its numbers mean."""

    def __init__(self, blocks: Iterable[bytes], expected: str = "rows of features and a label") -> None:
        self._blocks = blocks
        self.start = Opening.of(blocks, expected)
        self._unread: Opening | None = self.start
        self._thousands = _Thousands(self.start.delimiter)
        self._looked = False
        self.decision = SignsDecided({}, {})
        self.header, self.width = False, len(self.start.first.cells)

    def rows(self) -> RowBlocks:
        """The rows, of `width` cells, after the `header` if there is one."""
        self.start, self._unread = self._unread or Opening.of(self._blocks), None
        self._thousands = _Thousands(self.start.delimiter)
        replacements = self.decision.replacements if self._looked else None
        return self.start.rows(self._thousands, self.width, replacements, header=self.header)

    def look(self, features: Sequence[int], grouped: bool | None = None) -> SignsDecided:
        """Learn from all rows what the signs in these columns mean, where they do not tell as the person said."""
        marks = {j: ColumnMarks() for j in features}
        for record in self.rows().records():
            for j, column in marks.items():
                if j < len(record.cells):
                    column.see(record.cells[j], record.line)
        self.decision = decided(marks, "." if self.start.delimiter == "," else "", grouped)
        self._looked = True
        return self.decision

    def decide(self, features: Sequence[int], grouped: bool | None = None) -> None:
        """The same. Raises UndecidedError where nobody said what they mean."""
        error = self.look(features, grouped).first()
        if error is not None:
            raise error

    def remarks(self) -> tuple[str, ...]:
        """How it was read, once it is."""
        marks = self.decision.remarks() if self._looked else self._thousands.remarks()
        return (*self.start.remarks(), *marks)


@dataclass(frozen=True)
class Opening:
    """A file whose first row is known."""

    first: Record
    following: Sequence[Record]
    """The rows after it, two where there are so many."""
    names: Record | None
    """What the line above says that begins with #, where it names the columns."""
    delimiter: str
    data: bytes
    """What begins with the first row, and has those too."""
    rest: Iterator[bytes]
    comments: Comments
    spaced: bool
    """Whether there are spaces between the cells."""

    @classmethod
    def of(cls, blocks: Iterable[bytes], expected: str = "rows of features and a label") -> Opening:
        """Raises InputError where there is no row at all."""
        comments = Comments()
        rest = comments.whole_records(iter(blocks))
        line, said = 1, ""
        for number, whole in enumerate(rest):
            text = decoded(whole, line)
            match = None
            if number == 0:
                match = re.match(r'(?:"sep=([^\r\n"])"|sep=([^\r\n"]))[;,\t ]*(?=[\r\n]|\Z)', text, re.IGNORECASE)
            if match:
                said = match[1] or match[2]
                if said not in ",;\t| ":
                    told = f"{shown(said)} is no delimiter; a comma, semicolon, tab, | or space is expected"
                    raise InputError(told, line=1)
                text = text[match.end() :]
            filled = text.lstrip(" \r\n")
            blank = text[: len(text) - len(filled)]
            begin = max(blank.rfind("\n"), blank.rfind("\r")) + 1
            if filled:
                line += line_breaks(blank)
                data = text[begin:].encode()
                return cls._begun(data, rest, line, said, comments, comments.last_above(len(whole) - len(data)))
            line += line_breaks(text)
        raise InputError(f"the file is empty; {expected} are expected")

    @classmethod
    def _begun(
        cls,
        data: bytes,
        rest: Iterator[bytes],
        line: int,
        said: str,
        comments: Comments,
        above: Record | None,
    ) -> Opening:
        """The start at `data`, which has the first row on `line`, below that comment."""
        delimiter = said or delimiter_of(data.decode())
        while len(rows := _first_rows(data, delimiter, line)) < _LOOKED_AT and (more := next(rest, None)) is not None:
            decoded(more, line + line_breaks(data.decode()))
            data += more
        spaced = delimiter == " " and (bool(said) or len(rows) < 2 or len(rows[1].cells) > 1)
        if spaced:
            data, rest = tabbed(data), map(tabbed, rest)
        delimiter = "\t" if spaced else delimiter.replace(" ", ",")
        first, *others = _first_rows(data, delimiter, line) or [next(split_records(data.decode(), delimiter, line))]
        names = None if above is None else _names_in(above, first, delimiter, spaced=spaced)
        return cls(first, others, names, delimiter, data, rest, comments, spaced)

    def rows(self, thousands: _Thousands, width: int, replacements: Replacements | None, *, header: bool) -> RowBlocks:
        """The rows of so many cells, after the header if there is one."""
        text = self.data.decode()[: self.first.end] if header else ""
        blocks = chain([self.data[len(text.encode()) :]], self.rest)
        line = self.first.line + line_breaks(text)
        return RowBlocks(map(thousands.seen, blocks), line, width, self.delimiter, replacements=replacements)

    def remarks(self) -> tuple[str, ...]:
        named = () if self.names is None else (f"line {self.names.line}, which begins with #, was taken for the names",)
        spaced = ("spaces were taken to separate the columns",) if self.spaced else ()
        return (*spaced, *named, *self.comments.remarks(len(named)))


def _names_in(comment: Record, first: Record, delimiter: str, *, spaced: bool) -> Record | None:
    """The names of the columns, where the comment above a first row of numbers holds one for each."""
    text = comment.cells[0]
    cells = split_row(tabbed(text.encode()).decode() if spaced else text, delimiter)
    named = len(cells) == len(first.cells) and not any(is_meant_as_number(cell, delimiter) for cell in cells)
    has_numbers = any(is_meant_as_number(cell, delimiter) for cell in first.cells)
    return Record(cells, comment.line, 0) if named and has_numbers and all(map(is_name, cells)) else None


def _first_rows(data: bytes, delimiter: str, line: int) -> list[Record]:
    """The first three rows, or as many as there are before something is wrong."""
    text = (tabbed(data) if delimiter == " " else data).decode()
    found: list[Record] = []
    with suppress(InputError):
        found.extend(islice(split_records(text, "\t" if delimiter == " " else delimiter, line), _LOOKED_AT))
    return found


class _Thousands:
    """Whether 1,000 or 1.000 could be a thousand: every number with a mark is of this shape."""

    def __init__(self, delimiter: str) -> None:
        self._open = delimiter != ","
        self._marks = b"," if delimiter == "\t" else b",."
        self._example: tuple[bytes, ...] | None = None

    def seen(self, block: bytes) -> bytes:
        """The same block, looked at, unless a number was seen that makes it clear."""
        if self._open and any(bytes([mark]) in block for mark in self._marks):
            self._open = not _CLEAR.search(block)
            match = _DOUBTFUL.search(block) if self._open and self._example is None else None
            if match and match[2] in self._marks:
                self._example = match.groups()
        return block

    def remarks(self) -> tuple[str, ...]:
        if not self._open or self._example is None:
            return ()
        whole, mark, rest = (part.decode() for part in self._example)
        name = SIGNS[mark]
        return (
            f"the {name} was taken for the decimal mark: {whole}{mark}{rest} was read as {float(f'{whole}.{rest}')}",
        )
