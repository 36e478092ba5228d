"""The painting of a plot: paper with axes and promises, and the curves on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFont, QFontMetricsF, QPaintEngine, QPainter, QPolygonF

from core.datasets.dataset import FloatArray
from core.plots.spec import EXAMPLES, KnownCurve, PlotBar, Sampled, Samples
from perceptron_gui.look.labels import Label, Placer, Spot, Taken, measured
from perceptron_gui.look.plots.axes import (
    GAP,
    draw_hairlines,
    draw_line,
    paint_axes,
    paint_between,
    polygon_of,
    write_line,
)
from perceptron_gui.look.plots.frame import PlotFrame
from perceptron_gui.look.text.rich_text import DrawnFormula
from perceptron_gui.look.theme import PALEST, Theme

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
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    spec, name = frame.spec, frame.spec.axis.title if frame.large and frame.spec.axis is EXAMPLES else ""
    columns = zip(frame.columns, frame.across.labels(frame.columns), strict=True)
    paint_axes(painter, theme, frame, frame.rows, columns, name)
    if spec.gap is not None:
        below, above = (frame.pixels[curve.key or curve.name] for curve in spec.gap)
        paint_between(painter, below, above, theme.color("ink", 0.06))
    if (meeting := frame.meeting) is not None:
        # Beyond the end of the corridor is the part that no run reaches.
        beyond = QRectF(QPointF(meeting.x(), frame.area.top()), frame.area.bottomRight())
        painter.fillRect(beyond, QBrush(theme.color("now_text", 0.5), Qt.BrushStyle.BDiagPattern))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("ink"))
        painter.drawEllipse(meeting, 5.0, 5.0)
        painter.setBrush(Qt.BrushStyle.NoBrush)
    if spec.ghost is not None:
        draw_line(painter, theme, frame.polyline(*spec.points(spec.ghost)), spec.ghost.role, 1.6, share=PALEST)
    for curve in spec.formulas:
        line, width = frame.lines[curve.key or curve.name], 2.0 if frame.large else 1.6
        dashes = Qt.PenStyle.DashDotLine if curve.dotted else Qt.PenStyle.DashLine
        draw_line(painter, theme, line, curve.role, width, dashes)
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
    """Paint bars, marks and samples, and the key of the samples."""
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


def paint_lines(painter: QPainter, frame: PlotFrame, theme: Theme, *, played: bool, until: float | None = None) -> None:
    """Paint what the run draws: strong where it was `played`, pale where it is to come; cut at the pixel `until`.

    The signs of small plots stand on both, so that no line crosses them.
    """
    width, share = (2.0, 1.0) if played else (1.0, PALEST)
    raster = painter.paintEngine().type() == QPaintEngine.Type.Raster
    fine = not frame.large and raster and painter.deviceTransform().m11() == 1 and theme.thickness == 1
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for curve in frame.spec.sampled:
        line = frame.lines[curve.key or curve.name]
        line = line if until is None else cut_at(line, until)
        if fine:
            # Hairlines are as wide as lines should be, pixel by pixel, and drawn very quickly.
            draw_hairlines(painter, theme, line, curve.role, share, strong=played)
        else:
            draw_line(painter, theme, line, curve.role, width * (1.4 if frame.large else 1.0), share=share)
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


def cut_at(curve: QPolygonF, x: float) -> QPolygonF:
    """Return the part of a polyline (its points from left to right) that is left of pixel `x`."""
    points = curve.toList()
    kept = [point for point in points if point.x() <= x]
    if 0 < len(kept) < len(points):
        last, following = kept[-1], points[len(kept)]
        kept.append(last + (following - last) * ((x - last.x()) / (following.x() - last.x())))
    return QPolygonF(kept)


def paint_bands(painter: QPainter, frame: PlotFrame, theme: Theme, now: float, bands: Sequence[Band]) -> None:
    """Paint what lies between the two lines of the gap at the playhead, carried on to where the lines meet."""
    if frame.spec.gap is None:
        return
    painter.save()
    # Their edges lie under lines; smoothed they would cost a millisecond each.
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(Qt.PenStyle.NoPen)
    for band in bands:
        corners = [(now, band.low), (max(band.low, now), band.low), (max(band.high, now), band.high), (now, band.high)]
        painter.setBrush(theme.color("promise", band.alpha))
        painter.drawPolygon(QPolygonF([frame.point(place, value) for place, value in corners]))
    painter.restore()


def paint_key(painter: QPainter, frame: PlotFrame, theme: Theme, numbers: Mapping[str, str]) -> None:
    """Write a name for each curve that could be taken for another above the plot, with its number if it has one.

    It is in the colour of its curve, behind the sign that stands on the curve, unless that is the name, or behind a
    sample of it; as short as it must be.
    """
    keyed: tuple[Sampled | Samples, ...] = (*frame.spec.keyed, *frame.spec.samples)
    metrics, x = painter.fontMetrics(), frame.area.left()
    each = int((frame.area.right() - x) / max(len(keyed), 1) - 2 * GAP)
    top = frame.area.top() - metrics.height() - 4
    painter.save()
    for curve in keyed:
        sign = frame.spec.signs.get(curve.name, "")
        name = curve.name if sign in ("", curve.name) else f"{sign} {curve.name}"
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
    """Return the names of promises and of the wall, each with the role of its colour, in letters of `font`.

    Each stands beside its line, on the side away from the run's curve if there is room.
    """
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
    lines = [np.hstack([pixels[:-1], pixels[1:]]) for pixels in frame.pixels.values()]
    inside = area.adjusted(0, -metrics.height(), 2 * GAP, 0)
    placed = Placer().place(labels, measured(metrics, 2.0), inside, Taken(lines=lines))
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
    box = painter.boundingRect(room, flags, frame.spec.remark)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("page", 0.86))
    painter.drawRoundedRect(box.adjusted(-3, 0, 3, 0), 3, 3)
    painter.setPen(theme.color("secondary"))
    painter.drawText(box, flags, frame.spec.remark)
