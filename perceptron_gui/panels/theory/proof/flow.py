"""How pieces flow into lines of a given width, and where each then stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from PySide6.QtCore import QRectF

from perceptron_gui.panels.theory.proof.pieces import Paragraph, Piece

_BEFORE, _INDENT = 7.0, 14.0
"""Pixels above a line of the proof, and to the left of its numbers."""


@dataclass(frozen=True)
class Set:
    """A piece at its place."""

    piece: Piece
    box: QRectF
    numbers: bool


@dataclass(frozen=True)
class Flow:
    """All pieces at their places, the `tops` of the lines of the proof, and how high all of it is."""

    pieces: tuple[Set, ...] = ()
    tops: tuple[float, ...] = ()
    height: float = 0.0


def flowed(paragraphs: Iterable[Paragraph], width: float, line: float, measured: Callable[[Piece], float]) -> Flow:
    """Paragraphs below each other on lines `line` high; `measured` is the width of a piece."""
    pieces: list[Set] = []
    tops: list[float] = []
    top = 0.0
    for paragraph in paragraphs:
        if paragraph.first:
            top += _BEFORE if tops else 0.0
            tops.append(top)
        left = x = _INDENT if paragraph.numbers else 0.0
        for word in _unbroken(paragraph.pieces):
            whole = sum(map(measured, word))
            if x > left and x + whole > width:
                x, top = left, top + line
                if word[0].text == " ":
                    continue
            for piece in word:
                advance = measured(piece)
                if x > left and x + advance > width:
                    x, top = left, top + line
                pieces.append(Set(piece, QRectF(x, top, advance, line), paragraph.numbers))
                x += advance
        top += line
    return Flow(tuple(pieces), tuple(tops), top)


def _unbroken(pieces: tuple[Piece, ...]) -> Iterator[list[Piece]]:
    """Spaces alone, and what stands between them together."""
    for is_space, group in groupby(pieces, lambda piece: piece.text == " "):
        if is_space:
            yield from ([piece] for piece in group)
        else:
            yield list(group)
