"""A plot laid out on a widget, and its painting: paper with axes and promises, and the curves on it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFont, QFontMetrics, QFontMetricsF, QPainter, QPolygonF

from core.datasets.dataset import FloatArray
from core.numbers.numerals import number
from core.plots.corridor import GAPS, Gap
from core.plots.spec import EXAMPLES, KnownCurve, PlotBar, PlotSpec, Sampled, Samples
from perceptron_gui.look.labels import Label, Placer, Spot, Taken, size_of
from perceptron_gui.look.plots.axes import (
    GAP,
    Frame,
    distance_to,
    draw_line,
    draw_with,
    fill,
    pieces_of,
    polygon_of,
    write_line,
    write_on,
)
from perceptron_gui.look.size import emboldened
from perceptron_gui.look.text.rich_text import DrawnFormula
from perceptron_gui.look.theme import PALEST, Theme

_BAR = 11.0
"""Pixels. The width of the bar of the gaps at the playhead."""
_ACROSS, _STROKE, _DOT, _ARROW = 60, 18.0, 3.0, 5.0
"""Pixels. Half the width of a label below the axis, a sample in the key, the radius of a dot, half an arrow."""
_SHARES = 0.5, 0.7, 0.3, 0.85, 0.15, 1.0
"""Shares of a line at which its name may stand, the best first."""


@dataclass(frozen=True, eq=False)
class PlotFrame(Frame):
    """The frame of a plot on a widget, with the ticks of its axes and the font of its words; made by `frame_of`."""

    spec: PlotSpec
    font: QFont
    rows: list[float]
    columns: list[float]
    large: bool

    @cached_property
    def pixels(self) -> dict[str, FloatArray]:
        """Key, or name, of a curve → the points of its line in pixels, (m, 2), as far as it is in view."""
        pixels = dict[str, FloatArray]()
        for curve in self.spec.curves:
            pixels[curve.key or curve.name] = self.polyline(*self.spec.points(curve))
        return pixels

    @cached_property
    def signs(self) -> list[DrawnFormula]:
        """One for each curve of the key in view, so that it is known without its colour: the first at the left."""
        keyed, found, bold = self.spec.keyed, list[DrawnFormula](), emboldened(self.font)
        metrics = QFontMetricsF(bold)
        for rank, curve in enumerate(keyed, 1):
            across, down = self.x(curve.x), self.y(curve.values)
            seen = (down >= self.area.top()) & (down <= self.area.bottom())
            if seen.any():
                across, down, sign = across[seen], down[seen], self.spec.signs[curve.name]
                at = float(across[0] + (across[-1] - across[0]) * rank / (len(keyed) + 1))
                box = QRectF(0, 0, metrics.horizontalAdvance(sign), metrics.height())
                box.moveCenter(QPointF(at, float(np.interp(at, across, down))))
                found.append(DrawnFormula(box, sign, bold, curve.role))
        return found

    @cached_property
    def names(self) -> list[DrawnFormula]:
        """The names of promises and of the wall, each beside its line."""
        spec, metrics, labels = self.spec, QFontMetricsF(self.font), list[Label]()
        for formula in spec.formulas:
            if spec.wall is None or formula.name != spec.wall.name:
                below = any(isinstance(curve, Sampled) for curve in spec.curves[spec.curves.index(formula) :])
                name = metrics.elidedText(formula.name, Qt.TextElideMode.ElideRight, self.area.width() - 8)
                labels.append(Label(name, formula.role, self._beside_line(formula, 1.0 if below else -1.0)))
        if spec.wall is not None:
            at = self.x(spec.wall.place) - 6, self.area.bottom() - 8
            labels.append(Label(spec.wall.name, "promise", [(*at, -1.0, -1.0)]))
        inside = self.area.adjusted(0, -metrics.height(), 2 * GAP, 0)
        taken = Taken(lines=list(map(pieces_of, self.pixels.values())))
        placed = Placer().place(labels, partial(size_of, metrics, 2.0), inside, taken)
        return [DrawnFormula(rect, label.text, self.font, label.role) for label, rect in placed]

    def _beside_line(self, formula: KnownCurve, side: float) -> list[Spot]:
        """Return the spots below a line, where `side` is 1, or above it at −1, and then on its other side."""
        pixels = self.pixels[formula.key or formula.name]
        if not len(pixels):
            return []
        across = pixels[0, 0] + (pixels[-1, 0] - pixels[0, 0]) * np.array(_SHARES)
        places = np.column_stack([across, np.interp(across, *pixels.T)]).tolist()
        ways = (side, side), (-side, side), (-side, -side), (side, -side)
        return [(x + dx * 4, y + dy, dx, dy) for dx, dy in ways for x, y in places]

    def polyline(self, places: FloatArray, values: FloatArray) -> FloatArray:
        """Return a curve in pixels, (m, 2), thinned to what the width can show without losing a peak or a trough.

        Of each two pixels it has the first, the last, the lowest and the highest point. Every n-th would alias: a swing
        within them would seem to stop.
        """
        if not len(values):
            return np.empty((0, 2))
        across = self.x(places)
        begins = np.append(True, np.diff(np.floor(across / 2)) > 0)
        firsts, order = np.flatnonzero(begins), np.lexsort([values, np.cumsum(begins)])
        lasts = np.append(firsts[1:], len(values)) - 1
        kept = np.unique(np.concatenate([firsts, lasts, order[firsts], order[lasts]]))
        return np.column_stack([across[kept], self.y(values[kept])])

    @cached_property
    def meeting(self) -> QPointF | None:
        """The pixel where two promises meet; None if that is not in view."""
        meeting = self.spec.meeting
        return None if meeting is None or meeting.place > self.across.high else self.point(meeting.place, meeting.value)

    @property
    def bound(self) -> tuple[float, str, float]:
        """The pixel on the axis below the meeting point of a large plot, its number, and the room that this takes."""
        if not self.large or self.meeting is None or self.spec.meeting is None:
            return -math.inf, "", 0.0
        bound = number(self.spec.meeting.place)
        widest = max([*self.across.labels(self.columns), bound], key=len)
        return self.meeting.x(), bound, QFontMetricsF(emboldened(self.font)).horizontalAdvance(widest) + 2 * GAP

    @property
    def ghost_end(self) -> QPointF | None:
        """The pixel where the promises met before a change; None if that is not known or not in view."""
        ghost = self.spec.ghost
        if ghost is None or not ghost.name or ghost.x[-1] > self.across.high:
            return None
        return self.point(float(ghost.x[-1]), float(ghost.values[-1]))

    def beyond(self, meeting: QPointF) -> QPolygonF:
        """Return the part that no run reaches: between promises that go on past where they meet, or all of it."""
        lines = [self.pixels[curve.key or curve.name] for curve in self.spec.gap or () if curve.until is not None]
        if not lines:
            return QPolygonF(QRectF(QPointF(meeting.x(), self.area.top()), self.area.bottomRight()))
        below, above = (line[line[:, 0] > meeting.x()] for line in lines)
        return polygon_of(np.vstack([[meeting.toTuple()], above, below[::-1]]))

    def bar(self, place: float, values: Mapping[str, float]) -> Iterator[tuple[Gap, int, QRectF]]:
        """Yield the parts between floor and ceiling at a place, from the bottom up: each gap, its number, its box."""
        half = QPointF(_BAR / 2, 0)
        for rank, gap in enumerate(GAPS if 0 < place <= self.across.high else ()):
            low, high = values.get(gap.low, np.nan), values.get(gap.high, np.nan)
            if not np.isnan(high - low):
                yield gap, rank, QRectF(self.point(place, high) - half, self.point(place, low) + half)

    def nearest(self, at: QPointF, within: float) -> str | None:
        """Return the key of the line that is nearest to a pixel, within a distance."""
        place = np.array(at.toTuple())
        # The last point is there twice, so that a line of one point has a distance too.
        lines = {key: pieces_of(np.vstack([pixels, pixels[-1:]])) for key, pixels in self.pixels.items()}
        away = {key: distance_to(line, place) for key, line in lines.items()}
        near = (key for key, distance in away.items() if distance <= within)
        return min(near, key=lambda key: away[key], default=None)

    def paint_still(self, painter: QPainter, theme: Theme) -> None:
        """Paint axes, promises, the gap between them and the pale lines: all that does not depend on the playhead."""
        spec = self.spec
        self._paint_axes(painter, theme)
        if spec.gap is not None:
            low, high = spec.gap
            below, above = self.pixels[low.key or low.name], self.pixels[high.key or high.name]
            fill(painter, polygon_of(np.vstack([above, below[::-1]])), theme.color("ink", 0.06))
        if (meeting := self.meeting) is not None:
            draw_with(painter, Qt.PenStyle.NoPen, QBrush(theme.color("now_text", 0.5), Qt.BrushStyle.BDiagPattern))
            painter.drawPolygon(self.beyond(meeting))
            painter.setBrush(theme.color("ink"))
            painter.drawEllipse(meeting, 5.0, 5.0)
        if spec.ghost is not None:
            self._paint_ghost(painter, theme, spec.ghost)
        for curve in spec.formulas:
            dashes = Qt.PenStyle.DashDotLine if curve.dotted else Qt.PenStyle.DashLine
            pen = theme.pen(curve.role, 2.0 if self.large else 1.6, dashes)
            draw_line(painter, self.pixels[curve.key or curve.name], pen)
        if spec.wall is not None:
            painter.setPen(theme.pen("promise", 1.6, Qt.PenStyle.DashLine))
            self.upright(painter, self.x(spec.wall.place))
        if spec.places:
            self._paint_results(painter, theme)
        if not self.large:
            for name in self.names:
                painter.setPen(theme.color(theme.text_role(name.role)))
                painter.drawText(name.box, name.text)
            if not spec.key_tells:
                self.paint_key(painter, theme, {})
        self.paint_lines(painter, theme)

    def _paint_ghost(self, painter: QPainter, theme: Theme, ghost: Sampled) -> None:
        """Paint the promise of before a change, and a pale dot where it met the other one."""
        draw_line(painter, self.polyline(*self.spec.points(ghost)), theme.pen(ghost.role, 1.6, share=PALEST))
        if (met := self.ghost_end) is not None:
            draw_with(painter, Qt.PenStyle.NoPen, theme.pale("ink", PALEST))
            painter.drawEllipse(met, 5.0, 5.0)

    def _paint_axes(self, painter: QPainter, theme: Theme) -> None:
        """Paint a line and its number for each of the `rows`, words at each of the `columns`, and their name below."""
        area, height = self.area, painter.fontMetrics().height()
        for value, text in zip(self.rows, self.up.labels(self.rows), strict=True):
            y = round(self.y(value)) + 0.5  # A line in one row of pixels.
            painter.setPen(theme.pen("hairline", 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(theme.color("secondary"))
            box = QRectF(0, y - height / 2, area.left() - GAP, height)
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
        painter.setPen(theme.color("secondary"))
        at, bound, free = self.bound
        for place, text in zip(self.columns, self.across.labels(self.columns), strict=True):
            box = QRectF(self.x(place) - _ACROSS, area.bottom() + 3, 2 * _ACROSS, height)
            if abs(self.x(place) - at) >= free:
                painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, text)
        if bound:
            painter.setFont(emboldened(self.font))
            painter.setPen(theme.color("ink"))
            box = QRectF(at - _ACROSS, area.bottom() + 3, 2 * _ACROSS, height)
            painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, bound)
            painter.setFont(self.font)
        if self.large and self.spec.axis is EXAMPLES:
            below = QRectF(area.left(), area.bottom() + 3 + height, area.width(), height)
            painter.drawText(below, Qt.AlignmentFlag.AlignRight, self.spec.axis.title)
        painter.setPen(theme.pen("secondary", 1, share=PALEST))
        painter.drawLine(area.bottomLeft(), area.bottomRight())

    def paint_bar(self, painter: QPainter, theme: Theme, bar: PlotBar, *, lit: bool = False) -> None:
        """Paint a bar, with a gap of a pixel to the next one; stronger if it is `lit`."""
        left, top, middle = self.x(bar.left), self.y(bar.height), self.y(bar.hollow)
        width = max(self.x(bar.right) - left - 1, 1.5)
        draw_with(painter, Qt.PenStyle.NoPen, theme.pale("ink" if lit else "secondary", 0.75 if lit else 0.6))
        painter.drawRect(QRectF(left, top, width, middle - top))
        if bar.hollow:
            draw_with(painter, theme.pen("secondary", 1), theme.color("secondary", 0.15))
            painter.drawRect(QRectF(left, middle, width, self.area.bottom() - middle))

    def _paint_results(self, painter: QPainter, theme: Theme) -> None:
        for bar in self.spec.bars:
            self.paint_bar(painter, theme, bar)
        self._paint_marks(painter, theme)
        for samples in reversed(self.spec.samples):
            _paint_samples(painter, theme, samples, np.column_stack([self.x(samples.x), self.y(samples.values)]))
        if self.spec.samples:
            self.paint_key(painter, theme, {})

    def _paint_marks(self, painter: QPainter, theme: Theme) -> None:
        """Paint a promise as a dashed line, a named run as a line with an arrow, and each name on a separate line."""
        height, named = painter.fontMetrics().height(), [mark for mark in self.spec.marks if mark.name]
        for mark in self.spec.marks:
            at, foot, text = self.x(mark.place), self.area.bottom(), mark.name
            if mark.place > self.across.high:
                text = f"{text} →"
            elif mark.place < self.across.low:
                text = f"← {text}"
            else:
                dashed = mark.role == "promise"
                painter.setPen(theme.pen(mark.role, 1.6, Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine))
                self.upright(painter, at)
                painter.setBrush(theme.color(mark.role))
                if mark.name and not dashed:
                    sides = QPointF(-_ARROW, _ARROW), QPointF(_ARROW, _ARROW)
                    painter.drawPolygon([QPointF(at, foot), *(QPointF(at, foot) + side for side in sides)])
            if mark.name:
                top = self.area.top() - (len(named) - named.index(mark)) * height - 2
                width = painter.fontMetrics().horizontalAdvance(text) + 2
                painter.setPen(theme.color(theme.text_role(mark.role)))
                write_line(painter, text, min(max(at - width / 2, GAP), self.area.right() + 2 * GAP - width), top)

    def paint_lines(self, painter: QPainter, theme: Theme, until: float | None = None) -> None:
        """Paint the curves of the run: strong and up to the pixel `until`, as far as it was played, or pale and whole.

        In a small plot the signs are painted over them each time, so that no line crosses a sign.
        """
        width, share = (1.0, PALEST) if until is None else (2.0, 1.0)
        for curve in self.spec.sampled:
            line = self.pixels[curve.key or curve.name]
            pen = theme.pen(curve.role, width * (1.4 if self.large else 1.0), share=share)
            draw_line(painter, line if until is None else cut_at(line, until), pen)
        for sign in () if self.large else self.signs:
            side = 0.42 * sign.box.height()  # This much of the page covers the curve.
            draw_with(painter, Qt.PenStyle.NoPen, theme.color("page"))
            painter.drawEllipse(sign.box.center(), side, side)
            painter.setPen(theme.color(theme.text_role(sign.role)))
            painter.setFont(sign.font)
            painter.drawText(sign.box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, sign.text)

    def paint_bands(self, painter: QPainter, theme: Theme, now: float, bands: Sequence[Band]) -> None:
        """Paint what lies between the two lines of the gap at the playhead, carried on to where the lines meet."""
        for band in bands if self.spec.gap is not None else ():
            places = now, max(band.low, now), max(band.high, now), now
            corners = zip(places, (band.low, band.low, band.high, band.high), strict=True)
            fill(painter, [self.point(*corner) for corner in corners], theme.color("promise", band.alpha))

    def paint_key(self, painter: QPainter, theme: Theme, numbers: Mapping[str, str]) -> None:
        """Write the names of curves that could be taken for others, behind a sign or a sample, with their numbers."""
        groups = {names[0]: names for names in self.spec.same}
        hidden = {name for names in self.spec.same for name in names[1:]}
        curves: tuple[Sampled | Samples, ...] = (*self.spec.keyed, *self.spec.samples)
        keyed = [curve for curve in curves if curve.name not in hidden]
        metrics, x = painter.fontMetrics(), self.area.left()
        each = int((self.area.right() - x) / max(len(keyed), 1) - 2 * GAP)
        top = self.area.top() - metrics.height() - 4
        for curve in keyed:
            sign = self.spec.signs.get(curve.name, "")
            name = curve.name if sign in ("", curve.name) else f"{sign} {curve.name}"
            if curve.name in groups:
                name = f"{', '.join(groups[curve.name])} the same:"
            name = f"{name} {numbers.get(curve.name, '')}".rstrip()
            if isinstance(curve, Samples):
                middle = top + metrics.height() / 2
                ends = np.array([[x, middle], [x + _STROKE, middle]])
                ends = ends if curve.look == "dashes" else ends.mean(axis=0, keepdims=True)
                _paint_samples(painter, theme, curve, ends)
                x += _STROKE + GAP
            painter.setPen(theme.color(theme.text_role(curve.role)))
            x = write_line(painter, metrics.elidedText(name, Qt.TextElideMode.ElideRight, each), x, top) + 2 * GAP

    def paint_remark(self, painter: QPainter, theme: Theme) -> None:
        """Write the remark on top, at the right: a playhead or a curve may pass behind it."""
        if not self.spec.remark:
            return
        room = self.area.adjusted(0.25 * self.area.width() if self.spec.sampled else 0.0, 0, -8, 0)
        at_right = Qt.AlignmentFlag.AlignRight if self.spec.sampled else Qt.AlignmentFlag.AlignHCenter
        flags = at_right | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
        plate = painter.boundingRect(room, flags, self.spec.remark).adjusted(-3, 0, 3, 0)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        write_on(painter, plate, theme.color("page", 0.86), self.spec.remark, theme.color("secondary"), flags)


def frame_of(spec: PlotSpec, canvas: QRectF, font: QFont, *, large: bool = False) -> PlotFrame:
    """Return the frame of the plot in `canvas`, beside the numbers of its axes.

    A `large` one has no key above, and below it the title of an axis that does not count updates.
    """
    metrics = QFontMetricsF(font)
    line = metrics.height()
    top = 0 if large else 6 + line * bool(spec.keyed)
    area = canvas.adjusted(0, top, 0, -line * (1 + (large and spec.axis is EXAMPLES)) - 3)
    most = min(max(int(area.height() / 26), 2), 5 if spec.curves else 8)
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
    return PlotFrame(area, spec.x, spec.y, spec, font, rows, columns, large)


def row_ticks(spec: PlotSpec, height: float, metrics: QFontMetrics | QFontMetricsF) -> list[float]:
    """Return values with a label, so few that no two touch; none where the promises themselves name the values."""
    if not spec.curves or spec.wall is not None:
        return []
    ticks = spec.y.ticks(max(min(int(height / 18.0), 5), 2))
    apart = np.diff(spec.y.share(np.asarray(ticks))) * height
    return ticks if (apart >= metrics.ascent()).all() else ticks[-1:]


class Band(NamedTuple):
    """From `low` to `high` at the playhead, in a tint of the promises' colour."""

    low: float
    high: float
    alpha: float


def _paint_samples(painter: QPainter, theme: Theme, samples: Samples, points: FloatArray) -> None:
    """Paint samples at these pixels, (m, 2)."""
    known = ~np.isnan(points[:, 1])
    if samples.look == "dashes":
        painter.setPen(theme.pen(samples.role, 1.6, Qt.PenStyle.DashLine))
        for stretch in np.split(points, np.flatnonzero(~known)):
            painter.drawPolyline(polygon_of(stretch[~np.isnan(stretch[:, 1])]))
        return
    draw_with(painter, theme.pen(samples.role, 1.2), theme.color(samples.role if samples.look == "dots" else "page"))
    for at in points[known].tolist():
        painter.drawEllipse(QPointF(*at), _DOT, _DOT)


def cut_at(points: FloatArray, x: float) -> FloatArray:
    """Return the part of a line through points (m, 2), from left to right, that is left of pixel `x`."""
    kept = int(np.searchsorted(points[:, 0], x, "right"))
    end = [(x, np.interp(x, *points.T))] if 0 < kept < len(points) else np.empty((0, 2))
    return np.vstack([points[:kept], end])
