"""γ and R as things one can see: γ as a measured length, R as the example farthest out; and whatever is pointed at."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from core.datasets.arithmetic import row_blocks, squared_norms
from core.datasets.dataset import FloatArray, IntArray
from core.kernels import make_kernel
from core.numbers.numerals import number
from core.plane.projections import PLANE
from core.run import Run
from perceptron_gui.canvas.labels.placing import Label, about, at_parts
from perceptron_gui.canvas.layers.layer import Hit, Kept, Layer, Word
from perceptron_gui.canvas.markers import extent_of, visible
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.strokes import arrow_area, draw_rings
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.workspace import Workspace

_THICKEST = 6.0
"""Pixels that a stroke may reach beyond what it is drawn on."""
_TICK = 6.0
_RING = 6.5
_REACH = 6.0
_MOST_RINGED = 200
_RINGED = {"part": "promise", "example": "ink"}
"""What is pointed at that has nothing to show but its examples, and the role of their rings."""


@dataclass(frozen=True)
class Measured:
    """γ on the plane: `line` in pixels from the line of ŵ* at right angles to the example `row`.

    `length`, in units of the data, is γ/‖w*‖ with w* the part of ŵ* without the bias: γ itself only where that is of
    length 1.
    """

    row: int
    line: QLineF
    length: float
    is_gamma: bool

    @property
    def area(self) -> QRectF:
        return arrow_area(self.line, _TICK).boundingRect()


class MeasuresLayer(Layer):
    """Drawn where there is a ŵ*; lit when γ or R is pointed at, here or in a panel, with rings around the examples."""

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(stage, workspace, workspace.player.run_changed, workspace.highlight.changed)
        self._farthest: tuple[Run, tuple[int, ...]] | None = None

    def kept(self, view: Viewport) -> Kept | None:
        """While γ's segment and the examples that are ringed, or lit, stay: also where another one is dragged."""
        stage, highlight, measured = self.stage, self.workspace.highlight, self.measured
        farthest, lit = self._seen(self.farthest()), self._seen(highlight.rows)
        extent = extent_of(np.concatenate([farthest, lit]), view.rect, self._radius + _THICKEST)
        if measured is not None:
            extent |= measured.area.adjusted(-_THICKEST, -_THICKEST, _THICKEST, _THICKEST)
        if highlight.kind == "radius":
            extent = view.rect  # R is drawn as a line from the origin
        line = None if measured is None else measured.line.toTuple()
        shown = highlight.kind, self._promises, self._radius, stage.viewport, stage.theme, stage.projection
        return Kept(extent, (line, farthest.tobytes(), lit.tobytes(), *shown))

    def draw(self, painter: QPainter, view: Viewport) -> None:
        theme, lit = self.stage.theme, self.workspace.highlight.kind
        if (measured := self.measured) is not None:
            painter.setPen(theme.pen("promise", 4.2 if lit == "gamma" else 2.0))
            painter.drawLine(measured.line)
            painter.drawLines(_ticks(measured.line))
        if lit == "radius":
            self._draw_radius(painter, view)
        if self._promises or lit == "radius":
            pen = theme.pen("promise", 3.2 if lit == "radius" else 1.6, Qt.PenStyle.DotLine)
            draw_rings(painter, self._seen(self.farthest()), self._radius, pen)
        if lit in _RINGED:
            draw_rings(painter, self._seen(self.workspace.highlight.rows), self._radius, theme.pen(_RINGED[lit], 3.0))

    def words(self, view: Viewport) -> Iterable[Word]:
        run, clear = self.stage.run, self._radius + 2
        if (measured := self.measured) is not None:  # its number stands at ŵ*; a ruler on the plane finds γ/‖w*‖
            line = measured.line
            spots = [*at_parts(line, (0.5, 0.35, 0.65), 5), *about(line.center(), 10)]
            yield Label("γ", "promise", spots, bold=True, stretch=line)
            yield measured.area
        if run is not None and self._promises:
            words = f"R = {number(run.margin.radius)}" if self.workspace.highlight.kind == "radius" else "R"
            for x, y in self._seen(self.farthest()[:1]).tolist():
                yield Label(words, "promise", about(QPointF(x, y), clear + 2), target=QPointF(x, y), clear=clear)

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        run, measured = self.stage.run, self.measured
        if run is None:
            return None
        if measured is not None and arrow_area(measured.line, _REACH).contains(pixel):
            support = run.margin.support
            rows = () if support is None else tuple(support[:_MOST_RINGED].tolist())
            return Hit(partial(_gamma_words, run, measured), quantity="gamma", rows=rows)
        if self._promises:
            away = np.hypot(*(self._seen(self.farthest()) - pixel.toTuple()).T)
            if (np.abs(away - self._radius) < _REACH / 2).any():
                return Hit(partial(_radius_words, run), quantity="radius", rows=self.farthest())
        return None

    @cached_property
    def measured(self) -> Measured | None:
        """γ as a length on the screen: at the first support example that is in view with its foot on ŵ*'s line.

        None where neither ŵ* nor its margin is shown, for γ is measured between them.
        """
        run, view = self.stage.run, self.stage.viewport
        margin = None if run is None else run.margin
        if run is None or margin is None or margin.w_star is None or margin.b_star is None or margin.gamma is None:
            return None
        if not self.stage.shows_star:
            return None
        w, b = self.stage.projection.line(margin.w_star, margin.b_star)
        length = math.hypot(float(w[0]), float(w[1]))
        if run.dataset.d > PLANE or margin.support is None or not length > 0:
            return None
        rows = margin.support[:_MOST_RINGED]
        points = self.stage.projection.points(run.dataset.X[rows])
        with np.errstate(over="ignore", invalid="ignore"):  # a foot that far away is not in view
            feet = points - (((points @ w + b) / length) / length)[:, None] * w
            starts, ends = view.to_pixels(points), view.to_pixels(feet)
        seen = np.flatnonzero(visible(starts, view.rect, 0) & visible(ends, view.rect, 0))
        if not len(seen):
            return None
        first = int(seen[0])
        line = QLineF(QPointF(*ends[first].tolist()), QPointF(*starts[first].tolist()))
        return Measured(int(rows[first]), line, margin.gamma / length, is_gamma=not margin.b_star)

    def farthest(self) -> tuple[int, ...]:
        """The examples with ‖x̃‖ = R; none where all are equally far (a kernel of distances)."""
        run = self.stage.run
        if run is None or not run.dataset.n:
            return ()
        if self._farthest is None or self._farthest[0] is not run:
            rows = _longest(run)
            self._farthest = run, () if len(rows) == run.dataset.n else tuple(rows[:_MOST_RINGED].tolist())
        return self._farthest[1]

    @property
    def _promises(self) -> bool:
        run = self.stage.run
        return run is not None and run.margin.gamma is not None and self.workspace.visible.shows("ceiling")

    @property
    def _radius(self) -> float:
        return self.stage.marker_size / 2 + _RING

    def _seen(self, rows: Sequence[int]) -> FloatArray:
        """Where these examples of the run are in view, (m, 2); there may be fewer than when they were pointed at."""
        run = self.stage.run
        chosen = np.array(rows, np.int64)
        pixels = self.stage.pixels_of(chosen[(chosen >= 0) & (chosen < run.dataset.n)] if run is not None else ())
        return pixels[visible(pixels, self.stage.viewport.rect, _RING)]

    def _draw_radius(self, painter: QPainter, view: Viewport) -> None:
        """From the origin to the farthest example, where R is a length of the data's own space."""
        run = self.stage.run
        if run is None or run.margin.in_feature_space or run.dataset.d > PLANE:
            return
        painter.setPen(self.stage.theme.pen("promise", 2.0))
        for row in self.farthest()[:1]:
            start, origin = run.dataset.X[row], np.zeros(run.dataset.d)
            line = QLineF(*(view.pixel(*self.stage.projection.place(x)) for x in (start, origin)))
            line.setLength(min(line.length(), 2 * (view.width + view.height)))  # the origin may be far away
            painter.drawLine(line)


def _longest(run: Run) -> IntArray:
    """The examples, in order, that are the longest in the space of the run; B² is the same for all."""
    X = run.dataset.X
    norms = squared_norms if run.spec.kernel is None else make_kernel(run.spec).diagonal
    lengths = np.concatenate([norms(X[block]) for block in row_blocks(len(X))])
    return np.flatnonzero(lengths == lengths.max())


def _gamma_words(run: Run, measured: Measured) -> str:
    gamma = run.margin.gamma
    if gamma is None:
        return ""
    told = f"γ: how far the nearest example is from the best line ŵ*, in {_augmented(run)}: {number(gamma)}."
    on_plane = f"A ruler on the plane finds γ/‖w*‖ = {number(measured.length)}, w* being ŵ* without its part for B."
    return told if measured.is_gamma else f"{told}\n{on_plane}"


def _radius_words(run: Run) -> str:
    long = number(run.margin.radius)
    return f"R: how long the longest example is, in {_augmented(run)}. It is this one: {long}."


def _augmented(run: Run) -> str:
    """The space in which γ and R are lengths."""
    if run.margin.in_feature_space:
        return "φ(x)"
    return "(x, B)" if run.margin.bias.squared else "x"


def _ticks(line: QLineF) -> list[QLineF]:
    normal = line.normalVector().unitVector()
    side = QPointF(normal.dx(), normal.dy()) * _TICK
    return [QLineF(end - side, end + side) for end in (line.p1(), line.p2())]
