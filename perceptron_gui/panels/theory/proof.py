"""The proof of the theorem in words, whose numbers can be dragged, and its inequalities as a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from operator import sub
from string import Formatter

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QSizePolicy, QTextEdit

from core.theory.bounds import tilted
from core.theory.margin.margin import Margin
from core.theory.proof import GAMMA, UPDATE, Proof, ProofStep
from core.theory.quantities import Symbol, SymbolSpan, explained, symbols_in, symbols_in_prose, words_in
from core.theory.theorem import Inequality
from perceptron_gui.look.latest_moves import LatestMoves
from perceptron_gui.look.plots.chart import PlotSheet
from perceptron_gui.look.size import BODY, TITLE, emboldened, pixels
from perceptron_gui.look.text.rich_text import DrawnFormula, Paragraph, RichText, Words, shown_in, symbol_among, tied
from perceptron_gui.look.theme import LIT, Theme, ThemeModel
from perceptron_gui.look.voice import Role, SpokenPart
from perceptron_gui.model.workspace import Kind, Workspace

_LETTERS: dict[str, Kind] = {"ŵ*": "star", "γ": "gamma", "R": "radius"}
_PIECES = re.compile("(ŵ\\*|γ|R)")
_PAD, _GAP, _AIR = 2.0, 10.0, 11
_POINT = re.compile(r"[.·]")
_LEADING, _ABOVE, _INDENT = 2.5, 7.0, 14.0
_ROLES = {UPDATE: "now_text", GAMMA: "promise_text"}
_HINTS = {
    UPDATE: "Drag to the left or right: the playhead moves.",
    GAMMA: "Drag to the left or right: a line of your own tilts until it has this margin.",
}
_WHOLE = 300.0
"""Pixels for a drag through a long run, or from γ = 0 to that of ŵ*."""


def kind_of(symbol: Symbol | None) -> Kind | None:
    """Return the quantity of a symbol in a formula, if it is one of these letters."""
    return None if symbol is None else _LETTERS.get(symbol.written)


def light(workspace: Workspace, kind: Kind | None) -> None:
    """Light γ, R or ŵ* of the run everywhere, because it is pointed at in a formula; None lights nothing."""
    workspace.highlight.show_quantity(kind, workspace.visible.run_for("curves"))


class InequalityTable(PlotSheet[Kind]):
    """A line for each inequality, through which Up and Down lead a screen reader; what is under the mouse is lit."""

    smooth = framed = False

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__(theme, "Rows of the theorem", BODY)
        self.voice.role = Role.List
        self._highlight = workspace.highlight
        self._written: list[DrawnFormula] = []
        self._rows: tuple[Inequality, ...] = ()
        self._formulas: list[str] = []
        self._margin: Margin | None = None
        self._line_heard = 0
        self.cells: list[tuple[str, ...]] = []
        """the texts of each row: left side, left number, relation, right number, right side, mark"""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._highlight.changed.connect(self.update)
        self.pointed.connect(partial(light, workspace))

    def set_rows(self, rows: tuple[Inequality, ...], margin: Margin | None = None) -> None:
        if len(rows) != len(self._rows):
            self.updateGeometry()
        known, self._formulas, self.cells = self._formulas, [], []
        for row in rows:
            left, _, right = row.formula.partition(f" {row.relation} ")
            self.cells.append((left, row.written[0], row.relation, row.written[1], right, row.mark))
            self._formulas.append(row.formula)
        if margin is not self._margin or self._formulas != known:
            self.setWhatsThis(explained(*self._formulas, margin=margin))
        self._margin, self._rows = margin, rows
        self.update()

    def spoken_parts(self) -> list[SpokenPart]:
        parts, line = [], self._line()
        for place, (row, cells) in enumerate(zip(self._rows, self.cells, strict=True)):
            told = f"{row.formula}: {' '.join(cells[1:4])}, {row.verdict}"
            where = QRect(0, place * line, self.width(), line)
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
        symbol, row = symbol_among(self._written, place), int(place.y() // self._line())
        told = [] if symbol is None else [symbol.describe(self._margin)]
        if 0 <= row < len(self._rows):
            told.append(f"{self._rows[row].formula}\n{self._rows[row].meaning}")
        return "\n\n".join(told)

    def _line(self) -> int:
        return self.fontMetrics().height() + pixels(_AIR)

    def draw(self, painter: QPainter, theme: Theme) -> None:
        font, line = self.font(), self._line()
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
                    self._draw_formula(painter, theme, box, cut, role)
                    self._written.append(DrawnFormula(box, text, font))
            painter.setPen(theme.pen("hairline", 1))
            if place:
                painter.drawLine(0, place * line, self.width(), place * line)

    def _draw_formula(self, painter: QPainter, theme: Theme, box: QRectF, text: str, role: str) -> None:
        place, lit, metrics = QRectF(box), self._highlight.kind, QFontMetricsF(self.font())
        painter.setFont(self.font())
        for piece in filter(None, _PIECES.split(text)):
            place.setWidth(metrics.horizontalAdvance(piece))
            is_lit = lit is not None and _LETTERS.get(piece) == lit
            if is_lit:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.color("promise", LIT))
                painter.drawRoundedRect(place.adjusted(-_PAD, 1, _PAD, -1), 3, 3)
            painter.setPen(theme.color("ink" if is_lit else role))
            painter.drawText(place.adjusted(0, 0, 2, 0), Qt.AlignmentFlag.AlignVCenter, piece)
            place.moveLeft(place.right())

    def _boxes(self, place: int) -> list[QRectF]:
        plain, bold = QFontMetricsF(self.font()), QFontMetricsF(emboldened(self.font()))
        line, x, columns = self._line(), 0.0, list[tuple[list[float], list[float], float]]()
        spare = float(self.width())
        for column, texts in enumerate(zip(*self.cells, strict=True)):
            metrics = bold if column % 2 else plain
            before, widths = list[float](), list[float]()
            for text in texts:
                widths.append(metrics.horizontalAdvance(text) + 2)
                before.append(metrics.horizontalAdvance(_POINT.split(text)[0]) if column in (1, 3) else 0.0)
            room = max(before) + max(map(sub, widths, before))
            columns.append((before, widths, room))
            spare -= room + _GAP
        aside = max(min(0.24 * self.width() - columns[0][2] - _GAP, spare), 0.0)
        boxes = list[QRectF]()
        for column, (before, widths, room) in enumerate(columns):
            left = self.width() - room if column == 5 else x
            boxes.append(QRectF(left + max(before) - before[place], place * line, widths[place], line))
            x += room + _GAP + (aside if not column else 0.0)
        boxes[4].setRight(min(boxes[4].right(), boxes[5].left() - _GAP))
        return boxes


class ProofPage(RichText):
    """The page of a `Proof`; a drag changes its numbers. The γ, R or ŵ* under the mouse is lit everywhere."""

    def __init__(self, workspace: Workspace, theme: ThemeModel, name: str = "The proof") -> None:
        super().__init__(theme, name, lambda: self._shown_margin)
        self._workspace, self._highlight = workspace, workspace.highlight
        self._drag: Callable[[float], None] | None = None
        self._shown_margin: Margin | None = None
        self.proof = Proof("", ())
        self._formulas: list[str] = []
        self._pressed = QPointF()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        LatestMoves(self.viewport())
        self._highlight.changed.connect(self._light)

    def show_proof(self, proof: Proof, margin: Margin) -> None:
        """Show this proof; `margin`, raw, is the one that it is about."""
        known, self._formulas = self._formulas, []
        for line in proof.lines:
            self._formulas += [*line.sentence.split("`")[1::2], line.template]
        if margin is not self._shown_margin or self._formulas != known:
            self.setWhatsThis(explained(*self._formulas, margin=margin))
        self.proof, self._shown_margin = proof, margin
        told = [Paragraph((Words(proof.title, bold=True),), rung=TITLE, leading=_LEADING)] if proof.title else []
        for place, line in enumerate(proof.lines):
            words = tuple(_words(line, line.sentence, "ink"))
            told.append(Paragraph(words, above=_ABOVE if place else 0.0, leading=_LEADING, ruled=place > 0))
            for row in line.rows:
                words = tuple(_words(line, row, "secondary"))
                told.append(Paragraph(words, leading=_LEADING, left=_INDENT))
        self.write(told)
        if self._highlight.kind is not None:
            self._light()

    def read(self, text: str) -> list[SymbolSpan]:
        """Return the symbols of a line of the proof, in which a word like “short” has its meaning in a formula."""
        return [*symbols_in_prose(text), *(found for found in symbols_in(text) if found.symbol in words_in(text))]

    def tip_at(self, at: QPointF) -> str:
        return _HINTS.get(self.anchorAt(at.toPoint())) or super().tip_at(at)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        moves = self.anchorAt(event.position().toPoint())
        if moves and event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position()
            self._drag = drag_of(self._workspace, moves)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._drag is not None:
            self._drag(event.position().x() - self._pressed.x())
            return
        super().mouseMoveEvent(event)
        held = bool(self.anchorAt(event.position().toPoint()))
        self.viewport().setCursor(Qt.CursorShape.SizeHorCursor if held else Qt.CursorShape.IBeamCursor)
        light(self._workspace, kind_of(self.symbol_at(event.position())))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._drag = None
        super().mouseReleaseEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        light(self._workspace, None)

    def _light(self) -> None:
        lit, ground = [], QTextCharFormat()
        ground.setBackground(self._theme.current.color("promise", LIT))
        block = self.document().firstBlock()
        while self._highlight.kind is not None and block.isValid():
            for found in self.read(shown_in(block)):
                if kind_of(found.symbol) == self._highlight.kind:
                    mark = QTextEdit.ExtraSelection()
                    mark.cursor, mark.format = QTextCursor(block), ground
                    mark.cursor.setPosition(block.position() + found.start)
                    mark.cursor.setPosition(block.position() + found.stop, QTextCursor.MoveMode.KeepAnchor)
                    lit.append(mark)
            block = block.next()
        self.setExtraSelections(lit)


def _words(line: ProofStep, text: str, role: str) -> Iterator[Words]:
    """Yield `text` with its values in it; in a sentence no line is broken within a formula."""
    in_formula = False
    for literal, name, _format, _conversion in Formatter().parse(text):
        for place, part in enumerate(literal.split("`")):
            in_formula ^= place > 0
            if part:
                yield Words(tied(part) if in_formula else part, role)
        if name is not None:
            value = line.values[name]
            yield Words(value.text, _ROLES.get(value.moves, "ink"), bold=True, moves=value.moves)


def drag_of(workspace: Workspace, moves: str) -> Callable[[float], None]:
    """Begin to drag k, or γ of one's own separator; return the change for each number of pixels to the right."""
    player, own_separator = workspace.player, workspace.own_separator
    run, state = player.visible.run, player.state
    if run is None or state is None:
        return lambda pixels: None
    player.pause()
    if moves == UPDATE:
        step = max(run.updates / _WHOLE, 1 / 6)
        return lambda pixels: player.visit_update(max(state.update + round(pixels * step), 0))
    judged, away, dataset, margin = own_separator.judged(run), own_separator.weights_in(run), run.dataset, run.margin
    best = margin.gamma or 0.0
    gamma = judged.gamma if judged is not None and judged.separates else best

    def tilt(pixels: float) -> None:
        # A margin below a thousandth of that of ŵ* looks like 0 on the way.
        wanted = min(max(gamma + best * pixels / _WHOLE, 1e-3 * best), best)
        if best and (made := tilted(dataset, margin, away, wanted)) is not None:
            own_separator.put([*made[0].tolist(), made[1]])

    return tilt
