"""The painting of a plot: paper with axes and promises, and the curves on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QBrush, QFont, QFontMetrics, QFontMetricsF, QPaintEngine, QPainter, QPolygonF

from core.datasets.dataset import FloatArray
from core.plots.spec import EXAMPLES, KnownCurve, PlotBar, Sampled, Samples
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

    Beside a stroke; where they are too many for that, in the curve's own colour and as small as need be. Before each
    name is the sign of its curve, unless that is the name.
    """
    keyed: tuple[Sampled | Samples, ...] = (*frame.spec.keyed, *frame.spec.samples)
    x = frame.area.left()
    signs = [frame.spec.signs.get(curve.name, "") for curve in keyed]
    names = [c.name if sign in ("", c.name) else f"{sign} {c.name}" for c, sign in zip(keyed, signs, strict=True)]
    texts = [f"{name} {numbers.get(curve.name, '')}".rstrip() for name, curve in zip(names, keyed, strict=True)]
    width, stroke = frame.area.right() - x, _STROKE + GAP
    top = frame.area.top() - painter.fontMetrics().height() - 4
    painter.save()
    if _key_width(painter.fontMetrics(), texts, stroke) > width:
        stroke = 0.0
        each = int((width - 2 * GAP * (len(texts) - 1)) / max(len(texts), 1)) - 2
        texts = [painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, each) for text in texts]
    for curve, text in zip(keyed, texts, strict=True):
        box = QRectF(x + stroke, top, painter.fontMetrics().horizontalAdvance(text) + 2, painter.fontMetrics().height())
        ends = np.array([[x, box.center().y()], [x + _STROKE, box.center().y()]])
        if isinstance(curve, Samples):
            _paint_samples(painter, theme, curve, ends if curve.look == "dashes" else ends.mean(axis=0, keepdims=True))
        elif stroke:
            painter.setPen(theme.pen(curve.role, 2.0))
            painter.drawPolyline(polygon_of(ends))
        painter.setPen(theme.color("secondary" if stroke else theme.text_role(curve.role)))
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, text)
        x = box.right() + 2 * GAP
    painter.restore()


def _key_width(metrics: QFontMetrics | QFontMetricsF, texts: Sequence[str], stroke: float) -> float:
    return sum(metrics.horizontalAdvance(text) + stroke + 2 for text in texts) + 2 * GAP * (len(texts) - 1)


def names_in(frame: PlotFrame, font: QFont) -> Iterator[tuple[str, DrawnFormula]]:
    """Yield the names of promises and of the wall, each with the role of its colour, in letters of `font`."""
    spec = frame.spec
    for formula in spec.formulas:
        if spec.wall is None or formula.name != spec.wall.name:
            yield formula.role, _name_of(frame, font, formula)
    if spec.wall is not None:
        metrics, name = QFontMetrics(font), spec.wall.name
        width, height = metrics.horizontalAdvance(name) + 2, metrics.height()
        left = frame.x(spec.wall.place) - 6 - width
        yield "promise", DrawnFormula(QRectF(left, frame.area.bottom() - height - 8, width, height), name, font)


def _name_of(frame: PlotFrame, font: QFont, formula: KnownCurve) -> DrawnFormula:
    """Return a name on the outer side of its line: the run's curve is on the other."""
    curves = frame.spec.curves
    below = any(isinstance(curve, Sampled) for curve in curves[curves.index(formula) :])
    room = frame.area.width() - 8
    metrics = QFontMetrics(font)
    name = metrics.elidedText(formula.name, Qt.TextElideMode.ElideRight, int(room))
    width, height = metrics.horizontalAdvance(name), metrics.height()
    taken = (width + 8) / max(frame.area.width(), 1)
    share = min(0.5, 1 - taken) if below else min(max(0.7, taken), 1)
    if frame.spec.remark and not below:
        share = 0.27  # The name must not be covered by the remark.
    place = frame.place_at(frame.area.left() + frame.area.width() * share)
    if frame.spec.wall is None:
        drawn = frame.spec.points(formula)[0]
        place = min(place, share * float(drawn[-1] if len(drawn) else place))
    at = frame.point(place, formula.at(place))
    corner = at + (QPointF(8, 1) if below else QPointF(-width - 8, -height - 1))
    if corner.y() < frame.area.top():
        corner.setY(at.y() + 1)
    if corner.x() < frame.area.left():
        corner.setX(at.x() + 10)
    if corner.y() + height > frame.area.bottom():
        corner.setY(at.y() - height - 2)
    corner.setY(max(corner.y(), frame.area.top()))
    if frame.area.height() < 2 * height and frame.spec.wall is None:
        # Hardly higher than a line of text: what grows may pass under a name in the upper left corner.
        first = QPointF(frame.area.left() + GAP, frame.area.top() - GAP)
        place = frame.place_at(first.x() + width)
        if frame.point(place, formula.at(place)).y() >= first.y() + 0.9 * height:
            corner = first
    return DrawnFormula(QRectF(corner, QSizeF(width + 2, height)), name, font)


def paint_remark(painter: QPainter, frame: PlotFrame, theme: Theme) -> None:
    """Write the remark on top: a playhead or a curve may pass behind it."""
    area, remark, wrapped = frame.area, frame.spec.remark, Qt.TextFlag.TextWordWrap
    if not remark:
        return
    room, side = area, Qt.AlignmentFlag.AlignCenter
    if frame.spec.sampled and frame.spec.gap:
        room = area.adjusted(0.25 * area.width(), 0, -8, 0)
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    elif frame.spec.sampled:
        end = max(frame.x(curve.x[-1]) for curve in frame.spec.sampled) - area.left()
        # The remark is beside a short run, so that no playhead crosses it.
        after = end if end < 0.2 * area.width() else 0
        room = QRectF(area.left() + 8 + after, area.top(), area.width() * 0.46, area.height())
        side = Qt.AlignmentFlag.AlignLeft
    box = painter.boundingRect(room, side | wrapped, remark)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("page", 0.86))
    painter.drawRoundedRect(box.adjusted(-3, 0, 3, 0), 3, 3)
    painter.setPen(theme.color("secondary"))
    painter.drawText(box, side | wrapped, remark)
