"""The toolbar: tools, undo, and what to run. Narrow, the tools show their icons only."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolBar, QToolButton, QWidget

from perceptron_gui.window.actions import Actions
from perceptron_gui.window.run_options import RunOptions

_ICON = QSize(20, 20)


class ToolBar(QToolBar):
    """Tools with their names; undo and redo; learner, order, bias and limits."""

    def __init__(self, actions: Actions, options: RunOptions, parent: QWidget | None = None) -> None:
        super().__init__("Tools", parent)
        self.setObjectName("toolbar")
        self.setMovable(False)
        self.setIconSize(_ICON)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._named: list[QToolButton] = []
        for action in actions.menu("tools").actions():
            self.addAction(action)
            button = self.widgetForAction(action)
            if isinstance(button, QToolButton):
                self._named.append(button)
        self.addSeparator()
        self.addActions([actions["undo"], actions["redo"]])
        spacer = QWidget()
        spacer.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(spacer)
        self.addWidget(options)
        self.addAction(actions["limits"])
        self._show_names(True)
        self._width_with_names = self.sizeHint().width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._show_names(event.size().width() >= self._width_with_names)
        super().resizeEvent(event)

    def _show_names(self, names: bool) -> None:
        style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon if names else Qt.ToolButtonStyle.ToolButtonIconOnly
        for button in self._named:
            button.setToolButtonStyle(style)
