"""A tool: the actions of the mouse on the canvas."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, NamedTuple

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QWidget

from core.datasets.dataset import Dataset, FloatArray
from core.run import Run
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.model.workspace import Workspace

_NO_W = "With a kernel w is not written down, so no line can be tried beside it; without one (Ctrl+K) it can"


class Pointer(NamedTuple):
    """The place of the mouse, in pixels of the view, and the keys that are held down."""

    pixel: QPointF
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier

    def holds(self, modifier: Qt.KeyboardModifier) -> bool:
        return bool(self.modifiers & modifier)


class Tool:
    """Gets the left button's presses, moves and releases while it is the tool in hand; `move` comes only in between.

    `title`, `icon`, `shortcut` and `tooltip` are for the menu, `hint` for an empty canvas.
    """

    title: ClassVar[str]
    icon: ClassVar[str]
    shortcut: ClassVar[str]
    tooltip: ClassVar[str]
    hint: ClassVar[str]
    cursor: ClassVar[Qt.CursorShape] = Qt.CursorShape.ArrowCursor
    draws_lines: ClassVar[bool] = False
    """True if it is about one's own line, not about examples."""
    holds_lines: ClassVar[bool] = False
    """True if it takes hold of one's own line, whose grips are then shown."""
    knows_double_click: ClassVar[bool] = False
    knows_control_drag: ClassVar[bool] = False
    """True if a drag with Ctrl, begun on empty canvas, means something to it."""

    def __init__(self, stage: Stage, workspace: Workspace, window: QWidget) -> None:
        self.stage, self.workspace = stage, workspace
        self.window = window

    @classmethod
    def idle(cls, run: Run) -> str:
        """Return why it has nothing to do over a run, in a sentence; empty if it has."""
        return _NO_W if cls.draws_lines and run.margin.in_feature_space else ""

    def take(self) -> None:
        """Become the current tool."""

    def press(self, pointer: Pointer) -> None:
        """React to a press of the button."""

    def move(self, pointer: Pointer) -> None:
        """React to the mouse with the button down."""

    def release(self, pointer: Pointer) -> None:
        """React to the release of the button."""

    def hover(self, pointer: Pointer | None) -> None:
        """React to the mouse with no button down; None if it left the view or the tool was put away."""

    def double_click(self, pointer: Pointer) -> None:
        """React to a second press that came at once."""

    def cancel(self) -> bool:
        """Give up the present gesture and take back its effect; return False if there was none."""
        return False

    def show_ghosts(self, X: FloatArray | None, label: int) -> None:
        """Show the examples X (m, d) as ones of this class that are not there yet."""
        places = () if X is None else self.stage.projection.points(X).tolist()
        self.stage.overlay.show(ghosts=tuple((x, y, label) for x, y in places))


class EditTool(Tool, ABC):
    """Its press, and any stretch of its drag, edits the examples; all of it is one step to undo.

    Where the examples are something else than the drag made of them, another edit has ended it.
    """

    gesture = 0
    _last: QPointF | None = None
    """The place of the last edit; None while nothing is under way."""
    _before: Dataset
    _made: Dataset

    @abstractmethod
    def edit(self, pointer: Pointer, last: QPointF | None) -> bool:
        """Edit the examples as one step with this `gesture`; return if that was possible. `last` is None at first."""

    def press(self, pointer: Pointer) -> None:
        self._before, self.gesture = self.stage.dataset, self.workspace.document.new_gesture()
        self._go_on(pointer)

    def move(self, pointer: Pointer) -> None:
        if self._last is not None and self.stage.dataset is self._made:
            self._go_on(pointer)

    def release(self, pointer: Pointer) -> None:
        self._last = None
        self.hover(pointer)

    def cancel(self) -> bool:
        under_way, self._last = self._last is not None, None
        if under_way and self.stage.dataset is self._made:
            self.workspace.document.edit(self._before, self.title.lower(), self.gesture)
        return under_way

    def _go_on(self, pointer: Pointer) -> None:
        if self.edit(pointer, self._last):
            self._last, self._made = pointer.pixel, self.stage.dataset
