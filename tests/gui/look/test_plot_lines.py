"""How lines of plots are drawn."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from core.datasets.dataset import FloatArray
from perceptron_gui.look.plots import axes
from perceptron_gui.look.size import letters
from perceptron_gui.look.theme import LIGHT, THEMES, Theme

WIDTH, HEIGHT = 300, 100
NEAR = 25
"""Of 255: between two hairlines some of the page is seen."""
SWINGING = np.array([(10 + k / 2, 90.0 if k % 2 else 10.0) for k in range(500)])


def _drawn(line: FloatArray, width: float, theme: Theme = LIGHT, alpha: float = 1.0) -> QImage:
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(theme.color("page"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    axes.draw_line(painter, line, theme.pen("positive", width, share=alpha))
    painter.end()
    return image


def test_each_row_is_a_line() -> None:
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    image.fill(0)
    with QPainter(image) as painter:
        painter.setPen(QColor("white"))
        axes.draw_lines(painter, np.array([[1.0, 1, 6, 1], [1, 3, 6, 3], [1, 5, 6, 5]]))
        axes.draw_lines(painter, np.empty((0, 4)))
    drawn = [[image.pixelColor(x, y).value() > 0 for x in range(8)] for y in range(8)]
    assert [y for y in range(8) if drawn[y][3]] == [1, 3, 5]


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_polygon_goes_through_all_its_points(count: int) -> None:
    points = np.arange(2.0 * count).reshape(count, 2)
    polygon = axes.polygon_of(points)
    assert [(point.x(), point.y()) for point in polygon.toList()] == [tuple(row) for row in points.tolist()]


def test_a_drawing_in_lines_gets_the_line_as_it_is() -> None:
    made = QSvgGenerator()
    buffer = QBuffer()
    made.setOutputDevice(buffer)
    painter = QPainter(made)
    axes.draw_line(painter, SWINGING, LIGHT.pen("positive", 3.0))
    painter.end()
    assert bytes(buffer.data().data()).count(b"<polyline") == 1


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: f"dark={theme.dark} contrast={theme.contrast}")
@pytest.mark.parametrize(("width", "alpha"), [(3.0, 1.0), (1.0, 0.4)])
def test_a_line_that_swings_looks_like_a_band(theme: Theme, width: float, alpha: float) -> None:
    image, band = _drawn(SWINGING, width, theme, alpha), theme.pale("positive", alpha)
    seen = [image.pixelColor(x, y) for x in range(20, 250) for y in range(20, 80)]
    mean = [sum(parts) / len(seen) for parts in zip(*((c.red(), c.green(), c.blue()) for c in seen), strict=True)]
    assert mean == pytest.approx([band.red(), band.green(), band.blue()], abs=NEAR)


def test_a_line_without_height_or_points_is_drawn_too() -> None:
    level = _drawn(np.array([(x, 20.0) for x in range(100)]), 2.0)
    assert level.pixelColor(50, 20) == LIGHT.color("positive")
    assert _drawn(np.empty((0, 2)), 2.0).pixelColor(50, 20) == LIGHT.color("page")


def test_the_pieces_of_a_curve_are_joined_to_lines_from_end_to_end() -> None:
    turn = np.linspace(0, 2 * np.pi, 40)
    circle = np.column_stack([np.cos(turn), np.sin(turn)]) * 50
    circle[-1] = circle[0]
    slope = np.column_stack([np.arange(90.0), np.arange(90.0) / 3])
    pieces = np.vstack([np.hstack([line[:-1], line[1:]]) for line in (circle, slope)])
    mixed = np.random.default_rng(0).permutation(pieces)
    mixed[::2] = mixed[::2, [2, 3, 0, 1]]
    lines = sorted(axes.joined(mixed), key=len)
    assert [len(line) for line in lines] == [40, 90]
    assert (lines[0][0] == lines[0][-1]).all()
    assert any((lines[1] == one).all() for one in (slope, slope[::-1]))
    assert axes.joined(np.empty((0, 4))) == []


def test_words_on_a_plate_are_whole_however_low_it_is(qapp: object) -> None:
    pictures = []
    for height in (8.0, 40.0):
        image = QImage(160, 60, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(QColor("white"))
        with QPainter(image) as painter:
            painter.setFont(letters(12))
            plate = QRectF(10, 30 - height / 2, 140, height)
            axes.write_on(painter, plate, QColor("white"), "petal length (gyp)", QColor("black"))
        pictures.append(image)
    assert pictures[0] == pictures[1]
