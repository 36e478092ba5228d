"""The support examples of a rule that wants a margin."""

from __future__ import annotations

import numpy as np

from core.datasets.dataset import FloatArray, IntArray
from core.numbers.numerals import counted, number
from core.record.history import State
from core.run import Run
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.pointing.highlight import HoverPlace
from perceptron_gui.panels.learner.listing import ListRow, ListTable
from perceptron_gui.panels.learner.view import LearnerView

MOST = 100
_ROWS = 8


class SupportView(LearnerView):
    """The deepest first; a click selects the example."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(theme)
        self.words = self.add_sentence()
        table = ListTable("Support examples, the deepest first", ("example", "y·f", "short by"), _ROWS)
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
        deepest = _lowest(scores, rows, MOST).tolist()
        shown = f", the {MOST} deepest below" if len(rows) > MOST else ""
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
