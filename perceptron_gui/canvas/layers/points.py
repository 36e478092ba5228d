"""The examples: ○ and ×; outline = true class, fill = predicted class, the wrong ones larger."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property, partial

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from core.datasets.arithmetic import activations
from core.datasets.dataset import FloatArray, IntArray
from perceptron_gui.canvas.layers.layer import Hit, Kept, Layer, Word
from perceptron_gui.canvas.markers import (
    MarkerStyle,
    argb,
    draw_markers,
    drawn_at_once,
    extent_of,
    visible,
)
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.look.theme import Theme
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.workspace import Workspace

MOST_WRONG = 2_000
"""Wrong examples marked in a frame; where there are more none is, and a note says so."""

_ROOM = 12.0


class PointsLayer(Layer):
    """All examples, each filled as if predicted rightly: this picture stays while a run plays (Qt keeps it).

    Those that the state on display gets wrong are drawn over it by a second item, without a fill where
    the prediction is a tie. How many share a place is told where it is pointed at.
    """

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(stage, workspace, workspace.document.dataset_changed)
        self._wrong = _Wrong(stage, workspace, self)

    def kept(self, view: Viewport) -> Kept | None:
        """A few copies of stamps are sooner made than one of the whole picture; many are looked through for nothing."""
        n = self.stage.dataset.n
        if n <= 500:
            return None
        return Kept(extent_of(self.stage.pixels, view.rect, _ROOM) if n <= 20_000 else view.rect)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        stage, size = self.stage, self.stage.marker_size
        for label in (1, -1):
            style, chosen = right_style(stage.theme, label, size), stage.dataset.y == label
            if not drawn_at_once(painter, stage.points, chosen, view, style):
                seen = visible(stage.pixels, view.rect, _ROOM)
                draw_markers(painter, stage.pixels.T.compress(seen & chosen, axis=1).T, style)

    def words(self, view: Viewport) -> Iterable[Word]:
        count = len(self._wrong.rows)
        if count > MOST_WRONG:
            yield f"{count:,} examples are wrong now: too many to mark each"

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        return None if row is None else Hit(partial(self._tooltip, row), example=row)

    def _tooltip(self, row: int) -> str:
        """How many examples of which class are at the same place, if there are others."""
        here = self.stage.dataset.y[(self.stage.points == self.stage.points[row]).all(axis=1)]
        if len(here) < 2:
            return ""
        counts = ((int(np.count_nonzero(here == label)), marker) for label, marker in ((1, "○"), (-1, "×")))
        told = ", ".join(f"{count:,} {marker}" for count, marker in counts if count)
        return f"{len(here):,} examples at this place: {told}"


class _Wrong(Layer):
    """The examples that the state on display gets wrong."""

    def __init__(self, stage: Stage, workspace: Workspace, parent: Layer) -> None:
        super().__init__(
            stage,
            workspace,
            stage.reading.changed,
            stage.animated.changed,
            workspace.document.dataset_changed,
            parent=parent,
        )

    def draw(self, painter: QPainter, view: Viewport) -> None:
        rows = self.rows
        if not 0 < len(rows) <= MOST_WRONG:
            return
        size, theme, labels = self.stage.marker_size, self.stage.theme, self.stage.dataset.y[rows]
        pixels, ties = self.stage.pixels[rows], self._margins[rows] == 0
        for label in (1, -1):
            for tie in (False, True):
                chosen = pixels[(labels == label) & (ties == tie)]
                draw_markers(painter, chosen, wrong_style(theme, label, size, tie=tie))

    @cached_property
    def rows(self) -> IntArray:
        """Which they are."""
        run, margins, labels = self.stage.run, self._margins, self.stage.dataset.y
        known = run is not None and len(margins) == len(labels)
        return np.flatnonzero(run.tie.wrong(margins, labels)) if run is not None and known else np.empty(0, np.int64)

    @cached_property
    def _margins(self) -> FloatArray:
        """y·a for each example, (n,), of the vector as it is drawn; a single +1 where no state fits the examples.

        That is the last vector on its way, unless the learner means another.
        """
        animated, dataset, reading = self.stage.animated, self.stage.dataset, self.stage.reading
        if animated.moving and reading.margins is None and len(animated.w) == dataset.d:
            turning: FloatArray = dataset.y * activations(dataset.X, animated.w, animated.b)
            return turning
        known = self.stage.margins
        return np.ones(1) if known is None else known


@cache
def right_style(theme: Theme, label: int, size: float) -> MarkerStyle:
    """An example whose predicted class is its own."""
    role = theme.of_label(label)
    return MarkerStyle(label, size, argb(theme.color(role, 0.38)), argb(theme.color(role)), _outline(size))


@cache
def wrong_style(theme: Theme, label: int, size: float, *, tie: bool) -> MarkerStyle:
    """An example predicted as the other class, or a tie that is a mistake."""
    fill = theme.color("page") if tie else theme.color(theme.of_label(-label))
    outline = theme.color(theme.of_label(label))
    emphasis = 1.15 if tie else 1.4
    return MarkerStyle(label, size * emphasis, argb(fill), argb(outline), _outline(size) * 1.1, 0.25)


def _outline(size: float) -> float:
    return max(size * 0.17, 0.8)
