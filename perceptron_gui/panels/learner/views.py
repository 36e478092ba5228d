"""The views of the learner panel: what only some learners have, each over one run and at the playhead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from math import atan2, ceil, degrees
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from core.analysis.held_out_errors import MistakeSample, counted_at, snapshot, wrong_at
from core.analysis.svm import MOST_SOLVED, least_cost
from core.analysis.updates import Directions, LongestLived, Survivors
from core.datasets.dataset import Dataset, FloatArray
from core.errors import Cancelled
from core.numbers.formulas import adding_up
from core.numbers.numerals import at_least, counted, number, superscript
from core.plots.spec import PlotSpec, Sampled, Scale
from core.plots.theorem import mistakes_plot
from core.predictors import BestErrors, lives_between
from core.record.history import History, State
from core.run import Run
from core.spaces import space_of
from core.spaces.space import Ledger, Space
from core.ties import Confusion
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.text.sentences import accuracy_words
from perceptron_gui.look.text.small_widgets import label_of
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.threads.runner import Sampler
from perceptron_gui.model.threads.worker import once
from perceptron_gui.panels.learner.view import ChartView, LearnerView, ListRow, question_at

MOST = 200
"""The most lines of the table of survivors."""
MOST_TERMS = 12
"""Terms with a line each; the others are added up in one line."""
_BELOW = 2
"""The lines below the terms: b and f; and one of the terms that are added up, if there are any."""


class AccuracyView(LearnerView):
    """Follows the playhead: as soon as it rests, the examples are counted beside the window."""

    title: ClassVar[str] = "Accuracy now"
    fault: ClassVar[str] = "the accuracy at the playhead could not be counted"

    def build(self) -> None:
        self.said = label_of("…")
        self.column.addWidget(self.said)
        self.found: tuple[Confusion, Confusion | None] | None = None

    def show_state(self, run: Run, state: State) -> None:
        file = self.workspace.held_out_file.file
        asked = run, state.example, None if file is None else file.dataset
        self.ask_at_rest(asked, lambda: _counts(*asked))
        self.said.setText("…" if self.found is None else "\n".join(accuracy_words(run, *self.found)))


def _counts(run: Run, example: int, held_out: Dataset | None) -> tuple[Confusion, Confusion | None]:
    fixed = snapshot(run)
    return fixed.confusion(None, example), None if held_out is None else fixed.confusion(held_out, example)


class ErrorsView(ChartView):
    """The mistakes of a predictor that is not the vector on display."""

    title: ClassVar[str] = "Mistakes on all of the data"
    fault: ClassVar[str] = "the mistakes at the playhead could not be counted"
    _run: Run

    def build(self) -> None:
        super().build()
        self.sampler = Sampler(self)
        self.workers.append(self.sampler)
        self.found: MistakeSample | None = None
        self.chart.jumped.connect(self._jump)
        self.sampler.changed.connect(self._redraw)

    def take_run(self, run: Run) -> None:
        self._run = run
        self.sampler.follow(run)
        self._redraw()

    def grow(self, run: Run) -> None:
        self.sampler.grow()
        self._redraw()

    def show_state(self, run: Run, state: State) -> None:
        """Show the values at the playhead; those that are not known yet are counted as soon as it rests."""
        if (picture := self.chart.spec) is None:
            return
        known, example, best = dict[str, float](), state.example, best_of(run)
        if run.history.example_of(state.update) == example:
            sampled = {curve.key: curve.at(state.update) for curve in picture.sampled}
            known = {key: value for key, value in sampled.items() if not np.isnan(value)}
        if (wrong := wrong_at(run, state)) is not None:
            known["last"] = float(wrong)
        if best.errors:
            known["own"] = float(best.errors[best.place(state.update)])
        if len(known) < 2:
            self.ask_at_rest((run, example), lambda: counted_at(snapshot(run), example))
            if self.found is not None:
                known = {"last": self.found.last, "own": self.found.own}
        each = {curve.name: number(known[curve.key]) if curve.key in known else "…" for curve in picture.sampled}
        self.chart.set_playhead(state.update, picture.dots(state.update, known), each=each)

    def _redraw(self) -> None:
        run, n = self._run, self._run.dataset.n
        over = f" on {f'all {n:,} examples' if n > 1 else counted(n, 'example')}"
        plot = mistakes_plot(run, self.sampler.samples, "w", over, best_of(run))
        self.chart.set_spec(replace(plot, values_in_key=True))
        self.changed.emit()

    def _jump(self, place: int) -> None:
        near = min(best_of(self._run).updates, key=lambda drop: abs(drop - place), default=place)
        meant = abs(self.chart.x_of(near) - self.chart.x_of(place)) <= 8.0  # These are pixels.
        self.workspace.player.visit_update(near if meant else place)


def best_of(run: Run) -> BestErrors:
    """Return the vectors that went into the pocket, where the predictor keeps one; none where it does not."""
    if run.predictor.counts_errors:
        run.decision(run.history.examples)
        if isinstance(run.kept.notes, BestErrors):
            return run.kept.notes
    return BestErrors(0, (), ())


class PocketView(LearnerView):
    """The vectors that were in the pocket, the latest first, if the predictor keeps one; a click goes there."""

    title: ClassVar[str] = "In the pocket, the latest first"

    def build(self) -> None:
        self.table = self.add_table(self.title, ("vector", "mistakes", "at t", "updates kept"), 7, of_updates=True)

    def show_state(self, run: Run, state: State) -> None:
        best, lines = best_of(run), []
        now = best.place(state.update)
        ends = [*best.updates[1 : now + 1], state.update]
        for drop, (k, errors, end) in enumerate(zip(best.updates, best.errors, ends, strict=False)):
            texts = f"w⁽{superscript(k)}⁾", f"{errors:,}", f"{run.history.example_of(k):,}", f"{end - k:,}"
            lines.append(ListRow(texts, k, marked=drop == now))
        self.table.show_lines(lines[::-1])


class PathView(ChartView):
    """The angles of w and of the average against k, for a predictor that blends the vectors in two features."""

    title: ClassVar[str] = "The path of the average"

    def build(self) -> None:
        super().build()
        self._directions = Directions()
        self.chart.jumped.connect(self.workspace.player.visit_update)

    def take_run(self, run: Run) -> None:
        self._directions = Directions()
        self.grow(run)

    def grow(self, run: Run) -> None:
        self._directions.extend(run.history)
        k, steady, wandering = self._directions.curves()
        x, title = Scale.unfolding(run.updates), "direction, in degrees"
        if not len(k):
            self.chart.set_spec(PlotSpec(title, (), x, Scale.up_to(1), remark="no vector yet"))
            return
        own = Sampled(run.predictor.title, k, steady, run.predictor.role, key="own")
        curves = Sampled("w", k, wandering, "secondary", key="last"), own
        low, high = float(min(steady.min(), wandering.min())), float(max(steady.max(), wandering.max()))
        room = max(high - low, 1.0) * 0.05
        title = f"{title}{x.note}"
        beyond = next((angle for angle in (round(low), round(high)) if not -180 < angle <= 180), None)
        if beyond is not None:  # Curves go on when a direction comes round.
            title = f"{title}; {number(beyond)}° is {number(beyond - 360 * ceil((beyond - 180) / 360))}°"
        self.chart.set_spec(PlotSpec(title, curves, x, Scale(low - room, high + room), values_in_key=True))

    def show_state(self, run: Run, state: State) -> None:
        """Move the playhead; the angles there are those of the vectors themselves."""
        if (picture := self.chart.spec) is None:
            return
        known, average = {}, run.decision(state.example).weights
        if picture.sampled and average is not None and average.any() and state.w.any():
            steady = _near(_angle(average), picture.sampled[1].on_line(state.update))
            known = {"own": steady, "last": _near(_angle(state.w), steady)}
        dots = picture.dots(state.update, known) if known else ()
        self.chart.set_playhead(state.update, dots, each=picture.each(state.update, known) if known else {})


def _angle(w: FloatArray) -> float:
    return degrees(atan2(w[1], w[0]))


def _near(angle: float, other: float) -> float:
    """Return the same direction as an angle within 180° of `other`."""
    return angle - 360 * round((angle - other) / 360)


@dataclass(frozen=True, eq=False)
class Ballot:
    """The votes of all vectors at a moment on the point that is called `where`: for ○, for ×, and for neither.

    `signs` (k + 1,) are 1 for ○, −1 for ×, 0 for neither; each has as many votes as it survived examples.
    """

    where: str
    signs: NDArray[np.int8]
    circles: int
    crosses: int
    silent: int


def _count(space: Space, history: History, question: FloatArray, where: str, cancelled: Cancelled) -> Iterator[Ballot]:
    lives = lives_between(history, 0, history.examples)[1]
    signs: NDArray[np.int8] = np.zeros(len(lives), np.int8)
    block = 1 << 14
    for start in range(0, len(lives), block):
        if cancelled():
            return
        stop = min(start + block, len(lives))
        signs[start:stop] = np.sign(space.trajectory(history, question[None, :], start, stop - 1)[:, 0])
    yield Ballot(where, signs, *(int(lives[signs == label].sum()) for label in (1, -1, 0)))


class VoteBar(Guarded, QWidget):
    """The bar of votes: ○ from the left, × from the right, no class between them; the middle is marked."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__()
        self._theme = theme
        self._votes = 0, 0, 0
        self.setFixedHeight(16)

    def show_votes(self, circles: int, crosses: int, silent: int) -> None:
        self._votes = circles, crosses, silent
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        circles, crosses, _silent = self._votes
        theme, area = self._theme.current, QRectF(self.rect()).adjusted(0.5, 2.5, -0.5, -2.5)
        vote, middle = area.width() / max(sum(self._votes), 1), round(area.center().x())
        with QPainter(self) as painter:
            painter.fillRect(area, theme.color("hairline"))
            painter.fillRect(area.adjusted(0, 0, circles * vote - area.width(), 0), theme.color("positive"))
            painter.fillRect(area.adjusted(area.width() - crosses * vote, 0, 0, 0), theme.color("negative"))
            painter.setPen(theme.pen("ink", 1.5))
            painter.drawLine(middle, 0, middle, self.height())


class SurvivorsView(LearnerView):
    """The longest-lived vectors, and their votes at a place, counted for the latest request only."""

    fault: ClassVar[str] = "the votes at a point could not be counted"
    answers_once: ClassVar[bool] = True
    _longest: LongestLived

    def build(self) -> None:
        self.found: Ballot | None = None
        self._space_of = lru_cache(1)(lambda run: space_of(run.dataset, run.spec))
        """The space of a run for the votes: the cache of a space is for one thread."""
        self.vote = self.add_sentence()
        self.bar = VoteBar(self.theme)
        self.column.addWidget(self.bar)
        self.words = self.add_sentence()
        titles = "vector", "survived", "of all", "says"
        self.table = self.add_table("Survivals, the longest first", titles, 9, of_updates=True)

    def take_run(self, run: Run) -> None:
        self.worker.cancel()
        self.found, self.asked = None, ()
        self._longest = LongestLived(run.history, MOST)
        votes = run.predictor.votes
        self.entitle("The voters, the longest-lived first" if votes else "Its vectors, the longest-lived first")
        for widget in (self.vote, self.bar):
            widget.setVisible(votes)
        self.table.setColumnHidden(3, not votes)

    def show_state(self, run: Run, state: State) -> None:
        survivors, example = self._longest.at(state.example), state.example
        question, where = question_at(run, self.workspace.pointed.place, state)
        if not run.predictor.votes:
            question = None
        if question is not None and self.asked != (asked := (run, example, question.tobytes())):
            self.asked = asked
            self.worker.ask(partial(_count, self._space_of(run), run.history.until(example), question, where))
        ballot = self.found if question is not None else None
        self._show_vote(ballot)
        shown = len(survivors.updates)
        of = f"The {shown:,} longest-lived of {survivors.among:,}. " if shown < survivors.among else ""
        self.words.setText(f"{of}{run.predictor.survival}")
        self.table.show_lines(_lines_of_lives(run, state, survivors, ballot))

    def _show_vote(self, ballot: Ballot | None) -> None:
        """Show the latest counted votes: they name their place, because others may be under way."""
        if ballot is None:
            self.vote.setText("Point at a place in the picture: its votes are counted here.")
            self.bar.show_votes(0, 0, 0)
            return
        silent = f", {ballot.silent:,} for neither" if ballot.silent else ""
        lead = "a tie" if ballot.circles == ballot.crosses else "○" if ballot.circles > ballot.crosses else "×"
        self.vote.setText(f"At {ballot.where}: {ballot.circles:,} for ○, {ballot.crosses:,} for ×{silent} → {lead}")
        self.bar.show_votes(ballot.circles, ballot.crosses, ballot.silent)


def _lines_of_lives(run: Run, state: State, survivors: Survivors, ballot: Ballot | None) -> list[ListRow]:
    updates, lives, votes = survivors.updates.tolist(), survivors.lives.tolist(), run.predictor.votes
    told = {life: (f"{life:,}", f"{number(100 * life / state.example, 3)} %") for life in set(lives)}
    lines = []
    for k, life in zip(updates, lives, strict=True):
        says = "…" if ballot is None or k >= len(ballot.signs) else {1: "○", -1: "×", 0: "–"}[int(ballot.signs[k])]
        lines.append(ListRow((f"w⁽{superscript(k)}⁾", *told[life], says if votes else ""), k, marked=k == state.update))
    return lines


class SupportView(LearnerView):
    """The support examples, the deepest first; a click selects the example."""

    most: ClassVar[int] = 100

    def build(self) -> None:
        self.words = self.add_sentence()
        titles = "example", "y·f", "short by"
        self.table = self.add_table("Support examples, the deepest first", titles, 8, of_updates=False)

    def take_run(self, run: Run) -> None:
        self.entitle(f"Support examples: y·f {'<' if run.rule.strict else '≤'} {number(run.rule.threshold)}")

    def show_state(self, run: Run, state: State) -> None:
        """Show the support examples of the last vector, because the rule tests that one."""
        scores = run.dataset.y * run.space.at(run.history, state.update).score(run.dataset.X)
        rows, rule = np.flatnonzero(run.rule.adds(scores, run.dataset.y)), run.rule
        scores = rule.times_rate(scores)
        lowest = rows  # Only the shown terms are sorted.
        if len(rows) > self.most:
            lowest = rows[scores[rows] <= np.partition(scores[rows], self.most - 1)[self.most - 1]]
        # A stable sort names the earlier of two equal examples first.
        deepest = lowest[np.argsort(scores[lowest], kind="stable")[: self.most]]
        shown = f", the {self.most} deepest below" if len(rows) > self.most else ""
        self.words.setText(f"{len(rows):,} of {counted(run.dataset.n, 'example')} not beyond the margin{shown}")
        told = zip(deepest.tolist(), scores[deepest].tolist(), strict=True)
        lines = [ListRow((_name(run, row), number(y_f), number(rule.threshold - y_f)), row) for row, y_f in told]
        self.table.show_lines(lines)
        self.table.setVisible(bool(lines))


def _name(run: Run, row: int) -> str:
    return f"{'○' if run.dataset.y[row] > 0 else '×'} {row + 1:,}"


class LedgerView(LearnerView):
    """For a classifier that is a sum: its largest terms first, then the rest, b, and their sum."""

    title: ClassVar[str] = "Activation f(x), term by term"

    def build(self) -> None:
        self.ledger: Ledger | None = None
        self.words = self.add_sentence()
        self.table = self.add_table(self.title, ("term", "", "", ""), MOST_TERMS + 1 + _BELOW, of_updates=False)

    def take_run(self, run: Run) -> None:
        terms = run.dataset.d if run.space.has_coordinates else max(run.dataset.n, run.dataset.d)
        self.table.most = min(terms, MOST_TERMS + 1) + _BELOW

    def show_state(self, run: Run, state: State) -> None:
        question, where = question_at(run, self.workspace.pointed.place, state)
        decision = run.decision(state.example)
        self.ledger = None if question is None else decision.ledger(question)
        self.table.setVisible(self.ledger is not None)
        if question is None or self.ledger is None:
            self.words.setText("Point at a place in the picture: its f is added up here.")
            self.table.show_lines([])
            return
        value = float(decision.values(question[None, :])[0])
        owner = f" of the {run.predictor.title}" if run.predictor.own else ""
        rounding = "; the terms add up to it, up to rounding" if self.ledger.slips else ""
        side = {1.0: "○", -1.0: "×"}.get(float(np.sign(value)), "a tie")
        self.words.setText(f"f{owner} at {where}: {number(value)} → {side}{rounding}")
        titles = ("example", "c" if run.predictor.own else "α·y", "k(xᵢ, x)", "product")
        if self.ledger.of_features:
            titles = ("feature", "w", "x", "w·x")
        self.table.show_lines(_lines_of_terms(run, self.ledger), titles)


def _lines_of_terms(run: Run, ledger: Ledger) -> list[ListRow]:
    order = np.argsort(-np.abs(ledger.terms), kind="stable")
    chosen, rest = order[:MOST_TERMS], order[MOST_TERMS:]
    rest_sum = float(ledger.terms[np.sort(rest)].sum())
    summed = adding_up([*ledger.terms[chosen].tolist(), rest_sum, ledger.offset], ledger.total)
    products = [*summed.terms, summed.total]
    lines = []
    for place, product in zip(chosen.tolist(), products, strict=False):
        row = int(ledger.rows[place])
        factor, value = (number(float(of[place])) for of in (ledger.factors, ledger.values))
        name, key = (run.dataset.features[row], None) if ledger.of_features else (_name(run, row), row)
        lines.append(ListRow((name, factor, value, product), key))
    if len(rest):
        lines.append(ListRow((f"{len(rest):,} more", "", "", products[-3])))
    return [*lines, ListRow(("b", "", "", products[-2])), ListRow(("f", "", "", products[-1]), marked=True)]


class CostView(LearnerView):
    """The cost of the vector. The least cost is computed in a thread, once for data and C."""

    fault: ClassVar[str] = "the least cost could not be computed"

    def build(self) -> None:
        self.cost = self.add_sentence()
        self.least = self.add_sentence()
        self.found: tuple[Fraction | None] | None = None

    def take_run(self, run: Run) -> None:
        self.entitle(f"Its cost: {run.rule.cost}")
        if self.asked != (problem := (run.dataset, run.rule.penalty)):
            self.asked, self.found = problem, None
            self.worker.ask(once(lambda cancelled: (least_cost(run, cancelled),)))

    def show_state(self, run: Run, state: State) -> None:
        cost = run.objective(state.update)
        if cost is None:
            return
        half = float((state.w * state.w).sum()) / 2
        summed = adding_up([half, cost - half], cost)
        self.cost.setText(f"Now: {' + '.join(summed.terms)} {summed.relation} {summed.total}.")
        told, (least,) = "The least cost: …", self.found or (None,)
        if run.dataset.n > MOST_SOLVED:
            told = f"The least cost is computed for at most {MOST_SOLVED:,} examples."
        elif least is not None:
            free = "" if run.spec.bias else ", with b free, which B = 0 keeps as it is"
            times = f"; this is {number(cost / float(least), 3)} times as much" if least > 0 else ""
            told = f"The least cost{free}: {at_least(least)}{times}."
        elif self.found is not None:
            told = "The least cost cannot be computed for this C."
        self.least.setText(told)
        self.least.setVisible(self.workspace.visible.shows("bound"))


def is_a_sum(run: Run) -> bool:
    """Return whether the classifier of a run is a sum over examples, or nothing else can be shown of it."""
    plain = not (run.predictor.own or run.rule.threshold)
    return not run.predictor.votes and (plain or not run.space.has_coordinates)


VIEWS: dict[type[LearnerView], Callable[[Run], object]] = {
    CostView: lambda run: run.rule.cost,
    SupportView: lambda run: run.rule.threshold,
    PathView: lambda run: run.predictor.blends and run.dataset.d == 2 and run.space.has_coordinates,
    ErrorsView: lambda run: run.predictor.own,
    AccuracyView: lambda run: True,
    PocketView: lambda run: run.predictor.counts_errors,
    LedgerView: is_a_sum,
    # A vector may survive more than one example, so that the number matters.
    SurvivorsView: lambda run: run.predictor.survival and (run.predictor.votes or not run.rule.every_example),
}
"""View → whether it has something to show for a run over data; from the top down, below the words on the learner."""
