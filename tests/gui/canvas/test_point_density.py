"""Where the examples are on the picture, and the room that is left between them."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF, QSizeF

from core.datasets.dataset import FloatArray
from perceptron_gui.canvas.labels.point_density import PointDensity, edges_of
from perceptron_gui.canvas.markers import visible
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
    assert PointDensity(pixels, PIXELS, REACH).count(rect) >= covered(pixels, rect)


@given(seeds, st.integers(0, 120))
def test_a_free_place_covers_nothing_and_is_inside(seed: int, n: int) -> None:
    pixels, size, taken = scattered(seed, n), QSizeF(80, 30), QRectF(200, 100, 150, 150)
    near = QPointF(*np.random.default_rng(seed).uniform((0, 0), (640, 480)).tolist())
    rect = PointDensity(pixels, PIXELS, REACH).nearest_free(size, VIEW, near, [edges_of(taken)])
    if rect is not None:
        assert VIEW.contains(rect)
        assert not rect.intersects(taken)
        assert covered(pixels, rect) == 0


@given(seeds, st.integers(0, 300), st.integers(0, 12), st.tuples(st.floats(5, 200), st.floats(5, 60)))
def test_a_place_that_is_found_near_is_the_nearest_of_all(
    seed: int, n: int, count: int, size: tuple[float, float]
) -> None:
    rng = np.random.default_rng(seed)
    density = PointDensity(scattered(seed, n), PIXELS, REACH)
    corners = rng.uniform((0, 0), (640, 480), (count, 2))
    occupied = np.hstack([corners, corners + rng.uniform(5, 200, (count, 2))]).tolist()
    near = QPointF(*rng.uniform((-20, -20), (660, 500)).round().tolist())
    asked = QSizeF(*size), VIEW, near, occupied
    found, emptiest = density.nearest_free(*asked), density.emptiest(*asked)
    assert found == (emptiest if emptiest is not None and not density.count(emptiest) else None)


def test_the_free_place_is_the_nearest_one() -> None:
    near = QPointF(320, 15)
    rect = PointDensity(np.empty((0, 2)), PIXELS, REACH).nearest_free(QSizeF(100, 30), VIEW, near)
    assert rect is not None
    assert rect.center() == near


@settings(max_examples=20)
@given(seeds)
def test_where_no_place_is_free_the_emptiest_covers_few_and_nothing_that_is_taken(seed: int) -> None:
    rng, size, taken = np.random.default_rng(seed), QSizeF(150, 80), QRectF(0, 0, 320, 480)
    point_density = PointDensity(rng.uniform((0, 0), (640, 480), (2_000, 2)), PIXELS, REACH)
    assert point_density.nearest_free(size, VIEW, VIEW.center(), [edges_of(taken)]) is None
    rect = point_density.emptiest(size, VIEW, VIEW.center(), [edges_of(taken)])
    assert rect is not None
    assert VIEW.contains(rect)
    assert not rect.intersects(taken)
    corners = rng.uniform((320, 0), (490, 400), (200, 2)).tolist()
    others = [point_density.count(QRectF(QPointF(x, y), size)) for x, y in corners]
    assert point_density.count(rect) <= np.percentile(others, 3)
    assert point_density.emptiest(size, VIEW, VIEW.center(), [edges_of(VIEW)]) is None
    assert point_density.emptiest(QSizeF(700, 30), VIEW, VIEW.center()) is None


def test_where_examples_are_everywhere_no_place_is_free() -> None:
    x, y = np.meshgrid(np.arange(0, 640, 20.0), np.arange(0, 480, 20.0))
    point_density = PointDensity(np.column_stack([x.ravel(), y.ravel()]), PIXELS, REACH)
    assert point_density.nearest_free(QSizeF(60, 30), VIEW, VIEW.center()) is None
    assert point_density.nearest_free(QSizeF(700, 30), VIEW, VIEW.center()) is None
