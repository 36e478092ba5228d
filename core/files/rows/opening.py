"""The beginning of a table: its delimiter without comments and spaces between cells, titles, sizes and its header."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, islice
from typing import NamedTuple

from core.errors import InputError, shown
from core.files.disk import decoded, line_breaks
from core.files.rows.reader import Record, delimiter_of, split_records, split_row
from core.files.table.columns import SURE_NAMES, Columns, check_names
from core.files.table.labels import declared, is_missing, is_name
from core.files.table.numbers import is_meant_as_number, mixed_error, parted, unit_of
from core.files.table.table import Table
from core.numbers.numerals import counted

LOOKED_AT = 8
"""Rows at the beginning from which the structure of the file is guessed."""


class Opening:
    """A file whose first rows are known; lines that begin with #, but not within a quoted cell, are comments."""

    def __init__(self, blocks: Iterable[bytes], expected: str) -> None:
        """Read the beginning. Raises InputError if there is no row at all."""
        self._latest = b""
        """The block that was read last, as it is in the file."""
        self._comments, self._first_comment = 0, ""
        self.rest = self._whole_records(iter(blocks))
        line, said, above = 1, "", None
        for number, whole in enumerate(self.rest):
            text = decoded(whole, line)
            if number == 0 and (match := _SEPARATOR.match(text)):
                said = match[1] or match[2]
                if said not in ",;\t| ":
                    told = f"{shown(said)} is no delimiter; write a comma, semicolon, tab, | or space"
                    raise InputError(told, line=1)
                text = text[match.end() :]
            filled = text.lstrip(" \r\n")
            blank = text[: len(text) - len(filled)]
            begin = max(blank.rfind("\n"), blank.rfind("\r")) + 1
            data = text[begin:].encode() if filled else b""
            above = _last_comment(self._latest[: len(whole) - len(data)], line) or above
            line += line_breaks(blank if filled else text)
            if filled:
                self._begin(data, line, said, above)
                return
        raise InputError(f"the file is empty; write {expected}")

    def _begin(self, data: bytes, line: int, said: str, above: Record | None) -> None:
        """Start at `data`, which has the first row on `line`, below that comment."""
        delimiter = said or delimiter_of(data.decode())
        lines, rows = line_breaks(data.decode()), list[Record]()
        # Fewer lines hold too few rows, and to cut long ones takes long.
        while lines < LOOKED_AT or len(rows := _first_rows(data, delimiter, line)) < LOOKED_AT:
            if (more := next(self.rest, None)) is None:
                break
            lines += line_breaks(decoded(more, line + lines))
            data += more
        rows = rows or _first_rows(data, delimiter, line)
        self._spaced = delimiter == " " and (bool(said) or len(rows) < 2 or len(rows[1].cells) > 1)
        if self._spaced:
            data, self.rest = tabbed(data), map(tabbed, self.rest)
        self.data = data
        """The text from the first row on, as far as it was read."""
        self.delimiter = "\t" if self._spaced else delimiter.replace(" ", ",")
        found = _first_rows(data, self.delimiter, line)
        self.rows = found or [next(split_records(data.decode(), self.delimiter, line))]
        """The first rows, at least one."""
        self.names = None if above is None else _names_in(above, self.rows[0], self.delimiter, spaced=self._spaced)
        """The comment above, if it names the columns."""

    @property
    def is_quoted(self) -> bool:
        """True if each of the first lines is one quoted cell with as many cells in it as the others."""
        mark = next((mark for mark in "\t;," if mark in self.rows[0].cells[0]), "")
        if not mark or not self.data.startswith(b'"') or any(len(row.cells) > 1 for row in self.rows):
            return False
        return len({len(split_row(row.cells[0], mark)) for row in self.rows}) == 1

    def after(self, skipped: int) -> tuple[int, Iterator[bytes]]:
        """Return the line after this many rows, and the text from there."""
        text = self.data.decode()
        end = self.rows[skipped - 1].end if skipped else 0
        return self.rows[0].line + line_breaks(text[:end]), chain([text[end:].encode()], self.rest)

    def notes(self) -> tuple[str, ...]:
        named = () if self.names is None else (f"line {self.names.line}, which begins with #, was taken for the names",)
        spaced = ("spaces were taken to separate the columns",) if self._spaced else ()
        left = self._comments - len(named)
        if left <= 0:
            return (*spaced, *named)
        begin, were = ("begins", "was") if left == 1 else ("begin", "were")
        first = "" if named else f", the first of them {shown(self._first_comment)}"
        return (*spaced, *named, f"{counted(left, 'line')} that {begin} with # {were} passed over{first}")

    def _whole_records(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """Yield the blocks with spaces for comments, those put together between which a quoted cell may go on."""
        given, plain = list[bytes](), list[bytes]()
        inside = False
        for piece in chain(pieces, [b""]):
            given.append(piece)
            plain.append(self._blanked(piece, inside) if b"#" in piece else piece)
            inside ^= b'"' in plain[-1] and plain[-1].count(b'"') % 2 == 1
            if not (inside and piece):
                self._latest = b"".join(given)
                yield b"".join(plain)
                given, plain = [], []

    def _blanked(self, piece: bytes, inside: bool) -> bytes:
        def blank(match: re.Match[bytes]) -> bytes:
            found = match[0]
            if found.startswith(b'"'):
                return found
            self._comments += 1
            self._first_comment = self._first_comment or found.decode(errors="replace").strip()
            return b" " * len(found)

        return _QUOTED_OR_COMMENT.sub(blank, b'"' * inside + piece)[inside:]


def _last_comment(above: bytes, line: int) -> Record | None:
    """Return the last comment above the first row; the lines above it begin on `line`."""
    text = above.decode(errors="replace")
    matches = list(_COMMENT.finditer(text))
    return Record([matches[-1][1].strip()], line + line_breaks(text[: matches[-1].start()]), 0) if matches else None


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
_QUOTED_LINE = re.compile(rb'(?<![^\r\n]) *+"((?:[^"\r\n]|"")*+)" *+(?![^\r\n])')
_OUTER_TABS = re.compile(rb"(?<![^\r\n])\t|\t(?![^\r\n])")
_SEPARATOR = re.compile(r'(?:"sep=([^\r\n"])"|sep=([^\r\n"]))[;,\t ]*(?=[\r\n]|\Z)', re.IGNORECASE)
_COMMENT = re.compile(r"(?<![^\r\n]) *+#([^\r\n]*+)")
_QUOTED_OR_COMMENT = re.compile(rb'"[^"]*+"?+|(?<![^\r\n]) *+#[^\r\n]*+')


def tabbed(block: bytes) -> bytes:
    """Return the block with a tab for all spaces between two cells, and none at the ends of a line."""
    if b'"' in block:
        block = _SPACES.sub(lambda match: match[1] or b"\t", block)
        return _OUTER_TABS.sub(b"", block)
    lines = block.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    return b"\n".join(b"\t".join(line.split()) for line in lines)


def unquoted(block: bytes) -> bytes:
    """Return the block with the text of each line that is one quoted cell in its place."""
    return _QUOTED_LINE.sub(lambda match: match[1].replace(b'""', b'"'), block)


_ORANGE_KINDS = {"c", "d", "s", "t", "continuous", "discrete", "string", "time", ""}
_ORANGE_ROLES = {"class", "c", "meta", "m", "ignore", "i", ""}
_PREFIX = re.compile(r"([cmi]?)([CDSTN]?)#(?=.)", re.DOTALL)
_PASSED_OVER = {"m": "meta data", "i": "to be ignored"}
_AS_BELOW = ", as in the rows below"


class Top(NamedTuple):
    """The meaning of the first rows of a table."""

    skipped: int
    """The number of rows before the first example."""
    width: int
    columns: Columns | None
    """None if the first row may be a header or an example: the rows below tell."""
    header: Record
    """The row that is the header, or would be."""
    notes: tuple[str, ...] = ()
    sizes: Record | None = None
    """A row that was passed over because it says how large the table is."""

    def decided(self, table: Table) -> Table:
        """Return the table under its names, without the header.

        In a table of words a first row is the header if none of its cells comes again in its column, or has the unit
        of all others there. Raises InputError for a row of sizes that are not those of the table.
        """
        if self.sizes is not None and str(table.n) not in self.sizes.cells:
            raise self.sizes.width_error(self.width, _AS_BELOW)
        found, first = self.columns, self.header.cells
        if found is None:
            columns = [table.column(j) for j in range(self.width)]
            again = any(len(each.codes) and (each.codes[1:] == each.codes[0]).any() for each in columns)
            again |= any(unit_of(each.filled) for each in columns)
            if not again and len(set(first)) == len(first) and all(map(is_name, first)):
                found, table = _under(self.header, {}), table.after_first()
        return replace(table, columns=found or table.columns, header=(self.header.line, first))


def top_of(rows: Sequence[Record], delimiter: str, names: Record | None, features: Sequence[str] = ()) -> Top:
    """Return what the first rows reveal; `names` come from above them, `features` are searched in the header."""
    if any(map(declared, rows[0].cells)):
        return Top(1, len(rows[0].cells), _under(rows[0], {}), rows[0])
    skipped, notes = _titles(rows, delimiter)
    first, *below = rows[skipped:]
    sizes = None
    if _are_sizes(first, below):
        told = shown(" ".join(first.cells))
        notes += (f"line {first.line}, {told}, was taken for the sizes of the table and passed over",)
        sizes, first, below, skipped = first, below[0], below[1:], skipped + 1
    if len(below) > 1 and (found := _orange(first, below)) is not None:
        return Top(skipped + 3, len(first.cells), found, first, notes, sizes)
    if len(below) > 1 and _are_merged(first, below, delimiter):
        cells = [lower or upper for upper, lower in zip(first.cells, below[0].cells, strict=True)]
        first, below, skipped = replace(below[0], cells=cells), below[1:], skipped + 1
    first, passed_over, more = _fitted(first, below, delimiter)
    width = len(first.cells)
    if names is not None:
        return Top(skipped, width, _under(names, {}), names, notes, sizes)
    if width == 1 and not features:
        raise first.error("there is only one column; write features and a label", 1)
    is_header = _is_header(first, [row for row in below if len(row.cells) == width], delimiter, features)
    if is_header is None:
        return Top(skipped, width, None, first, notes, sizes)
    columns = _under(first, passed_over) if is_header else Columns.numbered(width)
    return Top(skipped + is_header, width, columns, first, more + notes, sizes)


def _under(header: Record, passed_over: Mapping[int, str]) -> Columns:
    """Return the columns under a header, in which Orange may have put the kind of each column before its name."""
    columns = Columns.under(header.cells)
    if columns.classes is None and any(map(has_prefix, header.cells)):
        found = [_PREFIX.match(cell) for cell in header.cells]
        names = tuple(cell[match.end() :] if match else cell for cell, match in zip(header.cells, found, strict=True))
        columns = _with_roles(names, [match[1] if match else "" for match in found])
    try:
        check_names(columns.names)
    except InputError as error:
        raise header.error(error.sentence, (error.column or 1) - 1) from None
    return replace(columns, passed_over={**columns.passed_over, **passed_over})


def has_prefix(name: str) -> bool:
    """Return whether a name begins as Orange marks the kind of a column."""
    match = _PREFIX.match(name)
    return match is not None and match[0] != "#"


def _with_roles(names: Sequence[str], roles: Sequence[str]) -> Columns:
    columns = Columns.under(names)
    said = tuple(j for j, role in enumerate(roles) if role[:1] == "c")
    left = {j: _PASSED_OVER[role[:1]] for j, role in enumerate(roles) if role[:1] in _PASSED_OVER}
    return replace(columns, called_labels=said or columns.called_labels, passed_over=left)


def _titles(rows: Sequence[Record], delimiter: str) -> tuple[int, tuple[str, ...]]:
    """Return how many rows are titles over the table, or empty, and what is said of them."""
    notes: tuple[str, ...] = ()
    for skipped, row in enumerate(rows):
        filled = [cell for cell in row.cells if cell]
        fuller = any(len([cell for cell in other.cells if cell]) > 1 for other in rows[skipped + 1 :])
        is_last = len(row.cells) > 1 and bool(row.cells[-1])
        if len(filled) > 1 or is_last or not fuller or any(is_meant_as_number(cell, delimiter) for cell in filled):
            # The first row of data ends the search for a title.
            return skipped, notes
        if filled:
            notes += (f"line {row.line}, {shown(filled[0])}, was taken for a title and passed over",)
    return 0, ()


def _are_sizes(first: Record, below: Sequence[Record]) -> bool:
    widths = {len(row.cells) for row in below[:2]}
    whole = all(cell.isascii() and cell.isdecimal() for cell in first.cells)
    return whole and len(below) > 1 and len(widths) == 1 and len(first.cells) < min(4, *widths)


def _orange(first: Record, below: Sequence[Record]) -> Columns | None:
    """Return the columns under the three header rows of Orange: names, kinds and roles."""
    kinds, roles = ([cell.strip().casefold() for cell in row.cells] for row in below[:2])
    same = len(first.cells) == len(kinds) == len(roles)
    if not same or not _ORANGE_KINDS.issuperset(kinds) or not _ORANGE_ROLES.issuperset(roles) or not any(kinds):
        return None
    return _with_roles(first.cells, roles)


def _are_merged(first: Record, below: Sequence[Record], delimiter: str) -> bool:
    """Return whether a header takes two rows, because some of its cells were merged."""
    lower, after = below[0].cells, below[1].cells
    if not len(first.cells) == len(lower) == len(after) or all(first.cells):
        return False
    both = list(zip(first.cells, lower, strict=True))
    names = not any(is_meant_as_number(cell, delimiter) for pair in both for cell in pair)
    complete = all(upper or is_name(cell) for upper, cell in both) and any(not upper for upper, _ in both)
    return names and complete and any(is_meant_as_number(cell, delimiter) for cell in after)


def _fitted(first: Record, below: Sequence[Record], delimiter: str) -> tuple[Record, dict[int, str], tuple[str, ...]]:
    """Return the first row with as many cells as those below, the columns to pass over, and what is said of it."""
    width, widths = len(first.cells), {len(row.cells) for row in below}
    other = widths.pop() if len(widths) == 1 else width
    if width > other and not any(first.cells[other:]):
        return replace(first, cells=first.cells[:other]), {}, ()
    if width == other or len(below) < 2:
        return first, {}, ()
    named = not any(is_meant_as_number(cell, delimiter) for cell in first.cells)
    if other > width and named and not any(cell for row in below for cell in row.cells[width:]):
        wider = replace(first, cells=[*first.cells, *[""] * (other - width)])
        return wider, dict.fromkeys(range(width, other), "empty"), ()
    if other == width + 1 and named and all(row.cells[0] for row in below):
        remark = "the first cell of each row has no name above it and was taken for the name of the row"
        return replace(first, cells=["", *first.cells]), {0: "the name of the row"}, (remark,)
    raise first.width_error(other, _AS_BELOW)


def _is_header(first: Record, below: Sequence[Record], delimiter: str, features: Sequence[str]) -> bool | None:
    """Return whether the first row is a header; None if the rows below hold nothing but words.

    It is one if it has names where there are numbers below, one of them with a letter: `$5` and `NA` are numbers that
    cannot be read. Raises InputError if it has both names and numbers there.
    """
    cells, last = first.cells, len(first.cells) - 1
    if features and all(name in cells for name in features):
        return True
    if features and any(map(parted, cells[: len(features)])):
        return False
    called = any(cell.strip().casefold() in SURE_NAMES for cell in cells)
    numeric = list(range(min(len(features), len(cells)) or max(last, 1)))
    if below:
        numeric = [j for j in range(len(cells)) if any(is_meant_as_number(row.cells[j], delimiter) for row in below)]
        if not numeric:
            return True if called else None
    words = [j for j in numeric if not is_meant_as_number(cells[j], delimiter)]
    mixed = len(words) < len(numeric)
    if not words or (mixed and all(is_missing(cells[j]) for j in words)):
        return called
    cell = cells[words[0]]
    if mixed and not (called and below):
        told = f"{shown(cell)} is not a number, but another cell of this row is; write names or numbers"
        raise first.error((mixed_error(cell) or InputError(told)).sentence, words[0])
    if not called and not features and not any(is_name(cells[j]) for j in words):
        what = f"{shown(cell)} is not a number" if cell else "the cell is empty"
        raise first.error(f"{what}; write a number, or a name", words[0])
    return True
