"""The plane of weights with the mouse: wheel and drag move the view, w can be dragged, an example's line pointed at."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from core.datasets.dataset import FloatArray
from core.theory.symbols import explained_prose
from perceptron_gui.look.labels import Placed, Placer
from perceptron_gui.look.plots.sheet import PlotSheet
from perceptron_gui.look.size import SMALL, scale_now
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.pointing.highlight import Highlight
from perceptron_gui.panels.weights.painting import paint
from perceptron_gui.panels.weights.plane import PlanePicture, PlaneState, follow

_ARROWS = {
    Qt.Key.Key_Left: QPointF(-1, 0),
    Qt.Key.Key_Right: QPointF(1, 0),
    Qt.Key.Key_Up: QPointF(0, -1),
    Qt.Key.Key_Down: QPointF(0, 1),
}


@dataclass
class _Drag:
    """A press of the mouse: its place, the view and the gripped vector then, and the separator before."""

    at: QPointF
    view: Viewport
    gripped: FloatArray | None
    before: FloatArray | None
    begun: bool = False
    """True if it is more than a click"""


class WeightView(PlotSheet[int]):
    """Draws a `PlanePicture`; follows w until a person moves the view, and again after `follow`.

    `tried` carries the (w, b) to which a person dragged w, or None to give it up; `pointed` the example whose line is
    under the mouse, or None; `clicked` one whose line was clicked. `redrawn` comes with every new picture.
    """

    tried = Signal(object)
    clicked = Signal(int)
    redrawn = Signal()

    def __init__(self, theme: ThemeModel, highlight: Highlight) -> None:
        super().__init__(theme, "Weight space", SMALL)
        self._highlight = highlight
        self._drag: _Drag | None = None
        self._placer = Placer()
        self._written = list[Placed]()
        self.picture: PlanePicture | None = None
        """The picture on display."""
        self.moved_to: Viewport | None = None
        """The view that a person chose, on some pixels; None if the view follows w."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        highlight.changed.connect(self.restyle)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 130) * scale_now()

    def show_seen(self, seen: PlaneState | None) -> None:
        size, part = QSizeF(self.size()), self.moved_to
        if seen is None:
            self.picture = None
        else:
            self.picture = follow(seen, size) if part is None else PlanePicture(seen, part.resized(*size.toTuple()))
        self.redrawn.emit()
        self.update()

    def follow(self) -> None:
        self.show_part(None)

    def show_part(self, part: Viewport | None) -> None:
        """Show the same middle at the same scale, or follow w."""
        self.moved_to = part
        self.show_seen(self._seen)

    @property
    def _seen(self) -> PlaneState | None:
        return None if self.picture is None else self.picture.seen

    def zoom(self, factor: float, about: QPointF) -> None:
        if self.picture is not None:
            self.show_part(self.picture.view.zoomed(factor, about))

    def handle(self, weights: FloatArray) -> QPointF:
        return QPointF() if self.picture is None else self.picture.view.pixel(*self.picture.seen.place(weights))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:  # Edges are not smoothed as on other sheets: the border lies on whole pixels.
            self.draw(painter, self._theme.current)

    def draw(self, painter: QPainter, theme: Theme) -> None:
        painter.fillRect(self.rect(), theme.color("page"))
        if self.picture is not None:
            kind = self._highlight.kind
            lit = self._highlight.rows if kind == "example" else ()
            self._written = paint(painter, self.picture, theme, self._placer, lit, star=kind == "star")
        painter.setPen(theme.pen("positive" if self.hasFocus() else "hairline", 1))
        painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def thing_at(self, place: QPointF) -> int | None:
        """Return the example whose line is there, unless a vector can be gripped there."""
        return None if self.picture is None or self._gripped(place) is not None else self.picture.row_at(place)

    def tip_at(self, place: QPointF) -> str:
        """Return the meanings of the letters at a place."""
        margin = None if self._seen is None else self._seen.run.margin
        return next(
            (explained_prose(label.text, margin=margin) for label, box in self._written if box.contains(place)), ""
        )

    def point_at(self, place: QPointF | None) -> str:
        gripped = place is not None and self._gripped(place) is not None
        self.setCursor(Qt.CursorShape.OpenHandCursor if gripped else Qt.CursorShape.ArrowCursor)
        return super().point_at(place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.show_seen(self._seen)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.accept()
        if angle := event.angleDelta().y() or event.angleDelta().x():
            self.zoom(1.0015**angle, event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at, picture = event.position(), self.picture
        if event.button() == Qt.MouseButton.LeftButton and picture is not None:
            self._drag = _Drag(at, picture.view, self._gripped(at), picture.seen.own_separator)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        drag, at = self._drag, event.position()
        if drag is None:
            self.point_at(at)
            return
        away = at - drag.at
        drag.begun = drag.begun or away.manhattanLength() >= QApplication.startDragDistance() / 2
        if not drag.begun:
            return
        if drag.gripped is None:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.show_part(drag.view.panned(*away.toTuple()))
        else:
            self._try(drag.gripped, self.handle(drag.gripped) + away)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take the example of the line under a click without a drag."""
        super().mouseReleaseEvent(event)
        drag, at = self._drag, event.position()
        if event.button() != Qt.MouseButton.LeftButton or drag is None:
            return
        self._drag = None
        row = None if self.picture is None else self.picture.row_at(at)
        if not drag.begun and drag.gripped is None and row is not None:
            self.clicked.emit(row)
        self.point_at(at)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.follow()

    def event(self, event: QEvent) -> bool:
        """Let the keys that mean something here come before the window's shortcuts."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._knows(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give up a drag with Esc, then what is tried out; arrow keys move that by 6 pixels, with Shift by 1."""
        own_separator = None if self._seen is None else self._seen.own_separator
        if not self._knows(event) or own_separator is None:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Escape:
            before = self._drag.before if self._drag is not None and self._drag.begun else None
            self._drag = None
            self.tried.emit(before)
        else:
            step = 1.0 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 6.0
            self._try(own_separator, self.handle(own_separator) + _ARROWS[Qt.Key(event.key())] * step)

    def _knows(self, event: QKeyEvent) -> bool:
        held = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        known = event.key() == Qt.Key.Key_Escape or event.key() in _ARROWS
        return known and not held and self._seen is not None and self._seen.own_separator is not None

    def _try(self, weights: FloatArray, pixel: QPointF) -> None:
        """Try `weights` with the two components that are under a pixel."""
        if self.picture is not None:
            view = self.picture.view
            x, y = (  # The decimals are short, and off by less than a pixel.
                round(value, -math.floor(math.log10(unit))) + 0.0
                for value, unit in zip(view.to_data(pixel), (view.ux, view.uy), strict=True)
            )
            self.tried.emit(self.picture.seen.plane.moved(weights, x, y))

    def _gripped(self, at: QPointF) -> FloatArray | None:
        """Return the separator of one's own, else w, if it is within 12 pixels of a pixel."""
        if self._seen is None:
            return None
        vectors = [v for v in (self._seen.own_separator, self._seen.present) if v is not None]
        return next((v for v in vectors if (self.handle(v) - at).manhattanLength() <= 12.0), None)
