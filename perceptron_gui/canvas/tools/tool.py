"""Tools, the actions of the mouse on the canvas; and those that place examples, scatter a handful, and erase them."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QWidget

from core.datasets.dataset import Dataset, FloatArray
from core.run import Run
from perceptron_gui.canvas.stage import Stage, ToolPreview
from perceptron_gui.model.document import editing

_NO_W = "With a kernel w is not written down, so no line can be tried beside it; without one (Ctrl+K) it can"
_SPREAD, _STEP, _RADIUS = 24.0, 48.0, 14.0
"""Pixels: the standard deviation of a handful, the drag that adds another one, and the reach of the eraser."""


class Pointer(NamedTuple):
    """The place of the mouse, in pixels of the view, and the keys that are held down."""

    pixel: QPointF
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier

    def holds(self, modifier: Qt.KeyboardModifier) -> bool:
        return bool(self.modifiers & modifier)


class Tool:
    """Gets the left button's presses, moves and releases while it is the tool in hand; `move` comes only in between.

    `title`, `icon`, `shortcut` and `tooltip` are for the menu, `hint` for an empty canvas. `take` comes when it is the
    tool in hand, `hover` with the mouse while no button is down, or None once it left the view or the tool was put
    away, and `double_click` with a second press that came at once.
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

    def __init__(self, stage: Stage, window: QWidget) -> None:
        self.stage, self.workspace, self.window = stage, stage.workspace, window

    @classmethod
    def idle(cls, run: Run) -> str:
        """Return why it has nothing to do over a run, in a sentence; empty if it has."""
        return _NO_W if cls.draws_lines and run.margin.in_feature_space else ""

    def take(self) -> None: ...
    def press(self, pointer: Pointer) -> None: ...
    def move(self, pointer: Pointer) -> None: ...
    def release(self, pointer: Pointer) -> None: ...
    def hover(self, pointer: Pointer | None) -> None: ...
    def double_click(self, pointer: Pointer) -> None: ...

    def cancel(self) -> bool:
        """Give up the present gesture and take back its effect; return False if there was none."""
        return False

    def show_ghosts(self, X: FloatArray | None, y: ArrayLike) -> None:
        """Show the examples X (m, d) as ones that are not there, of these classes (m,) or all of one."""
        points = np.empty((0, 2)) if X is None else self.stage.projection.points(X)
        ghosts = np.column_stack([points, np.broadcast_to(y, len(points))]).tolist()
        self.stage.show_preview(ToolPreview(ghosts=tuple((right, up, int(label)) for right, up, label in ghosts)))


class EditTool(Tool, ABC):
    """Its press, and any stretch of its drag, edits the examples as one step, until another edit ends it."""

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


class PlaceTool(Tool):
    """A click adds an example of class `label`."""

    label: ClassVar[int]
    cursor = Qt.CursorShape.CrossCursor

    def take(self) -> None:
        """Let other tools go on with this class."""
        self.stage.label = self.label

    def press(self, pointer: Pointer) -> None:
        self.stage.place_at(pointer.pixel, self.label)

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


class SprayTool(EditTool):
    """Each press, and each stretch of a drag, adds a Gaussian handful of the class that was placed last."""

    title, icon, shortcut = "Spray", "spray", "B"
    tooltip = "Scatter examples of the class last placed, by a click or a drag (Shift: the other class)"
    hint = "Click or drag to scatter examples of the class that was placed last.\nHold Shift for the other class."
    cursor = Qt.CursorShape.CrossCursor
    _scatter: FloatArray | None = None

    def hover(self, pointer: Pointer | None) -> None:
        label = 0 if pointer is None else self._label(pointer)
        self.show_ghosts(None if pointer is None else self._examples(pointer), label)

    def edit(self, pointer: Pointer, last: QPointF | None) -> bool:
        if last is not None and math.dist(last.toTuple(), pointer.pixel.toTuple()) < _STEP:
            return False
        if (X := self._examples(pointer)) is None:
            self.stage.refuse()
            return False
        editing.place(self.workspace.document, X, self._label(pointer), self.gesture)
        self._scatter = None
        return True

    def _examples(self, pointer: Pointer) -> FloatArray | None:
        """Return the next handful (m, d), the same until it is dropped; None if there can be none."""
        if self._scatter is None:
            chance = np.random.Generator(np.random.PCG64(self.workspace.document.new_seed()))
            self._scatter = chance.normal(scale=_SPREAD, size=(8, 2))
        return self.stage.examples_at([pointer.pixel + QPointF(x, y) for x, y in self._scatter.tolist()])

    def _label(self, pointer: Pointer) -> int:
        return -self.stage.label if pointer.holds(Qt.KeyboardModifier.ShiftModifier) else self.stage.label


class EraseTool(EditTool):
    """A press, or a drag, removes every example whose middle it passes over."""

    title, icon, shortcut = "Erase", "erase", "E"
    tooltip = "Erase examples, by a click or a drag"
    hint = "There is nothing to erase.\nCtrl + click places ○, Ctrl + right click ×; or take a tool (P, N)."

    def hover(self, pointer: Pointer | None) -> None:
        self.stage.show_preview(ToolPreview(disc=None if pointer is None else (pointer.pixel, _RADIUS)))

    def edit(self, pointer: Pointer, last: QPointF | None) -> bool:
        self.hover(pointer)
        start = (last or pointer.pixel).toTuple()
        along, away = np.subtract(pointer.pixel.toTuple(), start), self.stage.pixels - start
        if length := float(along @ along):
            away -= np.clip(away @ along / length, 0, 1)[:, np.newaxis] * along
        rows = np.flatnonzero((away * away).sum(axis=1) <= _RADIUS * _RADIUS)
        editing.erase(self.workspace.document, rows, self.gesture)
        return True
