"""The beginning of delimited text: its first rows and its delimiter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice

from core.errors import InputError, shown
from core.files.disk.blocks import decoded, line_breaks
from core.files.rows.cleaning import Comments, tabbed
from core.files.rows.records import Record, delimiter_of, split_records, split_row
from core.files.table.labels import is_name
from core.files.table.numbers import is_meant_as_number

LOOKED_AT = 8
"""Rows at the beginning from which the structure of the file is guessed."""


@dataclass(frozen=True)
class Opening:
    """A file whose first rows are known."""

    rows: Sequence[Record]
    """The first rows, at least one."""
    names: Record | None
    """The comment above, if it names the columns."""
    delimiter: str
    data: bytes
    """The text from the first row on, as far as it was read."""
    rest: Iterator[bytes]
    comments: Comments
    spaced: bool
    """True if there are spaces between the cells."""

    @classmethod
    def of(cls, blocks: Iterable[bytes], expected: str) -> Opening:
        """Return the beginning. Raises InputError if there is no row at all."""
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
                    told = f"{shown(said)} is no delimiter; write a comma, semicolon, tab, | or space"
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
        raise InputError(f"the file is empty; write {expected}")

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
        """Return the start at `data`, which has the first row on `line`, below that comment."""
        delimiter = said or delimiter_of(data.decode())
        lines, rows = line_breaks(data.decode()), list[Record]()
        # Fewer lines hold too few rows, and to cut long ones takes long.
        while lines < LOOKED_AT or len(rows := _first_rows(data, delimiter, line)) < LOOKED_AT:
            if (more := next(rest, None)) is None:
                break
            lines += line_breaks(decoded(more, line + lines))
            data += more
        rows = rows or _first_rows(data, delimiter, line)
        spaced = delimiter == " " and (bool(said) or len(rows) < 2 or len(rows[1].cells) > 1)
        if spaced:
            data, rest = tabbed(data), map(tabbed, rest)
        delimiter = "\t" if spaced else delimiter.replace(" ", ",")
        found = _first_rows(data, delimiter, line) or [next(split_records(data.decode(), delimiter, line))]
        names = None if above is None else _names_in(above, found[0], delimiter, spaced=spaced)
        return cls(found, names, delimiter, data, rest, comments, spaced)

    def after(self, skipped: int) -> tuple[int, Iterator[bytes]]:
        """Return the line after this many rows, and the text from there."""
        text = self.data.decode()
        end = self.rows[skipped - 1].end if skipped else 0
        return self.rows[0].line + line_breaks(text[:end]), chain([text[end:].encode()], self.rest)

    def notes(self) -> tuple[str, ...]:
        """Return how it was read, once it is."""
        named = () if self.names is None else (f"line {self.names.line}, which begins with #, was taken for the names",)
        spaced = ("spaces were taken to separate the columns",) if self.spaced else ()
        return (*spaced, *named, *self.comments.remarks(len(named)))


def _names_in(comment: Record, first: Record, delimiter: str, *, spaced: bool) -> Record | None:
    """Return the names of the columns, where the comment above a first row of numbers holds one for each."""
    text = comment.cells[0]
    cells = split_row(tabbed(text.encode()).decode() if spaced else text, delimiter)
    named = len(cells) == len(first.cells) and not any(is_meant_as_number(cell, delimiter) for cell in cells)
    has_numbers = any(is_meant_as_number(cell, delimiter) for cell in first.cells)
    return Record(cells, comment.line, 0) if named and has_numbers and all(map(is_name, cells)) else None


def _first_rows(data: bytes, delimiter: str, line: int) -> list[Record]:
    """Return the first rows, or as many as there are before something is wrong."""
    text = (tabbed(data) if delimiter == " " else data).decode()
    found: list[Record] = []
    # A broken row further down is refused when it is read; here the rows before it are enough.
    with suppress(InputError):
        found.extend(islice(split_records(text, "\t" if delimiter == " " else delimiter, line), LOOKED_AT))
    return found
