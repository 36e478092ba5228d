"""Updates over shuffles of the data, and over all orders there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtWidgets import QPushButton, QWidget

from core.analysis.experiments.orders import (
    MOST_EXAMPLES,
    Extremes,
    OrderOutcome,
    extremes,
    over_shuffles,
    shuffled,
    with_sequence,
)
from core.errors import Cancelled, InputError
from core.numbers.numerals import counted
from core.run import prepare
from core.theory.margin.margin import Margin
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.runs.experiment import Question
from perceptron_gui.panels.runs.many_runs import ManyRuns

_RUNS = 1000


class OrdersView(ManyRuns[OrderOutcome]):
    """And the shortest and the longest run of all, where they can be found."""

    kind = OrderOutcome
    title = "Orders"
    tip = "Click a bar: one of its runs opens; click again for the next."

    def __init__(self, workspace: Workspace, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(workspace, theme, parent)
        self._extremes: Extremes | None = None
        self._no_extremes = ""
        self.fewest, self.most = QPushButton(), QPushButton()
        for button, name in ((self.fewest, "fewest"), (self.most, "most")):
            button.setVisible(False)
            button.clicked.connect(partial(self._open_extreme, name))
        self.column.addLayout(in_row(self.fewest, self.most))

    def question(self) -> Question:
        dataset, spec = self.some_examples(), replace(self.document.spec, order=None, seed=0, sequence=())

        def search(cancelled: Cancelled) -> Iterator[object]:
            yield prepare(dataset, spec)[0].space.solve_margin(cancelled)
            yield from over_shuffles(dataset, spec, _RUNS, cancelled=cancelled)
            try:
                yield extremes(dataset, spec, cancelled)
            except InputError as error:
                yield error

        return Question((dataset, spec), search, _RUNS, "runs")

    def words(self) -> str:
        n = self.document.dataset.n
        return f"How many updates the same learner takes on these {counted(n, 'example')} in other orders."

    def begin(self) -> None:
        self._extremes, self._no_extremes = None, ""
        self.histogram.show_bound(None, "")
        super().begin()

    def take(self, answers: list[object]) -> None:
        for answer in answers:
            if isinstance(answer, Margin):
                self.histogram.show_bound(answer.bound, answer.notation.bound)
            elif isinstance(answer, Extremes):
                self._extremes = answer
            elif isinstance(answer, InputError):
                self._no_extremes = str(answer)
        super().take(answers)

    def mark(self) -> None:
        run = self.present()
        self.mark_run(run, "" if run is None else run.order.title)

    def show_found(self, new: Sequence[OrderOutcome]) -> None:
        super().show_found(new)
        found = self._extremes
        for button, name in ((self.fewest, "Fewest"), (self.most, "Most")):
            button.setVisible(found is not None)
            if found is not None:
                rows = found.fewest if button is self.fewest else found.most
                button.setText(f"{name}: {len(rows):,}")
                button.setToolTip(f"{name}, whichever mistake comes next. Opens that run: {_sequence(rows)}")

    def summary(self) -> Iterator[str]:
        yield from self.spread("shuffle")
        if self._extremes is not None:
            yield "Fewest and most are exact, whichever mistake comes next."
        elif self._no_extremes and self.document.dataset.n <= MOST_EXAMPLES:
            yield f"Fewest and most are not known: {self._no_extremes}."

    def open_run(self, found: OrderOutcome) -> None:
        self.document.choose_spec(shuffled(self.document.spec, found.seed))

    def _open_extreme(self, name: str) -> None:
        if self._extremes is not None and not self.histogram.old:
            self.document.choose_spec(with_sequence(self.document.spec, getattr(self._extremes, name)))


def _sequence(rows: tuple[int, ...]) -> str:
    shown = ", ".join(str(row + 1) for row in rows[:20])
    return f"examples {shown}{', …' if len(rows) > 20 else ''}"
