"""ŵ*, the separator of the theorem; and its margin, with the examples on the edges."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from core.datasets.dataset import FloatArray
from core.theory.margin.margin import Margin
from perceptron_gui.canvas.labels.placing import Label, beside
from perceptron_gui.canvas.layers.layer import Hit, Kept, Layer, NamedLine, Word
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.strokes import draw_rings
from perceptron_gui.look.plots.lines import points_of
from perceptron_gui.look.viewport import PixelLine, Viewport
from perceptron_gui.model.workspace import Workspace

_SLICES = 24
"""So many stretches of the band, one below another, that words keep off; together hardly more than the band itself."""
_TOOLTIP = "ŵ*: the unit vector whose smallest y·(ŵ*·x) is largest; that smallest value is γ."


class _OptimumLayer(Layer):
    """In the colour of promises; nothing where the examples are not separable."""

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(stage, workspace, workspace.player.run_changed, workspace.highlight.changed)

    def kept(self, view: Viewport) -> Kept | None:
        """Most runs over a point that is dragged have the ŵ* of the one before."""
        margin = self._margin()
        if margin is None:
            return None
        return Kept(view.rect, (self._edges(margin), view, self.stage.theme, self.workspace.highlight.kind))

    def _margin(self) -> Margin | None:
        run = self.stage.run
        return run.margin if run is not None and run.margin.w_star is not None else None

    def _affine(self, margin: Margin, side: int) -> PixelLine:
        """Zero where the activation of ŵ* is `side`·γ in the section in view, which may cut the band aslant."""
        if margin.w_star is None or margin.b_star is None or margin.gamma is None:
            return PixelLine(0, 0, 0)
        return self.stage.line(margin.w_star, margin.b_star - side * margin.gamma)

    def _edges(self, margin: Margin) -> tuple[PixelLine, PixelLine]:
        return self._affine(margin, -1), self._affine(margin, 1)


class BandLayer(_OptimumLayer):
    """All that is nearer to ŵ* than γ, and a ring around each example on its edges."""

    def kept(self, view: Viewport) -> Kept | None:
        kept = super().kept(view)
        return kept and Kept(kept.extent, (*kept.sources, self._radius, self._ringed.tobytes()))

    def draw(self, painter: QPainter, view: Viewport) -> None:
        theme, margin = self.stage.theme, self._margin()
        if margin is None:
            return
        lit = self.workspace.highlight.kind == "gamma"
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("promise", 0.16 if lit else 0.06))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # ten times as fast, and lines lie on its edges
        painter.drawPolygon(_band(view, *self._edges(margin)))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.pen("promise", 1.3, Qt.PenStyle.DotLine))
        segments = map(view.segment, self._edges(margin))
        painter.drawLines([segment for segment in segments if segment is not None])
        draw_rings(painter, self._ringed, self._radius, theme.pen("promise", 3.2 if lit else 1.8))

    def words(self, view: Viewport) -> Iterable[Word]:
        """The band, where that leaves room for words elsewhere."""
        margin = self._margin()
        return () if margin is None else _reserved(view, *self._edges(margin))

    @property
    def _radius(self) -> float:
        return self.stage.marker_size / 2 + 4.0

    @cached_property
    def _ringed(self) -> FloatArray:
        """Where the examples on the edges are, (m, 2)."""
        margin = self._margin()
        support = None if margin is None else margin.support
        return self.stage.pixels_of(() if support is None else support[:200])


class OptimumLayer(_OptimumLayer):
    """Its line, dashed."""

    def draw(self, painter: QPainter, view: Viewport) -> None:
        margin = self._margin()
        if margin is not None and (segment := view.segment(self._affine(margin, 0))) is not None:
            width = 4.0 if self.workspace.highlight.kind == "star" else 2.0
            painter.setPen(self.stage.theme.pen("promise", width, Qt.PenStyle.DashLine))
            painter.drawLine(segment)

    def words(self, view: Viewport) -> Iterable[Word]:
        margin = self._margin()
        if margin is None or margin.gamma is None:
            return
        if (line := view.segment(self._affine(margin, 0))) is not None:
            yield Label(f"ŵ*, γ {margin.gamma_written()}", "promise", beside(line, 8), bold=True, stretch=line)

    def lines(self, view: Viewport) -> Iterable[NamedLine]:
        if (margin := self._margin()) is not None:
            yield NamedLine(self._affine(margin, 0), "ŵ*", "promise", sought=True)

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        margin = self._margin()
        foot = None if margin is None else self._affine(margin, 0).foot(pixel)
        if margin is None or foot is None or QLineF(foot, pixel).length() >= 6.0:
            return None
        told = f"{_TOOLTIP} Here x means (x, B)." if margin.bias.value else _TOOLTIP
        return Hit(lambda: told, quantity="star")


def _band(view: Viewport, below: PixelLine, above: PixelLine) -> QPolygonF:
    """What of the view lies between two lines: where the one is > 0 and the other is < 0."""
    return view.half_plane(below, 1).intersected(view.half_plane(above, -1))


@lru_cache(maxsize=4)
def _reserved(view: Viewport, below: PixelLine, above: PixelLine) -> tuple[QRectF, ...]:
    """That in slices, which words keep off; none where they would have too little room."""
    slices = _slices(_band(view, below, above))
    covered = sum(rect.width() * rect.height() for rect in slices)
    # Words have to stand in a band that takes more of the view.
    return tuple(slices) if covered < 0.4 * view.width * view.height else ()


def _slices(band: QPolygonF) -> list[QRectF]:
    """The band from the top down, each slice as wide as it is there."""
    corners = points_of(band)
    if not len(corners):
        return []
    ends = np.stack([corners, np.roll(corners, -1, axis=0)])
    upper, lower = np.take_along_axis(ends, ends[..., 1:].argsort(axis=0), axis=0)
    drop, height = lower - upper, float(np.ptp(corners[:, 1])) / _SLICES
    tops = (corners[:, 1].min() + height * np.arange(_SLICES))[:, None]
    met = (lower[:, 1] >= tops) & (upper[:, 1] <= tops + height)
    ys = np.stack([np.maximum(tops, upper[:, 1]), np.minimum(tops + height, lower[:, 1])])
    parts = np.divide(ys - upper[:, 1], drop[:, 1], out=np.zeros_like(ys), where=drop[:, 1] > 0)
    xs = upper[:, 0] + drop[:, 0] * parts
    lefts, rights = xs.min(axis=(0, 2), where=met, initial=np.inf), xs.max(axis=(0, 2), where=met, initial=-np.inf)
    rows = zip(lefts.tolist(), rights.tolist(), tops[:, 0].tolist(), strict=True)
    return [QRectF(left, top, right - left, height) for left, right, top in rows if left <= right]
