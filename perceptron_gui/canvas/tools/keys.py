"""The keys on the canvas, before they are shortcuts: they choose, click and nudge examples, or turn a line."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from perceptron_gui.canvas.lines import PlaneLine
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.tools.line import LineTool, begun, drawn_on, grips_on, is_pinned, lifted, line_of
from perceptron_gui.model.document import editing

_KEYS, _MODIFIERS = Qt.Key, Qt.KeyboardModifier
_ALONG = {_KEYS.Key_Left: (0, -1), _KEYS.Key_Right: (0, 1), _KEYS.Key_Down: (1, -1), _KEYS.Key_Up: (1, 1)}
"""Key → the axis of the plane, and the direction on it."""
_TO_NEXT, _TURNS = {_KEYS.Key_Up: -1, _KEYS.Key_Down: 1}, {_KEYS.Key_Up: 1, _KEYS.Key_Down: -1}
_ENTER = _KEYS.Key_Return, _KEYS.Key_Enter
_SHIFT, _KEYPAD = _MODIFIERS.ShiftModifier, _MODIFIERS.KeypadModifier
_WITHOUT = _MODIFIERS.ControlModifier | _MODIFIERS.AltModifier | _MODIFIERS.MetaModifier
_TURN, _SHARE = 3.0, 0.01
"""The degrees by which a key turns a line, and the share of the view's height by which it moves it."""
_NUDGE, _FINE = 0.01, 0.1
"""The share of the view by which an arrow key moves the selection, and the share of that with Shift."""


class CanvasKeys(ABC):
    """Some keys and their actions."""

    def __init__(self, stage: Stage) -> None:
        self._stage, self._workspace = stage, stage.workspace

    @abstractmethod
    def knows(self, event: QKeyEvent) -> bool:
        """Return whether a key means something here now."""

    @abstractmethod
    def take(self, event: QKeyEvent) -> None:
        """Do the action of a key that it `knows`."""


class ChooseKeys(CanvasKeys):
    """Keys that choose examples: Alt and an arrow go to the next one along an axis, at one place by number."""

    def knows(self, event: QKeyEvent) -> bool:
        held = event.modifiers() & ~_KEYPAD
        return event.key() in _ALONG and held == _MODIFIERS.AltModifier and self._stage.dataset.n > 0

    def take(self, event: QKeyEvent) -> None:
        """Choose the next example along an axis, counted from the chosen one, else from the one visited last."""
        stage, selection, (axis, way) = self._stage, self._workspace.selection, _ALONG[Qt.Key(event.key())]
        # A stable sort visits examples at one place in their order.
        order = np.argsort(stage.points[:, axis], kind="stable").tolist()
        if len(selection):
            place = order.index(int(selection.rows[0])) + way
        elif stage.state is not None and stage.state.example:
            place = order.index(stage.state.index) + way
        else:
            place = 0 if way > 0 else len(order) - 1
        selection.set([order[min(max(place, 0), len(order) - 1)]])


class ClickKeys(CanvasKeys):
    """Keys for a person as the learner: Up and Down go through the examples, digits type a number, Enter clicks."""

    _typed = ""

    def knows(self, event: QKeyEvent) -> bool:
        if not self._workspace.by_hand.active or event.modifiers() & _WITHOUT:
            return False
        if event.key() == Qt.Key.Key_Backspace:
            return bool(self._typed)
        is_digit = event.text().isdecimal() and event.text().isascii()
        return is_digit or event.key() in (*_TO_NEXT, *_ENTER)

    def take(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER:
            self._typed = ""
            if self._workspace.by_hand.chosen is not None:
                self._workspace.by_hand.click(self._workspace.by_hand.chosen)
        elif event.key() in _TO_NEXT:
            # Go to the next example or the one before, from the selected one, round and round.
            step, rows, n = _TO_NEXT[Qt.Key(event.key())], self._workspace.selection.rows, self._stage.dataset.n
            here = int(rows[0]) if len(rows) else (-1 if step > 0 else n)
            self._typed = ""
            self._choose((here + step) % n)
        elif event.key() == Qt.Key.Key_Backspace:
            self._type(self._typed[:-1])
        else:
            whole = self._typed + event.text()
            self._type(whole if int(whole) <= self._stage.dataset.n else event.text())

    def forget(self) -> None:
        self._typed = ""
        self._workspace.by_hand.choose(None)

    def _type(self, text: str) -> None:
        """Choose the example of that number, counted from 1; none where there is no such."""
        number = int(text or 0)
        self._typed = text if number <= self._stage.dataset.n else ""
        self._choose(number - 1 if self._typed and number else None)

    def _choose(self, row: int | None) -> None:
        self._workspace.selection.set([] if row is None else [row])
        self._workspace.by_hand.choose(row)


class LineKeys(CanvasKeys):
    """Keys for one's own line, while the tool in hand draws lines: the first key draws it.

    Up and Down turn it about its middle, to the left and to the right; with Shift they move it along its w.
    """

    def knows(self, event: QKeyEvent) -> bool:
        turns = event.key() in _TURNS and not event.modifiers() & ~(_SHIFT | _KEYPAD)
        return turns and self._stage.draws_lines and not self._workspace.by_hand.active

    def take(self, event: QKeyEvent) -> None:
        run, drawn = self._stage.run, drawn_on(self._stage)
        if run is None or LineTool.idle(run):
            return
        weights = drawn.weights_in(run)
        before = begun(self._stage, run) if weights is None else weights
        line = line_of(before, self._stage, run)
        if weights is not None and line is not None:
            line = self._changed(line, _TURNS[Qt.Key(event.key())], moves=bool(event.modifiers() & _SHIFT))
        elif weights is None and (drawn is not self._workspace.quiz or line is None):
            level = 0.0 if is_pinned(run) else -self._stage.aim.cy
            line = PlaneLine(np.array([0.0, 1.0]), level, is_pinned(run))
        if line is not None:
            drawn.put(lifted(line, self._stage.projection, before))

    def _changed(self, line: PlaneLine, step: int, *, moves: bool) -> PlaneLine:
        view = self._stage.aim
        if moves:
            w = line.w / float(np.hypot(*line.w))
            by = step * _SHARE * view.height * view.uy
            return line if line.pinned else line.moved((float(w[0]) * by, float(w[1]) * by))
        grips = grips_on(self._stage)
        middle = view.rect.center() if grips is None else (grips.first + grips.second) / 2
        return line.turned((0.0, 0.0) if line.pinned else view.to_data(middle), step * _TURN)


class NudgeKeys(CanvasKeys):
    """Keys that move the selected examples by about 1 % of the view (Shift: 0.1 %), as one edit until its `end`.

    They do not work while a line is drawn, because the arrows turn it then, nor while examples are clicked.
    """

    _gesture: int | None = None

    def knows(self, event: QKeyEvent) -> bool:
        arrow = event.key() in _ALONG and not event.modifiers() & ~(_SHIFT | _KEYPAD)
        busy = self._stage.draws_lines or self._workspace.by_hand.active
        return arrow and not busy and len(self._workspace.selection) > 0

    def take(self, event: QKeyEvent) -> None:
        view, document, (axis, way) = self._stage.aim, self._workspace.document, _ALONG[Qt.Key(event.key())]
        across = view.height * view.uy if axis else view.width * view.ux
        step = _NUDGE * (_FINE if event.modifiers() & _SHIFT else 1) * across
        power = 10.0 ** math.floor(math.log10(step))
        # The step has one digit, so that a nudged coordinate stays a short decimal.
        step = way * round(step / power) * power
        if (by := self._stage.steps(*((0, step) if axis else (step, 0)))) is not None:
            self._gesture = document.new_gesture() if self._gesture is None else self._gesture
            editing.nudge(document, self._workspace.selection, by, self._gesture)

    def end(self) -> None:
        """End the edit: later nudges are another edit."""
        self._gesture = None
