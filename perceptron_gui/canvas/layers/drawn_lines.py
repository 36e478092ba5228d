"""Lines over the picture: a person's own, the marks of the current tool, and boundaries that a panel compares."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import ClassVar

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from core.numbers.numerals import counted, number
from perceptron_gui.canvas.layers.layer import Layer, NamedCurve, NamedLine, RunLayer, Word
from perceptron_gui.canvas.lines import Grip
from perceptron_gui.canvas.markers import draw_markers, draw_rings, mark_style, marker_size, visible
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.tools.line import grips_on
from perceptron_gui.look.labels import Label, along, beside
from perceptron_gui.look.plots.axes import draw_arrow, draw_curve
from perceptron_gui.look.viewport import PixelLine, Viewport
from perceptron_gui.model.pointing.drawn_line import DrawnLine
from perceptron_gui.model.pointing.highlight import Outline
from perceptron_gui.model.workspace import Workspace


class _DrawnLineLayer(RunLayer):
    """The line that `taker` has over the run, with the words `told`; nothing if it has none."""

    role: ClassVar[str]
    width: ClassVar[float]
    style: ClassVar[Qt.PenStyle]
    name: ClassVar[str]
    sought: ClassVar[bool]
    """True if an arrow leads to it when it is not in view"""

    def __init__(self, stage: Stage, workspace: Workspace, taker: DrawnLine) -> None:
        super().__init__(stage, workspace, taker.changed, workspace.player.run_changed)
        self._taker = taker

    @property
    def applies(self) -> bool:
        return super().applies and self._taker.weights is not None

    @abstractmethod
    def describe(self) -> str:
        """Return whose line it is, and what it does."""

    def draw(self, painter: QPainter, view: Viewport) -> None:
        self.draw_line(painter, self._line(), self.stage.theme.pen(self.role, self.width, self.style))

    def words(self, view: Viewport) -> Iterable[Word]:
        """Yield the label beside the line, or a sentence if a line that is sought is out of view."""
        if (line := self._line()) is None:
            return
        yield NamedLine(line, self.name, self.role, sought=self.sought)
        if (segment := view.segment(line)) is not None:
            yield Label(self.describe(), self.role, beside(segment, 8), bold=True, key=self.name, vital=True)
        elif self.sought:
            yield f"{self.describe()}; its line is not in view"

    def _line(self) -> PixelLine | None:
        weights = self._taker.weights_in(self.run)
        return None if weights is None else self.stage.line(weights[:-1], float(weights[-1]))


class OwnSeparatorLayer(_DrawnLineLayer):
    """One's own separator, dashed and dotted, with a ring around each example that it gets wrong."""

    role, width, style = "own", 2.6, Qt.PenStyle.DashDotLine
    name, sought = "your line", True

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(stage, workspace, workspace.own_separator)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        run, weights = self.run, self._taker.weights_in(self.run)
        if weights is not None:
            wrong = self.stage.pixels_of(run.tie.mistaken(run.dataset, weights)[:200])
            draw_rings(painter, wrong, self.stage.marker_size / 2 + 3.0, self.stage.theme.pen("own", 1.8))
        super().draw(painter, view)

    def kept(self) -> tuple[object, ...]:
        return ()

    def describe(self) -> str:
        """Return γ if it separates, else the number of its mistakes."""
        judged = self.workspace.own_separator.judged(self.run)
        if judged is None or judged.errors is None:
            return "your line"
        if judged.separates:
            return f"your line: separates by {number(judged.gamma)}"
        return f"your line: {counted(judged.errors, 'mistake')}"


class PredictedBoundaryLayer(_DrawnLineLayer):
    """A predicted boundary, dashed, in the colour of the present one; later with its error."""

    role, width, style = "now", 3.0, Qt.PenStyle.DashLine
    name, sought = "your guess", False

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(stage, workspace, workspace.quiz)

    def describe(self) -> str:
        outcome = self.workspace.quiz.outcome
        off = "" if outcome is None or outcome.angle is None else f", {number(outcome.angle, 3)}° off"
        return f"your guess{off}"


class ToolFeedbackLayer(Layer):
    """The preview of the tool in hand."""

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(stage, workspace, stage.preview_changed)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        theme, shown = self.stage.theme, self.stage.preview
        painter.setPen(theme.pen("ink", 1.2, Qt.PenStyle.DashLine))
        painter.setBrush(theme.color("ink", 0.06))
        if shown.band is not None:
            painter.drawRect(shown.band)
        if shown.disc is not None:
            painter.drawEllipse(shown.disc[0], shown.disc[1], shown.disc[1])
        painter.setOpacity(0.55)
        for x, y, label in shown.ghosts:
            painter.save()
            painter.translate(view.pixel(x, y))
            mark_style(theme, label, self.stage.marker_size * 1.15).paint(painter)
            painter.restore()


class GripsLayer(Layer):
    """The grips of a line: two discs on it, and w as an arrow; hidden until `shown`."""

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        changes = workspace.own_separator.changed, workspace.quiz.changed, stage.preview_changed
        super().__init__(stage, workspace, *changes, workspace.player.run_changed)
        self.visible = False

    def draw(self, painter: QPainter, view: Viewport) -> None:
        if (grips := grips_on(self.stage, self.workspace)) is None:
            return
        theme, held, role = self.stage.theme, self.stage.preview.grip, "now" if self.workspace.quiz.on else "own"
        draw_arrow(painter, grips.arrow, theme.pen(role, 4.0 if held is Grip.ARROW else 2.6))
        painter.setPen(theme.pen(role, 2.4))
        painter.setBrush(theme.color("page"))
        for grip, place in ((Grip.FIRST, grips.first), (Grip.SECOND, grips.second)):
            radius = 8.0 if held is grip else 6.0
            painter.drawEllipse(place, radius, radius)


_WIDTH = 2.0
_MOST_FRAMED = 5_000
"""The most examples held out that are marked; if there are more, none is marked and a note says so."""


class ComparedLayer(Layer):
    """The boundaries that a panel compares; nothing while no panel asks."""

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(stage, workspace, workspace.compared_boundaries.changed, stage.tracing.changed)
        workspace.compared_boundaries.changed.connect(self._rest)

    @property
    def applies(self) -> bool:
        asked = self.workspace.compared_boundaries
        return bool(asked.outlines) or asked.held_out is not None

    def draw(self, painter: QPainter, view: Viewport) -> None:
        self.stage.tracing.trace(self._curved(), self.stage.projection, view)
        self._draw_held_out(painter, view)
        for traced in self.stage.tracing.traced:
            style = Qt.PenStyle.DotLine if traced.field.rough else Qt.PenStyle.SolidLine
            pen = self.stage.theme.pen(traced.outline.role, _WIDTH, style)
            draw_curve(painter, view.ends(traced.field.boundary), pen)
        for outline, line in self._straight():
            self.draw_line(painter, line, self.stage.theme.pen(outline.role, _WIDTH))

    def words(self, view: Viewport) -> Iterable[Word]:
        """Name what was held out and the boundaries in view; in a small view the boundaries have letters only."""
        held_out = self.workspace.compared_boundaries.held_out
        if held_out is not None:
            count = held_out.examples.n
            seen = "□" if count <= _MOST_FRAMED else "too many to mark each:"
            yield f"{seen} {counted(count, 'example')} held out of the comparison"
        if not self.workspace.compared_boundaries.outlines:
            return
        if any(traced.field.rough for traced in self.stage.tracing.traced):
            yield "dotted: an estimate, the exact boundary is being computed …"
        # Pixels of the view's width that the name of a boundary is worth.
        roomy = view.width >= 150.0 * len(self.workspace.compared_boundaries.outlines)
        for outline, line in self._straight():
            yield NamedLine(line, outline.name, outline.role, sought=True)
            if (segment := view.segment(line)) is not None:
                name = outline.name if roomy else outline.short
                yield Label(name, outline.role, beside(segment), bold=True)
        for traced in self.stage.tracing.traced:
            pieces, outline, field = view.ends(traced.field.boundary), traced.outline, traced.field
            estimate = not field.settled or field.view != view
            yield NamedCurve(pieces, outline.name, field, estimate=estimate)
            if len(pieces):
                name = outline.name if roomy else outline.short
                yield Label(name, outline.role, along(pieces), bold=True)

    def _straight(self) -> Iterable[tuple[Outline, PixelLine]]:
        for outline in self.workspace.compared_boundaries.outlines:
            w, b = outline.decision.weights, outline.decision.intercept
            if w is not None and b is not None:
                yield outline, self.stage.line(w, b)

    def _curved(self) -> list[Outline]:
        asked, d = self.workspace.compared_boundaries.outlines, self.stage.dataset.d
        return [each for each in asked if each.run.dataset.d == d and each.decision.weights is None]

    def _rest(self) -> None:
        if not self._curved():
            self.stage.tracing.rest()

    def _draw_held_out(self, painter: QPainter, view: Viewport) -> None:
        """Draw a frame about each held-out example; those of a file are drawn here too, for nothing else draws them."""
        held_out, theme = self.workspace.compared_boundaries.held_out, self.stage.theme
        if held_out is None or held_out.examples.n > _MOST_FRAMED or held_out.examples.d != self.stage.dataset.d:
            return
        size = marker_size(self.stage.dataset.n)
        pixels = view.to_pixels(self.stage.projection.points(held_out.examples.X))
        seen = visible(pixels, view.rect, size)
        if not held_out.rows:
            for label in (1, -1):
                chosen = pixels[seen & (held_out.examples.y == label)]
                draw_markers(painter, chosen, mark_style(theme, label, 0.8 * size))
        painter.setPen(theme.pen("secondary", 1.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        side = 1.7 * size
        painter.drawRects([QRectF(x - side / 2, y - side / 2, side, side) for x, y in pixels[seen].tolist()])
