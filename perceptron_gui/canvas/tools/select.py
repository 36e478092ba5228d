"""Selecting, moving and clicking examples, typing their coordinates, pulling a street, moving the view; and menus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtWidgets import QApplication, QWidget

from core.datasets.dataset import Dataset, IntArray
from perceptron_gui.canvas.markers import visible
from perceptron_gui.canvas.stage import Stage, ToolPreview
from perceptron_gui.canvas.tools.line import LineTool, grips_on
from perceptron_gui.canvas.tools.tool import Pointer, Tool
from perceptron_gui.look.card import Offer
from perceptron_gui.model.document import editing

_EXTEND, _TOGGLE = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
_KEYS = _EXTEND | _TOGGLE
_REACH = 14.0
"""Pixels beside an edge of the street within which it is taken hold of."""
_NARROWEST, _STEPS = 0.25, 20
"""The least share of its width that a street can have, and the steps from nothing to all of it."""


@dataclass(frozen=True)
class _Drag:
    """A press on an example: the examples that move with it, and all as they were before."""

    pressed: int
    rows: IntArray
    before: Dataset
    gesture: int


class SelectTool(Tool):
    """Click selects, Shift extends, Ctrl toggles; a drag moves the selection or opens a rubber band.

    One's own line is held and moved as with the tool that drew it, where no example lies on it.
    """

    title, icon, shortcut = "Select", "select", "S"
    tooltip = "Select examples (Shift adds, Ctrl toggles, drag a rectangle), drag them, double click to edit"
    hint = "Nothing here yet.\nCtrl + click places ○, Ctrl + right click ×; or take a tool (P, N), or open a file."
    knows_double_click = knows_control_drag = holds_lines = True
    _start: QPointF | None = None
    _drag: _Drag | None = None
    _dragged: Dataset | None = None
    """the result of the drag so far; if the examples differ from it, another edit has ended the drag"""
    _moving = False
    _line: LineTool | None = None
    """the function that moves one's own line while it is held"""

    def press(self, pointer: Pointer) -> None:
        self._start, self._moving = pointer.pixel, False
        row = self.stage.example_at(pointer.pixel)
        if row is None:
            grips = grips_on(self.stage)
            if not pointer.holds(_KEYS) and grips is not None and grips.at(pointer.pixel) is not None:
                self._line = LineTool(self.stage, self.window)
                self._line.press(pointer)
            return
        document, selection = self.workspace.document, self.workspace.selection
        if row not in selection or pointer.holds(_KEYS):
            self._choose([row], pointer)
        if row in selection:
            self._dragged = before = document.dataset
            self._drag = _Drag(row, selection.rows, before, document.new_gesture())

    def move(self, pointer: Pointer) -> None:
        if self._line is not None:
            self._line.move(pointer)
        if self._line is not None or self._start is None:
            return
        away = pointer.pixel - self._start
        self._moving = self._moving or away.manhattanLength() >= QApplication.startDragDistance() / 2
        if not self._moving:
            return
        if self._drag is None:
            self.stage.show_preview(ToolPreview(band=QRectF(self._start, pointer.pixel).normalized()))
        elif self.stage.dataset is self._dragged:
            view = self.stage.viewport
            by = self.stage.steps(*view.rounded(away.x() * view.ux, -away.y() * view.uy))
            if by is None:
                self._end()
                return
            rows, origin = self._drag.rows, self._drag.before.X[self._drag.rows]
            editing.move(self.workspace.document, rows, origin, by, self._drag.gesture)
            self._dragged = self.stage.dataset

    def release(self, pointer: Pointer) -> None:
        """Take what the rubber band holds; a click without a drag selects only what it hit, or nothing."""
        if self._line is None and self._start is not None:
            if self._moving and self._drag is None:
                band = QRectF(self._start, pointer.pixel).normalized()
                self._choose(np.flatnonzero(visible(self.stage.pixels, band, 0)), pointer)
            elif not pointer.holds(_KEYS) and not self._moving:
                self.workspace.selection.set([] if self._drag is None else [self._drag.pressed])
        self._end()

    def hover(self, pointer: Pointer | None) -> None:
        free = pointer is not None and self.stage.example_at(pointer.pixel) is None
        LineTool(self.stage, self.window).hover(pointer if free else None)

    def double_click(self, pointer: Pointer) -> None:
        self._end()
        if (row := self.stage.example_at(pointer.pixel)) is not None:
            self.workspace.selection.set([row])
            edit_coordinates(self.stage, row, self.window)

    def cancel(self) -> bool:
        under_way = self._moving or self._line is not None
        if self._line is not None:
            self._line.cancel()
        elif self._drag is not None and self._moving and self.stage.dataset is self._dragged:
            self.workspace.document.edit(self._drag.before, "move", self._drag.gesture)
        self._end()
        return under_way

    def _choose(self, rows: Sequence[int] | IntArray, pointer: Pointer) -> None:
        selection = self.workspace.selection
        if pointer.holds(_TOGGLE):
            selection.toggle(rows)
        elif pointer.holds(_EXTEND):
            selection.extend(rows)
        else:
            selection.set(rows)

    def _end(self) -> None:
        self._start = self._drag = self._dragged = self._line = None
        self._moving = False
        self.stage.show_preview(ToolPreview())


def edit_coordinates(stage: Stage, row: int, window: QWidget) -> None:
    """Ask for the exact coordinates of an example, and take them."""
    from perceptron_gui.canvas.tools.coordinates_dialog import CoordinatesDialog

    dialog = CoordinatesDialog(stage.dataset, row, stage.projection.columns, window)
    dialog.page_wanted.connect(stage.workspace.pages.wanted)
    if (coordinates := dialog.ask()) is not None:
        editing.put(stage.workspace.document, row, coordinates)


class ClickTool(Tool):
    """The tool while a person is the learner: a press on an example clicks it, and nothing else has an effect."""

    def press(self, pointer: Pointer) -> None:
        if (row := self.stage.example_at(pointer.pixel)) is not None:
            self.workspace.selection.set([row])
            self.workspace.by_hand.click(row)


class StreetTool(Tool):
    """A drag across the street of the best line, in a tour, sets its width: the nearest points follow, as one edit."""

    cursor = Qt.CursorShape.SizeHorCursor
    _gesture: int | None = None

    def press(self, pointer: Pointer) -> None:
        edges = (self.stage.star(side) for side in (-1, 1)) if self.workspace.pictured.street else ()
        feet = (edge.foot(pointer.pixel) for edge in edges if edge is not None)
        if any(foot is not None and (foot - pointer.pixel).manhattanLength() <= _REACH for foot in feet):
            self._gesture = self.workspace.document.new_gesture()

    def move(self, pointer: Pointer) -> None:
        """Narrow the street as far as the mouse is from the best line, in rounded shares of half its first width."""
        street = self.workspace.pictured.street
        if self._gesture is None or street is None or (margin := street.run.margin).w_star is None:
            return
        x = self.stage.projection.lift(np.array([self.stage.viewport.to_data(pointer.pixel)]))[0]
        away = abs(float(margin.w_star @ x) + (margin.b_star or 0.0)) / (margin.gamma or 1.0)
        self.narrow(min(max(round(away * _STEPS) / _STEPS, _NARROWEST), 1.0), self._gesture)

    def release(self, pointer: Pointer) -> None:
        self._gesture = None

    def narrow(self, share: float, gesture: int) -> None:
        """Give the street this share of its width, and leave ghosts where its nearest points were."""
        if (street := self.workspace.pictured.street) is not None:
            (rows, X), before = street.narrowed(share), street.run.dataset
            self.show_ghosts(before.X[rows], before.y[rows])
            self.workspace.document.edit(before.moved(rows, X), "pull the street", gesture)


class PanTool(Tool):
    """A drag moves what is in view."""

    title, icon, shortcut = "Pan", "pan", "H"
    tooltip = "Drag to move the view (in any tool: drag with the middle button); the wheel zooms"
    hint = "Nothing here yet.\nCtrl + click places ○, Ctrl + right click ×; or take a tool (P, N), or open a file."
    cursor = Qt.CursorShape.OpenHandCursor
    _last: QPointF | None = None

    def press(self, pointer: Pointer) -> None:
        self._last = pointer.pixel

    def move(self, pointer: Pointer) -> None:
        if self._last is not None:
            by = pointer.pixel - self._last
            self.stage.set_viewport(self.stage.aim.panned(by.x(), by.y()))
            self._last = pointer.pixel

    def release(self, pointer: Pointer) -> None:
        self._last = None

    def cancel(self) -> bool:
        held, self._last = self._last is not None, None
        return held


def offers_at(stage: Stage, pixel: QPointF, fit: Callable[[], None], window: QWidget) -> list[list[Offer]]:
    """Return the actions at a pixel of the view, in groups. An unselected example there becomes the selection."""
    row, selection = stage.example_at(pixel), stage.workspace.selection
    both = stage.workspace.document, selection
    if row is None:
        place = partial(stage.place_at, pixel)
        groups = [[Offer("Place ○ Here", partial(place, 1)), Offer("Place × Here", partial(place, -1))]]
    else:
        if row not in selection:
            selection.set([row])
        groups = [_on_example(stage, row, window)]
    if count := len(selection):
        examples, labels = ("Example", "Label") if count == 1 else (f"{count:,} Examples", f"{count:,} Labels")
        flip = Offer(f"&Flip {labels}", partial(editing.flip_selected, *both))
        delete = Offer(f"&Delete {examples}", partial(editing.delete_selected, *both))
        groups.append([flip, delete, Offer("D&eselect", selection.clear)])
    if stage.dataset.n:
        groups.append([Offer("Select &All", partial(editing.select_all, *both)), Offer("Fit to Da&ta", fit)])
    return groups


def _on_example(stage: Stage, row: int, window: QWidget) -> list[Offer]:
    """Return the actions on an example; the next update is that after the playhead, else its first."""
    edit = partial(edit_coordinates, stage, row, window)
    offers, run, state = [Offer(f"&Edit Coordinates of Example {row + 1:,}…", edit)], stage.run, stage.state
    if run is not None and state is not None and run.dataset.n == stage.dataset.n:
        found = run.history.next_update_on(row, state.update) or run.history.next_update_on(row, 0)
        if found is not None and not (found == state.update and state.moved):
            visit = partial(stage.workspace.player.visit_update, found)
            offers.append(Offer(f"&Go to Its Next Update, {found:,}", visit))
    return offers
