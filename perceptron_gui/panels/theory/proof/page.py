"""The page of the proof: sentences with their numbers; symbols explain themselves, and some numbers can be dragged."""

from __future__ import annotations

from functools import lru_cache, partial

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QTextLayout
from PySide6.QtWidgets import QSizePolicy

from core.theory.margin.margin import Margin
from core.theory.proof import GAMMA, UPDATE, Proof
from core.theory.symbols import explained, explained_prose, symbols_of_prose, words_in
from perceptron_gui.look.plots.sheet import PlotSheet
from perceptron_gui.look.theme import LIT, Theme, ThemeModel
from perceptron_gui.look.voice import Role
from perceptron_gui.model.pointing.highlight import Highlight, Kind
from perceptron_gui.panels.theory.lettered import kind_of
from perceptron_gui.panels.theory.proof.pieces import FlowedParagraph, Paragraph, Piece, Set, flowed, paragraphs_of

_LEADING, _BEFORE = 3.0, 7.0
_KEPT, _SET = 4_000, 256
_WIDEST = 1e6
_OF_TITLE = 1.25
_ROLES = {UPDATE: "now_text", GAMMA: "promise_text"}
_HINTS = {
    UPDATE: "Drag to the left or right: the playhead moves.",
    GAMMA: "Drag to the left or right: a line of your own tilts until it has this margin.",
}
_LEFT = Qt.AlignmentFlag.AlignLeft


class ProofPage(PlotSheet[Kind]):
    """Draws a `Proof`. `pointed` tells which letter the mouse is on: γ, R or ŵ*; or None.

    A number that can be changed is `seized(what)` when it is pressed, and `dragged(pixels)` tells how far to the right
    of there the mouse is. Each number takes the width of `reserve` from its line at least. So lines hardly ever break
    elsewhere while only the numbers change.
    """

    smooth = False
    role = Role.Document

    seized = Signal(str)
    dragged = Signal(float)

    def __init__(self, theme: ThemeModel, highlight: Highlight, name: str = "The proof", *, reserve: str = "") -> None:
        super().__init__(theme, name)
        self._highlight = highlight
        self._reserve = reserve
        self.proof = Proof("", ())
        """what is shown"""
        self._margin: Margin | None = None
        self._placed: list[tuple[float, FlowedParagraph]] = []
        self._height = 0
        self._blocks: dict[Paragraph, FlowedParagraph] = {}
        self._pressed: QPointF | None = None
        self._shown = QRect()
        self._scale = 1.0
        self._usual = QFont(self.font())
        self._bold = self._letters(1.0, bold=True)
        self._width_of = lru_cache(_KEPT)(self._measured)
        self._set = lru_cache(_SET)(self._laid_out)
        self._title = self._letters(_OF_TITLE, bold=True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        highlight.changed.connect(self.update)

    @property
    def pieces(self) -> tuple[Set, ...]:
        return tuple(
            Set(found.piece, found.box.translated(0, top)) for top, block in self._placed for found in block.pieces
        )

    def show_proof(self, proof: Proof, margin: Margin) -> None:
        """Show this; `margin`, raw, is the one that it is about."""
        if [line.sentence for line in proof.lines] != [line.sentence for line in self.proof.lines]:
            formulas = (text for line in proof.lines for text in (*line.sentence.split("`")[1::2], line.template))
            self.setWhatsThis(explained(*formulas, margin=margin))
        self.proof, self._margin = proof, margin
        self.setAccessibleDescription("\n".join(filter(None, [proof.title, *proof.paragraphs])).replace("`", ""))
        self._arrange()

    def set_scale(self, scale: float) -> None:
        """Write in letters so many times the usual size."""
        if scale != self._scale:
            self._scale = scale
            self.setFont(self._letters(scale))
            self._rewrite()

    def height_at(self, scale: float) -> int:
        """Return the height that the page needs in letters so many times the usual size, at its present width."""
        return self._height if scale == self._scale else self._flow(scale)[1]

    def letter(self) -> None:
        self._usual.setPointSizeF(self.font().pointSizeF() / self._scale)
        self._title = self._letters(_OF_TITLE, bold=True)
        self._width_of.cache_clear()
        self._rewrite()

    def _letters(self, scale: float, *, bold: bool = False) -> QFont:
        font = QFont(self._usual)
        font.setPointSizeF(scale * font.pointSizeF())
        font.setBold(bold)
        return font

    def _rewrite(self) -> None:
        """Lay everything out in the present letters."""
        self._bold = self._letters(self._scale, bold=True)
        self._set.cache_clear()
        self._blocks.clear()
        self._arrange()

    def thing_at(self, place: QPointF) -> Kind | None:
        piece = self._piece_at(place)
        return None if piece is None else kind_of(piece.symbol)

    def tip_at(self, place: QPointF) -> str:
        """What the symbol or number at a pixel is; empty where there is neither."""
        piece = self._piece_at(place)
        if piece is None:
            in_title = self.proof.title and place.y() < QFontMetricsF(self._title).height()
            return explained_prose(self.proof.title, margin=self._margin) if in_title else ""
        if piece.moves:
            return _HINTS[piece.moves]
        if piece.symbol is not None:
            return piece.symbol.told(self._margin)
        named = dict.fromkeys((*words_in(piece.text), *symbols_of_prose(piece.text)))
        return "\n".join(symbol.told(self._margin) for symbol in named)

    def sizeHint(self) -> QSize:
        return QSize(340, self._height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            self._blocks.clear()
            self._arrange()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        piece = self._piece_at(event.position())
        if piece is not None and piece.moves and event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position()
            self.seized.emit(piece.moves)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is not None:
            self.dragged.emit(event.position().x() - self._pressed.x())
            return
        piece = self._piece_at(event.position())
        held = piece is not None and bool(piece.moves)
        self.setCursor(Qt.CursorShape.SizeHorCursor if held else Qt.CursorShape.ArrowCursor)
        self.point_at(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pressed = None
        super().mouseReleaseEvent(event)

    def _piece_at(self, at: QPointF) -> Piece | None:
        for top, block in self._placed:
            if top <= at.y() < top + block.height:
                inside = at - QPointF(0, top)
                return next((found.piece for found in block.pieces if found.box.contains(inside)), None)
        return None

    def _arrange(self) -> None:
        self._placed, self._height = self._flow(self._scale)
        self._blocks = {block.paragraph: block for _, block in self._placed}
        if self._height != self.height():
            self.setFixedHeight(self._height)
        self.update()

    def _flow(self, scale: float) -> tuple[list[tuple[float, FlowedParagraph]], int]:
        """Return each paragraph with the pixels above it, in letters so many times the usual size, and their height."""
        line = QFontMetricsF(self._letters(scale, bold=True)).height() + _LEADING
        top = QFontMetricsF(self._title).height() + _LEADING if self.proof.title else 0.0
        kept = self._blocks if scale == self._scale else {}
        measure = partial(self._width_of, scale)
        least = measure(self._reserve, True)
        placed: list[tuple[float, FlowedParagraph]] = []
        for paragraph in paragraphs_of(self.proof):
            block = kept.get(paragraph) or flowed(paragraph, self.width(), line, measure, least)
            top += _BEFORE if paragraph.first and placed else 0.0
            placed.append((top, block))
            top += block.height
        return placed, round(top) + 1

    def _measured(self, scale: float, text: str, bold: bool) -> float:
        return QFontMetricsF(self._letters(scale, bold=bold)).horizontalAdvance(text)

    def _laid_out(self, text: str, number: bool) -> tuple[float, QTextLayout]:
        """A text that is drawn in one go, and how high it is: most of a page stays while its numbers change."""
        layout = QTextLayout(text, self._bold if number else self.font())
        layout.setCacheEnabled(True)
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(_WIDEST)
        layout.endLayout()
        return line.ascent() + line.descent(), layout

    def paintEvent(self, event: QPaintEvent) -> None:
        self._shown = event.rect()
        super().paintEvent(event)

    def draw(self, painter: QPainter, theme: Theme) -> None:
        painter.setFont(self._title)
        painter.setPen(theme.color("ink"))
        painter.drawText(QRectF(self.rect()), _LEFT, self.proof.title)
        for place, (top, block) in enumerate(self._placed):
            if top + block.height < self._shown.top() or top > self._shown.bottom():
                continue
            painter.save()
            painter.translate(0, top)
            if place and block.paragraph.first:
                painter.setPen(theme.pen("hairline", 1))
                painter.drawLine(QPointF(0, -_LEADING), QPointF(self.width(), -_LEADING))
            self._paint_block(painter, block, theme)
            painter.restore()

    def _paint_block(self, painter: QPainter, block: FlowedParagraph, theme: Theme) -> None:
        lit = self._highlight.kind
        for found in block.pieces if lit is not None else ():
            if kind_of(found.piece.symbol) == lit:
                painter.fillRect(found.box, theme.color("promise", LIT))
        plain = "secondary" if block.paragraph.numbers else "ink"
        for stretch in block.stretches:
            self._paint(painter, stretch, plain, theme)

    def _paint(self, painter: QPainter, stretch: Set, plain: str, theme: Theme) -> None:
        piece, box = stretch.piece, stretch.box
        role = _ROLES.get(piece.moves, "ink" if piece.number else plain)
        painter.setPen(theme.color(role))
        height, layout = self._set(piece.text, piece.number)
        layout.draw(painter, QPointF(box.left(), box.top() + (box.height() - height) / 2))
        if piece.moves:
            painter.setPen(theme.pen(role, 1.4, Qt.PenStyle.DotLine))
            painter.drawLine(box.bottomLeft() - QPointF(0, 2), box.bottomRight() - QPointF(0, 2))
