"""The first steps of a newcomer: one thing at a time, until the person asks why the run had to stop."""

from __future__ import annotations

from PySide6.QtCore import QObject

from core.built_in import BUILT_IN
from core.lessons.lesson_files import WHY, lesson_files
from core.spec import RunSpec
from perceptron_gui.model.workspace import TheoryPage
from perceptron_gui.window.cards import LessonOffer
from perceptron_gui.window.parts import Parts
from perceptron_gui.window.side_panel import MAIN

_REVEALED = ("star", "bound", "separable")
_PROVEN = ("floor", "ceiling")
"""The secrets that are revealed besides after the proof."""
ENDLESS_EPOCHS = 10
"""Epochs after which playing pauses where no line separates the points."""


class FirstSteps(QObject):
    """The view of a newcomer: the future is hidden, few layers are drawn, and words have no symbols.

    It ends for this window when the person does something that it does not show, and for good when the person asks for
    everything. Once the person has seen why the run stops, γ, R and the corridor are there too.
    """

    def __init__(self, parts: Parts, offer: LessonOffer) -> None:
        super().__init__(parts.window)
        self._parts, self._offer = parts, offer
        self._spec = RunSpec()
        workspace, document = parts.workspace, parts.document
        workspace.pages.everything.connect(self.finish)
        if parts.lesson is None:  # Else the user's own window shows them.
            workspace.pages.first_steps.connect(self.again)
        workspace.pages.first_lesson.connect(lambda: parts.files.lesson_asked.emit(lesson_files()[0]))
        document.opened.connect(self.end)
        document.taken_over.connect(self.end)
        parts.files.lesson_asked.connect(lambda path: None if path == WHY else self.end())
        document.spec_changed.connect(self._on_spec)
        parts.player.run_changed.connect(self._limit)
        for changed in (parts.panel.currentChanged, parts.canvas.view.tool_changed):
            changed.connect(self._look)
        for shown in (workspace.visible, workspace.quiz, workspace.by_hand):
            shown.changed.connect(self._look)

    @property
    def wanted(self) -> bool:
        """True if a start without a file shows the first steps."""
        return not self._parts.settings.asked_why and self._parts.lesson is None

    def begin(self) -> None:
        parts = self._parts
        self._spec = parts.document.spec
        parts.panel.show()
        parts.panel.turn_to(MAIN[0])
        parts.workspace.theorem_view.turn_to(TheoryPage.PICTURE)
        parts.workspace.visible.show(newcomer=True, hidden=True, revealed=_REVEALED)

    def end(self) -> None:
        self._parts.workspace.visible.show_everything()

    def finish(self) -> None:
        """End the view for good, and offer the first lesson."""
        with self._parts.settings.shared():
            self._parts.settings.asked_why = True
        self.end()
        self._offer.make()

    def explain(self) -> None:
        """Let a newcomer have γ, R and the corridor, too, after the proof; offer others the first lesson."""
        if not self._parts.workspace.visible.view.newcomer:
            self.finish()
            return
        with self._parts.settings.shared():
            self._parts.settings.asked_why = True
        self._parts.workspace.visible.show(revealed=(*_REVEALED, *_PROVEN))

    def again(self) -> None:
        """Show the first screen again, now and at the next start; ask first if points are not saved."""
        parts = self._parts
        if not parts.files.may_leave():
            return
        with parts.settings.shared():
            parts.settings.asked_why = False
        self._offer.hide()
        parts.files.show_built_in(BUILT_IN[0])
        self.begin()

    def _on_spec(self, spec: RunSpec) -> None:
        """End the view after a change of learner, order, kernel or bias; a line that may move instead stays."""
        before = self._spec
        same = (spec.learner, spec.order, spec.kernel) == (before.learner, before.order, before.kernel)
        if not (same and (spec.bias == before.bias or {spec.bias, before.bias} == {0.0, 1.0})):
            self.end()

    def _limit(self) -> None:
        """Let a run without an end pause after ten epochs: the learner would go on."""
        player, visible = self._parts.player, self._parts.workspace.visible
        margin = visible.margin
        if visible.view.newcomer and player.run is not None and margin is not None and margin.separable is False:
            end = ENDLESS_EPOCHS * player.run.dataset.n
            player.stop_at = end if player.state is None or player.state.example < end else 0

    def _look(self) -> None:
        parts, workspace = self._parts, self._parts.workspace
        learns = workspace.quiz.on or workspace.by_hand.on or parts.canvas.view.tool == "line"
        if learns or parts.panel.title != MAIN[0]:
            self.end()
