"""Points and the run over them in one picture: after an edit the old one stays for the moment that a run takes."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QGraphicsView

from perceptron_gui.model.threads.single_shot import single_shot
from perceptron_gui.model.workspace import Workspace

_LONGEST_MS = 24
"""A run that takes longer is not waited for: then the points are seen to move before the boundary does."""
_MOST_LATE = 6
"""After so many runs in a row that came too late, one edit in thirty-two waits to see whether they still do."""


class RepaintGate(QObject):
    """Shuts `picture` when the points change, and opens it with the next run: one painting an edit instead of two.

    The more runs in a row come too late for that, the more edits are painted without waiting for theirs; after one
    alone, which the machine may have held up, none is: each of them is painted twice.
    """

    def __init__(self, picture: QGraphicsView, workspace: Workspace) -> None:
        super().__init__(picture)
        self._picture = picture
        self._usual = picture.viewportUpdateMode()
        self._late = self._not_waited_for = 0
        self._timer = single_shot(self, _LONGEST_MS, self._on_late)
        workspace.document.dataset_changed.connect(self._shut)
        workspace.player.run_changed.connect(self._on_run)

    @Slot()
    def open(self) -> None:
        self._timer.stop()
        if self._picture.viewportUpdateMode() is not self._usual:
            self._picture.setViewportUpdateMode(self._usual)
            self._picture.viewport().update()

    @Slot()
    def _on_late(self) -> None:
        self._late = min(self._late + 1, _MOST_LATE)
        self._not_waited_for = 2 ** (self._late - 1) - 1
        self.open()

    @Slot()
    def _on_run(self) -> None:
        if self._timer.isActive():
            self._late = 0
        self.open()

    @Slot()
    def _shut(self) -> None:
        """From the first of several edits on it is shut no longer than once: what moves is seen to move."""
        if self._timer.isActive():
            return
        if self._not_waited_for:
            self._not_waited_for -= 1
            return
        self._picture.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.NoViewportUpdate)
        self._timer.start()
