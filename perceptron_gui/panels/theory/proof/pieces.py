"""A line of the proof as pieces: words, symbols that explain themselves, and numbers, some of which can be dragged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from string import Formatter

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
