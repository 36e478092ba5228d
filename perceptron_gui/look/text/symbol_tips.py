"""What the symbol under the pointer stands for: in a formula that is painted, or in the words of a label."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QHelpEvent, QTextDocument
from PySide6.QtWidgets import QLabel, QToolTip, QWidget

from core.theory.margin.margin import Margin
from core.theory.symbols import Symbol, symbol_at, symbol_of_prose_at, symbols_of_prose
from perceptron_gui.look.text.painted_text import TextLine


@dataclass(frozen=True)
class DrawnFormula:
    """A formula on the screen: where it stands from the left of `box` on, and in which font."""

    box: QRectF
    text: str
    font: QFont

    def symbol_at(self, at: QPointF) -> Symbol | None:
        if not self.box.contains(at):
            return None
        metrics, x = QFontMetricsF(self.font), at.x() - self.box.left()
        ends = (place for place in range(len(self.text)) if metrics.horizontalAdvance(self.text[: place + 1]) > x)
        return symbol_at(self.text, next(ends, len(self.text)))


def symbol_among(written: Iterable[DrawnFormula], at: QPointF) -> Symbol | None:
    """The symbol under a pixel."""
    found = (formula.symbol_at(at) for formula in written)
    return next((symbol for symbol in found if symbol is not None), None)


class SymbolTips(QObject):
    """For the labels within a widget that have no tip of their own; `margin` is that of the run, None for none."""

    def __init__(self, whole: QWidget, margin: Callable[[], Margin | None]) -> None:
        super().__init__(whole)
        self._whole, self._margin = whole, margin
        whole.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt asks whoever a widget without a tip lies in."""
        if event.type() != QEvent.Type.ToolTip or not isinstance(event, QHelpEvent):
            return False
        label = self._whole.childAt(event.pos())
        told = "" if label is None else self.told(label, label.mapFrom(self._whole, event.pos()))
        if told:
            QToolTip.showText(event.globalPos(), told, label)
        return bool(told)

    def told(self, label: QWidget, at: QPoint) -> str:
        """What a label says of its symbols where the pointer is at a pixel of it."""
        document = _set_as(label)
        if document is None:
            return ""
        text = document.toPlainText()
        room = label.contentsRect()
        top = room.top() + max(room.height() - document.size().height(), 0.0) * _above(label)
        place = document.documentLayout().hitTest(QPointF(at) - QPointF(room.left(), top), Qt.HitTestAccuracy.ExactHit)
        pointed = None if place < 0 else symbol_of_prose_at(text, place)
        symbols = symbols_of_prose(text) if pointed is None else (pointed,)
        margin = self._margin()
        return "\n".join(symbol.told(margin) for symbol in symbols)


def _set_as(label: QWidget) -> QTextDocument | None:
    """The words of a label set as it sets them; None for what is none."""
    if isinstance(label, TextLine):
        text, wraps, rich = label.text, False, False
    elif isinstance(label, QLabel):
        text, wraps = label.text(), True
        rich = label.textFormat() is Qt.TextFormat.RichText
    else:
        return None
    document = QTextDocument()
    document.setDocumentMargin(0)
    document.setDefaultFont(label.font())
    if rich:
        document.setHtml(text)
    else:
        document.setPlainText(text)
    if wraps:
        document.setTextWidth(label.contentsRect().width())
    return document


def _above(label: QWidget) -> float:
    """What part of the free height stands above the words."""
    if not isinstance(label, QLabel):
        return 0.5
    flags = label.alignment()
    return 0.0 if flags & Qt.AlignmentFlag.AlignTop else 1.0 if flags & Qt.AlignmentFlag.AlignBottom else 0.5
