"""The classifier as it is drawn: the one on display, or on its way there after an update."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Signal, Slot

from core.dataset import FloatArray
from core.record.history import State
from perceptron_gui.canvas.plane import to_plane
from perceptron_gui.model.player import Player

_MILLISECONDS = 180
_FASTEST_TWEENED = 6.0
"""Steps a second; beyond it a tween would not end before the next begins."""


class Pose(QObject):
    """`w` (2,) and `b` to draw. After an update they run from `w_before` to `w` along w_before + s·y·x, 0 ≤ s ≤ 1.

    A pure interpolation for the eye: nothing that is computed or written in words follows it.
    """

    changed = Signal()

    def __init__(self, player: Player, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tweened = True
        self._player = player
        self._state: State | None = None
        self._progress = 1.0
        self._animation = QVariantAnimation(self)
        self._animation.setDuration(_MILLISECONDS)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.setEasingCurve(QEasingCurve.Type.InOutQuad)
        self._animation.valueChanged.connect(self._on_progress)
        player.run_changed.connect(self._on_run_changed)
        player.shown.connect(self._on_shown)

    @property
    def w(self) -> FloatArray:
        """The weights to draw, (2,)."""
        if self._state is None:
            return np.zeros(2)
        if self._progress >= 1.0:
            return to_plane(self._state.w)
        return to_plane(self._state.w_before + (self._state.w - self._state.w_before) * self._progress)

    @property
    def b(self) -> float:
        """The intercept to draw."""
        if self._state is None:
            return 0.0
        if self._progress >= 1.0:
            return self._state.b
        return self._state.b_before + (self._state.b - self._state.b_before) * self._progress

    @property
    def moving(self) -> bool:
        """Whether it is on its way."""
        return self._progress < 1.0

    @Slot()
    def finish(self) -> None:
        """Be there at once."""
        self._animation.stop()
        self._progress = 1.0
        self.changed.emit()

    @Slot(object)
    def _on_run_changed(self, _: object) -> None:
        self._animation.stop()
        self._state, self._progress = None, 1.0

    @Slot(object)
    def _on_shown(self, state: State) -> None:
        before, self._state = self._state, state
        self._animation.stop()
        self._progress = 1.0
        if before is not None and self._follows(before, state):
            self._progress = 0.0
            self._animation.start()
        self.changed.emit()

    @Slot(object)
    def _on_progress(self, value: float) -> None:
        self._progress = float(value)
        self.changed.emit()

    def _follows(self, before: State, state: State) -> bool:
        """Whether `state` is the next update, shown slowly, with a boundary before and after it."""
        slow = not (self._player.playing and self._player.speed > _FASTEST_TWEENED)
        next_update = state.moved and before.update == state.update - 1
        return self.tweened and slow and next_update and bool(state.w_before.any() and state.w.any())
