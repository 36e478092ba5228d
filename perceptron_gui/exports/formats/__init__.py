"""The formats that pictures, films, reports and sheets can be written in. A new one is one module and one line here."""

from __future__ import annotations

from pathlib import Path

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


def format_for(path: Path, kind: ExportKind | None = None) -> ExportFormat:
    """The format that the suffix of `path` asks for. Raises InputError for one that cannot hold that kind of thing."""
    known = {suffix: entry for suffix, entry in FORMATS.items() if kind is None or kind in entry.kinds}
    if (suffix := path.suffix.lower()) not in known:
        what, expected = kind or ExportKind.PICTURE, ", ".join(known)
        raise InputError(f"{path.suffix or 'no suffix'} is not a kind of {what}; {expected} is expected", path=path)
    return known[suffix]


def kinds_of_files(kind: ExportKind) -> str:
    """The formats that can hold a kind of thing, as a file dialog wants them."""
    return ";;".join(f"{entry.title} (*{suffix})" for suffix, entry in FORMATS.items() if kind in entry.kinds)
