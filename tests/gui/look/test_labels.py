"""Labels in view, off one another and off all that is taken; each keeps its side."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLineF, QPointF, QRectF

from perceptron_gui.look.labels import Label, Placed, Placer, Spot, Taken, about, along, beside, box_of
from tests.gui.canvas.desk import crosses

VIEW = QRectF(0, 0, 800, 600)
SIZE = 120.0, 24.0
RIGHT, LEFT, ABOVE = (400.0, 300.0, 1.0, 0.0), (400.0, 300.0, -1.0, 0.0), (400.0, 300.0, 0.0, -1.0)
ALL_RIGHT = QRectF(405, 0, 400, 600)
anchors = st.tuples(st.floats(-50, 850), st.floats(-50, 650)).map(lambda p: QPointF(*p))


def place(
    placer: Placer, label: Label, *taken: QRectF, lines: Iterable[QLineF] = (), moment: object = None
) -> list[Placed]:
    ends = [np.array([line.toTuple()]) for line in lines]
    return placer.place([label], lambda _: SIZE, VIEW, Taken([box_of(rect) for rect in taken], ends), moment)


@given(st.lists(anchors, min_size=1, max_size=6))
def test_no_label_leaves_the_picture_or_covers_another(where: list[QPointF]) -> None:
    labels = [Label(str(i), "ink", about(anchor, 10)) for i, anchor in enumerate(where)]
    rects = [word.rect for word in Placer().place(labels, lambda _: SIZE, VIEW, Taken())]
    assert all(VIEW.contains(rect) for rect in rects)
    assert not any(a.intersects(b) for a, b in combinations(rects, 2))


@given(anchors, anchors, anchors)
def test_no_label_lies_on_a_line(start: QPointF, end: QPointF, anchor: QPointF) -> None:
    line = QLineF(start, end)
    for _, rect in place(Placer(), Label("w", "ink", about(anchor, 10)), lines=[line]):
        assert not crosses(rect.adjusted(1e-6, 1e-6, -1e-6, -1e-6), line)


def test_a_label_keeps_its_side_and_moves_only_when_it_is_covered() -> None:
    placer, label = Placer(), Label("w", "ink", [RIGHT, LEFT])
    (at_right,) = place(placer, label)
    (at_left,) = place(placer, label, ALL_RIGHT)
    assert at_right.rect.center().x() > 400 > at_left.rect.center().x()
    assert place(placer, label) == [at_left]
    placer.forget()
    assert place(placer, label) == [at_right]


def test_a_steady_label_stays_away_where_it_is_covered_and_moves_only_after_long() -> None:
    placer, label = Placer(), Label("R", "ink", [RIGHT, LEFT], steady=True)
    (at_right,) = place(placer, label, moment=0)
    assert place(placer, label, ALL_RIGHT, moment=1) == place(placer, label, ALL_RIGHT, moment=1) == []
    assert place(placer, label, moment=2) == [at_right]
    away = [place(placer, label, ALL_RIGHT, moment=moment) for moment in range(3, 10)]
    assert away[:5] == [[]] * 5
    assert away[-1] != []


def test_a_label_without_room_is_left_out() -> None:
    assert place(Placer(), Label("w", "ink", [RIGHT]), ALL_RIGHT) == []


def test_a_vital_label_is_placed_first() -> None:
    labels = [Label("one", "ink", [RIGHT]), Label("two", "ink", [RIGHT, ABOVE], vital=True)]
    (placed,) = Placer().place(labels, lambda _: SIZE, VIEW, Taken())
    assert placed.label.text == "two"


def test_places_along_a_curve_are_evenly_spread_however_it_is_cut() -> None:
    whole = np.array([[[0.0, 50.0], [900.0, 50.0]]])
    cut = np.array([[[0.0, 50.0], [30.0, 50.0]], [[30.0, 50.0], [30.0, 50.0]], [[30.0, 50.0], [900.0, 50.0]]])
    assert np.allclose(along(whole), along(cut))
    middles = sorted({round(x) for x, *_ in along(whole)})
    assert {50 + 100 * i for i in range(9)} <= set(middles)
    assert len(along(np.zeros((2, 2, 2))))


@pytest.mark.parametrize("end", [(800.0, 0.0), (800.0, 560.0), (30.0, 0.0), (0.0, 0.0)])
def test_a_label_beside_a_line_does_not_lie_on_it(end: tuple[float, float]) -> None:
    line = QLineF(0, 600, *end)
    assert not any(crosses(rect, line) for rect in _at(beside(line)))


def test_the_upper_end_of_a_line_comes_first() -> None:
    for line in (QLineF(100, 0, 100, 600), QLineF(100, 600, 100, 0)):
        assert _at(beside(line))[0].center().y() < 100


@pytest.mark.parametrize("spots", [beside(QLineF(400, 300, np.nan, 0)), about(QPointF(np.inf, 0), 10)])
def test_a_label_that_has_no_place_at_all_is_not_shown(spots: list[Spot]) -> None:
    assert place(Placer(), Label("w", "ink", spots)) == []


def _at(spots: Iterable[Spot]) -> list[QRectF]:
    width, height = SIZE
    return [QRectF(x + (dx - 1) * width / 2, y + (dy - 1) * height / 2, width, height) for x, y, dx, dy in spots]
