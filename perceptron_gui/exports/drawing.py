"""A picture to draw: as pixels, or as vectors on a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QIODevice, QSize
from PySide6.QtGui import QImage, QPaintDevice, QPainter, QPicture

DPI = 96
"""Pixels per inch of a document whose size is given in pixels."""
TITLE = "Perceptron"
"""The title in the properties of every exported document."""
_HINTS = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.LosslessImageRendering


@dataclass(frozen=True)
class Drawing:
    """A picture to draw: `paint` fills an area of `size` units, each `scale` pixels wide."""

    size: QSize
    paint: Callable[[QPainter], None]
    scale: float = 1.0

    @property
    def pixels(self) -> QSize:
        return self.size * self.scale

    def on(self, device: QPaintDevice) -> None:
        with QPainter(device) as painter:
            painter.setRenderHints(_HINTS)
            painter.scale(self.scale, self.scale)
            self.paint(painter)

    def image(self) -> QImage:
        image = QImage(self.pixels, QImage.Format.Format_RGB32)
        self.on(image)
        return image

    def kept(self) -> Drawing:
        """Return the same picture as it is now, which needs nothing else to be drawn."""
        picture = QPicture()
        Drawing(self.size, self.paint).on(picture)

        def paint(painter: QPainter) -> None:
            # A device with more dots per inch is filled by as many dots more, which the page has counted already.
            painter.save()
            device = painter.device()
            painter.scale(DPI / device.logicalDpiX(), DPI / device.logicalDpiY())
            picture.play(painter)
            painter.restore()

        return Drawing(self.size, paint, self.scale)


def bytes_of(write: Callable[[QIODevice], object]) -> bytes:
    """Return the bytes that `write` writes into a device."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    write(buffer)
    return bytes(buffer.data().data())
