"""The rail left of the canvas: all tools as icons, and undo and redo at its bottom."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QWidget

from perceptron_gui.guarded import Guarded
from perceptron_gui.look.layouts import in_column
from perceptron_gui.look.size import pixels, sized
from perceptron_gui.look.text.small_widgets import ActionButton
from perceptron_gui.model.visible_run import VisibleRun

_WIDTH, _BUTTON, _GAP = 52, 38, 4


class Rail(Guarded, QWidget):
    """Buttons of actions, one below the other. The last of them go where there is no room; the menus have them all."""

    def __init__(self, tools: Sequence[QAction], history: Sequence[QAction], visible: VisibleRun) -> None:
        super().__init__()
        self._visible = visible
        self.setProperty("rail", "true")
        self.setAccessibleName("Tools")
        sized(self, QWidget.setFixedWidth, _WIDTH)
        self._buttons = [_icon_button(action) for action in (*tools, *history)]
        count = len(tools)
        margins = 7, _GAP + 2, 7, _GAP + 2
        self.setLayout(in_column(*self._buttons[:count], 0, *self._buttons[count:], margins=margins, spacing=_GAP))
        visible.changed.connect(self._look)
        self._look()

    def _look(self) -> None:
        view = self._visible.view
        self.setHidden(view.newcomer or view.presents)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.width(), 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        gap = pixels(_GAP)
        fitting = (self.height() - gap) // (pixels(_BUTTON) + gap)
        for place, button in enumerate(self._buttons):
            button.setVisible(place < fitting)


def _icon_button(action: QAction) -> ActionButton:
    button = ActionButton(action)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    sized(button, lambda each, side: each.setFixedSize(side, side), _BUTTON)
    return button
