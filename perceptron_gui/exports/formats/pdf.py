"""PDF: a picture as a page of its size, and a report as pages of paper."""

from __future__ import annotations

from PySide6.QtCore import QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QPageSize, QPainter, QPdfWriter, QTextDocument

from core.explain.report.page import page
from perceptron_gui.exports.formats.format import DPI, TITLE, Drawing, ExportFormat, bytes_of


def write_picture(drawing: Drawing) -> bytes:
    """The picture on a page without margins."""

    def write(device: QIODevice) -> None:
        writer = _writer(device)
        points = QSizeF(drawing.pixels) * 72 / DPI
        writer.setPageSize(QPageSize(points, QPageSize.Unit.Point, "picture", QPageSize.SizeMatchPolicy.ExactMatch))
        writer.setPageMargins(QMarginsF())
        writer.setResolution(DPI)
        drawing.on(QPainter(writer))

    return bytes_of(write)


def write_report(html: str) -> bytes:
    """The page of HTML on sheets of A4."""

    def write(device: QIODevice) -> None:
        writer = _writer(device)
        writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
        document = QTextDocument()
        # a text document knows no sizes in per cent
        document.setDefaultStyleSheet("body { font-size: 9pt; } pre, td, th { font-size: 8pt; }")
        document.setHtml(html)
        document.print_(writer)

    return bytes_of(write)


def _writer(device: QIODevice) -> QPdfWriter:
    """The file is whole once this is gone."""
    writer = QPdfWriter(device)
    writer.setTitle(TITLE)
    return writer


PDF = ExportFormat("PDF", picture=write_picture, report=write_report, sheet=lambda sheet: write_report(page(sheet, {})))
