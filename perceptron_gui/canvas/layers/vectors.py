"""w as arrows, to scale: w now, and the last update laid tip to tail on the w before it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QPainter

from core.numbers.numerals import number
from core.plane.projections import PLANE
from core.record.history import State
from core.theory.symbols import explained
from perceptron_gui.canvas.layers.layer import Hit, StateLayer, Word
from perceptron_gui.canvas.lines import SHORTEST, in_pixels, placed
from perceptron_gui.canvas.markers import arrow_area
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.look.labels import Label, about, beside
from perceptron_gui.look.plots.axes import draw_arrow
from perceptron_gui.look.theme import Theme
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.workspace import Workspace

_SQUARE = 10.0
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_HALVES = {0.5: "½", 0.25: "¼", 0.125: "⅛"}
"""Factors of the vectors that have a sign of their own."""


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
    before, kept, after = (QPointF(x, y) * scale for x, y in seen.tolist())
    return StepVectors(start, before, kept, after, scale)


def added(state: State, *, plain: bool) -> str:
    """Return what an update adds: “+ x₄”, “− 0.5·x₄”, or “+ point 4” in plain words."""
    sign, place = "+" if state.label > 0 else "−", state.index + 1
    if plain:
        return f"{sign} point {place}"
    size = "" if state.size == 1 else f"{number(state.size, 3)}·"
    return f"{sign} {size}x{str(place).translate(SUBSCRIPTS)}"


def draw_break(painter: QPainter, line: QLineF, theme: Theme, role: str) -> None:
    """Draw two short strokes across a gap in the middle of an arrow, which is not to scale."""
    middle, along, slant = line.center(), line.unitVector(), QLineF(line)
    slant.setAngle(line.angle() + 65)
    stroke = slant.unitVector()
    half, way = QPointF(stroke.dx(), stroke.dy()) * 6.0, QPointF(along.dx(), along.dy()) * 2.5
    painter.setPen(theme.pen("page", 5.0))
    painter.drawLine(QLineF(middle - half, middle + half))
    painter.setPen(theme.pen(role, 1.3))
    painter.drawLines([QLineF(middle + shift - half, middle + shift + half) for shift in (way, -way)])


class ArrowLayer(StateLayer):
    """w in ink, with a small square where it stands at right angles on its line; shortened it has a break."""

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(stage, workspace, stage.animated.changed, workspace.player.shown, workspace.player.run_changed)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        if (drawn := self.drawn) is None or self.vectors is None:
            return
        theme = self.stage.theme
        draw_arrow(painter, drawn, theme.pen("ink", 3.0))
        if self.vectors.scale != 1.0 and drawn.length() > 2 * SHORTEST:
            draw_break(painter, drawn, theme, "ink")
        line = self.stage.line(self.stage.animated.w, self.stage.animated.b)
        foot = line.foot(drawn.p1())
        if foot is None or QLineF(foot, drawn.p1()).length() > 1.0 or view.stretched or drawn.length() < SHORTEST:
            return
        along, across = drawn.unitVector(), drawn.normalVector().unitVector()
        right = QPointF(along.dx(), along.dy()) * _SQUARE
        up = QPointF(across.dx(), across.dy()) * _SQUARE
        painter.setPen(theme.pen("ink", 1.3))
        painter.drawPolyline([drawn.p1() + up, drawn.p1() + up + right, drawn.p1() + right])

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
        return Hit(partial(self._tooltip, found.scale))

    def _tooltip(self, scale: float) -> str:
        size = "at its true length" if scale == 1 else f"at {number(scale)} times its true length"
        what = "w" if self.stage.dataset.d <= PLANE else "The part of w that lies in this section"
        return f"{what}, the normal of the boundary: it points to where examples are classified as ○. Drawn {size}."

    @cached_property
    def vectors(self) -> StepVectors | None:
        return step_vectors(self.stage, self.stage.viewport)

    @property
    def drawn(self) -> QLineF | None:
        """The arrow in pixels as it is drawn, perhaps on its way; None if there is none in view."""
        found, w = self.vectors, self.stage.animated.w
        if found is None or not w.any():
            return None
        ((x, y),) = in_pixels(self.stage.projection, self.stage.viewport, w[None, :]).tolist()
        return found.line(QPointF(x, y) * found.scale)


class UpdateLayer(StateLayer):
    """w before and the step, tip to tail. They fade after the step, and return while its example is pointed at."""

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        player, moving = workspace.player, (stage.animated.changed, stage.afterglow.changed)
        super().__init__(stage, workspace, player.shown, player.run_changed, workspace.highlight.changed, *moving)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        found, state = self._found, self.state
        if found is None:
            return
        theme, laid = self.stage.theme, self.stage.animated.laid
        painter.setOpacity(self.stage.call_out_strength)
        draw_arrow(painter, found.line(found.before), theme.pen("secondary", 1.8), 9.0)
        if laid and state.added:
            tip = found.kept + (found.after - found.kept) * laid
            line = found.line(tip, found.kept)
            draw_arrow(painter, line, theme.pen("page", 4.5))
            draw_arrow(painter, line, theme.pen(theme.of_label(state.label), 2.5))

    def words(self, view: Viewport) -> Iterable[Word]:
        found, state = self._found, self.state
        if found is None:
            return
        before, opacity = found.line(found.before), self.stage.call_out_strength
        yield before
        yield found.line(found.after, found.kept)
        yield Label("w before", "secondary", about(before.p2(), 8), opacity=opacity)
        if state.added and self.stage.animated.laid == 1.0:
            step, role = found.line(found.after, found.kept), self.stage.theme.of_label(state.label)
            text = added(state, plain=self.workspace.visible.view.newcomer)
            spots = beside(step, 6, parts=(0.5, 0.35, 0.65, 0.2, 0.8))
            yield Label(text, role, spots, bold=True, key="step", vital=True, opacity=opacity)

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        if (found := self._found) is None:
            return None
        lines = found.line(found.before), found.line(found.after, found.kept)
        on = any(arrow_area(line).contains(pixel) for line in lines)
        return Hit(partial(explained, "w", "x", "b", margin=self.run.margin)) if on else None

    @property
    def _found(self) -> StepVectors | None:
        """The vectors of the update on display; None where the state is no update from another w than 0, or faded."""
        state = self.state
        if not state.moved or not self.stage.call_out_strength:
            return None
        return step_vectors(self.stage, self.stage.viewport) if len(state.w) and state.w_before.any() else None
