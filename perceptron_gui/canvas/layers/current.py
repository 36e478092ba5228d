"""The example that was just looked at, and the test it took."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from core.datasets.dataset import FloatArray
from core.record.history import State
from core.rules import Rule
from perceptron_gui.canvas.labels.placing import Label, about
from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.strokes import draw_rings, square_about
from perceptron_gui.canvas.viewport import Viewport

_ROOM = 7.0


class CurrentLayer(Layer):
    """A ring around the example, with y·a before the update."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.player.shown, stage.player.run_changed))

    def draw(self, painter: QPainter, view: Viewport) -> None:
        theme, place = self.stage.theme, self._place()
        draw_rings(painter, place, self._radius + 0.5, theme.pen("page", 5.5, alpha=0.8))
        draw_rings(painter, place, self._radius, theme.pen("now", 3.0))

    def labels(self, view: Viewport) -> Iterable[Label]:
        state, run = self.stage.state, self.stage.run
        if state is None or run is None:
            return
        for x, y in self._place().tolist():
            place = QPointF(x, y)
            role = "now_text" if run.rule.admits(state.score) else "secondary"
            words, test = verdict(state, run.rule), run.rule.verdict(state.score).test
            clear = self._radius + 2
            yield Label(
                words,
                role,
                about(place, self._radius + 5),
                bold=True,
                target=place,
                clear=clear,
                vital=True,
                shorter=test,
                opacity=self.stage.call_out_strength,
            )

    def reserved(self, view: Viewport) -> Iterable[QRectF]:
        return [square_about(QPointF(x, y), self._radius + 2) for x, y in self._place().tolist()]

    @property
    def _radius(self) -> float:
        return self.stage.marker_size / 2 + _ROOM

    def _place(self) -> FloatArray:
        """Where it is, (1, 2); (0, 2) before the first."""
        state = self.stage.state
        return self.stage.pixels_of([state.index] if state is not None and state.index >= 0 else [])


def verdict(state: State, rule: Rule) -> str:
    """The test of this example in words and its number."""
    made = rule.verdict(state.score)
    return f"{made.name}: {made.test}"
