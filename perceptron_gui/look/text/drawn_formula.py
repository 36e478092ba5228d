"""Where a formula stands on the screen, so that the symbol under the mouse can say what it stands for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF

from core.theory.symbols import Symbol, symbol_at


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
