"""The example that was just looked at, and the test it took; in a quiz the next one before it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from core.datasets.dataset import FloatArray
from perceptron_gui.canvas.labels.placing import Label, about
from perceptron_gui.canvas.layers.layer import Layer, Word
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.strokes import draw_rings, square_about
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.player import Granularity
from perceptron_gui.model.workspace import Workspace


class CurrentLayer(Layer):
    """A ring around the example, with y·a before the update.

    Where the next boundary is to be predicted a ring is around the example that it comes from, and that one is thin.
    """

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        player = workspace.player
        changes = player.shown, player.run_changed, player.record_grew, player.granularity_changed
        super().__init__(stage, workspace, *changes, workspace.quiz.changed, workspace.document.dataset_changed)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        theme, following = self.stage.theme, self._following()
        if not self.workspace.quiz.on:
            following = self._place
        else:
            draw_rings(painter, self._place, self._radius, theme.pen("now", 1.5))
        draw_rings(painter, following, self._radius + 0.5, theme.pen("page", 5.5))
        draw_rings(painter, following, self._radius, theme.pen("now", 3.0))

    def words(self, view: Viewport) -> Iterable[Word]:
        state, run = self.stage.state, self.stage.run
        following, places, clear = self._following().tolist(), self._place.tolist(), self._radius + 2
        for x, y in [*places, *following]:
            yield square_about(QPointF(x, y), clear)
        for x, y in following:
            place = QPointF(x, y)
            yield Label("next", "now_text", about(place, clear + 3), bold=True, target=place, clear=clear, vital=True)
        if state is None or run is None or self.workspace.player.racing:
            return
        for x, y in places:
            place, verdict = QPointF(x, y), run.rule.verdict(state.score, state.label, state.added)
            yield Label(
                f"{verdict.name}: {verdict.test}",
                "now_text" if state.added else "secondary",
                about(place, clear + 3),
                bold=True,
                target=place,
                clear=clear,
                vital=True,
                shorter=verdict.test,
                opacity=self.stage.call_out_strength,
            )

    @property
    def _radius(self) -> float:
        return self.stage.marker_size / 2 + 7.0

    def _following(self) -> FloatArray:
        """Where the example of the next step is, (1, 2), while that is asked in a quiz and no secret; else (0, 2)."""
        player, workspace = self.workspace.player, self.workspace
        upcoming = player.upcoming() if workspace.quiz.on and workspace.visible.shows("next") else None
        asked = upcoming is not None and (upcoming.moved or player.granularity is Granularity.EXAMPLE)
        return self.stage.pixels_of([upcoming.index] if upcoming is not None and asked else [])

    @cached_property
    def _place(self) -> FloatArray:
        """Where it is, (1, 2); (0, 2) before the first."""
        state = self.stage.state
        return self.stage.pixels_of([state.index] if state is not None and state.index >= 0 else [])
