"""The formats that pictures, films, reports and sheets can be written in. A new one is one module and one line here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from core.errors import InputError
from core.explain.report.latex import latex_document
from core.explain.report.page import page
from perceptron_gui.exports.formats.format import Drawing as Drawing
from perceptron_gui.exports.formats.format import ExportFormat as ExportFormat
from perceptron_gui.exports.formats.format import ExportKind as ExportKind
from perceptron_gui.exports.formats.format import FilmWriter as FilmWriter
from perceptron_gui.exports.formats.format import PictureWriter as PictureWriter
from perceptron_gui.exports.formats.format import PlayerWriter as PlayerWriter
from perceptron_gui.exports.formats.format import Reel as Reel
from perceptron_gui.exports.formats.format import ReportWriter as ReportWriter
from perceptron_gui.exports.formats.format import SheetWriter as SheetWriter
from perceptron_gui.exports.formats.gif import GIF
from perceptron_gui.exports.formats.pdf import PDF
from perceptron_gui.exports.formats.png import PNG
from perceptron_gui.exports.formats.svg import SVG

Found = TypeVar("Found")

FORMATS: dict[str, ExportFormat] = {
    ".png": PNG,
    ".svg": SVG,
    ".pdf": PDF,
    ".gif": GIF,
    ".html": ExportFormat(
        "web page", report=str.encode, sheet=lambda sheet: page(sheet, {}).encode(), player=str.encode
    ),
    ".tex": ExportFormat("LaTeX", sheet=lambda sheet: latex_document(sheet).encode("ascii")),
}
"""Suffix → format."""


def format_of(path: Path) -> ExportFormat:
    """The format that the suffix of `path` asks for. Raises InputError for a suffix that is not in the table."""
    return _found(path, "picture", lambda format_: format_)


def picture_writer(path: Path) -> PictureWriter:
    """What writes a picture to `path`. Raises InputError where its suffix is none for pictures; and so on."""
    return _found(path, ExportKind.PICTURE, lambda format_: format_.picture)


def film_writer(path: Path) -> FilmWriter:
    """What writes a film to `path`. Raises InputError."""
    return _found(path, ExportKind.FILM, lambda format_: format_.film)


def report_writer(path: Path) -> ReportWriter:
    """What writes a report to `path`. Raises InputError."""
    return _found(path, ExportKind.REPORT, lambda format_: format_.report)


def sheet_writer(path: Path) -> SheetWriter:
    """What writes a solution sheet to `path`. Raises InputError."""
    return _found(path, ExportKind.SHEET, lambda format_: format_.sheet)


def player_writer(path: Path) -> PlayerWriter:
    """What writes a page that plays to `path`. Raises InputError."""
    return _found(path, ExportKind.PLAYER, lambda format_: format_.player)


def kinds_of_files(kind: ExportKind) -> str:
    """The formats that can hold a kind of thing, as a file dialog wants them."""
    return ";;".join(f"{entry.title} (*{suffix})" for suffix, entry in FORMATS.items() if kind in entry.kinds)


def _found(path: Path, what: str, choose: Callable[[ExportFormat], Found | None]) -> Found:
    known = {suffix: found for suffix, entry in FORMATS.items() if (found := choose(entry)) is not None}
    suffix = path.suffix.lower()
    if suffix not in known:
        expected = ", ".join(known)
        raise InputError(f"{path.suffix or 'no suffix'} is not a kind of {what}; {expected} is expected", path=path)
    return known[suffix]
