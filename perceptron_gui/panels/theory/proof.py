"""The page of the proof: sentences with their numbers; symbols explain themselves, and some numbers can be dragged."""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from core.datasets.dataset import FloatArray
from core.theory.bounds import tilted
from core.theory.margin.margin import Margin
from core.theory.proof import GAMMA, UPDATE, Proof, ProofStep
from core.theory.symbols import SymbolSpan, explained, symbols_in, symbols_in_prose, words_in
from perceptron_gui.look.latest_moves import LatestMoves
from perceptron_gui.look.size import TITLE
from perceptron_gui.look.text.rich_text import JOINED, NO_BREAK, Paragraph, RichText, Words, shown_in
from perceptron_gui.look.theme import LIT, ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.model.pointing.drawn_line import TriedSeparator
from perceptron_gui.model.pointing.highlight import Highlight
from perceptron_gui.panels.theory.inequality_table import kind_of

_LEADING, _ABOVE, _INDENT = 2.5, 7.0, 14.0
_ROLES = {UPDATE: "now_text", GAMMA: "promise_text"}
_HINTS = {
    UPDATE: "Drag to the left or right: the playhead moves.",
    GAMMA: "Drag to the left or right: a line of your own tilts until it has this margin.",
}


class ProofPage(RichText):
    """The page of a `Proof`. `pointed` carries the quantity under the mouse: γ, R or ŵ*; or None.

    A press on a number that can be changed emits `seized(what)`, and each move then emits `dragged(pixels)`, counted to
    the right.
    """

    pointed = Signal(object)
    seized = Signal(str)
    dragged = Signal(float)

    def __init__(self, theme: ThemeModel, highlight: Highlight, name: str = "The proof") -> None:
        super().__init__(theme, name, lambda: self._shown_margin, read=_symbols)
        self._highlight = highlight
        self._shown_margin: Margin | None = None
        self.proof = Proof("", ())
        """The visible proof."""
        self._pressed: QPointF | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        LatestMoves(self.viewport())
        highlight.changed.connect(self._light)

    def show_proof(self, proof: Proof, margin: Margin) -> None:
        """Show this proof; `margin`, raw, is the one that it is about."""
        if [line.sentence for line in proof.lines] != [line.sentence for line in self.proof.lines]:
            formulas = (text for line in proof.lines for text in (*line.sentence.split("`")[1::2], line.template))
            self.setWhatsThis(explained(*formulas, margin=margin))
        self.proof, self._shown_margin = proof, margin
        self.write(tuple(_paragraphs(proof)))
        if self._highlight.kind is not None:
            self._light()

    def tip_at(self, at: QPointF) -> str:
        return _HINTS.get(self.anchorAt(at.toPoint())) or super().tip_at(at)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        moves = self.anchorAt(event.position().toPoint())
        if moves and event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position()
            self.seized.emit(moves)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is not None:
            self.dragged.emit(event.position().x() - self._pressed.x())
            return
        super().mouseMoveEvent(event)
        held = bool(self.anchorAt(event.position().toPoint()))
        self.viewport().setCursor(Qt.CursorShape.SizeHorCursor if held else Qt.CursorShape.IBeamCursor)
        self.pointed.emit(kind_of(self.symbol_at(event.position())))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pressed = None
        super().mouseReleaseEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(None)

    def _light(self) -> None:
        """Mark the letters of the quantity that is pointed at here or elsewhere."""
        lit, ground = [], QTextCharFormat()
        ground.setBackground(self._theme.current.color("promise", LIT))
        block = self.content.firstBlock()
        while self._highlight.kind is not None and block.isValid():
            for found in _symbols(shown_in(block)):
                if kind_of(found.symbol) == self._highlight.kind:
                    mark = QTextEdit.ExtraSelection()
                    mark.cursor, mark.format = QTextCursor(block), ground
                    mark.cursor.setPosition(block.position() + found.start)
                    mark.cursor.setPosition(block.position() + found.stop, QTextCursor.MoveMode.KeepAnchor)
                    lit.append(mark)
            block = block.next()
        self.setExtraSelections(lit)


def _symbols(text: str) -> list[SymbolSpan]:
    """Return the symbols of a line of the proof, in which a word like “short” has its meaning in a formula."""
    return [*symbols_in_prose(text), *(found for found in symbols_in(text) if found.symbol in words_in(text))]


def _paragraphs(proof: Proof) -> Iterator[Paragraph]:
    """Yield the title, the sentence of each line, and below it its rows of numbers."""
    if proof.title:
        yield Paragraph((Words(proof.title, bold=True),), rung=TITLE, leading=_LEADING)
    for place, line in enumerate(proof.lines):
        words = tuple(_words(line, line.sentence, "ink"))
        above = _ABOVE if place else 0.0
        yield Paragraph(words, above=above, leading=_LEADING, ruled=place > 0)
        for row in line.rows:
            words = tuple(_words(line, row, "secondary"))
            yield Paragraph(words, leading=_LEADING, left=_INDENT)


def _words(line: ProofStep, text: str, role: str) -> Iterator[Words]:
    """Yield `text` with its values in it; in a sentence no line is broken within a formula."""
    in_formula = False
    for literal, name, _format, _conversion in Formatter().parse(text):
        for place, part in enumerate(literal.split("`")):
            in_formula ^= place > 0
            if part:
                yield Words(part.replace(" ", NO_BREAK).replace("/", f"/{JOINED}") if in_formula else part, role)
        if name is not None:
            value = line.values[name]
            yield Words(value.text, _ROLES.get(value.moves, "ink"), bold=True, moves=value.moves)


_WHOLE = 300.0
"""Pixels for a drag through a long run, or from γ = 0 to that of ŵ*."""


class Scrub:
    """The effect of dragging a number of the proof: k moves the playhead, γ tilts a separator of one's own.

    There is one drag at a time, from the value at its beginning.
    """

    def __init__(self, player: Player, own_separator: TriedSeparator) -> None:
        self._player = player
        self._own_separator = own_separator
        self._moves = ""
        self._update = 0
        self._gamma = 0.0
        self._away: FloatArray | None = None

    def seize(self, moves: str) -> None:
        """Begin a drag of the number that `moves` this."""
        run, state = self._player.visible.run, self._player.state
        if run is None or state is None:
            return
        self._moves, self._update = moves, state.update
        judged = self._own_separator.judged(run)
        self._away = self._own_separator.weights_in(run)
        self._gamma = judged.gamma if judged is not None and judged.separates else run.margin.gamma or 0.0
        self._player.pause()

    def drag(self, pixels: float) -> None:
        """Follow the mouse, which is this many pixels to the right of the beginning of the drag."""
        run = self._player.visible.run
        if run is None:
            return
        if self._moves == UPDATE:
            step = max(run.updates / _WHOLE, 1 / 6)
            self._player.visit_update(max(self._update + round(pixels * step), 0))
        elif best := run.margin.gamma:
            # A margin below a thousandth of that of ŵ* looks like 0 on the way.
            wanted = min(max(self._gamma + best * pixels / _WHOLE, 1e-3 * best), best)
            made = tilted(run.dataset, run.margin, self._away, wanted)
            if made is not None:
                self._own_separator.put([*made[0].tolist(), made[1]])
