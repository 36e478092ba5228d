"""The page of the theorem, with corridor, inequalities and the last update, and that of a newcomer, in plain words."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from math import floor
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from core.analysis.cycles import CycleDetector, can_cycle, cycle_words
from core.explain.wording import change, change_of_bound, moment_words, passed, terms_of, text_of
from core.numbers.formulas import vector
from core.numbers.numerals import counted, number, plural
from core.plots.corridor import SOURCES, WAITING, floor_before, in_powers_of_ten, kept_axes, so_far, source_of
from core.plots.proof_pictures import in_words_of_tour
from core.plots.spec import PlotSpec
from core.plots.theorem import RunSnapshot, corridor_of
from core.plots.triangles import UpdatePicture, last_update, update_picture
from core.record.history import History, State
from core.run import Run
from core.theory.corridor_words import corridor_words
from core.theory.margin.margin import Margin
from core.theory.theorem import Curves, TheoremFacts
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.layouts import in_card, in_column, in_row
from perceptron_gui.look.plots.axes import draw_with, paint_cross
from perceptron_gui.look.plots.chart import visit
from perceptron_gui.look.size import BODY, LARGE, NUMBER, TITLE, dye, letters, pixels
from perceptron_gui.look.text.small_widgets import label_of, push_button, quiet_button
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.model.glide import Glide
from perceptron_gui.model.workspace import TheoryPage, Workspace
from perceptron_gui.panels.theory.pictures import CorridorPlot, TrianglePlot
from perceptron_gui.panels.theory.proof import InequalityTable, ProofPage


class TheoremPage(QWidget):
    """Corridor, inequalities and the last update; the workspace's highlight gets what is pointed at in them.

    The sentences stand below everything if they are unfolded, and below the corridor where there is no bound to see.
    """

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__()
        self._workspace, self._visible = workspace, workspace.visible
        self._highlight = workspace.highlight
        self._seen: RunSnapshot | None = None
        self._facts: TheoremFacts | None = None
        self._own: Margin | None = None
        self._own_curves: Curves | None = None
        self._corridor: PlotSpec | None = None
        """all of the corridor, whatever is hidden"""
        self._coming: tuple[State, UpdatePicture] | None = None
        """the state that a glide goes to, and its update"""
        self._edit = 0
        self._before: PlotSpec | None = None
        """the corridor before the drag of a point, until the next edit"""
        self._unfolded = False
        self.plot = CorridorPlot(theme, self._spoken)
        self.words = ProofPage(workspace, theme, "What the picture says")
        self.table = InequalityTable(workspace, theme)
        self.triangles = TrianglePlot(theme)
        self.more = quiet_button("More numbers", TheoryPage.NUMBERS.meaning)
        self.proof = quiet_button("Read the proof", TheoryPage.PROOF.meaning)
        tip = "All of it, up to where floor and ceiling meet, in powers of ten"
        self.whole = quiet_button("Whole corridor", tip, toggles=True)
        self._above, self._below = in_column(margins=(0, 0, 0, 0)), in_column(self.words, margins=(0, 0, 0, 0))
        self._rows, self._update = in_card(self.table), in_card((self.triangles, 1))
        cards = (in_card((self.plot, 1), self._above), 1), self._rows, (self._update, 1)
        buttons = in_row(self.more, self.proof, self.whole, 0, margins=(0, 0, 0, 0), spacing=8)
        self.setLayout(in_column(*cards, buttons, self._below, margins=(0, 0, 0, 0), spacing=8))
        self.whole.toggled.connect(self._show_whole)
        self.plot.jumped.connect(partial(visit, workspace.player, self.plot))
        self.plot.pointed.connect(self._light)
        self._highlight.changed.connect(self._follow)

    def unfold(self, unfolded: bool, *, alone: bool) -> None:
        """Show the sentences, or fold them away; a page that is shown `alone` has no way to another."""
        self._unfolded = unfolded
        self.more.setText("Fewer numbers" if unfolded else "More numbers")
        for button in (self.more, self.proof):
            button.setHidden(alone)

    def show_moment(self, seen: RunSnapshot, state: State, own: Margin | None) -> TheoremFacts:
        """Show a moment of a run, and return its numbers; `own` is the theorem for one's own separator, raw."""
        margin = own or seen.run.margin
        self._facts = facts = self._visible.describe(seen.facts(state, own))
        if seen is not self._seen or own is not self._own:
            self._draw(seen, own)
        self._show_corridor()
        rows = self._visible.rows(facts)
        self.table.set_rows(rows, margin)
        self._rows.setVisible(bool(rows) and self._corridor is not None)
        self._show_update(seen, facts, own)
        place = self._above if facts.bound is None else self._below
        if place.indexOf(self.words) < 0:
            place.addWidget(self.words)
        self.words.setVisible(self._unfolded or facts.bound is None)
        if not self.words.isHidden():
            told = corridor_words(facts, brief=True)
            if margin.separable is False and not self._unfolded:  # All of them would push the triangles out.
                told = told._replace(lines=told.lines[:1])
            self.words.show_proof(told, margin)
        return facts

    def show_glide(self, glide: Glide) -> None:
        """Show the lengths of w on its way, and in slow motion the update as it is laid and turned."""
        self.plot.show_glide(glide)
        seen, facts, to = self._seen, self._facts, glide.state
        if seen is None or facts is None or to is None or facts.state is not glide.told or not facts.margin.theorem:
            return
        if glide.acts and not self._update.isHidden():
            if self._coming is None or self._coming[0] is not to:
                facts, update = self._visible.describe(seen.facts(to, self._own)), last_update(seen.run.history, to)
                self._coming = to, update_picture(facts, update[0] if update else None)
            self.triangles.lay(self._coming[1], glide.laid, glide.turned)

    def _draw(self, seen: RunSnapshot, own: Margin | None) -> None:
        if own is not self._own or self._seen is None or seen.curves is not self._seen.curves:
            self._own_curves = None if own is None else Curves(seen.told_by(own))
        if self._own_curves is not None:
            self._own_curves.extend(seen.run.history)
        self._seen, self._own = seen, own
        plot, shown, stack = corridor_of(seen, self._own_curves), self._corridor, self._workspace.document.undo_stack
        if stack.index() != self._edit:
            last = stack.command(stack.index() - 1) if stack.index() == self._edit + 1 else None
            self._edit = stack.index()
            self._before = None if last is None or last.id() < 0 else shown  # Only a gesture has an id.
        if plot is not None and shown is not None and self._before is not None and plot.title == self._before.title:
            plot = kept_axes(plot, self._before, shown)
        if plot is None or shown is None or plot.remark != WAITING or plot.title != shown.title:
            self._corridor = plot  # Otherwise the counts stay as they were, until there are more.

    def _show_corridor(self) -> None:
        plot, facts = self._corridor, self._facts
        self.plot.setVisible(plot is not None)
        height = QSizePolicy.Policy.Maximum if plot is None else QSizePolicy.Policy.Preferred
        self.setSizePolicy(QSizePolicy.Policy.Preferred, height)
        if facts is None or plot is None:
            self.plot.set_spec(None)
            return
        if self._visible.view.hidden:
            plot = so_far(plot, facts, plot.axis.place(facts.state), ahead=self._visible.shows("curves"))
        self.whole.setVisible(plot.meeting is not None and plot.limit > plot.x.high and not self.more.isHidden())
        if self.whole.isChecked() and not self.whole.isHidden():
            plot = in_powers_of_ten(plot)
        self.plot.show_moment(plot, facts)

    def _show_whole(self, on: bool) -> None:
        self.whole.setText("Near the run" if on else "Whole corridor")
        self._show_corridor()

    def _spoken(self) -> str:
        if self._facts is None or self.plot.spec is None:
            return ""
        lines = corridor_words(self._facts, brief=True).lines
        return f"{self.plot.spec.title}. {' '.join(line.in_words.replace('`', '') for line in lines)}"

    def _show_update(self, seen: RunSnapshot, facts: TheoremFacts, own: Margin | None) -> None:
        before, after = last_update(seen.run.history, facts.state) or (None, facts.state)
        spoken_of = not self._visible.view.lesson or (before is not None and self._visible.shows("ceiling"))
        self._update.setVisible(facts.learns and not facts.margin.rule.silence and spoken_of)  # A lesson has no other.
        if self._update.isHidden():
            return
        now = ""
        if after.example != facts.state.example:
            now = passed(seen.run, facts.state)
            facts = self._visible.describe(seen.facts(after, own))
        told = "" if before is None else text_of([*change(seen.run, after)])
        self.triangles.show_picture(update_picture(facts, before), told, now)

    def _light(self, key: str | None) -> None:
        seen, facts = self._seen, self._facts
        source = None if key is None or seen is None or facts is None else source_of(key, facts, seen.run)
        self._highlight.show(*(source or (None,)))

    def _follow(self) -> None:
        self.plot.light(next((key for key, kind in SOURCES.items() if kind == self._highlight.kind), None))


_COLUMNS = 15
"""Boxes in a row, at least."""
MOST_BOXES, MOST_CHIPS = 60, 24
"""Above these a bar takes the place of the boxes, and a chip is one example with its count."""


class PlainPage(QWidget):
    """Cards: the last step, the number of mistakes, the sum that w is, and after the proof its corridor."""

    _edit = 0
    _shown: Margin | None = None
    _before: Margin | None = None
    """the one before the last edit, if that moved a point"""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__()
        self._document, self._player, self._visible = workspace.document, workspace.player, workspace.visible
        self._cycles = CycleDetector(0)
        self._followed: History | None = None
        self.title, self.words = label_of(rung=LARGE, bold=True), label_of(rung=BODY, role="secondary")
        self.invitation = label_of("Press Play, or the space bar.", rung=TITLE, bold=True)
        self.why = push_button("", "See in pictures why the run had to stop", rung=TITLE, look="primary")
        self.why.clicked.connect(workspace.pages.why)
        self.back = push_button("", "Undo the move", rung=TITLE, look="primary")
        self.back.clicked.connect(self._document.undo_stack.undo)
        tip = "B = 1: each point gets one more number, 1, and w one more, b. Then the line may lie anywhere."
        self.leave = push_button("Let it leave the origin", tip, rung=BODY)
        self.leave.clicked.connect(lambda: self._document.choose_spec(replace(self._document.spec, bias=1.0)))
        term = partial(label_of, rung=BODY, wraps=False)
        self.terms = [(term(bold=bold), term(bold=bold)) for bold in (False, True, True)]
        dye(self.terms[0][0], "secondary")
        sum_ = QGridLayout()
        sum_.setHorizontalSpacing(16)
        sum_.setColumnStretch(1, 1)
        for row, column in product(range(3), range(2)):
            sum_.addWidget(self.terms[row][column], row, column)
        card = partial(in_card, margins=(20, 16, 20, 16))
        self.proof = push_button("Read it as a proof, line by line", TheoryPage.PROOF.meaning, rung=BODY)
        self.proof.clicked.connect(lambda: workspace.pages.wanted.emit("Proof"))
        self.lesson = push_button("The first lesson", "A lesson of three minutes; your points wait here", rung=BODY)
        self.lesson.clicked.connect(workspace.pages.first_lesson)
        self.promises = label_of(role="secondary")
        self.plot = CorridorPlot(theme, self.promises.text)
        floor_and_ceiling = label_of("Floor and ceiling", rung=TITLE, bold=True)
        self.proven = card(floor_and_ceiling, (self.plot, 1), self.promises, spacing=8)
        self.proven.hide()
        asked, offered = in_row(self.why, self.back, 0), in_row(self.proof, self.lesson, 0, spacing=8)
        happened = card(self.title, self.words, sum_, self.invitation, asked, in_row(self.leave, 0), offered, spacing=8)
        self.count, self.most = label_of(rung=NUMBER, bold=True, wraps=False), label_of(rung=TITLE, role="secondary")
        counts = in_row(self.count, (self.most, 1), spacing=8)
        self.boxes, self.changed = MistakeBoxes(theme), label_of(rung=BODY)
        self.chips, self.total = TermChips(theme), label_of(rung=TITLE, bold=True)
        told = label_of("○ are added, × are taken away. The line is at right angles to w.", role="secondary")
        summed = label_of("w is the sum of its mistakes", rung=TITLE, bold=True)
        self.sum_card = card(summed, self.chips, self.total, told, spacing=8)
        pauses = "Playing pauses after ten epochs at most; the learner would go on."
        no_bound = f"There is no best line now, so nothing bounds the number of mistakes. {pauses}"
        self.no_bound, self.returns = label_of(no_bound, role="secondary"), label_of(rung=BODY)
        self.round = push_button("Show me one round", "Play from the start of the round to its end", rung=BODY)
        self.round.clicked.connect(self._play_round)
        comes_back = label_of("w comes back", rung=TITLE, bold=True)
        self.cycle_card = card(comes_back, self.returns, in_row(self.round, 0), spacing=8)
        counts_card = card(counts, self.boxes, self.changed, self.no_bound, spacing=12)
        cards = happened, counts_card, self.cycle_card, self.sum_card, self.proven
        self.setLayout(in_column(*cards, 0, margins=(0, 12, 0, 8), spacing=12))

    def show_moment(self, seen: RunSnapshot, facts: TheoremFacts, *, at_end: bool) -> None:
        """Show one moment; the most mistakes there can be are left out while they are sought."""
        run = seen.run
        ended, endless = at_end and run.converged, facts.margin.separable is False
        state, bound = facts.state, None if facts.bound is None or endless else floor(facts.bound)
        title, words = moment_words(run, state, facts.margin, ended=ended)
        self.title.setText(title)
        self.words.setText(words)
        self.invitation.setVisible(not state.example and run.dataset.n > 0 and not endless)
        self.why.setText(f"Why never more than {bound:,}?" if bound is not None else "")
        appears = ended and bound is not None and self.why.isHidden()
        if not ended:
            self.why.clearFocus()  # Else the plot below gets it, and is scrolled to.
        self.why.setVisible(ended and bound is not None)
        for offer in (self.proof, self.lesson):
            offer.setVisible(ended and self._visible.proven)
        if appears and self.isVisible():
            self.why.setFocus()  # Enter accepts.
        self._show_sum(state, visible=state.moved and not ended and not endless)
        self._show_endless(run, endless=endless)
        self.count.setText(f"{state.update:,}")
        so_far = f"{plural('mistake', state.update)}{'' if ended else ' so far'}"
        never = ", and it never stops" if endless else ""
        self.most.setText(f"{so_far}{never if bound is None else f', at most {bound:,} in any order'}")
        self.boxes.show_count(state.update, bound, fresh=state.moved)
        if run.dataset is self._document.dataset:  # Else the run after an edit is yet to come.
            self._show_change(facts)
        self.chips.show_terms(terms_of(run, state.update, MOST_CHIPS), fresh=state.moved)
        self.total.setText(f"= {vector(state.w.tolist())}" if state.update else "w = nothing yet, so there is no line")
        dye(self.total, "ink" if state.update else "secondary")
        self._show_proven(seen, facts)

    def _show_proven(self, seen: RunSnapshot, facts: TheoremFacts) -> None:
        """Show γ, R and the corridor so far, after the proof; its floor before a move is a ghost."""
        plot = corridor_of(seen, None) if self._visible.proven else None
        self.proven.setVisible(plot is not None and facts.bound is not None)
        if plot is None or facts.bound is None:
            return
        told = in_words_of_tour(so_far(plot, facts, plot.axis.place(facts.state), ahead=False))
        ghost = None if self._before is None else floor_before(self._before)
        self.plot.show_moment(replace(told, ghost=ghost), facts)
        near = f"γ {facts.margin.gamma_written()}, from the best line to its nearest points"
        self.promises.setText(f"{near}; R = {number(facts.margin.radius)}, from the origin to the farthest point.")

    def _show_change(self, facts: TheoremFacts) -> None:
        """Say what the last edit made of the bound, if it moved a point."""
        if (edit := self._document.undo_stack.index()) != self._edit:
            moves = edit == self._edit + 1 and self._document.moved_row is not None
            self._edit, self._before = edit, self._shown if moves else None
        known = facts.gamma is not None and facts.bound is not None
        told = "" if self._before is None or not known else change_of_bound(self._before, facts.margin)
        self.changed.setText(told)
        self.changed.setVisible(bool(told))
        if known:
            self._shown = facts.margin

    def _show_endless(self, run: Run, *, endless: bool) -> None:
        """Offer what ends a run without an end, and tell once its w has come back."""
        row = self._document.moved_row
        self.back.setText("" if row is None else f"Put point {row + 1:,} back")
        self.back.setVisible(endless and row is not None)
        whole = self._player.run
        self.leave.setVisible(endless and whole is not None and whole.cured_by_bias)
        self.no_bound.setVisible(endless)
        if run.history is not self._followed:
            self._followed, self._cycles = run.history, CycleDetector(run.dataset.n if can_cycle(run) else 0)
        cycle = self._cycles.extend(run.history) if endless else None
        self.cycle_card.setVisible(cycle is not None)
        self.sum_card.setVisible(cycle is None)
        if cycle is not None:
            self.returns.setText(cycle_words(run, cycle))

    def _play_round(self) -> None:
        if self._followed is not None and (cycle := self._cycles.extend(self._followed)) is not None:
            n, player = self._document.dataset.n, self._player
            player.pause()
            player.go_to_example((cycle.epoch - 1) * n)
            player.stop_at = (cycle.epoch - 1 + cycle.length_epochs) * n
            player.play()

    def _show_sum(self, state: State, *, visible: bool) -> None:
        names = "w before", f"{'+' if state.label > 0 else '−'} point {state.index + 1:,}", "w now"
        vectors = state.w_before, (state.w - state.w_before) * (1 if state.label > 0 else -1), state.w
        dye(self.terms[1][0], "positive" if state.label > 0 else "negative_text")
        for labels, name, values in zip(self.terms, names, vectors, strict=True):
            for label, text in zip(labels, (name, vector(values.tolist()) if visible else ""), strict=True):
                label.setText(text)
                label.setVisible(visible)


class _Painted(Guarded, QWidget):
    """Things in boxes, in rows of equal height, as high as these are at its width; one of them may be the newest.

    `boxes` returns the box of each thing at a width, and `draw` paints a thing in its box.
    """

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__()
        self._theme = theme
        self._things, self._newest = list[Any](), -1
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @abstractmethod
    def boxes(self, width: int) -> Sequence[QRectF]: ...

    @abstractmethod
    def draw(self, painter: QPainter, theme: Theme, box: QRectF, thing: Any, *, newest: bool) -> None: ...

    def show_things(self, things: list[Any], told: str, newest: int) -> None:
        """Show these, which a screen reader reads as `told`; −1: none is the newest."""
        self._things, self._newest = things, newest
        self.setAccessibleName(told)
        self.setVisible(bool(things))
        if self.heightForWidth(self.width()) != self.height():
            self.updateGeometry()
        self.update()

    def heightForWidth(self, width: int) -> int:
        return round(max((box.bottom() for box in self.boxes(width)), default=0)) + 2

    def sizeHint(self) -> QSize:
        return QSize(pixels(300), self.heightForWidth(pixels(300)))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(letters())
            for place, (box, thing) in enumerate(zip(self.boxes(self.width()), self._things, strict=True)):
                self.draw(painter, self._theme.current, box, thing, newest=place == self._newest)


class MistakeBoxes(_Painted):
    """A box for each mistake that there may be, filled so far, gold for the one just made; a bar if they are many."""

    def show_count(self, count: int, most: int | None, *, fresh: bool) -> None:
        """Show the mistakes so far of the `most` that there can be; None if that is not known, or without end."""
        places = count if most is None else most
        told = counted(count, "mistake") if most is None else f"{count:,} of at most {most:,} mistakes"
        filled = [float(place < count) for place in range(places)] if places <= MOST_BOXES else [count / places]
        self.show_things(filled, told, count - 1 if fresh and places <= MOST_BOXES else -1)

    def boxes(self, width: int) -> Sequence[QRectF]:
        down, gap = pixels(13), pixels(4)
        if len(self._things) == 1:
            return [QRectF(0.5, 0.5, width - 1, down)]
        columns = max(round((width + gap) / pixels(24)), _COLUMNS)
        pitch = (width + gap) / columns
        places = (divmod(place, columns) for place in range(len(self._things)))
        return [QRectF(column * pitch + 0.5, row * (down + gap) + 0.5, pitch - gap - 1, down) for row, column in places]

    def draw(self, painter: QPainter, theme: Theme, box: QRectF, thing: float, *, newest: bool) -> None:
        radius = pixels(3)
        draw_with(painter, theme.pen("hairline", 1), theme.color("page"))
        painter.drawRoundedRect(box, radius, radius)
        if thing:
            draw_with(painter, Qt.PenStyle.NoPen, theme.color("now" if newest else "secondary"))
            painter.drawRoundedRect(box.adjusted(0, 0, (thing - 1) * box.width(), 0), radius, radius)


class TermChips(_Painted):
    """The terms of w: + ○ 1, − × 2, …; the one just added has a gold edge."""

    def show_terms(self, terms: list[tuple[int, int, int]], *, fresh: bool) -> None:
        signs = (f"{'plus ○' if label > 0 else 'minus ×'} {row + 1:,}{_times(n)}" for row, label, n in terms)
        newest = len(terms) - 1 if fresh and len(terms) <= MOST_CHIPS else -1
        self.show_things(terms, f"w = {', '.join(signs)}" if terms else "w has no term yet", newest)

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

    def draw(self, painter: QPainter, theme: Theme, box: QRectF, thing: tuple[int, int, int], *, newest: bool) -> None:
        (row, label, count), middle, half = thing, Qt.AlignmentFlag.AlignVCenter, pixels(9) / 2
        draw_with(painter, theme.pen("now", 2) if newest else Qt.PenStyle.NoPen, theme.color("panel"))
        painter.drawRoundedRect(box, pixels(8), pixels(8))
        painter.setPen(theme.color("ink"))
        painter.drawText(box.adjusted(pixels(10), 0, 0, 0), middle, "+" if label > 0 else "−")
        painter.drawText(box.adjusted(pixels(40), 0, 0, 0), middle, f"{row + 1:,}{_times(count)}")
        at = QPointF(box.left() + pixels(29), box.center().y())
        if label > 0:
            draw_with(painter, Qt.PenStyle.NoPen, theme.color("positive"))
            painter.drawEllipse(at, half, half)
        else:
            painter.setPen(theme.pen("negative", pixels(3)))
            paint_cross(painter, at, half)


def _times(count: int) -> str:
    return f" ×{count:,}" if count > 1 else ""
