"""Selecting, moving and clicking examples, and typing their coordinates; moving the view; and the menu at a pixel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtWidgets import QApplication, QWidget

from core.datasets.dataset import Dataset, FloatArray, IntArray
from perceptron_gui.canvas.markers import visible
from perceptron_gui.canvas.stage import NOTHING, Preview, Stage
from perceptron_gui.canvas.tools.line import LineTool, grips_on
from perceptron_gui.canvas.tools.tool import Pointer, Tool
from perceptron_gui.look.card import Offer
from perceptron_gui.model.document import editing
from perceptron_gui.model.workspace import Workspace

_EXTEND, _TOGGLE = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@dataclass(frozen=True)
class _Drag:
    """A press on an example: the examples that move with it, and their places before."""

    pressed: int
    rows: IntArray
    origin: FloatArray
    before: Dataset
    gesture: int


class SelectTool(Tool):
    """Click selects, Shift extends, Ctrl toggles; a drag moves the selection or opens a rubber band.

    One's own line is held and moved as with the tool that drew it, where no example lies on it.
    """

    title, icon, shortcut = "Select", "select", "S"
    tooltip = "Select examples (Shift adds, Ctrl toggles, drag a rectangle), drag them, double click to edit"
    hint = "Nothing here yet.\nCtrl + click places ○, Ctrl + right click ×; or take a tool (P, N), or open a file."
    knows_double_click = True
    knows_control_drag = True
    holds_lines = True

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
            grips = grips_on(self.stage, self.workspace)
            if _is_plain(pointer) and grips is not None and grips.at(pointer.pixel) is not None:
                self._line = LineTool(self.stage, self.workspace, self.window)
                self._line.press(pointer)
            return
        selection = self.workspace.selection
        if row not in selection or not _is_plain(pointer):
            self._choose([row], pointer)
        if row in selection:
            document, rows = self.workspace.document, selection.rows
            origin = document.dataset.X[rows]
            self._drag = _Drag(row, rows, origin, document.dataset, document.new_gesture())
            self._dragged = document.dataset

    def move(self, pointer: Pointer) -> None:
        if self._line is not None:
            self._line.move(pointer)
            return
        if self._start is None:
            return
        away = pointer.pixel - self._start
        self._moving = self._moving or away.manhattanLength() >= QApplication.startDragDistance() / 2
        if not self._moving:
            return
        if self._drag is None:
            self.stage.show_preview(Preview(band=QRectF(self._start, pointer.pixel).normalized()))
        elif self.stage.dataset is self._dragged:
            view = self.stage.viewport
            by = self.stage.steps(*view.rounded(away.x() * view.ux, -away.y() * view.uy))
            if by is None:
                self._end()
                return
            editing.move(self.workspace.document, self._drag.rows, self._drag.origin, by, self._drag.gesture)
            self._dragged = self.stage.dataset

    def release(self, pointer: Pointer) -> None:
        """Take what the rubber band holds; a click without a drag selects only what it hit, or nothing."""
        plain = _is_plain(pointer)
        if self._line is not None:
            self._end()
            return
        if self._drag is not None:
            if plain and not self._moving:
                self.workspace.selection.set([self._drag.pressed])
        elif self._moving and self._start is not None:
            band = QRectF(self._start, pointer.pixel).normalized()
            self._choose(np.flatnonzero(visible(self.stage.pixels, band, 0)), pointer)
        elif plain and self._start is not None:
            self.workspace.selection.clear()
        self._end()

    def hover(self, pointer: Pointer | None) -> None:
        free = pointer is not None and self.stage.example_at(pointer.pixel) is None
        LineTool(self.stage, self.workspace, self.window).hover(pointer if free else None)

    def double_click(self, pointer: Pointer) -> None:
        self._end()
        row = self.stage.example_at(pointer.pixel)
        if row is not None:
            self.workspace.selection.set([row])
            edit_coordinates(self.stage, self.workspace, row, self.window)

    def cancel(self) -> bool:
        if self._line is not None:
            self._line.cancel()
            self._end()
            return True
        under_way = self._moving
        if self._drag is not None and self._moving and self.stage.dataset is self._dragged:
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
        self.stage.show_preview(NOTHING)


def _is_plain(pointer: Pointer) -> bool:
    return not (pointer.holds(_TOGGLE) or pointer.holds(_EXTEND))


def edit_coordinates(stage: Stage, workspace: Workspace, row: int, window: QWidget) -> None:
    """Ask for the exact coordinates of an example, and take them."""
    from perceptron_gui.canvas.tools.coordinates_dialog import CoordinatesDialog

    dialog = CoordinatesDialog(stage.dataset, row, stage.projection.columns, window)
    dialog.page_wanted.connect(workspace.pages.wanted)
    coordinates = dialog.ask()
    if coordinates is not None:
        editing.put(workspace.document, row, coordinates)


class ClickTool(Tool):
    """The tool while a person is the learner: a press on an example clicks it, and nothing else has an effect."""

    def press(self, pointer: Pointer) -> None:
        row = self.stage.example_at(pointer.pixel)
        if row is not None:
            self.workspace.selection.set([row])
            self.workspace.by_hand.click(row)


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
            self.stage.set_viewport(self.stage.viewport.panned(by.x(), by.y()))
            self._last = pointer.pixel

    def release(self, pointer: Pointer) -> None:
        self._last = None

    def cancel(self) -> bool:
        held, self._last = self._last is not None, None
        return held


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
