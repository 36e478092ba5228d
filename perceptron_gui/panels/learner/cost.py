"""What the vector of a rule that minimises a cost costs, beside the least that there is."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtCore import Slot

from core.analysis.svm import MOST_SOLVED, least_cost
from core.numbers.numerals import at_least, number
from core.numbers.sums import adding_up
from core.record.history import State
from core.run import Run
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.pointing.highlight import HoverPlace
from perceptron_gui.model.threads.worker import Worker, once
from perceptron_gui.panels.learner.view import LearnerView


class CostView(LearnerView):
    """The least cost is worked out in a thread beside, once for data and C."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(theme)
        self.cost = self.add_sentence()
        self.least = self.add_sentence()
        self._asked: Run | None = None
        self._found: tuple[Run, Fraction | None] | None = None
        self._worker = Worker(self, fault="the least cost could not be worked out", answers_once=True)
        self._worker.answered.connect(self._take)

    @staticmethod
    def fits(run: Run) -> bool:
        return bool(run.rule.cost) and bool(run.dataset.n)

    def take_run(self, run: Run) -> None:
        self.entitle(f"What it costs: {run.rule.cost}")
        if self._found is not None and _same_problem(self._found[0], run):
            return
        if self._asked is None or not _same_problem(self._asked, run):
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
        self.least.setVisible(self.player is None or self.player.visible.shows("bound"))

    def finish(self) -> None:
        self._worker.finish()

    def rest(self) -> None:
        self._worker.shut_down()
        self._asked = None

    @Slot(object)
    def _take(self, found: tuple[Run, Fraction | None]) -> None:
        self._found = found
        self.changed.emit()

    def _told(self, run: Run, cost: float) -> str:
        if run.dataset.n > MOST_SOLVED:
            return f"The least cost is worked out for at most {MOST_SOLVED:,} examples."
        if self._found is None or not _same_problem(self._found[0], run):
            return "The least cost: …"
        least = self._found[1]
        if least is None:
            return "The least cost cannot be worked out for this C."
        free = "" if run.spec.bias else ", with b free, which B = 0 keeps as it is"
        times = f"; this is {number(cost / float(least), 3)} times as much" if least > 0 else ""
        return f"The least cost{free}: {at_least(least)}{times}."


def _same_problem(one: Run, other: Run) -> bool:
    return one.dataset is other.dataset and one.rule.penalty == other.rule.penalty
