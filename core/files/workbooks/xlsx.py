"""Workbooks of Excel since 2007: XML in an archive, the parts found through the relationships between them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from functools import cache, reduce

from core.files.workbooks.workbook import Archive, Cells, Elements, damaged, kind_of_format, number_of, text_of_number

_PLACE = re.compile(r"([A-Za-z]{1,3})([1-9][0-9]{0,6})")
_ROW = re.compile(r"[1-9][0-9]{0,6}")
_CODE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_INDEX = re.compile(r"[0-9]{1,7}")
_LINKS = (
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships id",
    "http://purl.oclc.org/ooxml/officeDocument/relationships id",
)
_TRUE = {"1", "true"}


class _Office(Elements):
    spaces = (
        "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
        "http://purl.oclc.org/ooxml/spreadsheetml/main",
        "http://schemas.openxmlformats.org/package/2006/relationships",
    )


class Xlsx:
    """A workbook, of which one sheet after another can be read."""

    def __init__(self, parts: Archive) -> None:
        self._parts = parts
        b"".join(parts.pieces("[Content_Types].xml"))  # A package has these whole; the relationships say the same.
        book = self._related("").first("officeDocument")
        if book is None:
            raise damaged()
        self._links = self._related(book)
        self._book = _Book(self._links)
        self._book.parse(parts, book)
        self.names = tuple(self._book.sheets)

    def fill(self, grid: Cells, sheet: str) -> None:
        strings, styles = _Strings(), _Styles()
        for kind, reader in (("sharedStrings", strings), ("styles", styles)):
            if (part := self._links.first(kind) or "") in self._parts:  # Some programs link to one that they omit.
                reader.parse(self._parts, part)
        _Sheet(grid, strings, styles, since_1904=self._book.since_1904).parse(self._parts, self._book.sheets[sheet])

    def _related(self, part: str) -> _Links:
        folder, name = posixpath.split(part)
        links = _Links(folder)
        links.parse(self._parts, posixpath.join(folder, "_rels", f"{name}.rels"))
        return links


class _Links(_Office):
    places = ("/Relationships/Relationship",)

    def __init__(self, folder: str) -> None:
        super().__init__()
        self._folder = folder
        self.parts: dict[str, tuple[str, str]] = {}
        """By identifier: the kind of part that is meant, and its name."""

    def first(self, kind: str) -> str | None:
        return next((part for said, part in self.parts.values() if said == kind), None)

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "Relationship" and attributes.get("TargetMode", "Internal") == "Internal":
            target = posixpath.join("/", self._folder, attributes.get("Target", "").replace("\\", "/"))
            kind = attributes.get("Type", "").rpartition("/")[2]
            self.parts[attributes.get("Id", "")] = kind, posixpath.normpath(target).lstrip("/")


class _Book(_Office):
    places = ("/workbook/workbookPr", "/workbook/sheets/sheet")

    def __init__(self, links: _Links) -> None:
        super().__init__()
        self._links = links
        self.sheets: dict[str, str] = {}
        """The parts of the sheets that hold cells, and no chart, by their names."""
        self.since_1904 = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "workbookPr":
            self.since_1904 = attributes.get("date1904") in _TRUE
        elif name == "sheet":
            link = next((attributes[key] for key in _LINKS if key in attributes), "")
            kind, part = self._links.parts.get(link, ("", ""))
            called = attributes.get("name", "")
            if not kind or called in self.sheets:
                raise damaged()
            if kind == "worksheet":
                self.sheets[called] = part


class _Strings(_Office):
    places = ("/sst/si/t", "si/r/t")
    texts = ("t",)

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def end(self, name: str) -> None:
        if name == "si":
            self.found.append(_plain(self.text()))


class _Styles(_Office):
    places = ("/styleSheet/numFmts/numFmt", "styleSheet/cellXfs/xf")

    def __init__(self) -> None:
        super().__init__()
        self._codes: dict[int, str] = {}
        self.kinds: list[str] = []
        """Of each style: "date", "duration" or ""."""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name in {"numFmt", "xf"}:
            number = _index(attributes.get("numFmtId", "0"))
            if name == "numFmt":
                self._codes[number] = attributes.get("formatCode", "")
            else:
                self.kinds.append(kind_of_format(number, self._codes.get(number)))


class _Sheet(_Office):
    places = ("/worksheet/sheetData/row/c/v", "c/is/t", "is/r/t")
    texts = ("v", "t")

    def __init__(self, grid: Cells, strings: _Strings, styles: _Styles, *, since_1904: bool) -> None:
        super().__init__()
        self._grid, self._strings, self._styles = grid, strings.found, styles.kinds
        self._since_1904 = since_1904
        self._row = self._column = 0
        self._kind = self._style = ""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "row":
            said = attributes.get("r")
            if said is not None and not _ROW.fullmatch(said):
                raise damaged()
            self._row, self._column = self._row + 1 if said is None else int(said), 0
        elif name == "c":
            # A cell without a place such as C4 is the next one in the row.
            match = _PLACE.fullmatch(place) if (place := attributes.get("r")) else None
            if place is not None and (match is None or int(match[2]) != self._row):
                raise damaged()
            self._column = _column(match[1]) if match else self._column + 1
            self._kind, self._style = attributes.get("t", "n"), attributes.get("s", "")

    def end(self, name: str) -> None:
        if name == "c":
            self._grid.put(self._row, self._column, self._value(self.text()))

    def _value(self, said: str) -> str:
        kind = self._kind
        if kind in {"str", "inlineStr", "d", "e"} or not said.strip():
            return _plain(said)
        said = said.strip()
        if kind == "n":
            shows = _at(self._styles, self._style) if self._style and self._styles else ""
            return text_of_number(number_of(said), shows, since_1904=self._since_1904)
        if kind == "s":
            return _at(self._strings, said)
        if kind == "b" and said in {"0", "1", "true", "false"}:
            return "TRUE" if said in _TRUE else "FALSE"
        raise damaged()


def _plain(text: str) -> str:
    """Return a text without the codes of characters that XML cannot hold."""
    return _CODE.sub(lambda match: chr(int(match[1], 16)), text)


@cache
def _column(letters: str) -> int:
    return reduce(lambda number, letter: 26 * number + ord(letter) - ord("A") + 1, letters.upper(), 0)


def _index(said: str) -> int:
    if not _INDEX.fullmatch(said):
        raise damaged()
    return int(said)


def _at(texts: list[str], said: str) -> str:
    place = _index(said)
    if place >= len(texts):
        raise damaged()
    return texts[place]
