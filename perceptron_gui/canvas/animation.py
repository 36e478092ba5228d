"""Movements on the canvas: the classifier on its way after an update, and call-outs that fade after a step."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Signal

from core.datasets.dataset import FloatArray
from core.record.history import State
from perceptron_gui.model.player import Player
from perceptron_gui.model.threads.single_shot import single_shot

_SLOW_MOTION = 800.0
"""Milliseconds that an update takes at the slowest."""
_SLOW, _FASTEST = 2.0, 6.0
"""Steps a second: up to the first number a step by hand glides too; above the second nothing glides."""
_TOLD, _LAID = 0.22, 0.55
"""The shares of the time at which x begins to be laid on w, and at which the boundary begins to turn."""


class AnimatedWeights(QObject):
    """The `w` (d,) and `b` to draw: after an update they move from `w_before` to `w` on a straight line.

    Slow motion has three acts: the example and its test alone; x `laid` tip to tail on w; the turn of boundary, regions
    and markers. It is an interpolation for the eye: nothing that is computed or written in words follows it.
    """

    changed = Signal()

    def __init__(self, player: Player, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tweened = True
        self.w: FloatArray = np.zeros(2)
        self.b = 0.0
        self.moving = False
        self.laid = 1.0
        """The share of the added vector that is laid on w, 0 to 1."""
        self.turned = 1.0
        """The share of the turn from the old vector to the new, 0 to 1."""
        self._player = player
        self._state: State | None = None
        self._acts = False
        self._ease = QEasingCurve(QEasingCurve.Type.InOutQuad)
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.valueChanged.connect(self._pose)
        player.run_changed.connect(self._on_run_changed)
        player.shown.connect(self._on_shown)

    def in_units(self, rate: float) -> tuple[FloatArray, float]:
        """Return `w` and `b` in units of the learning rate: at rest, exactly the numbers by which the run decides."""
        if self._state is None or self.moving or not len(self._state.w):
            return self.w / rate, self.b / rate
        return self._state.decides[:-1], float(self._state.decides[-1])

    def finish(self) -> None:
        self._animation.stop()
        self._pose(1.0)

    def _on_run_changed(self, _: object) -> None:
        self._animation.stop()
        self._state, self.w, self.b = None, np.zeros(2), 0.0
        self.moving, self.laid, self.turned = False, 1.0, 1.0

    def _on_shown(self, state: State) -> None:
        before, self._state = self._state, state
        self._animation.stop()
        player = self._player
        # One of the first updates of a run takes longer.
        duration = 1400.0 if player.unhurried else motion_ms(player.pace, playing=player.playing)
        follows = self.tweened and before is not None and state.moved and before.update == state.update - 1
        if duration and follows and state.w.any():
            # In less than 300 ms there is only the turn.
            self._acts = duration >= 300.0
            self._animation.setDuration(round(duration))
            self._animation.start()
            self._pose(0.0)
        else:
            self._pose(1.0)

    def _pose(self, progress: float) -> None:
        """Take the pose of a part of the time, 0 to 1."""
        self.moving = progress < 1.0
        self.laid = self._eased(progress, _TOLD, _LAID) if self._acts else 1.0
        self.turned = part = self._eased(progress, _LAID if self._acts else 0.0, 1.0)
        if (state := self._state) is not None:
            self.w, self.b = state.w, state.b
            # From w = 0 there is no direction to turn from, so the new vector appears once the turn begins.
            if part < 1.0 and (part == 0.0 or state.w_before.any()):
                self.w = state.w_before + (state.w - state.w_before) * part
                self.b = state.b_before + (state.b - state.b_before) * part
        self.changed.emit()

    def _eased(self, progress: float, start: float, stop: float) -> float:
        """Return how far the time from `start` to `stop` has gone, gently at both ends."""
        if progress >= stop:
            return 1.0
        return self._ease.valueForProgress(max(progress - start, 0.0) / (stop - start))


def motion_ms(speed: float, *, playing: bool) -> float:
    """Return the milliseconds that an update glides, at `speed` steps a second or by hand; 0 if it does not glide.

    They are about 800 if there is time for that between two steps, then fewer, and 0 at high speed.
    """
    # A share of the time between two steps, so that one glide ends before the next begins.
    between = 1000.0 * 0.9 / speed
    if playing:
        return min(_SLOW_MOTION, between) if speed <= _FASTEST else 0.0
    # A step by hand takes a fifth of a second at least.
    return _SLOW_MOTION if speed <= _SLOW else max(between, 180.0)


class Afterglow(QObject):
    """The strength of the `words` on a step, 1 to 0, for the eye only. If nothing glides, nothing fades.

    `changed` also comes when the player may have begun or ended to race: then a step has no call-out.
    """

    changed = Signal()

    def __init__(self, player: Player, animated: AnimatedWeights, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.words = 1.0
        self._animated = animated
        self._fading = QVariantAnimation(self)
        self._fading.setStartValue(1.0)
        self._fading.setEndValue(0.0)
        self._fading.setDuration(700)
        self._fading.valueChanged.connect(self._fade)
        # The call-outs of a step stay this long before they fade.
        self._reading = single_shot(self, 8_000, self._fading.start)
        player.shown.connect(self._on_shown)
        for raced in (player.playing_changed, player.speed_changed):
            raced.connect(self.changed)

    def finish(self) -> None:
        """Finish every movement and fading at once, because the canvas is not visible."""
        self._reading.stop()
        self._fading.stop()
        self.changed.emit()

    def _on_shown(self, _: object) -> None:
        self._fading.stop()
        self.words = 1.0
        if not self._animated.tweened:
            self._reading.stop()
            return
        self._reading.start()

    def _fade(self, value: float) -> None:
        self.words = float(value)
        self.changed.emit()
