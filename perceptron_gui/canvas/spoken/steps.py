"""What a screen reader says by itself: a step that a person makes, and what became of the points, each once."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QAccessible, QGuiApplication

from core.explain import tell, why
from core.pace import SLOWEST
from core.record.history import State
from core.run import Run
from perceptron_gui.canvas.spoken.chart import ChartWords
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.look.text.sentences import ending_words, state_words
from perceptron_gui.look.voice import SpokenSteps, Voice
from perceptron_gui.model.threads.single_shot import single_shot
from perceptron_gui.model.workspace import Workspace

_REST_MS = 200
"""So long a place has to be held: keys that repeat, and the hand on the timeline, are heard where they come to rest."""


class StepSpeaker(QObject):
    """Says what was done through the `voice` of the canvas, as much as `spoken` wants."""

    def __init__(self, stage: Stage, workspace: Workspace, voice: Voice, words: ChartWords) -> None:
        super().__init__(stage)
        self.spoken = SpokenSteps.CHANGE
        self._stage, self._workspace, self._voice, self._words = stage, workspace, voice, words
        self._said: State | None = None
        self._anew = self._edited = False
        self._rest = single_shot(self, _REST_MS, self._speak)
        player = workspace.player
        player.run_changed.connect(self._on_run)
        player.shown.connect(self._on_shown)
        player.playing_changed.connect(self._await)
        workspace.document.dataset_changed.connect(self._on_edit)

    @Slot()
    def _on_run(self) -> None:
        """Another run is shown where the last one was: nobody has made a step."""
        self._anew = True

    @Slot(object)
    def _on_shown(self, state: State) -> None:
        if self._anew:
            self._anew, self._said = False, state
        self._await()

    @Slot()
    def _on_edit(self) -> None:
        self._edited = True
        self._await()

    @Slot()
    def _await(self) -> None:
        if QAccessible.isActive() and self.spoken is not SpokenSteps.OFF:
            self._rest.start()

    @Slot()
    def _speak(self) -> None:
        player = self._workspace.player
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:  # something is being dragged
            self._rest.start()
        elif self._edited:
            self._edited, self._said = False, self._stage.state
            self._voice.say(self._words.chosen())
        elif player.playing and player.pace > SLOWEST:
            return
        else:
            self._say_step()

    def _say_step(self) -> None:
        run, state = self._stage.run, self._stage.state
        if run is not None and state is not None and state is not self._said:
            self._said = state
            self._voice.say(self._told(run, state))

    def _told(self, run: Run, state: State) -> str:
        player = self._workspace.player
        ending = ending_words(run)[:1] if player.at_end else ()
        if self.spoken is SpokenSteps.WHOLE:
            numbers = tell(run, state).numbers if state.example else ()
            step = [state_words(state, run, player.visible.totals), *numbers]
            return ". ".join([*step, *ending]).replace("`", "")
        in_words = not state.example or run.spec.kernel is not None
        change = state_words(state, run, player.visible.totals) if in_words else why(run, state)
        return " ".join([change, *ending])
