"""Compound files: the file system of sectors in which Excel kept a workbook until 2003."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from core.files.workbooks.grid import damaged, locked

SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_HEADER = struct.Struct("<30xHH10xII4xIIIII")
_ENTRY = struct.Struct("<64sHB49xIQ")
_MOST_SECTORS = 0xFFFFFFFA
"""Greater numbers mean that there is no sector."""


def workbook_in(content: bytes) -> bytes:
    """Return the stream of the workbook in a compound file. Raises InputError."""
    try:
        return _workbook_in(content)
    except (struct.error, IndexError) as error:
        raise damaged() from error


def _workbook_in(content: bytes) -> bytes:
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
    """Return the sectors of the table of chains: the first 109 stand in the header, others in a chain of their own."""
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
