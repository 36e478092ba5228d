"""A layer: draws one thing from the state on display, over the whole view."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from operator import is_
from typing import ClassVar, NamedTuple, TypeVar

from PySide6.QtCore import QLineF, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPen, QPixmap

from core.datasets.dataset import FloatArray
from core.record.history import State
from core.run import Run
from perceptron_gui.canvas.classifier.maps import FieldReading
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.guarded import report
from perceptron_gui.look.labels import Label
from perceptron_gui.look.plots.axes import is_raster
from perceptron_gui.look.viewport import PixelLine, Viewport
from perceptron_gui.model.workspace import Kind

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
    `vector` is named by the update that made it. A `press` is what a click there does.
    """

    tooltip: Callable[[], str] = str
    example: int | None = None
    quantity: Kind | None = None
    rows: tuple[int, ...] = ()
    vector: int | None = None
    press: Callable[[], object] | None = None


class Layer(QObject):
    """A layer draws in pixels of the view, again with each change of the view or of what the picture shows.

    `aged` announces that. A hidden layer is never asked for anything. One that `failed` is left out until the next run.
    """

    still: ClassVar[bool] = False
    """True if what it draws depends on the view alone."""

    title = "A part of the picture"
    """The words for the layer in menus."""
    aged = Signal()

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.stage, self.workspace = stage, stage.workspace
        self.visible, self.failed, self._told = True, False, False
        self._picture = QPixmap()
        self._pictured: tuple[object, ...] = ()
        """The sources of the picture."""
        named = (each for kind in type(self).__mro__ for each in vars(kind).items())
        self._worked_out = [name for name, what in named if isinstance(what, cached_property)]
        """The properties that are worked out once for each picture."""
        changes = stage.viewport_changed, stage.theme_model.changed, stage.projection_changed
        for signal in changes if self.still else (*changes, stage.aged):
            signal.connect(self.redraw)

    @property
    def applies(self) -> bool:
        """True if there may be something for this layer; else it is not asked for anything."""
        return True

    def ask(self, question: Callable[[], Answer], otherwise: Answer) -> Answer:
        """Return what the layer answers to a `question`, or `otherwise` from one that is not shown or that fails."""
        try:
            return question() if self.visible and not self.failed and self.applies else otherwise
        except Exception as error:
            self.failed = True
            self.workspace.player.run_changed.connect(self._try_again, Qt.ConnectionType.SingleShotConnection)
            error.add_note(f"“{self.title}” is left out until the next run.")
            report(error)
            self.aged.emit()
            return otherwise

    def draw(self, painter: QPainter, view: Viewport) -> None:
        """Draw what the layer shows; antialiasing is on, pen and brush are off."""

    def draw_line(self, painter: QPainter, line: PixelLine | None, pen: QPen) -> None:
        """Draw what is in view of a line."""
        if line is not None and (segment := self.stage.viewport.segment(line)) is not None:
            painter.setPen(pen)
            painter.drawLine(segment)

    def words(self, view: Viewport) -> Iterable[Word]:
        """Return the words on what the layer draws, and the places that the words of all layers avoid."""
        return ()

    def said(self, view: Viewport) -> list[Word]:
        """Return the `words`; none of a layer that is not shown or that fails."""
        return self.ask(lambda: list(self.words(view)), list[Word]())

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        """Return what is under the mouse, where `row` is the example whose marker is there, if any."""
        return None

    def kept(self) -> tuple[object, ...] | None:
        """Return the sources of a picture that serves until any of them is another object.

        None if drawing is as fast as copying a picture; files get vectors, which are always drawn again.
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
        ratio = painter.deviceTransform().m11()
        sources = self.kept() if is_raster(painter) else None
        if sources is None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.draw(painter, self.stage.viewport)
            return
        same = len(sources) == len(self._pictured) and all(map(is_, sources, self._pictured))
        if not same or self._picture.devicePixelRatio() != ratio:
            whole = QRectF(QPointF(), self.stage.viewport.rect.size() * ratio)
            self._picture, self._pictured = QPixmap(whole.toAlignedRect().size()), sources
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            with QPainter(self._picture) as inner:  # Qt crashes if a picture is drawn while it is still being painted.
                inner.setRenderHint(QPainter.RenderHint.Antialiasing)
                self.draw(inner, self.stage.viewport)
        painter.drawPixmap(0, 0, self._picture)

    def redraw(self) -> None:
        """Draw again in the next frame."""
        for name in self._worked_out:
            vars(self).pop(name, None)
        if not self._told:  # This runs once a picture, not for each of the half dozen signals before it.
            self._told = True
            self.aged.emit()

    def _try_again(self) -> None:
        self.failed, self._pictured = False, ()
        self.redraw()


class RunLayer(Layer):
    """A layer of the run and the state on display, asked for something only while there are both."""

    @property
    def applies(self) -> bool:
        return self.stage.state is not None

    @property
    def run(self) -> Run:
        """The run on display. Raise LookupError if there is none."""
        if self.stage.run is None:
            raise LookupError("no run")
        return self.stage.run

    @property
    def state(self) -> State:
        """The state on display. Raise LookupError if there is none."""
        if self.stage.state is None:
            raise LookupError("no state")
        return self.stage.state
