"""A lesson in progress: its step, whether it is done, and the words on an answer."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from core.analysis.exercises import QuizOutcome
from core.datasets.dataset import Dataset
from core.lessons.goals.conditions import Condition
from core.lessons.goals.questions import BoundaryPredicted, ExampleAsked, Mark, MarkedQuestion
from core.lessons.lesson import GuidedLesson, LessonStep
from core.lessons.quantities import LessonMoment, filled
from perceptron_gui.model.workspace import Workspace

_MOST_MISSES = 2
"""Wrong answers after which the right one is shown."""


class LessonGuide(QObject):
    """The guide of a lesson: `stepped` comes with another step, `changed` with more knowledge about the step.

    The guide reads the workspace whenever something there changes. It moves only the playhead, to the update that a
    question asks about, and writes only labels beside examples. While a question waits, the canvas rings no mistake.
    """

    stepped = Signal()
    changed = Signal()
    finished = Signal()

    def __init__(
        self,
        lesson: GuidedLesson,
        workspace: Workspace,
        place: int = 0,
        parent: QObject | None = None,
        known: LessonMoment | None = None,
    ) -> None:
        """Begin at a step; `known` is the run of the first one, if there is such a run already."""
        super().__init__(parent)
        self.lesson = lesson
        self._workspace = workspace
        self.place = min(max(place, 0), len(lesson.steps) - 1)
        """the number of the step, from 0"""
        self._given: Dataset | None = None
        self.done = self.step.goal is None
        """True if one may go on: the step waits for nothing, or for nothing more."""
        self._misses = 0
        self.told = ""
        """The words on the last answer or action; empty before."""
        self._marked: QuizOutcome | None = None
        self._found = known
        player, document = workspace.player, workspace.document
        edited = document.dataset_changed, document.spec_changed, workspace.own_separator.changed
        for source in (*edited, player.glide.settled, player.run_changed, player.record_grew, player.rested):
            source.connect(self._look)
        workspace.quiz.changed.connect(self._take_guess)
        workspace.selection.changed.connect(self._take_click)
        for told in (self.stepped, self.changed):
            told.connect(self._say_asks)

    @property
    def step(self) -> LessonStep:
        return self.lesson.steps[self.place]

    @property
    def is_last(self) -> bool:
        return self.place == len(self.lesson.steps) - 1

    @property
    def said(self) -> str:
        """The words of the step, with the numbers that the run had for its gaps when it came."""
        return filled(self.step.say, self._found)

    @property
    def reply(self) -> str:
        return filled(self.step.reply, self._found)

    @property
    def task(self) -> str:
        """The words on the thing that the step waits for; empty if it waits for nothing."""
        goal = self.step.goal
        asked = goal.question if isinstance(goal, MarkedQuestion) else self.step.task
        return filled(asked, self._found) or (goal.asked if isinstance(goal, Condition) else "")

    def enter(self) -> None:
        """Begin the step: what the person does counts from now on."""
        self._given = self._workspace.document.dataset
        self._say_asks()
        self._look()

    def go_on(self) -> None:
        """Go to the next step if this one is done; after the last one the lesson is finished."""
        if self.done and self.is_last:
            self.finished.emit()
        elif self.done:
            self.go_to(self.place + 1)

    def go_back(self) -> None:
        self.go_to(max(self.place - 1, 0))

    def go_to(self, place: int) -> None:
        """Begin with step `place`, from 0."""
        self.place, self._misses, self.told = place, 0, ""
        self.done = self.step.goal is None
        self._given = self._found = None
        self._workspace.highlight.write({})
        self.stepped.emit()

    @property
    def can_show(self) -> bool:
        """True if the right answer may be shown, because an answer was wrong."""
        return self._misses > 0 and not self.done

    def answer(self, given: str | None) -> None:
        """Let the run mark an answer. After some wrong ones, and for None, show the right one: the step is done."""
        goal, moment = self.step.goal, self._moment()
        if self.done or moment is None or not isinstance(goal, MarkedQuestion) or self._bring_back(goal, moment):
            return
        mark = Mark(False, "") if given is None else goal.mark(moment, given)
        self._misses += not mark.right
        self.done, told = mark.right or not goal.solution(moment), mark.told
        if not self.done and (given is None or self._misses >= _MOST_MISSES):
            self.done, told = True, f"{told} The run says: {goal.solution(moment)}.".strip()
            self._workspace.highlight.write(goal.labels(moment))
            if isinstance(goal, BoundaryPredicted) and moment.guess is None and self._marked is not None:
                self._workspace.player.go_to_update(self._marked.update)
        reason = goal.reason(moment) if self.done else ""
        more = filled(self.step.reply if self.done else self.step.hint, moment)
        self.told = " ".join(filter(None, (told, reason, more)))
        self.changed.emit()

    def _bring_back(self, goal: MarkedQuestion, moment: LessonMoment) -> bool:
        """Take the playhead back to the update that the question asks about, unless the answer is the same there."""
        asked = LessonMoment.at(moment.run, self.lesson.update_at(self.place))
        away = asked.state.update != moment.state.update and not isinstance(goal, BoundaryPredicted)
        if not away or goal.solution(asked) == goal.solution(moment):
            return False
        self._workspace.player.go_to_update(asked.state.update)
        self.told = f"The question is about update {asked.state.update}. The playhead is there again: answer now."
        self.changed.emit()
        return True

    def _moment(self) -> LessonMoment | None:
        player = self._workspace.player
        run = player.run
        if run is None or player.told is None:
            return None
        own = self._workspace.own_separator.judged(run)
        return LessonMoment(run, player.told, self._given, own, self._workspace.quiz.outcome)

    def _say_asks(self) -> None:
        self._workspace.highlight.ask(isinstance(self.step.goal, MarkedQuestion) and not self.done)

    def _look(self) -> None:
        """Fill the gaps once the whole run of the step is there; the step is done while its condition holds."""
        goal, moment, document = self.step.goal, self._moment(), self._workspace.document
        if self._given is None or moment is None or moment.run.dataset is not document.dataset:
            return
        before = self._found, self.done, self.told
        if self._found is None and moment.run.stopped is not None and document.asks_for(moment.run):
            self._found = moment
        if isinstance(goal, Condition):
            self.done = goal.met(moment)
            self.told = filled(self.step.reply if self.done else self.step.hint, moment)
        if (self._found, self.done, self.told) != before:
            self.changed.emit()

    def _take_click(self) -> None:
        selected = self._workspace.selection.indices
        if isinstance(self.step.goal, ExampleAsked) and len(selected) == 1:
            self.answer(str(selected[0] + 1))

    def _take_guess(self) -> None:
        """Take a predicted boundary as an answer as soon as the step shows how good it was."""
        outcome = self._workspace.quiz.outcome
        if isinstance(self.step.goal, BoundaryPredicted) and outcome is not None and outcome is not self._marked:
            self._marked = outcome
            self.answer("")
