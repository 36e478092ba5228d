"""A sheet of lines that scrolls: pseudo-code with its present line lit, or equations one below the other."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QPainter, QPaintEvent, QResizeEvent, QTextLine
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from core.theory.margin.margin import Margin
from core.theory.symbols import explained_prose, symbol_of_prose_at
from perceptron_gui.look.text.lettering import readable
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.panels.step.typeset import SetEntry, TypesetEntry

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

    def __init__(
        self,
        theme: ThemeModel,
        name: str,
        margin: Callable[[], Margin | None],
        *,
        marked: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._margin = theme, margin
        self._marked = marked
        self.entries: tuple[TypesetEntry, ...] = ()
        """what is shown"""
        self._settings: dict[tuple[str, float], SetEntry] = {}
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

    @property
    def content_height(self) -> int:
        """How high all of it is at the present width."""
        return round(self._tops[-1] + 2 * _PAD)

    @property
    def widest(self) -> float:
        """How far to the right the longest line reaches."""
        return max((self._left_of(entry) + self._set(entry).width for entry in self.entries), default=0.0)

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
        entry = self.entries[place]
        layout, left = self._set(entry).layout, self._left_of(entry)
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
        painter.setFont(self.font())
        painter.translate(0, _PAD - self.verticalScrollBar().value())
        shown = QRectF(self.viewport().rect()).translated(0, self.verticalScrollBar().value() - _PAD)
        for place, entry in enumerate(self.entries):
            top, bottom = self._tops[place], self._tops[place + 1]
            if bottom >= shown.top() and top <= shown.bottom():
                self._draw(painter, entry, QRectF(0, top, shown.width(), bottom - top))
                if place and not self._marked:
                    painter.setPen(theme.pen("hairline", 1))
                    painter.drawLine(QPointF(_MARGIN, top), QPointF(shown.width() - _MARGIN, top))

    def _draw(self, painter: QPainter, entry: TypesetEntry, box: QRectF) -> None:
        theme = self._theme.current
        if entry.lit:
            painter.fillRect(box, theme.color("now", 0.22))
            painter.setPen(theme.color("now_text"))
            painter.drawText(QPointF(_MARGIN, box.top() + _PAD + self._metrics.ascent()), _MARK)
        if entry.before is not None:
            painter.setPen(theme.color("secondary" if self._marked else "ink"))
            painter.drawText(QRectF(_MARGIN, box.top() + _PAD, self._before, box.height()), _ABOVE, entry.before)
        self._set(entry).layout.draw(painter, QPointF(self._left_of(entry), box.top() + _PAD))

    @property
    def _room(self) -> int:
        """The width beside the scroll bar, whether that is seen or not: no line breaks otherwise when it comes."""
        return self.contentsRect().width() - self.verticalScrollBar().sizeHint().width()

    def _left_of(self, entry: TypesetEntry) -> float:
        return _MARGIN + (0.0 if entry.before is None else self._before + _GAP) + entry.indent * _INDENT

    def _set(self, entry: TypesetEntry) -> SetEntry:
        width = self._room - self._left_of(entry) - _MARGIN
        key = (entry.text, width)
        found = self._settings.get(key)
        if found is None:
            if len(self._settings) >= _KEPT:
                self._settings.clear()
            found = self._settings[key] = SetEntry.of(entry, width, self.font(), self._theme.current)
        return found

    def _arrange(self) -> None:
        before = [self._metrics.horizontalAdvance(entry.before) for entry in self.entries if entry.before is not None]
        mark = self._metrics.horizontalAdvance(f"{_MARK} ") if self._marked else 0.0
        self._before = max(before, default=0.0) + mark
        heights = (self._set(entry).height + 2 * _PAD for entry in self.entries)
        self._tops = list(accumulate(heights, initial=0.0))
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
        self._settings.clear()
        self._arrange()


def _read_aloud(entry: TypesetEntry) -> str:
    text = f"{entry.before} {entry.text}" if entry.before is not None else entry.text
    return f"{'now: ' if entry.lit else ''}{text}".replace("`", "")
