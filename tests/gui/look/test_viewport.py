"""Where the plane lies on the screen."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF

from perceptron_gui.look.viewport import Viewport

VIEW = Viewport(cx=1.0, cy=-2.0, ux=0.01, uy=0.01, width=800, height=600)
weights = st.floats(-100, 100).filter(lambda w: abs(w) > 1e-3)
pixels = st.tuples(st.floats(0, 800), st.floats(0, 600)).map(lambda p: QPointF(*p))


@given(pixels)
def test_a_pixel_shows_the_point_that_lies_under_it(pixel: QPointF) -> None:
    x, y = VIEW.to_data(pixel)
    back = VIEW.pixel(x, y)
    assert (back.x(), back.y()) == pytest.approx((pixel.x(), pixel.y()), abs=1e-9)
    assert VIEW.to_pixels(np.array([[x, y]]))[0].tolist() == pytest.approx([pixel.x(), pixel.y()], abs=1e-9)


def test_data_y_grows_upwards() -> None:
    assert VIEW.pixel(0, 1).y() < VIEW.pixel(0, 0).y()


@given(weights, weights, st.floats(-100, 100), pixels)
def test_the_line_of_a_classifier_is_its_activation_at_each_pixel(
    w1: float, w2: float, b: float, pixel: QPointF
) -> None:
    x, y = VIEW.to_data(pixel)
    line = VIEW.line(np.array([w1, w2]), b)
    assert line.at(pixel) == pytest.approx(w1 * x + w2 * y + b, abs=1e-8)


@given(weights, weights, st.floats(-300, 300))
def test_the_boundary_in_view_ends_at_the_edges_and_its_activation_is_zero(w1: float, w2: float, b: float) -> None:
    line = VIEW.line(np.array([w1, w2]), b)
    segment = VIEW.segment(line)
    if segment is None:
        signs = {line.at(QPointF(x, y)) > 0 for x in (0, 800) for y in (0, 600)}
        assert len(signs) == 1
        return
    for end in (segment.p1(), segment.p2()):
        assert line.at(end) == pytest.approx(0, abs=1e-7)
        assert min(end.x(), end.y(), 800 - end.x(), 600 - end.y()) == pytest.approx(0, abs=1e-6)


@given(weights, weights, st.floats(-300, 300))
def test_the_two_half_planes_fill_the_view(w1: float, w2: float, b: float) -> None:
    line = VIEW.line(np.array([w1, w2]), b)
    area = sum(_area([(p.x(), p.y()) for p in VIEW.half_plane(line, sign).toList()]) for sign in (1, -1))
    assert area == pytest.approx(800 * 600)


def test_w_zero_has_no_line_and_b_decides_the_side() -> None:
    line = VIEW.line(np.zeros(2), -1.0)
    assert VIEW.segment(line) is None
    assert VIEW.half_plane(line, 1).isEmpty()
    assert len(VIEW.half_plane(line, -1).toList()) == 4
    assert line.foot(QPointF(3, 4)) is None


def test_w_is_at_right_angles_to_the_boundary_when_scales_are_equal() -> None:
    w = np.array([3.0, 1.0])
    segment = VIEW.segment(VIEW.line(w, 0.5))
    assert segment is not None
    assert segment.dx() * w[0] - segment.dy() * w[1] == pytest.approx(0, abs=1e-9)


@given(st.floats(0.1, 10), pixels)
def test_zooming_keeps_what_is_under_the_mouse(factor: float, pixel: QPointF) -> None:
    assert VIEW.zoomed(factor, pixel).to_data(pixel) == pytest.approx(VIEW.to_data(pixel), abs=1e-9)


@given(st.floats(-1e100, 1e100), st.floats(-1e100, 1e100), st.floats(1e-300, 1e300), pixels)
def test_zooming_stops_where_pixels_could_not_be_told_apart_and_keeps_the_axes_in_proportion(
    cx: float, cy: float, factor: float, pixel: QPointF
) -> None:
    start = Viewport(cx=cx, cy=cy, ux=max(abs(cx), 1.0) / 100, uy=max(abs(cy), 1.0) / 50, width=800, height=600)
    view = start.zoomed(factor, pixel)
    assert view.ux / view.uy == pytest.approx(start.ux / start.uy)
    assert view.cx + view.ux != view.cx
    assert view.cy + view.uy != view.cy
    assert math.isfinite(view.x_range[0] * view.y_range[1])


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.floats(1e-300, 1e300), pixels)
def test_one_zoom_about_any_pixel_leads_to_a_view_whose_pixels_can_be_told_apart(
    cx: float, unit: float, factor: float, pixel: QPointF
) -> None:
    """A turn of the wheel may be a large one, about a point much farther from 0 than the middle."""
    assert Viewport(cx=cx, cy=0.0, ux=unit, uy=unit, width=800, height=600).zoomed(factor, pixel).possible


@pytest.mark.parametrize(("ux", "uy"), [(1.0, 1.0), (1.0, 1e-3), (1e-3, 1.0)])
@pytest.mark.parametrize(("cx", "cy"), [(0.0, 0.0), (1e6, 0.0), (0.0, -1e6)])
def test_one_can_zoom_just_so_far_that_the_axis_which_comes_to_its_limit_first_is_there(
    ux: float, uy: float, cx: float, cy: float
) -> None:
    start = Viewport(cx=cx, cy=cy, ux=ux, uy=uy, width=800, height=600)
    middle = QPointF(400, 300)
    far, near = start.zoomed(1e-300, middle), start.zoomed(1e300, middle)
    for view, closer in ((far, 0.99), (near, 1.01)):
        assert view.possible
        assert view.ux / view.uy == pytest.approx(ux / uy)
        assert view.zoomed(closer, middle) == view
        beyond = replace(view, ux=view.ux / closer, uy=view.uy / closer)
        assert not beyond.possible


@pytest.mark.parametrize("unit", [1e-14, 1e99])
def test_a_view_beyond_what_one_can_zoom_to_is_left_as_it_is_but_for_the_way_back(unit: float) -> None:
    """An axis that is stretched by its examples may be there."""
    start, middle = Viewport(ux=unit, uy=unit, width=800, height=600), QPointF(400, 300)
    further, back = (2.0, 0.5) if unit < 1 else (0.5, 2.0)
    assert start.zoomed(further, middle) == start
    assert start.zoomed(back, middle).ux == pytest.approx(unit / back)


@pytest.mark.parametrize(
    ("rows", "blurred"),
    [
        ([[1e-310, 0.0], [-1e-310, 0.0]], True),
        ([[1e9, 1e9], [1e9 + 1e-6, 1e9]], True),
        ([[1e15, 1.0], [1e15 + 1, 2.0]], True),
        ([[1e100, 0.0], [-1e100, 0.0]], False),
        ([[1e-9, 0.0], [-1e-9, 0.0]], False),
        ([[0.0, 0.0], [0.0, 0.0]], False),
        ([[1.0, 2.0]], False),
        ([], False),
    ],
)
def test_a_view_that_cannot_tell_the_examples_apart_knows_it(rows: list[list[float]], blurred: bool) -> None:
    points = np.array(rows).reshape(-1, 2)
    assert VIEW.fitted(points, equal=True).blurs(points) == blurred


def test_panning_moves_the_picture_with_the_mouse() -> None:
    moved = VIEW.panned(30, -20)
    x, y = VIEW.to_data(QPointF(100, 100))
    assert (moved.pixel(x, y).x(), moved.pixel(x, y).y()) == pytest.approx((130, 80))


points = st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)), min_size=0, max_size=6)


@given(points, st.booleans())
def test_fitting_shows_every_example_inside_the_view(rows: list[tuple[float, float]], equal: bool) -> None:
    X = np.array(rows).reshape(-1, 2)
    view = VIEW.fitted(X, equal)
    at = view.to_pixels(X)
    assert ((at >= 0) & (at <= (800, 600))).all()
    assert not equal or view.ux == view.uy


def test_fitting_no_examples_shows_minus_one_to_one() -> None:
    view = VIEW.fitted(np.empty((0, 2)), equal=True)
    assert view.x_range[0] < -1 < 1 < view.x_range[1]
    assert view.y_range[0] < -1 < 1 < view.y_range[1]
    assert view.y_range[1] < 1.5


@pytest.mark.parametrize("x", [0.0, 5.0, 1e9, 1e90, -1e-9])
def test_fitting_one_example_puts_it_in_the_middle_of_a_view_that_can_be_read(x: float) -> None:
    view = VIEW.fitted(np.array([[x, x]]), equal=True)
    assert view.pixel(x, x) == QPointF(400, 300)
    assert view.x_range[0] < x < view.x_range[1]


@given(st.floats(-1e-5, 5), st.floats(-50, 50), st.floats(-50, 50))
def test_a_placed_coordinate_is_short_and_less_than_a_pixel_off(power: float, x: float, y: float) -> None:
    unit = 10.0**-power
    view = Viewport(ux=unit, uy=unit, width=100, height=100)
    rounded = view.rounded(x, y)
    assert max(abs(rounded[0] - x), abs(rounded[1] - y)) < unit
    digits = next(digits for digits in range(-2, 8) if 10.0**-digits <= unit)
    assert math.isclose(rounded[0], round(rounded[0], digits), abs_tol=1e-12)
    assert digits <= power + 1


def _area(corners: list[tuple[float, float]]) -> float:
    pairs = zip(corners, corners[1:] + corners[:1], strict=True)
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs)) / 2
