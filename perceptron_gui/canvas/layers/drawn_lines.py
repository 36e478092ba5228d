"""Lines and arrows over the picture: w and its update, a person's own line, a tool's preview, compared boundaries."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable
from functools import cached_property
from typing import ClassVar, NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from core.explain.wording import BACKWARDS
from core.numbers.numerals import counted, number
from core.plane.projections import PLANE
from core.plots.triangles import angle_on_canvas
from core.record.history import State
from core.theory.quantities import explained
from perceptron_gui.canvas.layers.layer import Hit, Layer, NamedCurve, NamedLine, RunLayer, Word
from perceptron_gui.canvas.lines import SHORTEST, Grip, LineGrips, in_pixels, placed
from perceptron_gui.canvas.markers import arrow_area, draw_markers, draw_rings, mark_style, square_about, visible
from perceptron_gui.canvas.stage import Stage, ToolPreview
from perceptron_gui.canvas.tools.line import drawn_on, grips_on
from perceptron_gui.look.labels import Label, Spot, about, along, beside
from perceptron_gui.look.plots.axes import draw_arrow, draw_break, draw_curve, draw_with
from perceptron_gui.look.theme import Theme
from perceptron_gui.look.viewport import PixelLine, Viewport
from perceptron_gui.model.by_hand import DrawnLine
from perceptron_gui.model.workspace import Outline

_SQUARE = 10.0
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_BEYOND, _ARC, _STEPS = 34.0, 18.0, 16
"""Pixels that w before is dotted on beyond its tip, and of the arc about the tip; the pieces of that arc."""
_HALVES = {0.5: "½", 0.25: "¼", 0.125: "⅛"}
"""Factors of the vectors that have a sign."""


class StepVectors(NamedTuple):
    """The vectors of one moment in pixels of the view, all from the point `start`, shortened by `scale`.

    Before the update w was `before`; the rule keeps `kept` of it, on which the step to `after` is laid.
    """

    start: QPointF
    before: QPointF
    kept: QPointF
    after: QPointF
    scale: float

    def line(self, tip: QPointF, start: QPointF | None = None) -> QLineF:
        return QLineF(self.start + (start or QPointF()), self.start + tip)


class StepAngle(NamedTuple):
    """The angle at the tip of w before, from its way on `beyond` the tip to the step, along an `arc` from that tip."""

    beyond: QLineF
    arc: QPolygonF
    degrees: str
    words: str

    @property
    def spots(self) -> list[Spot]:
        """The places for the degrees outside the arc, from its middle on."""
        tip = self.beyond.p1()
        ways = [QLineF(tip, self.arc.at(part)).unitVector().p2() - tip for part in (8, 5, 11, 2, 14)]
        return [(*(tip + way * (_ARC + 5.0)).toTuple(), way.x(), way.y()) for way in ways]

    @classmethod
    def at(cls, found: StepVectors, degrees: str, words: str) -> StepAngle:
        before, step = QLineF(QPointF(), found.kept), found.line(found.after, found.kept)
        on = QLineF.fromPolar(_BEYOND, before.angle()).translated(step.p1())
        turn = before.angleTo(step) - 360.0 * (before.angleTo(step) > 180.0)
        ways = (before.angle() + turn * part / _STEPS for part in range(_STEPS + 1))
        return cls(on, QPolygonF([step.p1() + QLineF.fromPolar(_ARC, way).p2() for way in ways]), degrees, words)


def step_vectors(stage: Stage, view: Viewport) -> StepVectors | None:
    """Return the vectors of the state on display; None without w on the plane, or where its line is out of view.

    They start where the boundary before the update is nearest to the origin, if they have room there.
    """
    state, run = stage.state, stage.run
    if state is None or run is None or not len(state.w) or not np.isfinite(state.w).all():
        return None
    steps = state.moved and state.w_before.any()
    w, b = (state.w_before, state.b_before) if steps else (state.w, state.b)
    shrink = run.rule.shrink(run.dataset.n) if steps else 1.0
    seen = in_pixels(stage.projection, view, np.array([state.w_before, state.w_before * shrink, state.w]))
    starts, factors = placed(view, np.array([stage.line(w, b)]), [seen[:1], seen[2:]])
    scale = min(float(factors[0]), stage.vector_scale.factor(run, state.update, stage.projection, view))
    if not math.isfinite(factors[0]) or not seen[2].any():
        return None
    start = QPointF(*starts[0].tolist())
    before, kept, after = (seen * scale).tolist()
    return StepVectors(start, QPointF(*before), QPointF(*kept), QPointF(*after), scale)


def added(state: State, *, plain: bool) -> str:
    """Return what an update adds: “+ x₄”, “− 0.5·x₄”, or “+ point 4” in plain words."""
    sign, place = "+" if state.label > 0 else "−", state.index + 1
    if plain:
        return f"{sign} point {place}"
    size = "" if state.size == 1 else f"{number(state.size, 3)}·"
    return f"{sign} {size}x{str(place).translate(SUBSCRIPTS)}"


def draw_right_angle(painter: QPainter, line: QLineF, theme: Theme) -> None:
    """Draw a small square at the start of a line, which is at right angles to another."""
    right = (line.unitVector().p2() - line.p1()) * _SQUARE
    up = (line.normalVector().unitVector().p2() - line.p1()) * _SQUARE
    painter.setPen(theme.pen("ink", 1.3))
    painter.drawPolyline([line.p1() + up, line.p1() + up + right, line.p1() + right])


class ArrowLayer(RunLayer):
    """w in ink, with a small square at the right angle to its line; shortened it has a break."""

    def draw(self, painter: QPainter, view: Viewport) -> None:
        if (drawn := self.drawn) is None or self.vectors is None:
            return
        theme = self.stage.theme
        painter.setOpacity(self.stage.calm)
        draw_arrow(painter, drawn, theme.pen("ink", 3.0))
        if self.vectors.scale != 1.0 and drawn.length() > 2 * SHORTEST:
            draw_break(painter, drawn, theme, "ink")
        foot = self.stage.line(self.stage.glide.w, self.stage.glide.b).foot(drawn.p1())
        on_line = foot is not None and QLineF(foot, drawn.p1()).length() <= 1.0
        if on_line and not view.stretched and drawn.length() >= SHORTEST:
            draw_right_angle(painter, drawn, theme)

    def words(self, view: Viewport) -> Iterable[Word]:
        """Name w at its tip, and keep the arrow in its final place free, so that no label jumps."""
        state, drawn, rests = self.state, self.drawn, self.vectors
        if drawn is None or rests is None:
            return
        first = state.moved and not state.w_before.any()
        name = f"w = {added(state, plain=self.workspace.visible.view.newcomer).removeprefix('+ ')}" if first else "w"
        yield Label(name, "ink", about(drawn.p2(), 8), bold=True, key="w", vital=True)
        if rests.scale != 1.0:
            told = f"× {_HALVES.get(rests.scale, number(rests.scale))}"
            yield Label(told, "secondary", beside(drawn, 8, parts=(0.5, 0.35, 0.65)), small=True, key="scale")
        yield rests.line(rests.after)

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        drawn, found = self.drawn, self.vectors
        if drawn is None or found is None or not arrow_area(drawn).contains(pixel):
            return None
        size = "at its true length" if found.scale == 1 else f"at {number(found.scale)} times its true length"
        what = "w" if self.stage.dataset.d <= PLANE else "The part of w that lies in this section"
        told = f"{what}, the normal of the boundary: it points to where examples are classified as ○. Drawn {size}."
        return Hit(lambda: told)

    @cached_property
    def vectors(self) -> StepVectors | None:
        return step_vectors(self.stage, self.stage.viewport)

    @property
    def drawn(self) -> QLineF | None:
        """The arrow in pixels as it is drawn, perhaps on its way; None if there is none in view."""
        found, w = self.vectors, self.stage.glide.w
        if found is None or not w.any():
            return None
        ((x, y),) = in_pixels(self.stage.projection, self.stage.viewport, w[None, :]).tolist()
        return found.line(QPointF(x, y) * found.scale)


class UpdateLayer(RunLayer):
    """w before and the step, tip to tail. They fade after the step, and return while its example is pointed at."""

    def draw(self, painter: QPainter, view: Viewport) -> None:
        found, state = self._found, self.state
        if found is None:
            return
        theme, laid = self.stage.theme, self.stage.glide.laid
        painter.setOpacity(self.stage.call_out_strength * self.stage.calm)
        draw_arrow(painter, found.line(found.before), theme.pen("secondary", 1.8), 9.0)
        if laid and state.added:
            line = found.line(found.kept + (found.after - found.kept) * laid, found.kept)
            draw_arrow(painter, line, theme.pen("page", 4.5))
            draw_arrow(painter, line, theme.pen(theme.of_label(state.label), 2.5))
        if (angle := self._angle) is not None:
            painter.setPen(theme.pen("secondary", 1.3, Qt.PenStyle.DotLine))
            painter.drawLine(angle.beyond)
            painter.setPen(theme.pen("now", 1.8))
            painter.drawPolyline(angle.arc)

    def words(self, view: Viewport) -> Iterable[Word]:
        found, state = self._found, self.state
        if found is None:
            return
        before, step = found.line(found.before), found.line(found.after, found.kept)
        yield from (before, step)
        opacity, plain = self.stage.call_out_strength, self.workspace.visible.view.newcomer
        yield Label("w before", "secondary", about(before.p2(), 8), opacity=opacity)
        if state.added and self.stage.glide.laid == 1.0:
            text, role = added(state, plain=plain), self.stage.theme.of_label(state.label)
            away, parts = step.center() - found.start, (0.5, 0.35, 0.65, 0.2, 0.8)
            outer = 1 if step.dy() * away.x() >= step.dx() * away.y() else -1  # Over the inner side w sweeps.
            spots = [*beside(step, 6, (outer,), parts), *beside(step, 6, (-outer,), parts)]
            yield Label(text, role, spots, bold=True, key="step", vital=True, opacity=opacity)
        if (angle := self._angle) is not None:
            yield angle.beyond
            yield Label(angle.degrees, "now_text", angle.spots, key="angle", told=angle.words, opacity=opacity)

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        if (found := self._found) is None:
            return None
        if (angle := self._angle) is not None and angle.arc.containsPoint(pixel, Qt.FillRule.OddEvenFill):
            return Hit(lambda: angle.words)
        lines = found.line(found.before), found.line(found.after, found.kept)
        backwards = f"{BACKWARDS}\n" * (self.state.label < 0)
        hit = any(arrow_area(line).contains(pixel) for line in lines)
        return Hit(lambda: backwards + explained("w", "x", "b", margin=self.run.margin)) if hit else None

    @property
    def _angle(self) -> StepAngle | None:
        """The angle between w before and the step, once that is laid; None where the plane does not show it."""
        found, view = self._found, self.stage.viewport
        if found is None or self.stage.glide.laid < 1.0 or view.stretched or self.workspace.visible.view.newcomer:
            return None
        told = angle_on_canvas(self.run, self.state)
        return None if told is None else StepAngle.at(found, *told)

    @property
    def _found(self) -> StepVectors | None:
        """The vectors of the update on display; None where the state is no update from another w than 0, or faded."""
        state = self.state
        if not state.moved or not self.stage.call_out_strength:
            return None
        return step_vectors(self.stage, self.stage.viewport) if len(state.w) and state.w_before.any() else None


class _DrawnLineLayer(RunLayer):
    """The line that `taker` has over the run, with the words `told`; nothing if it has none."""

    pen: ClassVar[tuple[str, float, Qt.PenStyle]]
    """Its role, its width in pixels and its dashes."""
    name: ClassVar[str]
    sought = False
    """True if an arrow leads to it when it is not in view"""

    def __init__(self, stage: Stage, taker: DrawnLine) -> None:
        super().__init__(stage)
        self._taker = taker

    @property
    def applies(self) -> bool:
        return super().applies and self._taker.weights is not None

    @abstractmethod
    def describe(self) -> str:
        """Return whose line it is, and what it does."""

    def draw(self, painter: QPainter, view: Viewport) -> None:
        self.draw_line(painter, self._line, self.stage.theme.pen(*self.pen))

    def words(self, view: Viewport) -> Iterable[Word]:
        """Yield the label beside the line, or a sentence if a line that is sought is out of view."""
        if (line := self._line) is None:
            return
        yield NamedLine(line, self.name, self.pen[0], sought=self.sought)
        if (segment := view.segment(line)) is not None:
            yield Label(self.describe(), self.pen[0], beside(segment, 8), bold=True, key=self.name, vital=True)
        elif self.sought:
            yield f"{self.describe()}; its line is not in view"

    @property
    def _line(self) -> PixelLine | None:
        weights = self._taker.weights_in(self.run)
        return None if weights is None else self.stage.line(weights[:-1], float(weights[-1]))


class OwnSeparatorLayer(_DrawnLineLayer):
    """One's own separator, dashed and dotted, with a ring around each example that it gets wrong."""

    pen, name, sought = ("own", 2.6, Qt.PenStyle.DashDotLine), "your line", True

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, stage.workspace.own_separator)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        run, weights = self.run, self._taker.weights_in(self.run)
        if weights is not None:
            wrong = self.stage.pixels_of(run.tie.mistaken(run.dataset, weights)[:200])
            draw_rings(painter, wrong, self.stage.marker_size / 2 + 3.0, self.stage.theme.pen("own", 1.8))
        super().draw(painter, view)

    def kept(self) -> tuple[object, ...]:
        return self._taker.weights, self.run, self.stage.pixels, self.stage.theme

    def describe(self) -> str:
        """Return γ if it separates, else the number of its mistakes."""
        judged = self.workspace.own_separator.judged(self.run)
        if judged is None or judged.errors is None:
            return self.name
        worth = f"separates by {number(judged.gamma)}" if judged.separates else counted(judged.errors, "mistake")
        return f"{self.name}: {worth}"


class PredictedBoundaryLayer(_DrawnLineLayer):
    """A predicted boundary, dashed, in the colour of the present one; later with its error."""

    pen, name = ("now", 3.0, Qt.PenStyle.DashLine), "your guess"

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, stage.workspace.quiz)

    def describe(self) -> str:
        outcome = self.workspace.quiz.outcome
        return self.name + ("" if outcome is None or outcome.angle is None else f", {number(outcome.angle, 3)}° off")


class ToolFeedbackLayer(Layer):
    """The preview of the tool in hand; and, while it `holds_lines`, the grips of a line: two discs on it, and its w."""

    holds_lines = False

    @property
    def applies(self) -> bool:
        return self.stage.preview != ToolPreview() or (self.holds_lines and drawn_on(self.stage).weights is not None)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        theme, shown = self.stage.theme, self.stage.preview
        if self.holds_lines and (grips := grips_on(self.stage)) is not None:
            self._draw_grips(painter, grips, shown.grip)
        draw_with(painter, theme.pen("ink", 1.2, Qt.PenStyle.DashLine), theme.color("ink", 0.06))
        if shown.band is not None:
            painter.drawRect(shown.band)
        if shown.disc is not None:
            painter.drawEllipse(shown.disc[0], shown.disc[1], shown.disc[1])
        painter.setOpacity(0.55)
        for x, y, label in shown.ghosts:
            place, style = view.pixel(x, y).toTuple(), mark_style(theme, label, self.stage.marker_size * 1.15)
            draw_markers(painter, np.array([place]), style)

    def _draw_grips(self, painter: QPainter, grips: LineGrips, held: Grip | None) -> None:
        theme, role = self.stage.theme, "now" if self.workspace.quiz.on else "own"
        draw_arrow(painter, grips.arrow, theme.pen(role, 4.0 if held is Grip.ARROW else 2.6))
        draw_with(painter, theme.pen(role, 2.4), theme.color("page"))
        for grip, place in ((Grip.FIRST, grips.first), (Grip.SECOND, grips.second)):
            painter.drawEllipse(square_about(place, 8.0 if held is grip else 6.0))


_WIDTH = 2.0
_MOST_FRAMED = 5_000
"""The most examples held out that are marked; if there are more, none is marked and a note says so."""


class ComparedLayer(Layer):
    """The boundaries that a panel compares; nothing while no panel asks."""

    @property
    def applies(self) -> bool:
        compared, tracing = self.workspace.compared_boundaries, self.stage.tracing
        return bool(compared.outlines or compared.held_out or tracing.asked)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        asked, d = self.workspace.compared_boundaries.outlines, self.stage.dataset.d
        curved = [each for each in asked if each.run.dataset.d == d and each.decision.weights is None]
        self.stage.tracing.trace(curved, self.stage.projection, view)
        self._draw_held_out(painter, view)
        for traced in self.stage.tracing.traced:
            style = Qt.PenStyle.DotLine if traced.field.rough else Qt.PenStyle.SolidLine
            pen = self.stage.theme.pen(traced.outline.role, _WIDTH, style)
            draw_curve(painter, view.ends(traced.field.boundary), pen)
        for outline, line in self._straight():
            self.draw_line(painter, line, self.stage.theme.pen(outline.role, _WIDTH))

    def words(self, view: Viewport) -> Iterable[Word]:
        """Name what was held out and the boundaries in view; in a small view the boundaries have letters only."""
        held_out, outlines = self.workspace.compared_boundaries.held_out, self.workspace.compared_boundaries.outlines
        if held_out is not None:
            count = held_out.examples.n
            seen = "□" if count <= _MOST_FRAMED else "too many to mark each:"
            yield f"{seen} {counted(count, 'example')} held out of the comparison"
        if not outlines:
            return
        if any(traced.field.rough for traced in self.stage.tracing.traced):
            yield "dotted: an estimate, the exact boundary is being computed …"
        # Pixels of the view's width that the name of a boundary is worth.
        roomy = view.width >= 150.0 * len(outlines)
        for outline, line in self._straight():
            yield NamedLine(line, outline.name, outline.role, sought=True)
            if (segment := view.segment(line)) is not None:
                yield Label(outline.name if roomy else outline.short, outline.role, beside(segment), bold=True)
        for traced in self.stage.tracing.traced:
            pieces, outline, field = view.ends(traced.field.boundary), traced.outline, traced.field
            yield NamedCurve(pieces, outline.name, field, estimate=not field.settled or field.view != view)
            if len(pieces):
                yield Label(outline.name if roomy else outline.short, outline.role, along(pieces), bold=True)

    def _straight(self) -> Iterable[tuple[Outline, PixelLine]]:
        for outline in self.workspace.compared_boundaries.outlines:
            w, b = outline.decision.weights, outline.decision.intercept
            if w is not None and b is not None:
                yield outline, self.stage.line(w, b)

    def _draw_held_out(self, painter: QPainter, view: Viewport) -> None:
        """Draw a frame about each held-out example; those of a file are drawn here too, for nothing else draws them."""
        held_out, theme, size = self.workspace.compared_boundaries.held_out, self.stage.theme, self.stage.marker_size
        if held_out is None or held_out.examples.n > _MOST_FRAMED or held_out.examples.d != self.stage.dataset.d:
            return
        pixels = view.to_pixels(self.stage.projection.points(held_out.examples.X))
        seen = visible(pixels, view.rect, size)
        if not held_out.rows:
            for label in (1, -1):
                style = mark_style(theme, label, 0.8 * size)
                draw_markers(painter, pixels[seen & (held_out.examples.y == label)], style)
        draw_with(painter, theme.pen("secondary", 1.2))
        painter.drawRects([square_about(QPointF(x, y), 0.85 * size) for x, y in pixels[seen].tolist()])
