"""SVG: a picture as shapes."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QPoint, QRect
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator

from perceptron_gui.exports.formats.format import DPI, TITLE, Drawing, ExportFormat


def svg(drawing: Drawing) -> bytes:
    """The picture as the bytes of a file."""
    data = QByteArray()
    buffer = QBuffer(data)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(drawing.pixels)
    generator.setViewBox(QRect(QPoint(), drawing.pixels))
    generator.setResolution(DPI)
    generator.setTitle(TITLE)
    drawing.on(QPainter(generator))
    return bytes(data.data())


SVG = ExportFormat("SVG picture", picture=svg)
