"""The base of the panels beside the canvas: it follows the run for them while they are seen, and only then."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from core.record.history import State
from core.run import Run
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.layouts import keep_apart, keep_bar
from perceptron_gui.look.size import sized
from perceptron_gui.model.threads.worker import SingleShot, Worker, single_shot
from perceptron_gui.model.workspace import Workspace

NARROWEST = 380
"""Pixels that a side panel takes at least, at the usual size"""


class FollowingPanel(Guarded, QScrollArea):
    """A panel over the run that may be shown; a subclass fills its `column`, which scrolls.

    Its hooks are called only while it is visible and there is a run. `take_run` comes with another run, and whenever
    the panel is shown again; then `show_state` comes with the present state and each later one; `grow` when there is
    more of the record. `wake` and `rest`, when the panel is shown and hidden, come without a run, too. Its timers and
    its workers rest while it is hidden.
    """

    secret: ClassVar[str] = ""
    """The one of `SECRETS` that the panel tells: it sees the run to the end of its record if that may be shown."""
    pause_ms: ClassVar[int] = 0
    """Milliseconds from one state to the next, so that no frame of the canvas waits; 0: each is shown at once."""
    growth_ms: ClassVar[int] = 100
    """Milliseconds between two looks at a record that grows."""

    def __init__(self, name: str, workspace: Workspace, spacing: int = 6, margin: int = 8) -> None:
        super().__init__(widgetResizable=True)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        content = QWidget()
        self.column = QVBoxLayout(content)
        keep_apart(self.column, (12, margin, 4, margin), spacing)  # Beside the space of the bar little is needed.
        self.setWidget(content)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        keep_bar(self)
        sized(self, QWidget.setMinimumWidth, NARROWEST)
        self.workspace, self.player = workspace, workspace.player
        self.workers: list[Worker] = []
        """Those that work for the panel beside the window; their work ends when the panel is hidden."""
        self.timers: list[SingleShot] = []
        self._behind = False
        self._pause = self.later(self.pause_ms, self._catch_up)
        self.growing = self.later(self.growth_ms, self._grow)
        """It runs from a request for more until `grow` answers it."""
        self.player.run_changed.connect(self._take_run)
        self.player.glide.settled.connect(self.refresh)
        self.player.record_grew.connect(self.grow_soon)

    def later(self, milliseconds: int, then: Callable[[], object]) -> SingleShot:
        """Return a stopped timer that calls `then` this long after its last start, while the panel is visible."""
        self.timers.append(single_shot(self, milliseconds, then))
        return self.timers[-1]

    @property
    def run(self) -> Run | None:
        """The run as far as this panel may show it; None while the panel is hidden or there is no run."""
        return self.workspace.visible.run_for(self.secret) if self.isVisible() else None

    def wake(self) -> None: ...
    def take_run(self, run: Run) -> None: ...
    def show_state(self, run: Run, state: State) -> None: ...
    def grow(self, run: Run) -> None: ...
    def rest(self) -> None: ...

    def ready(self) -> bool:
        """Do now what waits for its time, and wait for the work beside; return True if no more of it is to come."""
        for timer in self.timers:
            timer.go_off()
        for worker in self.workers:
            worker.finish()
        return True

    def refresh(self) -> None:
        """Show the present state at once, or as soon as the pause after the last one is over."""
        run, state = self.run, self.player.told
        if run is None or state is None:
            return
        self._behind = self._pause.isActive()
        if not self._behind:
            self.show_state(run, state)
            if self.pause_ms:
                self._pause.start()

    def grow_soon(self) -> None:
        if self.isVisible():
            self.growing.soon()

    def wake_again(self) -> None:
        """Begin once more, because what the panel shows with or without a run has changed."""
        if self.isVisible():
            self.wake()

    def _catch_up(self) -> None:
        if self._behind:
            self.refresh()

    def _grow(self) -> None:
        if (run := self.run) is not None:
            self.grow(run)

    def _take_run(self) -> None:
        if (run := self.run) is not None:
            self.take_run(run)
            self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        self.wake()
        self._take_run()

    def hideEvent(self, event: QHideEvent) -> None:
        for timer in self.timers:
            timer.stop()
        self.rest()
        for worker in self.workers:
            worker.shut_down()
