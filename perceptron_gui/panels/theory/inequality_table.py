"""The inequalities of the theorem as a table: both sides in numbers and in letters, and whether each holds."""

from __future__ import annotations

import re
from operator import add

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import QSizePolicy

from core.theory.margin.margin import Margin
from core.theory.symbols import Symbol, explained
from core.theory.theorem import Inequality
from perceptron_gui.look.plots.sheet import PlotSheet
from perceptron_gui.look.size import BODY, emboldened, pixels
from perceptron_gui.look.text.rich_text import DrawnFormula, symbol_among
from perceptron_gui.look.theme import LIT, Theme, ThemeModel
from perceptron_gui.look.voice import Role, SpokenPart
from perceptron_gui.model.pointing.highlight import Highlight, Kind

_LETTERS: dict[str, Kind] = {"ŵ*": "star", "γ": "gamma", "R": "radius"}
_PIECES = re.compile("(ŵ\\*|γ|R)")
_PAD, _GAP, _AIR = 2.0, 10.0, 11
_POINT = re.compile(r"[.·]")


def kind_of(symbol: Symbol | None) -> Kind | None:
    """Return the quantity of a symbol in a formula, if it is one of these letters."""
    return None if symbol is None else _LETTERS.get(symbol.written)


def draw_formula(
    painter: QPainter, box: QRectF, text: str, font: QFont, role: str, theme: Theme, lit: Kind | None
) -> None:
    """Write `text` from the left of `box`."""
    metrics, x = QFontMetricsF(font), box.left()
    painter.setFont(font)
    for piece in filter(None, _PIECES.split(text)):
        width = metrics.horizontalAdvance(piece)
        place = QRectF(x, box.top(), width, box.height())
        is_lit = lit is not None and _LETTERS.get(piece) == lit
        if is_lit:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("promise", LIT))
            painter.drawRoundedRect(place.adjusted(-_PAD, 1, _PAD, -1), 3, 3)
        painter.setPen(theme.color("ink" if is_lit else role))
        painter.drawText(place.adjusted(0, 0, 2, 0), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, piece)
        x += width


class InequalityTable(PlotSheet[Kind]):
    """A line for each inequality: left side, its number, ≥ or ≤, its number, right side, ✓ or ✗; a tooltip says why.

    Up and Down go through the lines for a screen reader. `pointed` carries the letter of the formulas under the mouse:
    γ, R or ŵ*; or None.
    """

    smooth = framed = False
    role = Role.List

    def __init__(self, theme: ThemeModel, highlight: Highlight) -> None:
        super().__init__(theme, "Rows of the theorem", BODY)
        self._highlight = highlight
        self._written: list[DrawnFormula] = []
        self._rows: tuple[Inequality, ...] = ()
        self._margin: Margin | None = None
        self._line_heard = 0
        self.cells: list[tuple[str, ...]] = []
        """the texts of each row: left side, left number, relation, right number, right side, mark"""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        highlight.changed.connect(self.update)

    def set_rows(self, rows: tuple[Inequality, ...], margin: Margin | None = None) -> None:
        """Show these rows; `margin` is the one that they belong to."""
        if len(rows) != len(self._rows):
            self.updateGeometry()
        if margin is not self._margin or [row.formula for row in rows] != [row.formula for row in self._rows]:
            self.setWhatsThis(explained(*(row.formula for row in rows), margin=margin))
        self._margin = margin
        self._rows = rows
        self.cells = list(map(_cells, rows))
        self.update()

    def spoken_parts(self) -> list[SpokenPart]:
        line, width = self._line(), self.width()
        parts = []
        for place, (row, cells) in enumerate(zip(self._rows, self.cells, strict=True)):
            told = f"{row.formula}: {' '.join(cells[1:4])}, {row.verdict}"
            where = QRect(0, place * line, width, line)
            parts.append(SpokenPart(told, where, place, selected=place == self._line_heard))
        return parts

    def keyPressEvent(self, event: QKeyEvent) -> None:
        way = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if way is None or not self._rows:
            super().keyPressEvent(event)
            return
        self._line_heard = min(max(self._line_heard + way, 0), len(self._rows) - 1)
        self.voice.focus()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(340, self._line() * max(len(self._rows), 1))

    def thing_at(self, place: QPointF) -> Kind | None:
        return kind_of(symbol_among(self._written, place))

    def tip_at(self, place: QPointF) -> str:
        """Return the meaning of the symbol there, and of its row."""
        symbol, row = symbol_among(self._written, place), int(place.y() // self._line())
        told = "" if symbol is None else symbol.describe(self._margin)
        meaning = f"{self._rows[row].formula}\n{self._rows[row].meaning}" if 0 <= row < len(self._rows) else ""
        return "\n\n".join(filter(None, [told, meaning]))

    def _line(self) -> int:
        return self.fontMetrics().height() + pixels(_AIR)

    def draw(self, painter: QPainter, theme: Theme) -> None:
        font, line, lit = self.font(), self._line(), self._highlight.kind
        self._written = []
        if self.hasFocus():
            painter.fillRect(QRectF(0, self._line_heard * line, self.width(), line), theme.color("secondary", 0.12))
        for place, (row, cells) in enumerate(zip(self._rows, self.cells, strict=True)):
            roles = ("ink", "ink", "secondary", "ink", "secondary", "promise_text" if row.holds else "danger")
            for column, (text, role, box) in enumerate(zip(cells, roles, self._boxes(place), strict=True)):
                if column % 2:
                    painter.setFont(emboldened(font))
                    painter.setPen(theme.color(role))
                    painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, text)
                else:
                    cut = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
                    draw_formula(painter, box, cut, font, role, theme, lit)
                    self._written.append(DrawnFormula(box, text, font))
            painter.setPen(theme.pen("hairline", 1))
            if place:
                painter.drawLine(0, place * line, self.width(), place * line)

    def _boxes(self, place: int) -> list[QRectF]:
        """Return the cells of a row, with the numbers of each column aligned at the decimal point."""
        plain, bold = QFontMetricsF(self.font()), QFontMetricsF(emboldened(self.font()))
        line, x, boxes = self._line(), 0.0, list[QRectF]()
        for column, texts in enumerate(zip(*self.cells, strict=True)):
            metrics = bold if column % 2 else plain
            before = [metrics.horizontalAdvance(_POINT.split(text)[0]) if column in (1, 3) else 0.0 for text in texts]
            widths = [metrics.horizontalAdvance(text) + 2 for text in texts]
            left, column_width = x, max(map(add, widths, (max(before) - own for own in before)))
            if column == 1:
                left = x = max(x, 0.24 * self.width())
            if column == 5:
                left = self.width() - column_width
            boxes.append(QRectF(left + max(before) - before[place], place * line, widths[place], line))
            x += column_width + _GAP
        boxes[4].setRight(min(boxes[4].right(), boxes[5].left() - _GAP))
        return boxes


def _cells(row: Inequality) -> tuple[str, ...]:
    left, right = row.written
    left_side, _, right_side = row.formula.partition(f" {row.relation} ")
    return (left_side, left, row.relation, right, right_side, row.mark)
