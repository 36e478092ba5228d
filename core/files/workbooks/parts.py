"""The parts of a packed workbook, unpacked within bounds, and the elements of their XML that are understood."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from xml.parsers import expat

from core.errors import Cancelled, InputError, raise_if_cancelled
from core.files.workbooks.grid import INSTEAD, damaged, refusing

_PIECE = 1 << 18
_FAULTS = (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError, ValueError)
"""Of an archive; a RuntimeError comes from an encrypted part, and from a version that zipfile does not know."""
_FULL_OF_AIR = 500
"""A sheet of zeros and ones becomes 250 times as small, and none more often: doing so only wastes time."""
_SMALL = 1_000_000
"""Bytes that take no time, however well they are packed."""


class Parts:
    """The parts of the archive at `path`. Raises InputError for one that unpacks to more than `most_bytes`."""

    def __init__(self, path: Path, most_bytes: int, cancelled: Cancelled) -> None:
        self._cancelled = cancelled
        self._most = self._left = most_bytes
        with refusing(*_FAULTS):
            self._archive = zipfile.ZipFile(path)
            entries = self._archive.infolist()
        self._parts = {_key(entry.filename): entry for entry in entries}
        if len(self._parts) < len(entries):
            raise damaged()  # Two parts of one name: another program may show the other.
        if sum(entry.file_size for entry in entries if entry.filename.endswith((".xml", ".rels"))) > most_bytes:
            raise too_large(most_bytes)

    def close(self) -> None:
        self._archive.close()

    def __contains__(self, name: str) -> bool:
        return _key(name) in self._parts

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield the bytes of a part. Raises InputError if it is damaged or missing."""
        part = self._parts.get(_key(name))
        # Other ways of packing are used by no program, and unpacked without a bound by zipfile.
        if part is None or part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise damaged()
        self._left -= part.file_size
        if self._left < 0:
            raise too_large(self._most)
        if part.file_size > max(_SMALL, _FULL_OF_AIR * part.compress_size):
            raise damaged()
        with refusing(*_FAULTS), self._archive.open(part) as stream:
            # zipfile reads no more than the archive says, and compares the checksum.
            for piece in iter(lambda: stream.read(_PIECE), b""):
                raise_if_cancelled(self._cancelled)
                yield piece

    def size(self, name: str) -> int:
        return self._parts[_key(name)].file_size if name in self else 0

    def read(self, name: str, reader: Elements) -> None:
        """Parse a part with `reader`, which keeps what it needs of it."""
        for piece in self.pieces(name):
            reader.parse(piece)
        reader.parse(b"", is_last=True)


def _key(name: str) -> str:
    return name.replace("\\", "/").lower()


def too_large(most_bytes: int) -> InputError:
    """Return the error for a file that unpacks to more bytes than the limit."""
    told = f"this spreadsheet unpacks to more than {most_bytes / 1e6:.0f} MB, which is too much for the memory"
    return InputError(f"{told}; {INSTEAD}")


class Elements:
    """Reads the known elements of an XML part and skips the others with their content.

    A subclass lists in `places` the paths to its elements, from the top ("/a/b") or from any other ("b/c"); elsewhere
    they are refused. Their namespaces are `spaces`, attributes have expat's names, and `texts` keep their characters.
    """

    places: tuple[str, ...]
    spaces: tuple[str, ...]
    texts: tuple[str, ...] = ()

    def __init__(self) -> None:
        self._path: list[str] = [""]
        self._text: list[str] = []
        self._places = {pair for path in self.places for pair in pairwise(path.split("/"))}
        self._names = {f"{space} {name}": name for space in self.spaces for _, name in self._places}
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._on_start
        self._parser.EndElementHandler = self._on_end
        self._parser.CharacterDataHandler = self._on_text
        self._parser.StartDoctypeDeclHandler = self._on_doctype

    def parse(self, piece: bytes, *, is_last: bool = False) -> None:
        """Parse a piece of the XML. Raises InputError."""
        with refusing(expat.ExpatError, LookupError, ValueError):  # the latter two for an unknown encoding
            self._parser.Parse(piece, is_last)

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Handle the beginning of an element that is understood."""

    def end(self, name: str) -> None:
        """Handle its end."""

    def text(self) -> str:
        """Return the text since this was last called."""
        text = "".join(self._text)
        self._text.clear()
        return text

    def add(self, text: str) -> None:
        self._text.append(text)

    def _on_start(self, qualified: str, attributes: dict[str, str]) -> None:
        parent = self._path[-1]
        name = self._names.get(qualified, "?") if parent != "?" else "?"
        self._path.append(name)
        if name != "?":
            if (parent, name) not in self._places:
                raise damaged()
            self.start(name, attributes)
        elif not parent:
            raise damaged()

    def _on_end(self, _qualified: str) -> None:
        name = self._path.pop()
        if name != "?":
            self.end(name)

    def _on_text(self, text: str) -> None:
        if self._path[-1] in self.texts:
            self._text.append(text)

    def _on_doctype(self, *_: object) -> None:
        raise damaged()  # No spreadsheet program writes one, and it could define entities.
