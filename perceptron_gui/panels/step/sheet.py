"""A sheet of lines that scrolls, broken where a reader would break them: pseudo-code or equations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPalette, QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from core.explain import CodeLine
from core.theory.margin.margin import Margin
from perceptron_gui.look.size import follow_scale
from perceptron_gui.look.text.rich_text import JOINED, NO_BREAK, Paragraph, RichText, Words
from perceptron_gui.look.theme import ThemeModel

_RELATION = re.compile(r" ([=≈←≤<>≥]) ")
_OPERATOR = re.compile(r" ([=≈←≤<>≥+−]) ")
_LEFT_SIDE = re.compile(r"`([^`=≈←≤<>≥]{1,8}) ([=≈←≤<>≥] .*)", re.DOTALL)
_SHORT = 30
"""Letters. A shorter formula beside another one is not broken."""
_GAP, _MARGIN, _ABOVE, _INDENT, _HANG = 8.0, 2.0, 4.0, 14.0, 18.0
"""The distances in pixels."""
_MARK = "▶"
"""The mark before a line that is lit."""


@dataclass(frozen=True)
class TypesetEntry:
    """A line: `text` with its formulas in backticks, and the words `before` it; None if it has the whole width.

    `indent` is counted in steps; `lit` marks what was just done.
    """

    text: str
    before: str | None = None
    indent: int = 0
    lit: bool = False


def entries_of_code(code: Iterable[CodeLine]) -> tuple[TypesetEntry, ...]:
    """Return numbered lines of pseudo-code."""
    return tuple(TypesetEntry(line.text, str(place), line.indent, line.current) for place, line in enumerate(code, 1))


def entries_of_numbers(numbers: Iterable[str]) -> tuple[TypesetEntry, ...]:
    """Return equations with their left sides in a separate column, and sentences."""
    found = ((line, _LEFT_SIDE.fullmatch(line)) for line in numbers)
    return tuple(TypesetEntry(line) if side is None else TypesetEntry(f"`{side[2]}", side[1]) for line, side in found)


class Sheet(RichText):
    """The sheet of entries. If they are `marked`, at least one can be lit, and the first of these stays in view."""

    def __init__(self, theme: ThemeModel, name: str, margin: Callable[[], Margin | None], *, marked: bool) -> None:
        super().__init__(theme, name, margin)
        self._marked = marked
        self.entries: tuple[TypesetEntry, ...] = ()
        """The visible lines."""
        self._places = [0]
        """The number of the first paragraph of each entry, and at the end the number of all paragraphs."""
        self.content.setDocumentMargin(_ABOVE)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        # The sheet is scrolled on a plain ground, which Qt can then move instead of painting again.
        self.setAutoFillBackground(True)
        # A bar that comes and goes would change the width, and with it the lines.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        bar = self.verticalScrollBar()
        bar.hide()  # Its space stays free, so no line is broken elsewhere when it comes.
        bar.rangeChanged.connect(lambda least, most: bar.setVisible(least < most))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        follow_scale(self, self._arrange)

    @property
    def content_height(self) -> int:
        """The height of the whole text at the present width, in pixels."""
        return ceil(self.content.size().height())

    def extent_of(self, place: int) -> tuple[float, float]:
        """Return the top and the bottom of an entry in the viewport."""
        first, last = self._places[place], self._places[place + 1] - 1
        boxes = [self.box_of(self.content.findBlockByNumber(number)) for number in (first, last)]
        return boxes[0].top() - _ABOVE / 2, boxes[1].bottom() + _ABOVE / 2

    def set_entries(self, entries: tuple[TypesetEntry, ...]) -> None:
        if entries != self.entries:
            self.entries = entries
            self._arrange()

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 3 * self.fontMetrics().height())

    def fit(self) -> None:
        """Keep the lit entries in view."""
        bar, room = self.verticalScrollBar(), self.viewport().height()
        lit = [self.extent_of(place) for place, entry in enumerate(self.entries) if entry.lit]
        if lit:
            top, bottom = lit[0][0] + bar.value(), lit[-1][1] + bar.value() + _ABOVE
            bar.setValue(round(min(max(bar.value(), bottom - room), top)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        metrics = QFontMetricsF(self.font())
        mark = metrics.horizontalAdvance(f"{_MARK} ") if self._marked else 0.0
        widths = [metrics.horizontalAdvance(entry.before) for entry in self.entries if entry.before is not None]
        before = max(widths, default=0.0) + mark
        paragraphs: list[Paragraph] = []
        self._places = [0]
        for entry in self.entries:
            paragraphs += self._paragraphs(entry, before, metrics)
            self._places.append(len(paragraphs))
        self.write(paragraphs)

    def _paragraphs(self, entry: TypesetEntry, before: float, metrics: QFontMetricsF) -> Iterator[Paragraph]:
        """Yield the lines of an entry, with each relation on its own line if they do not fit on one."""
        left = 0.0 if entry.before is None else before + _GAP + entry.indent * _INDENT
        free = self.viewport().width() - left - 2 * (_ABOVE + _MARGIN)
        apart = entry.before is not None and metrics.horizontalAdvance(entry.text.replace("`", "")) > free
        for place, words in enumerate(_lines_of(entry.text, apart=apart)):
            head: tuple[Words, ...] = ()
            begins = left
            if not place and entry.before is not None:
                mark = Words(_MARK if entry.lit else "", "now_text")
                name = Words(f"\t{entry.before}\t", "secondary" if self._marked else "ink")
                head, begins = (mark, name), 0.0
            yield Paragraph(
                (*head, *words),
                above=0.0 if place else _ABOVE,
                left=_MARGIN + left + _HANG,
                right=_MARGIN,
                first=begins - left - _HANG,
                tabs=(before, left) if head else None,
                ruled=not (self._marked or place) and len(self._places) > 1,
                now=entry.lit,
            )


def _lines_of(text: str, *, apart: bool) -> list[list[Words]]:
    """Return `text` without backticks, on several lines if relations stand `apart`; words are paler than formulas."""
    lines: list[list[Words]] = [[]]
    pieces = text.split("`")
    for place, piece in enumerate(pieces):
        is_formula = bool(place % 2)
        set_piece = _set_formula(piece, first=place == 1 and not pieces[0], apart=apart) if is_formula else piece
        for line, part in enumerate(set_piece.split("\n")):
            if line:
                lines.append([])
            if part:
                lines[-1].append(Words(part, "ink" if is_formula else "secondary"))
    return lines


def _set_formula(formula: str, *, first: bool, apart: bool) -> str:
    """Return a formula that breaks before its operators, never after them; relations `apart` begin lines.

    A short formula after the first relation stays in one piece.
    """
    formula = formula.replace("/", f"/{JOINED}")
    if not first and len(formula) <= _SHORT:
        return formula.replace(" ", NO_BREAK)
    if first and apart:
        formula = _RELATION.sub(lambda found: f"\n{found[1]}{NO_BREAK}", formula)
    tied = _OPERATOR.sub(lambda found: f" {found[1]}{NO_BREAK}", formula)
    return f"{tied[0]}{NO_BREAK}{tied[2:]}" if _OPERATOR.match(f" {tied[:2]}") else tied
