"""PDF: a picture as a page of its size, and a report as pages of paper."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QPageSize, QPainter, QPdfWriter, QTextDocument

from perceptron_gui.exports.formats.format import DPI, TITLE, Drawing, ExportFormat

_POINTS_PER_INCH = 72
_PRINTED = "body { font-size: 9pt; } pre { font-size: 8pt; } td, th { font-size: 8pt; }"
"""A text document knows no sizes in per cent."""


def write_picture(drawing: Drawing) -> bytes:
    """The picture on a page without margins."""

    def write(writer: QPdfWriter) -> None:
        points = QSizeF(drawing.pixels) * _POINTS_PER_INCH / DPI
        writer.setPageSize(QPageSize(points, QPageSize.Unit.Point, "picture", QPageSize.SizeMatchPolicy.ExactMatch))
        writer.setPageMargins(QMarginsF())
        writer.setResolution(DPI)
        drawing.on(QPainter(writer))

    return _written(write)


def write_report(html: str) -> bytes:
    """The page of HTML on sheets of A4."""

    def write(writer: QPdfWriter) -> None:
        writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
        document = QTextDocument()
        document.setDefaultStyleSheet(_PRINTED)
        document.setHtml(html)
        document.print_(writer)

    return _written(write)


def _written(write: Callable[[QPdfWriter], None]) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(TITLE)
    write(writer)
    del writer  # only then is the file whole
    buffer.close()
    return bytes(data.data())


PDF = ExportFormat("PDF", picture=write_picture, report=write_report)
