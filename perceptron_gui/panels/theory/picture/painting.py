"""How the picture of the theorem is painted: promises and what lies between them, the run, its bar, and the names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter

from core.theory.corridor import CEILING, FLOOR, GAPS, MEETING
from perceptron_gui.look.plots.axes import paint_axes
from perceptron_gui.look.plots.lines import draw_line, paint_between
from perceptron_gui.look.plots.painting import cut_at
from perceptron_gui.look.theme import PALEST, Theme
from perceptron_gui.panels.theory.picture.captions import PlacedCaption
from perceptron_gui.panels.theory.picture.drawn import Drawn

_DOT = 5.5


def paint_promises(painter: QPainter, drawn: Drawn, theme: Theme) -> None:
    """Axes, promises and what lies between them."""
    frame, scene, lines = drawn.frame, drawn.scene, drawn.lines
    columns = zip(drawn.columns, frame.across.labels(drawn.columns), strict=True)
    paint_axes(painter, theme, frame, drawn.rows, columns, scene.axis_name)
    if scene.floor_known:
        paint_between(painter, drawn.pixels[FLOOR], drawn.pixels[CEILING], theme.color(scene.role, 0.12))
    if drawn.meeting is not None:
        _paint_end(painter, drawn, drawn.meeting, theme)
    for strand in scene.strands:
        if strand.promised:
            draw_line(painter, theme, lines[strand.key], strand.curve.role, 2.4, Qt.PenStyle.DashLine)


def paint_coming(painter: QPainter, drawn: Drawn, theme: Theme) -> None:
    """What the run does and will do, pale."""
    for strand in drawn.scene.strands:
        if not strand.promised:
            draw_line(painter, theme, drawn.lines[strand.key], strand.curve.role, 1.2, share=PALEST)


def _paint_end(painter: QPainter, drawn: Drawn, meeting: QPointF, theme: Theme) -> None:
    """Where the corridor ends, and behind it what no run reaches."""
    area = drawn.frame.area
    behind = QRectF(QPointF(meeting.x(), area.top()), area.bottomRight())
    painter.fillRect(behind, theme.color("secondary", 0.13))
    painter.setPen(theme.pen(drawn.scene.role, 1.6, Qt.PenStyle.DotLine))
    painter.drawLine(meeting, QPointF(meeting.x(), area.bottom()))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color(drawn.scene.role))
    painter.drawEllipse(meeting, _DOT + 1.5, _DOT + 1.5)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def paint_run(painter: QPainter, drawn: Drawn, theme: Theme, until: float | None = None) -> None:
    """What the run has done, strong; cut at the pixel `until`."""
    for strand in drawn.scene.strands:
        if not strand.promised:
            line = drawn.lines[strand.key]
            played = line if until is None else cut_at(line, until)
            draw_line(painter, theme, played, strand.curve.role, 2.8)


def paint_playhead(
    painter: QPainter, drawn: Drawn, theme: Theme, place: float, values: Mapping[str, float], lit: str | None
) -> None:
    """Where the playhead is, and the bar of the gaps there; one that is `lit` is framed."""
    frame, whole = drawn.frame, QRectF()
    if place > frame.across.high:
        return
    painter.setPen(theme.pen("now", 1.5))
    frame.upright(painter, frame.x(place))
    bar, shades = drawn.bar(place, values), theme.shades(drawn.scene.role, len(GAPS))
    for _gap, number, box in bar:
        whole = whole.united(box) if whole.isValid() else box
        painter.fillRect(box, theme.color("page"))
        # A line of the page parts a gap from the next, unless it is hardly higher than that.
        parted = box.adjusted(0, 0, 0, -1) if number and box.height() >= 3 else box
        painter.fillRect(parted, shades[number])
    if bar:
        painter.setPen(theme.pen("now", 2.0))
        painter.drawRect(whole)
    painter.setPen(theme.pen("ink", 2.5))
    for gap, _number, box in bar:
        if gap.name == lit:
            painter.drawRect(box)


def paint_dots(painter: QPainter, drawn: Drawn, theme: Theme, place: float, values: Mapping[str, float]) -> None:
    """The run's own values at the playhead."""
    frame = drawn.frame
    if place > frame.across.high:
        return
    painter.setPen(theme.pen("page", 1.5))
    painter.setBrush(theme.color("now"))
    for strand in drawn.scene.strands:
        value = values.get(strand.key, np.nan)
        if not strand.promised and not np.isnan(value):
            painter.drawEllipse(frame.point(place, value), _DOT, _DOT)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def paint_lit(painter: QPainter, drawn: Drawn, theme: Theme, lit: str | None) -> None:
    """The line that is pointed at, or the place where two meet, stronger."""
    strand = None if lit is None else drawn.scene.strand(lit)
    if strand is not None:
        style = Qt.PenStyle.DashLine if strand.promised else Qt.PenStyle.SolidLine
        draw_line(painter, theme, drawn.lines[strand.key], strand.curve.role, 5.0, style, share=0.7)
    elif lit == MEETING and drawn.meeting is not None:
        painter.setPen(theme.pen("ink", 2.5))
        painter.drawEllipse(drawn.meeting, _DOT + 4, _DOT + 4)


def paint_captions(
    painter: QPainter, placed: Iterable[PlacedCaption], theme: Theme, name: QFont, small: QFont, lit: str | None
) -> None:
    """The names, each with its few words below; what is `lit` underlined."""
    for found in placed:
        caption, inner = found.caption, found.box.adjusted(4, 1, 4, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("page", 0.78))
        painter.drawRoundedRect(found.box, 4, 4)
        font = QFont(name)
        font.setUnderline(caption.key == lit)
        painter.setFont(font)
        painter.setPen(theme.color(theme.text_role(caption.role)))
        painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, caption.name)
        if caption.said:
            painter.setFont(small)
            painter.setPen(theme.color("secondary"))
            painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, caption.said)
    painter.setBrush(Qt.BrushStyle.NoBrush)
