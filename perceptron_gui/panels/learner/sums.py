"""Sums: the votes and survivals of the vectors, a decision term by term, support examples, and the cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.analysis.svm import MOST_SOLVED, least_cost
from core.analysis.update_rankings import LongestLived, Survivors
from core.datasets.dataset import FloatArray
from core.errors import Cancelled
from core.numbers.formulas import adding_up
from core.numbers.numerals import at_least, counted, number
from core.predictors import lives_between
from core.record.history import History, State
from core.run import Run
from core.spaces import space_of
from core.spaces.space import Ledger, Space
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.threads.worker import once
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.learner.view import LearnerView, ListRow, ListTable, question_at, vector_name

_VECTORS = 1 << 14


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
    for start in range(0, len(lives), _VECTORS):
        if cancelled():
            return
        stop = min(start + _VECTORS, len(lives))
        signs[start:stop] = np.sign(space.trajectory(history, question[None, :], start, stop - 1)[:, 0])
    yield Ballot(where, signs, *(int(lives[signs == label].sum()) for label in (1, -1, 0)))


class VoteBar(Guarded, QWidget):
    """The bar of votes: ○ from the left, × from the right, no class between them; the middle is marked."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__()
        self._theme = theme
        self._votes = 0, 0, 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(200, 16)

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


MOST = 200
"""The most lines of the table."""


class SurvivorsView(LearnerView):
    """The longest-lived vectors, and their votes at a place, counted for the latest request only."""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__(workspace, theme)
        self._longest: LongestLived | None = None
        self.found: Ballot | None = None
        self._space_of = lru_cache(1)(lambda run: space_of(run.dataset, run.spec))
        """The space of a run for the votes: the cache of a space is for one thread."""
        self._worker = self.worker("the votes at a point could not be counted", answers_once=True)
        self.vote = self.add_sentence()
        self.bar = VoteBar(theme)
        self.column.addWidget(self.bar)
        self.words = self.add_sentence()
        table = ListTable("Survivals, the longest first", ("vector", "survived", "of all", "says"), 9)
        self.table = self.add_table(table, of_updates=True)

    def take_run(self, run: Run) -> None:
        self._worker.cancel()
        self.found, self.asked = None, ()
        self._longest = LongestLived(run.history, MOST)
        votes = run.predictor.votes
        self.entitle("The voters, the longest-lived first" if votes else "Its vectors, the longest-lived first")
        for widget in (self.vote, self.bar):
            widget.setVisible(votes)
        self.table.setColumnHidden(3, not votes)

    def show_state(self, run: Run, state: State) -> None:
        """Show the survivors at the playhead, and their votes at the point under the mouse, or of the last example."""
        if self._longest is None:
            return
        survivors, example = self._longest.at(state.example), state.example
        question, where = question_at(run, self.workspace.pointed.place, state)
        if not run.predictor.votes:
            question = None
        if question is not None and self.asked != (asked := (run, example, question.tobytes())):
            self.asked = asked
            self._worker.ask(partial(_count, self._space_of(run), run.history.until(example), question, where))
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
        lines.append(ListRow((vector_name(k), *told[life], says if votes else ""), k, marked=k == state.update))
    return lines


_MOST_SUPPORT = 100


class SupportView(LearnerView):
    """The support examples, the deepest first; a click selects the example."""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__(workspace, theme)
        self.words = self.add_sentence()
        table = ListTable("Support examples, the deepest first", ("example", "y·f", "short by"), 8)
        self.table = self.add_table(table, of_updates=False)

    def take_run(self, run: Run) -> None:
        self.entitle(f"Support examples: y·f {'<' if run.rule.strict else '≤'} {number(run.rule.threshold)}")

    def show_state(self, run: Run, state: State) -> None:
        """Show the support examples of the last vector, because the rule tests that one."""
        scores = run.dataset.y * run.space.at(run.history, state.update).score(run.dataset.X)
        rows, rule = np.flatnonzero(run.rule.adds(scores, run.dataset.y)), run.rule
        scores = rule.times_rate(scores)
        lowest = rows  # Only the shown terms are sorted.
        if len(rows) > _MOST_SUPPORT:
            lowest = rows[scores[rows] <= np.partition(scores[rows], _MOST_SUPPORT - 1)[_MOST_SUPPORT - 1]]
        # A stable sort names the earlier of two equal examples first.
        deepest = lowest[np.argsort(scores[lowest], kind="stable")[:_MOST_SUPPORT]].tolist()
        shown = f", the {_MOST_SUPPORT} deepest below" if len(rows) > _MOST_SUPPORT else ""
        self.words.setText(f"{len(rows):,} of {counted(run.dataset.n, 'example')} not beyond the margin{shown}")
        told = ((row, float(scores[row])) for row in deepest)
        lines = [ListRow((_name(run, row), number(y_f), number(rule.threshold - y_f)), row) for row, y_f in told]
        self.table.show_lines(lines)
        self.table.setVisible(bool(lines))


def _name(run: Run, row: int) -> str:
    return f"{'○' if run.dataset.y[row] > 0 else '×'} {row + 1:,}"


MOST_TERMS = 12
"""Terms with a line each; the others are added up in one line."""

_BELOW = 2
"""The lines below the terms: b and f; and one of the terms that are added up, if there are any."""


class LedgerView(LearnerView):
    """For a classifier that is a sum: its largest terms first, then the rest, b, and their sum."""

    title: ClassVar[str] = "Activation f(x), term by term"

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__(workspace, theme)
        self.ledger: Ledger | None = None
        self.words = self.add_sentence()
        table = ListTable(self.title, ("term", "", "", ""), MOST_TERMS + 1 + _BELOW)
        self.table = self.add_table(table, of_updates=False)

    def take_run(self, run: Run) -> None:
        terms = run.dataset.d if run.space.has_coordinates else max(run.dataset.n, run.dataset.d)
        self.table.most = min(terms, MOST_TERMS + 1) + _BELOW

    def show_state(self, run: Run, state: State) -> None:
        """Show the terms at the point under the mouse, or of the example just seen."""
        question, where = question_at(run, self.workspace.pointed.place, state)
        decision = run.decision(state.example)
        self.ledger = None if question is None else decision.ledger(question)
        self.table.setVisible(self.ledger is not None)
        if question is None or self.ledger is None:
            self.words.setText("Point at a place in the picture: its f is added up here.")
            self.table.show_lines([])
            return
        value = float(decision.values(question[None, :])[0])
        whose = f" of the {run.predictor.title}" if run.predictor.own else ""
        slip = "; the terms add up to it, up to rounding" if self.ledger.slips else ""
        side = "○" if value > 0 else "×" if value < 0 else "a tie"
        self.words.setText(f"f{whose} at {where}: {number(value)} → {side}{slip}")
        titles = ("example", "c" if run.predictor.own else "α·y", "k(xᵢ, x)", "product")
        if self.ledger.of_features:
            titles = ("feature", "w", "x", "w·x")
        self.table.show_lines(_lines_of_terms(run, self.ledger), titles)


def _lines_of_terms(run: Run, ledger: Ledger) -> list[ListRow]:
    """Return the largest terms; in a sum over features all, if they are few."""
    order = np.argsort(-np.abs(ledger.terms), kind="stable")
    chosen, rest = order[:MOST_TERMS], order[MOST_TERMS:]
    rest_sum = float(ledger.terms[np.sort(rest)].sum())
    summed = adding_up([*ledger.terms[chosen].tolist(), rest_sum, ledger.offset], ledger.total)
    products = [*summed.terms, summed.total]
    lines = []
    for place, product in zip(chosen.tolist(), products, strict=False):
        row = int(ledger.rows[place])
        factor, value = (number(float(of[place])) for of in (ledger.factors, ledger.values))
        if ledger.of_features:
            lines.append(ListRow((run.dataset.features[row], factor, value, product)))
        else:
            lines.append(ListRow((_name(run, row), factor, value, product), row))
    if len(rest):
        lines.append(ListRow((f"{len(rest):,} more", "", "", products[-3])))
    return [*lines, ListRow(("b", "", "", products[-2])), ListRow(("f", "", "", products[-1]), marked=True)]


class CostView(LearnerView):
    """The cost of the vector. The least cost is computed in a thread, once for data and C."""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__(workspace, theme)
        self.cost = self.add_sentence()
        self.least = self.add_sentence()
        self.found: tuple[Fraction | None] | None = None
        self._worker = self.worker("the least cost could not be computed")

    def take_run(self, run: Run) -> None:
        self.entitle(f"Its cost: {run.rule.cost}")
        if self.asked != (problem := (run.dataset, run.rule.penalty)):
            self.asked, self.found = problem, None
            self._worker.ask(once(lambda cancelled: (least_cost(run, cancelled),)))

    def show_state(self, run: Run, state: State) -> None:
        cost = run.objective(state.update)
        if cost is None:
            return
        half = float((state.w * state.w).sum()) / 2
        summed = adding_up([half, cost - half], cost)
        self.cost.setText(f"Now: {' + '.join(summed.terms)} {summed.relation} {summed.total}.")
        self.least.setText(self._told(run, cost))
        self.least.setVisible(self.workspace.visible.shows("bound"))

    def _told(self, run: Run, cost: float) -> str:
        if run.dataset.n > MOST_SOLVED:
            return f"The least cost is computed for at most {MOST_SOLVED:,} examples."
        if self.found is None:
            return "The least cost: …"
        (least,) = self.found
        if least is None:
            return "The least cost cannot be computed for this C."
        free = "" if run.spec.bias else ", with b free, which B = 0 keeps as it is"
        times = f"; this is {number(cost / float(least), 3)} times as much" if least > 0 else ""
        return f"The least cost{free}: {at_least(least)}{times}."
