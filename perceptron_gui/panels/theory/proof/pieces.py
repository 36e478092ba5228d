"""A line of the proof as pieces, words, symbols and numbers; and how they flow into lines of a given width."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from string import Formatter
from typing import NamedTuple

from PySide6.QtCore import QRectF

from core.theory.proof import Proof, ProofStep, Value
from core.theory.symbols import Symbol, symbols_in

_NO_BREAK = "\u00a0"


@dataclass(frozen=True)
class Piece:
    """A bit of text that is drawn in one go. `symbol` is what it stands for; `moves` what dragging it changes.

    `number` says that it is one of the run's own.
    """

    text: str
    symbol: Symbol | None = None
    moves: str = ""
    number: bool = False


@dataclass(frozen=True, eq=False)
class Paragraph:
    """Pieces that flow one after another; spaces are pieces too. `numbers` where it is a formula with numbers."""

    pieces: tuple[Piece, ...]
    numbers: bool = False
    first: bool = False
    """whether a line of the proof begins with it"""


def paragraphs_of(proof: Proof) -> tuple[Paragraph, ...]:
    """The sentence of each line, and below it its rows of numbers."""
    return tuple(paragraph for line in proof.lines for paragraph in _paragraphs(line))


def _paragraphs(line: ProofStep) -> Iterator[Paragraph]:
    yield _sentence_of(line.sentence, tuple(line.values.items()) if line.told != line.sentence else ())
    for row in line.rows:
        yield Paragraph(tuple(_numbers(row, line)), numbers=True)


@lru_cache(256)
def _sentence_of(text: str, values: tuple[tuple[str, Value], ...]) -> Paragraph:
    """The same object for the same sentence with the same `values` in it, within formulas and without."""
    pieces: list[Piece] = []
    in_formula = False
    for literal, name, _format, _conversion in Formatter().parse(text):
        pieces += _sentence(literal, in_formula)
        in_formula ^= literal.count("`") % 2 == 1
        if name is not None:
            value = dict(values)[name]
            pieces.append(Piece(value.text, moves=value.moves, number=True))
    return Paragraph(tuple(pieces), first=True)


def _sentence(text: str, in_formula: bool = False) -> Iterator[Piece]:
    """Every second piece between backticks is a formula; in a sentence no line is broken within one."""
    for place, part in enumerate(text.split("`")):
        yield from map(_tied, _formula(part)) if (place % 2 == 1) is not in_formula else _words(part)


def _tied(piece: Piece) -> Piece:
    return replace(piece, text=_NO_BREAK) if piece.text == " " else piece


def _words(text: str) -> Iterator[Piece]:
    """Lines may be broken at the spaces."""
    for place, word in enumerate(text.split(" ")):
        if place:
            yield Piece(" ")
        if word:
            yield Piece(word)


@lru_cache(1024)
def _formula_of(text: str) -> tuple[Piece, ...]:
    return tuple(_formula(text))


def _formula(text: str) -> Iterator[Piece]:
    end = 0
    for found in symbols_in(text):
        yield from _words(text[end : found.start])
        yield Piece(text[found.start : found.stop], found.symbol)
        end = found.stop
    yield from _words(text[end:])


def _numbers(row: str, line: ProofStep) -> Iterator[Piece]:
    for literal, name, _format, _conversion in Formatter().parse(row):
        yield from _formula_of(literal)
        if name is not None:
            value = line.values[name]
            yield Piece(value.text, moves=value.moves, number=True)


_INDENT = 14.0
"""Pixels to the left of numbers."""


class Set(NamedTuple):
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


def flowed(
    paragraph: Paragraph, width: float, line: float, measure: Callable[[str, bool], float], least: float = 0.0
) -> FlowedParagraph:
    """Return `paragraph` on lines that are `line` pixels high and `width` wide.

    Args:
        paragraph: what is written.
        width: of a line, in pixels.
        line: the height of a line, in pixels.
        measure: returns the width of a text, in pixels; its second argument says whether the text is a number.
        least: pixels that a number takes from its line at least; the next piece still follows it closely.
    """

    def measured(piece: Piece) -> float:
        return measure(piece.text, piece.number)

    def taken(piece: Piece) -> float:
        return max(measured(piece), least) if piece.number else measured(piece)

    pieces: list[Set] = []
    left = x = end = _INDENT if paragraph.numbers else 0.0
    top = 0.0
    for word in _unbroken(paragraph.pieces):
        if x > left and end + sum(map(taken, word)) > width:
            x, end, top = left, left, top + line
            if word[0].text == " ":
                continue
        for piece in word:
            advance = measured(piece)
            if x > left and x + advance > width:
                x, end, top = left, left, top + line
            pieces.append(Set(piece, QRectF(x, top, advance, line)))
            x += advance
            end += taken(piece)
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
        first = together[0]
        if len(together) == 1:
            yield first
        else:
            text = "".join(found.piece.text for found in together)
            yield Set(replace(first.piece, text=text), first.box.united(together[-1].box))
