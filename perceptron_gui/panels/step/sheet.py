"""A sheet of lines that scrolls, broken where a reader would break them: pseudo-code or equations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Slot
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
    QTextOption,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip

from core.explain import CodeLine
from core.theory.margin.margin import Margin
from core.theory.symbols import explained_prose, symbol_of_prose_at
from perceptron_gui.look.text.lettering import readable
from perceptron_gui.look.theme import LIT, Theme, ThemeModel

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


_GAP, _MARGIN, _PAD, _INDENT = 8.0, 6.0, 2.0, 14.0
_MARK = "▶"
"""What stands before a line that is lit"""
_ABOVE = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
_KEPT = 256
_SCALE = 0.92


class Sheet(QAbstractScrollArea):
    """Shows entries. Where they are `marked` one at least can be lit, and the first of these stays in view.

    Their symbols answer the pointer, with the numbers of the `margin`.
    """

    def __init__(self, theme: ThemeModel, name: str, margin: Callable[[], Margin | None], *, marked: bool) -> None:
        super().__init__()
        self._theme, self._margin = theme, margin
        self._marked = marked
        self.entries: tuple[TypesetEntry, ...] = ()
        """what is shown"""
        self._set = lru_cache(_KEPT)(self._set_anew)
        self._placed: list[tuple[float, SetEntry]] = []
        """of each entry, where it begins, from the left"""
        self._tops: list[float] = [0.0]
        self._before = 0.0
        self.setFont(readable(self.font(), _SCALE))
        self._metrics = QFontMetricsF(self.font())
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(name)
        self.verticalScrollBar().setSingleStep(round(self._metrics.height()))
        theme.changed.connect(self._restyle)

    def letter(self) -> None:
        self._metrics = QFontMetricsF(self.font())
        self.verticalScrollBar().setSingleStep(round(self._metrics.height()))
        self._restyle()

    @property
    def content_height(self) -> int:
        """How high all of it is at the present width."""
        return round(self._tops[-1] + 2 * _PAD)

    @property
    def widest(self) -> float:
        """How far to the right the longest line reaches."""
        return max((left + found.width for left, found in self._placed), default=0.0)

    def extent_of(self, place: int) -> tuple[float, float]:
        """From where to where in the viewport an entry goes."""
        shift = _PAD - self.verticalScrollBar().value()
        return self._tops[place] + shift, self._tops[place + 1] + shift

    def set_entries(self, entries: tuple[TypesetEntry, ...]) -> None:
        if entries != self.entries:
            self.entries = entries
            self.setAccessibleDescription("; ".join(_read_aloud(entry) for entry in entries))
            self._arrange()

    def sizeHint(self) -> QSize:
        return QSize(340, self.content_height)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, round(3 * self._metrics.height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def tip_at(self, at: QPointF) -> str:
        """What the symbol at a pixel of the viewport stands for, or all of the line there."""
        places = range(len(self.entries))
        place = next((p for p in places if self.extent_of(p)[0] <= at.y() < self.extent_of(p)[1]), None)
        if place is None:
            return ""
        entry, (left, found) = self.entries[place], self._placed[place]
        layout = found.layout
        within, text = at - QPointF(left, self.extent_of(place)[0] + _PAD), layout.text()
        margin = self._margin()
        for line in (layout.lineAt(number) for number in range(layout.lineCount())):
            if line.naturalTextRect().contains(within):
                cursor = line.xToCursor(within.x(), QTextLine.CursorPosition.CursorOnCharacter)
                if (symbol := symbol_of_prose_at(text, cursor)) is not None:
                    return symbol.told(margin)
        return explained_prose(text if entry.before is None else f"{entry.before} = {text}", margin=margin)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.tip_at(QPointF(event.pos())), self)
            return True
        return super().viewportEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self.viewport()), self._theme.current
        between = theme.pen("hairline", 1)
        painter.setFont(self.font())
        painter.translate(0, _PAD - self.verticalScrollBar().value())
        shown = QRectF(self.viewport().rect()).translated(0, self.verticalScrollBar().value() - _PAD)
        for place, entry in enumerate(self.entries):
            top, bottom = self._tops[place], self._tops[place + 1]
            if bottom >= shown.top() and top <= shown.bottom():
                self._draw(painter, entry, QRectF(0, top, shown.width(), bottom - top))
                left, found = self._placed[place]
                found.layout.draw(painter, QPointF(left, top + _PAD))
                if place and not self._marked:
                    painter.setPen(between)
                    painter.drawLine(QPointF(_MARGIN, top), QPointF(shown.width() - _MARGIN, top))

    def _draw(self, painter: QPainter, entry: TypesetEntry, box: QRectF) -> None:
        """What stands before its text, and behind it."""
        theme = self._theme.current
        if entry.lit:
            painter.fillRect(box, theme.color("now", LIT))
            painter.setPen(theme.color("now_text"))
            painter.drawText(QPointF(_MARGIN, box.top() + _PAD + self._metrics.ascent()), _MARK)
        if entry.before is not None:
            painter.setPen(theme.color("secondary" if self._marked else "ink"))
            painter.drawText(QRectF(_MARGIN, box.top() + _PAD, self._before, box.height()), _ABOVE, entry.before)

    @property
    def _room(self) -> int:
        """The width beside the scroll bar, whether that is seen or not: no line breaks otherwise when it comes."""
        return self.contentsRect().width() - self.verticalScrollBar().sizeHint().width()

    def _left_of(self, entry: TypesetEntry) -> float:
        return _MARGIN + (0.0 if entry.before is None else self._before + _GAP) + entry.indent * _INDENT

    def _set_anew(self, text: str, width: float, alone: bool) -> SetEntry:
        """Whether it is lit, and what stands before it, is nothing to the text."""
        entry = TypesetEntry(text, None if alone else "")
        return SetEntry.of(entry, width, self.font(), self._theme.current)

    def _arrange(self) -> None:
        before = [self._metrics.horizontalAdvance(entry.before) for entry in self.entries if entry.before is not None]
        mark = self._metrics.horizontalAdvance(f"{_MARK} ") if self._marked else 0.0
        self._before = max(before, default=0.0) + mark
        lefts, room = [self._left_of(entry) for entry in self.entries], self._room - _MARGIN
        found = [
            self._set(entry.text, room - left, entry.before is None)
            for entry, left in zip(self.entries, lefts, strict=True)
        ]
        self._placed = list(zip(lefts, found, strict=True))
        self._tops = list(accumulate((each.height + 2 * _PAD for each in found), initial=0.0))
        bar, room = self.verticalScrollBar(), self.viewport().height()
        bar.setRange(0, max(self.content_height - room, 0))
        bar.setPageStep(room)
        self._keep_lit_in_view()
        self.viewport().update()

    def _keep_lit_in_view(self) -> None:
        bar, room = self.verticalScrollBar(), self.viewport().height()
        lit = [place for place, entry in enumerate(self.entries) if entry.lit]
        if lit:
            top, bottom = self._tops[lit[0]], self._tops[lit[-1] + 1] + 2 * _PAD
            bar.setValue(round(min(max(bar.value(), bottom - room), top)))

    @Slot()
    def _restyle(self) -> None:
        self._set.cache_clear()
        self._arrange()


def _read_aloud(entry: TypesetEntry) -> str:
    text = f"{entry.before} {entry.text}" if entry.before is not None else entry.text
    return f"{'now: ' if entry.lit else ''}{text}".replace("`", "")
