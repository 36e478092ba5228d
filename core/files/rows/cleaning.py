"""Take comments, and spaces in the place of a delimiter, out of delimited text before it is cut into rows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.errors import shown
from core.files.disk.blocks import line_breaks
from core.files.rows.records import Record
from core.numbers.numerals import counted

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
