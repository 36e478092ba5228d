"""How a file comes to harm: on its way, in an editor, or as what another program makes of it."""

from __future__ import annotations

import io
import json
import random
import re
import zipfile
from collections.abc import Callable
from typing import Any

_PIECES: tuple[bytes, ...] = (
    *(
        b"0 1 - + . , ; : e E { } [ ] \" ' \\ # % ? @ = / * \t \n \r \0 \x1a \x7f \xff \xc3 NaN null true 1e999".split(
            b" "
        )
    ),
    b"-" * 50,
    b"9" * 400,
    b"9" * 5000,
    b"1e-400",
    b"4.9e-324",
    b"1e150",
    b"0x10",
    "−7,5".encode(),
    "\u2028\u202e\ufeff\U0001f600".encode(),
    b"\xed\xa0\x80",
    b"\\ud800",
    b'"' * 7,
    b"[" * 200,
    b"{" * 3000,
    b"," * 20_000,
    b"x" * 70_000,
)
"""What is put where it does not belong."""
_VALUES: tuple[object, ...] = (
    *(None, True, False, 0, -1, 1.5, 2**31, 2**63, 10**400, -(10**400), 1e308, 1e-310, "", "a", "k" * 60_000, "\0"),
    *([], [[]], {}, {"": 0}, [None], [1, 2, 3], [["1"]], {"a": {"b": []}}, "radius", "\ud800"),
)
"""What is put into the place of a value."""
_NUMBER = re.compile(rb"-?[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?")


def damaged(content: bytes, chance: random.Random) -> bytes:
    """The same file after an accident or two."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        content = chance.choice(_ACCIDENTS)(content, chance)
    return content


def _cut(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randint(0, len(content))]


def _headless(content: bytes, chance: random.Random) -> bytes:
    return content[chance.randint(0, len(content)) :]


def _replaced(content: bytes, chance: random.Random) -> bytes:
    start = chance.randint(0, len(content))
    end = start + chance.choice((0, 0, 1, 2, 10, 100))
    return content[:start] + chance.choice(_PIECES) + content[end:]


def _flipped(content: bytes, chance: random.Random) -> bytes:
    altered = bytearray(content)
    for _ in range(chance.randint(1, 8) if altered else 0):
        altered[chance.randrange(len(altered))] ^= 1 << chance.randrange(8)
    return bytes(altered)


def _renumbered(content: bytes, chance: random.Random) -> bytes:
    numbers = list(_NUMBER.finditer(content))
    if not numbers:
        return content
    found = chance.choice(numbers)
    return content[: found.start()] + chance.choice(_PIECES) + content[found.end() :]


def _relined(content: bytes, chance: random.Random) -> bytes:
    """Lines lost, repeated, exchanged or joined."""
    lines = content.splitlines(keepends=True)
    if not lines:
        return content
    first, second = chance.randrange(len(lines)), chance.randrange(len(lines))
    kind = chance.randrange(4)
    if kind == 0:
        del lines[first]
    elif kind == 1:
        lines[first:first] = [lines[second]] * chance.choice((1, 2, 50))
    elif kind == 2:
        lines[first], lines[second] = lines[second], lines[first]
    else:
        lines[first] = lines[first].rstrip()
    return b"".join(lines)


def _rewritten(content: bytes, chance: random.Random) -> bytes:
    """In another encoding, or what is taken for one."""
    text = content.decode(errors="replace")
    return chance.choice(
        (
            lambda: text.encode("utf-16"),
            lambda: text.encode("utf-16-le", "replace"),
            lambda: text.encode("utf-8-sig", "replace"),
            lambda: text.encode("latin-1", "replace"),
            lambda: text.encode("utf-32", "replace"),
            lambda: text.replace("\n", chance.choice(("\r", "\r\n", "\n\n", "\x85", ""))).encode(errors="replace"),
        )
    )()


def _packed(content: bytes, chance: random.Random) -> bytes:
    """In an archive, as a spreadsheet is one."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", chance.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", content)
    return packed.getvalue()


def _noise(content: bytes, chance: random.Random) -> bytes:
    start = chance.randint(0, len(content))
    return content[:start] + chance.randbytes(chance.randint(0, 300)) + content[start:]


def _revalued(content: bytes, chance: random.Random) -> bytes:
    """Where it is JSON, another value in the place of one, without one, or under another name."""
    try:
        whole = json.loads(content)
    except (ValueError, RecursionError):
        return _replaced(content, chance)
    places = list(_places(whole))
    if not places:
        return content
    inside, key = chance.choice(places)
    kind = chance.randrange(6)
    if kind == 0:
        del inside[key]
    elif kind == 1 and isinstance(inside, dict):
        inside[chance.choice(("", "x", "k" * 60_000, "\0\n"))] = inside.pop(key)
    else:
        inside[key] = chance.choice(_VALUES)
    return json.dumps(whole).encode()


def _places(value: Any) -> list[tuple[Any, Any]]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, part in parts for found in [(value, key), *_places(part)]]


_ACCIDENTS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    *(_cut, _headless, _replaced, _replaced, _flipped, _renumbered, _renumbered),
    *(_relined, _rewritten, _packed, _noise, _revalued, _revalued),
)
