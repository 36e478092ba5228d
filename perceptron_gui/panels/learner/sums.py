"""What a decision is made of: the support examples of a rule that wants a margin, and the sum, term by term."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from core.datasets.dataset import FloatArray, IntArray
from core.numbers.numerals import counted, number
from core.numbers.sums import adding_up
from core.record.history import State
from core.run import Run
from core.spaces.space import Ledger
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.pointing.highlight import HoverPlace
from perceptron_gui.panels.learner.listing import ListRow, ListTable
from perceptron_gui.panels.learner.view import LearnerView, place_name, question_at

_MOST_SUPPORT = 100


class SupportView(LearnerView):
    """The deepest first; a click selects the example."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(theme)
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
        """Those of the last vector, which is the one that the rule tests."""
        scores = run.dataset.y * run.space.at(run.history, state.update).score(run.dataset.X)
        rows, rule = np.flatnonzero(run.rule.adds(scores, run.dataset.y)), run.rule
        scores = rule.shown(scores)
        deepest = _lowest(scores, rows, _MOST_SUPPORT).tolist()
        shown = f", the {_MOST_SUPPORT} deepest below" if len(rows) > _MOST_SUPPORT else ""
        self.words.setText(f"{len(rows):,} of {counted(run.dataset.n, 'example')} not beyond the margin{shown}")
        lines = [
            ListRow((_name(run, row), number(float(scores[row])), number(rule.threshold - float(scores[row]))), row)
            for row in deepest
        ]
        self.table.show_lines(lines)
        self.table.setVisible(bool(lines))


def _lowest(scores: FloatArray, rows: IntArray, most: int) -> IntArray:
    """The `rows` with the lowest scores, at most so many, the lowest first; only what is told is sorted."""
    if len(rows) > most:
        rows = rows[scores[rows] <= np.partition(scores[rows], most - 1)[most - 1]]
    return rows[np.argsort(scores[rows], kind="stable")[:most]]


def _name(run: Run, row: int) -> str:
    return f"{'○' if run.dataset.y[row] > 0 else '×'} {row + 1:,}"


MOST_TERMS = 12
"""Terms that stand alone; the others are added up in one line."""

_BELOW = 2
"""Lines below the terms: b and f; and one of those that are added up, if there are any."""


class LedgerView(LearnerView):
    """For a classifier that is a sum: its largest terms first, then the rest, b, and their sum."""

    title: ClassVar[str] = "f, term by term"

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(theme)
        self.ledger: Ledger | None = None
        self.words = self.add_sentence()
        table = ListTable(self.title, ("term", "", "", ""), MOST_TERMS + 1 + _BELOW)
        self.table = self.add_table(table, of_updates=False)

    @staticmethod
    def fits(run: Run) -> bool:
        """Where it is asked what a sum over the examples is made of, or where there is nothing else to look at."""
        plain = not (run.predictor.own or run.rule.threshold)
        return not run.predictor.votes and (plain or run.spec.kernel is not None) and bool(run.dataset.n)

    def take_run(self, run: Run) -> None:
        """As many lines as there are features, where it is a sum over them."""
        terms = max(run.dataset.n, run.dataset.d) if run.spec.kernel else run.dataset.d
        self.table.set_rows(min(terms, MOST_TERMS + 1) + _BELOW)

    def show_state(self, run: Run, state: State, place: HoverPlace | None) -> None:
        """The terms at the place that is pointed at, or of the example just seen."""
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
        slip = "" if score == total else "; the terms add up to it but for rounding"
        side = "○" if value > 0 else "×" if value < 0 else "a tie"
        self.words.setText(f"f{whose} at {place_name(run, place, state)}: {number(value)} → {side}{slip}")
        titles = ("example", "c" if run.predictor.own else "α·y", "k(xᵢ, x)", "product")
        if self.ledger.of_features:
            titles = ("feature", "w", "x", "w·x")
        self.table.show_lines(_lines(run, self.ledger), titles)


def _lines(run: Run, ledger: Ledger) -> list[ListRow]:
    """The largest terms; in a sum over features all, as long as they are few."""
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
