"""The runs panel: one experiment at a time, computed in a thread while the panel is visible."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStackedWidget, QTabBar

from core.errors import InputError
from core.run import Run
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.size import SMALL, dress
from perceptron_gui.look.text.sentences import unbroken
from perceptron_gui.look.text.small_widgets import WrappedLabel
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.saved_setting import give_back, read, taken_down
from perceptron_gui.model.threads.worker import Worker
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.following import FollowingPanel
from perceptron_gui.panels.runs.experiment import Experiment, Question
from perceptron_gui.panels.runs.many_runs import BiasView, HomeworkView, OrdersView, OriginView
from perceptron_gui.panels.runs.what_if import WhatIfView


class RunsPanel(FollowingPanel):
    """The panel of experiments. After a change it asks again, and marks the old results until then."""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__("Runs", workspace)
        self._worker = Worker(self)
        self.workers = [self._worker]
        both = workspace, theme
        made = OrdersView(*both), HomeworkView(*both), BiasView(*both), OriginView(*both), WhatIfView(*both)
        self.experiments: dict[str, Experiment[Any]] = {each.title: each for each in made}
        self._choices = {each.title: each.choices for each in made}
        self.switch = QTabBar(drawBase=False, usesScrollButtons=False)
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
        return self.experiment.current.finished and not self._rest.isActive()

    def turn_to(self, title: str) -> None:
        self.switch.setCurrentIndex(list(self.experiments).index(title))

    def ready(self) -> bool:
        """Take what the thread has found of the visible question by now; return whether there is no more."""
        self._rest.go_off()
        if self._worker.busy:
            time.sleep(0.001)  # The thread needs the interpreter, too.
            QCoreApplication.sendPostedEvents(self._worker)
        return not self._worker.busy

    @property
    def found(self) -> tuple[object, Question]:
        """The subject of the visible experiment, and its question with the answers so far."""
        made = self.experiment.current
        return self.experiment.subject, replace(made, answers=list(made.answers))

    @found.setter
    def found(self, found: tuple[object, Question]) -> None:
        """Show the answers that another panel has for the same experiment, unless data or options differ."""
        self.experiment.subject, theirs = found
        if (question := self._question()) is not None and question.key == theirs.key:
            self._rest.stop()
            self._worker.cancel()
            theirs.stopped = not theirs.finished
            self.experiment.begin(theirs)
            self._show_question()

    def saved(self) -> Any:
        return {"seen": self.experiment.title, "chosen": taken_down(self._choices)}

    def restore(self, value: Any) -> None:
        """Restore the choices; impossible ones are ignored. Raise as `SavedSetting.restore`."""
        kept = read({"seen": list(self.experiments).index, "chosen": dict}, value)
        give_back(self._choices, kept["chosen"])
        self.switch.setCurrentIndex(kept["seen"])
        self.wake_again()

    def take_run(self, run: Run) -> None:
        self.experiment.mark()

    def grow(self, run: Run) -> None:
        self.experiment.mark()

    def _lay_out(self) -> None:
        dress(self.switch, SMALL)
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
            self.experiment.plot.set_old(True)
            self.experiment.tell(f"{reason[0].upper()}{reason[1:]}.")
            self._say("")
            return None
        self.experiment.set_asking(True)
        return question

    def wake(self) -> None:
        """Ask the present question, unless its answers are known."""
        self._rest.stop()
        question, made = self._question(), self.experiment.current
        if question is None:
            self._worker.cancel()
        elif question.key == made.key and (made.finished or made.stopped or self._worker.busy):
            self._show_question()
        else:
            self._worker.cancel()
            self.experiment.plot.set_old(True)
            self._say("These results are from before the change." if self.experiment.found else "")
            self._rest.start()
        self.experiment.mark()

    def _begin(self) -> None:
        if (question := self._question()) is not None:
            self.experiment.begin(question)
            self._worker.ask(question.work)
            self._show_question()

    def _show_question(self) -> None:
        self.experiment.tell(unbroken(self.experiment.words()))
        self.experiment.plot.set_old(False)
        self._tell()

    def _on_answered(self, answers: list[object]) -> None:
        self.experiment.current.answers += answers
        self.experiment.show_found()
        self._tell()

    def _on_done(self) -> None:
        self.experiment.current.finished = True
        self._tell()

    def _on_pressed(self) -> None:
        if self._worker.busy:
            self._worker.cancel()
            self.experiment.current.stopped = True
            self._tell()
        else:
            self._begin()

    def _say(self, text: str, button: str = "") -> None:
        self.progress.setText(text)
        self.button.setText(button)
        self.button.setVisible(bool(button))

    def _tell(self) -> None:
        made = self.experiment.current
        so_far = f"{len(self.experiment.found):,} of {made.total:,} {made.of}"
        if made.finished:
            self._say("")
        elif self._worker.busy:
            self._say(f"{so_far} …", "Stop")
        else:
            self._say(f"Stopped after {so_far}", "Begin Again")
