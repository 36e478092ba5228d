"""All words on the picture: the layers' labels, arrows to lines out of view, and a hint when empty."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter

from core.datasets.dataset import FloatArray
from core.theory.symbols import explained
from perceptron_gui.canvas.layers.layer import Hit, Layer, NamedCurve, NamedLine
from perceptron_gui.canvas.markers import arrow_area
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.look.labels import Box, Label, Placed, Placer, Spot, Taken, about, box_of
from perceptron_gui.look.plots.axes import draw_arrow
from perceptron_gui.look.size import BODY, LARGE, SMALL
from perceptron_gui.look.viewport import PixelLine, Viewport
from perceptron_gui.model.workspace import Workspace

_MARGIN = 6.0
"""Pixels that a label keeps from the edge."""
_ROOM, _LITTLE = (12.0, 4.0), (4.0, -2.0)
"""Pixels around words, and around small ones: their letters have room above and below."""
_IN_LINES = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
_LENGTH, _WIDTH = 30.0, 3.0
_FROM_EDGE = 7.0
_HALF = 10.0
"""Pixels: half the width that an arrow takes."""
_APART = 6.0
"""Pixels between the places that are tried for an arrow."""
_FACING = 0.3
"""The least cosine between an edge and the way out, so that an arrow may point over that edge."""


class EdgeArrow(NamedTuple):
    """An arrow in pixels at the edge of the view, and the line out of view that it points to."""

    arrow: QLineF
    to: NamedLine

    @property
    def area(self) -> QRectF:
        return arrow_area(self.arrow, _HALF).boundingRect()


class WordsLayer(Layer):
    """Places the words of all visible layers together, so that none covers another, a line or an example.

    An arrow at the edge points to each line that is sought but out of view. It stands where the way from the middle of
    the view to the line's nearest point leaves it, or close by, and points at right angles to its line. While the
    canvas is empty a `hint` in its middle says what to do first. `noted` carries the sentences on the picture whenever
    they change: they are not written on it.
    """

    title = "Words on the picture"
    hint = ""
    noted = Signal(list)

    def __init__(
        self, stage: Stage, workspace: Workspace, layers: Sequence[Layer], extra_notes: Callable[[], Iterable[str]]
    ) -> None:
        listened_to = (
            *(stage.animated, stage.classifier, workspace.highlight, workspace.own_separator, workspace.quiz),
            *(workspace.compared_boundaries, stage.tracing, stage.level_sets, stage.afterglow),
        )
        changes = (source.changed for source in listened_to)
        player = workspace.player
        super().__init__(
            stage, workspace, *changes, player.shown, player.run_changed, workspace.document.dataset_changed
        )
        self._fonts = {(rung, bold): stage.font(rung, bold=bold) for rung in (SMALL, BODY) for bold in (False, True)}
        self._metrics = {kind: QFontMetricsF(font) for kind, font in self._fonts.items()}
        self._layers = layers
        self._extra_notes = extra_notes
        self.placer = Placer()
        for moved in (stage.viewport_changed, stage.projection_changed):
            moved.connect(self.placer.forget)
        self.arrows: list[EdgeArrow] = []
        self._drawn = list[Placed]()
        self._notes = list[str]()

    def draw(self, painter: QPainter, view: Viewport) -> None:
        self._drawn = words = self.arranged(view)
        theme = self.stage.theme
        for edge in self.arrows:
            draw_arrow(painter, edge.arrow, theme.pen("page", _WIDTH + 4))
            draw_arrow(painter, edge.arrow, theme.pen(edge.to.role, _WIDTH))
        for label, rect in words:
            painter.setOpacity(label.opacity)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("page", 0.86))
            painter.drawRoundedRect(rect, 5, 5)
            painter.setFont(self._fonts[_kind(label)])
            painter.setPen(theme.color(theme.text_role(label.role)))
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, label.text)
        if not self.stage.dataset.n:
            painter.setOpacity(1.0)
            painter.setFont(self.stage.font(LARGE))
            painter.setPen(theme.color("secondary"))
            painter.drawText(view.rect.adjusted(24, 24, -24, -24), _IN_LINES, self.hint)

    def arranged(self, view: Viewport) -> list[Placed]:
        """Return the labels of the visible layers that have room, and announce the sentences if they are others.

        The `arrows` at the edge are placed too, and their names are among the labels.
        """
        labels, notes, hidden = list[Label](), list[str](), list[NamedLine]()
        boxes, lines = list[Box](), list[FloatArray]()
        for word in (word for layer in self._layers for word in layer.said(view)):
            if isinstance(word, Label):
                labels.append(word)
            elif isinstance(word, str):
                notes.append(word)
            elif isinstance(word, QRectF):
                boxes.append(box_of(word))
            elif isinstance(word, NamedCurve):
                lines.append(word.pieces.reshape(-1, 4))
            elif (line := word if isinstance(word, QLineF) else view.segment(word.rest or word.line)) is not None:
                lines.append(np.array([line.toTuple()]))
            elif isinstance(word, NamedLine) and word.sought:
                hidden.append(word)
        notes += self._extra_notes()
        if notes != self._notes:
            self._notes = notes
            self.noted.emit(notes)
        count = self.stage.point_density.count
        taken = Taken(boxes, lines, lambda box: bool(count(box)))
        labels += self._point_out(hidden if self.stage.dataset.n else (), view, taken)
        inside = view.rect.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        return self.placer.place(labels, self._measure, inside, taken, self.stage.state)

    def all_notes(self) -> list[str]:
        """Return the sentences on the picture as it is now."""
        self.arranged(self.stage.viewport)
        return self._notes

    def _measure(self, label: Label) -> tuple[float, float]:
        metrics, (across, down) = self._metrics[_kind(label)], _LITTLE if label.small else _ROOM
        return metrics.horizontalAdvance(label.text) + across, metrics.height() + down

    def _point_out(self, hidden: Iterable[NamedLine], view: Viewport, taken: Taken) -> list[Label]:
        """Place an arrow to each line out of view, and return their names."""
        self.arrows, names = [], []
        for line in hidden:
            if (way := _way(view, line.line)) is None:
                continue
            size = arrow_area(QLineF(QPointF(), way * _LENGTH), _HALF).boundingRect().size().toTuple()
            spots, arrow = _edge_spots(view, way), way * (_LENGTH / 2)
            label = Label("", line.role, spots, key=f"to {line.name}")
            for _, rect in self.placer.place([label], partial(_sized, size), view.rect, taken, self.stage.state):
                middle = rect.center()
                self.arrows.append(EdgeArrow(QLineF(middle - arrow, middle + arrow), line))
                spots = [spot for gap in (18.0, 44.0) for spot in about(middle, gap)]
                names.append(Label(line.name, line.role, spots, bold=True))
        return names

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        """Return the meaning of the symbols in the words under the mouse, or the direction of an arrow."""
        text = next((label.text for label, rect in self._drawn if rect.contains(pixel)), None)
        if text is not None:
            run = self.stage.run
            return Hit(partial(explained, text, margin=None if run is None else run.margin))
        pointed = next((edge.to.name for edge in self.arrows if edge.area.contains(pixel)), None)
        return None if pointed is None else Hit(lambda: f"{pointed} is out of view in this direction")


def _sized(size: tuple[float, float], _: Label) -> tuple[float, float]:
    return size


def _kind(label: Label) -> tuple[int, bool]:
    """Return the rung of a label's letters, and whether they are bold."""
    return SMALL if label.small else BODY, label.bold


def _way(view: Viewport, line: PixelLine) -> QPointF | None:
    """Return the unit vector from the middle of the view towards a line; None if there is no line."""
    length = math.hypot(line.a, line.b)
    value = line.at(view.rect.center())
    if not (length > 0 and math.isfinite(length)) or not value:
        return None
    side = -math.copysign(1.0, value)
    return QPointF(side * line.a / length, side * line.b / length)


def _edge_spots(view: Viewport, way: QPointF) -> list[Spot]:
    """Return the middles of arrows along `way` with their tips at the edge, from where the way leaves it outwards."""
    inner = view.rect.adjusted(_FROM_EDGE, _FROM_EDGE, -_FROM_EDGE, -_FROM_EDGE)
    middle = inner.center()
    across = inner.width() / 2 / abs(way.x()) if way.x() else math.inf
    down = inner.height() / 2 / abs(way.y()) if way.y() else math.inf
    straight = middle + way * min(across, down)
    tips = [straight]
    if abs(way.x()) > _FACING:
        x = inner.right() if way.x() > 0 else inner.left()
        tips += [QPointF(x, y) for y in np.arange(inner.top() + _HALF, inner.bottom() - _HALF, _APART).tolist()]
    if abs(way.y()) > _FACING:
        y = inner.bottom() if way.y() > 0 else inner.top()
        tips += [QPointF(x, y) for x in np.arange(inner.left() + _HALF, inner.right() - _HALF, _APART).tolist()]
    tips.sort(key=lambda tip: (tip - straight).manhattanLength())
    half = way * (_LENGTH / 2)
    return [(tip.x() - half.x(), tip.y() - half.y(), 0.0, 0.0) for tip in tips]
