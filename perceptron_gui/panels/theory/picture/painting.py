"""How the picture of the theorem is painted: promises and what lies between them, the run, its bar, and the names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QPainter

from core.plots.corridor import GAPS, MEETING
from core.plots.spec import KnownCurve
from perceptron_gui.look.plots.frame import PlotFrame
from perceptron_gui.look.plots.lines import draw_line
from perceptron_gui.look.theme import Theme
from perceptron_gui.panels.theory.picture.captions import PlacedCaption

_DOT = 5.5


def paint_playhead(
    painter: QPainter, frame: PlotFrame, theme: Theme, place: float, values: Mapping[str, float], lit: str | None
) -> None:
    """Where the playhead is, and the bar of the gaps there; one that is `lit` is framed."""
    whole = QRectF()
    if place > frame.across.high:
        return
    painter.setPen(theme.pen("now", 1.5))
    frame.upright(painter, frame.x(place))
    bar, shades = frame.bar(place, values), theme.shades(frame.spec.role, len(GAPS))
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


def paint_dots(painter: QPainter, frame: PlotFrame, theme: Theme, place: float, values: Mapping[str, float]) -> None:
    """The run's own values at the playhead."""
    if place > frame.across.high:
        return
    painter.setPen(theme.pen("page", 1.5))
    painter.setBrush(theme.color("now"))
    for curve in frame.spec.sampled:
        value = values.get(curve.key, np.nan)
        if not np.isnan(value):
            painter.drawEllipse(frame.point(place, value), _DOT, _DOT)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def paint_lit(painter: QPainter, frame: PlotFrame, theme: Theme, lit: str | None) -> None:
    """The line that is pointed at, or the place where two meet, stronger."""
    curve = None if lit is None else frame.spec.curve(lit)
    if curve is not None:
        style = Qt.PenStyle.DashLine if isinstance(curve, KnownCurve) else Qt.PenStyle.SolidLine
        draw_line(painter, theme, frame.lines[curve.key], curve.role, 5.0, style, share=0.7)
    elif lit == MEETING and frame.meeting is not None:
        painter.setPen(theme.pen("ink", 2.5))
        painter.drawEllipse(frame.meeting, _DOT + 4, _DOT + 4)


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
