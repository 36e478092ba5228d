"""The classic homework: many runs on random targets (Abu-Mostafa et al. 2012, Learning from Data, exercise 1.4)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from statistics import fmean, median
from typing import Any

from PySide6.QtWidgets import QWidget

from core.analysis.experiments.homework import Homework, homework, problem
from core.learners import with_fitting_start
from core.numbers.numerals import counted, number, short
from core.spec import RunSpec
from perceptron_gui.look.fields.number_field import WholeNumberField
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.document import editing
from perceptron_gui.model.saved_setting import a_count
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.runs.experiment import Question
from perceptron_gui.panels.runs.many_runs import ManyRuns

_RUNS, _EXAMPLES, _MOST_EXAMPLES = 1000, 10, 1000
_FIELD_WIDTH = 64


class HomeworkView(ManyRuns[Homework]):
    """The examples of a run that is opened take the place of the document's."""

    kind = Homework
    title = "Homework"
    tip = "Click a bar: one of its runs opens, and its examples take the place of the present ones."

    def __init__(self, workspace: Workspace, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(workspace, theme, parent)
        self.subject: Homework | None = None  # the run that was opened
        self.examples = WholeNumberField("Examples", _EXAMPLES, 1, _MOST_EXAMPLES, "How many examples each run has")
        self.examples.setFixedWidth(_FIELD_WIDTH)
        self.add_control("Exa&mples N", self.examples)
        self.examples.editingFinished.connect(self.asked)

    def question(self) -> Question:
        n, (spec, _) = self.examples.value(), self._fitting()
        return Question((n, spec), lambda cancelled: homework(n, _RUNS, spec, cancelled=cancelled), _RUNS, "runs")

    def words(self) -> str:
        n = counted(self.examples.value(), "example")
        drawn = f"For each run a random line, and {n} of its own from [−1, 1]² (Learning from Data, 1.4)."
        lost = self._fitting()[1]
        return f"{drawn} Each begins at w = 0, for the chosen start is not of two weights and b." if lost else drawn

    def _fitting(self) -> tuple[RunSpec, str]:
        """What is run on the two features of the homework, and why the chosen start is left out, if it is."""
        return with_fitting_start(replace(self.document.spec, seed=0), problem(1, 0)[1])

    def saved(self) -> Any:
        return self.examples.latest

    def restore(self, value: Any) -> None:
        self.examples.set_value(a_count(value, 1, _MOST_EXAMPLES))

    def mark(self) -> None:
        """The run that was opened, as long as it is the present one."""
        work, run = self.subject, self.present()
        same = work is not None and run is not None and run.dataset.same_as(work.dataset) and run.spec.seed == work.seed
        self.mark_run(run if same else None, f"seed {work.seed}" if work is not None else "")

    def summary(self) -> Iterator[str]:
        works = self.found
        if not works:
            return
        yield from self.spread("run")
        shares = [work.disagreement for work in works if not math.isnan(work.disagreement)]
        if shares:
            yield f"Target and run disagree on {number(100 * fmean(shares), 3)} % of the square, on average."
        else:
            yield "What share of the square disagrees is not known: this learner's classifier is no line."
        ratios = [work.updates / work.bound for work in works if work.bound]
        if ratios:
            within = sum(ratio <= 1 for ratio in ratios)
            share = number(100 * median(ratios), 2)
            kept = f"Each has its own bound: {within:,} of {len(ratios):,} stay within it"
            yield f"{kept}; in the median k is {share} % of it."

    def open_run(self, found: Homework) -> None:
        work = self.subject = found
        editing.take_generated(self.document, work.dataset, f"homework with seed {work.seed}", add=False)
        self.document.set_spec(replace(self.document.spec, seed=work.seed))
        bound = "" if work.bound is None else f", its bound {short(work.bound)}"
        share = "" if math.isnan(work.disagreement) else f", {number(100 * work.disagreement, 3)} % disagree"
        self._read(f"Seed {work.seed}: {counted(work.updates, 'update')}{bound}{share}")
        self.mark()
