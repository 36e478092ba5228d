"""The boundary w·x + b = 0, and the one before the last update."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QLineF
from PySide6.QtGui import QPainter

from core.datasets.arithmetic import mistaken_rows
from core.numbers.numerals import counted
from core.record.history import State
from perceptron_gui.canvas.labels.placing import Label, beside
from perceptron_gui.canvas.layers.layer import Layer, NamedLine
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.viewport import Viewport

_WIDTH, _WIDTH_BEFORE = 3.0, 1.5


class BoundaryLayer(Layer):
    """The present boundary in ink; after an update the previous one thin beside it, named."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.animated.changed, stage.compared_boundaries.changed))
        self._counted: tuple[State, int] | None = None

    def draw(self, painter: QPainter, view: Viewport) -> None:
        theme, animated = self.stage.theme, self.stage.animated
        if (before := self._before(view)) is not None:
            painter.setPen(theme.pen("secondary", _WIDTH_BEFORE))
            painter.drawLine(before)
        if (now := view.segment(self.stage.line(animated.w, animated.b))) is not None:
            painter.setPen(theme.pen("ink", _WIDTH))
            painter.drawLine(now)

    def labels(self, view: Viewport) -> Iterable[Label]:
        """Name the previous boundary, and the present one with its mistakes where the learner predicts with another.

        While others are compared there is none before, and this one is named among them.
        """
        if self.stage.compared_boundaries.outlines:
            return
        if (before := self._before(view)) is not None:
            yield Label("before", "secondary", beside(before), stretch=before)
        now = view.segment(self.stage.line(self.stage.animated.w, self.stage.animated.b))
        if self.stage.reading.plane is not None and now is not None and (mistakes := self._mistakes()) is not None:
            yield Label(f"w: {counted(mistakes, 'mistake')}", "ink", beside(now), stretch=now)

    def lines(self, view: Viewport) -> Iterable[NamedLine]:
        yield NamedLine(self.stage.line(self.stage.animated.w, self.stage.animated.b), "boundary", "ink")

    def _mistakes(self) -> int | None:
        """How many examples the last vector gets wrong; a tie is wrong."""
        state, run = self.stage.state, self.stage.run
        if state is None or run is None:
            return None
        if self._counted is None or self._counted[0] is not state:
            self._counted = state, len(mistaken_rows(run.dataset, np.append(state.w, state.b)))
        return self._counted[1]

    def _before(self, view: Viewport) -> QLineF | None:
        state = self.stage.state
        if (
            state is None
            or not state.moved
            or not self.stage.animated.turned
            or self.stage.compared_boundaries.outlines
        ):
            return None
        return view.segment(self.stage.line(state.w_before, state.b_before))
