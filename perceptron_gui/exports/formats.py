"""The file formats for pictures, films, reports, sheets and player pages, with a writer for each kind of export."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QByteArray, QIODevice, QMarginsF, QPointF, QRectF, QSizeF
from PySide6.QtGui import QImage, QImageWriter, QPageSize, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from core.errors import InputError
from core.explain.report.documents import latex_document, page
from core.explain.report.parts import Figure, Report
from core.names import legible
from perceptron_gui.exports.paper import DPI, TITLE, Drawing, bytes_of, paged
from perceptron_gui.look.size import FAMILY


class ExportKind(StrEnum):
    """A picture of one moment, a film of several; a report on the run, a sheet of its steps, a page that plays it."""

    PICTURE = "picture"
    FILM = "film"
    REPORT = "report"
    SHEET = "solution"
    PLAYER = "player"


PictureWriter = Callable[[Drawing], bytes]
FilmWriter = Callable[[Sequence[int], Callable[[int], QImage]], Generator[float, None, bytes]]
"""A function that makes a film of the pictures that `draw` returns, each shown for so many hundredths of a second.

It works in slices and yields the share that is done after each.
"""
ReportWriter = Callable[[Report, Mapping[Figure, Drawing], str], bytes]
"""A function that turns a report, its pictures and the name of the player page beside it into the bytes of a file."""


def no_writer(*_written: object) -> Any:
    """Raise TypeError: the writer for kinds that a format cannot hold. `format_for` never returns such a format."""
    raise TypeError("this format cannot write such an export")


@dataclass(frozen=True)
class ExportFormat:
    """A format: its title, a writer for each kind of export, and `sharpness`, its pixels for each of the screen's."""

    title: str
    picture: PictureWriter = no_writer
    film: FilmWriter = no_writer
    report: ReportWriter = no_writer
    sheet: Callable[[Report], bytes] = no_writer
    """turns a sheet without pictures into the bytes of a file"""
    player: Callable[[str], bytes] = no_writer
    """turns a page of HTML into the bytes of a file"""
    sharpness: int = 1

    @property
    def kinds(self) -> frozenset[ExportKind]:
        return frozenset(kind for kind in ExportKind if getattr(self, kind.name.lower()) is not no_writer)


_FAMILY, _FAMILIES = re.compile('font-family="[^"]*"'), f'font-family="{FAMILY}, Verdana, Arial, sans-serif"'
"""Qt names the font of this program only, which few have, or one of its own names that nobody has."""


def png(image: QImage) -> bytes:
    """Return an image as the bytes of a PNG."""
    return bytes_of(lambda device: QImageWriter(device, QByteArray(b"png")).write(image))


def _svg_picture(drawing: Drawing) -> bytes:
    def write(device: QIODevice) -> None:
        generator = QSvgGenerator()
        generator.setOutputDevice(device)
        generator.setSize(drawing.pixels)
        generator.setViewBox(QRectF(QPointF(), QSizeF(drawing.pixels)))
        generator.setResolution(DPI)
        generator.setTitle(TITLE)
        drawing.on(generator)

    # Qt writes control characters from texts into the file, and XML forbids them.
    written = legible(bytes_of(write).decode(), keep="\t\n\r")
    return _FAMILY.sub(_FAMILIES, written).encode()


def _pdf_picture(drawing: Drawing) -> bytes:
    def write(device: QIODevice) -> None:
        writer = QPdfWriter(device)  # Its destructor writes the end of the file.
        writer.setTitle(TITLE)
        points = QSizeF(drawing.pixels) * 72 / DPI
        writer.setPageSize(QPageSize(points, QPageSize.Unit.Point, "picture", QPageSize.SizeMatchPolicy.ExactMatch))
        writer.setPageMargins(QMarginsF())
        writer.setResolution(DPI)
        drawing.on(writer)

    return bytes_of(write)


def _html_report(report: Report, figures: Mapping[Figure, Drawing], player: str) -> bytes:
    return page(report, {figure: png(drawing.image()) for figure, drawing in figures.items()}, player).encode()


def _gif_film(hundredths: Sequence[int], draw: Callable[[int], QImage]) -> Generator[float, None, bytes]:
    """Make the film with one palette, chosen from twelve of its pictures."""
    from perceptron_gui.exports import gif_blocks as gif  # Imported here because only films need Pillow.

    samples = sorted({round(place) for place in np.linspace(0, len(hundredths) - 1, 12)})
    steps = len(samples) + len(hundredths)
    counted = []
    for done, place in enumerate(samples, start=1):
        counted.append(gif.colour_counts(draw(place)))
        yield done / steps
    palette = gif.Palette(counted)
    before: gif.Pixels | None = None
    made = bytearray()
    for place, time in enumerate(hundredths):
        picture = palette.pixels(draw(place))
        if before is None:
            made += gif.header(picture, palette)
        made += gif.frame(picture, before, time)
        before = picture
        yield (len(samples) + place + 1) / steps
    return bytes(made + b";")  # Every GIF ends with a semicolon.


FORMATS: dict[str, ExportFormat] = {
    ".png": ExportFormat("PNG picture", picture=lambda drawing: png(drawing.image()), sharpness=2),
    ".svg": ExportFormat("SVG picture", picture=_svg_picture),
    ".pdf": ExportFormat(
        "PDF",
        picture=_pdf_picture,
        report=lambda report, figures, _player: paged(report, figures),
        sheet=lambda sheet: paged(sheet, {}),
    ),
    ".gif": ExportFormat("GIF film", film=_gif_film),
    ".html": ExportFormat(
        "web page", report=_html_report, sheet=lambda told: page(told, {}).encode(), player=str.encode
    ),
    ".tex": ExportFormat("LaTeX", sheet=lambda sheet: latex_document(sheet).encode("ascii")),
}
"""Suffix → format."""


def format_for(path: Path, kind: ExportKind | None = None) -> ExportFormat:
    """Return the format of the suffix of `path`. Raise InputError if the format cannot hold an export of `kind`."""
    known = {suffix: entry for suffix, entry in FORMATS.items() if kind is None or kind in entry.kinds}
    if (suffix := path.suffix.lower()) not in known:
        wanted, suffixes = kind or ExportKind.PICTURE, ", ".join(known)
        raise InputError(f"{path.suffix or 'no suffix'} is not a kind of {wanted}; choose {suffixes}", path=path)
    return known[suffix]


def kinds_of_files(kind: ExportKind) -> str:
    """Return the formats that can hold a kind of export, as a filter for Qt's file dialog."""
    return ";;".join(f"{entry.title} (*{suffix})" for suffix, entry in FORMATS.items() if kind in entry.kinds)
