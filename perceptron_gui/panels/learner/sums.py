"""Sums: a decision term by term, the support examples of a rule with a margin, and the cost of the vector."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

import numpy as np

from core.analysis.svm import MOST_SOLVED, least_cost
from core.numbers.numerals import at_least, counted, number
from core.numbers.sums import adding_up
from core.record.history import State
from core.run import Run
from core.spaces.space import Ledger
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.pointing.highlight import HoverPlace
from perceptron_gui.model.threads.worker import once
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.learner.view import LearnerView, ListRow, ListTable, place_name, question_at

_MOST_SUPPORT = 100


class SupportView(LearnerView):
    """The support examples, the deepest first; a click selects the example."""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__(workspace, theme)
        self.words = self.add_sentence()
        table = ListTable("Support examples, the deepest first", ("example", "y·f", "short by"), 8)
        self.table = self.add_table(table, of_updates=False)

    @staticmethod
    def fits(run: Run) -> bool:
        return bool(run.rule.threshold) and bool(run.dataset.n)

    def take_run(self, run: Run) -> None:
        relation = "<" if run.rule.strict else "≤"
        self.entitle(f"Support examples: y·f {relation} {number(run.rule.threshold)}")

    def show_state(self, run: Run, state: State, place: HoverPlace | None) -> None:
        """Show the support examples of the last vector, because the rule tests that one."""
        scores = run.dataset.y * run.space.at(run.history, state.update).score(run.dataset.X)
        rows, rule = np.flatnonzero(run.rule.adds(scores, run.dataset.y)), run.rule
        scores = rule.shown(scores)
        lowest = rows  # Only the shown terms are sorted.
        if len(rows) > _MOST_SUPPORT:
            lowest = rows[scores[rows] <= np.partition(scores[rows], _MOST_SUPPORT - 1)[_MOST_SUPPORT - 1]]
        # A stable sort names the earlier of two equal examples first.
        deepest = lowest[np.argsort(scores[lowest], kind="stable")[:_MOST_SUPPORT]].tolist()
        shown = f", the {_MOST_SUPPORT} deepest below" if len(rows) > _MOST_SUPPORT else ""
        self.words.setText(f"{len(rows):,} of {counted(run.dataset.n, 'example')} not beyond the margin{shown}")
        lines = [
            ListRow((_name(run, row), number(float(scores[row])), number(rule.threshold - float(scores[row]))), row)
            for row in deepest
        ]
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

    @staticmethod
    def fits(run: Run) -> bool:
        """Return whether the classifier is a sum over examples, or nothing else can be shown."""
        plain = not (run.predictor.own or run.rule.threshold)
        return not run.predictor.votes and (plain or run.spec.kernel is not None) and bool(run.dataset.n)

    def take_run(self, run: Run) -> None:
        """Have as many lines as there are features, for a sum over these."""
        terms = max(run.dataset.n, run.dataset.d) if run.spec.kernel else run.dataset.d
        self.table.set_rows(min(terms, MOST_TERMS + 1) + _BELOW)

    def show_state(self, run: Run, state: State, place: HoverPlace | None) -> None:
        """Show the terms at the point under the mouse, or of the example just seen."""
        question = question_at(run, place, state)
        decision = run.decision(state.example)
        self.ledger = None if question is None else decision.ledger(question)
        self.table.setVisible(self.ledger is not None)
        if question is None or self.ledger is None:
            self.words.setText("Point at a place in the picture: its f is added up here.")
            self.table.show_lines(())
            return
        score, total = float(decision.score(question[None, :])[0]), self.ledger.total
        self.ledger, value = self.ledger.shown(run.rule), run.rule.shown(score)
        whose = f" of the {run.predictor.title}" if run.predictor.own else ""
        slip = "" if score == total else "; the terms add up to it, up to rounding"
        side = "○" if value > 0 else "×" if value < 0 else "a tie"
        self.words.setText(f"f{whose} at {place_name(run, place, state)}: {number(value)} → {side}{slip}")
        titles = ("example", "c" if run.predictor.own else "α·y", "k(xᵢ, x)", "product")
        if self.ledger.of_features:
            titles = ("feature", "w", "x", "w·x")
        self.table.show_lines(_lines(run, self.ledger), titles)


def _lines(run: Run, ledger: Ledger) -> list[ListRow]:
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
        self._asked: Run | None = None
        self.found: tuple[Run, Fraction | None] | None = None
        self._worker = self.worker("the least cost could not be computed", answers_once=True)

    @staticmethod
    def fits(run: Run) -> bool:
        return bool(run.rule.cost) and bool(run.dataset.n)

    def take_run(self, run: Run) -> None:
        self.entitle(f"Its cost: {run.rule.cost}")
        known = self.found is not None and _same_problem(self.found[0], run)
        asked = self._asked is not None and self._worker.busy and _same_problem(self._asked, run)
        if not (known or asked):
            self._asked = run
            self._worker.ask(once(lambda cancelled: (run, least_cost(run, cancelled))))

    def show_state(self, run: Run, state: State, place: HoverPlace | None) -> None:
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
        if self.found is None or not _same_problem(self.found[0], run):
            return "The least cost: …"
        least = self.found[1]
        if least is None:
            return "The least cost cannot be computed for this C."
        free = "" if run.spec.bias else ", with b free, which B = 0 keeps as it is"
        times = f"; this is {number(cost / float(least), 3)} times as much" if least > 0 else ""
        return f"The least cost{free}: {at_least(least)}{times}."


def _same_problem(one: Run, other: Run) -> bool:
    return one.dataset is other.dataset and one.rule.penalty == other.rule.penalty
