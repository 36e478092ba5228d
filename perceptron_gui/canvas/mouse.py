"""The view with hands: mouse and tooltips go to the tool in hand, and to what works whatever the tool is."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QToolTip, QWidget

from core.numerals import number
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.tools import TOOLS
from perceptron_gui.canvas.tools.place import place_at
from perceptron_gui.canvas.tools.tool import Pointer, Tool, example_at
from perceptron_gui.canvas.view import PlotView

_ZOOM_PER_ANGLE = 1.0015
_PLACED_WITH_ALT = {Qt.MouseButton.LeftButton: 1, Qt.MouseButton.RightButton: -1}


class ToolView(PlotView):
    """Left button: the tool in hand. Middle: pan. Alt + left or right on empty canvas: place ○ or ×. Wheel: zoom."""

    tool_changed = Signal(str)

    def __init__(self, stage: Stage, parent: QWidget | None = None) -> None:
        super().__init__(stage, parent)
        self._tools: dict[str, Tool] = {name: kind(stage, self) for name, kind in TOOLS.items()}
        self._name = next(iter(TOOLS))
        self._active: Tool | None = None
        self._button = Qt.MouseButton.NoButton
        self.viewport().setMouseTracking(True)

    @property
    def tool(self) -> str:
        """The name of the tool in hand."""
        return self._name

    def set_tool(self, name: str) -> None:
        """Take the tool called `name`; raises KeyError for a name that is not in TOOLS."""
        if name != self._name:
            tool = self._tools[name]
            self.cancel()
            self._tools[self._name].hover(None)
            self._name = name
            self.viewport().setCursor(tool.cursor)
            self.tool_changed.emit(name)

    def cancel(self) -> bool:
        """Give up what a tool has under way; False where there was nothing."""
        active, self._active = self._active, None
        return active is not None and active.cancel()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin what the button is for."""
        event.accept()
        pointer = self._pointer(event)
        if self._active is not None or not self.stage.viewport.rect.contains(pointer.pixel):
            return
        if event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._place_with_alt(event.button(), pointer)
        elif event.button() == Qt.MouseButton.LeftButton:
            self._begin(self._tools[self._name], event.button(), pointer)
        elif event.button() == Qt.MouseButton.MiddleButton:
            self._begin(self._tools["pan"], event.button(), pointer)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on with it, or show what a click would do."""
        event.accept()
        pointer = self._pointer(event)
        inside = self.stage.viewport.rect.contains(pointer.pixel)
        self.stage.feedback.hover(pointer.pixel if inside else None)
        if self._active is not None:
            self._active.move(pointer)
        else:
            self._tools[self._name].hover(pointer if inside else None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End it."""
        event.accept()
        if self._active is not None and event.button() == self._button:
            active, self._active = self._active, None
            active.release(self._pointer(event))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A second press for tools that know double clicks, a press like any other for the rest."""
        tool = self._tools[self._name]
        if event.button() == Qt.MouseButton.LeftButton and tool.knows_double_click and not event.modifiers():
            event.accept()
            tool.double_click(self._pointer(event))
        else:
            self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the mouse."""
        event.accept()
        if angle := event.angleDelta().y() or event.angleDelta().x():
            self.zoom(_ZOOM_PER_ANGLE**angle, self._pixel(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """No ghost where there is no mouse."""
        self.stage.feedback.hover(None)
        self._tools[self._name].hover(None)

    def viewportEvent(self, event: QEvent) -> bool:
        """Tell of what is under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            pixel = self._pixel(QPointF(event.pos()))
            if self.stage.viewport.rect.contains(pixel):
                QToolTip.showText(event.globalPos(), self.told_at(pixel), self)
                return True
        return bool(super().viewportEvent(event))

    def told_at(self, pixel: QPointF) -> str:
        """The tooltip at a pixel: the example there, or what a layer has to say."""
        row = example_at(self.stage, pixel)
        if row is not None:
            return self._example_words(row)
        told = (layer.tooltip(pixel) for layer in reversed(self.layers) if layer.isVisible())
        return next((text for text in told if text), "")

    def to_widget(self, x: float, y: float) -> QPoint:
        """The pixel of the viewport widget that shows the point (x, y) of the plane."""
        point: QPoint = self.mapFromScene(self.box.mapToScene(self.stage.viewport.pixel(x, y)))
        return point

    def _begin(self, tool: Tool, button: Qt.MouseButton, pointer: Pointer) -> None:
        self._tools[self._name].hover(None)
        self._active, self._button = tool, button
        tool.press(pointer)

    def _place_with_alt(self, button: Qt.MouseButton, pointer: Pointer) -> None:
        if button in _PLACED_WITH_ALT and example_at(self.stage, pointer.pixel) is None:
            place_at(self.stage, pointer, _PLACED_WITH_ALT[button])

    def _pointer(self, event: QMouseEvent) -> Pointer:
        return Pointer(self._pixel(event.position()), event.modifiers())

    def _pixel(self, position: QPointF) -> QPointF:
        """A position in the viewport widget as a pixel of the view."""
        pixel: QPointF = self.box.mapFromScene(self.viewportTransform().inverted()[0].map(position))
        return pixel

    def _example_words(self, row: int) -> str:
        dataset = self.stage.dataset
        marker, name = ("○", dataset.labels[1]) if dataset.y[row] > 0 else ("×", dataset.labels[0])
        values = zip(dataset.features, dataset.X[row].tolist(), strict=True)
        return "\n".join([f"example {row + 1:,}: {marker} {name}", *(f"{n} = {number(v, 6)}" for n, v in values)])
