"""A line of one's own by key, where the tool that draws lines is in hand: the first key draws it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from core.run import Run
from perceptron_gui.canvas.line_grips import PlaneLine
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.tools.line import LineTool, begun, drawn_on, grips_on, is_pinned, lifted, line_of

_STEPS = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
_SHIFT, _KEYPAD = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.KeypadModifier
_TURN, _SHARE = 3.0, 0.01
"""Degrees that a key turns it, and the part of the view's height that it moves it."""


class LineKeys:
    """Up and Down turn the line about its middle, to the left and to the right; with Shift they move it along its w."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def knows(self, event: QKeyEvent) -> bool:
        """Whether a key means something here."""
        return event.key() in _STEPS and not event.modifiers() & ~(_SHIFT | _KEYPAD)

    def take(self, event: QKeyEvent) -> None:
        """Do what a key that it `knows` says."""
        run = self._stage.run
        if run is None or LineTool.idle(run):
            return
        drawn = drawn_on(self._stage)
        weights = drawn.weights_in(run)
        before = begun(self._stage, run) if weights is None else weights
        line = line_of(before, self._stage, run)
        if weights is None:
            line = line if drawn is self._stage.quiz and line is not None else self._level(run)
        elif line is not None:
            line = self._changed(line, _STEPS[Qt.Key(event.key())], moves=bool(event.modifiers() & _SHIFT))
        if line is not None:
            drawn.put(lifted(line, self._stage.projection, before))

    def _level(self, run: Run) -> PlaneLine:
        """Through the middle of the view, where the line is not held by the origin."""
        middle = self._stage.viewport.to_data(self._stage.viewport.rect.center())
        pinned = is_pinned(run)
        return PlaneLine(np.array([0.0, 1.0]), 0.0 if pinned else -middle[1], pinned)

    def _changed(self, line: PlaneLine, step: int, *, moves: bool) -> PlaneLine:
        view = self._stage.viewport
        if moves:
            w = line.w / float(np.hypot(*line.w))
            by = step * _SHARE * view.height * view.uy
            return line if line.pinned else line.moved((float(w[0]) * by, float(w[1]) * by))
        grips = grips_on(self._stage)
        middle = view.rect.center() if grips is None else (grips.first + grips.second) / 2
        return line.turned((0.0, 0.0) if line.pinned else view.to_data(middle), step * _TURN)
