"""w as an arrow from the boundary, at right angles to it, into the half-plane of ○."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, partial

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter

from core.numbers.numerals import number, round_below
from core.plane.projections import PLANE
from perceptron_gui.canvas.labels.placing import Label, about
from perceptron_gui.canvas.layers.layer import Hit, Layer, Word
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.strokes import arrow_area, square_about
from perceptron_gui.look.plots.axes import draw_arrow
from perceptron_gui.look.viewport import PixelLine, Viewport
from perceptron_gui.model.workspace import Workspace

_KEPT = 12.0
"""Pixels across of each of the three squares that are kept free of words."""
_SHORTEST_MEASURED = 1e-300
_EDGE = 10.0


@dataclass(frozen=True)
class DrawnArrow:
    """The arrow in pixels, and `scale`: how many units of the plane one unit of w is drawn as."""

    line: QLineF
    scale: float


class ArrowLayer(Layer):
    """w at its true length where that fits the view, else at a scale 1, 2 or 5 · 10ᵐ that the tooltip names."""

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(stage, workspace, stage.animated.changed)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        if (drawn := self.drawn(view)) is not None:
            draw_arrow(painter, drawn.line, self.stage.theme.pen("ink", 3.0))

    def words(self, view: Viewport) -> Iterable[Word]:
        """Its name, and room for its head where it will rest, for no word jumps, so that one sees where it points."""
        if (drawn := self.drawn(view)) is not None:
            tip = drawn.line.p2()
            yield Label("w", "ink", about(tip, 8), bold=True, target=tip, clear=4)
        if (drawn := self.drawn(view, at_rest=True)) is not None:
            length = drawn.line.length()
            for behind in (_KEPT / 2, 1.5 * _KEPT, 2.5 * _KEPT):
                yield square_about(drawn.line.pointAt(max(1 - behind / length, 0.0)), _KEPT / 2)

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        drawn = self.drawn(self.stage.viewport)
        return Hit(partial(self._tooltip, drawn.scale)) if drawn and arrow_area(drawn.line).contains(pixel) else None

    def _tooltip(self, scale: float) -> str:
        size = "at its true length" if scale == 1 else f"at {number(scale)} times its true length"
        what = "w" if self.stage.dataset.d <= PLANE else "The part of w that lies in this section"
        return f"{what}, the normal of the boundary: it points to where examples are called ○. Drawn {size}."

    def drawn(self, view: Viewport, *, at_rest: bool = False) -> DrawnArrow | None:
        """Where the arrow lies, or will; None where no boundary with room for it is in view, or w is 0 or too long."""
        projection, state, animated = self.stage.projection, self.stage.state, self.stage.animated
        w, b = projection.line(animated.w, animated.b)
        resting, b_resting = (w, b) if state is None else projection.line(state.w, state.b)
        length = math.hypot(float(resting[0]) / view.ux, float(resting[1]) / view.uy)
        if at_rest:
            w, b = resting, b_resting
        one = float(w[0]) / view.ux, -float(w[1]) / view.uy
        return _arrow(view, view.line(w, b), one, length)


@lru_cache(maxsize=4)  # a picture asks for the same several times
def _arrow(view: Viewport, line: PixelLine, one: tuple[float, float], length: float) -> DrawnArrow | None:
    """An arrow of `one` unit of w, which is of this `length` when it rests, from its boundary; all in pixels."""
    segment = view.segment(line)
    if segment is None or not _SHORTEST_MEASURED < length < math.inf:
        return None
    foot, unit = line.foot(view.rect.center()), QPointF(*one)
    start = foot if foot is not None and view.rect.contains(foot) else segment.center()
    # Of the smaller side of the view.
    longest = 0.26 * min(view.width, view.height)
    # 1 where w is neither too short nor too long, else the largest 1, 2 or 5 · 10ᵐ that fits; the same all the way.
    scale = 1.0 if 44.0 <= length <= longest else round_below(longest / length)
    # Of the boundary in view: where the arrow may begin too, so that its head is in view.
    starts = [start, *map(segment.pointAt, (0.5, 0.35, 0.65, 0.2, 0.8))]
    inside = view.rect.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
    parts = [part_inside(place, unit * scale, inside) for place in starts]
    best = max(range(len(starts)), key=parts.__getitem__)  # the first of those where all of it is in view
    if parts[best] * length * scale < _KEPT:
        return None  # the boundary only touches a corner, and w points out of it
    if parts[best] < 1:
        scale = round_below(scale * parts[best])
    return DrawnArrow(QLineF(starts[best], starts[best] + unit * scale), scale)


def part_inside(start: QPointF, step: QPointF, inside: QRectF) -> float:
    """How much of the way of `step` from `start` lies `inside`, 0 to 1."""
    part = 1.0
    axes = (start.x(), step.x(), inside.left(), inside.right()), (start.y(), step.y(), inside.top(), inside.bottom())
    for at, by, low, high in axes:
        if by:
            part = min(part, ((high if by > 0 else low) - at) / by)
    return max(part, 0.0)
