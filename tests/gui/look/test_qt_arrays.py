"""Arrays that Qt reads as lines, fragments and points: the same numbers, and a start that ends where they are not."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap, QPolygonF

from perceptron_gui.look import qt_arrays
from perceptron_gui.look.qt_arrays import fragment_array, line_array, polygon_numbers


def test_each_row_is_a_line_that_qt_draws() -> None:
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    image.fill(0)
    held, first = line_array(3)
    held[:] = [[1, 1, 6, 1], [1, 3, 6, 3], [1, 5, 6, 5]]
    with QPainter(image) as painter:
        painter.setPen(QColor("white"))
        painter.drawLines(first, 3)
    drawn = [[image.pixelColor(x, y).value() > 0 for x in range(8)] for y in range(8)]
    assert [y for y in range(8) if drawn[y][3]] == [1, 3, 5]


@pytest.mark.usefixtures("qapp")
def test_each_row_is_a_fragment_of_a_pixmap_that_qt_draws() -> None:
    stamp, page = QPixmap(2, 2), QPixmap(12, 4)
    stamp.fill("white")
    page.fill("black")
    held, first = fragment_array(3)
    held[:, :2], held[:, 4:6], held[:, 6:8], held[:, 9] = [[2, 2], [6, 2], [10, 2]], 2, 1, 1
    with QPainter(page) as painter:
        painter.drawPixmapFragments(first, 3, stamp)
    image = page.toImage()
    assert [x for x in range(12) if image.pixelColor(x, 2).value() > 0] == [1, 2, 5, 6, 9, 10]


def test_points_are_read_and_written_in_the_memory_of_a_polygon() -> None:
    polygon = QPolygonF([QPointF(1, 2), QPointF(3, 4)])
    numbers = polygon_numbers(polygon)
    assert numbers.tolist() == [[1, 2], [3, 4]]
    numbers[1] = 5, 6
    assert polygon.at(1) == QPointF(5, 6)
    assert polygon_numbers(QPolygonF()).shape == (0, 2)


def test_another_order_of_fields_in_qt_is_an_error_of_the_import(monkeypatch: pytest.MonkeyPatch) -> None:
    def backwards(polygon: QPolygonF) -> object:
        return np.array([[point.y(), point.x()] for point in polygon.toList()])

    monkeypatch.setattr(qt_arrays, "polygon_numbers", backwards)
    with pytest.raises(ImportError, match="in another form"):
        qt_arrays._check()
