"""The beginning of delimited text: its first rows and its delimiter, without comments and spaces between cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice

from core.errors import InputError, shown
from core.files.disk import decoded, line_breaks
from core.files.rows.reader import Record, delimiter_of, split_records, split_row
from core.files.table.labels import is_name
from core.files.table.numbers import is_meant_as_number
from core.numbers.numerals import counted

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


_SPACES = re.compile(rb'("(?:[^"]|"")*+")|[ \t]+')
_OUTER_TABS = re.compile(rb"(?<![^\r\n])\t|\t(?![^\r\n])")
_QUOTED_OR_COMMENT = re.compile(rb'"[^"]*+"?+|(?<![^\r\n]) *+#[^\r\n]*+')


def tabbed(block: bytes) -> bytes:
    """Return the block with a tab for all spaces between two cells, and none at the ends of a line."""
    if b'"' in block:
        block = _SPACES.sub(lambda match: match[1] or b"\t", block)
        return _OUTER_TABS.sub(b"", block)
    lines = block.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    return b"\n".join(b"\t".join(line.split()) for line in lines)


class Comments:
    """Lines that begin with #, but not within a quoted cell."""

    def __init__(self) -> None:
        self._said: list[tuple[int, int, Record]] | None = []
        self._pieces, self._lines = 0, 0
        self._count = 0
        self._first = ""

    def whole_records(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """Yield the blocks with spaces for comments, those put together between which a quoted cell may go on."""
        parts: list[bytes] = []
        inside = False
        for piece in pieces:
            self._pieces += 1
            plain = self._blanked(piece, inside) if b"#" in piece else piece
            if self._said is not None:
                self._lines += line_breaks(piece.decode(errors="replace"))
            inside ^= b'"' in plain and plain.count(b'"') % 2 == 1
            parts.append(plain)
            if not inside:
                yield b"".join(parts)
                parts.clear()
        if parts:
            yield b"".join(parts)

    def last_above(self, place: int) -> Record | None:
        """Return the last comment before this place of the latest block, with its line. It can be asked once."""
        said, self._said = self._said or [], None
        return next((each for n, start, each in reversed(said) if n < self._pieces or start < place), None)

    def remarks(self, used: int) -> tuple[str, ...]:
        """Return how many were passed over, without those that were used."""
        left = self._count - used
        if left <= 0:
            return ()
        begin, were = ("begins", "was") if left == 1 else ("begin", "were")
        first = "" if used else f", the first of them {shown(self._first)}"
        return (f"{counted(left, 'line')} that {begin} with # {were} passed over{first}",)

    def _blanked(self, piece: bytes, inside: bool) -> bytes:
        offset = int(inside)

        def blank(match: re.Match[bytes]) -> bytes:
            found = match[0]
            if found.startswith(b'"'):
                return found
            text = found.decode(errors="replace").strip()
            if self._said is not None:
                line = 1 + self._lines + line_breaks(piece[: match.start()].decode(errors="replace"))
                self._said.append((self._pieces, match.start(), Record([text.removeprefix("#").strip()], line, 0)))
            self._count += 1
            self._first = self._first or text
            return b" " * len(found)

        return _QUOTED_OR_COMMENT.sub(blank, b'"' * offset + piece)[offset:]
