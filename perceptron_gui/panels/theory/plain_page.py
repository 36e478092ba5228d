"""The panel of a newcomer: what happened, how often, and what w is the sum of, without symbols of the proof."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import partial
from math import floor
from typing import Generic, TypeVar

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from core.explain.plain_words import moment_words, terms_of
from core.numbers.formulas import vector
from core.numbers.numerals import counted
from core.record.history import State
from core.run import Run
from core.theory.theorem import TheoremFacts
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.layouts import in_card, in_column, in_row
from perceptron_gui.look.size import BODY, LARGE, NUMBER, SMALL, TITLE, dye, letters, pixels
from perceptron_gui.look.text.small_widgets import label_of, push_button
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.model.theorem_view import Pages

MOST_CELLS, MOST_CHIPS = 60, 24
_COLUMNS = 15
"""Cells in a row, at least."""
"""Above these a bar takes the place of the cells, and a chip is one example with its count."""


class PlainPage(QWidget):
    """Three cards: what has just happened, how many mistakes there were, and the sum that w is."""

    def __init__(self, pages: Pages, theme: ThemeModel) -> None:
        super().__init__()
        self.title, self.words = label_of(rung=LARGE, bold=True), label_of(rung=BODY)
        self.invitation = label_of("Press Play, or the space bar.", rung=TITLE, bold=True)
        self.why = push_button("", "See in pictures why the run had to stop", rung=TITLE)
        self.why.setProperty("primary", True)
        self.why.clicked.connect(pages.why)
        self.terms = [(label_of(bold=bold, rung=BODY), label_of(bold=bold, rung=BODY)) for bold in (False, True, True)]
        sum_ = QGridLayout()
        sum_.setHorizontalSpacing(16)
        sum_.setColumnStretch(1, 1)
        for row, pair in enumerate(self.terms):
            for column, label in enumerate(pair):
                sum_.addWidget(label, row, column)
        card = partial(in_card, margins=(20, 16, 20, 16))
        happened = card(self.title, self.words, sum_, self.invitation, in_row(self.why, 0), spacing=8)
        self.count, self.most = label_of(rung=NUMBER, bold=True, wraps=False), label_of(rung=TITLE)
        self.cells = Cells(theme)
        counts = in_row(self.count, (self.most, 1), spacing=8)
        self.chips, self.total = Chips(theme), label_of(rung=TITLE, bold=True)
        told = label_of("○ are added, × are taken away. The line stands at right angles to w.", rung=SMALL)
        summed = label_of("w is the sum of its mistakes", rung=TITLE, bold=True)
        sum_card = card(summed, self.chips, self.total, told, spacing=8)
        for label in (self.words, self.most, told, self.terms[0][0]):
            dye(label, "secondary")
        cards = happened, card(counts, self.cells, spacing=12), sum_card
        self.setLayout(in_column(*cards, 0, margins=(0, 12, 0, 8), spacing=12))

    def show_moment(self, run: Run, facts: TheoremFacts, *, at_end: bool) -> None:
        """Show one moment; the most mistakes there can be are left out while they are sought."""
        ended, endless = at_end and run.converged, facts.margin.separable is False
        state, bound = facts.state, None if facts.bound is None or endless else floor(facts.bound)
        title, words = moment_words(run, state, facts.margin, ended=ended)
        self.title.setText(title)
        self.words.setText(words)
        self.invitation.setVisible(not state.example and run.dataset.n > 0)
        self.why.setText(f"Why never more than {bound:,}?" if bound is not None else "")
        appears = ended and bound is not None and self.why.isHidden()
        self.why.setVisible(ended and bound is not None)
        if appears and self.isVisible():
            self.why.setFocus()  # Enter accepts.
        self._show_sum(state, visible=state.moved and not ended)
        self.count.setText(f"{state.update:,}")
        mistakes = "mistake" if state.update == 1 else "mistakes"
        so_far = mistakes if ended else f"{mistakes} so far"
        never = f"{so_far}, and never an end" if endless else so_far
        self.most.setText(never if bound is None else f"{so_far}, at most {bound:,} in any order")
        self.cells.show_count(state.update, bound, fresh=state.moved)
        self.chips.show_terms(terms_of(run, state.update, MOST_CHIPS), fresh=state.moved)
        self.total.setText(f"= {vector(state.w.tolist())}" if state.update else "nothing yet, so there is no line")

    def _show_sum(self, state: State, *, visible: bool) -> None:
        sign = "+" if state.label > 0 else "−"
        change = (state.w - state.w_before) * (1 if state.label > 0 else -1) if visible else state.w
        rows = (
            ("w before", vector(state.w_before.tolist())),
            (f"{sign} point {state.index + 1:,}", vector(change.tolist())),
            ("w now", vector(state.w.tolist())),
        )
        dye(self.terms[1][0], "positive" if state.label > 0 else "negative_text")
        for labels, texts in zip(self.terms, rows, strict=True):
            for label, text in zip(labels, texts, strict=True):
                label.setText(text)
                label.setVisible(visible)


Thing = TypeVar("Thing")


class _Painted(Guarded, QWidget, Generic[Thing]):
    """Boxes in rows of equal height, as high as these are at its width; the last one that is filled may be `fresh`."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__()
        self._theme = theme
        self._fresh = False
        self._things: Sequence[Thing] = ()
        theme.changed.connect(self.update)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @abstractmethod
    def boxes(self, width: int) -> Sequence[QRectF]:
        """Return the boxes of the things, in rows of this width."""

    @abstractmethod
    def draw(self, painter: QPainter, theme: Theme, boxes: Sequence[QRectF]) -> None:
        """Paint the things in their boxes."""

    def show_things(self, things: Sequence[Thing], told: str, *, fresh: bool) -> None:
        """Show these, which a screen reader reads as `told`."""
        more = len(things) != len(self._things)
        self._things, self._fresh = things, fresh
        self.setAccessibleName(told)
        self.setVisible(bool(things))
        if more:
            self.updateGeometry()
        self.update()

    def heightForWidth(self, width: int) -> int:
        return round(max((box.bottom() for box in self.boxes(width)), default=0)) + 2

    def sizeHint(self) -> QSize:
        return QSize(pixels(300), self.heightForWidth(pixels(300)))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.draw(painter, self._theme.current, self.boxes(self.width()))


class Cells(_Painted[float]):
    """A box for each mistake that there may be, filled so far, gold for the one just made; a bar if they are many."""

    def show_count(self, count: int, most: int | None, *, fresh: bool) -> None:
        """Show the mistakes so far of the `most` that there can be; None if that is not known, or without end."""
        cells = count if most is None else most
        told = counted(count, "mistake") if most is None else f"{count:,} of at most {most:,} mistakes"
        filled = [float(cell < count) for cell in range(cells)] if cells <= MOST_CELLS else [count / cells]
        self.show_things(filled, told, fresh=fresh and cells <= MOST_CELLS)

    def boxes(self, width: int) -> Sequence[QRectF]:
        down, gap = pixels(13), pixels(4)
        if len(self._things) == 1:
            return [QRectF(0.5, 0.5, width - 1, down)]
        columns = max(round((width + gap) / pixels(24)), _COLUMNS)
        pitch = (width + gap) / columns
        places = (divmod(cell, columns) for cell in range(len(self._things)))
        return [QRectF(column * pitch + 0.5, row * (down + gap) + 0.5, pitch - gap, down) for row, column in places]

    def draw(self, painter: QPainter, theme: Theme, boxes: Sequence[QRectF]) -> None:
        radius, last = pixels(3), sum(map(bool, self._things)) - 1
        for place, (box, share) in enumerate(zip(boxes, self._things, strict=True)):
            painter.setPen(theme.pen("hairline", 1))
            painter.setBrush(theme.color("page"))
            painter.drawRoundedRect(box, radius, radius)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("now" if self._fresh and place == last else "secondary"))
            if share:
                painter.drawRoundedRect(box.adjusted(0, 0, (share - 1) * box.width(), 0), radius, radius)


class Chips(_Painted[tuple[int, int, int]]):
    """The terms of w: + ○ 1, − × 2, …; the one just added has a gold edge."""

    def show_terms(self, terms: list[tuple[int, int, int]], *, fresh: bool) -> None:
        signs = (f"{'plus ○' if label > 0 else 'minus ×'} {row + 1:,}{_times(n)}" for row, label, n in terms)
        in_order = fresh and len(terms) <= MOST_CHIPS
        self.show_things(terms, f"w = {', '.join(signs)}" if terms else "w has no term yet", fresh=in_order)

    def boxes(self, width: int) -> Sequence[QRectF]:
        metrics, height, gap = QFontMetricsF(letters()), pixels(30), pixels(6)
        boxes, left, top = list[QRectF](), 0.0, 0.0
        for row, _, count in self._things:
            wide = pixels(48) + metrics.horizontalAdvance(f"{row + 1:,}{_times(count)}")
            if left and left + wide > width:
                left, top = 0.0, top + height + gap
            boxes.append(QRectF(left + 1, top + 1, wide - 2, height - 2))
            left += wide + gap
        return boxes

    def draw(self, painter: QPainter, theme: Theme, boxes: Sequence[QRectF]) -> None:
        painter.setFont(letters())
        middle = Qt.AlignmentFlag.AlignVCenter
        for place, (box, (row, label, count)) in enumerate(zip(boxes, self._things, strict=True)):
            now = self._fresh and place == len(boxes) - 1
            painter.setPen(theme.pen("now", 2) if now else Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("panel"))
            painter.drawRoundedRect(box, pixels(8), pixels(8))
            painter.setPen(theme.color("ink"))
            painter.drawText(box.adjusted(pixels(10), 0, 0, 0), middle, "+" if label > 0 else "−")
            painter.drawText(box.adjusted(pixels(40), 0, 0, 0), middle, f"{row + 1:,}{_times(count)}")
            _draw_mark(painter, QPointF(box.left() + pixels(29), box.center().y()), label, theme)


def _times(count: int) -> str:
    return f" ×{count:,}" if count > 1 else ""


def _draw_mark(painter: QPainter, at: QPointF, label: int, theme: Theme) -> None:
    half = pixels(9) / 2
    if label > 0:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("positive"))
        painter.drawEllipse(at, half, half)
        return
    painter.setPen(theme.pen("negative", pixels(3)))
    for side in (-1, 1):
        painter.drawLine(at + QPointF(-half, side * half), at + QPointF(half, -side * half))
