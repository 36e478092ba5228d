"""The panel of a newcomer: what happened, how often, and what w is the sum of, without symbols of the proof."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLayout, QSizePolicy, QWidget

from core.numbers.formulas import vector
from core.numbers.numerals import counted
from core.record.history import State
from core.run import Run
from core.theory.diagnosis import diagnose
from core.theory.theorem import TheoremFacts
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.size import BODY, LARGE, NUMBER, SMALL, TITLE, letters, pixels
from perceptron_gui.look.text.small_widgets import label_of, push_button
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.model.theorem_view import Pages

MOST_CELLS, MOST_CHIPS = 60, 24
"""Above these a bar takes the place of the cells, and a chip is one example with its count."""
_NAMED = 5
"""The most points on the wrong side that are named."""


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
        happened = card(in_column(self.title, self.words, sum_, self.invitation, in_row(self.why, 0), spacing=8))
        self.count, self.most = label_of(rung=NUMBER, bold=True, wraps=False), label_of(rung=TITLE)
        self.cells = Cells(theme)
        counts = in_row(self.count, (self.most, 1), spacing=8)
        self.chips, self.total = Chips(theme), label_of(rung=TITLE, bold=True)
        told = label_of("○ are added, × are taken away. The line stands at right angles to w.", rung=SMALL)
        summed = label_of("w is the sum of its mistakes", rung=TITLE, bold=True)
        sum_card = card(in_column(summed, self.chips, self.total, told, spacing=8))
        for label in (self.words, self.most, told):
            label.setProperty("role", "secondary")
        cards = happened, card(in_column(counts, self.cells, spacing=12)), sum_card
        self.setLayout(in_column(*cards, 0, margins=(0, 12, 0, 8), spacing=12))

    def show_moment(self, run: Run, facts: TheoremFacts, *, at_end: bool) -> None:
        """Show one moment; the most mistakes there can be are left out while they are sought."""
        ended, endless = at_end and run.converged, facts.margin.separable is False
        state, bound = facts.state, None if facts.bound is None or endless else floor(facts.bound)
        self.title.setText(_title(run, state, ended=ended))
        self.words.setText(_words(run, state, ended=ended))
        if endless and not ended and state.example:
            self.title.setText(f"No line{'' if run.margin.bias.value else ' through the origin'} separates them")
            self.words.setText(diagnose(run.dataset, facts.margin).detail)
        self.invitation.setVisible(not state.example and run.dataset.n > 0)
        self.why.setText(f"Why never more than {bound:,}?" if bound is not None else "")
        appears = ended and bound is not None and self.why.isHidden()
        self.why.setVisible(ended and bound is not None)
        if appears and self.isVisible():
            self.why.setFocus()  # Enter accepts.
        self._show_sum(state, visible=state.moved and not ended)
        self.count.setText(f"{state.update:,}")
        so_far = "mistakes" if ended else "mistakes so far"
        never = f"{so_far}, and never an end" if endless else so_far
        self.most.setText(never if bound is None else f"{so_far}, at most {bound:,} in any order")
        self.cells.show_count(state.update, bound, fresh=state.moved)
        self.chips.show_terms(_terms(run, state.update), fresh=state.moved)
        self.total.setText(f"= {vector(state.w.tolist())}" if state.update else "nothing yet, so there is no line")

    def _show_sum(self, state: State, *, visible: bool) -> None:
        sign = "+" if state.label > 0 else "−"
        change = (state.w - state.w_before) * (1 if state.label > 0 else -1) if visible else state.w
        rows = (
            ("w before", vector(state.w_before.tolist())),
            (f"{sign} point {state.index + 1:,}", vector(change.tolist())),
            ("w now", vector(state.w.tolist())),
        )
        for labels, texts in zip(self.terms, rows, strict=True):
            for label, text in zip(labels, texts, strict=True):
                label.setText(text)
                label.setVisible(visible)


def card(content: QLayout) -> QFrame:
    """Return a card with this layout in it."""
    made = QFrame()
    made.setProperty("card", True)
    content.setContentsMargins(20, 16, 20, 16)
    made.setLayout(content)
    return made


def _title(run: Run, state: State, *, ended: bool) -> str:
    if not run.dataset.n:
        return "No points yet"
    if ended:
        return f"Done after {counted(run.updates, 'mistake')}"
    if not state.example:
        return f"{counted(run.dataset.n, 'point')}, {'two classes' if len(set(run.dataset.y)) == 2 else 'one class'}"
    point = f"point {state.index + 1:,}"
    return f"Mistake {state.update:,}: {point}" if state.moved else f"{point.capitalize()} is on its side"


def _words(run: Run, state: State, *, ended: bool) -> str:
    if not run.dataset.n:
        return "Place some ○ and × on the plane."
    if ended:
        return f"Epoch {state.epoch:,} had no mistake: all points are on their side."
    if not state.example:
        where = "a line" if run.margin.bias.value else "a line through the origin,"
        return (
            f"The learner looks for {where} between ○ and ×. It tries one point after another; whenever one is on the"
            " wrong side, it turns its line."
        )
    if not state.moved:
        return f"So the line stays. {_wrong_now(run, state)}"
    own, other, verb = ("○", "×", "Adding it to w") if state.label > 0 else ("×", "○", "Taking it away from w")
    where = f"was on the {other} side" if state.activation else "had no side: it was on the line, or there was none"
    return f"A {own} {where}. {verb} turns the line. {_wrong_now(run, state)}"


def _wrong_now(run: Run, state: State) -> str:
    rows = [f"{row + 1:,}" for row in run.tie.mistaken(run.dataset, state.decides).tolist()]
    if not rows:
        return "Now every point is on its side."
    if len(rows) > _NAMED:
        return f"Now {len(rows):,} points are on the wrong side."
    named = rows[0] if len(rows) == 1 else f"{', '.join(rows[:-1])} and {rows[-1]}"
    return f"Now {named} {'is' if len(rows) == 1 else 'are'} on the wrong side."


def _terms(run: Run, updates: int) -> list[tuple[int, int, int]]:
    """Return the row, the label and the count of each term of w: a mistake each, of many an example each."""
    rows = run.history.index(0, updates).tolist()
    if len(rows) <= MOST_CHIPS:
        return [(row, int(run.dataset.y[row]), 1) for row in rows]
    counts = sorted(((rows.count(row), row) for row in set(rows)), key=lambda each: (-each[0], each[1]))
    return [(row, int(run.dataset.y[row]), count) for count, row in counts]


class _Painted(Guarded, QWidget):
    """A strip that is painted, as high as its rows of equal height at its width."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__()
        self._theme = theme
        theme.changed.connect(self.update)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def boxes(self, width: int) -> Sequence[QRectF]:
        """Return the boxes of what is painted, in rows of this width."""
        raise NotImplementedError

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Paint the boxes."""

    def heightForWidth(self, width: int) -> int:
        return round(max((box.bottom() for box in self.boxes(width)), default=0)) + 2

    def sizeHint(self) -> QSize:
        return QSize(pixels(300), self.heightForWidth(pixels(300)))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.draw(painter, self._theme.current)

    def changed(self) -> None:
        self.updateGeometry()
        self.update()


class Cells(_Painted):
    """A box for each mistake that there may be: filled so far, gold for the one just made; a bar if they are many."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(theme)
        self._count, self._most, self._fresh = 0, 0, False

    def show_count(self, count: int, most: int | None, *, fresh: bool) -> None:
        many = self._most
        self._count, self._most, self._fresh = count, most or 0, fresh
        self.setAccessibleName(f"{count:,} of at most {most:,} mistakes" if most else counted(count, "mistake"))
        self.setVisible(bool(most))
        if many != self._most:
            self.updateGeometry()
        self.update()

    def boxes(self, width: int) -> Sequence[QRectF]:
        across, down, gap = pixels(20), pixels(13), pixels(4)
        if self._most > MOST_CELLS:
            return [QRectF(0.5, 0.5, width - 1, down)]
        columns = max((width + gap) // (across + gap), 1)
        places = (divmod(cell, columns) for cell in range(self._most))
        return [QRectF(column * (across + gap) + 0.5, row * (down + gap) + 0.5, across, down) for row, column in places]

    def draw(self, painter: QPainter, theme: Theme) -> None:
        boxes, radius = self.boxes(self.width()), pixels(3)
        for place, box in enumerate(boxes):
            painter.setPen(theme.pen("hairline", 1))
            painter.setBrush(theme.color("page"))
            painter.drawRoundedRect(box, radius, radius)
            share = min(self._count / self._most, 1.0) if self._most > MOST_CELLS else float(place < self._count)
            if share:
                now = self._fresh and self._most <= MOST_CELLS and place == self._count - 1
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.color("now" if now else "secondary"))
                painter.drawRoundedRect(box.adjusted(0, 0, (share - 1) * box.width(), 0), radius, radius)


class Chips(_Painted):
    """The terms of w: + ○ 1, − × 2, …; the one just added has a gold edge."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(theme)
        self._terms: list[tuple[int, int, int]] = []
        self._fresh = False

    def show_terms(self, terms: list[tuple[int, int, int]], *, fresh: bool) -> None:
        same = len(terms) == len(self._terms)
        self._terms, self._fresh = terms, fresh
        signs = (f"{'plus ○' if label > 0 else 'minus ×'} {row + 1:,}{_times(n)}" for row, label, n in terms)
        self.setAccessibleName(f"w = {', '.join(signs)}" if terms else "w has no term yet")
        if not same:
            self.updateGeometry()
        self.update()

    def boxes(self, width: int) -> Sequence[QRectF]:
        metrics, height, gap = QFontMetricsF(letters()), pixels(30), pixels(6)
        boxes, left, top = list[QRectF](), 0.0, 0.0
        for row, _, count in self._terms:
            wide = pixels(48) + metrics.horizontalAdvance(f"{row + 1:,}{_times(count)}")
            if left and left + wide > width:
                left, top = 0.0, top + height + gap
            boxes.append(QRectF(left + 1, top + 1, wide - 2, height - 2))
            left += wide + gap
        return boxes

    def draw(self, painter: QPainter, theme: Theme) -> None:
        painter.setFont(letters())
        last = len(self._terms) - 1 if len(self._terms) <= MOST_CHIPS else -1
        for place, (box, (row, label, count)) in enumerate(zip(self.boxes(self.width()), self._terms, strict=True)):
            now = self._fresh and place == last
            painter.setPen(theme.pen("now", 2) if now else Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("panel"))
            painter.drawRoundedRect(box, pixels(8), pixels(8))
            painter.setPen(theme.color("ink"))
            painter.drawText(
                box.adjusted(pixels(10), 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, "+" if label > 0 else "−"
            )
            _draw_mark(painter, QPointF(box.left() + pixels(29), box.center().y()), label, theme)
            painter.setPen(theme.color("ink"))
            place_of = box.adjusted(pixels(40), 0, 0, 0)
            painter.drawText(place_of, Qt.AlignmentFlag.AlignVCenter, f"{row + 1:,}{_times(count)}")


def _times(count: int) -> str:
    return f" ×{count:,}" if count > 1 else ""


def _draw_mark(painter: QPainter, at: QPointF, label: int, theme: Theme) -> None:
    """Draw the solid mark of a class."""
    half = pixels(9) / 2
    if label > 0:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("positive"))
        painter.drawEllipse(at, half, half)
        return
    painter.setPen(theme.pen("negative", pixels(3)))
    for side in (-1, 1):
        painter.drawLine(at + QPointF(-half, side * half), at + QPointF(half, -side * half))
