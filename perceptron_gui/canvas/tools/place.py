"""Placing an example with a click, and the ghost that shows where."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QPointF, Qt

from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.tools.tool import Pointer, Tool
from perceptron_gui.model.document import editing
from perceptron_gui.model.workspace import Workspace


class PlaceTool(Tool):
    """A click adds an example of class `label`."""

    label: ClassVar[int]
    cursor = Qt.CursorShape.CrossCursor

    def take(self) -> None:
        """Other tools go on with this class."""
        self.stage.label = self.label

    def press(self, pointer: Pointer) -> None:
        place_at(self.stage, self.workspace, pointer.pixel, self.label)

    def hover(self, pointer: Pointer | None) -> None:
        self.show_ghosts(None if pointer is None else self.stage.examples_at([pointer.pixel]), self.label)


class PositiveTool(PlaceTool):
    """Adds ○."""

    title, icon, shortcut, label = "Positive", "positive", "P", 1
    tooltip = "Place examples of the positive class ○ with a click (in any tool: Ctrl or Alt + click)"
    hint = (
        "Click to place ○ examples of the positive class.\nCtrl + right click, or × Negative (N), for the other class."
    )


class NegativeTool(PlaceTool):
    """Adds ×."""

    title, icon, shortcut, label = "Negative", "negative", "N", -1
    tooltip = "Place examples of the negative class × with a click (in any tool: Ctrl or Alt + right click)"
    hint = "Click to place × examples of the negative class.\nCtrl + click, or ○ Positive (P), for the other class."


def place_at(stage: Stage, workspace: Workspace, pixel: QPointF, label: int) -> None:
    """Add an example under the mouse; where none can be placed, say why."""
    X = stage.examples_at([pixel])
    if X is None:
        stage.refuse()
    else:
        editing.place(workspace.document, X[0], label)
