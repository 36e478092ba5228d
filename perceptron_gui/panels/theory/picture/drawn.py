"""A scene laid out on a widget: its frame, its lines in pixels, and where things of it are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QPolygonF

from core.datasets.dataset import FloatArray
from core.theory.corridor import GAPS, Gap
from perceptron_gui.look.plots.axes import GAP, distance_to
from perceptron_gui.look.plots.lines import points_of
from perceptron_gui.look.plots.painting import PictureFrame, column_ticks
from perceptron_gui.look.plots.picture import Sampled
from perceptron_gui.panels.theory.picture.scene import CorridorScene, Strand

_PADDING = 8.0
_BAR = 11.0


@dataclass(frozen=True, eq=False)
class Drawn:
    """`scene` in `frame`; made by `laid_out`."""

    scene: CorridorScene
    frame: PictureFrame
    rows: list[float]
    columns: list[float]

    @cached_property
    def lines(self) -> dict[str, QPolygonF]:
        """Key → its line in pixels, as far as it is in view."""
        return {strand.key: self._line(strand) for strand in self.scene.strands}

    @cached_property
    def pixels(self) -> dict[str, FloatArray]:
        """Key → the points of its line, (m, 2)."""
        return {key: points_of(line) for key, line in self.lines.items()}

    @cached_property
    def points(self) -> FloatArray:
        """Pixels along all lines, (2, m), no further than a few from one another."""
        return np.vstack([np.empty((0, 2)), *map(_dense, self.pixels.values())]).T.copy()

    def looks_like(self, other: Drawn, *, but_for_the_run: bool = False) -> bool:
        """Whether the same is drawn, so that what was painted of one is good for the other; the run's lines aside."""
        if self._looks != other._looks:
            return False
        compared = [strand.key for strand in self.scene.strands if strand.promised or not but_for_the_run]
        return all(np.array_equal(self.pixels[key], other.pixels[key]) for key in compared)

    @property
    def _looks(self) -> tuple[object, ...]:
        """All that is drawn but the lines."""
        scene, frame = self.scene, self.frame
        words = scene.axis_name, scene.upward, scene.meeting_name, scene.without, scene.missing
        strands = [(strand.key, strand.said, strand.curve.name, strand.curve.role) for strand in scene.strands]
        scales = frame.area, frame.across, frame.up, self.rows, self.columns
        return (*words, *scales, strands, scene.meeting, scene.role, scene.floor_known)

    def goes_on(self, after: float) -> bool:
        """Whether a line of the run goes on to the right of a pixel."""
        own = (self.pixels[strand.key] for strand in self.scene.strands if not strand.promised)
        return any(len(pixels) and pixels[-1, 0] > after for pixels in own)

    @property
    def meeting(self) -> QPointF | None:
        """The pixel where floor and ceiling meet; None where that is not in view."""
        meeting = self.scene.meeting
        if meeting is None or meeting.update > self.frame.across.high:
            return None
        return self.frame.point(meeting.update, meeting.length)

    def bar(self, place: float, values: Mapping[str, float]) -> list[tuple[Gap, int, QRectF]]:
        """What lies between floor and ceiling at a place, from the bottom up: each gap, its number and its box."""
        if not 0 < place <= self.frame.across.high:
            return []
        half, boxes = QPointF(_BAR / 2, 0), []
        for number, gap in enumerate(GAPS):
            if not np.isnan([values.get(end, np.nan) for end in (gap.low, gap.high)]).any():
                high, low = (self.frame.point(place, values[end]) for end in (gap.high, gap.low))
                boxes.append((gap, number, QRectF(high - half, low + half)))
        return boxes

    def nearest(self, at: QPointF, within: float) -> str | None:
        """The key of the line that is nearest to a pixel, and no further than that."""
        away = {key: _distance(pixels, np.array(at.toTuple())) for key, pixels in self.pixels.items()}
        found = min(away, key=lambda key: away[key], default=None)
        return found if found is not None and away[found] <= within else None

    def along(self, key: str, parts: Sequence[float]) -> list[QPointF]:
        """The points of a line, which is not empty, that are at those parts of the width, or nearest to them."""
        area, pixels = self.frame.area, self.pixels[key]
        wanted = area.left() + np.array(parts) * area.width()
        nearest = np.abs(pixels[:, :1] - wanted).argmin(axis=0)
        return [QPointF(x, y) for x, y in pixels[nearest].tolist()]

    def _line(self, strand: Strand) -> QPolygonF:
        curve, frame = strand.curve, self.frame
        if isinstance(curve, Sampled):
            kept = (curve.x <= frame.across.high) & ~np.isnan(curve.values)
            return frame.polyline(curve.x[kept], curve.values[kept])
        meeting = self.scene.meeting
        end = frame.across.high if meeting is None else min(frame.across.high, meeting.update)
        places = end * np.linspace(0, 1, 97) ** 2  # closer together where a root is steep
        values = curve.of(places)
        inside = (values <= frame.up.high) & (values >= frame.up.low)
        return frame.polyline(places[inside], values[inside])


def laid_out(scene: CorridorScene, end: float, whole: QRectF, font: QFont) -> Drawn:
    """`scene`, to `end` on its axis, in a widget that is `whole`, with numbers of its axes in `font`."""
    picture, metrics = scene.picture(end), QFontMetricsF(font)
    rows = picture.y.ticks(min(max(int((whole.height() - 60) / 26), 2), 5))
    left = max((metrics.horizontalAdvance(text) for text in picture.y.labels(rows)), default=0.0) + GAP
    area = whole.adjusted(_PADDING + left, _PADDING + 2, -_PADDING - 4, -2 * metrics.height() - 8)
    frame = PictureFrame(area, picture.x, picture.y, picture)
    columns = column_ticks(frame.across, 6, frame.area.width(), metrics)
    over = frame.x(columns[-1]) + metrics.horizontalAdvance(picture.x.labels(columns)[-1]) / 2 + 4 - whole.right()
    if over > 0:
        frame = PictureFrame(area.adjusted(0, 0, -over, 0), picture.x, picture.y, picture)
    return Drawn(scene, frame, rows, columns)


def _dense(points: FloatArray) -> FloatArray:
    """Points along a polyline (m, 2), five pixels or less from one another."""
    if len(points) < 2:
        return points
    lengths = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    at = np.linspace(0, lengths[-1], 2 + int(lengths[-1] / 5))
    return np.column_stack([np.interp(at, lengths, points[:, axis]) for axis in (0, 1)])


def _distance(points: FloatArray, at: FloatArray) -> float:
    """Pixels from a point (2,) to a polyline (m, 2)."""
    if len(points) < 2:
        return float(np.hypot(*(points - at).T).min(initial=np.inf))
    return distance_to(np.hstack([points[:-1], points[1:]]), at)
