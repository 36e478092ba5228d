"""Very many markers at once are what they would be one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from core.datasets.dataset import FloatArray
from core.plane.cell_counts import Counts, Levels
from perceptron_gui.canvas import markers
from perceptron_gui.canvas.markers import MarkerStyle, covered, draw_chosen
from perceptron_gui.look.viewport import Viewport

SIDE = 60
PIXELS = Viewport(SIDE / 2, SIDE / 2, 1, -1, SIDE, SIDE)
HALF = st.floats(0, 1, width=32)


@given(arrays(np.int32, (3, 4), elements=st.integers(0, 3)), arrays(np.float32, (3, 3), elements=HALF))
def test_what_shows_through_is_what_every_stamp_lets_through(counts: Counts, stamp: Levels) -> None:
    through = np.ones((5, 6))
    for (row, column), count in np.ndenumerate(counts):
        through[row : row + 3, column : column + 3] *= (1 - stamp.astype(np.float64)) ** int(count)
    assert covered(counts, stamp) == pytest.approx(1 - through, abs=1e-5)


@pytest.mark.parametrize("label", [1, -1])
def test_a_crowd_looks_the_same_whether_drawn_one_by_one_or_at_once(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, label: int
) -> None:
    pixels = np.random.default_rng(0).integers(10, SIDE - 10, (400, 2)).astype(np.float64) + 0.5
    one_by_one = drawn(pixels, label)
    monkeypatch.setattr(markers, "_DENSE", 10)
    at_once = drawn(pixels, label)
    away = min(
        np.abs(at_once[2 + dy : SIDE - 2 + dy, 2 + dx : SIDE - 2 + dx] - one_by_one[2:-2, 2:-2]).max()
        for dy in (-1, 0, 1)
        for dx in (-1, 0, 1)
    )
    assert away <= 4  # of 255, and at most one dot aside
    assert one_by_one.max() > 200


def drawn(pixels: FloatArray, label: int) -> FloatArray:
    """The opacity of a picture of markers at `pixels`."""
    image = QImage(SIDE, SIDE, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    style = MarkerStyle(label, 6.0, "#610072b2", "#ff0072b2", 1.0)
    with QPainter(image) as painter:
        draw_chosen(painter, pixels, pixels, np.ones(len(pixels), np.bool_), PIXELS, style)
    assert image.pixelColor(0, 0) == QColor(0, 0, 0, 0)
    dots = np.frombuffer(image.constBits(), np.uint8).reshape(SIDE, SIDE, 4)
    return dots[:, :, 3].astype(np.float64)
