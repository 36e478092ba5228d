"""The view of the layers, the visible part of the plane, and its mouse, which goes to the tool in hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsView, QMenu, QToolTip, QWidget

from core.datasets.dataset import FloatArray
from core.numbers.numerals import counted, number
from perceptron_gui.canvas.layers.layer import Hit, Layer
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.tools import TOOLS
from perceptron_gui.canvas.tools.select import ClickTool, StreetTool, offers_at
from perceptron_gui.canvas.tools.tool import Pointer, Tool
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.latest_moves import LatestMoves
from perceptron_gui.look.plain import plain
from perceptron_gui.look.size import at_every_scale, scale_now
from perceptron_gui.look.text.sentences import class_name
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.look.voice import Voice
from perceptron_gui.model.threads.worker import single_shot
from perceptron_gui.model.workspace import HoverPlace

_MOST_ROOM = 2.0
"""A fitted view takes in the arrows w of the run if it is at most this many times as large as for the examples."""
_MOST_TIPS = 200
_SOON_WALKED = 20_000
"""Updates of a run whose vectors are found soon; of a longer run only the last one is looked at."""
_CHIPS = 32.0
"""Pixels at the top that a fitted view leaves to the names of the classes."""
_PLACED = {Qt.MouseButton.LeftButton: 1, Qt.MouseButton.RightButton: -1}
_PLACING = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ControlModifier
"""Either key will do: many desktops keep Alt + click for themselves."""


class ToolView(Guarded, QGraphicsView):
    """Paints the layers of a stage, keeps its viewport in step with the widget's size, and gives tools the mouse.

    A view that was fitted, to the data or to a part of the plane, stays so when the widget changes its size, until
    someone zooms or pans. After an edit it is painted once, together with the new run. It has no scene: it is a
    graphics view because programs that drive the window find the picture by that.

    Left button: the tool in hand. Middle: pan. Right: a menu of what can be done there. Wheel: zoom.
    Alt or Ctrl + left or right on empty canvas: place ○ or ×; with Ctrl it is a click, for a drag selects.
    """

    tool_changed = Signal(str)
    voice: Voice

    def __init__(self, stage: Stage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.stage = stage
        workspace = self.workspace = stage.workspace
        self.layers: Sequence[Layer] = ()
        self.enlarged = 1.0
        """The pixels of the widget for a pixel of the viewport."""
        self.equal_scales = True
        """True if a view that is fitted has one scale on both axes"""
        self._fitted = stage.viewport
        self._part: Viewport | None = None
        self._glides, self._takes_in = False, True
        """True until a fitted view has taken in the vectors of its run"""
        self.setFrameShape(QFrame.Shape.NoFrame)
        # The page covers the whole viewport, so Qt need not paint what lies behind it.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._tools: dict[str, Tool] = {name: kind(stage, self) for name, kind in TOOLS.items()}
        self._clicks, self.street = ClickTool(stage, self), StreetTool(stage, self)
        self.tool = next(iter(TOOLS))
        self._active: Tool | None = None
        self._placing: Pointer | None = None
        self._button, self._pointing = Qt.MouseButton.NoButton, False
        self.viewport().setMouseTracking(True)
        LatestMoves(self.viewport())
        # An edit is painted without its run where that takes longer to begin.
        self._waiting = single_shot(self, 24, self._paint_again)
        stage.edited.connect(self._waiting.soon)
        workspace.player.run_changed.connect(self._paint_again)
        workspace.player.run_changed.connect(self._take_in_run)
        workspace.player.rested.connect(self._take_in_run)
        workspace.document.opened.connect(self.show_part)
        workspace.document.pasted.connect(self._on_pasted)
        workspace.document.view_choice_changed.connect(self.show_part)
        stage.projection_changed.connect(self._on_projection)
        self._on_projection()
        at_every_scale(self, lambda: self.set_scale(scale_now()))

    def set_scale(self, scale: float) -> None:
        """Draw everything at `scale` times its usual size, with as much less space."""
        self.enlarged = scale
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay_out()

    def _lay_out(self) -> None:
        """Keep the viewport as large as the widget looks: an enlarged view shows less."""
        view = self.stage.aim
        resized = view.resized(self.viewport().width() / self.enlarged, self.viewport().height() / self.enlarged)
        if view == self._fitted:
            self._fitted = resized = self._fitting(resized)
        self.stage.set_viewport(resized)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self.viewport()) as painter:
            self.paint_layers(painter, self.enlarged)

    def paint_layers(self, painter: QPainter, scale: float) -> None:
        """Paint the page and the layers, each of their pixels as `scale` pixels of the painter."""
        painter.scale(scale, scale)
        painter.fillRect(self.stage.viewport.rect, self.stage.theme.color("page"))
        for layer in self.layers:
            layer.paint(painter)

    def add_layers(self, layers: Sequence[Layer]) -> None:
        self.layers = layers
        for layer in layers:
            layer.aged.connect(self._on_aged)

    def _on_aged(self) -> None:
        if not self._waiting.isActive():
            self.viewport().update()

    def _on_pasted(self, before: int, _more: int) -> None:
        """Show pasted examples whole if they are the first; others keep the view that they are added to."""
        if not before:
            self.show_part()

    def on_widget(self, rect: QRectF) -> QRect:
        """Return the place on the widget of a rectangle in pixels of the viewport."""
        return QRectF(rect.topLeft() * self.enlarged, rect.size() * self.enlarged).toRect()

    def fit(self) -> None:
        self._part, self._glides, self._takes_in = None, True, True
        self._fit_again()

    def _fit_again(self) -> None:
        self._fitted = self._fitting(self.stage.aim)
        self.stage.set_viewport(self._fitted, glides=self._glides)

    def _take_in_run(self) -> None:
        """Fit a view once more when its run has been computed, unless a person has begun to play it."""
        state, run = self.workspace.player.state, self.workspace.visible.recorded
        if self._takes_in and run is not None:
            played = state is not None and state.update > 0
            self._takes_in = run.stopped is None and not played
            if self.shows_all and not played:
                self._fit_again()

    @property
    def shows_all(self) -> bool:
        """True if the view is fitted to all examples."""
        return self._part is None and self.stage.aim == self._fitted

    def show_part(self, part: Viewport | None = None) -> None:
        """Jump to a part of the plane, or to all examples."""
        self._part, self._glides, self._takes_in = part, False, True
        self._fit_again()

    def zoom(self, factor: float, about: QPointF | None = None) -> None:
        """Zoom by `factor`, at once about a pixel, or gliding about the middle of the view."""
        view = self.stage.aim
        zoomed = view.zoomed(factor, view.rect.center() if about is None else about)
        self.stage.set_viewport(zoomed, glides=about is None)

    def _fitting(self, view: Viewport) -> Viewport:
        if self._part is not None:
            return view.showing(self._part)
        points, equal = self.stage.points, self.equal_scales
        if not len(points):
            return view.fitted(points, equal)
        below = replace(view, height=max(view.height - _CHIPS, 1.0))
        found, whole = (below.fitted(each, equal) for each in (points, np.concatenate([points, self._tips()])))
        if whole.possible and max(whole.ux / found.ux, whole.uy / found.uy) <= _MOST_ROOM:
            found = whole
        return replace(found, height=view.height, cy=found.cy + _CHIPS / 2 * found.uy)

    def _tips(self) -> FloatArray:
        """Return the tips of the arrows w that the run has so far, at most some hundred, and where they start; (m, 2).

        None of a view that turns with w. These are asked of the whole run, hidden or not: the view stays as it is.
        """
        run, stage, turns = self.workspace.visible.recorded, self.stage, self.workspace.document.view_choice.turns
        if run is None or run.dataset.d != stage.dataset.d or not run.space.has_coordinates or turns:
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
                self.show_part()

    @property
    def in_hand(self) -> Tool:
        """The tool called `tool`, or that of a tour; while a person is the learner, the select tool clicks examples."""
        if self.workspace.visible.view.tour:
            return self.street
        if self.tool == "select" and self.workspace.by_hand.active:
            return self._clicks
        return self._tools[self.tool]

    def set_tool(self, name: str) -> None:
        """Take the tool called `name`; raises KeyError for a name that is not in TOOLS."""
        if name != self.tool:
            tool = self._tools[name]
            self.cancel()
            self.in_hand.hover(None)
            self.tool = name
            tool.take()
            self.viewport().setCursor(tool.cursor)
            self.tool_changed.emit(name)

    def cancel(self) -> bool:
        active, self._active, self._placing = self._active, None, None
        return active is not None and active.cancel()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.stage.viewport != self.stage.aim:
            self.stage.set_viewport(self.stage.aim)  # A hand works on a view that rests.
        pointer = self._pointer(event)
        if self._active is not None or not self.stage.viewport.rect.contains(pointer.pixel):
            return
        left, tours = event.button() == Qt.MouseButton.LeftButton, self.workspace.visible.view.tour
        empty, alt = self.stage.example_at(pointer.pixel) is None, pointer.holds(Qt.KeyboardModifier.AltModifier)
        # With Ctrl the press toggles an example.
        if event.button() in _PLACED and pointer.holds(_PLACING) and (empty or alt) and not tours:
            self._place(event.button(), pointer)
        elif left and empty and (press := next((h.press for h in self._hits(pointer.pixel, None) if h.press), None)):
            press()
        elif left:
            self._begin(self.in_hand, event.button(), pointer)
        elif event.button() == Qt.MouseButton.MiddleButton:
            self._begin(self._tools["pan"], event.button(), pointer)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        pointer = self._pointer(event)
        inside = self.stage.viewport.rect.contains(pointer.pixel)
        self._is_at(pointer.pixel if inside else None)
        if self._active is not None:
            self._active.move(pointer)
        else:
            self.in_hand.hover(pointer if inside else None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._active is not None and event.button() == self._button:
            active, self._active = self._active, None
            pointer, pressed, self._placing = self._pointer(event), self._placing, None
            active.release(pointer)
            near = QApplication.startDragDistance() / 2
            if pressed is not None and (pointer.pixel - pressed.pixel).manhattanLength() < near:
                self.stage.place_at(pressed.pixel, _PLACED[Qt.MouseButton.LeftButton])

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open a menu of what can be done there; from the keyboard, with the selection."""
        pixel = self._pixel(QPointF(event.pos()))
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            pixel = self.stage.viewport.rect.center()
            if len(rows := self.workspace.selection.rows) and rows[0] < self.stage.dataset.n:
                pixel = self.stage.viewport.pixel(*self.stage.points[rows[0]].tolist())
        free = self._active is None and not self.workspace.visible.view.tour
        if free and not event.modifiers() & _PLACING and self.stage.viewport.rect.contains(pixel):
            menu = QMenu(self)
            for place, group in enumerate(offers_at(self.stage, pixel, self.fit, self)):
                if place:
                    menu.addSeparator()
                for offer in group:
                    menu.addAction(offer.text).triggered.connect(lambda _checked, accept=offer.accept: accept())
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(event.globalPos())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Pass on a second press to tools that know double clicks; to the others it is a press like any other."""
        left = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        if left and self.in_hand.knows_double_click:
            self.in_hand.double_click(self._pointer(event))
        else:
            self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if angle := event.angleDelta().y() or event.angleDelta().x():
            self.zoom(1.0015**angle, self._pixel(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._is_at(None)
        self.in_hand.hover(None)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            pixel = self._pixel(QPointF(event.pos()))
            if self.stage.viewport.rect.contains(pixel):
                QToolTip.showText(event.globalPos(), plain(self.told_at(pixel)), self)
                return True
        return bool(super().viewportEvent(event))

    def told_at(self, pixel: QPointF) -> str:
        """Return the tooltip at a pixel: the example there, or what a layer has to say."""
        row, dataset, shown = self.stage.example_at(pixel), self.stage.dataset, self.stage.projection.columns
        if row is None:
            return next(filter(None, (hit.tooltip() for hit in self._hits(pixel, row))), "")
        about_it = [hit.tooltip() for hit in self._hits(pixel, row) if hit.example == row]
        marker, name = ("○", dataset.labels[1]) if dataset.y[row] > 0 else ("×", dataset.labels[0])
        # These are the features that a tooltip has space for: those on the axes, and the first of the others.
        told = [*shown, *islice((j for j in range(dataset.d) if j not in shown), 16 - len(shown))]
        values = (f"{dataset.features[j]} = {number(float(dataset.X[row, j]), 6)}" for j in told)
        more = [f"and {counted(dataset.d - len(told), 'more feature')}"] if len(told) < dataset.d else []
        words = f"example {row + 1:,}: {marker} {class_name(name)}", *values, *more
        return "\n".join([*words, *filter(None, reversed(about_it))])

    def _hits(self, pixel: QPointF, row: int | None) -> Iterator[Hit]:
        """Yield what the layers that are seen have there, the topmost first."""
        for layer in reversed(self.layers):
            if (hit := layer.ask(partial(layer.hit, pixel, row), None)) is not None:
                yield hit

    def _begin(self, tool: Tool, button: Qt.MouseButton, pointer: Pointer) -> None:
        self.in_hand.hover(None)
        self._active, self._button = tool, button
        tool.press(pointer)

    def _place(self, button: Qt.MouseButton, pointer: Pointer) -> None:
        """Place an example on empty canvas: at once, or once it is certain that no drag with Ctrl was meant."""
        left, alt = button == Qt.MouseButton.LeftButton, pointer.holds(Qt.KeyboardModifier.AltModifier)
        if left and not alt and self.in_hand.knows_control_drag:
            self._placing = pointer
            self._begin(self.in_hand, button, pointer)
        elif self.stage.example_at(pointer.pixel) is None:
            self.stage.place_at(pointer.pixel, _PLACED[button])

    def _is_at(self, pixel: QPointF | None) -> None:
        """Announce the place of the mouse, None outside the view."""
        place, pointed = None, False
        if pixel is not None and self._active is None:
            row = self.stage.example_at(pixel)
            point = self.stage.projection.lift(np.array([self.stage.viewport.to_data(pixel)]))[0]
            place, pointed = HoverPlace(tuple(point.tolist()), row), self._lights(pixel, row)
        if self._pointing and not pointed:
            self.workspace.highlight.clear()
        self._pointing = pointed
        self.workspace.pointed.show(place)

    def _lights(self, pixel: QPointF, row: int | None) -> bool:
        """Light the quantity of the theorem there, or the example or vector; return False if there is none."""
        highlight, hits = self.workspace.highlight, list(self._hits(pixel, row))
        hit = next((hit for hit in hits if hit.quantity is not None), None)
        vector = next((hit.vector for hit in hits if hit.vector is not None), None)
        if hit is not None:
            highlight.show(hit.quantity, hit.rows)
        elif row is not None:
            highlight.show("example", (row,))
        elif vector is not None:
            highlight.show("vector", update=vector)
        return hit is not None or row is not None or vector is not None

    def _pointer(self, event: QMouseEvent) -> Pointer:
        return Pointer(self._pixel(event.position()), event.modifiers())

    def _pixel(self, position: QPointF) -> QPointF:
        return position / self.enlarged
