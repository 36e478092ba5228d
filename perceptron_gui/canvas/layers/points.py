"""The examples: ○ and ×; outline = true class, fill = predicted class, the wrong ones larger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from core.datasets.arithmetic import activations
from core.datasets.dataset import FloatArray, IntArray
from perceptron_gui.canvas.labels.placing import around, free_place
from perceptron_gui.canvas.labels.point_density import Box, Edges, edges_of
from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.markers import (
    MarkerStyle,
    argb,
    draw_markers,
    drawn_at_once,
    extent_of,
    reach_of,
    visible,
)
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.viewport import Viewport
from perceptron_gui.look.theme import Theme

MOST_WRONG = 2_000
"""Wrong examples marked in a frame; where there are more none is, and a note says so."""

_MOST_COUNTED = 1_000
_COUNT_POINTS = 10.0
_FILL = 0.38
_EMPHASIS, _EMPHASIS_OF_TIE = 1.4, 1.15
_WIDE_ARM = 0.25
_ROOM = 12.0
_FEW = 20_000
_RINGS, _APART, _ROWS = 11.0, 3.0, 2
"""Pixels that rings about an example take beyond its marker; of counts in rows above and below them, how far apart and
how many."""
_SAME, _OVERLAP = 0.01, 2.0
"""Pixels between examples that share a place, at most; and how far a count may reach into the square of a marker."""


class PointsLayer(Layer):
    """All examples, each filled as if predicted rightly: this picture stays while a run plays (Qt keeps it).

    Those that the state on display gets wrong, ties included, are drawn over it by a second item, without a fill where
    the prediction is a tie. Examples at the same place get a count beside them.
    """

    kept = True

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.document.dataset_changed,))
        self._wrong = _Wrong(stage, self)
        self.counts = Coinciding(stage, self)

    def extent(self, view: Viewport) -> QRectF:
        """Where examples are; all, where they are too many to be looked through for that."""
        few = self.stage.dataset.n <= _FEW
        return extent_of(self.stage.pixels, view.rect, _ROOM) if few else view.rect

    def draw(self, painter: QPainter, view: Viewport) -> None:
        stage, size = self.stage, self.stage.marker_size
        for label in (1, -1):
            style, chosen = right_style(stage.theme, label, size), stage.dataset.y == label
            if not drawn_at_once(painter, stage.points, chosen, view, style):
                seen = visible(stage.pixels, view.rect, _ROOM)
                draw_markers(painter, stage.pixels.compress(seen & chosen, axis=0), style)

    def notes(self) -> Iterable[str]:
        count = self._wrong.count
        if count > MOST_WRONG:
            yield f"{count:,} examples are wrong now: too many to mark each"


class _Wrong(Layer):
    """The examples that the state on display gets wrong."""

    def __init__(self, stage: Stage, parent: Layer) -> None:
        super().__init__(stage, (stage.reading.changed, stage.animated.changed, stage.document.dataset_changed), parent)

    @property
    def count(self) -> int:
        return int(np.count_nonzero(self._margins <= 0))

    def draw(self, painter: QPainter, view: Viewport) -> None:
        if not 0 < self.count <= MOST_WRONG:
            return
        margins = self._margins
        rows = np.flatnonzero(margins <= 0)
        size, theme, labels = self.stage.marker_size, self.stage.theme, self.stage.dataset.y[rows]
        pixels = view.to_pixels(self.stage.points[rows])
        ties = margins[rows] == 0
        for label in (1, -1):
            for tie in (False, True):
                chosen = pixels[(labels == label) & (ties == tie)]
                draw_markers(painter, chosen, wrong_style(theme, label, size, tie=tie))

    @cached_property
    def _margins(self) -> FloatArray:
        """y·a for each example, (n,), of the vector as it is drawn; a single +1 where no state fits the examples."""
        turning = self._turning()
        known = self.stage.margins if turning is None else turning
        return np.ones(1) if known is None else known

    def _turning(self) -> FloatArray | None:
        """y·a under the last vector while it is on its way; None where it rests, or is not what the learner means."""
        animated, dataset, reading = self.stage.animated, self.stage.dataset, self.stage.reading
        if not animated.moving or reading.margins is not None or len(animated.w) != dataset.d:
            return None
        return dataset.y * activations(dataset.X, animated.w, animated.b)


class Coinciding(Layer):
    """The count beside examples that share a place, 3× for three of them; left out where there is no room for it."""

    kept = True

    def __init__(self, stage: Stage, parent: Layer) -> None:
        super().__init__(stage, (stage.document.dataset_changed,), parent)

    def blank(self) -> bool:
        """Whether there is nothing to count, or there are too many examples for words."""
        return self.stage.dataset.n > _MOST_COUNTED or not len(self._found[0])

    def draw(self, painter: QPainter, view: Viewport) -> None:
        painter.setFont(self.stage.font(_COUNT_POINTS))
        painter.setPen(self.stage.theme.color("secondary"))
        for text, rect in self.placed(view):
            painter.drawText(rect.adjusted(-5, -5, 5, 5), Qt.AlignmentFlag.AlignCenter, text)

    def placed(self, view: Viewport) -> Iterator[tuple[str, QRectF]]:
        """Each count beside its examples, where it covers no other example, right or wrong, and no other count."""
        (places, counts), metrics = self._found, QFontMetricsF(self.stage.font(_COUNT_POINTS))
        here, pixels = view.to_pixels(places), self.stage.pixels
        seen = visible(here, view.rect, 0)
        reach, ring = reach_of(self.stage.dataset.n), self.stage.marker_size / 2 + _RINGS
        in_a_row = self.stage.dataset.d == 1
        occupied: list[Edges] = []
        for (x, y), count in zip(here[seen].tolist(), counts[seen].tolist(), strict=True):
            width, height = metrics.horizontalAdvance(f"{count}×"), metrics.capHeight()
            at, size = QPointF(x, y), QSizeF(width, height)
            empty = rows_beside(at, size, ring, self.stage.inset) if in_a_row else room_beside(at, size, pixels, reach)
            if (rect := free_place(empty, view.rect, occupied)) is not None:
                occupied.append(edges_of(rect))
                yield f"{count}×", rect

    @cached_property
    def _found(self) -> tuple[FloatArray, IntArray]:
        return coinciding(self.stage.points)


def right_style(theme: Theme, label: int, size: float) -> MarkerStyle:
    """An example whose predicted class is its own."""
    role = theme.of_label(label)
    return MarkerStyle(label, size, argb(theme.color(role, _FILL)), argb(theme.color(role)), _outline(size))


def wrong_style(theme: Theme, label: int, size: float, *, tie: bool) -> MarkerStyle:
    """An example predicted as the other class, or as none (a tie)."""
    fill = theme.color("page") if tie else theme.color(theme.of_label(-label))
    outline = theme.color(theme.of_label(label))
    emphasis = _EMPHASIS_OF_TIE if tie else _EMPHASIS
    return MarkerStyle(label, size * emphasis, argb(fill), argb(outline), _outline(size) * 1.1, _WIDE_ARM)


def rows_beside(at: QPointF, size: QSizeF, ring: float, frame: QRectF | None = None) -> list[Box]:
    """Below an example of many in a row, then above it, a `ring` about any of them left free; the nearest first.

    Words begin above: what is below, but not under the `frame` of the update, is seldom covered.
    """
    width, height = size.width(), size.height()
    left, offs = at.x() - width / 2, [ring + row * (height + _APART) for row in range(_ROWS)]
    tops = [*(at.y() + off for off in offs), *(at.y() - off - height for off in offs)]
    boxes = [(left, top, width, height) for top in tops]
    return [box for box in boxes if frame is None or not frame.intersects(QRectF(*box))]


def room_beside(at: QPointF, size: QSizeF, pixels: FloatArray, reach: float) -> list[Box]:
    """Where words of a size stand beside the example at a pixel and off all others, markers of `reach` at `pixels`."""
    near = pixels[visible(pixels, QRectF(at, at), 2 * reach + max(size.width(), size.height()))]
    others = near[np.abs(near - (at.x(), at.y())).max(axis=1) > _SAME]
    candidates = [box for spot in around(at, reach) for box in spot(*size.toTuple())]
    return [box for box in candidates if not visible(others, QRectF(*box), reach - _OVERLAP).any()]


def coinciding(points: FloatArray) -> tuple[FloatArray, IntArray]:
    """Places (m, 2) with more than one example, and how many are there (m,)."""
    if not len(points):
        return points, np.empty(0, np.int64)
    ordered = points[np.lexsort((points[:, 1], points[:, 0]))]
    firsts = np.flatnonzero(np.append(True, (np.diff(ordered, axis=0) != 0).any(axis=1)))
    counts = np.diff(np.append(firsts, len(points)))
    several = counts > 1
    return ordered[firsts[several]], counts[several]


def _outline(size: float) -> float:
    return max(size * 0.17, 0.8)
