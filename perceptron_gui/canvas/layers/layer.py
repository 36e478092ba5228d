"""A layer: draws one thing from the state on display, over the whole view; and the stack of all of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np
from PySide6.QtCore import QObject, QPointF, QRectF, QSize, QSizeF, Qt, Signal, SignalInstance, Slot
from PySide6.QtGui import QPainter, QPainterPath, QPixmap
from PySide6.QtWidgets import QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from core.datasets.dataset import FloatArray
from perceptron_gui.canvas.classifier.maps import FieldReading
from perceptron_gui.canvas.labels.placing import Label
from perceptron_gui.canvas.markers import is_raster
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.viewport import PixelLine, Viewport
from perceptron_gui.model.pointing.highlight import Kind

CLASSES = "×", "○"
"""What lies below and above 0 of a classifier."""


@dataclass(frozen=True)
class NamedLine:
    """A straight line that a layer draws where it is in view, named in the colour of `role`.

    `sides` are what lies where its function is below and above 0.
    """

    line: PixelLine
    name: str
    role: str
    sides: tuple[str, str] = CLASSES


@dataclass(frozen=True, eq=False)
class NamedCurve:
    """What a layer draws in `pieces` (m, 4), ends in pixels of the view: a curve, several or none.

    The `field` that they are where it is 0, where that is known; those of an `estimate` may be elsewhere.
    """

    pieces: FloatArray
    name: str
    field: FieldReading | None = None
    sides: tuple[str, str] = CLASSES
    estimate: bool = False


@dataclass(frozen=True)
class PointedQuantity:
    """A quantity of the theorem that is under the mouse, with the examples that go with it."""

    kind: Kind
    rows: tuple[int, ...] = ()


class Layer(QObject):
    """Draws in pixels of the view; drawn anew when one of the signals in `redraw_on` comes, unless it is hidden.

    `aged` says so. A layer with a `parent` is drawn above it, where that is visible.

    A hidden layer is never asked to draw, so all the work belongs in `draw`. A `kept` layer is drawn into a pixmap
    that serves for every frame until the layer itself changes; vectors (a file) are always drawn anew.
    """

    kept: ClassVar[bool] = False
    _cached: ClassVar[tuple[str, ...]] = ()
    aged = Signal()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        found = (name for kind in cls.__mro__ for name, what in vars(kind).items() if isinstance(what, cached_property))
        cls._cached = tuple(found)

    def __init__(self, stage: Stage, redraw_on: Sequence[SignalInstance] = (), parent: Layer | None = None) -> None:
        super().__init__(parent)
        self.stage = stage
        self._visible = True
        self._above: list[Layer] = []
        if parent is not None:
            parent._above.append(self)
            self.aged.connect(parent.aged)
        self._picture = QPixmap()
        self._covered = QRectF()
        self._drawn_from: tuple[object, ...] = ()
        self._stale = True
        self._told = False
        for signal in (stage.viewport_changed, stage.theme_model.changed, stage.projection_changed, *redraw_on):
            signal.connect(self.redraw)

    def blank(self) -> bool:
        """Whether there is nothing to draw now, known without drawing."""
        return False

    def worth_keeping(self) -> bool:
        """Whether a kept picture is sooner copied than drawn: where there are a few lines only, it is not."""
        return True

    def sources(self) -> tuple[object, ...]:
        """All that a kept picture is drawn from, which stays as long as this does: arrays, told apart by identity, and
        what is told apart by what it holds.

        Empty where `redraw` always means another picture.
        """
        return ()

    def extent(self, view: Viewport) -> QRectF:
        """Where a kept picture may show anything: what is empty is neither cleared nor copied."""
        return view.rect

    def draw(self, painter: QPainter, view: Viewport) -> None:
        """Draw what the layer shows; antialiasing is on, pen and brush are off."""

    def labels(self, view: Viewport) -> Iterable[Label]:
        """The words that belong to it."""
        return ()

    def notes(self) -> Iterable[str]:
        """Sentences that a viewer must know to read the picture rightly."""
        return ()

    def reserved(self, view: Viewport) -> Iterable[QRectF]:
        """Where words of other layers must not stand."""
        return ()

    def tooltip(self, pixel: QPointF) -> str:
        """What to say of the thing under the mouse; empty where there is none."""
        return ""

    def told_of(self, row: int) -> str:
        """What to say of an example under the mouse; empty where there is nothing."""
        return ""

    def lines(self, view: Viewport) -> Iterable[NamedLine]:
        """The lines that it draws, in view or not: an arrow points to those that are not."""
        return ()

    def outlines(self, view: Viewport) -> Iterable[NamedLine | NamedCurve]:
        """All lines and curves that are worth to be told of: those, and what no arrow points to."""
        return self.lines(view)

    def pointed(self, pixel: QPointF) -> PointedQuantity | None:
        """What of the theorem is under the mouse."""
        return None

    def pointed_vector(self, pixel: QPointF) -> int | None:
        """The update that made the vector whose line is under the mouse."""
        return None

    @property
    def visible(self) -> bool:
        return self._visible

    @visible.setter
    def visible(self, visible: bool) -> None:
        if visible != self._visible:
            self._visible = visible
            self.aged.emit()

    def paint(self, painter: QPainter) -> None:
        """Draw, if it is visible, and leave the painter as it was."""
        self._told = False
        if not self._visible:
            return
        if not self.blank():
            painter.save()
            self._paint(painter)
            painter.restore()
        for layer in self._above:
            layer.paint(painter)

    @Slot()
    def redraw(self) -> None:
        """Draw anew at the next frame.

        Not to be overridden: a slot that is hears signals even when the layer is gone (PySide 6.11).
        """
        self.forget()
        self._stale = True
        if not self._told:  # once a picture, of the half dozen signals that may come before it
            self._told = True
            self.aged.emit()

    def forget(self) -> None:
        """Let go of what was worked out for the picture before, all cached properties; it is when it is asked for."""
        for name in self._cached:
            vars(self).pop(name, None)

    def _paint(self, painter: QPainter) -> None:
        if self.kept and is_raster(painter) and self.worth_keeping():
            ratio = painter.deviceTransform().m11()
            if self._is_stale() or self._picture.devicePixelRatio() != ratio:
                self._draw_picture(ratio)
            painter.drawPixmap(self._covered, self._picture, _times(self._covered, ratio))
        else:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.draw(painter, self.stage.viewport)

    def _is_stale(self) -> bool:
        if self._stale and (sources := self.sources()):
            known, self._drawn_from = self._drawn_from, sources
            self._stale = len(known) != len(sources) or not all(map(_same, known, sources))
        return self._stale

    def _draw_picture(self, ratio: float) -> None:
        view = self.stage.viewport
        size = QSizeF(view.rect.size() * ratio)
        pixels = QSize(math.ceil(size.width()), math.ceil(size.height()))
        if self._picture.size() != pixels or self._picture.devicePixelRatio() != ratio:
            self._picture = QPixmap(pixels)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(self._picture)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.fillRect(self._covered, Qt.GlobalColor.transparent)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        self._covered = _whole_dots(self.extent(view) & view.rect, ratio)
        painter.setClipRect(self._covered)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._stale = False
        try:
            self.draw(painter, view)
        finally:
            painter.end()  # Qt crashes where a picture is drawn that is still being painted


def _same(one: object, other: object) -> bool:
    """Whether a kept picture is drawn from the same."""
    return one is other or (not isinstance(one, np.ndarray) and one == other)


def _whole_dots(rect: QRectF, ratio: float) -> QRectF:
    """`rect` and what it has of the dots at its edges, `ratio` of them a pixel."""
    return _times(QRectF(_times(rect, ratio).toAlignedRect()), 1 / ratio)


def _times(rect: QRectF, factor: float) -> QRectF:
    return QRectF(rect.topLeft() * factor, rect.size() * factor)


class Stack(QGraphicsObject):
    """`layers` over the whole view, the first at the bottom."""

    def __init__(self, stage: Stage, layers: Sequence[Layer]) -> None:
        super().__init__()
        self._stage = stage
        self._layers = layers
        self._rect = stage.viewport.rect
        stage.viewport_changed.connect(self._on_viewport)
        for layer in layers:
            layer.aged.connect(self.update)

    def boundingRect(self) -> QRectF:
        return self._rect

    def shape(self) -> QPainterPath:
        """Nothing to be hit by the mouse: the tools see to that."""
        return QPainterPath()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        for layer in self._layers:
            layer.paint(painter)

    @Slot()
    def _on_viewport(self) -> None:
        if self._stage.viewport.rect != self._rect:
            self.prepareGeometryChange()
            self._rect = self._stage.viewport.rect
