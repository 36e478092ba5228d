"""Moving the view with the mouse."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt

from perceptron_gui.canvas.tools.tool import Pointer, Tool


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
