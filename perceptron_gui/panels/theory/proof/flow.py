"""How pieces flow into lines of a given width, and where each then stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from PySide6.QtCore import QRectF

from perceptron_gui.panels.theory.proof.pieces import Paragraph, Piece

_INDENT = 14.0
"""Pixels to the left of numbers."""


@dataclass(frozen=True)
class Set:
    """A piece at its place."""

    piece: Piece
    box: QRectF


@dataclass(frozen=True)
class FlowedParagraph:
    """A paragraph in lines, from the top left of its own on: its pieces, those that are drawn in one go, its height."""

    paragraph: Paragraph
    pieces: tuple[Set, ...]
    stretches: tuple[Set, ...]
    height: float


def flowed(paragraph: Paragraph, width: float, line: float, measure: Callable[[str, bool], float]) -> FlowedParagraph:
    """A paragraph on lines `line` high; `measure` tells how wide a text is, of a number or not."""

    def measured(piece: Piece) -> float:
        return measure(piece.text, piece.number)

    pieces: list[Set] = []
    left = x = _INDENT if paragraph.numbers else 0.0
    top = 0.0
    for word in _unbroken(paragraph.pieces):
        if x > left and x + sum(map(measured, word)) > width:
            x, top = left, top + line
            if word[0].text == " ":
                continue
        for piece in word:
            advance = measured(piece)
            if x > left and x + advance > width:
                x, top = left, top + line
            pieces.append(Set(piece, QRectF(x, top, advance, line)))
            x += advance
    return FlowedParagraph(paragraph, tuple(pieces), tuple(_stretches(pieces)), top + line)


def _unbroken(pieces: tuple[Piece, ...]) -> Iterator[list[Piece]]:
    """Spaces alone, and what stands between them together."""
    for is_space, group in groupby(pieces, lambda piece: piece.text == " "):
        if is_space:
            yield from ([piece] for piece in group)
        else:
            yield list(group)


def _stretches(pieces: list[Set]) -> Iterator[Set]:
    """As one each those that stand beside each other and look alike."""
    for _look, group in groupby(pieces, lambda found: (found.box.top(), found.piece.number, found.piece.moves)):
        together = list(group)
        text = "".join(found.piece.text for found in together)
        yield Set(replace(together[0].piece, text=text), together[0].box.united(together[-1].box))
