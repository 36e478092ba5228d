"""The names in the picture of the theorem, and where they stand: off one another, and off the lines where they can."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QFontMetricsF

from core.datasets.dataset import FloatArray, IntArray
from core.numbers.numerals import number
from core.plots.corridor import BEYOND, MEETING, MISSING
from core.plots.spec import KnownCurve, Mark
from perceptron_gui.look.plots.frame import PlotFrame

_GAP, _FAR = 7.0, 13.0
_CROSSED, _MOVED, _WORSE = 2.0, 4.0, 1.5
"""So many pixels of a caption that is covered, or by which one is moved, count as one point of a line that is covered;
and each place that comes before counts as so many of them."""
_MUCH = 14.0
"""From so many such points on a caption goes by its name alone."""
_PARTS = (0.5, 0.62, 0.38, 0.75, 0.28, 0.86, 0.2)
"""Parts of the width where the name of a promise may stand."""
_LOW = 240
"""Pixels of a plot below which promises go by their names alone."""


@dataclass(frozen=True)
class Caption:
    """A name and a few words below it in the colour of `role`; `places` are the corners it may stand at, best first.

    A `shorter` one stands for it where it would cover much.
    """

    key: str
    name: str
    said: str
    role: str
    places: tuple[QPointF, ...]
    size: QSizeF
    shorter: Callable[[], Caption] | None = None


@dataclass(frozen=True)
class PlacedCaption:
    """A caption and where it stands."""

    caption: Caption
    box: QRectF


@dataclass(frozen=True, eq=False)
class Captions:
    """Makes the captions of the lines in a `frame`, for letters of these two sizes."""

    frame: PlotFrame
    name: QFontMetricsF
    small: QFontMetricsF

    def of_promises(self) -> list[PlacedCaption]:
        """Those that stay where they are while a run is played: where the lines meet, and the promises."""
        return self._arranged(self._lasting(), ())

    def of_run(self, place: float, values: Mapping[str, float], taken: Iterable[PlacedCaption]) -> list[PlacedCaption]:
        """The run's own lines at a place of the axis, off what is taken and off the bar there."""
        bar = [box.adjusted(-2, 0, 2, 0) for _gap, _number, box in self.frame.bar(place, values)]
        boxes = [found.box for found in taken]
        return _in_order(self._arranged(self._moving(place, values), [*boxes, *bar]))

    def _lasting(self) -> Iterator[Caption]:
        spec, area = self.frame.spec, self.frame.area
        if spec.meeting is not None:
            yield self._of_meeting(spec.meeting)
        for curve in reversed(spec.formulas):
            yield self._of_promise(curve, above=curve is spec.curves[-1])
        if spec.remark:
            said = self._said(spec.why)
            size = self._size(spec.remark, said)
            left, right = area.left() + 10, area.right() - size.width() - 10
            tops = [
                area.bottom() - size.height() - 4,
                *(area.top() + part * area.height() for part in (0.02, 0.2, 0.4)),
            ]
            places = tuple(QPointF(x, y) for y in tops for x in (right, left))
            yield Caption(MISSING, spec.remark, said, "secondary", places, size)

    def _moving(self, place: float, values: Mapping[str, float]) -> Iterator[Caption]:
        curves, frame = self.frame.spec.curves, self.frame
        for rank, curve in enumerate(curves):
            value = values.get(curve.key, np.nan)
            if isinstance(curve, KnownCurve) or np.isnan(value) or place > frame.across.high:
                continue
            text, at = f"{curve.name} {number(value)}", frame.point(place, value)
            size = self._size(text, "")
            upper = rank + 1 < len(curves) and isinstance(curves[rank + 1], KnownCurve)
            places = tuple(_beside(at, size, rising=upper, room=frame.area))
            yield Caption(curve.key, text, "", curve.role, places, size)

    def _of_meeting(self, meeting: Mark) -> Caption:
        role, area, at = self.frame.spec.role, self.frame.area, self.frame.meeting
        if at is None:
            name, said = f"{meeting.name} →", self._said("floor and ceiling meet far to the right")
            size = self._size(name, said)
            parts, right = (0.0, 0.12, 0.24, 0.36, 0.48), area.right() - size.width() - 2
            places = tuple(QPointF(right, area.top() + part * area.height()) for part in parts)
            return Caption(BEYOND, name, said, role, places, size)
        name, said = meeting.name, self._said("they meet: no run gets past")
        size = self._size(name, said)
        lefts = [at.x() - size.width() - away for away in (_FAR, 3 * _FAR, 6 * _FAR)]
        tops = (at.y() - size.height() / 2, area.top())
        places = tuple(QPointF(left, top) for left in lefts for top in tops)
        return Caption(MEETING, name, said, role, places, size)

    def _of_promise(self, curve: KnownCurve, *, above: bool, spoken: bool = True) -> Caption:
        name, said = curve.title or curve.name, self._said(curve.said) if spoken else ""
        if self.frame.lines[curve.key].isEmpty():
            return self._of_unseen(f"{name} ↑", said, curve)
        size = self._size(name, said)
        points = self.frame.along(curve.key, _PARTS)
        places = (*_outside(points, size, above=above), *_outside(points, size, above=not above))
        shorter = partial(self._of_promise, curve, above=above, spoken=False) if said else None
        return Caption(curve.key, name, said, curve.role, places, size, shorter)

    def _of_unseen(self, name: str, said: str, curve: KnownCurve) -> Caption:
        """Of a promise that lies above all that is drawn."""
        area, size = self.frame.area, self._size(name, said)
        lefts = (area.right() - size.width() - 4, area.left() + 4, area.center().x() - size.width() / 2)
        places = tuple(QPointF(left, area.top() + part * area.height()) for part in (0.0, 0.12) for left in lefts)
        return Caption(curve.key, name, said, curve.role, places, size)

    def _said(self, words: str) -> str:
        """Nothing in a plot of little height, where names are more important, or of less width than they take."""
        area = self.frame.area
        return words if area.height() >= _LOW and self.small.horizontalAdvance(words) + 12 <= area.width() else ""

    def _size(self, name: str, said: str) -> QSizeF:
        width = max(self.name.horizontalAdvance(name), self.small.horizontalAdvance(said))
        return QSizeF(width + 8, self.name.height() + (self.small.height() if said else 0) + 2)

    def _arranged(self, captions: Iterable[Caption], taken: Sequence[QRectF]) -> list[PlacedCaption]:
        """Each where it covers the least of what is taken or stands before it, and few points of the lines."""
        placed: list[PlacedCaption] = []
        for caption in captions:
            others = [*taken, *(found.box for found in placed)]
            covered, found = self._best(caption, others)
            if covered > _MUCH and caption.shorter is not None:
                _, found = self._best(caption.shorter(), others)
            placed.append(found)
        return placed

    def _best(self, caption: Caption, others: Sequence[QRectF]) -> tuple[float, PlacedCaption]:
        """Where a caption covers the least, and how much that is: the first of such places."""
        size, wanted = caption.size, np.array([place.toTuple() for place in caption.places])
        area = self.frame.area
        first = area.left() + 2, area.top()
        last = max(area.right() - size.width(), first[0]), max(area.bottom() - size.height(), first[1])
        corners = np.minimum(np.maximum(wanted, first), last)
        moved = np.abs(corners - wanted).sum(axis=1)
        ends = corners + size.toTuple()
        covered = moved / _MOVED + _WORSE * np.arange(len(wanted)) + self._points_below(corners, ends)
        sides = [(*other.topLeft().toTuple(), *other.bottomRight().toTuple()) for other in others if other.isValid()]
        covered += _common(corners, ends, np.array(sides).reshape(-1, 4)) / _CROSSED
        best = int(covered.argmin())
        return float(covered[best]), PlacedCaption(caption, QRectF(QPointF(*corners[best].tolist()), size))

    def _points_below(self, corners: FloatArray, ends: FloatArray) -> IntArray:
        """How many points of the lines a caption would cover from each of the upper left `corners` (p, 2) to `ends`."""
        across, down = self.frame.points
        (lefts, tops), (rights, bottoms) = corners.T[:, :, None], ends.T[:, :, None]
        inside = (across >= lefts - 2) & (across <= rights + 2) & (down >= tops) & (down <= bottoms)
        covered: IntArray = inside.sum(axis=1)
        return covered


def _in_order(found: list[PlacedCaption]) -> list[PlacedCaption]:
    """The captions of lines from the lowest to the highest at heights in that order: neither is taken for the other."""
    middles = sorted((each.box.center().y() for each in found), reverse=True)
    for each, middle in zip(found, middles, strict=True):
        each.box.moveCenter(QPointF(each.box.center().x(), middle))
    return found


def _outside(points: Sequence[QPointF], size: QSizeF, *, above: bool) -> Iterator[QPointF]:
    """Upper left corners beside points of a growing line, on its upper left or its lower right side."""
    for point in points:
        yield point - QPointF(size.width() + _GAP, size.height() + 2) if above else point + QPointF(_GAP, 3)


def _beside(at: QPointF, size: QSizeF, *, rising: bool, room: QRectF) -> Iterator[QPointF]:
    """Upper left corners at the right of a point, then at its left; the nearest first, upwards or downwards."""
    rise = size.height() * (-1 if rising else 1)
    right, left = at.x() + _FAR, at.x() - size.width() - _FAR
    lefts = (right, left) if right + size.width() <= room.right() else (left,)
    for part in (0.0, 0.5, 1.0, 1.6, -0.5, -1.1, 2.4):
        for x in lefts:
            yield QPointF(x, at.y() - size.height() / 2 + part * rise)


def _common(corners: FloatArray, ends: FloatArray, others: FloatArray) -> FloatArray:
    """The area that each box from `corners` (p, 2) to `ends` shares with all `others` (q, 4) together, (p,)."""
    sides = np.minimum(ends[:, None], others[:, 2:]) - np.maximum(corners[:, None], others[:, :2])
    areas: FloatArray = np.maximum(sides, 0).prod(axis=2).sum(axis=1)
    return areas
