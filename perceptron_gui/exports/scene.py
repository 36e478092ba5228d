"""Canvas and panel as one picture: on the screen as they are, or laid out anew at a size that was asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, QRectF, QSize, QSizeF
from PySide6.QtGui import QColor, QImage, QPainter, QRegion
from PySide6.QtWidgets import QAbstractButton, QLabel, QScrollArea, QWidget

from core.plane.projections import ViewChoice
from perceptron_gui.canvas import Canvas
from perceptron_gui.exports.formats import Drawing
from perceptron_gui.look.viewport import Viewport

_PANEL_SHARE = 430 / 1280
_PANEL_WIDTHS = (380, 640)


class Subject(StrEnum):
    """What a picture shows."""

    CANVAS = "canvas"
    PANEL = "panel"
    BOTH = "both"


@dataclass(frozen=True)
class Scene:
    """A canvas and the panel beside it, which are shown on a page of this colour."""

    canvas: Canvas
    panel: QWidget
    page: QColor

    def size_of(self, subject: Subject) -> QSize:
        canvas, panel = self.canvas.size(), self.panel.size()
        both = QSize(canvas.width() + panel.width(), max(canvas.height(), panel.height()))
        return {Subject.CANVAS: canvas, Subject.PANEL: panel, Subject.BOTH: both}[subject]

    @contextmanager
    def drawing(self, subject: Subject, size: QSize | None = None, scale: float = 1.0) -> Iterator[Drawing]:
        """The picture, to be drawn inside the block; `size` (None: as on the screen) is in units `scale` pixels wide.

        For another size the canvas is laid out anew, and shows the same part of the plane; at the end of the block it
        is as it was.
        """
        whole = size or self.size_of(subject)
        split = _split(subject, whole) if size else self.canvas.width() * (subject is not Subject.PANEL)

        def paint(painter: QPainter) -> None:
            painter.fillRect(QRect(QPoint(), whole), self.page)
            if split:
                self.canvas.paint_picture(painter, QRectF(self.canvas.rect()))
            if split < whole.width():
                paint_whole(painter, self.panel, QRect(split, 0, whole.width() - split, whole.height()))

        with ExitStack() as stack:
            if size is not None and split:
                stack.enter_context(_laid_out(self.canvas, QSize(split, size.height())))
            if split:
                # Axes find their width, and maps are asked for, only when they are drawn.
                nowhere = QImage(1, 1, QImage.Format.Format_RGB32)
                painter = QPainter(nowhere)
                self.canvas.paint_picture(painter, QRectF(self.canvas.rect()))
                painter.end()
                ready(self.canvas)
            yield Drawing(whole, paint, scale)


def paint_whole(painter: QPainter, panel: QWidget, area: QRect) -> None:
    """Draw a panel into `area`, without its buttons: in a picture nothing can be pressed.

    What it scrolls is laid out at full height, and drawn to a scale at which that fits.
    """
    content = (panel.widget() if isinstance(panel, QScrollArea) else None) or panel
    with ExitStack() as stack:
        stack.enter_context(_without_buttons(content))
        width = max(area.width(), content.minimumSizeHint().width(), panel.minimumWidth())
        height = max(content.heightForWidth(width), content.minimumSizeHint().height(), 1)
        scale = min(area.width() / width, area.height() / height, 1.0)
        if isinstance(panel, QScrollArea):
            stack.enter_context(_unscrolled(panel))
        stack.enter_context(_sized(content, (QSizeF(area.size()) / scale).toSize()))
        painter.save()
        painter.translate(area.topLeft())
        painter.scale(scale, scale)
        content.render(painter, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
        painter.restore()


def ready(canvas: Canvas) -> bool:
    """Work out what the picture just drawn lacked; return whether it lacked nothing, and need not be drawn again."""
    view = canvas.stage.viewport
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    late = [work for work in canvas.stage.beside if work.pending]
    for work in late:
        work.finish()
    return not late and canvas.stage.viewport == view


@dataclass(frozen=True)
class View:
    """What a canvas shows: its size, which features, the part of the plane in view, and the layers not hidden."""

    size: QSize
    view_choice: ViewChoice
    viewport: Viewport
    stretched: bool
    layers: frozenset[str]

    @classmethod
    def of(cls, canvas: Canvas) -> View:
        layers = frozenset(name for name in canvas.layers if canvas.layers[name].visible)
        view_choice = canvas.workspace.document.view_choice
        size = canvas.view.sceneRect().size().toSize()
        return cls(size, view_choice, canvas.stage.viewport, canvas.stage.viewport.stretched, layers)

    def give(self, canvas: Canvas) -> None:
        _resize(canvas, self.size)
        canvas.workspace.document.set_view_choice(self.view_choice)
        for name in canvas.layers:
            canvas.set_layer_visible(name, name in self.layers)
        canvas.set_equal_scales(not self.stretched)
        canvas.fit()
        canvas.stage.set_viewport(self.viewport)


def _split(subject: Subject, size: QSize) -> int:
    """How many of the columns are the canvas's."""
    panel = min(max(round(size.width() * _PANEL_SHARE), _PANEL_WIDTHS[0]), _PANEL_WIDTHS[1], size.width())
    return {Subject.CANVAS: size.width(), Subject.PANEL: 0, Subject.BOTH: size.width() - panel}[subject]


@contextmanager
def _laid_out(canvas: Canvas, size: QSize) -> Iterator[None]:
    """Inside the block the canvas has this size and shows what it showed; one that fits its examples fits them anew."""
    kept = canvas.stage.viewport
    with _usual(canvas), _sized(canvas, size):
        now = canvas.stage.viewport
        if (now.ux, now.uy) == (kept.ux, kept.uy):
            canvas.stage.set_viewport(now.showing(replace(kept, cx=now.cx, cy=now.cy)))
        yield
    canvas.stage.set_viewport(kept)


@contextmanager
def _usual(canvas: Canvas) -> Iterator[None]:
    """Inside the block letters and lines have their usual size, whatever that on the screen is."""
    canvas.view.set_scale(1.0)
    try:
        yield
    finally:
        canvas.view.letter()


@contextmanager
def _unscrolled(panel: QScrollArea) -> Iterator[None]:
    """Inside the block the panel does not give its content the size of the view; then it shows what it showed."""
    scrolled = panel.verticalScrollBar().value()
    panel.setWidgetResizable(False)
    try:
        yield
    finally:
        panel.setWidgetResizable(True)
        panel.verticalScrollBar().setValue(scrolled)


@contextmanager
def _without_buttons(content: QWidget) -> Iterator[None]:
    """Inside the block no button is seen, nor what names one, and others have their place."""
    names = [label for label in content.findChildren(QLabel) if isinstance(label.buddy(), QAbstractButton)]
    buttons = [widget for widget in (*content.findChildren(QAbstractButton), *names) if not widget.isHidden()]
    try:
        for button in buttons:
            button.hide()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        yield
    finally:
        for button in buttons:
            button.show()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)


@contextmanager
def _sized(widget: QWidget, size: QSize) -> Iterator[None]:
    """Inside the block the widget has this size, and all in it is laid out; the screen is not drawn meanwhile."""
    kept = widget.size()
    try:
        _resize(widget, size)
        yield
    finally:
        _resize(widget, kept)


def _resize(widget: QWidget, size: QSize) -> None:
    widget.resize(size)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
