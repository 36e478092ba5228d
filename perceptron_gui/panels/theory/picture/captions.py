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
from core.theory.corridor import CEILING, FLOOR, MEETING
from perceptron_gui.panels.theory.picture.drawn import Drawn
from perceptron_gui.panels.theory.picture.scene import Strand

BEYOND, MISSING = "beyond", "missing"
"""The way to where the lines meet that are not seen to; and the words on why there is no floor."""

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
_TITLES = {FLOOR: "floor ", CEILING: "ceiling "}


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
    """Makes the captions of what is `drawn`, for letters of these two sizes."""

    drawn: Drawn
    name: QFontMetricsF
    small: QFontMetricsF

    def of_promises(self) -> list[PlacedCaption]:
        """Those that stay where they are while a run is played: where the lines meet, and the promises."""
        return self._arranged(self._lasting(), ())

    def of_run(self, place: float, values: Mapping[str, float], taken: Iterable[PlacedCaption]) -> list[PlacedCaption]:
        """The run's own lines at a place of the axis, off what is taken and off the bar there."""
        bar = [box.adjusted(-2, 0, 2, 0) for _gap, _number, box in self.drawn.bar(place, values)]
        boxes = [found.box for found in taken]
        return _in_order(self._arranged(self._moving(place, values), [*boxes, *bar]))

    def _lasting(self) -> Iterator[Caption]:
        scene, area = self.drawn.scene, self.drawn.frame.area
        if scene.meeting is not None:
            yield self._of_meeting()
        for strand in reversed(scene.strands):
            if strand.promised:
                yield self._of_promise(strand, above=strand is scene.strands[-1])
        if scene.without:
            said = self._said(scene.missing)
            size = self._size(scene.without, said)
            left, right = area.left() + 10, area.right() - size.width() - 10
            tops = [
                area.bottom() - size.height() - 4,
                *(area.top() + part * area.height() for part in (0.02, 0.2, 0.4)),
            ]
            places = tuple(QPointF(x, y) for y in tops for x in (right, left))
            yield Caption(MISSING, scene.without, said, "secondary", places, size)

    def _moving(self, place: float, values: Mapping[str, float]) -> Iterator[Caption]:
        strands, frame = self.drawn.scene.strands, self.drawn.frame
        for rank, strand in enumerate(strands):
            value = values.get(strand.key, np.nan)
            if strand.promised or np.isnan(value) or place > frame.across.high:
                continue
            text, at = f"{strand.curve.name} {number(value)}", frame.point(place, value)
            size = self._size(text, "")
            upper = rank + 1 < len(strands) and strands[rank + 1].promised
            places = tuple(_beside(at, size, rising=upper, room=frame.area))
            yield Caption(strand.key, text, "", strand.curve.role, places, size)

    def _of_meeting(self) -> Caption:
        scene, area, at = self.drawn.scene, self.drawn.frame.area, self.drawn.meeting
        if at is None:
            name, said = f"{scene.meeting_name} →", self._said("floor and ceiling meet far to the right")
            size = self._size(name, said)
            parts, right = (0.0, 0.12, 0.24, 0.36, 0.48), area.right() - size.width() - 2
            places = tuple(QPointF(right, area.top() + part * area.height()) for part in parts)
            return Caption(BEYOND, name, said, scene.role, places, size)
        name, said = scene.meeting_name, self._said("they meet: no run gets past")
        size = self._size(name, said)
        lefts = [at.x() - size.width() - away for away in (_FAR, 3 * _FAR, 6 * _FAR)]
        tops = (at.y() - size.height() / 2, area.top())
        places = tuple(QPointF(left, top) for left in lefts for top in tops)
        return Caption(MEETING, name, said, scene.role, places, size)

    def _of_promise(self, strand: Strand, *, above: bool, spoken: bool = True) -> Caption:
        name, said = f"{_TITLES.get(strand.key, '')}{strand.curve.name}", self._said(strand.said) if spoken else ""
        if self.drawn.lines[strand.key].isEmpty():
            return self._of_unseen(f"{name} ↑", said, strand)
        size = self._size(name, said)
        points = self.drawn.along(strand.key, _PARTS)
        places = (*_outside(points, size, above=above), *_outside(points, size, above=not above))
        shorter = partial(self._of_promise, strand, above=above, spoken=False) if said else None
        return Caption(strand.key, name, said, strand.curve.role, places, size, shorter)

    def _of_unseen(self, name: str, said: str, strand: Strand) -> Caption:
        """Of a promise that lies above all that is drawn."""
        area, size = self.drawn.frame.area, self._size(name, said)
        lefts = (area.right() - size.width() - 4, area.left() + 4, area.center().x() - size.width() / 2)
        places = tuple(QPointF(left, area.top() + part * area.height()) for part in (0.0, 0.12) for left in lefts)
        return Caption(strand.key, name, said, strand.curve.role, places, size)

    def _said(self, words: str) -> str:
        """Nothing in a plot of little height, where names are more important, or of less width than they take."""
        area = self.drawn.frame.area
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
        area = self.drawn.frame.area
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
        across, down = self.drawn.points
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
