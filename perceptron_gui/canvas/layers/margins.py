"""The margin that a rule wants beyond the right side: its lines f = ±θ, and the examples that are not beyond them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property, partial

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPainter

from core.datasets.arithmetic import activations
from core.datasets.dataset import FloatArray, IntArray
from core.numbers.numerals import number
from core.plane.fields.contours import zero_lines
from perceptron_gui.canvas.classifier.maps import FieldReading
from perceptron_gui.canvas.labels.placing import Label, beyond
from perceptron_gui.canvas.layers.layer import Hit, Layer, NamedCurve, NamedLine, Word
from perceptron_gui.canvas.markers import MarkerStyle, argb, draw_markers, visible
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.workspace import Workspace

MOST_RINGED = 2_000
"""Support examples ringed in a frame; of more the rings run into one another, and the margin lines say it better."""
_SIDES = "smaller f", "larger f"
_NOBODY = np.empty(0, np.int64)


class MarginsLayer(Layer):
    """Of the last vector, which is the one that the rule tests; nothing for a rule whose threshold is 0."""

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(stage, workspace, stage.animated.changed, stage.reading.changed)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        painter.setPen(self.stage.theme.pen("ink", 1.6, Qt.PenStyle.DashLine, share=0.75))
        for _, segments in self.levels(view):
            painter.drawLines(segments)

    def words(self, view: Viewport) -> Iterable[Word]:
        """Say which is which, each from outside the two: between them a name may stand nearer to the other line."""
        drawn = dict(self.levels(view))
        for level, segments in drawn.items():
            if segments:
                middle = segments[len(segments) // 2]
                yield Label(_name(level), "ink", beyond(middle, drawn[-level]), stretch=middle)

    def levels(self, view: Viewport) -> Iterable[tuple[float, list[QLineF]]]:
        for level in self._levels:
            yield level, self._segments(view, level)

    def lines(self, view: Viewport) -> Iterable[NamedLine | NamedCurve]:
        animated = self.stage.animated
        for level in self._levels:
            if animated.w.any():
                yield NamedLine(self.stage.line(animated.w, animated.b - level), _name(level), "ink", _SIDES)
            elif (field := self._fields.get(level)) is not None:
                yield NamedCurve(view.ends(field.boundary), _name(level), field, _SIDES, not field.settled)

    @property
    def _levels(self) -> tuple[float, ...]:
        run, state = self.stage.run, self.stage.state
        if run is None or state is None or not run.has_vector(state) or not run.rule.threshold:
            return ()
        return run.rule.threshold, -run.rule.threshold

    @cached_property
    def _fields(self) -> dict[float, FieldReading]:
        """By level what is 0 there, of a vector in a feature space.

        None where what is known over the view is not f, but what the predictor makes of it.
        """
        run, field = self.stage.run, self.stage.reading.field(self.stage.viewport)
        if run is None or field is None or field.predictor.own:
            return {}
        return {level: _lowered(field, level / run.rule.rate) for level in self._levels}

    def _segments(self, view: Viewport, level: float) -> list[QLineF]:
        animated = self.stage.animated
        if animated.w.any():
            segment = view.segment(self.stage.line(animated.w, animated.b - level))
            return [] if segment is None else [segment]
        field = self._fields.get(level)
        return [] if field is None else [QLineF(*ends) for ends in view.ends(field.boundary).tolist()]


def _name(level: float) -> str:
    return f"f = {'+' if level > 0 else '−'}{number(abs(level))}"


def _lowered(field: FieldReading, level: float) -> FieldReading:
    values = field.values - level
    return replace(field, values=values, boundary=zero_lines(values, field.xs, field.ys), nearer=None)


class SupportLayer(Layer):
    """Under the last vector, which is the one that the rule tests; nothing for a rule whose threshold is 0."""

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(
            stage, workspace, stage.animated.changed, stage.reading.changed, workspace.document.dataset_changed
        )

    def draw(self, painter: QPainter, view: Viewport) -> None:
        if not 0 < len(self.rows) <= MOST_RINGED:
            return
        theme, size = self.stage.theme, self.stage.marker_size + 7.0
        pixels = view.to_pixels(self.stage.points[self.rows])
        ring = MarkerStyle(1, size, argb(theme.color("page", 0.0)), argb(theme.pale("ink", 0.8)), 1.3)
        draw_markers(painter, pixels[visible(pixels, view.rect, size)], ring)

    def words(self, view: Viewport) -> Iterable[Word]:
        if len(self.rows) > MOST_RINGED:
            yield f"{len(self.rows):,} support examples: too many to ring each"

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        return None if row is None else Hit(partial(self._tooltip, row), example=row)

    def _tooltip(self, row: int) -> str:
        """y·f, where the rule asks for more than the right side."""
        run, scores = self.stage.run, self.scores
        if run is None or scores is None or row >= len(scores):
            return ""
        return f"y·f = {number(run.rule.shown(float(scores[row])))}"

    @cached_property
    def rows(self) -> IntArray:
        run, scores = self.stage.run, self.scores
        return _NOBODY if run is None or scores is None else np.flatnonzero(run.rule.adds(scores, run.dataset.y))

    @property
    def scores(self) -> FloatArray | None:
        """y·f of every example under the vector as it is drawn (n,), in units of the learning rate.

        None where the rule wants no margin of it.
        """
        run, state, dataset = self.stage.run, self.stage.state, self.stage.dataset
        if run is None or state is None or not run.rule.threshold or not run.has_vector(state):
            return None
        if len(state.w) == dataset.d:
            return dataset.y * activations(dataset.X, *self.stage.animated.in_units(run.rule.rate))
        margins = None if run.predictor.own else self.stage.reading.margins
        return None if margins is None or len(margins) != dataset.n or np.isnan(margins).any() else margins
