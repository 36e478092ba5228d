"""The inequalities of the theorem as a table: both sides in numbers and in letters, and whether each holds."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import QSizePolicy

from core.theory.margin.margin import Margin
from core.theory.symbols import explained
from core.theory.theorem import Inequality
from perceptron_gui.look.plots.sheet import PlotSheet
from perceptron_gui.look.size import SMALL, emboldened, letters
from perceptron_gui.look.tables import RIGHT
from perceptron_gui.look.text.rich_text import DrawnFormula, symbol_among
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.look.voice import Role, SpokenPart
from perceptron_gui.model.pointing.highlight import Highlight, Kind
from perceptron_gui.panels.theory.lettered import draw_formula, kind_of

"""Points: letters get smaller only after the gaps."""
_GAP, _NARROW_GAP, _COLUMNS = 7.0, 3.0, 6
_NUMBERS = {1, 3, 5}
"""The columns that are bold and aligned to the right."""


class InequalityTable(PlotSheet[Kind]):
    """A line for each inequality: left side, its number, ≥ or ≤, its number, right side, ✓ or ✗; a tooltip says why.

    Up and Down go through the lines for a screen reader. `pointed` carries the letter of the formulas under the mouse:
    γ, R or ŵ*; or None.
    """

    smooth = False
    role = Role.List

    def __init__(self, theme: ThemeModel, highlight: Highlight) -> None:
        super().__init__(theme, "Rows of the theorem")
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
        if [row.formula for row in rows] != [row.formula for row in self._rows]:
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
        return self.fontMetrics().height() + 4

    def draw(self, painter: QPainter, theme: Theme) -> None:
        font, gap, widths = self._fitting()
        bold = emboldened(font)
        line, lit = self._line(), self._highlight.kind
        self._written = []
        if self.hasFocus():
            painter.fillRect(QRectF(0, self._line_heard * line, self.width(), line), theme.color("secondary", 0.12))
        for place, (row, cells) in enumerate(zip(self._rows, self.cells, strict=True)):
            verdict = "promise" if row.holds else "danger"
            roles = ("secondary", "ink", "secondary", "ink", "secondary", verdict)
            x = 0.0
            for i, (text, role, width) in enumerate(zip(cells, roles, widths, strict=True)):
                box = QRectF(x, place * line, width, line)
                if i in _NUMBERS:
                    painter.setFont(bold)
                    painter.setPen(theme.color(role))
                    painter.drawText(box, RIGHT, text)
                else:
                    draw_formula(painter, box, text, font, role, theme, lit)
                    self._written.append(DrawnFormula(box, text, font))
                x += width + gap
            painter.setPen(theme.pen("hairline", 1))
            if place:
                painter.drawLine(0, place * line, self.width(), place * line)

    def _fitting(self) -> tuple[QFont, float, list[float]]:
        """Return the font, smaller if a row is long, the gap and the widths of the columns."""
        for font, gap in ((letters(), _GAP), (letters(SMALL), _GAP), (letters(SMALL), _NARROW_GAP)):
            widths = self._widths(font)
            spare = self.width() - sum(widths) - (_COLUMNS - 1) * gap
            if spare >= 0 or not widths:
                break
        if widths and spare > 0:
            widths[1] += spare / 2
            widths[3] += spare / 4
            widths[5] += spare / 4
        return font, gap, widths

    def _widths(self, font: QFont) -> list[float]:
        plain, bold = QFontMetricsF(font), QFontMetricsF(emboldened(font))
        measures = [(bold if i in _NUMBERS else plain).horizontalAdvance for i in range(_COLUMNS)]
        columns = zip(*self.cells, strict=True)
        return [max(map(measure, texts)) + 1 for measure, texts in zip(measures, columns, strict=False)]


def row_numbers(rows: Iterable[Inequality], key: str) -> str:
    """Return the two numbers of the row called `key` and how they compare; empty if there is no such row."""
    return " ".join(next((_cells(row) for row in rows if row.key == key), ())[1:4])


def _cells(row: Inequality) -> tuple[str, ...]:
    left, right = row.written
    left_side, _, right_side = row.formula.partition(f" {row.relation} ")
    return (left_side, left, row.relation, right, right_side, row.mark)
