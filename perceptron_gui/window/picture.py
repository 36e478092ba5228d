"""A picture of what the window shows, as PNG, SVG or PDF; whole or not at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPoint, QRect, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QImage, QImageWriter, QPageSize, QPainter, QPdfWriter, QRegion
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QScrollArea, QWidget

from core.errors import InputError
from core.files.atomic import write_atomically
from perceptron_gui.canvas import Canvas

_PNG_SCALE = 2
"""Pixels for each of the window's, along either side."""
_DPI = 96

Paint = Callable[[QPainter], None]
Writer = Callable[[QSize, Paint, int], bytes]
"""Draws a picture of a size, and some pixels for each of the window's, as the bytes of a file."""


def export_view(path: Path, canvas: Canvas, panel: QWidget, page: QColor, scale: int = _PNG_SCALE) -> None:
    """Write the canvas and the panel beside it, as they are on the screen, to `path`; its suffix says how.

    A panel that is scrolled is shown whole, made smaller so that it fits.

    Raises InputError for a suffix that is not in WRITERS, or where the file cannot be written.
    """
    write_atomically(path, picture_of(writer_for(path), canvas, panel, page, scale))


def picture_of(writer: Writer, canvas: Canvas, panel: QWidget, page: QColor, scale: int) -> bytes:
    """The canvas and the panel beside it; a PNG has `scale` times as many pixels along either side."""
    size = QSize(canvas.width() + panel.width(), max(canvas.height(), panel.height()))

    def paint(painter: QPainter) -> None:
        painter.fillRect(QRect(QPoint(), size), page)
        canvas.paint_picture(painter, QRectF(canvas.rect()))
        _paint_whole(painter, panel, QRect(canvas.width(), 0, panel.width(), size.height()))

    return writer(size, paint, scale)


def _paint_whole(painter: QPainter, panel: QWidget, area: QRect) -> None:
    """Draw a panel into `area`; what it scrolls is laid out at full height, and drawn to a scale at which that fits."""
    content = panel.widget() if isinstance(panel, QScrollArea) else None
    if content is None or not isinstance(panel, QScrollArea):
        panel.render(painter, area.topLeft(), QRegion(), QWidget.RenderFlag.DrawChildren)
        return
    kept, scrolled = content.size(), panel.verticalScrollBar().value()
    height = max(content.heightForWidth(area.width()), content.minimumSizeHint().height())
    scale = min(1.0, area.height() / max(height, 1))
    panel.setWidgetResizable(False)  # else it would give its content the size of the scrolled view again
    content.resize((QSizeF(area.size()) / scale).toSize())
    painter.save()
    painter.translate(area.topLeft())
    painter.scale(scale, scale)
    content.render(painter, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    painter.restore()
    content.resize(kept)
    panel.setWidgetResizable(True)
    panel.verticalScrollBar().setValue(scrolled)


def writer_for(path: Path) -> Writer:
    """The writer that the suffix of `path` asks for. Raises InputError for another suffix."""
    writer = WRITERS.get(path.suffix.lower())
    if writer is None:
        expected = ", ".join(WRITERS)
        raise InputError(f"{path.suffix or 'no suffix'} is not a kind of picture; {expected} is expected", path=path)
    return writer


def _png(size: QSize, paint: Paint, scale: int) -> bytes:
    image = QImage(size * scale, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(scale)
    _paint_on(image, paint)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    buffer.close()
    return bytes(data.data())


def _svg(size: QSize, paint: Paint, _scale: int) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(size)
    generator.setViewBox(QRect(QPoint(), size))
    generator.setResolution(_DPI)
    generator.setTitle("Perceptron")
    _paint_on(generator, paint)
    return bytes(data.data())


def _pdf(size: QSize, paint: Paint, _scale: int) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(_DPI)
    points = QSizeF(size) * 72 / _DPI
    writer.setPageSize(QPageSize(points, QPageSize.Unit.Point, "picture", QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageMargins(QMarginsF())
    writer.setTitle("Perceptron")
    _paint_on(writer, paint)
    del writer
    buffer.close()
    return bytes(data.data())


def _paint_on(device: QImage | QSvgGenerator | QPdfWriter, paint: Paint) -> None:
    painter = QPainter(device)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    try:
        paint(painter)
    finally:
        painter.end()


WRITERS: dict[str, Writer] = {".png": _png, ".svg": _svg, ".pdf": _pdf}
"""Suffix → how to draw a picture of a size as bytes."""
