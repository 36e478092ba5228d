"""Where the examples are on the picture, and the room that is left between them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF

from core.datasets.dataset import FloatArray
from perceptron_gui.canvas.markers import PointDensity, visible
from perceptron_gui.look.labels import box_of
from perceptron_gui.look.viewport import Viewport

VIEW = QRectF(0, 0, 640, 480)
PIXELS = Viewport(320, 240, 1, -1, 640, 480)
REACH = 9.0

seeds = st.integers(0, 10**6)
rects = st.tuples(st.floats(-30, 600), st.floats(-30, 450), st.floats(1, 300), st.floats(1, 200))


def scattered(seed: int, n: int) -> FloatArray:
    return np.random.default_rng(seed).uniform((-50, -50), (690, 530), (n, 2))


def covered(pixels: FloatArray, rect: QRectF, reach: float = REACH) -> int:
    return int(np.count_nonzero(visible(pixels, rect, reach) & visible(pixels, VIEW, reach)))


@given(seeds, st.integers(0, 200), rects)
def test_no_example_that_a_rectangle_covers_is_missed(
    seed: int, n: int, place: tuple[float, float, float, float]
) -> None:
    pixels, rect = scattered(seed, n), QRectF(*place)
    assert PointDensity(pixels, PIXELS, REACH).count(box_of(rect)) >= covered(pixels, rect)
