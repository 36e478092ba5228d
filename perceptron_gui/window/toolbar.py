"""The toolbar: tools, undo, and what to run. Narrow, the last tools show their icons only, or all of them."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolBar, QToolButton, QWidget

from perceptron_gui.window.actions import Actions
from perceptron_gui.window.run_options import RunOptions

_ICON = QSize(20, 20)
_NAMED, _ICON_ONLY = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly


class ToolBar(QToolBar):
    """Tools with their names; undo and redo; learner, order, bias and limits."""

    def __init__(self, actions: Actions, options: RunOptions) -> None:
        super().__init__("Tools")
        self.setObjectName("toolbar")
        self.setMovable(False)
        self.setIconSize(_ICON)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._named: list[QToolButton] = []
        for action in actions.menu("tools").actions():
            self.addAction(action)
            button = self.widgetForAction(action)
            if isinstance(button, QToolButton):
                button.setToolButtonStyle(_NAMED)
                self._named.append(button)
        self.addSeparator()
        self.addActions([actions["undo"], actions["redo"]])
        spacer = QWidget()
        spacer.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(spacer)
        self.addWidget(options)
        self.addAction(actions["limits"])
        self._width_with_names = self.sizeHint().width()
        self._spared = [_spared(button) for button in self._named]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The last tools give up their names first."""
        missing = self._width_with_names - event.size().width()
        for button, spared in zip(reversed(self._named), reversed(self._spared), strict=True):
            button.setToolButtonStyle(_ICON_ONLY if missing > 0 else _NAMED)
            missing -= spared
        super().resizeEvent(event)


def _spared(button: QToolButton) -> int:
    button.setToolButtonStyle(_ICON_ONLY)
    bare = button.sizeHint().width()
    button.setToolButtonStyle(_NAMED)
    return button.sizeHint().width() - bare
