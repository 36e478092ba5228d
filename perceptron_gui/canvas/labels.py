"""Words on the picture: where each may stand, and a place for all of them inside the view and off one another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF

_MARGIN = 6.0


@dataclass(frozen=True)
class Spot:
    """A place for a label: beside `anchor` in the direction (dx, dy), each −1 … 1, at a distance of `gap` pixels."""

    anchor: QPointF
    dx: float
    dy: float
    gap: float = 4.0

    def rect(self, size: QSizeF) -> QRectF:
        """What a label of `size` would cover."""
        middle_x = self.anchor.x() + self.dx * (size.width() / 2 + self.gap)
        middle_y = self.anchor.y() + self.dy * (size.height() / 2 + self.gap)
        return QRectF(middle_x - size.width() / 2, middle_y - size.height() / 2, size.width(), size.height())


@dataclass(frozen=True)
class Label:
    """Words in the colour of `role`, with the places they may stand in, the best first."""

    text: str
    role: str
    spots: Sequence[Spot]
    bold: bool = False


@dataclass(frozen=True)
class Placed:
    """A label and what it covers."""

    label: Label
    rect: QRectF


def around(anchor: QPointF, gap: float) -> list[Spot]:
    """The places about a point."""
    directions = ((1, -1), (-1, -1), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1), (0, 1))
    return [Spot(anchor, dx, dy, gap * (0.6 if dx and dy else 1.0)) for dx, dy in directions]


def beside(segment: QLineF, gap: float = 6.0) -> list[Spot]:
    """The places along a line, from its ends inwards, on both sides."""
    normal = segment.normalVector().unitVector()
    nx, ny = normal.dx(), normal.dy()
    return [
        Spot(segment.pointAt(part), side * nx, side * ny, gap)
        for part in (0.94, 0.06, 0.86, 0.14, 0.76, 0.24, 0.64, 0.36)
        for side in (1, -1)
    ]


def placed(
    labels: Iterable[Label], measure: Callable[[Label], QSizeF], view: QRectF, taken: Iterable[QRectF] = ()
) -> list[Placed]:
    """A place for each label, the first ones first: free, inside `view`, off `taken` and the labels before it.

    Where no such place is left, the label is moved into the view from the spot where it covers least.
    """
    occupied = list(taken)
    result = []
    inside = view.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
    for label in labels:
        rect = _best_place([spot.rect(measure(label)) for spot in label.spots], inside, occupied)
        occupied.append(rect)
        result.append(Placed(label, rect))
    return result


def _best_place(candidates: Sequence[QRectF], inside: QRectF, occupied: Sequence[QRectF]) -> QRectF:
    for rect in candidates:
        if inside.contains(rect) and not any(rect.intersects(other) for other in occupied):
            return rect
    moved = [_moved_inside(rect, inside) for rect in candidates]
    return min(moved, key=lambda rect: sum(_area(rect.intersected(other)) for other in occupied))


def _moved_inside(rect: QRectF, inside: QRectF) -> QRectF:
    x = max(min(rect.left(), inside.right() - rect.width()), inside.left())
    y = max(min(rect.top(), inside.bottom() - rect.height()), inside.top())
    return QRectF(x, y, rect.width(), rect.height())


def _area(rect: QRectF) -> float:
    return rect.width() * rect.height() if rect.isValid() else 0.0
