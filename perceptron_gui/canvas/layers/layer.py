"""A layer: draws one thing from the state on display, over the whole view; and the stack of all of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import ClassVar, NamedTuple, TypeVar

import numpy as np
from PySide6.QtCore import QLineF, QObject, QPointF, QRectF, QSize, QSizeF, Qt, Signal, SignalInstance
from PySide6.QtGui import QPainter, QPainterPath, QPixmap
from PySide6.QtWidgets import QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from core.datasets.dataset import FloatArray
from perceptron_gui.canvas.classifier.maps import FieldReading
from perceptron_gui.canvas.markers import is_raster
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.guarded import Guarded, report
from perceptron_gui.look.labels import Label
from perceptron_gui.look.viewport import PixelLine, Viewport
from perceptron_gui.model.pointing.highlight import Kind
from perceptron_gui.model.workspace import Workspace

Answer = TypeVar("Answer")

CLASSES = "×", "○"
"""The words for the sides below and above 0 of a classifier."""


class NamedLine(NamedTuple):
    """A straight line that a layer draws where it is in view, named in the colour of `role`.

    `sides` are what lies where its function is below and above 0. An arrow points to one that is `sought` but not in
    view. One that is on its way comes to `rest`.
    """

    line: PixelLine
    name: str
    role: str
    sides: tuple[str, str] = CLASSES
    sought: bool = False
    rest: PixelLine | None = None


@dataclass(frozen=True, eq=False)
class NamedCurve:
    """A curve that a layer draws in `pieces` (m, 4), ends in pixels of the view; it may be several curves or none.

    The pieces are where `field` is 0, if that is known; those of an `estimate` may be elsewhere.
    """

    pieces: FloatArray
    name: str
    field: FieldReading | None = None
    sides: tuple[str, str] = CLASSES
    estimate: bool = False


Word = Label | str | QRectF | QLineF | NamedLine | NamedCurve
"""A label, a sentence, a place or line that no label may lie on, or a line or curve worth naming, in view or not."""


@dataclass(frozen=True)
class Hit:
    """The thing of a layer under the mouse: words about it, and the part of it that is lit everywhere.

    The `tooltip` is about the `example` there, if one is given. A `quantity` of the theorem comes with its `rows`; a
    `vector` is named by the update that made it.
    """

    tooltip: Callable[[], str] = str
    example: int | None = None
    quantity: Kind | None = None
    rows: tuple[int, ...] = ()
    vector: int | None = None


@dataclass(frozen=True, eq=False)
class Kept:
    """A picture that serves for every frame until the layer is redrawn and any of `sources` is another.

    Arrays among the sources are compared by identity, other values by equality; without sources each redraw makes
    another picture. Outside `extent` the picture is empty, and neither cleared nor copied.
    """

    extent: QRectF
    sources: tuple[object, ...] = ()

    def same_as(self, other: Kept | None) -> bool:
        if other is None or not self.sources or len(self.sources) != len(other.sources):
            return False
        for one, two in zip(self.sources, other.sources, strict=True):
            if one is not two and (isinstance(one, np.ndarray) or one != two):
                return False
        return True


class Layer(QObject):
    """A layer draws in pixels of the view, again after each signal in `redraw_on`, unless it is hidden.

    `aged` announces that. A hidden layer is never asked for anything. One that `failed` is left out until the next run.
    """

    title = "A part of the picture"
    """The words for the layer in menus."""
    _cached: ClassVar[tuple[str, ...]] = ()
    aged = Signal()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        found = (name for kind in cls.__mro__ for name, what in vars(kind).items() if isinstance(what, cached_property))
        cls._cached = tuple(found)

    def __init__(self, stage: Stage, workspace: Workspace, *redraw_on: SignalInstance) -> None:
        super().__init__()
        self.stage, self.workspace = stage, workspace
        self.visible, self.failed = True, False
        self._picture = QPixmap()
        self._covered = self._dots = QRectF()
        """what the picture covers, in pixels and in its dots"""
        self._kept: Kept | None = None
        self._stale = True
        self._told = False
        for signal in (stage.viewport_changed, stage.theme_model.changed, stage.projection_changed, *redraw_on):
            signal.connect(self.redraw)

    @property
    def applies(self) -> bool:
        """True if the run on display may have something for this layer; else it is not asked for anything."""
        return True

    @property
    def shown(self) -> bool:
        return self.visible and not self.failed and self.applies

    def ask(self, question: Callable[[], Answer], otherwise: Answer) -> Answer:
        """Return what the layer answers to a `question`, or `otherwise` from one that is not shown or that fails."""
        try:
            return question() if self.shown else otherwise
        except Exception as error:
            self.failed = True
            self.workspace.player.run_changed.connect(self._try_again, Qt.ConnectionType.SingleShotConnection)
            error.add_note(f"“{self.title}” is left out until the next run.")
            report(error)
            self.aged.emit()
            return otherwise

    def draw(self, painter: QPainter, view: Viewport) -> None:
        """Draw what the layer shows; antialiasing is on, pen and brush are off."""

    def words(self, view: Viewport) -> Iterable[Word]:
        """Return the words on what the layer draws, and the places that the words of all layers avoid."""
        return ()

    def said(self, view: Viewport) -> list[Word]:
        """Return the `words`; none of a layer that is not shown or that fails."""
        nothing: list[Word] = []
        return self.ask(lambda: list(self.words(view)), nothing)

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        """Return what is under the mouse, where `row` is the example whose marker is there, if any."""
        return None

    def kept(self, view: Viewport) -> Kept | None:
        """Return how long a picture of the layer stays valid; None if drawing is as fast as copying it.

        Asked only after a redraw. Files get vectors, which are always drawn again.
        """
        return None

    def set_visible(self, visible: bool) -> None:
        if visible != self.visible:
            self.visible = visible
            self.aged.emit()

    def paint(self, painter: QPainter) -> None:
        self._told = False
        painter.save()
        self.ask(partial(self._paint, painter), None)
        painter.restore()

    def _paint(self, painter: QPainter) -> None:
        raster, ratio = is_raster(painter), painter.deviceTransform().m11()
        resized = self._picture.devicePixelRatio() != ratio
        if raster and (self._stale or resized):
            before, self._kept, self._stale = self._kept, self.kept(self.stage.viewport), False
            if self._kept is not None and (resized or not self._kept.same_as(before)):
                self._draw_picture(self._kept.extent & self.stage.viewport.rect, ratio)
        if raster and self._kept is not None:
            painter.drawPixmap(self._covered, self._picture, self._dots)
        else:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.draw(painter, self.stage.viewport)

    def redraw(self) -> None:
        """Draw again in the next frame."""
        for name in self._cached:
            vars(self).pop(name, None)
        self._stale = True
        if not self._told:  # This runs once a picture, not for each of the half dozen signals before it.
            self._told = True
            self.aged.emit()

    def _try_again(self) -> None:
        self.failed, self._kept = False, None
        self.redraw()

    def _draw_picture(self, extent: QRectF, ratio: float) -> None:
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
        self._dots = QRectF(QRectF(extent.topLeft() * ratio, extent.size() * ratio).toAlignedRect())
        self._covered = QRectF(self._dots.topLeft() / ratio, self._dots.size() / ratio)
        painter.setClipRect(self._covered)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        try:
            self.draw(painter, view)
        finally:
            painter.end()  # Qt crashes if a picture is drawn while it is still being painted.


class Stack(Guarded, QGraphicsObject):
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
        """Return an empty shape: the tools find what the mouse hits."""
        return QPainterPath()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        for layer in self._layers:
            layer.paint(painter)

    def _on_viewport(self) -> None:
        if self._stage.viewport.rect != self._rect:
            self.prepareGeometryChange()
            self._rect = self._stage.viewport.rect
