"""What a rich text shows, and where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTextBlock

from core.theory.quantities import Symbol, symbols_in_prose
from perceptron_gui.look.text.rich_text import RichText, shown_in


def words_of(text: RichText) -> str:
    """All that is written, without the signs that keep formulas together."""
    return text.toPlainText().replace("\u2060", "")


def blocks_of(text: RichText) -> list[QTextBlock]:
    return [text.document().findBlockByNumber(place) for place in range(text.document().blockCount())]


def lines_of(block: QTextBlock) -> list[str]:
    """The lines of a block as they are broken now."""
    lines = [block.layout().lineAt(place) for place in range(block.layout().lineCount())]
    return [shown_in(block)[line.textStart() :][: line.textLength()].replace("\u2060", "") for line in lines]


def box_in(text: RichText, block: QTextBlock, start: int, stop: int) -> QRectF:
    """Where letters of a block are in the viewport."""
    line = block.layout().lineForTextPosition(start)
    # PySide returns a pair, x and the place; its stubs say a float.
    before, after = (float(cast("tuple[float, int]", line.cursorToX(place))[0]) for place in (start, stop))
    whole = text.box_of(block)
    return QRectF(whole.left() + before, whole.top() + line.y(), after - before, line.height())


def symbols_on(text: RichText) -> Iterator[tuple[Symbol, QPointF]]:
    """Every symbol with its middle."""
    for block in blocks_of(text):
        for found in symbols_in_prose(shown_in(block)):
            yield found.symbol, box_in(text, block, found.start, found.stop).center()


def number_that(text: RichText, moves: str) -> QPointF:
    """The middle of the first number that changes this when it is dragged."""
    for block in blocks_of(text):
        for part in cast("Iterator[QTextBlock.iterator]", block):  # PySide iterates over it; its stubs do not say so
            piece = part.fragment()
            if piece.charFormat().anchorHref() == moves:
                start = piece.position() - block.position()
                return box_in(text, block, start, start + piece.length()).center()
    raise LookupError(moves)


def is_whole(text: RichText) -> bool:
    """Whether nothing is cut off at its sides or below."""
    fits = text.document().idealWidth() <= text.viewport().width() + 1
    return fits and text.document().size().height() <= text.viewport().height() + 1
