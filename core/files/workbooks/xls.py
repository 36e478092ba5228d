"""Workbooks of Excel until 2003 (BIFF8 and its predecessor): records in a compound file, a file system of sectors."""

from __future__ import annotations

import struct
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate

from core.errors import Cancelled, never, raise_if_cancelled
from core.files.workbooks.workbook import Cells, damaged, kind_of_format, locked, refusing, text_of_number

SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_HEADER = struct.Struct("<30xHH10xII4xIIIII")
_ENTRY = struct.Struct("<64sHB49xIQ")
_MOST_SECTORS = 0xFFFFFFFA
"""Greater numbers mean that there is no sector."""


def _workbook_in(content: bytes) -> bytes:
    """Return the stream of the workbook in a compound file."""
    shift, small_shift, _, root, cutoff, small_fat, _, more, _ = _HEADER.unpack_from(content)
    if shift not in (9, 12) or small_shift != 6:
        raise damaged()
    size = 1 << shift
    sectors = [content[place : place + size].ljust(size, b"\0") for place in range(size, len(content), size)]
    fat = _numbers(_sectors_of_fat(content, sectors, more), sectors)
    entries: dict[str, tuple[int, int]] = {}
    directory = _chained(root, fat, sectors)
    for place in range(0, len(directory), 128):
        name, length, kind, start, count = _ENTRY.unpack_from(directory, place)
        said = name[: max(length - 2, 0)].decode("utf-16-le", "replace").lower()
        entries.setdefault("/" if kind == 5 else said, (start, count & 0xFFFFFFFF))
    if "encryptedpackage" in entries:
        raise locked()
    found = entries.get("workbook") or entries.get("book")
    if found is None or "/" not in entries:
        raise damaged()
    start, count = found
    if count < cutoff:
        inside = _chained(entries["/"][0], fat, sectors)
        large, sectors = sectors, [inside[place : place + 64] for place in range(0, len(inside), 64)]
        fat = _numbers(_chain(small_fat, fat), large)
    stream = _chained(start, fat, sectors)
    if len(stream) < count:
        raise damaged()
    return stream[:count]


def _sectors_of_fat(content: bytes, sectors: Sequence[bytes], more: int) -> list[int]:
    """Return the sectors of the table of chains: the first 109 are in the header, others in their own chain."""
    found = [*struct.unpack_from("<109I", content, 76)]
    visited = set[int]()
    while more < _MOST_SECTORS:
        if more in visited:
            raise damaged()
        visited.add(more)
        *numbers, more = struct.unpack(f"<{len(sectors[more]) // 4}I", sectors[more])
        found += numbers
    found = [number for number in found if number < _MOST_SECTORS]
    if len({*found}) < len(found):
        raise damaged()
    return found


def _numbers(chain: Sequence[int], sectors: Sequence[bytes]) -> Sequence[int]:
    table = b"".join(sectors[number] for number in chain)
    return struct.unpack(f"<{len(table) // 4}I", table)


def _chain(start: int, table: Sequence[int]) -> list[int]:
    """Return the numbers of the sectors that follow each other from `start`. Raises InputError for a circle."""
    found = []
    while start < _MOST_SECTORS:
        found.append(start)
        if len(found) > len(table):
            raise damaged()
        start = table[start]
    return found


def _chained(start: int, table: Sequence[int], sectors: Sequence[bytes]) -> bytes:
    return b"".join(sectors[number] for number in _chain(start, table))


_BEGIN, _END, _CONTINUE = 0x809, 0x0A, 0x3C
_SHEET, _STRINGS, _FORMAT, _STYLE, _SINCE_1904, _CODE_PAGE, _LOCKED = 0x85, 0xFC, 0x41E, 0xE0, 0x22, 0x42, 0x2F
_NUMBER, _SHORT, _SHORTS, _SHARED, _TEXTS, _TRUTH = 0x203, 0x27E, 0xBD, 0xFD, (0x204, 0xD6), 0x205
_FORMULAS, _RESULT = (0x06, 0x206, 0x406), 0x207
_ERRORS = {0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A"}
_FAULTS = (struct.error, LookupError, UnicodeDecodeError)
_CODECS = {1200: "utf-16-le", 10000: "mac-roman", 32768: "mac-roman", 32769: "cp1252"}
_WORKSHEET = 0
_RECORDS_AT_ONCE = 4096


class Xls:
    """A workbook, of which one sheet after another can be read."""

    def __init__(self, content: bytes, cancelled: Cancelled = never) -> None:
        self._cancelled = cancelled
        self._sheets: dict[str, int] = {}
        self._strings: list[str] = []
        self._codes: dict[int, str] = {}
        self._kinds: list[str] = []
        self._since_1904 = False
        self._is_old, self._code_page = False, "cp1252"
        with refusing(*_FAULTS):
            self._stream = _workbook_in(content)
            self._read_globals()
        self.names = tuple(self._sheets)

    def _read_globals(self) -> None:
        formats = []
        shared: list[bytes] = []
        last = 0
        for kind, data in self._records(0):
            if kind == _LOCKED:
                raise locked()
            if kind == _CODE_PAGE:
                self._code_page = _CODECS.get(page := struct.unpack("<H", data)[0], f"cp{page}")
            elif kind == _SINCE_1904:
                self._since_1904 = data[:1] == b"\1"
            elif kind == _FORMAT:
                self._codes[int.from_bytes(data[:2], "little")] = self._text(data, 2, 1 if self._is_old else 2)
            elif kind == _STYLE:
                formats.append(struct.unpack_from("<H", data, 2)[0])
            elif kind == _SHEET:
                self._add_sheet(data)
            elif kind == _STRINGS or (kind == _CONTINUE and last == _STRINGS):
                shared.append(data)
            last = last if kind == _CONTINUE else kind
        self._kinds = [kind_of_format(number, self._codes.get(number)) for number in formats]
        self._strings = list(_shared_strings(shared)) if shared else []

    def _add_sheet(self, data: bytes) -> None:
        place, _, kind = struct.unpack_from("<IBB", data)
        name = self._text(data, 6, 1)
        if name in self._sheets:
            raise damaged()
        if kind == _WORKSHEET:
            self._sheets[name] = place

    def _records(self, place: int) -> Iterator[tuple[int, bytes]]:
        """Yield kind and content of the records from a beginning to its end, without the charts within."""
        depth = count = 0
        while True:
            kind, length = struct.unpack_from("<HH", self._stream, place)
            data = self._stream[place + 4 : place + 4 + length]
            place += 4 + length
            if len(data) < length or (not depth and kind != _BEGIN):
                raise damaged()
            if kind == _BEGIN:
                depth += 1
                self._is_old = struct.unpack_from("<H", data)[0] != 0x600
            depth -= kind == _END
            if not depth:
                return
            if depth == 1:
                yield kind, data
            count += 1
            if count % _RECORDS_AT_ONCE == 0:
                raise_if_cancelled(self._cancelled)

    @refusing(*_FAULTS)
    def fill(self, grid: Cells, sheet: str) -> None:
        waiting: tuple[int, int] | None = None
        for kind, data in self._records(self._sheets[sheet]):
            if kind == _RESULT and waiting is not None:
                grid.put(*waiting, self._text(data, 0, 2))
                waiting = None
            elif kind == _SHORTS:
                row, first = struct.unpack_from("<HH", data)
                for place, (style, short) in enumerate(struct.iter_unpack("<HI", data[4:-2]), first + 1):
                    grid.put(row + 1, place, self._number(_unpacked(short), style))
            elif kind in {_NUMBER, _SHORT, _SHARED, *_TEXTS, _TRUTH, *_FORMULAS}:
                row, column, style = struct.unpack_from("<HHH", data)
                text = self._value(kind, data, style)
                waiting = (row + 1, column + 1) if text is None else None
                grid.put(row + 1, column + 1, text or "")

    def _value(self, kind: int, data: bytes, style: int) -> str | None:
        """Return the text of a cell; None for a formula whose text follows in its own record."""
        if kind in _TEXTS:
            return self._text(data, 6, 2)
        if kind == _SHARED:
            place: int = struct.unpack_from("<I", data, 6)[0]
            return self._strings[place]
        if kind == _SHORT:
            return self._number(_unpacked(struct.unpack_from("<I", data, 6)[0]), style)
        if kind == _TRUTH:
            return _truth(data[6], is_error=data[7] != 0)
        if kind in _FORMULAS and data[12:14] == b"\xff\xff":
            return None if data[6] == 0 else "" if data[6] == 3 else _truth(data[8], is_error=data[6] == 2)
        return self._number(struct.unpack_from("<d", data, 6)[0], style)

    def _number(self, value: float, style: int) -> str:
        return text_of_number(value, self._kinds[style] if self._kinds else "", since_1904=self._since_1904)

    def _text(self, data: bytes, place: int, size: int) -> str:
        """Return the text at a place, whose count of characters takes `size` bytes."""
        count = int.from_bytes(data[place : place + size], "little")
        place += size
        if self._is_old:
            text = data[place : place + count].decode(self._code_page)
        else:
            flags, place = data[place], place + 1
            place += 2 * bool(flags & 8) + 4 * bool(flags & 4)
            text = data[place : place + (count << (flags & 1))].decode("utf-16-le" if flags & 1 else "latin-1")
        return text.replace("\0", "")


def _shared_strings(records: list[bytes]) -> Iterator[str]:
    """Yield the texts of the table, which goes on in further records when it is long."""
    data, ends = b"".join(records), [*accumulate(map(len, records))]
    place = 8  # Some programs count the texts wrongly.
    while place < len(data):
        count, flags = struct.unpack_from("<HB", data, place)
        place += 3
        runs = struct.unpack_from("<H", data, place)[0] if flags & 8 else 0
        place += 2 * bool(flags & 8)
        extra = struct.unpack_from("<I", data, place)[0] if flags & 4 else 0
        text, place = _characters(data, ends, place + 4 * bool(flags & 4), count, flags & 1)
        yield text
        place += 4 * runs + extra
    if place > len(data):
        raise damaged()


def _characters(data: bytes, ends: Sequence[int], place: int, count: int, wide: int) -> tuple[str, int]:
    """Return the characters at a place, and the place after them. A new record says again how wide they are."""
    parts = []
    while count:
        record = bisect_left(ends, place)
        if ends[record] == place:
            wide, place, record = data[place] & 1, place + 1, record + 1
        there = min(count, (ends[record] - place) >> wide)
        if not there:
            raise damaged()
        parts.append(data[place : place + (there << wide)].decode("utf-16-le" if wide else "latin-1"))
        place += there << wide
        count -= there
    return "".join(parts).replace("\0", ""), place


def _unpacked(short: int) -> float:
    """Return the number in four bytes: an integer or the upper half of a float, maybe a hundredfold."""
    if short & 2:
        number = float((short >> 2) - ((short >> 31) << 30))
    else:
        number = struct.unpack("<d", struct.pack("<Q", (short & 0xFFFFFFFC) << 32))[0]
    return number / 100 if short & 1 else number


def _truth(value: int, *, is_error: bool) -> str:
    return _ERRORS.get(value, "#N/A") if is_error else "TRUE" if value else "FALSE"
