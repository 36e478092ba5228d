"""Documents of LibreOffice: all sheets in one XML, where rows and cells say how often they are repeated."""

from __future__ import annotations

import re
from collections.abc import Mapping

from core.errors import InputError
from core.files.workbooks.workbook import INSTEAD, Archive, Cells, Elements, damaged, locked, number_of, text_of_number

_KIND = b"application/vnd.oasis.opendocument.spreadsheet"
_OFFICE, _TABLE, _TEXT = (f"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0" for name in ("office", "table", "text"))
_TIMES = re.compile(r"[1-9][0-9]{0,6}")
_DURATION = re.compile(r"(-?)P(?:([0-9]{1,6})D)?T?(?:([0-9]{1,9})H)?(?:([0-9]{1,9})M)?(?:([0-9]{1,9}(?:\.[0-9]+)?)S)?")
_MOST_SPACES = 1000
_MOST_REPEATS = 100_000
"""Filled cells that repetitions may make in a file of any size; a larger one may have as many as it has bytes."""
_CELLS = ("table-cell", "covered-table-cell")
_GROUPS = ("table", "table-rows", "table-header-rows", "table-row-group")
_TEXTS = ("p", "span", "a")


class Ods:
    """A document, of which one sheet after another can be read."""

    def __init__(self, parts: Archive) -> None:
        self._parts = parts
        if not b"".join(parts.pieces("mimetype")).startswith(_KIND):
            raise damaged()
        if "META-INF/manifest.xml" in parts and b"encryption-data" in b"".join(parts.pieces("META-INF/manifest.xml")):
            raise locked()
        sheets = _Sheets()
        sheets.parse(parts, "content.xml")
        self.names = tuple(sheets.names)
        if len({*self.names}) < len(self.names):
            raise damaged()

    def fill(self, grid: Cells, sheet: str) -> None:
        _Content(grid, sheet, _MOST_REPEATS + self._parts.size("content.xml")).parse(self._parts, "content.xml")


class _Sheets(Elements):
    places: tuple[str, ...] = ("/document-content/body/spreadsheet/table",)
    spaces = (_OFFICE, _TABLE, _TEXT)

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "table":
            self.names.append(attributes.get(f"{_TABLE} name", ""))


class _Content(_Sheets):
    places = (
        *_Sheets.places,
        *(f"{group}/{inner}" for group in _GROUPS for inner in (*_GROUPS[1:], "table-row")),
        *(f"table-row/{cell}/p" for cell in _CELLS),
        *(f"{text}/{inner}" for text in _TEXTS for inner in (*_TEXTS[1:], "s", "tab", "line-break")),
    )
    texts = _TEXTS

    def __init__(self, grid: Cells, sheet: str, repeats: int) -> None:
        super().__init__()
        self._grid, self._sheet, self._reads, self._repeats = grid, sheet, False, repeats
        self._row, self._down, self._column, self._across = 1, 1, 1, 1
        self._cell: Mapping[str, str] = {}
        self._lines: list[str] = []

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        super().start(name, attributes)
        if name == "table":
            self._reads, self._row = self.names[-1] == self._sheet, 1
        elif name == "table-row":
            self._down, self._column = _times(attributes, f"{_TABLE} number-rows-repeated", Cells.MOST_ROWS), 1
        elif name in _CELLS:
            self._across = _times(attributes, f"{_TABLE} number-columns-repeated", Cells.MOST_COLUMNS)
            self._cell = attributes
            self._lines.clear()
        elif name in {"s", "tab", "line-break"}:
            spaces = " " * _times(attributes, f"{_TEXT} c", _MOST_SPACES)
            self.add(spaces if name == "s" else "\t" if name == "tab" else "\n")

    def end(self, name: str) -> None:
        if name == "p":
            self._lines.append(self.text())
        elif name == "table-row":
            self._row += self._down
        elif name in _CELLS:
            if self._reads and (text := _value(self._cell, "\n".join(self._lines))).strip():
                self._repeats -= self._down * self._across - 1
                if self._repeats < 0:
                    told = "the sheet repeats a filled cell too often; delete the needless cells"
                    raise InputError(f"{told}, or {INSTEAD}")
                self._grid.put(self._row, self._column, text, self._down, self._across)
            self._column += self._across


def _times(attributes: Mapping[str, str], key: str, most: int) -> int:
    said = attributes.get(key, "1")
    if not _TIMES.fullmatch(said) or int(said) > most:
        raise damaged()
    return int(said)


def _value(cell: Mapping[str, str], shown: str) -> str:
    kind = cell.get(f"{_OFFICE} value-type", "string")
    if kind == "string":
        return cell.get(f"{_OFFICE} string-value") or shown  # LibreOffice writes an error as an empty value.
    if kind in {"float", "percentage", "currency"}:
        return text_of_number(number_of(cell.get(f"{_OFFICE} value", "")))
    if kind == "boolean":
        return cell.get(f"{_OFFICE} boolean-value", "").upper()
    if kind == "date":
        return cell.get(f"{_OFFICE} date-value", "")
    match = _DURATION.fullmatch(cell.get(f"{_OFFICE} time-value", "")) if kind == "time" else None
    if match is None:
        raise damaged()
    days, hours, minutes, seconds = (float(part or 0) for part in match.groups()[1:])
    total = days + hours / 24 + minutes / 1440 + seconds / 86_400
    return text_of_number(-total if match[1] else total, "duration" if match[1] or total >= 1 else "date")
