"""The formats that pictures, films, reports and sheets can be written in: what each can hold, and how it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from PySide6.QtCore import QByteArray, QIODevice, QMarginsF, QPoint, QRect, QSize, QSizeF
from PySide6.QtGui import QImage, QImageWriter, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from core.errors import InputError
from core.explain.report.documents import latex_document, page
from core.explain.report.parts import Report
from core.names import legible
from perceptron_gui.exports.paper import TITLE, bytes_of, paged

_DPI = 96
"""Of a document whose size is given in pixels."""


class ExportKind(StrEnum):
    """A picture of one moment, a film of a stretch of the run, the report of the whole run, a sheet on which each of
    its steps is worked out, or a page that plays it.
    """

    PICTURE = "picture"
    FILM = "film"
    REPORT = "report"
    SHEET = "solution"
    PLAYER = "player"


@dataclass(frozen=True)
class Drawing:
    """A picture that can be drawn: `paint` fills a `size`, of which each unit is to be `scale` pixels wide."""

    size: QSize
    paint: Callable[[QPainter], None]
    scale: float = 1.0

    @property
    def pixels(self) -> QSize:
        return self.size * self.scale

    def on(self, painter: QPainter) -> None:
        """Draw it, and end the painter whatever happens."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self.scale, self.scale)
        try:
            self.paint(painter)
        finally:
            painter.end()

    def image(self) -> QImage:
        image = QImage(self.pixels, QImage.Format.Format_RGB32)
        self.on(QPainter(image))
        return image


@dataclass(frozen=True)
class Frames:
    """The pictures of a film: `draw` gives the one at a place, which is shown for so many `hundredths` of a second."""

    hundredths: Sequence[int]
    draw: Callable[[int], QImage]


PictureWriter = Callable[[Drawing], bytes]
FilmWriter = Callable[[Frames, BinaryIO], Iterator[float]]
"""Writes a film slice by slice: each step yields what part of it is done."""
PageWriter = Callable[[str], bytes]
"""Makes the bytes of a file from a page of HTML."""
SheetWriter = Callable[[Report], bytes]
"""Makes the bytes of a file from a sheet in which nothing has to be drawn."""


def no_writer(*_written: object) -> Any:
    """Stand in for the writer of a kind of thing that a format cannot hold; `format_for` hands out none such."""
    raise TypeError("a format was asked to write a kind of thing that is not among its `kinds`")


@dataclass(frozen=True)
class ExportFormat:
    """`title` is for a person; there is a writer, by its name, for each kind of thing that can be written in it.

    A picture as large as on the screen has `sharpness` pixels for each of the screen's.
    """

    title: str
    picture: PictureWriter = no_writer
    film: FilmWriter = no_writer
    report: PageWriter = no_writer
    sheet: SheetWriter = no_writer
    player: PageWriter = no_writer
    sharpness: int = 1

    @property
    def kinds(self) -> frozenset[ExportKind]:
        return frozenset(kind for kind in ExportKind if getattr(self, kind.name.lower()) is not no_writer)


def png(image: QImage) -> bytes:
    """Return an image as the bytes of a PNG."""
    return bytes_of(lambda device: QImageWriter(device, QByteArray(b"png")).write(image))


def _svg_picture(drawing: Drawing) -> bytes:
    def write(device: QIODevice) -> None:
        generator = QSvgGenerator()
        generator.setOutputDevice(device)
        generator.setSize(drawing.pixels)
        generator.setViewBox(QRect(QPoint(), drawing.pixels))
        generator.setResolution(_DPI)
        generator.setTitle(TITLE)
        drawing.on(QPainter(generator))

    # Qt writes characters into it that no XML may hold.
    return legible(bytes_of(write).decode(), keep="\t\n\r").encode()


def _pdf_picture(drawing: Drawing) -> bytes:
    """Return the picture on a page without margins."""

    def write(device: QIODevice) -> None:
        writer = QPdfWriter(device)  # the file is whole once this is gone
        writer.setTitle(TITLE)
        points = QSizeF(drawing.pixels) * 72 / _DPI
        writer.setPageSize(QPageSize(points, QPageSize.Unit.Point, "picture", QPageSize.SizeMatchPolicy.ExactMatch))
        writer.setPageMargins(QMarginsF())
        writer.setResolution(_DPI)
        drawing.on(QPainter(writer))

    return bytes_of(write)


def _gif_film(reel: Frames, stream: BinaryIO) -> Iterator[float]:
    """Write the film with a palette that is chosen from a dozen of its pictures."""
    from perceptron_gui.exports import gif_blocks as gif  # Pillow is only loaded when it is needed

    samples = sorted({round(place) for place in np.linspace(0, len(reel.hundredths) - 1, 12)})
    steps = len(samples) + len(reel.hundredths)
    counted = []
    for done, place in enumerate(samples, start=1):
        counted.append(gif.colour_counts(reel.draw(place)))
        yield done / steps
    palette = gif.Palette(counted)
    before: gif.Pixels | None = None
    for place, hundredths in enumerate(reel.hundredths):
        picture = palette.pixels(reel.draw(place))
        if before is None:
            stream.write(gif.header(picture, palette))
        stream.write(gif.frame(picture, before, hundredths))
        before = picture
        yield (len(samples) + place + 1) / steps
    stream.write(b";")  # the end of every GIF


FORMATS: dict[str, ExportFormat] = {
    ".png": ExportFormat("PNG picture", picture=lambda drawing: png(drawing.image()), sharpness=2),
    ".svg": ExportFormat("SVG picture", picture=_svg_picture),
    ".pdf": ExportFormat(
        "PDF", picture=_pdf_picture, report=paged, sheet=lambda sheet: paged(page(sheet, {}), sheet.paper)
    ),
    ".gif": ExportFormat("GIF film", film=_gif_film),
    ".html": ExportFormat(
        "web page", report=str.encode, sheet=lambda sheet: page(sheet, {}).encode(), player=str.encode
    ),
    ".tex": ExportFormat("LaTeX", sheet=lambda sheet: latex_document(sheet).encode("ascii")),
}
"""Suffix → format."""


def format_for(path: Path, kind: ExportKind | None = None) -> ExportFormat:
    """Return the format of the suffix of `path`. Raises InputError for one that cannot hold that kind of thing."""
    known = {suffix: entry for suffix, entry in FORMATS.items() if kind is None or kind in entry.kinds}
    if (suffix := path.suffix.lower()) not in known:
        what, expected = kind or ExportKind.PICTURE, ", ".join(known)
        raise InputError(f"{path.suffix or 'no suffix'} is not a kind of {what}; {expected} is expected", path=path)
    return known[suffix]


def kinds_of_files(kind: ExportKind) -> str:
    """Return the formats that can hold a kind of thing, as a file dialog wants them."""
    return ";;".join(f"{entry.title} (*{suffix})" for suffix, entry in FORMATS.items() if kind in entry.kinds)
