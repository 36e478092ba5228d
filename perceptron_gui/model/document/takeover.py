"""Undo for other data in the place of those that were changed: one command holds both, whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QUndoCommand

from core.datasets.dataset import Dataset
from core.plane.projections import ViewChoice
from core.spec import RunSpec
from perceptron_gui.model.document.splice import Remarks


@dataclass(frozen=True)
class SessionNotes:
    """What the points and the run are to show, in words."""

    title: str = ""
    text: str = ""


@dataclass(frozen=True, eq=False)
class OpenData:
    """All that is open where the data are in no file; `name` and `source` tell of their origin."""

    dataset: Dataset
    spec: RunSpec
    name: str
    source: object = None
    remarks: Remarks = ()
    notes: SessionNotes = SessionNotes()
    view_choice: ViewChoice | None = None


class Takeover(QUndoCommand):
    """`after` comes in the place of `before`; undone, all of that is there again."""

    def __init__(self, before: OpenData, after: OpenData, show: Callable[[OpenData], None]) -> None:
        super().__init__(f"open {after.name}")
        self._before, self._after = before, after
        self._show = show

    def redo(self) -> None:
        self._show(self._after)

    def undo(self) -> None:
        self._show(self._before)
