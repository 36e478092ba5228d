"""The glide of a step: one progress from the vector before it to the one after, for all that is drawn as a length."""

from __future__ import annotations

from collections import deque

import numpy as np
from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Signal

from core.datasets.dataset import FloatArray
from core.record.history import State

_SLOW_MOTION = 800.0
"""Milliseconds that an update takes at the slowest."""
_SLOW, FASTEST_GLIDE = 2.0, 6.0
"""Steps a second: up to the first number a step by hand glides slowly too; above the second nothing glides."""
_SHARE = 0.6
"""The share of the time between two steps that a glide takes; then everything rests."""
_TOLD, _LAID = 0.22, 0.55
"""The shares of the time at which x begins to be laid on w, and at which the boundary begins to turn."""
_TRACES = 5
"""Boundaries before that are seen where nothing glides."""


class Glide(QObject):
    """The `w` (d,) and `b` to draw: after an update they move from `w_before` to `w` on a straight line.

    Slow motion has three acts: the example and its test alone; x `laid` tip to tail on w; the turn of all that is drawn
    as a length. It is an interpolation for the eye: nothing that is computed follows it, and what is written in words
    and digits is that of `told` until `settled` comes with the last pose, once for each state shown. `changed` comes
    with each pose, `sweeping` in the rest after it, if the run plays on.
    """

    changed = Signal()
    sweeping = Signal()
    settled = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.on = False
        """True while there is a canvas that may move."""
        self.traces = deque[State](maxlen=_TRACES)
        """The states before, the latest last, while they follow one another too fast to glide."""
        self._span = 1.0
        """The time with the rest, as a multiple of the time without."""
        self._sweeps = False
        self._ease = QEasingCurve(QEasingCurve.Type.InOutQuad)
        self._animation = QVariantAnimation(self, startValue=0.0, endValue=1.0)
        self._animation.valueChanged.connect(self._move)
        self.forget()

    def forget(self) -> None:
        """Have nothing to draw, because another run comes."""
        self._animation.stop()
        self.traces.clear()
        self.state: State | None = None
        self.told: State | None = None
        """The state of the digits: the one before a step that is under way."""
        self.w: FloatArray = np.zeros(2)
        self.b = 0.0
        self.moving = self.acts = False
        self.laid = 1.0
        """The share of the added vector that is laid on w, 0 to 1."""
        self.turned = 1.0
        """The share of the turn from the old vector to the new, 0 to 1."""
        self.swept = 0.0
        """The share of the way to the next update that has been swept in the rest after the last one, 0 to 1."""

    def take(self, state: State, milliseconds: float, rest: float = 0.0, *, races: bool = False) -> None:
        """Take the first pose on the way to a state if it is an update and there is time for it, else the last pose.

        The glide takes so many milliseconds, and the next step comes `rest` later. Where it `races`, the state before
        leaves a trace.
        """
        before, self.state, self.moving, self._sweeps = self.state, state, False, False
        self._animation.stop()
        follows = before is not None and state.moved and before.update == state.update - 1 and bool(state.w.any())
        if not (races and self.on and before is not None):
            self.traces.clear()
        elif before.w.any():
            self.traces.append(before)
        moving = self.on and follows and milliseconds > 0
        # In less than 300 ms there is only the turn.
        self.acts = moving and milliseconds >= 300.0
        self._animation.setDuration(round(milliseconds + rest))
        self._span, self._sweeps = 1.0 + rest / milliseconds if moving else 1.0, moving and rest > 0
        self.swept *= moving
        self.told = before if moving else state
        self._pose(0.0 if moving else 1.0)

    def begin(self) -> None:
        """Begin to move, once everybody knows the state; without a way to go tell it at once."""
        if self.moving:
            self.changed.emit()
            self._animation.start()
        else:
            self._tell()

    def finish(self) -> None:
        """End all movement, and tell the state now."""
        if self.moving:
            self._animation.stop()
            self._move(1.0)
        self.pause()

    def pause(self) -> None:
        """Leave out the rest, and show no traces."""
        self._sweeps = False
        self.swept *= self.moving
        self.traces.clear()
        self.changed.emit()

    def in_units(self, rate: float) -> tuple[FloatArray, float]:
        """Return `w` and `b` in units of the learning rate: at rest, exactly the numbers by which the run decides."""
        if self.state is None or self.moving or not len(self.state.w):
            return self.w / rate, self.b / rate
        return self.state.weights_per_rate[:-1], float(self.state.weights_per_rate[-1])

    def between(self, start: float, end: float) -> float:
        """Return the number that belongs to the drawn w, if `start` is that of w before and `end` that of w after."""
        return start + (end - start) * self.turned

    def _move(self, part: float) -> None:
        """Take the pose of a part of the time, 0 to 1, with the rest."""
        progress = part * self._span
        if self.moving:
            self._pose(min(progress, 1.0))
            if self.moving:
                self.changed.emit()
            else:
                self.told, self.swept = self.state, 0.0
                self._tell()
        elif self._sweeps:
            self.swept = max(progress - 1.0, 0.0) / (self._span - 1.0)
            self.sweeping.emit()

    def _tell(self) -> None:
        self.changed.emit()
        self.settled.emit(self.state)

    def _pose(self, progress: float) -> None:
        """Take the pose of a part of the time, 0 to 1."""
        self.moving = progress < 1.0
        self.laid = self._eased(progress, _TOLD, _LAID) if self.acts else 1.0
        self.turned = part = self._eased(progress, _LAID if self.acts else 0.0, 1.0)
        if (state := self.state) is not None:
            self.w, self.b = state.w, state.b
            if part < 1.0:
                self.w = state.w_before + (state.w - state.w_before) * part
                self.b = self.between(state.b_before, state.b)

    def _eased(self, progress: float, start: float, stop: float) -> float:
        """Return how far the time from `start` to `stop` has gone, gently at both ends."""
        return self._ease.valueForProgress(min(max(progress - start, 0.0) / (stop - start), 1.0))


def motion_ms(speed: float, *, playing: bool) -> float:
    """Return the milliseconds that an update glides, at `speed` steps a second or by hand; 0 if it does not glide."""
    between = 1000.0 * _SHARE / speed
    if playing:
        return min(_SLOW_MOTION, between) if speed <= FASTEST_GLIDE else 0.0
    # A step by hand takes a fifth of a second at least.
    return _SLOW_MOTION if speed <= _SLOW else max(between, 180.0)
