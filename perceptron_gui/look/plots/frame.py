"""A plot laid out on a widget: its scales in pixels, its curves as polygons, and what lies near a pixel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF, QPolygonF

from core.datasets.dataset import FloatArray, IntArray
from core.plots.corridor import GAPS, Gap
from core.plots.spec import EXAMPLES, PlotSpec
from perceptron_gui.look.plots.axes import GAP, Frame, distance_to, points_of, polygon_of
from perceptron_gui.look.size import emboldened
from perceptron_gui.look.text.rich_text import DrawnFormula

_BAR = 11.0
"""Pixels. The width of the bar of the gaps at the playhead."""


class Sign(NamedTuple):
    """A mark on a curve, in the colour of `role`, and the pixel of its middle."""

    text: str
    role: str
    at: QPointF

    def written(self, font: QFont) -> DrawnFormula:
        """Return the sign in its place, in a plot whose letters are of `font`."""
        bold = emboldened(font)
        metrics = QFontMetricsF(bold)
        box = QRectF(0, 0, metrics.horizontalAdvance(self.text), metrics.height())
        box.moveCenter(self.at)
        return DrawnFormula(box, self.text, bold)


@dataclass(frozen=True, eq=False)
class PlotFrame(Frame):
    """The frame of a plot on a widget, with the ticks of its axes; made by `frame_of`."""

    spec: PlotSpec
    rows: list[float]
    columns: list[float]
    large: bool

    @cached_property
    def lines(self) -> dict[str, QPolygonF]:
        """Key, or name, of a curve → its line in pixels, as far as it is in view."""
        return {curve.key or curve.name: self.polyline(*self.spec.points(curve)) for curve in self.spec.curves}

    @cached_property
    def pixels(self) -> dict[str, FloatArray]:
        """Key → the points of its line, (m, 2)."""
        return {key: points_of(line) for key, line in self.lines.items()}

    @cached_property
    def points(self) -> FloatArray:
        """Pixels along all lines, (2, m), no further than a few from one another."""
        found = [np.empty((0, 2))]
        for pixels in self.pixels.values():
            lengths = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(pixels, axis=0).T))])
            at = np.linspace(0, lengths[-1], 2 + int(lengths[-1] / 5))
            found.append(
                np.column_stack([np.interp(at, lengths, axis) for axis in pixels.T]) if len(pixels) > 1 else pixels
            )
        return np.vstack(found).T.copy()

    @cached_property
    def signs(self) -> list[Sign]:
        """Letters and shapes on curves of one look, so that each is known without its colour."""
        return _signs_in(self)

    def polyline(self, places: FloatArray, values: FloatArray) -> QPolygonF:
        """Return a curve in pixels, thinned to what the width can show without losing a peak or a trough."""
        pixels = self.x(places)
        kept = _telling(pixels / 2, values)  # Two pixels make a stretch.
        return polygon_of(np.column_stack([pixels[kept], self.y(values[kept])]))

    def looks_like(self, other: PlotFrame, *, but_for_the_run: bool = False) -> bool:
        """Return whether the drawing is the same, so that a painted one can be kept; the run does not matter."""
        looks: list[tuple[object, ...]] = []
        for frame in (self, other):
            spec = frame.spec
            axes = frame.area, frame.across, frame.up, frame.rows, frame.columns, spec.axis
            words = (
                spec.meeting,
                spec.wall,
                spec.ghost,
                spec.remark,
                spec.why,
                spec.role,
                spec.gap is None,
                spec.values_in_key,
                spec.bars,
                spec.samples,
                spec.marks,
            )
            curves = [(curve.key, curve.name, curve.role) for curve in spec.curves]
            looks.append((axes, words, curves, [curve.title for curve in spec.formulas]))
        compared = self.spec.formulas if but_for_the_run else self.spec.curves
        keys = (curve.key or curve.name for curve in compared)
        return looks[0] == looks[1] and all(np.array_equal(self.pixels[key], other.pixels[key]) for key in keys)

    @property
    def meeting(self) -> QPointF | None:
        """The pixel where two promises meet; None if that is not in view."""
        meeting = self.spec.meeting
        return None if meeting is None or meeting.place > self.across.high else self.point(meeting.place, meeting.value)

    def bar(self, place: float, values: Mapping[str, float]) -> list[tuple[Gap, int, QRectF]]:
        """Return the parts between floor and ceiling at a place, from the bottom up: each gap, its number, its box."""
        if not 0 < place <= self.across.high:
            return []
        half, boxes = QPointF(_BAR / 2, 0), []
        for number, gap in enumerate(GAPS):
            low, high = values.get(gap.low, np.nan), values.get(gap.high, np.nan)
            if not np.isnan([low, high]).any():
                boxes.append((gap, number, QRectF(self.point(place, high) - half, self.point(place, low) + half)))
        return boxes

    def nearest(self, at: QPointF, within: float) -> str | None:
        """Return the key of the line that is nearest to a pixel, within a distance."""
        place, away = np.array(at.toTuple()), {}
        for key, pixels in self.pixels.items():
            away[key] = float(np.hypot(*(pixels - place).T).min(initial=np.inf))
            if len(pixels) > 1:
                away[key] = distance_to(np.hstack([pixels[:-1], pixels[1:]]), place)
        found = min(away, key=lambda key: away[key], default=None)
        return found if found is not None and away[found] <= within else None


def frame_of(spec: PlotSpec, canvas: QRectF, font: QFont, *, large: bool = False) -> PlotFrame:
    """Return the frame of the plot in `canvas`, beside the numbers of its axes.

    A `large` one has no key above, and below it the title of an axis that does not count updates.
    """
    metrics = QFontMetricsF(font)
    line = metrics.height()
    top = 0 if large else 6 + line * bool(spec.keyed)
    area = canvas.adjusted(0, top, 0, -line * (1 + (large and spec.axis is EXAMPLES)) - 3)
    most = min(max(int((canvas.height() - 45) / 26), 2), 5 if spec.curves else 8)
    rows = spec.y.ticks(most) if large else row_ticks(spec, area.height(), metrics)
    widest = max(map(metrics.horizontalAdvance, spec.y.labels(rows)), default=0.0)
    area.setLeft(area.left() + widest + GAP)
    for most in range(6 if large else 5, 1, -1):  # The number of labels is small enough that no two touch.
        columns = spec.x.ticks(most)
        widths = [*map(metrics.horizontalAdvance, spec.x.labels(columns))]
        if (max(widths) + 2 * GAP) * len(columns) <= area.width():
            break
    over = widths[-1] / 2 + 2
    if large:
        over = max(Frame(area, spec.x, spec.y).x(columns[-1]) + over - 10 - canvas.right(), 0.0)
    area.setRight(area.right() - over)
    return PlotFrame(area, spec.x, spec.y, spec, rows, columns, large)


def row_ticks(spec: PlotSpec, height: float, metrics: QFontMetrics | QFontMetricsF) -> list[float]:
    """Return values with a label, so few that no two touch; none where the promises themselves name the values."""
    if not spec.curves or spec.wall is not None:
        return []
    ticks = spec.y.ticks(max(min(int(height / 18.0), 5), 2))
    apart = np.diff(spec.y.share(np.asarray(ticks))) * height
    return ticks if (apart >= metrics.ascent()).all() else ticks[-1:]


def _telling(places: FloatArray, values: FloatArray) -> IntArray:
    """Return which of `values` (m,) at increasing `places` (m,) to draw: the extremes of each stretch of length 1.

    The first and last value of a stretch are drawn too. Every n-th value would alias: a swing within a stretch would
    seem to stop.
    """
    if not len(values):
        return np.empty(0, np.int64)
    firsts = np.flatnonzero(np.append(True, np.diff(np.floor(places)) > 0))
    stretch = np.repeat(np.arange(len(firsts)), np.diff(np.append(firsts, len(values))))
    order = np.lexsort([values, stretch])
    lasts = np.append(firsts[1:], len(values)) - 1
    telling = np.zeros(len(values), np.bool_)
    for chosen in (firsts, lasts, order[firsts], order[lasts]):
        telling[chosen] = True
    return np.flatnonzero(telling)


def _signs_in(frame: PlotFrame) -> list[Sign]:
    """Return one sign for each curve of the key in view, evenly spread: the first at the left."""
    keyed, found = frame.spec.keyed, list[Sign]()
    for rank, curve in enumerate(keyed, 1):
        across, down = frame.x(curve.x), frame.y(curve.values)
        seen = (down >= frame.area.top()) & (down <= frame.area.bottom())
        if seen.any():
            across, down = across[seen], down[seen]
            at = float(across[0] + (across[-1] - across[0]) * rank / (len(keyed) + 1))
            found.append(
                Sign(frame.spec.signs[curve.name], curve.role, QPointF(at, float(np.interp(at, across, down))))
            )
    return found
