"""The view with the mouse: menu and tooltips go to the tool in hand, and to the actions that every tool has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

import numpy as np
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QHelpEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QMenu, QToolTip, QWidget

from core.numbers.numerals import counted, number
from perceptron_gui.canvas.layers.layer import Hit
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.tools import TOOLS
from perceptron_gui.canvas.tools.select import ClickTool, edit_coordinates
from perceptron_gui.canvas.tools.street import StreetTool
from perceptron_gui.canvas.tools.tool import Pointer, Tool
from perceptron_gui.canvas.view.view import PlotView
from perceptron_gui.look.card import Offer
from perceptron_gui.look.latest_moves import LatestMoves
from perceptron_gui.look.plain import plain
from perceptron_gui.look.text.sentences import class_name
from perceptron_gui.model.document import editing
from perceptron_gui.model.pointing.highlight import HoverPlace
from perceptron_gui.model.workspace import Workspace


def offers_at(
    stage: Stage, workspace: Workspace, pixel: QPointF, fit: Callable[[], None], window: QWidget
) -> list[list[Offer]]:
    """Return the actions at a pixel of the view, in groups. An unselected example there becomes the selection."""
    row = stage.example_at(pixel)
    if row is not None and row not in workspace.selection:
        workspace.selection.set([row])
    here = _on_empty(stage, workspace, pixel) if row is None else _on_example(stage, workspace, row, window)
    groups = [here, _on_selection(workspace), _on_all(workspace, fit)]
    return [group for group in groups if group]


def _on_example(stage: Stage, workspace: Workspace, row: int, window: QWidget) -> list[Offer]:
    offers = [
        Offer(f"&Edit Coordinates of Example {row + 1:,}…", partial(edit_coordinates, stage, workspace, row, window))
    ]
    update = _next_update_on(stage, row)
    if update is not None:
        offers.append(Offer(f"&Go to Its Next Update, {update:,}", partial(workspace.player.visit_update, update)))
    return offers


def _on_empty(stage: Stage, workspace: Workspace, pixel: QPointF) -> list[Offer]:
    here = partial(stage.place_at, pixel)
    return [Offer("Place ○ Here", partial(here, 1)), Offer("Place × Here", partial(here, -1))]


def _on_selection(workspace: Workspace) -> list[Offer]:
    count = len(workspace.selection)
    if not count:
        return []
    examples, labels = ("Example", "Label") if count == 1 else (f"{count:,} Examples", f"{count:,} Labels")
    both = workspace.document, workspace.selection
    return [
        Offer(f"&Flip {labels}", partial(editing.flip_selected, *both)),
        Offer(f"&Delete {examples}", partial(editing.delete_selected, *both)),
        Offer("D&eselect", workspace.selection.clear),
    ]


def _on_all(workspace: Workspace, fit: Callable[[], None]) -> list[Offer]:
    if not workspace.document.dataset.n:
        return []
    return [
        Offer("Select &All", partial(editing.select_all, workspace.document, workspace.selection)),
        Offer("Fit to Da&ta", fit),
    ]


def _next_update_on(stage: Stage, row: int) -> int | None:
    """Return the next update on an example after the playhead, else its first; None if there is no other to go to."""
    run, state = stage.run, stage.state
    if run is None or state is None or run.dataset.n != stage.dataset.n:
        return None
    found = run.history.next_update_on(row, state.update) or run.history.next_update_on(row, 0)
    return None if found == state.update and state.moved else found


_PLACED = {Qt.MouseButton.LeftButton: 1, Qt.MouseButton.RightButton: -1}
_PLACING = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ControlModifier
"""Either key will do: many desktops keep Alt + click for themselves."""


class ToolView(PlotView):
    """Left button: the tool in hand. Middle: pan. Right: a menu of what can be done there. Wheel: zoom.

    Alt or Ctrl + left or right on empty canvas: place ○ or ×; with Ctrl it is a click, for a drag selects.
    """

    tool_changed = Signal(str)

    def __init__(self, stage: Stage, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(stage, workspace, parent)
        self._tools: dict[str, Tool] = {name: kind(stage, workspace, self) for name, kind in TOOLS.items()}
        self._clicks, self.street = ClickTool(stage, workspace, self), StreetTool(stage, workspace, self)
        self.tool = next(iter(TOOLS))
        self._active: Tool | None = None
        self._button = Qt.MouseButton.NoButton
        self._placing: Pointer | None = None
        self._pointing = False
        self.viewport().setMouseTracking(True)
        LatestMoves(self.viewport())

    @property
    def in_hand(self) -> Tool:
        """The tool called `tool`, or that of a tour; while a person is the learner, the select tool clicks examples."""
        if self._tours:
            return self.street
        if self.tool == "select" and self.workspace.by_hand.active:
            return self._clicks
        return self._tools[self.tool]

    @property
    def _tours(self) -> bool:
        return self.workspace.visible.view.tour

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
        event.accept()
        pointer = self._pointer(event)
        if self._active is not None or not self.stage.viewport.rect.contains(pointer.pixel):
            return
        left = event.button() == Qt.MouseButton.LeftButton
        empty, alt = self.stage.example_at(pointer.pixel) is None, pointer.holds(Qt.KeyboardModifier.AltModifier)
        # With Ctrl the press toggles an example.
        if event.button() in _PLACED and pointer.holds(_PLACING) and (empty or alt) and not self._tours:
            self._place(event.button(), pointer)
        elif left and empty and (press := next((h.press for h in self._hits(pointer.pixel, None) if h.press), None)):
            press()
        elif left:
            self._begin(self.in_hand, event.button(), pointer)
        elif event.button() == Qt.MouseButton.MiddleButton:
            self._begin(self._tools["pan"], event.button(), pointer)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        event.accept()
        pointer = self._pointer(event)
        inside = self.stage.viewport.rect.contains(pointer.pixel)
        self._is_at(pointer.pixel if inside else None)
        if self._active is not None:
            self._active.move(pointer)
        else:
            self.in_hand.hover(pointer if inside else None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()
        if self._active is not None and event.button() == self._button:
            active, self._active = self._active, None
            pointer, pressed, self._placing = self._pointer(event), self._placing, None
            active.release(pointer)
            if pressed is not None:
                away = (pointer.pixel - pressed.pixel).manhattanLength()
                if away < QApplication.startDragDistance() / 2:
                    self.stage.place_at(pressed.pixel, _PLACED[Qt.MouseButton.LeftButton])

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open a menu of what can be done there; from the keyboard, with the selection."""
        event.accept()
        pixel = self._pixel(QPointF(event.pos()))
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            pixel = self.stage.viewport.rect.center()
            if len(rows := self.workspace.selection.rows) and rows[0] < self.stage.dataset.n:
                pixel = self.stage.viewport.pixel(*self.stage.points[rows[0]].tolist())
        free = self._active is None and not self._tours
        if free and not event.modifiers() & _PLACING and self.stage.viewport.rect.contains(pixel):
            menu = QMenu(self)
            for place, group in enumerate(offers_at(self.stage, self.workspace, pixel, self.fit, self)):
                if place:
                    menu.addSeparator()
                for offer in group:
                    menu.addAction(offer.text).triggered.connect(lambda _checked, accept=offer.accept: accept())
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(event.globalPos())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Pass on a second press to tools that know double clicks; to the others it is a press like any other."""
        tool = self.in_hand
        if event.button() == Qt.MouseButton.LeftButton and tool.knows_double_click and not event.modifiers():
            event.accept()
            tool.double_click(self._pointer(event))
        else:
            self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.accept()
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
        row = self.stage.example_at(pixel)
        if row is not None:
            about_it = [hit.tooltip() for hit in self._hits(pixel, row) if hit.example == row]
            return "\n".join([self._example_words(row), *filter(None, reversed(about_it))])
        return next(filter(None, (hit.tooltip() for hit in self._hits(pixel, row))), "")

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
        tool = self.in_hand
        left, alt = button == Qt.MouseButton.LeftButton, pointer.holds(Qt.KeyboardModifier.AltModifier)
        if left and not alt and tool.knows_control_drag:
            self._placing = pointer
            self._begin(tool, button, pointer)
        elif self.stage.example_at(pointer.pixel) is None:
            self.stage.place_at(pointer.pixel, _PLACED[button])

    def _is_at(self, pixel: QPointF | None) -> None:
        """Announce the place of the mouse, None outside the view."""
        pixel = pixel if self._active is None else None
        row = None if pixel is None else self.stage.example_at(pixel)
        pointed = pixel is not None and self._lights(pixel, row)
        if self._pointing and not pointed:
            self.workspace.highlight.clear()
        self._pointing = pointed
        if pixel is None:
            self.workspace.pointed.show(None)
        else:
            point = self.stage.projection.lift(np.array([self.stage.viewport.to_data(pixel)]))[0]
            self.workspace.pointed.show(HoverPlace(tuple(point.tolist()), row))

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
        return position / self.scale

    def _example_words(self, row: int) -> str:
        dataset = self.stage.dataset
        marker, name = ("○", dataset.labels[1]) if dataset.y[row] > 0 else ("×", dataset.labels[0])
        shown = self.stage.projection.columns
        # These are the features that a tooltip has space for: those on the axes, and the first of the others.
        told = [*shown, *islice((j for j in range(dataset.d) if j not in shown), 16 - len(shown))]
        values = (f"{dataset.features[j]} = {number(float(dataset.X[row, j]), 6)}" for j in told)
        more = [f"and {counted(dataset.d - len(told), 'more feature')}"] if len(told) < dataset.d else []
        return "\n".join([f"example {row + 1:,}: {marker} {class_name(name)}", *values, *more])
