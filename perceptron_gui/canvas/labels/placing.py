"""Words on the picture: the possible places of each, and a choice for all inside the view, none over another."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF

from core.datasets.dataset import FloatArray
from perceptron_gui.canvas.labels.point_density import Edges, PointDensity, edges_of

MARGIN = 6.0
"""Pixels that a label keeps from the edge."""
_FARTHER = (24.0, 56.0, 96.0, 144.0)
"""Pixels beyond the nearest places about a point, where those are crowded."""
_WAYS = ((1, -1, 0.6), (-1, -1, 0.6), (1, 1, 0.6), (-1, 1, 0.6), (1, 0, 1.0), (-1, 0, 1.0), (0, -1, 1.0), (0, 1, 1.0))
"""The directions from a point across and down, and the share of a gap left on each: a diagonal counts twice."""
_FROM_ENDS = 0.94, 0.06, 0.86, 0.14, 0.76, 0.24, 0.64, 0.36
"""Shares of a line at which its name may be placed, from its ends inwards."""
_PLACES = 9
"""Possible places of a label along a curve."""
_TINY = 1e-9
_WALK, _BRIEF = 80.0, 2.0
"""Pixels up to which every place is equally good; beyond, shorter words come first if they are only half as far off."""


Box = tuple[float, float, float, float]
"""Left, top, width and height: a frame tries some hundred places, and plain numbers take a tenth of the time."""
Spot = tuple[float, float, float, float, float, float]
"""A place for a label: the middle of one without size, and how far right and down each pixel of width moves it, then
each pixel of height.
"""


@dataclass(frozen=True)
class Label:
    """Words in the colour of `role`, with the places where they may be, the best first.

    `target` is the thing that they name, a point of a radius of `clear` pixels, or a `stretch` of a line, or a `curve`
    of pieces (m, 4): a line ties a label far off to it. A `vital` label finds its place before others, and is shown
    even if it covers something; `shorter` words replace the whole ones if these have no place. A label of less
    `opacity` is fading out, and keeps its place. A `small` one, in the smallest letters, has no other places.
    """

    text: str
    role: str
    spots: Sequence[Spot]
    bold: bool = False
    target: QPointF | None = None
    clear: float = 0.0
    stretch: QLineF | None = None
    curve: FloatArray | None = field(default=None, compare=False)
    vital: bool = False
    shorter: str = ""
    opacity: float = 1.0
    small: bool = False


class Placed(NamedTuple):
    """A label and what it covers."""

    label: Label
    rect: QRectF

    @property
    def leader(self) -> QLineF | None:
        """The line that ties a distant label to the thing that it names; None if it is close by, or names no point."""
        target, rect = self.label.target, self.rect
        if target is None and self.label.stretch is not None:
            target = _nearest_on(self.label.stretch, rect)
        if target is None and self.label.curve is not None:
            target = _nearest_of(self.label.curve, rect)
        if target is None:
            return None
        x = min(max(target.x(), rect.left()), rect.right())
        y = min(max(target.y(), rect.top()), rect.bottom())
        line = QLineF(QPointF(x, y), target)
        reach = line.length() - self.label.clear
        # A label closer than this to the edge of the thing that it names needs no line to it.
        if reach <= 16.0:
            return None
        line.setLength(reach)
        return line


def about(anchor: QPointF, gap: float, farther: Sequence[float] = _FARTHER) -> list[Spot]:
    """Return places about a point, `gap` pixels clear of it, and then at each distance of `farther`."""
    x, y = anchor.toTuple()
    return [
        (x + dx * (gap + more) * share, y + dy * (gap + more) * share, dx / 2, 0.0, 0.0, dy / 2)
        for more in (0.0, *farther)
        for dx, dy, share in _WAYS
    ]


def near_line(point: QPointF, normal: QPointF, gap: float) -> Spot:
    """Return the place beside a line through `point`, on the side its unit `normal` points to, `gap` pixels off it."""
    x, y, nx, ny = *point.toTuple(), *normal.toTuple()
    wide, high = abs(nx) / 2, abs(ny) / 2
    return x + nx * gap, y + ny * gap, nx * wide, ny * wide, nx * high, ny * high


def beside(
    segment: QLineF, gap: float = 6.0, sides: Sequence[int] = (1, -1), parts: Sequence[float] = _FROM_ENDS
) -> list[Spot]:
    """Return places beside a line at these parts of its length, at each on these `sides`, 1 or −1."""
    (x, y, _, _), dx, dy = segment.toTuple(), segment.dx(), segment.dy()
    length = math.hypot(dx, dy) or math.nan
    nx, ny = dy / length, -dx / length
    wide, high = abs(nx) / 2, abs(ny) / 2
    return [
        (
            *(x + dx * part + side * nx * gap, y + dy * part + side * ny * gap),
            *(side * nx * wide, side * ny * wide, side * nx * high, side * ny * high),
        )
        for part in parts
        for side in sides
    ]


def beyond(segment: QLineF, others: Iterable[QLineF]) -> list[Spot]:
    """Return the places along a line on the side away from the nearest of `others`; on both sides without others."""
    here, normal = segment.center(), segment.normalVector()
    away = min((here - other.center() for other in others), key=lambda way: QPointF.dotProduct(way, way), default=None)
    if away is None:
        return beside(segment)
    return beside(segment, sides=(1 if normal.dx() * away.x() + normal.dy() * away.y() >= 0 else -1,))


def along(pieces: FloatArray, gap: float = 12.0) -> list[Spot]:
    """Return places about points of a curve, equal parts of its length apart: `pieces` (m, 4), ends in pixels."""
    pieces = pieces.reshape(-1, 2, 2)
    lengths = np.hypot(*(pieces[:, 1] - pieces[:, 0]).T)
    ends = np.cumsum(lengths)
    wanted = ends[-1] * (np.arange(_PLACES) + 0.5) / _PLACES
    found = np.minimum(np.searchsorted(ends, wanted), len(pieces) - 1)
    part = 1 - (ends[found] - wanted) / np.maximum(lengths[found], _TINY)
    points = pieces[found, 0] + part[:, None] * (pieces[found, 1] - pieces[found, 0])
    return [spot for point in points.tolist() for spot in about(QPointF(*point), gap, farther=())]


def placed(
    labels: Iterable[Label],
    measure: Callable[[Label], QSizeF],
    view: QRectF,
    taken: Iterable[Edges] = (),
    density: PointDensity | None = None,
) -> list[Placed]:
    """Return a place for each label, vital ones first: inside `view`, off `taken` and the labels before it.

    Of several such places the one that covers the fewest examples of the `density`. Where that is not 0, the nearest
    place in the view that covers none; where there is none, only a vital label is shown. Without a density, and for a
    vital label, the last resort is to be moved into the view from the spot where it covers least. A label all of whose
    spots are beyond all floats is not shown.
    """
    occupied = list(taken)
    result = []
    inside = view.adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
    for label in sorted(labels, key=attrgetter("vital"), reverse=True):
        boxes = boxes_at(label.spots, measure(label))
        if not boxes:
            # A label whose line is not in view has no place.
            continue
        # A label that is tied to the thing that it names may as well be a little aside.
        tried = boxes if label.target is None else _moved_inside(boxes, inside)
        rect = free_place(tried, inside, occupied, density)
        place = None if rect is None else Placed(label, rect)
        if label.small and (rect is None or (density is not None and density.count(rect))):
            continue
        if density is not None and not label.small and (rect is None or density.count(rect)):
            found = _elsewhere(label, measure, inside, occupied, density)
            if found is None and not label.vital:
                # A label that would cover something is left out, unless it is vital.
                continue
            place = found or place
        place = place or Placed(label, _least_bad_place(boxes, inside, occupied))
        occupied.append(edges_of(place.rect))
        result.append(place)
    return result


def boxes_at(spots: Iterable[Spot], size: QSizeF) -> list[Box]:
    """Return what a label would cover at each possible spot; a spot beside a line of no length is none."""
    width, height = size.toTuple()
    boxes = [
        (x + (xw - 0.5) * width + xh * height, y + yw * width + (yh - 0.5) * height, width, height)
        for x, y, xw, yw, xh, yh in spots
    ]
    return [box for box in boxes if math.isfinite(box[0] + box[1])]


def _elsewhere(
    label: Label,
    measure: Callable[[Label], QSizeF],
    inside: QRectF,
    occupied: Sequence[Edges],
    density: PointDensity,
) -> Placed | None:
    """Return a place where nothing is covered, as near to the best one as possible.

    Shorter words are used if only these have a place, or one that is much nearer.
    """
    found: list[tuple[float, int, Placed]] = []
    for text in filter(None, (label.text, label.shorter)):
        said = replace(label, text=text)
        size = measure(said)
        best = QRectF(*boxes_at(label.spots, size)[0])
        rect = density.nearest_free(size, inside, best.center(), occupied)
        if rect is not None:
            away = max(QLineF(best.center(), rect.center()).length(), _WALK)
            found.append((away * (_BRIEF if text == label.shorter else 1.0), len(found), Placed(said, rect)))
    return min(found)[-1] if found else None


def free_place(
    candidates: Iterable[Box],
    inside: QRectF,
    occupied: Sequence[Edges],
    density: PointDensity | None = None,
) -> QRectF | None:
    """Return the candidate over the fewest examples, `inside` and off all that is `occupied`; None without one."""
    best: QRectF | None = None
    fewest: float = math.inf
    first_x, first_y, last_x, last_y = edges_of(inside)
    for box in candidates:
        left, top, width, height = box
        right, bottom = left + width, top + height
        if not (left >= first_x and top >= first_y and right <= last_x and bottom <= last_y):
            continue  # The place is outside, or too far away for a number.
        for x0, y0, x1, y1 in occupied:
            if left < x1 and right > x0 and top < y1 and bottom > y0:
                # Another label is already there.
                break
        else:
            rect = QRectF(*box)
            under = density.count(rect) if density else 0
            if under < fewest:
                best, fewest = rect, under
            if under == 0:
                # No example lies under it, and no place is better than that.
                break
    return best


def _least_bad_place(boxes: Iterable[Box], inside: QRectF, occupied: Sequence[Edges]) -> QRectF:
    """Return the place that covers the least of what is occupied."""
    others = [QRectF(QPointF(left, top), QPointF(right, bottom)) for left, top, right, bottom in occupied]

    def covered(rect: QRectF) -> float:
        return sum(both.width() * both.height() for both in map(rect.intersected, others))

    return min((QRectF(*box) for box in _moved_inside(boxes, inside)), key=covered)


def _nearest_on(stretch: QLineF, rect: QRectF) -> QPointF:
    """Return the point of a stretch of a line that is nearest to the middle or a corner of `rect`."""
    left, top, right, bottom = edges_of(rect)
    corners = (rect.center().toTuple(), (left, top), (right, top), (left, bottom), (right, bottom))
    first_x, first_y, dx, dy = stretch.x1(), stretch.y1(), stretch.dx(), stretch.dy()
    squared, nearest, foot = dx * dx + dy * dy, math.inf, stretch.p1()
    for x, y in corners:
        share = (dx * (x - first_x) + dy * (y - first_y)) / squared if squared else 0.0
        share = min(max(share, 0.0), 1.0)
        foot_x, foot_y = first_x + dx * share, first_y + dy * share
        if (away := math.hypot(foot_x - x, foot_y - y)) < nearest:
            nearest, foot = away, QPointF(foot_x, foot_y)
    return foot


def _nearest_of(curve: FloatArray, rect: QRectF) -> QPointF:
    """Return the end of the pieces of a `curve` (m, 4) that is nearest to `rect`."""
    (left, top, right, bottom), points = edges_of(rect), curve.reshape(-1, 2)
    away = np.maximum(np.maximum((left, top) - points, points - (right, bottom)), 0)
    return QPointF(*points[np.hypot(*away.T).argmin()].tolist())


def _moved_inside(boxes: Iterable[Box], inside: QRectF) -> Iterator[Box]:
    first_x, first_y, last_x, last_y = edges_of(inside)
    for left, top, width, height in boxes:
        yield max(min(left, last_x - width), first_x), max(min(top, last_y - height), first_y), width, height
