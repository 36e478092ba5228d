"""Labels beside the things that they name: each keeps its side, and one without room is left out."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QFontMetricsF

from core.datasets.dataset import FloatArray

_WAYS = ((1, -1, 0.6), (-1, -1, 0.6), (1, 1, 0.6), (-1, 1, 0.6), (1, 0, 1.0), (-1, 0, 1.0), (0, -1, 1.0), (0, 1, 1.0))
"""The sides of a point, across and down, and the share of a gap left on each: a diagonal counts twice."""
_PARTS = 0.94, 0.86, 0.76, 0.64, 0.36, 0.24, 0.14, 0.06
"""Shares of a line at which its name may be placed, from one end to the other."""
_PLACES = 9
"""Possible places of a label along a curve."""
_PATIENCE = 6
"""Moments for which a steady label stays away where its side is covered, before it moves to another one."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels."""
_ANYWHERE = -math.inf, -math.inf, math.inf, math.inf
Spot = tuple[float, float, float, float]
"""A point, and the way from it to the label across and down: 1 is half its size, so that it begins at the point."""


@dataclass(frozen=True)
class Label:
    """Words in the colour of `role`, with the spots where they may stand, the best first.

    The side is remembered by the `key`, or by the text. A `steady` label names what does not move: where its side is
    covered it stays away and comes back. A `vital` one is placed before others. One of less `opacity` is fading out,
    and keeps its place; `small` letters are those of numbers. Its tooltip is `told`, or what its symbols mean.
    One that `stays` takes its first spot where none is free.
    """

    text: str
    role: str
    spots: Sequence[Spot]
    bold: bool = False
    key: str = ""
    vital: bool = False
    steady: bool = False
    small: bool = False
    told: str = ""
    stays: bool = False
    opacity: float = 1.0


class Placed(NamedTuple):
    """A label in its place."""

    label: Label
    rect: QRectF


def box_of(rect: QRectF) -> Box:
    """Give the edges of `rect` in pixels: left, top, right, bottom."""
    return rect.left(), rect.top(), rect.right(), rect.bottom()


@dataclass
class Taken:
    """What no label may lie on: `boxes`, lines (m, 4) with their ends in pixels, and what `covers` says of a box."""

    boxes: list[Box] = field(default_factory=list)
    lines: Sequence[FloatArray] = ()
    covers: Callable[[Box], object] | None = None

    def __post_init__(self) -> None:
        ends = np.concatenate([np.empty((0, 4)), *self.lines])
        self._middles, self._ways = (ends[:, :2] + ends[:, 2:]) / 2, np.abs(ends[:, 2:] - ends[:, :2]) / 2
        self._turned = np.column_stack([ends[:, 3] - ends[:, 1], ends[:, 0] - ends[:, 2]]) / 2

    def first_free(self, boxes: Iterable[Box], inside: Box = _ANYWHERE) -> int | None:
        """Return the place of the first box that lies on nothing, and `inside` another; None if there is none."""
        for place, box in enumerate(boxes):
            if self._has_room(box, inside) and not self._crossed(box):
                return place
        return None

    def _crossed(self, box: Box) -> bool:
        """Return whether a line meets the box: no edge of the box and no side of the line lies between them."""
        half = (box[2] - box[0]) / 2, (box[3] - box[1]) / 2
        away = self._middles - (box[0] + half[0], box[1] + half[1])
        near = (np.abs(away) <= self._ways + half).all(axis=1)
        beside = np.abs((away * self._turned).sum(axis=1)) <= np.abs(self._turned) @ half
        return bool((near & beside).any())

    def _has_room(self, box: Box, inside: Box) -> bool:
        left, top, right, bottom = box
        for x0, y0, x1, y1 in self.boxes:
            if left < x1 and right > x0 and top < y1 and bottom > y0:
                return False
        within = inside[0] <= left and inside[1] <= top and right <= inside[2] and bottom <= inside[3]
        return within and not (self.covers and self.covers(box))


class Placer:
    """Places labels, and remembers on which of its spots each stood until it is asked to `forget`."""

    def __init__(self) -> None:
        self._sides: dict[str, int] = {}
        self._waited: dict[str, int] = {}
        self._moment: object = None

    def forget(self) -> None:
        self._sides.clear()
        self._waited.clear()

    def place(
        self,
        labels: Iterable[Label],
        measure: Callable[[Label], tuple[float, float]],
        inside: QRectF,
        taken: Taken,
        moment: object = None,
    ) -> list[Placed]:
        """Return the labels that have room `inside`, vital ones first, off what is `taken` and off one another.

        A steady label counts the moments for which it has stayed away: `moment` is another object for each.
        """
        late, self._moment = moment is not self._moment, moment
        found = []
        for label in sorted(labels, key=attrgetter("vital"), reverse=True):
            box_at = partial(_box, *measure(label))
            place = self._free(label, box_at, box_of(inside), taken, late)
            place = 0 if place is None and label.stays else place
            if place is not None:
                left, top, right, bottom = box = box_at(label.spots[place])
                taken.boxes.append(box)
                found.append(Placed(label, QRectF(left, top, right - left, bottom - top)))
        return found

    def _free(self, label: Label, box_at: Callable[[Spot], Box], inside: Box, taken: Taken, late: bool) -> int | None:
        """Return the spot of a label: its last one if that is free, else the first that is; None if it stays away."""
        name, place = label.key or label.text, None
        side, waited = self._sides.get(name, len(label.spots)), self._waited.get(name, 0) + late
        kept = label.spots[side : side + 1]
        if kept and taken.first_free(map(box_at, kept), inside) is not None:
            place = side
        elif not kept or not label.steady or waited >= _PATIENCE:
            place = taken.first_free(map(box_at, label.spots), inside)
        self._waited[name] = waited if place is None else 0
        if place is not None:
            self._sides[name] = place
        return place


def _box(width: float, height: float, spot: Spot) -> Box:
    x, y, dx, dy = spot
    left, top = x + (dx - 1) * width / 2, y + (dy - 1) * height / 2
    return left, top, left + width, top + height


def size_of(metrics: QFontMetricsF, room: float, label: Label) -> tuple[float, float]:
    """Return how large a label is in letters of one font, with some room at its sides."""
    return metrics.horizontalAdvance(label.text) + room, metrics.height()


def about(anchor: QPointF, gap: float) -> list[Spot]:
    """Return the spots about a point, `gap` pixels clear of it: the diagonal ones first."""
    x, y = anchor.toTuple()
    spots = list[Spot]()
    for dx, dy, share in _WAYS:
        spots.append((x + dx * gap * share, y + dy * gap * share, dx, dy))
    return spots


def beside(line: QLineF, gap: float = 6.0, sides: Sequence[int] = (1, -1), parts: Sequence[float] = ()) -> list[Spot]:
    """Return the spots beside a line at these parts of its length, at each on these `sides`, 1 or −1.

    Without parts they go from its upper end to the other: cards lie over the lower corners of a picture.
    """
    (x, y, _, _), dx, dy = line.toTuple(), line.dx(), line.dy()
    length = math.hypot(dx, dy) or math.nan
    nx, ny = dy / length, -dx / length
    # A label touches a slanted line with a corner; beside a level one it is in the middle.
    across, down = max(-1.0, min(4 * nx, 1.0)), max(-1.0, min(4 * ny, 1.0))
    spots = list[Spot]()
    for part, side in product(parts or (_PARTS[::-1] if dy > 0 else _PARTS), sides):
        away = x + dx * part + side * nx * gap, y + dy * part + side * ny * gap
        spots.append((*away, side * across, side * down))
    return spots


def beyond(line: QLineF, others: Iterable[QLineF]) -> list[Spot]:
    """Return the spots along a line on the side away from the nearest of `others`; on both sides without others."""
    here, normal = line.center(), line.normalVector()
    away = min((here - other.center() for other in others), key=lambda way: QPointF.dotProduct(way, way), default=None)
    if away is None:
        return beside(line)
    return beside(line, sides=(1 if normal.dx() * away.x() + normal.dy() * away.y() >= 0 else -1,))


def along(pieces: FloatArray, gap: float = 12.0) -> list[Spot]:
    """Return the spots about points of a curve, equal parts of its length apart: `pieces` (m, 4), ends in pixels."""
    pieces = pieces.reshape(-1, 2, 2)
    lengths = np.hypot(*(pieces[:, 1] - pieces[:, 0]).T)
    ends = np.cumsum(lengths)
    wanted = ends[-1] * (np.arange(_PLACES) + 0.5) / _PLACES
    found = np.minimum(np.searchsorted(ends, wanted), len(pieces) - 1)
    part = 1 - (ends[found] - wanted) / np.maximum(lengths[found], 1e-9)
    points = pieces[found, 0] + part[:, None] * (pieces[found, 1] - pieces[found, 0])
    return [spot for point in points.tolist() for spot in about(QPointF(*point), gap)]
