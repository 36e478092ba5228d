"""PNG: a picture as pixels."""

from __future__ import annotations

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QImage, QImageWriter

from perceptron_gui.exports.formats.format import Drawing, ExportFormat, bytes_of


def png(drawing: Drawing) -> bytes:
    """The picture as the bytes of a file."""
    return encoded(drawing.image())


def encoded(image: QImage) -> bytes:
    """An image as the bytes of a file."""
    return bytes_of(lambda device: QImageWriter(device, QByteArray(b"png")).write(image))


PNG = ExportFormat("PNG picture", picture=png, sharpness=2)
