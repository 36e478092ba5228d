"""Arrows at the edge of the view, each to a line that is drawn but lies out of view."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter

from perceptron_gui.canvas.labels.placing import Label, about
from perceptron_gui.canvas.layers.layer import Hit, Layer, NamedLine, Word
from perceptron_gui.canvas.markers import arrow_area
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.look.plots.axes import draw_arrow
from perceptron_gui.look.viewport import PixelLine, Viewport
from perceptron_gui.model.workspace import Workspace

_LENGTH, _WIDTH = 30.0, 3.0
_FROM_EDGE = 7.0
_HALF = 10.0
"""half the room across that an arrow takes"""
_APART = 6.0
"""pixels between the places that are tried"""
_FACING = 0.3
"""an edge that an arrow may point over: the cosine between it and the way out is at least this"""


@dataclass(frozen=True)
class EdgeArrow:
    """One arrow in pixels, and the line it points to."""

    arrow: QLineF
    to: NamedLine

    @property
    def area(self) -> QRectF:
        return arrow_area(self.arrow, _HALF).boundingRect()


class EdgeArrowsLayer(Layer):
    """Each stands where the way from the middle of the view to the line's nearest point leaves it, or close by.

    Wherever it stands it points at right angles to its line, so to the point of the line that is nearest to it.
    """

    def __init__(self, stage: Stage, workspace: Workspace, layers: Sequence[Layer]) -> None:
        changes = (stage.animated.changed, workspace.player.shown, stage.reading.changed, workspace.player.run_changed)
        super().__init__(stage, workspace, *changes, workspace.document.dataset_changed)
        self._layers = layers

    def draw(self, painter: QPainter, view: Viewport) -> None:
        theme = self.stage.theme
        for edge in self.arrows:
            draw_arrow(painter, edge.arrow, theme.pen("page", _WIDTH + 4))
            draw_arrow(painter, edge.arrow, theme.pen(edge.to.role, _WIDTH))

    def words(self, view: Viewport) -> Iterable[Word]:
        for edge in self.arrows:
            middle = edge.arrow.center()
            yield edge.area
            yield Label(edge.to.name, edge.to.role, about(middle, _LENGTH / 2 + 3), True, middle, _LENGTH / 2)

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        here = next((edge.to.name for edge in self.arrows if edge.area.contains(pixel)), None)
        return None if here is None else Hit(lambda: f"{here} is out of view, this way")

    @cached_property
    def arrows(self) -> list[EdgeArrow]:
        if not self.stage.dataset.n:
            return []
        view = self.stage.viewport
        hidden = list[NamedLine]()
        for layer in self._layers:
            for line in layer.lines(view) if layer.visible else ():
                if isinstance(line, NamedLine) and line.sought and view.segment(line.line) is None:
                    hidden.append(line)
        if not hidden:
            return []
        shown = (layer for layer in self._layers if layer.visible)
        taken = [word for layer in shown for word in layer.words(view) if isinstance(word, QRectF)]
        found: list[EdgeArrow] = []
        for named in hidden:
            if (way := _way(view, named.line)) is not None:
                found.append(EdgeArrow(self._place(view, way, taken), named))
                taken.append(found[-1].area)
        return found

    def _place(self, view: Viewport, way: QPointF, taken: Sequence[QRectF]) -> QLineF:
        """An arrow along `way` at the edge: where it covers nothing that is taken and no example, if there is room."""
        straight: QLineF | None = None
        free: QLineF | None = None
        for place in _places(view, way):
            area = arrow_area(place, _HALF).boundingRect()
            straight = straight or place
            if not any(area.intersects(rect) for rect in taken):
                free = free or place
                if not self.stage.point_density.count(area):
                    return place
        return free or straight or QLineF()


def _way(view: Viewport, line: PixelLine) -> QPointF | None:
    """The unit vector from the middle of the view towards a line; None where there is no line."""
    length = math.hypot(line.a, line.b)
    value = line.at(view.rect.center())
    if not (length > 0 and math.isfinite(length)) or not value:
        return None
    side = -math.copysign(1.0, value)
    return QPointF(side * line.a / length, side * line.b / length)


def _places(view: Viewport, way: QPointF) -> Iterator[QLineF]:
    """Arrows along `way` with their tips at the edge, from where the way leaves the view outwards."""
    inner = view.rect.adjusted(_FROM_EDGE, _FROM_EDGE, -_FROM_EDGE, -_FROM_EDGE)
    middle = inner.center()
    across = inner.width() / 2 / abs(way.x()) if way.x() else math.inf
    down = inner.height() / 2 / abs(way.y()) if way.y() else math.inf
    straight = middle + way * min(across, down)
    yield QLineF(straight - way * _LENGTH, straight)
    tips: list[QPointF] = []
    if abs(way.x()) > _FACING:
        x = inner.right() if way.x() > 0 else inner.left()
        tips += [QPointF(x, y) for y in np.arange(inner.top() + _HALF, inner.bottom() - _HALF, _APART).tolist()]
    if abs(way.y()) > _FACING:
        y = inner.bottom() if way.y() > 0 else inner.top()
        tips += [QPointF(x, y) for x in np.arange(inner.left() + _HALF, inner.right() - _HALF, _APART).tolist()]
    tips.sort(key=lambda tip: QLineF(tip, straight).length())
    yield from (QLineF(tip - way * _LENGTH, tip) for tip in tips)
