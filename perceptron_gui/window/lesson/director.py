"""Puts the window as each step of a lesson wants it: data, options, playhead, what is shown, lit and hidden."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from core.errors import InputError
from core.learners import resolved
from core.lessons.goals.conditions import RunByHand
from core.lessons.goals.goal import MarkedQuestion
from core.lessons.goals.questions import BoundaryPredicted
from core.lessons.lesson import Display, LessonStep
from core.lessons.vocabulary import LIT
from perceptron_gui.canvas.tools import TOOLS
from perceptron_gui.model.lesson_guide import LessonGuide
from perceptron_gui.model.pointing.highlight import Kind
from perceptron_gui.model.theorem_view import TheoryPage
from perceptron_gui.panels.theory.lettered import point_at
from perceptron_gui.panels.transport.bar import Invitation
from perceptron_gui.window.commands.command import Moment, Parts
from perceptron_gui.window.lesson.spotlight import Spotlight

_QUANTITIES: tuple[Kind, ...] = ("gamma", "radius", "star")
_BEYOND = 10**9
"""More examples than any run of a lesson sees."""


class LessonDirector(QObject):
    """Follows a guide in a window, of which `framed` are the parts that can be lit, by their names in `LIT`.

    `failed` carries a sentence where data cannot be read; the step is then as the one before.
    """

    failed = Signal(object)

    def __init__(self, guide: LessonGuide, window: Parts, framed: Mapping[str, QWidget]) -> None:
        super().__init__(window)
        self._guide = guide
        self._window = window
        self.framed = framed
        self.spotlight = Spotlight(window, window.theme)
        self._before: LessonStep | None = None
        self._place = -1
        guide.stepped.connect(self._follow)
        runner, player, highlight = window.runner, window.player, window.workspace.highlight
        runner.paused.connect(runner.run_on, Qt.ConnectionType.QueuedConnection)  # the lesson has its limits
        player.run_changed.connect(self._keep_light)
        player.shown.connect(self._keep_light)
        highlight.changed.connect(self._light_again)

    def begin(self) -> None:
        """Show the step that the guide stands at, as somebody finds it who comes from nowhere."""
        for line in self._window.findChildren(Invitation):
            line.withdraw()  # what to do is what the lesson says
        self._follow()

    @Slot()
    def _follow(self) -> None:
        guide, step = self._guide, self._guide.step
        onwards = guide.place == self._place + 1 and self._before is not None
        try:
            self._set_out(step, onwards=onwards)
        except InputError as error:
            self.failed.emit(error)
        self._before, self._place = step, guide.place
        with self._window.settings.left_alone():
            self._show(step.display)
        self._light(step)
        guide.enter()
        if not (isinstance(step.goal, MarkedQuestion) and step.goal.typed):
            self._window.canvas.setFocus()  # for the keys that step, turn a line and click

    def _set_out(self, step: LessonStep, *, onwards: bool) -> None:
        """Data, options, playhead; who comes from the step before finds its own work, but for what changes here."""
        workspace, before = self._window.workspace, self._before
        document, player = workspace.document, workspace.player
        player.pause()
        workspace.selection.clear()
        anew = (
            step.opens
            or before is None
            or before.data != step.data
            or (not onwards and not document.undo_stack.isClean())
        )
        if anew:
            document.open(step.data.read(), None, spec=step.spec)
            workspace.own_separator.clear()
        elif not onwards or before is None or before.spec != step.spec or isinstance(before.goal, RunByHand):
            document.set_spec(step.spec)  # which also ends a run by hand
        update, run = self._guide.lesson.update_at(self._guide.place), player.run
        if update is not None:
            player.go_to_update(update)
        elif run is None or run.dataset is not document.dataset or run.spec != resolved(document.spec):
            player.await_example(_BEYOND)  # the end of a run that is not there yet
        else:
            player.end()

    def _show(self, display: Display) -> None:
        window, workspace = self._window, self._window.workspace
        if display.tab is not None:
            window.actions_["side_panel"].setChecked(True)
            window.panel.turn_to(display.tab)
        if display.page is not None:
            workspace.theorem_view.turn_to(TheoryPage(display.page))
        if display.layers is not None:
            for name in window.canvas.layers:
                window.canvas.set_layer_visible(name, name in display.layers)
        window.tools_here = tuple(TOOLS) if display.tools is None else display.tools
        window.actions_.ask(Moment.RUN)
        if window.canvas.view.tool not in window.tools_here and window.tools_here:
            window.canvas.view.set_tool(next(iter(window.tools_here)))
        window.actions_["predict"].setChecked(False)  # and with it what was drawn
        window.actions_["predict"].setChecked(isinstance(self._guide.step.goal, BoundaryPredicted))
        window.actions_["by_hand"].setChecked(isinstance(self._guide.step.goal, RunByHand))
        workspace.visible.show_only(display.hidden, display.revealed)

    def _light(self, step: LessonStep) -> None:
        """One thing: a part of the window is framed, a quantity lit wherever it is seen."""
        self.spotlight.light(self.framed.get(step.light or ""))
        self._window.workspace.highlight.clear()
        self._keep_light()

    @Slot()
    def _light_again(self) -> None:
        """Once nothing else is pointed at any more."""
        if self._window.workspace.highlight.kind is None:
            self._keep_light()

    @Slot()
    def _keep_light(self) -> None:
        """What the step speaks of, unless something else is pointed at; an example is that of the last update."""
        workspace, light = self._window.workspace, self._guide.step.light
        run, state = workspace.player.visible.run, workspace.player.state
        known = run is not None and run.dataset is workspace.document.dataset
        if workspace.highlight.kind not in (None, light) or not known:
            return
        kind = next((kind for kind in _QUANTITIES if kind == light), None)
        if kind is not None:
            point_at(workspace.highlight, kind, run)
        elif light == "example" and state is not None and state.moved:
            workspace.highlight.show("example", (state.index,))


FRAMED = tuple(name for name in LIT if name not in (*_QUANTITIES, "example"))
"""The names in `LIT` that are parts of the window."""
