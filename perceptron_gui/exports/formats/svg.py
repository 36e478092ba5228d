"""SVG: a picture as shapes."""

from __future__ import annotations

from PySide6.QtCore import QIODevice, QPoint, QRect
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator

from core.names import legible
from perceptron_gui.exports.formats.format import DPI, TITLE, Drawing, ExportFormat, bytes_of


def svg(drawing: Drawing) -> bytes:
    """Return the picture as the bytes of a file. Qt writes characters into it that no XML may hold."""

    def write(device: QIODevice) -> None:
        generator = QSvgGenerator()
        generator.setOutputDevice(device)
        generator.setSize(drawing.pixels)
        generator.setViewBox(QRect(QPoint(), drawing.pixels))
        generator.setResolution(DPI)
        generator.setTitle(TITLE)
        drawing.on(QPainter(generator))

    return legible(bytes_of(write).decode(), keep="\t\n\r").encode()


SVG = ExportFormat("SVG picture", picture=svg)
