"""The toolbar: tools, undo, and what to run. Narrow, the last tools show their icons only; then it has two rows."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLayout, QSizePolicy, QStyle, QToolBar, QToolButton, QWidget

from perceptron_gui.look.enlargement import draw_at
from perceptron_gui.look.size import pixels
from perceptron_gui.look.text.small_widgets import ActionButton
from perceptron_gui.window.commands.command import Actions
from perceptron_gui.window.run_options import RunOptions

_NAMED, _ICON_ONLY = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly
_STEP, _SLACK = 0.05, 0.94
"""In what steps letters get smaller, in parts of their size; margins and frames do not."""
_IN_A_ROW, _IN_ROWS = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom


class ToolBar(QToolBar):
    """Tools with their names; undo and redo; learner, order, bias and limits."""

    def __init__(self, actions: Actions, options: RunOptions) -> None:
        super().__init__("Tools")
        self.setObjectName("toolbar")
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._editing, self._running = _Part(), _Part()
        self._named = self._editing.add(*actions.menu("tools").actions())
        self._editing.addSeparator()
        self._editing.add(actions["undo"], actions["redo"])
        spacer = QWidget()
        spacer.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._running.addWidget(spacer)
        self._options = options
        self._running.addWidget(options)
        self._running.add(actions["limits"])
        self._rows = _Rows(self._editing, self._running)
        self.addWidget(self._rows)
        self._measure()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit(event.size().width())
        super().resizeEvent(event)

    def letter(self) -> None:
        draw_at(1.0, self._options)
        self._measure()
        self._fit(self.width())

    def _fit(self, room: int) -> None:
        """The last tools give up their names first; where that is not enough, what to run has its own row,
        and smaller letters there if need be.
        """
        editing, running = self._widths
        in_rows = editing - sum(self._spared) + running > room
        self._rows.box.setDirection(_IN_ROWS if in_rows else _IN_A_ROW)
        draw_at(min(int(_SLACK * room / running / _STEP) * _STEP, 1.0), self._options)
        missing = editing + (0 if in_rows else running) - room
        for button, spared in zip(reversed(self._named), reversed(self._spared), strict=True):
            button.setToolButtonStyle(_ICON_ONLY if missing > 0 else _NAMED)
            missing -= spared

    def _measure(self) -> None:
        """What the parts take with all names, and what each spares without its own."""
        for inner in self.findChildren(QLayout):
            inner.invalidate()  # what a layout remembers is of the letters before
        self._spared = [_spared(button) for button in self._named]
        self._widths = self._editing.needed, self._running.needed


class _Part(QToolBar):
    """What stays together."""

    def __init__(self) -> None:
        super().__init__()
        self.setIconSize(QSize(pixels(20), pixels(20)))
        if layout := self.layout():
            layout.setContentsMargins(0, 0, 0, 0)

    def add(self, *actions: QAction) -> list[ActionButton]:
        """Their buttons, as a bar's own are; but those are connected once more with every change of their action."""
        made = [ActionButton(action, self) for action in actions]
        for button in made:
            button.setAutoRaise(True)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setIconSize(self.iconSize())
            button.setToolButtonStyle(self.toolButtonStyle())
            self.addWidget(button)
        return made

    @property
    def needed(self) -> int:
        """The width of all that is in it."""
        widths = [self.widgetForAction(action).sizeHint().width() for action in self.actions()]
        spacing = self.style().pixelMetric(QStyle.PixelMetric.PM_ToolBarItemSpacing, None, self)
        return sum(widths) + spacing * len(widths)


class _Rows(QWidget):
    """Parts side by side, or one under another; it asks for no width."""

    def __init__(self, *parts: QToolBar) -> None:
        super().__init__()
        self.box = QBoxLayout(_IN_A_ROW, self)
        self.box.setContentsMargins(0, 0, 0, 0)
        self.box.setSpacing(0)
        for part in parts:
            self.box.addWidget(part)
        self.box.setStretchFactor(parts[-1], 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:
        return QSize(1, self.box.sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


def _spared(button: QToolButton) -> int:
    button.setToolButtonStyle(_ICON_ONLY)
    bare = button.sizeHint().width()
    button.setToolButtonStyle(_NAMED)
    return button.sizeHint().width() - bare
