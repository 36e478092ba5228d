"""Where the room under the bound goes: k and the four parts of R²/γ² − k as one bar, and each in numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from core.numbers.numerals import adding_up, in_full, short
from core.theory.bound_gap import PARTS, BoundGap, Part
from core.theory.margin.margin import Margin
from perceptron_gui.look.plots.painting import Band
from perceptron_gui.look.text.lettering import readable
from perceptron_gui.look.theme import ThemeModel

_BAR = 16.0
_GAP = 4.0
_SMALL = 0.9
_SWATCH = 14.0
_DIGITS_OF_LONG, _LONG = 3, 1e9
_LEAST_POINTS = 7.0
_ALPHAS = {"surplus": 0.85, "sideways": 0.6, "depth": 0.36, "short": 0.16}
"""How strong each part is drawn, in the order in which they follow k."""


@dataclass(frozen=True)
class _Cell:
    part: Part
    bar: QRectF
    label: QRectF


class GapBar(QWidget):
    """From 0 to R²/γ²: k, surplus, sideways, depth and short. `pointed` tells the Part under the mouse, or None."""

    pointed = Signal(object)

    def __init__(self, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._margin: Margin | None = None
        self._bound_gap: BoundGap | None = None
        self._part: Part | None = None
        self._laid: tuple[int, QFont, list[_Cell]] | None = None
        self._told: Callable[[Part], str] = lambda part: ""
        self._missing = ""
        self.span: tuple[float, float] | None = None
        """Left and right of the bar in pixels, where it lies under an axis of the same scale"""
        self.setFont(readable(self.font(), _SMALL))
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._restyle)

    @property
    def bound_gap(self) -> BoundGap | None:
        """What is shown; None before the first update."""
        return self._bound_gap

    @property
    def part(self) -> Part | None:
        """What is pointed at."""
        return self._part

    @property
    def sum(self) -> str:
        """The equation in numbers; "=" only where it is true as it is written."""
        if self._margin is None or self._margin.bound is None or self._bound_gap is None:
            return ""
        bound, k = in_full(self._margin.bound), f"{self._bound_gap.update:,}"
        texts = [self._number(part) for part in PARTS]
        values = [_value(text) for text in (bound, *texts)]
        known = [value for value in values if value is not None]
        exact = len(known) == len(values) and known[0] - self._bound_gap.update == sum(known[1:])
        return f"{bound} − {k} {'=' if exact else '≈'} {' + '.join(texts)}"

    def set_bound_gap(
        self, bound_gap: BoundGap | None, margin: Margin, told: Callable[[Part], str], missing: str
    ) -> None:
        """Show the room at the playhead, or why it is `missing`; `told` says of a part what contributes most."""
        self._bound_gap, self._margin, self._told, self._missing = bound_gap, margin, told, missing
        self._laid = None
        self.setVisible(margin.bound is not None)
        words = ", ".join(f"{part.name} {self._number(part)}" for part in PARTS) if bound_gap else missing
        self.setAccessibleName(f"Room under the bound: {words}")
        self.update()

    def tip(self, part: Part) -> str:
        """What a part is, how much there is of it and what contributes most."""
        if self._margin is None or self._bound_gap is None:
            return ""
        divided = f"{part.written(self._margin)}, divided by {self._margin.notation.part_divisor}"
        formula = f"{part.name} = {divided}: {self._number(part)} updates"
        return "\n".join(filter(None, [formula, part.meaning, self._told(part), self.sum]))

    def bands(self) -> tuple[Band, ...]:
        """The parts as they lie over k in a plot whose upright scale is in updates."""
        if self._bound_gap is None:
            return ()
        ends = accumulate([self._bound_gap.update, *(self._bound_gap.of(part) for part in _in_order())])
        return tuple(
            Band(low, high, alpha) for (low, high), alpha in zip(pairwise(ends), _ALPHAS.values(), strict=True)
        )

    def center_of(self, part: Part) -> QPointF:
        """The middle of its label."""
        return next(cell.label.center() for cell in self._cells() if cell.part is part)

    def sizeHint(self) -> QSize:
        line = QFontMetricsF(self.font()).height()
        return QSize(340, round(line + _GAP + _BAR + _GAP + line))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self._part_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            part = self._part_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), self.tip(part) if part else self.sum, self)
            return True
        return super().event(event)

    @Slot()
    def _restyle(self) -> None:
        self.update()

    def _number(self, part: Part) -> str:
        """To the decimals of their sum, so that who adds them up finds it, but for its last one."""
        if self._bound_gap is None:
            return "–"
        if self._bound_gap.total >= _LONG:
            return short(self._bound_gap.of(part), _DIGITS_OF_LONG)
        values = {each: self._bound_gap.of(each) for each in PARTS}
        return dict(zip(values, adding_up(list(values.values()), self._bound_gap.total), strict=True))[part]

    def _part_at(self, at: QPointF) -> Part | None:
        if self._bound_gap is None:
            return None
        return next((cell.part for cell in self._cells() if cell.bar.contains(at) or cell.label.contains(at)), None)

    def _point(self, part: Part | None) -> None:
        if part is not self._part:
            self._part = part
            self.pointed.emit(part)
            self.update()

    def _cells(self) -> list[_Cell]:
        """The parts as they are laid out for this room and width."""
        if self._laid is None or self._laid[0] != self.width():
            font = self._label_font()
            self._laid = (self.width(), font, self._lay_out(font))
        return self._laid[2]

    def _lay_out(self, font: QFont) -> list[_Cell]:
        line = QFontMetricsF(self.font()).height()
        bars = self._bars(line + _GAP)
        metrics = QFontMetricsF(font)
        widths = [_SWATCH + metrics.horizontalAdvance(self._label(part)) for part in _in_order()]
        between = max(self.width() - sum(widths), 0.0) / (len(widths) - 1)
        lefts = accumulate((width + between for width in widths[:-1]), initial=0.0)
        top = line + _BAR + 2 * _GAP
        return [
            _Cell(part, bar, QRectF(left, top, width, line))
            for part, bar, left, width in zip(_in_order(), bars, lefts, widths, strict=True)
        ]

    def _label(self, part: Part) -> str:
        return f"{part.name} {self._number(part)}"

    def _label_font(self) -> QFont:
        """As large as there is room for."""
        font = QFont(self.font())
        while font.pointSizeF() > _LEAST_POINTS:
            labels = "".join(map(self._label, _in_order()))
            if QFontMetricsF(font).horizontalAdvance(labels) + len(_ALPHAS) * (_SWATCH + _GAP) <= self.width():
                break
            font.setPointSizeF(font.pointSizeF() - 0.5)
        return font

    def _bars(self, top: float) -> list[QRectF]:
        if self._bound_gap is None or self._margin is None or not self._margin.bound:
            return [QRectF()] * len(_ALPHAS)
        left, right = self.span or (0.0, float(self.width()))
        scale = (right - left) / self._margin.bound
        ends = list(accumulate([self._bound_gap.update, *(self._bound_gap.of(part) for part in _in_order())]))
        return [QRectF(left + start * scale, top, (end - start) * scale, _BAR) for start, end in pairwise(ends)]

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._margin is None or self._margin.bound is None:
            return
        theme = self._theme.current
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            line = QFontMetricsF(self.font()).height()
            heading = QRectF(0, 0, self.width(), line)
            painter.setFont(self.font())
            painter.setPen(theme.color("secondary"))
            painter.drawText(heading, Qt.AlignmentFlag.AlignLeft, f"where {self._margin.notation.bound} − k goes")
            left, right = self.span or (0.0, float(self.width()))
            whole = QRectF(left, line + _GAP, right - left, _BAR)
            cells = self._cells()
            if self._bound_gap is not None:
                painter.setPen(theme.color("ink"))
                bound_gap = short(self._bound_gap.total)
                painter.drawText(heading, Qt.AlignmentFlag.AlignRight, f"{bound_gap} updates")
                self._paint_bars(painter, whole, cells)
            elif self._margin.start:
                painter.drawText(heading, Qt.AlignmentFlag.AlignRight, self._missing)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(theme.pen("secondary", 1, alpha=0.6))
            painter.drawRect(whole)
            for cell in cells:
                self._paint_label(painter, cell)

    def _paint_bars(self, painter: QPainter, whole: QRectF, cells: list[_Cell]) -> None:
        theme = self._theme.current
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("now"))
        painter.drawRect(QRectF(whole.left(), whole.top(), cells[0].bar.left() - whole.left(), _BAR))
        for cell in cells:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("promise", _ALPHAS[cell.part.name]))
            painter.drawRect(cell.bar)
            painter.setPen(theme.pen("page", 1))
            painter.drawLine(cell.bar.topLeft(), cell.bar.bottomLeft())
            if cell.part is self._part:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(theme.pen("ink", 2))
                painter.drawRect(cell.bar.adjusted(0.5, 0.5, -0.5, -0.5))

    def _paint_label(self, painter: QPainter, cell: _Cell) -> None:
        theme = self._theme.current
        swatch = QRectF(cell.label.left(), cell.label.center().y() - 5, 10, 10)
        painter.setPen(theme.pen("promise", 1))
        painter.setBrush(theme.color("promise", _ALPHAS[cell.part.name]))
        painter.drawRect(swatch)
        font = QFont(self._laid[1] if self._laid else self.font())
        font.setUnderline(cell.part is self._part)
        painter.setFont(font)
        painter.setPen(theme.color("ink"))
        painter.drawText(cell.label.adjusted(_SWATCH, 0, 2, 0), Qt.AlignmentFlag.AlignVCenter, self._label(cell.part))


def _in_order() -> list[Part]:
    """From the end of k on, as the lines of the plot above lie from the bottom up."""
    return [next(part for part in PARTS if part.name == name) for name in _ALPHAS]


def _value(text: str) -> Fraction | None:
    """What a text in plain notation says; None for another."""
    try:
        return Fraction(text.replace(",", ""))
    except ValueError:
        return None
