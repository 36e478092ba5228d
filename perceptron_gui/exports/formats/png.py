"""PNG: a picture as pixels."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageWriter

from perceptron_gui.exports.formats.format import Drawing, ExportFormat


def png(drawing: Drawing) -> bytes:
    """The picture as the bytes of a file."""
    return encoded(drawing.image())


def encoded(image: QImage) -> bytes:
    """An image as the bytes of a file."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    buffer.close()
    return bytes(data.data())


PNG = ExportFormat("PNG picture", picture=png, sharpness=2)
