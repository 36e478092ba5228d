"""The boundary w·x + b = 0, and the one before the last update."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QLineF
from PySide6.QtGui import QPainter

from perceptron_gui.canvas.layers.layer import Layer, NamedLine
from perceptron_gui.canvas.placing import Label, beside
from perceptron_gui.canvas.plane import to_plane
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.viewport import Viewport

_WIDTH, _WIDTH_BEFORE = 3.0, 1.5


class Boundary(Layer):
    """The present boundary in ink; after an update the previous one thin beside it, named."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.pose.changed,))

    def draw(self, painter: QPainter, view: Viewport) -> None:
        """Draw the lines in view."""
        theme, pose = self.stage.theme, self.stage.pose
        if (before := self._before(view)) is not None:
            painter.setPen(theme.pen("secondary", _WIDTH_BEFORE))
            painter.drawLine(before)
        if (now := view.segment(view.line(pose.w, pose.b))) is not None:
            painter.setPen(theme.pen("ink", _WIDTH))
            painter.drawLine(now)

    def labels(self, view: Viewport) -> Iterable[Label]:
        """Name the previous boundary."""
        if (before := self._before(view)) is not None:
            yield Label("before", "secondary", beside(before), stretch=before)

    def lines(self, view: Viewport) -> Iterable[NamedLine]:
        """The present boundary."""
        yield NamedLine(view.line(self.stage.pose.w, self.stage.pose.b), "boundary", "ink")

    def _before(self, view: Viewport) -> QLineF | None:
        state = self.stage.state
        if state is None or not state.moved or not self.stage.pose.turned:
            return None
        return view.segment(view.line(to_plane(state.w_before), state.b_before))
