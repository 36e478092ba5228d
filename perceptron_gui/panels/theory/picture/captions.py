"""The names in the picture of the theorem, and where they stand: off one another, and off the lines where they can."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QFontMetricsF

from core.numbers.numerals import number
from core.plots.corridor import BEYOND, MEETING, MISSING
from core.plots.spec import KnownCurve, Mark
from perceptron_gui.look.plots.frame import PlotFrame

_FAR = 13.0
"""Pixels from a point to its caption."""
_CROSSED, _MOVED, _WORSE = 2.0, 4.0, 1.5
"""So many pixels of a caption that is covered, or by which one is moved, count as one point of a line that is covered;
and each place that comes before counts as so many of them."""
_MUCH = 14.0
"""From so many such points on a caption goes by its name alone."""
_PARTS = (0.5, 0.62, 0.38, 0.75, 0.28, 0.86, 0.2)
"""Parts of the width where the name of a promise may stand."""
_LOW = 240
"""Pixels of a plot below which promises go by their names alone."""

Corners = Callable[[float, float], Iterable[tuple[float, float]]]
"""Returns, for a width and a height, the upper left corners where such a caption may stand, the best first."""


@dataclass(frozen=True)
class Caption:
    """A name and a few words below it in the colour of `role`, in a `box`."""

    key: str
    name: str
    said: str
    role: str
    box: QRectF


@dataclass(frozen=True, eq=False)
class Captions:
    """Makes the captions of the lines in a `frame`, for letters of these two sizes."""

    frame: PlotFrame
    name: QFontMetricsF
    small: QFontMetricsF

    def of_promises(self) -> list[Caption]:
        """Return those that stay while a run is played: where the lines meet, the promises, and the remark."""
        spec, area, found = self.frame.spec, self.frame.area, list[Caption]()
        if spec.meeting is not None:
            found.append(self._of_meeting(spec.meeting))
        for curve in reversed(spec.formulas):
            found.append(self._of_promise(curve, [each.box for each in found]))

        def corners(width: float, height: float) -> Iterable[tuple[float, float]]:
            tops = (area.bottom() - height - 4, *(area.top() + part * area.height() for part in (0.02, 0.2, 0.4)))
            return ((x, top) for top in tops for x in (area.right() - width - 10, area.left() + 10))

        if spec.remark:
            taken = [each.box for each in found]
            found.append(self._put(MISSING, spec.remark, spec.why, "secondary", corners, taken)[1])
        return found

    def of_run(self, place: float, values: Mapping[str, float], taken: Iterable[Caption]) -> list[Caption]:
        """Return the run's own lines at a place of the axis, off what is taken and off the bar there.

        Captions stand in the order of their lines: neither is taken for the other.
        """
        frame, curves, found = self.frame, self.frame.spec.curves, list[Caption]()
        boxes = [each.box for each in taken]
        boxes += [box.adjusted(-2, 0, 2, 0) for _gap, _number, box in frame.bar(place, values)]
        for rank, curve in enumerate(curves):
            value = values.get(curve.key, np.nan)
            if isinstance(curve, KnownCurve) or np.isnan(value) or place > frame.across.high:
                continue
            at, way = (
                frame.point(place, value),
                -1 if isinstance(curves[min(rank + 1, len(curves) - 1)], KnownCurve) else 1,
            )

            def corners(width: float, height: float, at: QPointF = at, way: int = way) -> Iterable[tuple[float, float]]:
                right, left = at.x() + _FAR, at.x() - width - _FAR
                lefts = (right, left) if right + width <= frame.area.right() else (left,)
                parts = (0.0, 0.5, 1.0, 1.6, -0.5, -1.1, 2.4)
                return ((x, at.y() - height / 2 + part * height * way) for part in parts for x in lefts)

            text = f"{curve.name} {number(value)}"
            found.append(self._put(curve.key, text, "", curve.role, corners, boxes)[1])
            boxes.append(found[-1].box)
        middles = sorted((each.box.center().y() for each in found), reverse=True)
        for each, middle in zip(found, middles, strict=True):
            each.box.moveCenter(QPointF(each.box.center().x(), middle))
        return found

    def _of_meeting(self, meeting: Mark) -> Caption:
        role, area, at = self.frame.spec.role, self.frame.area, self.frame.meeting

        def beyond(width: float, _height: float) -> Iterable[tuple[float, float]]:
            parts = (0.0, 0.12, 0.24, 0.36, 0.48)
            return ((area.right() - width - 2, area.top() + part * area.height()) for part in parts)

        if at is None:
            said = "floor and ceiling meet far to the right"
            return self._put(BEYOND, f"{meeting.name} →", said, role, beyond, ())[1]

        def beside(width: float, height: float) -> Iterable[tuple[float, float]]:
            lefts = (at.x() - width - away * _FAR for away in (1, 3, 6))
            return ((left, top) for left in lefts for top in (at.y() - height / 2, area.top()))

        return self._put(MEETING, meeting.name, "they meet: no run gets past", role, beside, ())[1]

    def _of_promise(self, curve: KnownCurve, taken: list[QRectF]) -> Caption:
        """Return the caption outside of a line; for one that lies above all that is drawn at the top."""
        name, area, above = curve.title or curve.name, self.frame.area, curve is self.frame.spec.curves[-1]

        def unseen(width: float, _height: float) -> Iterable[tuple[float, float]]:
            lefts = (area.right() - width - 4, area.left() + 4, area.center().x() - width / 2)
            return ((left, area.top() + part * area.height()) for part in (0.0, 0.12) for left in lefts)

        def outside(width: float, height: float) -> Iterable[tuple[float, float]]:
            points = [point.toTuple() for point in self.frame.along(curve.key, _PARTS)]
            upper = [(x - width - 7, y - height - 2) for x, y in points]
            lower = [(x + 7, y + 3) for x, y in points]
            return upper + lower if above else lower + upper

        if self.frame.lines[curve.key].isEmpty():
            return self._put(curve.key, f"{name} ↑", curve.said, curve.role, unseen, taken)[1]
        covered, found = self._put(curve.key, name, curve.said, curve.role, outside, taken)
        if covered > _MUCH and found.said:
            return self._put(curve.key, name, "", curve.role, outside, taken)[1]
        return found

    def _put(
        self, key: str, name: str, said: str, role: str, corners: Corners, taken: Iterable[QRectF]
    ) -> tuple[float, Caption]:
        """Place a caption where it covers the least of what is taken and few points of lines; return how much too.

        It has no words below its name in a plot of little height or width, where names are more important.
        """
        area, words = self.frame.area, self.small.horizontalAdvance(said)
        if area.height() < _LOW or words + 12 > area.width():
            said, words = "", 0.0
        width = max(self.name.horizontalAdvance(name), words) + 8
        height = self.name.height() + (self.small.height() if said else 0) + 2
        size = np.array([width, height])
        wanted = np.array(list(corners(width, height)))
        first = area.left() + 2, area.top()
        last = max(area.right() - width, first[0]), max(area.bottom() - height, first[1])
        starts = np.minimum(np.maximum(wanted, first), last)
        ends = starts + size
        across, down = self.frame.points
        (lefts, tops), (rights, bottoms) = starts.T[:, :, None], ends.T[:, :, None]
        inside = (across >= lefts - 2) & (across <= rights + 2) & (down >= tops) & (down <= bottoms)
        covered = np.abs(starts - wanted).sum(axis=1) / _MOVED + _WORSE * np.arange(len(wanted)) + inside.sum(axis=1)
        boxes = [(*box.topLeft().toTuple(), *box.bottomRight().toTuple()) for box in taken if box.isValid()]
        others = np.array(boxes).reshape(-1, 4)
        common = np.minimum(ends[:, None], others[:, 2:]) - np.maximum(starts[:, None], others[:, :2])
        covered += np.maximum(common, 0).prod(axis=2).sum(axis=1) / _CROSSED
        best = int(covered.argmin())
        box = QRectF(QPointF(*starts[best].tolist()), QSizeF(width, height))
        return float(covered[best]), Caption(key, name, said, role, box)
