"""Formulas whose letters γ, R and ŵ* can be pointed at and lit, and the examples that a quantity comes from."""

from __future__ import annotations

import re

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from core.datasets.dataset import FloatArray
from core.record.history import State
from core.run import Run
from core.theory.bound_gap import Part, leading
from core.theory.symbols import Symbol
from perceptron_gui.look.theme import LIT, Theme
from perceptron_gui.model.pointing.highlight import Highlight, Kind

_LETTERS: dict[str, Kind] = {"ŵ*": "star", "γ": "gamma", "R": "radius"}
_PIECES = re.compile("(ŵ\\*|γ|R)")
_PAD = 2.0


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


def point_at(highlight: Highlight, kind: Kind | None, run: Run | None) -> None:
    """Light a quantity of this run, with the examples that decide it; None lights nothing."""
    if kind is None or run is None or (kind != "radius" and run.margin.gamma is None):
        highlight.clear()
    else:
        highlight.show(kind, deciding(kind, run))


def deciding(kind: Kind, run: Run) -> tuple[int, ...]:
    """Return the examples that decide a quantity: γ is the margin of its support, R the length of the farthest."""
    margin, norms_squared = run.margin, run.space.norms_squared
    if kind == "gamma" and margin.support is not None:
        return tuple(margin.support.tolist())
    return (int(norms_squared.argmax()),) if kind == "radius" and len(norms_squared) else ()


def leading_examples(run: Run | None, state: State | None, part: Part) -> tuple[int, ...]:
    """Return the examples that contribute most to a part of the gap under the bound at a state."""
    return tuple(leading(contributions_to(run, state, part)).tolist())


def contributions_to(run: Run | None, state: State | None, part: Part) -> FloatArray:
    """Return how much each example adds to a part (n,), up to a common factor; (0,) if that is unknown."""
    if run is None or state is None or run.gap_along is None or not state.update:
        return np.empty(0)
    contributions = run.gap_along.contributions(run.history, state, part)
    return np.empty(0) if contributions is None else contributions
