"""Words inside the picture and off one another."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF

from perceptron_gui.canvas.labels import Label, around, beside, free_place, placed

VIEW = QRectF(0, 0, 800, 600)
SIZE = QSizeF(120, 24)
anchors = st.tuples(st.floats(-50, 850), st.floats(-50, 650)).map(lambda p: QPointF(*p))


@settings(max_examples=80)
@given(st.lists(anchors, min_size=1, max_size=5))
def test_no_label_leaves_the_picture_or_covers_another(where: list[QPointF]) -> None:
    labels = [Label(str(i), "ink", around(anchor, 10)) for i, anchor in enumerate(where)]
    rects = [word.rect for word in placed(labels, lambda _: SIZE, VIEW)]
    assert all(VIEW.contains(rect) for rect in rects)
    if len(where) <= 2:
        assert not any(a.intersects(b) for i, a in enumerate(rects) for b in rects[:i])


def test_a_label_keeps_off_what_is_reserved() -> None:
    anchor = QPointF(400, 300)
    right = QRectF(400, 200, 200, 200)
    (word,) = placed([Label("w", "ink", around(anchor, 10))], lambda _: SIZE, VIEW, [right])
    assert not word.rect.intersects(right)


def test_a_label_prefers_the_place_that_covers_the_fewest_examples() -> None:
    crowded = QRectF(0, 0, 800, 300)
    (word,) = placed(
        [Label("w", "ink", around(QPointF(400, 300), 10))],
        lambda _: SIZE,
        VIEW,
        (),
        lambda rect: rect.intersects(crowded),
    )
    assert not word.rect.intersects(crowded)


def test_a_label_beside_a_slanted_line_does_not_lie_on_it() -> None:
    line = QLineF(0, 600, 800, 0)
    for spot in beside(line):
        rect = spot.rect(SIZE)
        edges = zip(_corners(rect), _corners(rect)[1:], strict=False)
        crossing = [line.intersects(QLineF(a, b))[0] for a, b in edges]
        assert QLineF.IntersectionType.BoundedIntersection not in crossing


def test_no_place_is_given_where_all_are_taken() -> None:
    assert free_place([QRectF(10, 10, 5, 5)], VIEW, [QRectF(0, 0, 50, 50)]) is None


def _corners(rect: QRectF) -> list[QPointF]:
    return [rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft(), rect.topLeft()]
