"""Lines of words and formulas, set in two columns and broken where a reader would break them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QFontMetricsF, QTextCharFormat, QTextLayout, QTextOption

from core.explain import CodeLine
from perceptron_gui.look.theme import Theme

_RELATION = re.compile(r" ([=≈←≤<>≥]) ")
_OPERATOR = re.compile(r" ([=≈←≤<>≥+−]) ")
_LEFT_SIDE = re.compile(r"`([^`=≈←≤<>≥]{1,8}) ([=≈←≤<>≥] .*)", re.DOTALL)
_NO_BREAK, _NEW_LINE, _JOINED = "\u00a0", "\u2028", "\u2060"
_HANG = 18.0
_SHORT = 30
"""Letters of a formula that is not broken where it stands beside another."""


@dataclass(frozen=True)
class TypesetEntry:
    """A line: `text` with its formulas in backticks, and what stands before it; None where it takes the whole width.

    `indent` is counted in steps; `lit` marks what was just done.
    """

    text: str
    before: str | None = None
    indent: int = 0
    lit: bool = False


def entries_of_code(code: Iterable[CodeLine]) -> tuple[TypesetEntry, ...]:
    """Numbered lines of pseudo-code."""
    return tuple(TypesetEntry(line.text, str(place), line.indent, line.current) for place, line in enumerate(code, 1))


def entries_of_numbers(numbers: Iterable[str]) -> tuple[TypesetEntry, ...]:
    """Equations with their left sides in a column of their own, and sentences."""
    return tuple(map(_entry_of, numbers))


def _entry_of(line: str) -> TypesetEntry:
    found = _LEFT_SIDE.fullmatch(line)
    return TypesetEntry(line) if found is None else TypesetEntry(f"`{found[2]}", found[1])


@dataclass(frozen=True, eq=False)
class SetEntry:
    """An entry as it is set at one width."""

    layout: QTextLayout
    width: float
    height: float

    @classmethod
    def of(cls, entry: TypesetEntry, width: float, font: QFont, theme: Theme) -> SetEntry:
        """Broken before operators; where it does not fit into one line, each relation begins a new one."""
        text, formats = _formatted(entry.text, theme, apart=False)
        if entry.before is not None and QFontMetricsF(font).horizontalAdvance(text) > width:
            text, formats = _formatted(entry.text, theme, apart=True)
        layout = QTextLayout(text, font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setFormats(formats)
        layout.setCacheEnabled(True)
        widest, height, follows = 0.0, 0.0, False
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            begins = not follows or text[line.textStart() - 1] == _NEW_LINE
            hang = 0.0 if begins else _HANG
            line.setLineWidth(max(width - hang, 40.0))
            line.setPosition(QPointF(hang, height))
            height += line.height()
            widest = max(widest, hang + line.naturalTextWidth())
            follows = True
        layout.endLayout()
        return cls(layout, widest, height)


def _formatted(text: str, theme: Theme, *, apart: bool) -> tuple[str, list[QTextLayout.FormatRange]]:
    """`text` without its backticks; what was outside of them is paler."""
    whole, formats, pieces = "", [], text.split("`")
    for place, piece in enumerate(pieces):
        is_formula = bool(place % 2)
        set_piece = _set_formula(piece, first=place == 1 and not pieces[0], apart=apart) if is_formula else piece
        format_ = QTextLayout.FormatRange()
        format_.start, format_.length = len(whole.encode("utf-16-le")) // 2, len(set_piece.encode("utf-16-le")) // 2
        style = QTextCharFormat()
        style.setForeground(theme.color("ink" if is_formula else "secondary"))
        format_.format = style
        formats.append(format_)
        whole += set_piece
    return whole, formats


def _set_formula(formula: str, *, first: bool, apart: bool) -> str:
    """What a line begins with is what it is about; formulas beside it stay together, if they are short."""
    formula = formula.replace("/", f"/{_JOINED}")
    if first:
        return _broken(formula, apart=apart)
    return formula.replace(" ", _NO_BREAK) if len(formula) <= _SHORT else _broken(formula, apart=False)


def _broken(formula: str, *, apart: bool) -> str:
    """A formula that breaks before its operators, never behind them; relations `apart` begin lines."""
    if apart:
        formula = _RELATION.sub(lambda found: f"{_NEW_LINE}{found[1]}{_NO_BREAK}", formula)
    tied = _OPERATOR.sub(lambda found: f" {found[1]}{_NO_BREAK}", formula)
    return f"{tied[0]}{_NO_BREAK}{tied[2:]}" if _OPERATOR.match(f" {tied[:2]}") else tied
