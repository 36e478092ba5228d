"""A plot laid out on a widget, and its painting: paper with axes and promises, and the curves on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFont, QFontMetrics, QFontMetricsF, QPainter, QPolygonF

from core.datasets.dataset import FloatArray, IntArray
from core.plots.corridor import GAPS, Gap
from core.plots.spec import EXAMPLES, KnownCurve, PlotBar, PlotSpec, Sampled, Samples
from perceptron_gui.look.labels import Label, Placer, Spot, Taken, size_of
from perceptron_gui.look.plots.axes import (
    GAP,
    Frame,
    distance_to,
    draw_line,
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
    def pixels(self) -> dict[str, FloatArray]:
        """Key, or name, of a curve → the points of its line in pixels, (m, 2), as far as it is in view."""
        return {curve.key or curve.name: self.polyline(*self.spec.points(curve)) for curve in self.spec.curves}

    @cached_property
    def signs(self) -> list[Sign]:
        """One for each curve of the key in view, so that it is known without its colour: the first at the left."""
        keyed, found = self.spec.keyed, list[Sign]()
        for rank, curve in enumerate(keyed, 1):
            across, down = self.x(curve.x), self.y(curve.values)
            seen = (down >= self.area.top()) & (down <= self.area.bottom())
            if seen.any():
                across, down = across[seen], down[seen]
                at = float(across[0] + (across[-1] - across[0]) * rank / (len(keyed) + 1))
                place = QPointF(at, float(np.interp(at, across, down)))
                found.append(Sign(self.spec.signs[curve.name], curve.role, place))
        return found

    def polyline(self, places: FloatArray, values: FloatArray) -> FloatArray:
        """Return a curve in pixels, (m, 2), thinned to what the width can show without losing a peak or a trough."""
        pixels = self.x(places)
        kept = _telling(pixels / 2, values)  # Two pixels make a stretch.
        return np.column_stack([pixels[kept], self.y(values[kept])])

    @cached_property
    def meeting(self) -> QPointF | None:
        """The pixel where two promises meet; None if that is not in view."""
        meeting = self.spec.meeting
        return None if meeting is None or meeting.place > self.across.high else self.point(meeting.place, meeting.value)

    def beyond(self, meeting: QPointF) -> QPolygonF:
        """Return the part that no run reaches: between promises that go on past where they meet, or all of it."""
        lines = [self.pixels[curve.key or curve.name] for curve in self.spec.gap or () if curve.until is not None]
        if not lines:
            return QPolygonF(QRectF(QPointF(meeting.x(), self.area.top()), self.area.bottomRight()))
        below, above = (line[line[:, 0] > meeting.x()] for line in lines)
        return polygon_of(np.vstack([[meeting.toTuple()], above, below[::-1]]))

    def bar(self, place: float, values: Mapping[str, float]) -> list[tuple[Gap, int, QRectF]]:
        """Return the parts between floor and ceiling at a place, from the bottom up: each gap, its number, its box."""
        if not 0 < place <= self.across.high:
            return []
        half, boxes = QPointF(_BAR / 2, 0), []
        for number, gap in enumerate(GAPS):
            low, high = values.get(gap.low, np.nan), values.get(gap.high, np.nan)
            if not np.isnan(high - low):
                boxes.append((gap, number, QRectF(self.point(place, high) - half, self.point(place, low) + half)))
        return boxes

    def nearest(self, at: QPointF, within: float) -> str | None:
        """Return the key of the line that is nearest to a pixel, within a distance."""
        place = np.array(at.toTuple())
        # The last point is there twice, so that a line of one point has a distance too.
        lines = {key: pieces_of(np.vstack([pixels, pixels[-1:]])) for key, pixels in self.pixels.items()}
        away = {key: distance_to(line, place) for key, line in lines.items()}
        near = (key for key, distance in away.items() if distance <= within)
        return min(near, key=lambda key: away[key], default=None)


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
    widest = max((metrics.horizontalAdvance(text) for text in spec.y.labels(rows)), default=0.0)
    area.setLeft(area.left() + widest + GAP)
    for most in range(6 if large else 5, 1, -1):  # The number of labels is small enough that no two touch.
        columns = spec.x.ticks(most)
        widths = [metrics.horizontalAdvance(text) for text in spec.x.labels(columns)]
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


_ACROSS = 60
_STROKE = 18.0
_SHARES = 0.5, 0.7, 0.3, 0.85, 0.15, 1.0
"""Shares of a line at which its name may stand, the best first."""
_DOT = 3.0
_ARROW = 5.0


class Band(NamedTuple):
    """From `low` to `high` at the playhead, in a tint of the promises' colour."""

    low: float
    high: float
    alpha: float


def paint_paper(painter: QPainter, frame: PlotFrame, theme: Theme) -> None:
    """Paint axes, promises and the gap between them: all that does not depend on the playhead."""
    spec = frame.spec
    _paint_axes(painter, theme, frame)
    if spec.gap is not None:
        low, high = spec.gap
        below, above = frame.pixels[low.key or low.name], frame.pixels[high.key or high.name]
        fill(painter, polygon_of(np.vstack([above, below[::-1]])), theme.color("ink", 0.06))
    if (meeting := frame.meeting) is not None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(theme.color("now_text", 0.5), Qt.BrushStyle.BDiagPattern))
        painter.drawPolygon(frame.beyond(meeting))
        painter.setBrush(theme.color("ink"))
        painter.drawEllipse(meeting, 5.0, 5.0)
        painter.setBrush(Qt.BrushStyle.NoBrush)
    if spec.ghost is not None:
        draw_line(painter, frame.polyline(*spec.points(spec.ghost)), theme.pen(spec.ghost.role, 1.6, share=PALEST))
    for curve in spec.formulas:
        dashes = Qt.PenStyle.DashDotLine if curve.dotted else Qt.PenStyle.DashLine
        pen = theme.pen(curve.role, 2.0 if frame.large else 1.6, dashes)
        draw_line(painter, frame.pixels[curve.key or curve.name], pen)
    if spec.wall is not None:
        painter.setPen(theme.pen("promise", 1.6, Qt.PenStyle.DashLine))
        frame.upright(painter, frame.x(spec.wall.place))
    if spec.places:
        _paint_results(painter, frame, theme)
    if not frame.large:
        painter.save()
        for role, written in names_in(frame, painter.font()):
            painter.setFont(written.font)
            painter.setPen(theme.color(theme.text_role(role)))
            painter.drawText(written.box, written.text)
        painter.restore()
        if not spec.key_tells:
            paint_key(painter, frame, theme, {})


def _paint_axes(painter: QPainter, theme: Theme, frame: PlotFrame) -> None:
    """Paint a line and its number for each of the `rows`, and words at each of the `columns`, with their name below."""
    area, height = frame.area, painter.fontMetrics().height()
    for value, text in zip(frame.rows, frame.up.labels(frame.rows), strict=True):
        y = round(frame.y(value)) + 0.5  # A line in one row of pixels.
        painter.setPen(theme.pen("hairline", 1))
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        painter.setPen(theme.color("secondary"))
        box = QRectF(0, y - height / 2, area.left() - GAP, height)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
    painter.setPen(theme.color("secondary"))
    for place, text in zip(frame.columns, frame.across.labels(frame.columns), strict=True):
        box = QRectF(frame.x(place) - _ACROSS, area.bottom() + 3, 2 * _ACROSS, height)
        painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, text)
    if frame.large and frame.spec.axis is EXAMPLES:
        below = QRectF(area.left(), area.bottom() + 3 + height, area.width(), height)
        painter.drawText(below, Qt.AlignmentFlag.AlignRight, frame.spec.axis.title)
    painter.setPen(theme.pen("secondary", 1, share=PALEST))
    painter.drawLine(area.bottomLeft(), area.bottomRight())


def paint_bar(painter: QPainter, frame: PlotFrame, theme: Theme, bar: PlotBar, *, lit: bool = False) -> None:
    """Paint a bar, with a gap of a pixel to the next one; stronger if it is `lit`."""
    left, top, middle = frame.x(bar.left), frame.y(bar.height), frame.y(bar.hollow)
    width = max(frame.x(bar.right) - left - 1, 1.5)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.pale("ink" if lit else "secondary", 0.75 if lit else 0.6))
    painter.drawRect(QRectF(left, top, width, middle - top))
    if bar.hollow:
        painter.setPen(theme.pen("secondary", 1))
        painter.setBrush(theme.color("secondary", 0.15))
        painter.drawRect(QRectF(left, middle, width, frame.area.bottom() - middle))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _paint_results(painter: QPainter, frame: PlotFrame, theme: Theme) -> None:
    for bar in frame.spec.bars:
        paint_bar(painter, frame, theme, bar)
    _paint_marks(painter, frame, theme)
    for samples in reversed(frame.spec.samples):
        points = np.column_stack([frame.x(samples.x), frame.y(samples.values)])
        _paint_samples(painter, theme, samples, points)
    if frame.spec.samples:
        paint_key(painter, frame, theme, {})


def _paint_marks(painter: QPainter, frame: PlotFrame, theme: Theme) -> None:
    """Paint a promise as a dashed line, a named run as a line with an arrow, and each name on a separate line."""
    height, named = painter.fontMetrics().height(), [mark for mark in frame.spec.marks if mark.name]
    for mark in frame.spec.marks:
        at, foot, text = frame.x(mark.place), frame.area.bottom(), mark.name
        if mark.place > frame.across.high:
            text = f"{text} →"
        elif mark.place < frame.across.low:
            text = f"← {text}"
        else:
            dashed = mark.role == "promise"
            painter.setPen(theme.pen(mark.role, 1.6, Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine))
            frame.upright(painter, at)
            painter.setBrush(theme.color(mark.role))
            if mark.name and not dashed:
                sides = QPointF(-_ARROW, _ARROW), QPointF(_ARROW, _ARROW)
                painter.drawPolygon([QPointF(at, foot), *(QPointF(at, foot) + side for side in sides)])
        if mark.name:
            top = frame.area.top() - (len(named) - named.index(mark)) * height - 2
            width = painter.fontMetrics().horizontalAdvance(text) + 2
            painter.setPen(theme.color(theme.text_role(mark.role)))
            write_line(painter, text, min(max(at - width / 2, GAP), frame.area.right() + 2 * GAP - width), top)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _paint_samples(painter: QPainter, theme: Theme, samples: Samples, points: FloatArray) -> None:
    """Paint samples at these pixels, (m, 2)."""
    known = ~np.isnan(points[:, 1])
    if samples.look == "dashes":
        painter.setPen(theme.pen(samples.role, 1.6, Qt.PenStyle.DashLine))
        for stretch in np.split(points, np.flatnonzero(~known)):
            painter.drawPolyline(polygon_of(stretch[~np.isnan(stretch[:, 1])]))
        return
    painter.setPen(theme.pen(samples.role, 1.2))
    painter.setBrush(theme.color(samples.role if samples.look == "dots" else "page"))
    for at in points[known].tolist():
        painter.drawEllipse(QPointF(*at), _DOT, _DOT)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def paint_lines(painter: QPainter, frame: PlotFrame, theme: Theme, until: float | None = None) -> None:
    """Paint what the run draws: strong as far as the pixel `until`, as it was played; pale and whole without it.

    The signs of small plots stand on both, so that no line crosses them.
    """
    width, share = (1.0, PALEST) if until is None else (2.0, 1.0)
    for curve in frame.spec.sampled:
        line = frame.pixels[curve.key or curve.name]
        pen = theme.pen(curve.role, width * (1.4 if frame.large else 1.0), share=share)
        draw_line(painter, line if until is None else cut_at(line, until), pen)
    painter.save()
    for sign in () if frame.large else frame.signs:
        written = sign.written(painter.font())
        side = 0.42 * written.box.height()  # This much of the page covers the curve.
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("page"))
        painter.drawEllipse(sign.at, side, side)
        painter.setPen(theme.color(theme.text_role(sign.role)))
        painter.setFont(written.font)
        painter.drawText(written.box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, sign.text)
    painter.restore()


def cut_at(points: FloatArray, x: float) -> FloatArray:
    """Return the part of a line through points (m, 2), from left to right, that is left of pixel `x`."""
    kept = int(np.searchsorted(points[:, 0], x, "right"))
    end = [(x, np.interp(x, *points.T))] if 0 < kept < len(points) else np.empty((0, 2))
    return np.vstack([points[:kept], end])


def paint_bands(painter: QPainter, frame: PlotFrame, theme: Theme, now: float, bands: Sequence[Band]) -> None:
    """Paint what lies between the two lines of the gap at the playhead, carried on to where the lines meet."""
    for band in bands if frame.spec.gap is not None else ():
        corners = [(now, band.low), (max(band.low, now), band.low), (max(band.high, now), band.high), (now, band.high)]
        area = QPolygonF([frame.point(place, value) for place, value in corners])
        fill(painter, area, theme.color("promise", band.alpha))


def paint_key(painter: QPainter, frame: PlotFrame, theme: Theme, numbers: Mapping[str, str]) -> None:
    """Write the names of curves that could be taken for others, behind a sign or a sample, with their numbers."""
    groups = {names[0]: names for names in frame.spec.same}
    hidden = {name for names in frame.spec.same for name in names[1:]}
    keyed = [curve for curve in (*frame.spec.keyed, *frame.spec.samples) if curve.name not in hidden]
    metrics, x = painter.fontMetrics(), frame.area.left()
    each = int((frame.area.right() - x) / max(len(keyed), 1) - 2 * GAP)
    top = frame.area.top() - metrics.height() - 4
    painter.save()
    for curve in keyed:
        sign = frame.spec.signs.get(curve.name, "")
        name = curve.name if sign in ("", curve.name) else f"{sign} {curve.name}"
        if curve.name in groups:
            name = f"{', '.join(groups[curve.name])} the same:"
        text = metrics.elidedText(f"{name} {numbers.get(curve.name, '')}".rstrip(), Qt.TextElideMode.ElideRight, each)
        if isinstance(curve, Samples):
            middle = top + metrics.height() / 2
            ends = np.array([[x, middle], [x + _STROKE, middle]])
            _paint_samples(painter, theme, curve, ends if curve.look == "dashes" else ends.mean(axis=0, keepdims=True))
            x += _STROKE + GAP
        painter.setPen(theme.color(theme.text_role(curve.role)))
        x = write_line(painter, text, x, top) + 2 * GAP
    painter.restore()


def names_in(frame: PlotFrame, font: QFont) -> list[tuple[str, DrawnFormula]]:
    """Return the names of promises and of the wall in letters of `font`, each beside its line, and its role."""
    spec, area, metrics, labels = frame.spec, frame.area, QFontMetricsF(font), list[Label]()
    for formula in spec.formulas:
        if spec.wall is None or formula.name != spec.wall.name:
            below = any(isinstance(curve, Sampled) for curve in spec.curves[spec.curves.index(formula) :])
            spots = _beside_line(frame, formula, 1.0 if below else -1.0)
            name = metrics.elidedText(formula.name, Qt.TextElideMode.ElideRight, area.width() - 8)
            labels.append(Label(name, formula.role, spots))
    if spec.wall is not None:
        at = frame.x(spec.wall.place) - 6, area.bottom() - 8
        labels.append(Label(spec.wall.name, "promise", [(*at, -1.0, -1.0)]))
    lines = list(map(pieces_of, frame.pixels.values()))
    inside = area.adjusted(0, -metrics.height(), 2 * GAP, 0)
    placed = Placer().place(labels, partial(size_of, metrics, 2.0), inside, Taken(lines=lines))
    return [(label.role, DrawnFormula(rect, label.text, font)) for label, rect in placed]


def _beside_line(frame: PlotFrame, formula: KnownCurve, side: float) -> list[Spot]:
    """Return the spots below a line, where `side` is 1, or above it at −1, and then on its other side."""
    pixels = frame.pixels[formula.key or formula.name]
    if not len(pixels):
        return []
    across = pixels[0, 0] + (pixels[-1, 0] - pixels[0, 0]) * np.array(_SHARES)
    places = np.column_stack([across, np.interp(across, *pixels.T)]).tolist()
    ways = (side, side), (-side, side), (-side, -side), (side, -side)
    return [(x + dx * 4, y + dy, dx, dy) for dx, dy in ways for x, y in places]


def paint_remark(painter: QPainter, frame: PlotFrame, theme: Theme) -> None:
    """Write the remark on top, at the right: a playhead or a curve may pass behind it."""
    if not frame.spec.remark:
        return
    room = frame.area.adjusted(0.25 * frame.area.width() if frame.spec.sampled else 0.0, 0, -8, 0)
    at_right = Qt.AlignmentFlag.AlignRight if frame.spec.sampled else Qt.AlignmentFlag.AlignHCenter
    flags = at_right | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
    plate = painter.boundingRect(room, flags, frame.spec.remark).adjusted(-3, 0, 3, 0)
    flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
    write_on(painter, plate, theme.color("page", 0.86), frame.spec.remark, theme.color("secondary"), flags)
