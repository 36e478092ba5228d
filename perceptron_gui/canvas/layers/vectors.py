"""w as vectors: an arrow from the boundary, and the last update tip to tail in an inset."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt, Slot
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from core.datasets.dataset import FloatArray
from core.numbers.numerals import number, round_below
from core.plane.projections import PLANE
from core.plots.triangles import UpdateLengths
from core.record.history import State
from core.theory.symbols import explained
from perceptron_gui.canvas.labels.placing import MARGIN, Label, Placed, Spot, about, beside, near_line, placed
from perceptron_gui.canvas.labels.point_density import Edges
from perceptron_gui.canvas.layers.layer import Hit, Layer, Word
from perceptron_gui.canvas.markers import arrow_area, square_about
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.look.plots.axes import draw_arrow
from perceptron_gui.look.size import SMALL
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.workspace import Workspace

_KEPT = 12.0
"""Pixels across each of the three squares that are kept free of words."""
_SHORTEST_MEASURED = 1e-300
_EDGE = 10.0


class DrawnArrow(NamedTuple):
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
        """Keep space for the name of w and for the head of its arrow in their final places, so that no label jumps."""
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
        return f"{what}, the normal of the boundary: it points to where examples are classified as ○. Drawn {size}."

    def drawn(self, view: Viewport, *, at_rest: bool = False) -> DrawnArrow | None:
        """Return the segment of the arrow; None if it has no space in view, or if w is 0 or too long."""
        projection, state, animated = self.stage.projection, self.stage.state, self.stage.animated
        w, b = projection.line(animated.w, animated.b)
        resting, b_resting = (w, b) if state is None else projection.line(state.w, state.b)
        length = math.hypot(float(resting[0]) / view.ux, float(resting[1]) / view.uy)
        if at_rest:
            w, b = resting, b_resting
        line, unit = view.line(w, b), QPointF(float(w[0]) / view.ux, -float(w[1]) / view.uy)
        segment = view.segment(line)
        if segment is None or not _SHORTEST_MEASURED < length < math.inf:
            return None
        foot = line.foot(view.rect.center())
        start = foot if foot is not None and view.rect.contains(foot) else segment.center()
        # Of the smaller side of the view.
        longest = 0.26 * min(view.width, view.height)
        # 1 where w is neither too short nor too long, else the largest 1, 2 or 5 · 10ᵐ that fits; the same all the way.
        scale = 1.0 if 44.0 <= length <= longest else round_below(longest / length)
        # Of the boundary in view: where the arrow may begin too, so that its head is in view.
        starts = [start, *map(segment.pointAt, (0.5, 0.35, 0.65, 0.2, 0.8))]
        inside = view.rect.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        parts = [part_inside(place, unit * scale, inside) for place in starts]
        # The first anchor is used from which all of the arrow is in view.
        best = max(range(len(starts)), key=parts.__getitem__)
        if parts[best] * length * scale < _KEPT:
            return None  # The boundary touches only a corner of the view, and w points out of it.
        if parts[best] < 1:
            scale = round_below(scale * parts[best])
        return DrawnArrow(QLineF(starts[best], starts[best] + unit * scale), scale)


def part_inside(start: QPointF, step: QPointF, inside: QRectF) -> float:
    """Return the share of the way `step` from `start` that lies `inside`, 0 to 1."""
    part = 1.0
    axes = (start.x(), step.x(), inside.left(), inside.right()), (start.y(), step.y(), inside.top(), inside.bottom())
    for at, by, low, high in axes:
        if by:
            part = min(part, ((high if by > 0 else low) - at) / by)
    return max(part, 0.0)


_PADDING = 10.0
_RADIUS = 8.0
_DOT = 2.5
_DIGITS = (4, 3, 2)
_PARTS = (0.5, 0.7, 0.3, 0.9)
"""Places along an arrow for its name, as shares."""
_ARC = 9.0
"""Degrees by which the dashed arc goes beyond what ends on it."""
_STROKE, _HEAD = 4.0, 12.0
"""Pixels of an arrow's line and of its head that a word keeps clear of"""


class Act(Enum):
    """The times of an arrow: w is there before, x is laid on it, and w after."""

    BEFORE = auto()
    ADDED = auto()
    AFTER = auto()


@dataclass(frozen=True)
class StepArrow:
    """One arrow: from `start` to `end` in the plane of w (2,), named, in a role's colour."""

    start: FloatArray
    end: FloatArray
    name: str
    role: str
    width: float
    act: Act


Sketch = tuple[list[QLineF], QPointF, list[Placed]]
"""The arrows of an update on the screen, where 0 is, and the name of each where it covers none of them."""


class UpdateLayer(Layer):
    """A frame where no example is, else nothing; equal scales, so angles and lengths are true to one another.

    It fades some time after the step, and is there again while the example of the step is pointed at. Under the mouse
    it fades too, so that one can see and place what lies behind it.
    """

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        redraw_on = (
            workspace.player.shown,
            workspace.player.run_changed,
            stage.animated.changed,
            stage.afterglow.changed,
            workspace.highlight.changed,
            workspace.document.dataset_changed,
        )
        super().__init__(stage, workspace, *redraw_on)
        self._faded = False
        stage.overlay.hovered.connect(self._on_hovered)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        strength = self.stage.call_out_strength
        state, run, frame = self.stage.state, self.stage.run, self.stage.inset
        if not strength or state is None or run is None or frame is None or not state.moved:
            return
        if not len(state.w):
            return  # In a kernel's feature space w cannot be drawn.
        painter.setOpacity(min(0.12, strength) if self._faded else strength)
        theme, shrink = self.stage.theme, run.rule.shrink(run.dataset.n)
        painter.setPen(theme.pen("hairline", 1.0))
        painter.setBrush(theme.color("panel", 0.94))
        painter.drawRoundedRect(frame, _RADIUS, _RADIUS)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        # The update is written above, the change of b below, each with fewer digits if space is short.
        inner, title = frame.adjusted(_PADDING, _PADDING, -_PADDING, -_PADDING), self.stage.font(SMALL, bold=True)
        metrics = QFontMetricsF(title)
        height = metrics.height()
        formulas = ((digits, formula(state, shrink, digits)) for digits in _DIGITS)
        fitting = (pair for pair in formulas if metrics.horizontalAdvance(pair[1]) <= inner.width())
        digits, told = next(fitting, (_DIGITS[-1], formula(state, shrink, _DIGITS[-1])))
        painter.setPen(theme.color("ink"))
        _draw_whole(painter, QRectF(inner.x(), inner.y(), inner.width(), height), title, [told])
        painter.setPen(theme.color("secondary"))
        below = QRectF(inner.x(), inner.bottom() - height, inner.width(), height)
        _draw_whole(painter, below, self.stage.font(SMALL), change(state))
        arrows = steps(state, shrink, lambda w: self.stage.projection.vectors(w[None, :])[0], digits)
        self._draw_steps(painter, inner.adjusted(0, height, 0, -height), arrows)

    def words(self, view: Viewport) -> Iterable[Word]:
        """Keep labels off the inset, shown or not, so that they do not jump."""
        if (frame := self.stage.inset) is not None:
            yield frame

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        frame, run = self.stage.inset, self.stage.run
        if frame is None or run is None or not frame.contains(pixel):
            return None
        return Hit(lambda: explained("w", "x", "b", margin=run.margin))

    @Slot()
    def _on_hovered(self) -> None:
        pixel = self.stage.overlay.pixel
        frame = self.stage.inset if pixel is not None and self.visible else None
        faded = frame is not None and pixel is not None and frame.contains(pixel)
        if faded != self._faded:
            self._faded = faded
            self.redraw()

    def _draw_steps(self, painter: QPainter, area: QRectF, arrows: list[StepArrow]) -> None:
        theme, font = self.stage.theme, self.stage.font(SMALL, bold=True)
        lines, origin, words = sketched(area, arrows, QFontMetricsF(font))
        painter.setPen(QPen(theme.color("hairline"), 1.0))
        painter.drawLine(QLineF(area.left(), origin.y(), area.right(), origin.y()))
        painter.drawLine(QLineF(origin.x(), area.top(), origin.x(), area.bottom()))
        shown, animated = set(), self.stage.animated
        come = {Act.BEFORE: 1.0, Act.ADDED: animated.laid, Act.AFTER: animated.turned}
        for line, step in zip(lines, arrows, strict=True):
            part, arrow = come[step.act], line
            if part < 1.0:  # The added arrow grows along itself; the new w turns from the tip of the old one.
                start = lines[0].p2() if step.act is Act.AFTER else line.p1()
                arrow = QLineF(line.p1(), start + (line.p2() - start) * part)
            else:
                shown.add(step.name)
            if part:
                draw_arrow(painter, arrow, theme.pen(step.role, step.width))
        if animated.laid == animated.turned == 1.0:
            self._draw_proof(painter, area, origin, lines)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("secondary"))
        painter.drawEllipse(origin, _DOT, _DOT)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setFont(font)
        for word in words:
            if word.label.text in shown:  # The places of the others stay, so that no word moves.
                if (leader := word.leader) is not None:
                    painter.setPen(theme.pen(word.label.role, 1.0))
                    painter.drawLine(leader)
                painter.setPen(theme.color(word.label.role))
                painter.drawText(word.rect, Qt.AlignmentFlag.AlignCenter, word.label.text)

    def _draw_proof(self, painter: QPainter, area: QRectF, origin: QPointF, lines: list[QLineF]) -> None:
        """Draw the projection of what is added on ŵ*, and the arc where w would end at a right angle.

        Only in two features without a bias: there the picture and the proof lie in the same plane.
        """
        run, state, theme = self.stage.run, self.stage.state, self.stage.theme
        if run is None or state is None or run.dataset.d != PLANE or run.margin.bias.value or not run.margin.theorem:
            return
        added = state.w - state.w_before
        lengths = UpdateLengths(float(state.w_before @ state.w_before), float(added @ added), 0.0)
        after = lines[-1]
        scale = after.length() / (math.hypot(*state.w.tolist()) or math.nan)
        if not math.isfinite(scale) or not lengths.added_squared:
            return
        painter.save()
        painter.setClipRect(area)
        if lengths.before_squared:
            radius, turned = lengths.arc * scale, _signed(lines[0], after)
            right = math.degrees(math.acos(math.sqrt(lengths.before_squared) / lengths.arc))
            first, last = sorted(lines[0].angle() + turn for turn in (math.copysign(right, turned), turned))
            box = QRectF(origin.x() - radius, origin.y() - radius, 2 * radius, 2 * radius)
            painter.setPen(theme.pen("promise", 1.5, Qt.PenStyle.DashLine))
            painter.drawArc(box, round(16 * (first - _ARC)), round(16 * (last - first + 2 * _ARC)))
        star = run.margin.w_star
        if star is not None and self.workspace.visible.shows("star"):
            reach = star * float(added @ star)
            start = after.p2() - QPointF(added[0], -added[1]) * scale
            shadow = QLineF(start, start + QPointF(reach[0], -reach[1]) * scale)
            draw_arrow(painter, shadow, theme.pen("promise", 2.5), 7.0)
            painter.setPen(theme.pen("secondary", 1.0, Qt.PenStyle.DotLine))
            painter.drawLine(QLineF(shadow.p2(), after.p2()))
        painter.restore()


def _signed(one: QLineF, other: QLineF) -> float:
    """Return the angle from one line to another, in degrees from −180 to 180."""
    turn = one.angleTo(other)
    return turn - 360.0 if turn > 180.0 else turn


def formula(state: State, shrink: float = 1.0, digits: int = _DIGITS[0]) -> str:
    """Return the update as a formula with factors to this many digits; b is left out."""
    kept = "w" if shrink == 1 else f"{_factor(shrink, digits)}·w"
    return f"w ← {kept} {_added(state, digits)}" if state.added else f"w ← {kept}"


def steps(
    state: State,
    shrink: float = 1.0,
    drawn: Callable[[FloatArray], FloatArray] = np.asarray,
    digits: int = _DIGITS[0],
) -> list[StepArrow]:
    """Return the arrows of an update: w before, the added vector (as far as it was shrunk), and w after.

    From w = 0 only the last. `drawn` returns the part (2,) of each vector (d,) that is in the picture; of two features,
    the vector itself.
    """
    before, after, added = drawn(state.w_before), drawn(state.w), _added(state, digits)
    role, origin = "positive" if state.label > 0 else "negative", np.zeros(2)
    if not state.w_before.any():
        name = f"w = {added.removeprefix('+ ')}".replace("− ", "−")
        return [StepArrow(origin, after, name, role, 3.0, Act.ADDED)]
    arrows = [StepArrow(origin, before, "w old", "secondary", 2.0, Act.BEFORE)]
    if state.added:
        arrows.append(StepArrow(before * shrink, after, added.replace(" ", ""), role, 2.5, Act.ADDED))
    return [*arrows, StepArrow(origin, after, "w new", "ink", 3.0, Act.AFTER)]


def sketched(area: QRectF, arrows: list[StepArrow], metrics: QFontMetricsF) -> Sketch:
    """Return all `arrows` in `area` at one scale, y upwards, with space for names in letters of these `metrics`."""
    above = metrics.height() + _HEAD / 2
    room = area.adjusted(14, above, -14, -above)
    ends = np.array([end for step in arrows for end in (step.start, step.end)])
    low, high = ends.min(axis=0), ends.max(axis=0)
    # A lower bound avoids a division by 0 if all arrows are parallel to an axis.
    across, up = np.maximum(high - low, 1e-300).tolist()
    scale = min(room.width() / across, room.height() / up)

    def at(point: FloatArray) -> QPointF:
        x, y = ((point - (low / 2 + high / 2)) * scale).tolist()
        return room.center() + QPointF(x, -y)

    lines = [QLineF(at(step.start), at(step.end)) for step in arrows]
    middle = at(ends.mean(axis=0))
    named = zip(lines, arrows, strict=True)
    words = [Label(step.name, step.role, _spots(line, middle), stretch=line) for line, step in named]
    strokes = [edges for line in lines for edges in _covered(line)]
    inside = area.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)  # The frame around the area has its own margin.

    def measured(label: Label) -> QSizeF:
        return QSizeF(metrics.horizontalAdvance(label.text) + 2, metrics.height() * 0.8)

    return lines, at(np.zeros(2)), placed(words, measured, inside, strokes)


def change(state: State) -> list[str]:
    """Return the change of b, in fewer and fewer digits, but never so few that a changed b reads as the same."""
    both = [(number(state.b_before, digits), number(state.b, digits)) for digits in _DIGITS]
    apart = [pair for pair in both if pair[0] != pair[1]]
    return [f"b: {before} → {after}" for before, after in apart or both]


def _factor(value: float, digits: int) -> str:
    """Return a factor other than 1, with more digits if it would read as 1: 0.9967, not 1, of a w that shrinks."""
    texts = (number(value, more) for more in range(digits, 18))
    return next((text for text in texts if text != "1"), number(value, 17))


def _added(state: State, digits: int = _DIGITS[0]) -> str:
    size = "" if state.size == 1 else f"{_factor(state.size, digits)}·"
    return f"{'+' if state.label > 0 else '−'} {size}x"


def _draw_whole(painter: QPainter, line: QRectF, font: QFont, texts: Sequence[str]) -> None:
    """Draw the first of `texts` that fits the line, else the last of them in smaller letters: none is cut off."""
    metrics = QFontMetricsF(font)
    text = next((text for text in texts if metrics.horizontalAdvance(text) <= line.width()), texts[-1])
    wide = metrics.horizontalAdvance(text) / line.width()
    if wide > 1:
        font = QFont(font)
        font.setPixelSize(max(int(font.pixelSize() / wide), 1))
    painter.setFont(font)
    painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)


def _spots(line: QLineF, middle: QPointF) -> list[Spot]:
    """Yield places beside the arrow, first on the side away from the others; beyond its tip; or farther off."""
    normal, ahead = line.normalVector().unitVector(), line.unitVector()
    away = 1 if QPointF.dotProduct(line.center() - middle, QPointF(normal.dx(), normal.dy())) >= 0 else -1
    return [
        *beside(line, 4, (away,), _PARTS),
        *beside(line, 4, (-away,), _PARTS),
        near_line(line.p2(), QPointF(ahead.dx(), ahead.dy()), 4),
        *about(line.center(), 8),
    ]


def _covered(line: QLineF) -> list[Edges]:
    """Return the areas that an arrow covers, where no word may be placed: its line without a gap, and its head."""
    half, head, (x1, y1, x2, y2) = _STROKE / 2, _HEAD / 2, line.toTuple()
    steps = 1 + int(line.length() / _STROKE)
    middles = ((x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps) for step in range(steps + 1))
    strokes = [(x - half, y - half, x + half, y + half) for x, y in middles]
    return [*strokes, (x2 - head, y2 - head, x2 + head, y2 + head)]
