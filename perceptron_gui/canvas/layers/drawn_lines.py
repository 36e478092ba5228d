"""The lines that a person draws: a separator that is tried out, and where the next boundary may be."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter

from core.numbers.numerals import counted, number
from perceptron_gui.canvas.labels.placing import Label, beside
from perceptron_gui.canvas.layers.layer import Kept, Layer, NamedLine, Word
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.strokes import draw_rings
from perceptron_gui.look.viewport import PixelLine, Viewport
from perceptron_gui.model.pointing.drawn_line import DrawnLine
from perceptron_gui.model.workspace import Workspace


class _DrawnLineLayer(Layer):
    """The line that `taker` has over the run, and what is `told` of it; nothing where it has none."""

    role: ClassVar[str]
    width: ClassVar[float]
    style: ClassVar[Qt.PenStyle]
    name: ClassVar[str]
    sought: ClassVar[bool]
    """whether a person is led to it where it is not in view"""

    def __init__(self, stage: Stage, workspace: Workspace, taker: DrawnLine) -> None:
        super().__init__(stage, workspace, taker.changed, workspace.player.run_changed)
        self._taker = taker

    @abstractmethod
    def told(self) -> str:
        """Whose it is, and what it does."""

    def draw(self, painter: QPainter, view: Viewport) -> None:
        if (line := self._line()) is not None and (segment := view.segment(line)) is not None:
            painter.setPen(self.stage.theme.pen(self.role, self.width, self.style))
            painter.drawLine(segment)

    def words(self, view: Viewport) -> Iterable[Word]:
        """Beside the line; of one that is sought where none of it is in view, in the corner."""
        if (line := self._line()) is None:
            return
        if (segment := view.segment(line)) is not None:
            yield Label(self.told(), self.role, beside(segment, 8), bold=True, stretch=segment, vital=True)
        elif self.sought:
            yield f"{self.told()}; its line is not in view"

    def lines(self, view: Viewport) -> Iterable[NamedLine]:
        if (line := self._line()) is not None:
            yield NamedLine(line, self.name, self.role, sought=self.sought)

    def _line(self) -> PixelLine | None:
        weights = self._taker.weights_in(self.stage.run)
        return None if weights is None else self.stage.line(weights[:-1], float(weights[-1]))


class OwnSeparatorLayer(_DrawnLineLayer):
    """Dashed and dotted, with a ring around each example that it gets wrong."""

    role, width, style = "own", 2.6, Qt.PenStyle.DashDotLine
    name, sought = "your line", True

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(stage, workspace, workspace.own_separator)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        run, weights = self.stage.run, self._taker.weights_in(self.stage.run)
        if run is not None and weights is not None:
            wrong = self.stage.pixels_of(run.tie.mistaken(run.dataset, weights)[:200])
            draw_rings(painter, wrong, self.stage.marker_size / 2 + 3.0, self.stage.theme.pen("own", 1.8))
        super().draw(painter, view)

    def kept(self, view: Viewport) -> Kept | None:
        return None if self._line() is None else Kept(view.rect)

    def told(self) -> str:
        """γ where it separates, else how much it gets wrong."""
        judged = self.workspace.own_separator.judged(self.stage.run)
        if judged is None or judged.errors is None:
            return "your line"
        if judged.separates:
            return f"your line: separates by {number(judged.gamma)}"
        return f"your line: {counted(judged.errors, 'mistake')}"


class PredictedBoundaryLayer(_DrawnLineLayer):
    """Dashed, in the colour of what is on display; how far off it was once the next boundary is there."""

    role, width, style = "now", 3.0, Qt.PenStyle.DashLine
    name, sought = "your guess", False

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(stage, workspace, workspace.quiz)

    def told(self) -> str:
        outcome = self.workspace.quiz.outcome
        off = "" if outcome is None or outcome.angle is None else f", {number(outcome.angle, 3)}° off"
        return f"your guess{off}"
