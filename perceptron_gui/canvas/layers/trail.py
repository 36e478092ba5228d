"""Where the average came from: its boundaries after earlier updates, the fainter the longer ago."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QPainter

from core.dataset import FloatArray
from core.run import Run
from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.placing import Label, beside
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.viewport import Viewport
from perceptron_gui.look.sentences import counted

_WIDTH = 1.0
_STRONGEST, _FADING = 0.8, 0.75
_STEPS = 6
_KEPT = 512
_APART = 40.0
"""Pixels that the oldest line has moved on at its middle before it is named."""


class Trail(Layer):
    """Drawn for a predictor that blends all vectors: some 1, 4, 16, 64 … updates ago, beside its boundary now."""

    kept = True

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.player.shown, stage.player.run_changed))
        self._run: Run | None = None
        self._known: dict[int, tuple[FloatArray, float]] = {}

    def blank(self) -> bool:
        """Whether there is no such path."""
        return not self._ready()

    def draw(self, painter: QPainter, view: Viewport) -> None:
        """Draw those in view, the oldest first."""
        run = self.stage.run
        if run is None:
            return
        drawn = list(enumerate(self.lines_before(view)))
        for age, (_, segment) in reversed(drawn):
            alpha = _STRONGEST * _FADING**age
            pen = self.stage.theme.pen(run.predictor.role, _WIDTH, alpha=alpha)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            painter.drawLine(segment)

    def labels(self, view: Viewport) -> Iterable[Label]:
        """Say of the oldest how long ago it was, where it can be told from the present one."""
        run, state, plane = self.stage.run, self.stage.state, self.stage.reading.plane
        drawn = self.lines_before(view) if self._ready() else []
        if run is None or state is None or plane is None or not drawn:
            return
        update, segment = drawn[-1]
        foot = self.stage.line(plane.w, plane.b).foot(segment.center())
        if foot is not None and QLineF(foot, segment.center()).length() > _APART:
            ago = counted(state.update - update, "update")
            yield Label(f"{run.predictor.title} {ago} ago", run.predictor.role, beside(segment), stretch=segment)

    def lines_before(self, view: Viewport) -> list[tuple[int, QLineF]]:
        """The updates after which they were the average's, the latest first, with what of them is in view."""
        run, state = self.stage.run, self.stage.state
        if run is None or state is None or not self._ready():
            return []
        if self._run is not run or len(self._known) > _KEPT:
            self._run, self._known = run, {}
        found = []
        for update in steps_before(state.update):
            w, b = self._average(run, update)
            if (segment := view.segment(self.stage.line(w, b))) is not None:
                found.append((update, segment))
        return found

    def _ready(self) -> bool:
        run, plane = self.stage.run, self.stage.reading.plane
        return run is not None and run.predictor.blends and plane is not None

    def _average(self, run: Run, update: int) -> tuple[FloatArray, float]:
        if update not in self._known:
            decision = run.decision(run.history.example_of(update))
            w, b = decision.weights, decision.intercept
            self._known[update] = (self.stage.pose.w * 0, 0.0) if w is None or b is None else (w, b)
        return self._known[update]


def steps_before(update: int) -> list[int]:
    """Up to six updates before this one, farther and farther back: the last multiples of 1, 4, 16, 64 … before it.

    From one update to the next most of them stay the same.
    """
    multiples = [(update - 1) // 4**step * 4**step for step in range(_STEPS)] if update else []
    return sorted({k for k in multiples if k > 0}, reverse=True)
