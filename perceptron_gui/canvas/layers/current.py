"""The example that was just looked at, and the test it took."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from core.record.history import State
from core.rules import Rule
from perceptron_gui.canvas.labels.placing import Label, about
from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.markers import marker_size
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.strokes import draw_ring
from perceptron_gui.canvas.viewport import Viewport

_ROOM = 7.0


class CurrentLayer(Layer):
    """A ring around the example, with y·a before the update."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.player.shown, stage.player.run_changed))

    def draw(self, painter: QPainter, view: Viewport) -> None:
        """Draw the ring."""
        if (place := self._place(view)) is not None:
            draw_ring(painter, place, self._radius + 0.5, self.stage.theme.pen("page", 5.5, alpha=0.8))
            draw_ring(painter, place, self._radius, self.stage.theme.pen("now", 3.0))

    def labels(self, view: Viewport) -> Iterable[Label]:
        """Say how the test went."""
        place, state, run = self._place(view), self.stage.state, self.stage.run
        if place is not None and state is not None and run is not None:
            spots = about(place, self._radius + 5)
            role = "now_text" if run.rule.admits(state.score) else "secondary"
            words, test = verdict(state, run.rule), run.rule.verdict(state.score).test
            clear = self._radius + 2
            yield Label(words, role, spots, bold=True, target=place, clear=clear, vital=True, shorter=test)

    def reserved(self, view: Viewport) -> Iterable[QRectF]:
        """The ring."""
        if (place := self._place(view)) is not None:
            reach = QPointF(self._radius + 2, self._radius + 2)
            yield QRectF(place - reach, place + reach)

    @property
    def _radius(self) -> float:
        return marker_size(self.stage.dataset.n) / 2 + _ROOM

    def _place(self, view: Viewport) -> QPointF | None:
        state, run = self.stage.state, self.stage.run
        if state is None or run is None or not 0 <= state.index < run.dataset.n:
            return None
        return view.pixel(*self.stage.projection.place(run.dataset.X[state.index]))


def verdict(state: State, rule: Rule) -> str:
    """The test of this example in words and its number."""
    made = rule.verdict(state.score)
    return f"{made.name}: {made.test}"
