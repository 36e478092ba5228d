"""Updates over shuffles of the data, and over all orders there are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import chain

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from core.analysis.experiments.orders import (
    MOST_EXAMPLES,
    Extremes,
    OrderOutcome,
    extremes,
    over_shuffles,
    shuffled,
    with_sequence,
)
from core.errors import InputError
from core.numbers.plurals import counted
from core.run import prepare
from core.spec import RunSpec
from core.theory.margin.margin import Margin
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.runs.experiment import Cancelled, Experiment, Question, gathered
from perceptron_gui.panels.runs.histogram import Histogram, NamedCount

_RUNS = 1000


class OrdersView(Experiment):
    """Click a bar: one of its runs opens, then the next."""

    title = "Orders"
    tip = "Click a bar: one of its runs opens; click again for the next."

    def __init__(self, workspace: Workspace, theme: ThemeModel, parent: QWidget | None = None) -> None:
        self.histogram = Histogram(theme)
        super().__init__(workspace, theme, self.histogram, parent)
        self._outcomes: list[OrderOutcome] = []
        self._extremes: Extremes | None = None
        self._no_extremes = ""
        self.fewest, self.most = QPushButton(), QPushButton()
        row = QHBoxLayout()
        for button, name in ((self.fewest, "fewest"), (self.most, "most")):
            button.setVisible(False)
            button.clicked.connect(partial(self._open_extreme, name))
            row.addWidget(button)
        self.layout_.addLayout(row)
        self.histogram.opened.connect(self._open)

    @property
    def count(self) -> int:
        """Runs so far."""
        return len(self._outcomes)

    def question(self) -> Question:
        dataset, spec = self.document.dataset, _unordered(self.document.spec)
        if not dataset.n:
            raise InputError("there are no examples; at least one is expected")

        def work(cancelled: Cancelled) -> Iterator[object]:
            margin = prepare(dataset, spec)[0].space.solve_margin(cancelled)
            runs = over_shuffles(dataset, spec, _RUNS, cancelled=cancelled)
            return gathered(chain((margin,), runs, every_order(cancelled)), cancelled)

        def every_order(cancelled: Cancelled) -> Iterator[object]:
            try:
                found = extremes(dataset, spec, cancelled)
            except InputError as error:
                yield error
            else:
                yield found

        return Question((dataset, spec), work, _RUNS, "runs")

    def words(self) -> str:
        n = self.document.dataset.n
        return f"How many updates the same learner takes on these {counted(n, 'example')} in other orders."

    def begin(self) -> None:
        self._outcomes, self._extremes, self._no_extremes = [], None, ""
        self.histogram.show_bound(None, "")
        self._show()

    def take(self, answers: list[object]) -> None:
        for answer in answers:
            if isinstance(answer, OrderOutcome):
                self._outcomes.append(answer)
            elif isinstance(answer, Margin):
                self.histogram.show_bound(answer.bound, answer.notation.bound)
            elif isinstance(answer, Extremes):
                self._extremes = answer
            elif isinstance(answer, InputError):
                self._no_extremes = str(answer)
        self._show()

    def mark(self) -> None:
        marks = []
        run = self.present()
        if run is not None:
            marks.append(NamedCount(run.updates, f"the present run ({run.order.title})", "now"))
        self.histogram.show_marks(marks)

    def _show(self) -> None:
        outcomes = self._outcomes
        self.histogram.show_runs([o.updates for o in outcomes], [not o.converged for o in outcomes])
        self.result.setText(" ".join(filter(None, (self._found(), self._over_all()))))
        found = self._extremes
        for button, name in ((self.fewest, "Fewest"), (self.most, "Most")):
            button.setVisible(found is not None)
            if found is not None:
                rows = found.fewest if button is self.fewest else found.most
                button.setText(f"{name} of all orders: {len(rows):,}")
                button.setToolTip("Opens that run: " + _sequence(rows))
        self.mark()

    def _found(self) -> str:
        if not self._outcomes:
            return ""
        counts = [outcome.updates for outcome in self._outcomes]
        limited = sum(not outcome.converged for outcome in self._outcomes)
        return f"{spread(counts, 'shuffle')}; {limit_words(limited, len(counts))}."

    def _over_all(self) -> str:
        if self._extremes is not None:
            return "Fewest and most are exact, over every order in which current mistakes may come."
        if self._no_extremes and self.document.dataset.n <= MOST_EXAMPLES:
            return f"Fewest and most over all orders are not known: {self._no_extremes}."
        return ""

    @Slot(int)
    def _open(self, place: int) -> None:
        self.document.set_spec(shuffled(self.document.spec, self._outcomes[place].seed))

    def _open_extreme(self, name: str) -> None:
        if self._extremes is not None and not self.histogram.old:
            self.document.set_spec(with_sequence(self.document.spec, getattr(self._extremes, name)))


def spread(counts: list[int], run: str) -> str:
    """From the fewest to the most updates, and their mean; `run` is what was counted in each."""
    low, high, runs = min(counts), max(counts), counted(len(counts), run)
    if low == high:
        return f"{counted(low, 'update')} in {'each of ' if len(counts) > 1 else ''}{runs}"
    return f"{low:,} to {counted(high, 'update')}, {sum(counts) / len(counts):,.1f} on average, over {runs}"


def limit_words(limited: int, count: int) -> str:
    """How many of how many runs reached the limit."""
    if limited == count > 1:
        return "all reached the limit"
    return f"{limited:,} of {count:,} reached the limit" if limited else "none reached the limit"


def _unordered(spec: RunSpec) -> RunSpec:
    """What all shuffles have in common."""
    return replace(spec, order=None, seed=0, sequence=())


def _sequence(rows: tuple[int, ...]) -> str:
    shown = ", ".join(str(row + 1) for row in rows[:20])
    return f"examples {shown}{', …' if len(rows) > 20 else ''}"
