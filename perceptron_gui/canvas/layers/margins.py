"""The lines f = ±θ of a rule that wants more than the right side: where its examples begin to be far enough."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QPainter

from core.numbers.numerals import number
from core.plane.fields.contours import zero_lines
from perceptron_gui.canvas.labels.placing import Label, beyond
from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.viewport import Viewport

_WIDTH = 1.6


class MarginsLayer(Layer):
    """Of the last vector, which is the one that the rule tests; nothing for a rule whose threshold is 0."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.animated.changed, stage.reading.changed))

    def blank(self) -> bool:
        return not self._threshold

    def draw(self, painter: QPainter, view: Viewport) -> None:
        painter.setPen(self.stage.theme.pen("ink", _WIDTH, Qt.PenStyle.DashLine, alpha=0.75))
        for _, segments in self.levels(view):
            painter.drawLines(segments)

    def labels(self, view: Viewport) -> Iterable[Label]:
        """Say which is which, each from outside the two: between them a name may stand nearer to the other line."""
        drawn = dict(self.levels(view))
        for level, segments in drawn.items():
            if segments:
                name = f"f = {'+' if level > 0 else '−'}{number(abs(level))}"
                middle = segments[len(segments) // 2]
                yield Label(name, "secondary", beyond(middle, drawn[-level]), stretch=middle)

    def levels(self, view: Viewport) -> Iterable[tuple[float, list[QLineF]]]:
        threshold = self._threshold
        return [(level, self._segments(view, level)) for level in (threshold, -threshold)] if threshold else []

    @property
    def _threshold(self) -> float:
        run, state = self.stage.run, self.stage.state
        return 0.0 if run is None or state is None or not run.has_vector(state) else run.rule.threshold

    def _segments(self, view: Viewport, level: float) -> list[QLineF]:
        animated, reading = self.stage.animated, self.stage.reading
        if animated.w.any():
            segment = view.segment(self.stage.line(animated.w, animated.b - level))
            return [] if segment is None else [segment]
        field = reading.field(view)
        if field is None or field.predictor.own:
            return []  # what is known over the view is not f, but what the predictor makes of it
        return [QLineF(*ends) for ends in view.ends(zero_lines(field.values - level, field.xs, field.ys)).tolist()]
