"""ICU's data without what Qt never asks of them: 32 MB of which the order of names (collation) is what it does ask.

The library holds one symbol, a package: a header, how many entries there are, where name and content of each are
(two numbers of 32 bits, from the end of the header on), the names in their order, the contents (ICU, `ucmndata.h`).
"""

from __future__ import annotations

import re
import struct
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

# Numbers and dates are of Qt's own, and nobody asks for time zones or old encodings; this is what a collator needs.
_USED = re.compile(
    r"[^/]+/(coll/.*|cnvalias\.icu|ulayout\.icu|[^/]+\.nrm"
    r"|(root|pool|res_index|supplementalData|icuver|icustd|keyTypeData|likelySubtags|metadata|numberingSystems)\.res)"
)
_MAGIC = b"\xda\x27"
_FORMAT = b"CmnD"
_ALIGNED = 16


def slim_library(library: Path, slim: Path) -> str | None:
    """Write to `slim` the library with what is used of it; what is in the way, or None."""
    name = re.fullmatch(r"libicudata\.so\.(\d+)", library.name)
    content = library.read_bytes()
    start = next((at for at in _places(content, _MAGIC) if content[at + 10 : at + 14] == _FORMAT), 0) - 2
    if name is None or start < 0:
        return "its form is not known"
    with TemporaryDirectory() as folder:
        package, source = Path(folder, "package"), Path(folder, "data.s")
        package.write_bytes(slim_package(content[start:]))
        symbol = f"icudt{name[1]}_dat"
        source.write_text(
            f".section .rodata\n.balign {_ALIGNED}\n.globl {symbol}\n.type {symbol}, %object\n"
            f'{symbol}:\n.incbin "package"\n.size {symbol}, . - {symbol}\n.section .note.GNU-stack\n'
        )
        named = ["-o", str(slim), f"-Wl,-soname,{library.name}"]
        command = ["cc", "-shared", "-nostdlib", "-s", "-Wl,-z,noseparate-code", *named, source.name]
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        except OSError as error:
            return f"the C compiler cannot be run ({error.strerror})"
        return f"the C compiler fails ({done.stderr.strip()})" if done.returncode else None


def slim_package(package: bytes) -> bytes:
    """Return the package with the entries that are used."""
    (header,) = struct.unpack_from("<H", package)
    entries = list(_entries(package[header:]))
    kept = [(name, content) for name, content in entries if _USED.fullmatch(name)]
    names = [name.encode() + b"\0" for name, _ in kept]
    at_name = 4 + 8 * len(kept)
    at_content = _aligned(at_name + sum(map(len, names)))
    table, contents = [struct.pack("<I", len(kept))], []
    for name, (_, content) in zip(names, kept, strict=True):
        padded = content.ljust(_aligned(len(content)), b"\xaa")
        table.append(struct.pack("<II", at_name, at_content))
        contents.append(padded)
        at_name += len(name)
        at_content += len(padded)
    head = b"".join([*table, *names])
    return b"".join([package[:header], head.ljust(_aligned(len(head)), b"\xaa"), *contents])


def _entries(body: bytes) -> Iterator[tuple[str, bytes]]:
    """Name and content of each, in their order, which is that of the contents too; the last goes to its own end."""
    (count,) = struct.unpack_from("<I", body)
    places = [struct.unpack_from("<II", body, 4 + 8 * k) for k in range(count)]
    for (at_name, start), (_, end) in pairwise([*places, (0, len(body))]):
        yield body[at_name : body.index(b"\0", at_name)].decode(), body[start:end]


def _places(content: bytes, what: bytes) -> Iterator[int]:
    at = content.find(what)
    while at >= 0:
        yield at
        at = content.find(what, at + 1)


def _aligned(size: int) -> int:
    return -(-size // _ALIGNED) * _ALIGNED
