"""What is compared, as a picture for a slide: the table, and the curves beside each other below it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QSize
from PySide6.QtGui import QImage, QImageWriter, QPainter, QPicture, QRegion
from PySide6.QtWidgets import QWidget

from perceptron_gui.look.enlargement import at_usual_size
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.plots.chart import Chart
from perceptron_gui.look.plots.picture import Picture
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.panels.compare.table import ResultsTable

WIDTH = 1200
"""Pixels, as most slides are wide."""
_SCALE = 1.5
"""Pixels of the picture for each of the panel's: what is read at a desk is read from the back row."""
_CHART_HEIGHT, _LEAST_CHART_HEIGHT, _MARGIN = 210, 110, 8
_HEIGHT = round(WIDTH / _SCALE * 9 / 16)
"""What a slide has room for: of many entries the curves are lower."""


def png_of(table: ResultsTable, pictures: Sequence[Picture], theme: ThemeModel) -> bytes:
    """The table and the curves as the bytes of a PNG, `WIDTH` pixels wide, in the colours of the theme."""
    drawn = QPicture()  # as lines, which stay sharp at any scale
    with at_usual_size():
        slide = _laid_out(table, pictures, theme)
        with QPainter(drawn) as painter:
            slide.render(painter, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    image = QImage(QSize(WIDTH, round(slide.height() * _SCALE)), QImage.Format.Format_RGB32)
    image.fill(theme.current.color("page"))
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(_SCALE, _SCALE)
        painter.drawPicture(0, 0, drawn)
    slide.deleteLater()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(data.data())


def _laid_out(table: ResultsTable, pictures: Sequence[Picture], theme: ThemeModel) -> QWidget:
    """The same once more, wide and without the playhead's numbers."""
    slide = QWidget()
    again = table.again(theme)
    charts = [Chart(theme, _CHART_HEIGHT) for _ in pictures]
    margins = (_MARGIN, _MARGIN, _MARGIN, _MARGIN)
    column = in_column(again, in_row(*charts, margins=(0, 0, 0, 0)), margins=margins, spacing=_MARGIN)
    slide.setLayout(column)
    slide.resize(round(WIDTH / _SCALE), 10)
    again.setFixedHeight(again.wanted_height)
    room = max(_HEIGHT - again.wanted_height - 3 * _MARGIN, _LEAST_CHART_HEIGHT)
    for chart, picture in zip(charts, pictures, strict=True):
        chart.set_picture(picture)
        chart.set_playhead(picture.x.high, (), "")
        chart.setFixedHeight(min(chart.minimumHeight(), room))
    slide.resize(slide.width(), column.sizeHint().height())
    return slide
