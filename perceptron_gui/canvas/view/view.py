"""The plot around the layers: axes and their names, a key to the markers, and the visible part of the plane."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Slot
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPixmap, QResizeEvent, QTransform
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsSimpleTextItem,
    QGraphicsTextItem,
    QStyleOptionGraphicsItem,
    QWidget,
)

from core.datasets.dataset import Dataset
from core.numbers.numerals import number
from perceptron_gui.canvas.labels.point_density import fitted_with_room
from perceptron_gui.canvas.layers.layer import Layer, Stack
from perceptron_gui.canvas.markers import is_raster
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.plain import plain
from perceptron_gui.look.size import SMALL, scale_now
from perceptron_gui.look.text.sentences import class_name
from perceptron_gui.look.theme import Theme
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.threads.single_shot import single_shot
from perceptron_gui.model.workspace import Workspace

_FORMS = ("outline: true class · fill: predicted class", "outline: truth · fill: prediction")
_MEANING = """Outline: the class that an example has, ○ or ×.
Fill: the class that the boundary on display gives it; another colour than the outline is a mistake, none a tie.
Yellow ring: the example of this step.
Green ring: as near to the line of ŵ* as γ. Dotted ring: the longest, it makes R.
Halo, a disc behind: selected."""


class MarkerKey(QGraphicsSimpleTextItem):
    """The key to the markers, in the longest form that fits; hidden if none fits."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setToolTip(_MEANING)

    def restyle(self, theme: Theme, font: QFont) -> None:
        self.setBrush(theme.color("secondary"))
        self.setFont(font)

    def place(self, bottom: float, room: float) -> None:
        """Move to the corner (0, bottom), at most `room` pixels wide."""
        for form in _FORMS:
            self.setText(form)
            if self.boundingRect().width() <= room:
                break
        size = self.boundingRect()
        self.setVisible(size.width() <= room)
        self.setPos(0, bottom - size.height())


class Legend(QGraphicsTextItem):
    """The legend “○ virginica × setosa”: long names are shortened, and it is hidden if too little space is left."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.names = ("", "")
        """Full names of the classes ○ and ×."""
        self._colors = ("", "", "")
        self.document().setDocumentMargin(0)

    def restyle(self, theme: Theme, font: QFont) -> None:
        self._colors = theme.positive, theme.negative, theme.secondary
        self.setFont(font)

    def place(self, right: float, bottom: float, room: float) -> None:
        """Move to the corner (right, bottom), at most `room` pixels wide."""
        self.setVisible(room >= 90.0)
        metrics = QFontMetricsF(self.font())
        marks = metrics.horizontalAdvance("○  × ") + 16.0
        # Both names are whole if they fit, else each gets its share; a short one leaves its rest to the other.
        widths, left = [metrics.horizontalAdvance(name) for name in self.names], room - marks
        shares = (max(left / 2, left - widths[1]), max(left / 2, left - widths[0]))
        shorten = Qt.TextElideMode.ElideMiddle
        shown = [metrics.elidedText(name, shorten, share) for name, share in zip(self.names, shares, strict=True)]
        positive, negative, ink = self._colors
        entries = zip((positive, negative), ("○", "×"), shown, strict=True)
        words = [
            f'<span style="color: {color}">{mark}</span><span style="color: {ink}">&nbsp;{html.escape(name)}</span>'
            for color, mark, name in entries
        ]
        self.setHtml("&nbsp;&nbsp; ".join(words))
        size = self.boundingRect()
        self.setPos(right - size.width(), bottom - size.height())


_LEGEND_GAP = 12.0


class _Axis(Guarded, pg.AxisItem):
    """An axis whose neighbouring numbers differ. Files draw it anew: the stored picture has the size of the screen."""

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        """Return ordinary numbers as pyqtgraph writes them; others with as many digits as tell neighbours apart."""
        largest = max(map(abs, values), default=0.0)
        if largest < 1e4 and spacing >= 1e-3:
            strings: list[str] = super().tickStrings(values, scale, spacing)
            return [text.replace("-", "−") for text in strings]
        digits = math.floor(math.log10(max(largest, spacing))) - math.floor(math.log10(spacing)) + 1
        return [number(value if abs(value) > spacing / 2 else 0.0, digits) for value in values]

    def measure(self) -> None:
        """Take the space that its numbers need: pyqtgraph measures them when it makes the picture that it keeps."""
        nowhere = QPixmap(1, 1)
        with QPainter(nowhere) as painter:
            super().paint(painter, QStyleOptionGraphicsItem(), None)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if is_raster(painter):
            super().paint(painter, option, widget)
            return
        painter.setFont(self.style["tickFont"])
        specs = self.generateDrawSpecs(painter)
        if specs is not None:
            self.drawPicture(painter, *specs)


class PlotView(Guarded, pg.PlotWidget):
    """Shows the layers of a stage and keeps its viewport in step with the size of the widget.

    A view that was fitted, to the data or to a part of the plane, stays so when the widget changes its size, until
    someone zooms or pans. After an edit it is painted once, together with the new run.
    """

    _scale = 1.0

    def __init__(self, stage: Stage, workspace: Workspace, parent: QWidget | None = None) -> None:
        axes = {side: _Axis(side) for side in ("left", "bottom")}
        box = pg.ViewBox(enableMouse=False, enableMenu=False)
        super().__init__(parent, viewBox=box, axisItems=axes, enableMenu=False)
        self.box, self._axes = box, axes
        self.stage, self.workspace = stage, workspace
        self.layers: list[Layer] = []
        self._names = dict.fromkeys(axes, "")
        self.legend = Legend(axes["bottom"])
        self.marker_key = MarkerKey(axes["bottom"])
        self.equal_scales = True
        """True if a view that is fitted has one scale on both axes"""
        self._fitted = stage.viewport
        self._part: Viewport | None = None
        # A page of one colour is filled in once, not filled and copied over; nothing of the window shows through.
        self.setCacheMode(self.CacheModeFlag.CacheNone)
        # The page covers the whole viewport, so Qt need not paint what lies behind it.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.hideButtons()
        self.box.disableAutoRange()
        self.setAcceptDrops(False)
        self.setMenuEnabled(False)
        self.getPlotItem().layout.setContentsMargins(4, 6, 10, 4)
        stage.viewport_changed.connect(self._on_viewport)
        stage.theme_model.changed.connect(self._restyle)
        self._usual_updates = self.viewportUpdateMode()
        # An edit is painted without its run where that takes longer to begin.
        self._waiting = single_shot(self, 24, self._paint_again)
        workspace.document.dataset_changed.connect(self._wait_for_run)
        workspace.player.run_changed.connect(self._paint_again)
        workspace.document.dataset_changed.connect(self._on_dataset)
        workspace.document.opened.connect(self.fit)
        workspace.document.pasted.connect(self._on_pasted)
        workspace.document.view_choice_changed.connect(self.fit)
        stage.projection_changed.connect(self._on_projection)
        self.box.sigResized.connect(self._on_resized)
        axes["bottom"].geometryChanged.connect(self._place_legend)
        self._restyle()
        self._on_dataset(stage.dataset)
        self._on_projection()
        if scale_now() != self._scale:
            self.letter()

    def set_scale(self, scale: float) -> None:
        """Draw everything at `scale` times its usual size, with as much less space."""
        self._scale = scale
        self.resizeEvent(None)

    def letter(self) -> None:
        self.set_scale(scale_now())

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Keep the scene as large as the view looks: an enlarged view shows less."""
        if not self.closed:
            width, height = self.width() / self._scale, self.height() / self._scale
            pg.GraphicsView.setRange(self, QRectF(0, 0, width, height), padding=0, disableAutoPixel=False)

    def updateMatrix(self, propagate: bool = True) -> None:
        super().updateMatrix(propagate)
        self.setTransform(QTransform.fromScale(self._scale, self._scale))

    def add_layers(self, layers: Iterable[Layer]) -> None:
        self.layers = list(layers)
        self._stack = Stack(self.stage, self.layers)
        self._stack.setParentItem(self.box)
        self._stack.setZValue(1)

    @Slot(int, int)
    def _on_pasted(self, before: int, _more: int) -> None:
        """Show pasted examples whole if they are the first; others keep the view that they are added to."""
        if not before:
            self.fit()

    def on_widget(self, rect: QRectF) -> QRect:
        """Return the place on the widget of a rectangle in pixels of the viewport."""
        seen = self.mapFromScene(self.box.mapToScene(rect).boundingRect()).boundingRect()
        return QRect(self.viewport().mapTo(self, seen.topLeft()), seen.size())

    @Slot()
    def fit(self) -> None:
        self._part = None
        self._fitted = self._fitting(self.stage.viewport)
        self.stage.set_viewport(self._fitted)
        # The axes get their space now: if it were found too small while painting, everything would be painted twice.
        for axis in self._axes.values():
            axis.measure()
        self.getPlotItem().layout.activate()
        for axis in self._axes.values():
            axis.measure()

    @property
    def shows_all(self) -> bool:
        """True if the view is fitted to all examples."""
        return self._part is None and self.stage.viewport == self._fitted

    def show_part(self, part: Viewport) -> None:
        self._part = part
        self._fitted = self._fitting(self.stage.viewport)
        self.stage.set_viewport(self._fitted)

    def zoom(self, factor: float, about: QPointF | None = None) -> None:
        """Zoom by `factor` about a pixel or the middle of the view."""
        view = self.stage.viewport
        self.stage.set_viewport(view.zoomed(factor, view.rect.center() if about is None else about))

    def set_equal_scales(self, equal: bool) -> None:
        if equal != self.equal_scales:
            self.equal_scales = equal
            self.fit()

    @Slot()
    def _on_resized(self) -> None:
        size, view = self.box.rect().size(), self.stage.viewport
        resized = view.resized(size.width(), size.height())
        if view == self._fitted:
            self._fitted = resized = self._fitting(resized)
        self.stage.set_viewport(resized)

    def _fitting(self, view: Viewport) -> Viewport:
        if self._part is not None:
            return view.showing(self._part)
        return fitted_with_room(view, self.stage.points, self.equal_scales)

    @Slot()
    def _wait_for_run(self) -> None:
        """Paint nothing until the new run has begun, or long enough after the first of several edits."""
        self.setViewportUpdateMode(self.ViewportUpdateMode.NoViewportUpdate)
        self._waiting.soon()

    @Slot()
    def _paint_again(self) -> None:
        self._waiting.stop()
        if self.viewportUpdateMode() is not self._usual_updates:
            self.setViewportUpdateMode(self._usual_updates)
            self.viewport().update()

    @Slot()
    def _on_viewport(self) -> None:
        view = self.stage.viewport
        self.box.setRange(xRange=view.x_range, yRange=view.y_range, padding=0)

    @Slot(object)
    def _on_dataset(self, dataset: Dataset) -> None:
        negative, positive = map(class_name, dataset.labels)
        # The legend is laid out as a page of HTML, so it is not done for each edit.
        if self.legend.names != (positive, negative):
            self.legend.names = positive, negative
            self.legend.setToolTip(plain(f"○ {positive} (y = +1)\n× {negative} (y = −1)"))
            self._place_legend()

    @Slot()
    def _on_projection(self) -> None:
        for side, name in zip(("bottom", "left"), self.stage.projection.titles, strict=True):
            if name != self._names[side]:
                self._name_axis(side, name)
        self._axes["left"].setStyle(
            showValues=len(self.stage.projection.columns) != 1
        )  # A line of numbers has no heights.
        self._place_legend()
        pixels, view = self.stage.pixels, self.stage.viewport
        if len(pixels) and self.workspace.document.view_choice.turns and view == self._fitted:
            low, high, size = pixels.min(axis=0), pixels.max(axis=0), np.array([view.width, view.height])
            # Examples have come to lie out of view, or all in a small part of it.
            if (low < 0).any() or (high > size).any() or (high - low < 0.3 * size).all():
                self.fit()

    @Slot()
    def _place_legend(self) -> None:
        """Put the legend into the line of the axis's name, which moves to the left if both need the space."""
        axis = self._axes["bottom"]
        width, name = axis.size().width(), axis.label.boundingRect().width()
        self.legend.place(width, axis.size().height(), width - name - _LEGEND_GAP)
        taken = self.legend.boundingRect().width() + _LEGEND_GAP if self.legend.isVisible() else 0.0
        axis.label.setX(min((width - name) / 2, width - taken - name))
        self.marker_key.place(axis.size().height(), axis.label.pos().x() - _LEGEND_GAP)

    @Slot()
    def _restyle(self) -> None:
        theme = self.stage.theme
        self.setBackground(theme.color("page"))
        for side, axis in self._axes.items():
            axis.enableAutoSIPrefix(False)
            axis.setPen(theme.pen("hairline", 1))
            axis.setTickPen(theme.pen("hairline", 1))
            axis.setTextPen(theme.pen("secondary", 1))
            axis.setStyle(tickFont=self.stage.font(SMALL), tickLength=-5, tickTextOffset=5)
            self._name_axis(side, self._names[side])
        self.legend.restyle(theme, self.stage.font(SMALL))
        self.marker_key.restyle(theme, self.stage.font(SMALL))
        self._place_legend()

    def _name_axis(self, side: str, name: str) -> None:
        self._names[side] = name
        style = {"color": self.stage.theme.secondary, "font-size": f"{self.stage.font(SMALL).pixelSize()}px"}
        # Without these ranges pyqtgraph shows numbers below 1 times a thousand even if the prefix is turned off.
        self._axes[side].setLabel(html.escape(name), siPrefixEnableRanges=(), **style)
        self._axes[side].label.setToolTip(plain(name))
