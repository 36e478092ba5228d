"""The boundaries that a panel lays over the canvas, each in its colour and with its name; and what was held out."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRectF, Qt, Slot
from PySide6.QtGui import QPainter

from core.numbers.numerals import counted
from perceptron_gui.canvas.labels.placing import Label, along, beside
from perceptron_gui.canvas.layers.layer import Layer, NamedCurve, NamedLine, Word
from perceptron_gui.canvas.layers.points import right_style
from perceptron_gui.canvas.markers import draw_markers, marker_size, visible
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.look.plots.axes import draw_lines
from perceptron_gui.look.viewport import PixelLine, Viewport
from perceptron_gui.model.pointing.compared_boundaries import Outline
from perceptron_gui.model.workspace import Workspace

_WIDTH = 2.0
_MOST_FRAMED = 5_000
"""Examples held out that are marked; where there are more none is, and a note says so."""


class ComparedLayer(Layer):
    """Nothing while no panel asks."""

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(stage, workspace, workspace.compared_boundaries.changed, stage.tracing.changed)
        workspace.compared_boundaries.changed.connect(self._rest)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        if not self.workspace.compared_boundaries.outlines and self.workspace.compared_boundaries.held_out is None:
            return
        self.stage.tracing.trace(self._curved(), self.stage.projection, view)
        self._draw_held_out(painter, view)
        for traced in self.stage.tracing.traced:
            style = Qt.PenStyle.DotLine if traced.rough else Qt.PenStyle.SolidLine
            painter.setPen(self.stage.theme.pen(traced.outline.role, _WIDTH, style))
            draw_lines(painter, view.ends(traced.segments))
        for outline, line in self._straight():
            if (segment := view.segment(line)) is not None:
                painter.setPen(self.stage.theme.pen(outline.role, _WIDTH))
                painter.drawLine(segment)

    def words(self, view: Viewport) -> Iterable[Word]:
        """What was held out; the names of the boundaries in view, or their letters in a view too small for all."""
        held_out = self.workspace.compared_boundaries.held_out
        if held_out is not None:
            count = held_out.examples.n
            seen = "□" if count <= _MOST_FRAMED else "too many to mark each:"
            yield f"{seen} {counted(count, 'example')} held out of the comparison"
        if not self.workspace.compared_boundaries.outlines:
            return
        if any(traced.rough for traced in self.stage.tracing.traced):
            yield "dotted: an estimate, the exact boundary is being worked out …"
        # Pixels of the view's width that the name of a boundary is worth.
        roomy = view.width >= 150.0 * len(self.workspace.compared_boundaries.outlines)
        for outline, line in self._straight():
            if (segment := view.segment(line)) is not None:
                name = outline.name if roomy else outline.short
                yield Label(name, outline.role, beside(segment), bold=True, stretch=segment)
        for traced in self.stage.tracing.traced:
            if len(traced.segments):
                name = traced.outline.name if roomy else traced.outline.short
                pieces = view.ends(traced.segments)
                yield Label(
                    name, traced.outline.role, along(pieces.reshape(-1, 2, 2)), bold=True, curve=pieces.reshape(-1, 2)
                )

    def lines(self, view: Viewport) -> Iterable[NamedLine | NamedCurve]:
        if not self.workspace.compared_boundaries.outlines:
            return
        for outline, line in self._straight():
            yield NamedLine(line, outline.name, outline.role, sought=True)
        for traced in self.stage.tracing.traced:
            estimate = not traced.field.settled or traced.field.view != view
            yield NamedCurve(view.ends(traced.segments), traced.outline.name, traced.field, estimate=estimate)

    def _straight(self) -> Iterable[tuple[Outline, PixelLine]]:
        for outline in self.workspace.compared_boundaries.outlines:
            w, b = outline.decision.weights, outline.decision.intercept
            if w is not None and b is not None:
                yield outline, self.stage.line(w, b)

    def _curved(self) -> list[Outline]:
        fitting = (
            each for each in self.workspace.compared_boundaries.outlines if each.run.dataset.d == self.stage.dataset.d
        )
        return [outline for outline in fitting if outline.decision.weights is None]

    @Slot()
    def _rest(self) -> None:
        """Nothing is worked out that no panel asks for."""
        if not self._curved():
            self.stage.tracing.rest()

    def _draw_held_out(self, painter: QPainter, view: Viewport) -> None:
        """A frame about each; those of a file are drawn with it, for nothing else does."""
        held_out, theme = self.workspace.compared_boundaries.held_out, self.stage.theme
        if held_out is None or held_out.examples.n > _MOST_FRAMED or held_out.examples.d != self.stage.dataset.d:
            return
        size = marker_size(self.stage.dataset.n)
        pixels = view.to_pixels(self.stage.projection.points(held_out.examples.X))
        seen = visible(pixels, view.rect, size)
        if not held_out.rows:
            for label in (1, -1):
                chosen = pixels[seen & (held_out.examples.y == label)]
                draw_markers(painter, chosen, right_style(theme, label, 0.8 * size))
        painter.setPen(theme.pen("secondary", 1.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        side = 1.7 * size
        painter.drawRects([QRectF(x - side / 2, y - side / 2, side, side) for x, y in pixels[seen].tolist()])
