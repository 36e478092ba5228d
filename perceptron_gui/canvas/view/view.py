"""The view of the layers, and the visible part of the plane."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QSizePolicy, QWidget

from core.datasets.dataset import FloatArray
from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.size import at_every_scale, scale_now
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.look.voice import Voice
from perceptron_gui.model.threads.worker import single_shot
from perceptron_gui.model.workspace import Workspace

_MOST_ROOM = 2.0
"""A fitted view takes in the arrows w of the run if it is at most this many times as large as for the examples."""
_MOST_TIPS = 200
_SOON_WALKED = 20_000
"""Updates of a run whose vectors are found soon; of a longer run only the last one is looked at."""
_CHIPS = 32.0
"""Pixels at the top that a fitted view leaves to the names of the classes."""


class PlotView(Guarded, QAbstractScrollArea):
    """Paints the layers of a stage and keeps its viewport in step with the size of the widget.

    A view that was fitted, to the data or to a part of the plane, stays so when the widget changes its size, until
    someone zooms or pans. After an edit it is painted once, together with the new run.
    """

    voice: Voice

    def __init__(self, stage: Stage, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stage, self.workspace = stage, workspace
        self.layers: list[Layer] = []
        self.scale = 1.0
        """The pixels of the widget for a pixel of the viewport."""
        self.equal_scales = True
        """True if a view that is fitted has one scale on both axes"""
        self._fitted = stage.viewport
        self._part: Viewport | None = None
        self._takes_in = True
        """True until a fitted view has taken in the vectors of its run"""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # The page covers the whole viewport, so Qt need not paint what lies behind it.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        # An edit is painted without its run where that takes longer to begin.
        self._waiting = single_shot(self, 24, self._paint_again)
        stage.edited.connect(self._waiting.soon)
        workspace.player.run_changed.connect(self._paint_again)
        for told in (workspace.player.run_changed, workspace.player.rested):
            told.connect(self._take_in_run)
        workspace.document.opened.connect(self.fit)
        workspace.document.pasted.connect(self._on_pasted)
        workspace.document.view_choice_changed.connect(self.fit)
        stage.projection_changed.connect(self._on_projection)
        self._on_projection()
        at_every_scale(self, lambda: self.set_scale(scale_now()))

    def set_scale(self, scale: float) -> None:
        """Draw everything at `scale` times its usual size, with as much less space."""
        self.scale = scale
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay_out()

    def _lay_out(self) -> None:
        """Keep the viewport as large as the widget looks: an enlarged view shows less."""
        view = self.stage.viewport
        resized = view.resized(self.viewport().width() / self.scale, self.viewport().height() / self.scale)
        if view == self._fitted:
            self._fitted = resized = self._fitting(resized)
        self.stage.set_viewport(resized)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self.viewport()) as painter:
            self.paint_layers(painter, self.scale)

    def paint_layers(self, painter: QPainter, scale: float) -> None:
        """Paint the page and the layers, each of their pixels as `scale` pixels of the painter."""
        painter.scale(scale, scale)
        painter.fillRect(self.stage.viewport.rect, self.stage.theme.color("page"))
        for layer in self.layers:
            layer.paint(painter)

    def add_layers(self, layers: Iterable[Layer]) -> None:
        self.layers = list(layers)
        for layer in self.layers:
            layer.aged.connect(self._on_aged)

    def _on_aged(self) -> None:
        if not self._waiting.isActive():
            self.viewport().update()

    def _on_pasted(self, before: int, _more: int) -> None:
        """Show pasted examples whole if they are the first; others keep the view that they are added to."""
        if not before:
            self.fit()

    def on_widget(self, rect: QRectF) -> QRect:
        """Return the place on the widget of a rectangle in pixels of the viewport."""
        return QRectF(rect.topLeft() * self.scale, rect.size() * self.scale).toRect()

    def fit(self) -> None:
        self._part, self._takes_in = None, True
        self._fit_again()

    def _fit_again(self) -> None:
        self._fitted = self._fitting(self.stage.viewport)
        self.stage.set_viewport(self._fitted)

    def _take_in_run(self) -> None:
        """Fit a view once more when its run has been computed, unless somebody has begun to play it."""
        state, run = self.workspace.player.state, self.workspace.visible.recorded
        if not self._takes_in or run is None:
            return
        played = state is not None and state.update > 0
        self._takes_in = run.stopped is None and not played
        if self.shows_all and not played:
            self._fit_again()

    @property
    def shows_all(self) -> bool:
        """True if the view is fitted to all examples."""
        return self._part is None and self.stage.viewport == self._fitted

    def show_part(self, part: Viewport) -> None:
        self._part = part
        self._fit_again()

    def zoom(self, factor: float, about: QPointF | None = None) -> None:
        """Zoom by `factor` about a pixel or the middle of the view."""
        view = self.stage.viewport
        self.stage.set_viewport(view.zoomed(factor, view.rect.center() if about is None else about))

    def set_equal_scales(self, equal: bool) -> None:
        if equal != self.equal_scales:
            self.equal_scales = equal
            self.fit()

    def _fitting(self, view: Viewport) -> Viewport:
        if self._part is not None:
            return view.showing(self._part)
        points, equal = self.stage.points, self.equal_scales
        if not len(points):
            return view.fitted(points, equal)
        below = replace(view, height=max(view.height - _CHIPS, 1.0))
        found, whole = (below.fitted(each, equal) for each in (points, np.concatenate([points, self._tips()])))
        if max(whole.ux / found.ux, whole.uy / found.uy) <= _MOST_ROOM:
            found = whole
        return replace(found, height=view.height, cy=found.cy + _CHIPS / 2 * found.uy)

    def _tips(self) -> FloatArray:
        """Return the tips of the arrows w that the run has so far, at most some hundred, and where they start; (m, 2).

        None of a view that turns with w. These are asked of the whole run, hidden or not: the view stays as it is.
        """
        run, stage = self.workspace.visible.recorded, self.stage
        if run is None or run.dataset.d != stage.dataset.d or not run.space.has_coordinates:
            return np.empty((0, 2))
        if self.workspace.document.view_choice.turns:
            return np.empty((0, 2))
        few = run.updates <= _SOON_WALKED
        updates = sorted({*np.linspace(0 if few else run.updates, run.updates, _MOST_TIPS).astype(np.int64).tolist()})
        lines = stage.projection.lines(run.history.weights_at(np.array(updates)))
        lengths = np.hypot(lines[:, 0], lines[:, 1])
        lines, lengths = lines[lengths > 0], lengths[lengths > 0]
        with np.errstate(over="ignore", invalid="ignore"):  # A line may lie farther away than any float.
            feet = -(lines[:, :2] / lengths[:, None]) * (lines[:, 2] / lengths)[:, None]
        tips: FloatArray = np.concatenate([feet, feet + lines[:, :2]])
        return tips[(np.abs(tips) < np.finfo(np.float64).max / 4).all(axis=1)]  # Their distances are floats, too.

    def _paint_again(self) -> None:
        self._waiting.stop()
        self.viewport().update()

    def _on_projection(self) -> None:
        pixels, view = self.stage.pixels, self.stage.viewport
        if len(pixels) and self.workspace.document.view_choice.turns and view == self._fitted:
            low, high, size = pixels.min(axis=0), pixels.max(axis=0), np.array([view.width, view.height])
            # Examples have come to lie out of view, or all in a small part of it.
            if (low < 0).any() or (high > size).any() or (high - low < 0.3 * size).all():
                self.fit()
