"""What a format of pictures is: which kinds of thing it can hold, and how each is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, BinaryIO

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize
from PySide6.QtGui import QImage, QPainter

from core.explain.report.parts import Report

TITLE = "Perceptron"
DPI = 96
"""Of a document whose size is given in pixels."""

Paint = Callable[[QPainter], None]


class ExportKind(StrEnum):
    """What can be exported: a picture of one moment, a film of a stretch of the run, the report of the whole run, a
    sheet on which each of its steps is worked out, or a page that plays it.
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
    paint: Paint
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


def bytes_of(write: Callable[[QIODevice], object]) -> bytes:
    """What is written into a device."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    write(buffer)
    buffer.close()
    return bytes(data.data())


@dataclass(frozen=True)
class Reel:
    """The pictures of a film: `draw` gives the one at a place, which is shown for so many `hundredths` of a second."""

    hundredths: Sequence[int]
    draw: Callable[[int], QImage]


PictureWriter = Callable[[Drawing], bytes]
FilmWriter = Callable[[Reel, BinaryIO], Iterator[float]]
"""Writes a film slice by slice: each step yields what part of it is done."""
ReportWriter = Callable[[str], bytes]
"""Makes the bytes of a file from a page of HTML."""
PlayerWriter = ReportWriter
"""The same of a page that plays."""
SheetWriter = Callable[[Report], bytes]
"""Makes the bytes of a file from a sheet in which nothing has to be drawn."""


def no_writer(*_written: object) -> Any:
    """In the place of what would write a kind of thing that a format cannot hold; `format_for` hands out none such."""
    raise TypeError("a format was asked to write a kind of thing that is not among its `kinds`")


@dataclass(frozen=True)
class ExportFormat:
    """`title` is for a person; there is a writer, by its name, for each kind of thing that can be written in it.

    A picture as large as on the screen has `sharpness` pixels for each of the screen's.
    """

    title: str
    picture: PictureWriter = no_writer
    film: FilmWriter = no_writer
    report: ReportWriter = no_writer
    sheet: SheetWriter = no_writer
    player: PlayerWriter = no_writer
    sharpness: int = 1

    @property
    def kinds(self) -> frozenset[ExportKind]:
        return frozenset(kind for kind in ExportKind if getattr(self, kind.name.lower()) is not no_writer)
