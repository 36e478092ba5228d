"""The page of the proof: sentences with their numbers; symbols explain themselves, and some numbers can be dragged."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from core.theory.margin import Margin
from core.theory.proof import GAMMA, UPDATE, Proof
from core.theory.symbols import explained
from perceptron_gui.look.lettering import readable
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.model.highlight import Highlight, Kind
from perceptron_gui.panels.theory.proof.flow import Flow, Set, flowed
from perceptron_gui.panels.theory.proof.pieces import Piece, paragraphs_of

_LEADING = 3.0
_KEPT = 2_000
_LETTERS: dict[str, Kind] = {"ŵ*": "star", "γ": "gamma", "R": "radius"}
_ROLES = {UPDATE: "now_text", GAMMA: "promise"}
_HINTS = {
    UPDATE: "Drag to the left or right: the playhead moves.",
    GAMMA: "Drag to the left or right: a separator of your own tilts until it has this margin.",
}
_LEFT, _CENTRED = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignVCenter


class ProofPage(QWidget):
    """Draws a `Proof`. `pointed` tells which letter the mouse is on: γ, R or ŵ*; or None.

    A number that can be changed is `seized(what)` when it is pressed, and `dragged(pixels)` tells how far to the right
    of there the mouse is.
    """

    pointed = Signal(object)
    seized = Signal(str)
    dragged = Signal(float)

    def __init__(self, theme: ThemeModel, highlight: Highlight, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._highlight = highlight
        self._proof = Proof("", ())
        self._margin: Margin | None = None
        self._flow = Flow()
        self._widths: dict[tuple[str, bool], float] = {}
        self._pressed: QPointF | None = None
        self._pointed: Kind | None = None
        self.setFont(readable(self.font()))
        self._bold = readable(self.font(), bold=True)
        self._title = readable(self.font(), 1.25, bold=True)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("The proof")
        theme.changed.connect(self._restyle)
        highlight.changed.connect(self._restyle)

    @property
    def proof(self) -> Proof:
        """What is shown."""
        return self._proof

    @property
    def pieces(self) -> tuple[Set, ...]:
        """Where everything stands."""
        return self._flow.pieces

    def show_proof(self, proof: Proof, margin: Margin) -> None:
        """Show this; `margin`, raw, is the one that it is about."""
        if [line.template for line in proof.lines] != [line.template for line in self._proof.lines]:
            formulas = (text for line in proof.lines for text in (*line.sentence.split("`")[1::2], line.template))
            self.setWhatsThis(explained(*formulas, margin=margin))
        self._proof, self._margin = proof, margin
        self.setAccessibleDescription("\n".join([proof.title, *proof.paragraphs]).replace("`", ""))
        self._arrange()

    def center_of(self, moves: str) -> QPointF:
        """The middle of the first number that changes this. Raises LookupError where there is none."""
        return next(iter(found.box.center() for found in self.pieces if found.piece.moves == moves))

    def tip_at(self, at: QPointF) -> str:
        """What the symbol or number at a pixel is; empty where there is neither."""
        piece = self._piece_at(at)
        if piece is None:
            return ""
        if piece.moves:
            return _HINTS[piece.moves]
        return "" if piece.symbol is None else piece.symbol.told(self._margin)

    def sizeHint(self) -> QSize:
        return QSize(340, round(self._flow.height) + 1)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.tip_at(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)

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
        symbol = piece.symbol if piece is not None else None
        self._point(None if symbol is None else _LETTERS.get(symbol.written))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """What was pressed here is released here: it is not for the scroll area behind."""
        self._pressed = None
        event.accept()

    def _piece_at(self, at: QPointF) -> Piece | None:
        return next((found.piece for found in self.pieces if found.box.contains(at)), None)

    def _point(self, kind: Kind | None) -> None:
        if kind != self._pointed:
            self._pointed = kind
            self.pointed.emit(kind)

    def _arrange(self) -> None:
        line = QFontMetricsF(self._bold).height() + _LEADING
        title = QFontMetricsF(self._title).height() + _LEADING
        flow = flowed(paragraphs_of(self._proof), self.width(), line, self._measured)
        moved = tuple(Set(set_.piece, set_.box.translated(0, title), set_.numbers) for set_ in flow.pieces)
        height = flow.height + title
        if round(height) != round(self._flow.height):
            self.setFixedHeight(round(height) + 1)
        self._flow = Flow(moved, tuple(top + title for top in flow.tops), height)
        self.update()

    def _measured(self, piece: Piece) -> float:
        key = piece.text, piece.number
        if key not in self._widths:
            if len(self._widths) >= _KEPT:
                self._widths.clear()
            font = self._bold if piece.number else self.font()
            self._widths[key] = QFontMetricsF(font).horizontalAdvance(piece.text)
        return self._widths[key]

    @Slot()
    def _restyle(self) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme.current
        with QPainter(self) as painter:
            painter.setFont(self._title)
            painter.setPen(theme.color("ink"))
            painter.drawText(QRectF(self.rect()), _LEFT, self._proof.title)
            painter.setPen(theme.pen("hairline", 1))
            for top in self._flow.tops[1:]:
                painter.drawLine(QPointF(0, top - _LEADING), QPointF(self.width(), top - _LEADING))
            shown = QRectF(event.rect())
            for found in self.pieces:
                if found.piece.text != " " and found.box.intersects(shown):
                    self._paint(painter, found, theme)

    def _paint(self, painter: QPainter, found: Set, theme: Theme) -> None:
        piece, box = found.piece, found.box
        kind = None if piece.symbol is None else _LETTERS.get(piece.symbol.written)
        if kind is not None and kind == self._highlight.kind:
            painter.fillRect(box, theme.color("promise", 0.28))
        painter.setFont(self._font_of(piece))
        painter.setPen(
            theme.color(_ROLES.get(piece.moves, "ink" if piece.number or not found.numbers else "secondary"))
        )
        painter.drawText(box.adjusted(0, 0, 2, 0), _LEFT | _CENTRED, piece.text)
        if piece.moves:
            painter.setPen(theme.pen(_ROLES[piece.moves], 1.4, Qt.PenStyle.DotLine))
            painter.drawLine(box.bottomLeft() - QPointF(0, 2), box.bottomRight() - QPointF(0, 2))

    def _font_of(self, piece: Piece) -> QFont:
        return self._bold if piece.number else self.font()
