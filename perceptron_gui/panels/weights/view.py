"""The plane of weights with hands: wheel and drag move the view, w can be dragged, an example's line pointed at."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from core.datasets.dataset import FloatArray
from perceptron_gui.look.text.lettering import readable
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.pointing.highlight import Highlight
from perceptron_gui.panels.weights.framing import PlaneFrame
from perceptron_gui.panels.weights.painting import paint
from perceptron_gui.panels.weights.picture import PlanePicture, follow
from perceptron_gui.panels.weights.plane_state import PlaneState

_ZOOM_PER_ANGLE = 1.0015
_GRIP = 12.0
_NUDGE, _FINE = 6.0, 1.0
"""Pixels that an arrow key moves what is tried out, and with Shift."""
_SMALL = 0.9
_LEAST = QSize(240, 200)
_ARROWS = {
    Qt.Key.Key_Left: QPointF(-1, 0),
    Qt.Key.Key_Right: QPointF(1, 0),
    Qt.Key.Key_Up: QPointF(0, -1),
    Qt.Key.Key_Down: QPointF(0, 1),
}


@dataclass(frozen=True)
class _Drag:
    """A press: where, the frame then, and the vector that was gripped, with what was tried out before."""

    at: QPointF
    frame: PlaneFrame
    gripped: FloatArray | None
    before: FloatArray | None


class WeightView(QWidget):
    """Draws a `PlanePicture`; follows w until a person moves the view, and again after `follow`.

    `tried` carries the (w, b) to which a person dragged w, or None to give it up; `pointed` the example whose line is
    under the mouse, or None; `clicked` one whose line was clicked. `redrawn` comes with every new picture.
    """

    tried = Signal(object)
    pointed = Signal(object)
    clicked = Signal(int)
    redrawn = Signal()

    def __init__(self, theme: ThemeModel, highlight: Highlight, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._highlight = theme, highlight
        self._seen: PlaneState | None = None
        self._moved: PlaneFrame | None = None
        self._drag: _Drag | None = None
        self._dragging = False
        self._row: int | None = None
        self.picture: PlanePicture | None = None
        """what is drawn"""
        self.setFont(readable(self.font(), _SMALL))
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(_LEAST)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Weight space")
        theme.changed.connect(self._repaint)
        highlight.changed.connect(self._repaint)

    @property
    def following(self) -> bool:
        """Whether the view goes along with w."""
        return self._moved is None

    def sizeHint(self) -> QSize:
        return QSize(380, 380)

    def show_seen(self, seen: PlaneState | None) -> None:
        """Draw this; None for nothing."""
        self._seen = seen
        self._draw_anew()

    @Slot()
    def follow(self) -> None:
        """Go along with w from now on."""
        self._moved = None
        self._draw_anew()

    @property
    def moved_to(self) -> PlaneFrame | None:
        """What a person moved the view to, on some pixels; None where it follows w."""
        return self._moved

    def show_part(self, part: PlaneFrame | None) -> None:
        """Show the same middle at the same scale, or follow w."""
        self._moved = part
        self._draw_anew()

    def zoom(self, factor: float, about: QPointF) -> None:
        """`factor` times as large about a pixel."""
        if self.picture is not None:
            self._move(self.picture.frame.zoomed(factor, about))

    def handle(self, weights: FloatArray) -> QPointF:
        """Where a (w, b) is drawn."""
        if self._seen is None or self.picture is None:
            return QPointF()
        return self.picture.frame.pixel(*self._seen.place(weights))

    def _move(self, frame: PlaneFrame) -> None:
        self._moved = frame
        self._draw_anew()

    def _draw_anew(self) -> None:
        if self._seen is None:
            self.picture = None
        else:
            area = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            moved = self._moved
            self.picture = follow(self._seen, area) if moved is None else PlanePicture(self._seen, moved.on(area))
        self.redrawn.emit()
        self.update()

    @Slot()
    def _repaint(self) -> None:
        if self.isVisible():
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme.current
        painter.setFont(self.font())
        painter.fillRect(self.rect(), theme.color("page"))
        if self.picture is not None:
            kind = self._highlight.kind
            lit = self._highlight.rows if kind == "example" else ()
            paint(painter, self.picture, theme, lit, star=kind == "star")
        painter.setPen(theme.pen("positive" if self.hasFocus() else "hairline", 1))
        painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._draw_anew()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.accept()
        if angle := event.angleDelta().y() or event.angleDelta().x():
            self.zoom(_ZOOM_PER_ANGLE**angle, event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.picture is not None and self._seen is not None:
            self._drag = _Drag(
                event.position(), self.picture.frame, self._gripped(event.position()), self._seen.own_separator
            )
            self._dragging = False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        drag, at = self._drag, event.position()
        if drag is None:
            self._hover(at)
            return
        away = at - drag.at
        self._dragging = self._dragging or away.manhattanLength() >= QApplication.startDragDistance() / 2
        if not self._dragging:
            return
        if drag.gripped is None:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self._move(drag.frame.panned(away))
        else:
            self._try(drag.gripped, self.handle(drag.gripped) + away)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """What was pressed here is released here; a click without a drag takes the example of the line there."""
        event.accept()
        if event.button() != Qt.MouseButton.LeftButton or self._drag is None:
            return
        dragged, gripped = self._dragging, self._drag.gripped is not None
        self._drag, self._dragging = None, False
        row = self.picture.row_at(event.position()) if self.picture is not None else None
        if not dragged and not gripped and row is not None:
            self.clicked.emit(row)
        self._hover(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.follow()

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)

    def event(self, event: QEvent) -> bool:
        """The keys that mean something here come before the window's shortcuts."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._knows(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc gives up a drag, then what is tried out; arrow keys move that."""
        if not self._knows(event) or self._seen is None or self._seen.own_separator is None:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Escape:
            before = self._drag.before if self._drag is not None and self._dragging else None
            self._drag, self._dragging = None, False
            self.tried.emit(before)
        else:
            step = _FINE if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else _NUDGE
            own_separator = self._seen.own_separator
            self._try(own_separator, self.handle(own_separator) + _ARROWS[Qt.Key(event.key())] * step)

    def _knows(self, event: QKeyEvent) -> bool:
        held = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        known = event.key() == Qt.Key.Key_Escape or event.key() in _ARROWS
        return known and not held and self._seen is not None and self._seen.own_separator is not None

    def _try(self, weights: FloatArray, pixel: QPointF) -> None:
        """Try `weights` with the two components that are under a pixel."""
        if self.picture is not None and self._seen is not None:
            frame = self.picture.frame
            self.tried.emit(self._seen.plane.moved(weights, *frame.rounded(*frame.point(pixel))))

    def _gripped(self, at: QPointF) -> FloatArray | None:
        """What is tried out, else w, if it is under a pixel."""
        if self._seen is None:
            return None
        vectors = [v for v in (self._seen.own_separator, self._seen.present) if v is not None]
        return next((v for v in vectors if (self.handle(v) - at).manhattanLength() <= _GRIP), None)

    def _hover(self, at: QPointF) -> None:
        gripped = self._gripped(at) is not None
        self.setCursor(Qt.CursorShape.OpenHandCursor if gripped else Qt.CursorShape.ArrowCursor)
        self._point(None if gripped or self.picture is None else self.picture.row_at(at))

    def _point(self, row: int | None) -> None:
        if row != self._row:
            self._row = row
            self.pointed.emit(row)
