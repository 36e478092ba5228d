"""How a picture is painted: paper with axes and promises, and the curve upon it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF, QPaintEngine, QPainter, QPolygonF

from core.datasets.dataset import FloatArray, IntArray
from perceptron_gui.look.plots.axes import GAP, Frame, paint_axes
from perceptron_gui.look.plots.lines import draw_hairlines, draw_line, paint_between, points_of, polygon_of
from perceptron_gui.look.plots.picture import KnownCurve, Picture, Sampled, Wall
from perceptron_gui.look.plots.signs import Sign, paint_sign, signs_in
from perceptron_gui.look.scale import Scale
from perceptron_gui.look.text.lettering import shrunk
from perceptron_gui.look.text.symbol_tips import DrawnFormula
from perceptron_gui.look.theme import PALEST, Theme

_COLUMNS = 5
"""The most ticks on the horizontal axis."""
_STROKE = 18.0


@dataclass(frozen=True)
class Band:
    """From `low` to `high` at the playhead, in a tint of the promises' colour."""

    low: float
    high: float
    alpha: float


@dataclass(frozen=True, eq=False)
class PictureFrame(Frame):
    """The frame of a picture on a widget."""

    picture: Picture

    @cached_property
    def signs(self) -> tuple[Sign, ...]:
        """What stands on curves that could be taken for one another."""
        return tuple(signs_in(self.picture, self))

    @cached_property
    def lines(self) -> tuple[tuple[Sampled, QPolygonF], ...]:
        """The curves that the run draws, in pixels: painted twice, pale and strong."""
        return tuple((curve, self.polyline(curve.x, curve.values)) for curve in self.picture.sampled)

    def polyline(self, places: FloatArray, values: FloatArray) -> QPolygonF:
        """The curve in pixels, thinned to what the width can show without losing a peak or a trough."""
        pixels = self.x(places)
        kept = _telling(pixels / 2, values)  # two pixels make a stretch
        return polygon_of(np.column_stack([pixels[kept], self.y(values[kept])]))


def _telling(places: FloatArray, values: FloatArray) -> IntArray:
    """Which of `values` (m,) at `places` (m,), which do not decrease, to draw: of those in one stretch the extremes.

    A stretch is as long as 1; its first and last value are drawn too. A value in so many would alias: what swings
    within a stretch would seem to stand still.
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


def frame_of(picture: Picture, canvas: QRectF, font: QFont) -> PictureFrame:
    """Room for the plot in `canvas`, beside the labels of its axes."""
    metrics = QFontMetricsF(font)
    labels = picture.y.labels(row_ticks(picture, canvas.height(), metrics))
    left = max([metrics.horizontalAdvance(text) for text in labels], default=0.0) + GAP
    columns = column_ticks(picture.x, _COLUMNS, canvas.width() - left, metrics)
    half = metrics.horizontalAdvance(picture.x.labels(columns)[-1]) / 2
    top = 6 + (metrics.height() if picture.keyed else 0)
    area = canvas.adjusted(left, top, -half - 2, -metrics.height() - 3)
    return PictureFrame(area, picture.x, picture.y, picture)


def paint_paper(painter: QPainter, frame: PictureFrame, theme: Theme) -> None:
    """Axes, promises and the gap between them: all that does not depend on the playhead."""
    area, picture, metrics = frame.area, frame.picture, painter.fontMetrics()
    places = column_ticks(picture.x, _COLUMNS, area.width(), metrics)
    columns = zip(places, picture.x.labels(places), strict=True)
    paint_axes(painter, theme, frame, row_ticks(picture, area.height(), metrics), columns, crisp=True)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if picture.gap is not None:
        below, above = (points_of(frame.polyline(*_drawn(frame, formula))) for formula in picture.gap)
        paint_between(painter, below, above, theme.color(picture.gap[1].role, 0.10))
    for formula in picture.formulas:
        painter.setPen(theme.pen(formula.role, 1.6, Qt.PenStyle.DashLine))
        painter.drawPolyline(frame.polyline(*_drawn(frame, formula)))
    if picture.wall is not None:
        painter.setPen(theme.pen("promise", 1.6, Qt.PenStyle.DashLine))
        frame.upright(painter, frame.x(picture.wall.place))
    painter.save()
    for role, name in names_in(frame, painter.font()):
        painter.setFont(name.font)
        painter.setPen(theme.color(theme.text_role(role)))
        painter.drawText(name.box, name.text)
    painter.restore()
    if not picture.key_tells:
        paint_key(painter, frame, theme, {})


def paint_lines(
    painter: QPainter, frame: PictureFrame, theme: Theme, *, played: bool, until: float | None = None
) -> None:
    """What the run draws: strong where it was `played`, pale where it is still to come; cut at the pixel `until`.

    With the signs of both, that no line crosses.
    """
    for curve, line in frame.lines:
        _paint_line(painter, curve, line if until is None else cut_at(line, until), theme, played=played)
    for sign in frame.signs:
        paint_sign(painter, theme, sign)


def _paint_line(painter: QPainter, curve: Sampled, line: QPolygonF, theme: Theme, *, played: bool) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    width, share = (2.0, 1.0) if played else (1.0, PALEST)
    raster = painter.paintEngine().type() == QPaintEngine.Type.Raster
    if raster and painter.deviceTransform().m11() == 1 and theme.thickness == 1:
        # Pixel for pixel hairlines are as wide as lines should be, and drawn in no time.
        draw_hairlines(painter, theme, line, curve.role, share, strong=played)
    else:
        draw_line(painter, theme, line, curve.role, width, share=share)


def cut_at(curve: QPolygonF, x: float) -> QPolygonF:
    """The part of a polyline (its points from left to right) that is left of pixel `x`."""
    points = curve.toList()
    kept = [point for point in points if point.x() <= x]
    if 0 < len(kept) < len(points):
        last, following = kept[-1], points[len(kept)]
        kept.append(last + (following - last) * ((x - last.x()) / (following.x() - last.x())))
    return QPolygonF(kept)


def _drawn(frame: PictureFrame, formula: KnownCurve) -> tuple[FloatArray, FloatArray]:
    """Places spaced evenly on the scale, up to the wall or where the formula leaves the picture; and its values."""
    x, top, wall = frame.picture.x, frame.picture.y.high, frame.picture.wall
    end = x.high if wall is None else wall.place
    places = x.spread(end, 64)
    values = formula.of(places)
    above = np.flatnonzero(values > top)
    if wall is None and len(above) and above[0] > 0:
        last = slice(above[0] - 1, above[0] + 1)
        places = np.append(places[: above[0]], np.interp(top, values[last], places[last]))
        values = np.append(values[: above[0]], top)
    return places, values


def row_ticks(picture: Picture, height: float, metrics: QFontMetrics | QFontMetricsF) -> list[float]:
    """Values with a label, so few that no two labels touch; none where the promises themselves name the values."""
    if not picture.curves or picture.wall is not None:
        return []
    ticks = picture.y.ticks(max(min(int(height / 18.0), 5), 2))
    apart = np.diff(picture.y.share(np.asarray(ticks))) * height
    return ticks if (apart >= metrics.ascent()).all() else ticks[-1:]


def column_ticks(scale: Scale, at_most: int, width: float, metrics: QFontMetrics | QFontMetricsF) -> list[float]:
    """Places with a label: so few that no two labels touch in so many pixels."""
    for most in range(at_most, 2, -1):
        ticks = scale.ticks(most)
        widest = max(metrics.horizontalAdvance(text) for text in scale.labels(ticks))
        if (widest + 2 * GAP) * len(ticks) <= width:
            return ticks
    return scale.ticks(2)


def paint_bands(painter: QPainter, frame: PictureFrame, theme: Theme, now: float, bands: Sequence[Band]) -> None:
    """What lies between the two lines of the gap at the playhead, carried on to where the lines meet."""
    if frame.picture.gap is None:
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


def paint_key(painter: QPainter, frame: PictureFrame, theme: Theme, numbers: Mapping[str, str]) -> None:
    """A name for each curve that could be taken for another, in a line above the plot, with its number if it has one.

    Beside a stroke; where they are too many for that, in the curve's own colour and as small as need be. Before each
    name is the sign of its curve, unless that is the name.
    """
    keyed, x, signs = frame.picture.keyed, frame.area.left(), frame.picture.signs
    names = [c.name if signs[c.name] == c.name else f"{signs[c.name]} {c.name}" for c in keyed]
    texts = [f"{name} {numbers.get(curve.name, '')}".rstrip() for name, curve in zip(names, keyed, strict=True)]
    width, stroke = frame.area.right() - x, _STROKE + GAP
    top = frame.area.top() - painter.fontMetrics().height() - 4
    painter.save()
    if _key_width(painter.fontMetrics(), texts, stroke) > width:
        stroke = 0.0
        painter.setFont(shrunk(painter.font(), lambda metrics: _key_width(metrics, texts, 0.0) <= width))
    for curve, text in zip(keyed, texts, strict=True):
        box = QRectF(x + stroke, top, painter.fontMetrics().horizontalAdvance(text) + 2, painter.fontMetrics().height())
        if stroke:
            painter.setPen(theme.pen(curve.role, 2.0))
            painter.drawLine(QPointF(x, box.center().y()), QPointF(x + _STROKE, box.center().y()))
        painter.setPen(theme.color("secondary" if stroke else theme.text_role(curve.role)))
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, text)
        x = box.right() + 2 * GAP
    painter.restore()


def _key_width(metrics: QFontMetrics | QFontMetricsF, texts: Sequence[str], stroke: float) -> float:
    return sum(metrics.horizontalAdvance(text) + stroke + 2 for text in texts) + 2 * GAP * (len(texts) - 1)


def names_in(frame: PictureFrame, font: QFont) -> Iterator[tuple[str, DrawnFormula]]:
    """The names of promises and of the wall, each in the colour of a role, where letters of the axes are of `font`."""
    picture = frame.picture
    for formula in picture.formulas:
        if picture.wall is None or formula.name != picture.wall.name:
            yield formula.role, _name_of(frame, font, formula)
    if picture.wall is not None:
        yield "promise", _name_of_wall(frame, font, picture.wall)


def _name_of(frame: PictureFrame, font: QFont, formula: KnownCurve) -> DrawnFormula:
    """On the outer side of its line: the run's curve is on the other."""
    curves = frame.picture.curves
    below = any(isinstance(curve, Sampled) for curve in curves[curves.index(formula) :])
    room = frame.area.width() - 8
    font = shrunk(font, lambda metrics: metrics.horizontalAdvance(formula.name) <= room)
    metrics = QFontMetrics(font)
    width, height = metrics.horizontalAdvance(formula.name), metrics.height()
    taken = (width + 8) / max(frame.area.width(), 1)
    share = min(0.5, 1 - taken) if below else min(max(0.7, taken), 1)
    if frame.picture.remark and not below:
        share = 0.27  # so that the remark does not cover it
    place = frame.place_at(frame.area.left() + frame.area.width() * share)
    if frame.picture.wall is None:
        place = min(place, share * float(_drawn(frame, formula)[0][-1]))
    at = frame.point(place, formula.at(place))
    corner = at + (QPointF(8, 1) if below else QPointF(-width - 8, -height - 1))
    if corner.y() < frame.area.top():
        corner.setY(at.y() + 1)
    if corner.x() < frame.area.left():
        corner.setX(at.x() + 10)
    if corner.y() + height > frame.area.bottom():
        corner.setY(at.y() - height - 2)
    corner.setY(max(corner.y(), frame.area.top()))
    if frame.area.height() < 2 * height and frame.picture.wall is None:
        corner = _over_its_beginning(frame, formula, QSizeF(width, height)) or corner
    return DrawnFormula(QRectF(corner, QSizeF(width + 2, height)), formula.name, font)


def _over_its_beginning(frame: PictureFrame, formula: KnownCurve, size: QSizeF) -> QPointF | None:
    """In a plot of hardly more than a line of text: the upper left corner, if what grows passes under a name there."""
    corner = QPointF(frame.area.left() + GAP, frame.area.top() - GAP)
    place = frame.place_at(corner.x() + size.width())
    return corner if frame.point(place, formula.at(place)).y() >= corner.y() + 0.9 * size.height() else None


def _name_of_wall(frame: PictureFrame, font: QFont, wall: Wall) -> DrawnFormula:
    metrics = QFontMetrics(font)
    width, height = metrics.horizontalAdvance(wall.name) + 2, metrics.height()
    left = frame.x(wall.place) - 6 - width
    return DrawnFormula(QRectF(left, frame.area.bottom() - height - 8, width, height), wall.name, font)


def paint_remark(painter: QPainter, frame: PictureFrame, theme: Theme) -> None:
    """What is special; above all else, for a playhead or a curve may pass behind it."""
    area, remark, wrapped = frame.area, frame.picture.remark, Qt.TextFlag.TextWordWrap
    if not remark:
        return
    room, side = area, Qt.AlignmentFlag.AlignCenter
    if frame.picture.sampled and frame.picture.gap:
        room = area.adjusted(0.25 * area.width(), 0, -8, 0)
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    elif frame.picture.sampled:
        end = max(frame.x(curve.x[-1]) for curve in frame.picture.sampled) - area.left()
        after = end if end < 0.2 * area.width() else 0  # beside a short run, so that no playhead crosses it
        room = QRectF(area.left() + 8 + after, area.top(), area.width() * 0.46, area.height())
        side = Qt.AlignmentFlag.AlignLeft
    box = painter.boundingRect(room, side | wrapped, remark)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("page", 0.86))
    painter.drawRoundedRect(box.adjusted(-3, 0, 3, 0), 3, 3)
    painter.setPen(theme.color("secondary"))
    painter.drawText(box, side | wrapped, remark)
