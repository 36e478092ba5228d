"""The runs panel: one experiment at a time, computed in a thread while the panel is visible."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStackedWidget, QTabBar

from core.errors import InputError, never
from core.run import Run
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.size import SMALL, dress
from perceptron_gui.look.text.sentences import unbroken
from perceptron_gui.look.text.small_widgets import WrappedLabel
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.saved_setting import give_back, read
from perceptron_gui.model.threads.worker import Worker
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.following import FollowingPanel
from perceptron_gui.panels.runs.experiment import Experiment, Question
from perceptron_gui.panels.runs.many_runs import BiasView, HomeworkView, OrdersView, OriginView
from perceptron_gui.panels.runs.what_if import WhatIfView

EXPERIMENTS: tuple[Callable[[Workspace, ThemeModel], Experiment[Any]], ...] = (
    OrdersView,
    HomeworkView,
    BiasView,
    OriginView,
    WhatIfView,
)
"""The experiments in the order of the switch."""


@dataclass(eq=False)
class Inquiry:
    """A question to an experiment, its answers so far, and whether these are all, or no more are wanted."""

    question: Question
    answers: list[object] = field(default_factory=list)
    finished: bool = False
    stopped: bool = False
    slices: Iterator[object] | None = None
    """answers still to come, if no thread computes them"""


Found = tuple[object, Inquiry | None]
"""The subject of an experiment, and its answers so far."""


class RunsPanel(FollowingPanel):
    """The panel of experiments. After a change it asks again, and marks the old results until then."""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__("Runs", workspace)
        self._worker = Worker(self)
        self.workers = [self._worker]
        self._inquiries: dict[Experiment[Any], Inquiry] = {}
        made = [make(workspace, theme) for make in EXPERIMENTS]
        self.experiments = {experiment.title: experiment for experiment in made}
        self.switch = QTabBar()
        self.progress, self.button = WrappedLabel(), QPushButton()
        self._stack = QStackedWidget()
        self._rest = self.later(250, self._begin)
        self._lay_out()
        self._worker.answered.connect(self._on_answered)
        self._worker.done.connect(self._on_done)
        self._worker.failed.connect(lambda why: self._say(f"This stopped early: {why}", "Begin Again"))
        self.button.clicked.connect(self._on_pressed)
        workspace.document.dataset_changed.connect(self.wake_again)
        workspace.document.spec_changed.connect(self.wake_again)

    @property
    def experiment(self) -> Experiment[Any]:
        return list(self.experiments.values())[self._stack.currentIndex()]

    @property
    def finished(self) -> bool:
        """True if all present questions are answered."""
        return self._inquiry is not None and self._inquiry.finished and not self._rest.isActive()

    @property
    def _inquiry(self) -> Inquiry | None:
        return self._inquiries.get(self.experiment)

    def turn_to(self, title: str) -> None:
        self.switch.setCurrentIndex(list(self.experiments).index(title))

    def ready(self) -> bool:
        """Compute the next answers to the visible question; return whether there are no more."""
        self._rest.stop()
        self._worker.cancel()
        question, made = self._question(), self._inquiry
        if question is None or self._is_known(question):
            return True
        if made is None or made.slices is None or made.question.key != question.key:
            made = self._prepare(question)
            made.slices = question.work(never)
        answers = next(made.slices, None)
        if answers is None:
            self._on_done()
        else:
            self._on_answered(cast("list[object]", answers))
        return made.finished

    @property
    def found(self) -> Found:
        """The subject of the visible experiment, and its answers so far."""
        made = self._inquiry
        return self.experiment.subject, None if made is None else replace(made, answers=list(made.answers))

    @found.setter
    def found(self, found: Found) -> None:
        """Show the answers that another panel has for the same experiment, unless data or options differ."""
        self.experiment.subject, theirs = found
        question = self._question()
        if question is None or theirs is None or question.key != theirs.question.key:
            return
        self._rest.stop()
        self._worker.cancel()
        mine = self._prepare(question)
        self._on_answered(list(theirs.answers))
        mine.finished, mine.stopped = theirs.finished, not theirs.finished
        self._tell()

    def saved(self) -> Any:
        """Return the visible experiment and the choices in each, as plain JSON values."""
        chosen = {title: experiment.saved() for title, experiment in self.experiments.items()}
        return {"seen": self.experiment.title, "chosen": chosen}

    def restore(self, value: Any) -> None:
        """Restore the choices; impossible ones are ignored. Raise as `SavedSetting.restore`."""
        kept = read({"seen": list(self.experiments).index, "chosen": dict}, value)
        give_back(self.experiments, kept["chosen"])
        self.switch.setCurrentIndex(kept["seen"])
        self.wake_again()

    def take_run(self, run: Run) -> None:
        self.experiment.mark()

    def grow(self, run: Run) -> None:
        self.experiment.mark()

    def rest(self) -> None:
        for inquiry in self._inquiries.values():
            inquiry.slices = None  # `ready` may have left threads at work.

    def _lay_out(self) -> None:
        dress(self.switch, SMALL)
        self.switch.setDrawBase(False)
        self.switch.setUsesScrollButtons(False)
        self.switch.setAccessibleName("Experiment")
        for title, experiment in self.experiments.items():
            self.switch.addTab(title)
            self._stack.addWidget(experiment)
            experiment.asked.connect(self.wake_again)
        self.switch.currentChanged.connect(self._turn)
        self.progress.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row = in_row((self.progress, 1), self.button, margins=(0, 0, 0, 0))
        row.setAlignment(self.button, Qt.AlignmentFlag.AlignRight)
        self.column.addWidget(self.switch)
        self.column.addWidget(self._stack, 1)
        self.column.addLayout(row)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def _turn(self) -> None:
        self._worker.cancel()
        self._stack.setCurrentIndex(self.switch.currentIndex())
        self.wake_again()

    def _question(self) -> Question | None:
        """Return the present question; None if there is none, and the panel says why."""
        try:
            question = self.experiment.question()
        except InputError as error:
            reason = str(error)
            self.experiment.set_asking(bool(self.experiment.found))
            self._inquiries.pop(self.experiment, None)
            self.experiment.plot.set_old(True)
            self.experiment.about.setText(f"{reason[0].upper()}{reason[1:]}.")
            self._say("")
            return None
        self.experiment.set_asking(True)
        return question

    def _is_known(self, question: Question) -> bool:
        made = self._inquiry
        if made is None or made.question.key != question.key:
            return False
        return made.finished or made.stopped or self._worker.busy

    def wake(self) -> None:
        """Ask the present question, unless its answers are known."""
        self._rest.stop()
        question = self._question()
        if question is None:
            self._worker.cancel()
        elif self._is_known(question):
            self._show_question()
            self._tell()
        else:
            self._worker.cancel()
            self.experiment.plot.set_old(True)
            self._say("These results are from before the change." if self.experiment.found else "")
            self._rest.start()
        self.experiment.mark()

    def _begin(self) -> None:
        question = self._question()
        if question is not None:
            self._prepare(question)
            self._worker.ask(question.work)
            self._tell()

    def _prepare(self, question: Question) -> Inquiry:
        made = self._inquiries[self.experiment] = Inquiry(question)
        self.experiment.begin()
        self._show_question()
        return made

    def _show_question(self) -> None:
        self.experiment.about.setText(unbroken(self.experiment.words()))
        self.experiment.plot.set_old(False)

    def _on_answered(self, answers: list[object]) -> None:
        self._inquiries[self.experiment].answers += answers
        self.experiment.take(answers)
        self._tell()

    def _on_done(self) -> None:
        self._inquiries[self.experiment].finished = True
        self._tell()

    def _on_pressed(self) -> None:
        if self._worker.busy:
            self._worker.cancel()
            self._inquiries[self.experiment].stopped = True
            self._tell()
        else:
            self._begin()

    def _say(self, text: str, button: str = "") -> None:
        self.progress.setText(text)
        self.button.setText(button)
        self.button.setVisible(bool(button))

    def _tell(self) -> None:
        made = self._inquiries[self.experiment]
        so_far = f"{len(self.experiment.found):,} of {made.question.total:,} {made.question.of}"
        if made.finished:
            self._say("")
        elif self._worker.busy:
            self._say(f"{so_far} …", "Stop")
        else:
            self._say(f"Stopped after {so_far}", "Begin Again")
