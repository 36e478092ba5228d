"""A sheet: a card below the button that opens it, which stays open while one tries; and the one of layers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from itertools import count

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QToolButton, QWidget

from perceptron_gui.canvas import LAYERS, Canvas
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.layouts import in_column, scrolled
from perceptron_gui.look.size import BODY, pixels
from perceptron_gui.look.text.small_widgets import label_of, pill_button
from perceptron_gui.window.cards import Follower

_GAP = 8
_EDGES = 4
"""Pixels that the frame and its margin take in each direction."""
_CORNER = 12
"""Pixels between the pill and the edges of the canvas."""
GROUPS = ("Points", "Boundary"), ("Theory", "Learner")
"""Headings of the sheet of layers, one column beside the other."""


class Sheet(Guarded, QFrame):
    """A card over the `window` until its `button` or Esc closes it; it scrolls, and lies left of what it `spares`."""

    def __init__(self, title: str, button: QToolButton, make: Callable[[], QWidget], window: QWidget) -> None:
        super().__init__(window)
        self.setProperty("card", "sheet")
        self.setAccessibleName(title)
        self._button, self._make, self._window = button, make, window
        self.spares: QWidget | None = None
        self._scroll = scroll = scrolled(QWidget())
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setLayout(in_column(scroll, margins=(1, 1, 1, 1)))
        self.hide()
        button.toggled.connect(self._open)

    @cached_property
    def content(self) -> QWidget:
        content = self._make()
        self._scroll.setWidget(content)
        content.installEventFilter(self)
        return content

    def _open(self, on: bool) -> None:
        for watched in (self._window, self._button):
            (watched.installEventFilter if on else watched.removeEventFilter)(self)
        if on:
            self._place()
            self.raise_()
        self.setVisible(on)

    def _place(self) -> None:
        """Lie below the button, inside the window, as high as the content if there is room."""
        window, button = self._window, self._button
        corner = button.mapTo(window, QPoint(button.width(), button.height() + _GAP // 2))
        width = self.content.sizeHint().width()
        high = max(self.content.heightForWidth(width), self.content.sizeHint().height())
        room = QSize(window.width() - 2 * _GAP, window.height() - corner.y() - _GAP)
        size = QSize(width + _EDGES, high + _EDGES).boundedTo(room)
        left = min(max(corner.x() - size.width(), _GAP), window.width() - size.width() - _GAP)
        if (spared := self.spares) is not None and spared.isVisible():
            left = max(min(left, spared.mapTo(window, QPoint(0, 0)).x() - size.width() - _GAP), _GAP)
        self.setGeometry(left, corner.y(), size.width(), size.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the size of window and content; a button that is put away closes the sheet."""
        if event.type() == QEvent.Type.Hide and watched is self._button:
            self._button.setChecked(False)
        elif event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest) and self.isVisible():
            self._place()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._button.setChecked(False)
            self._button.setFocus()
        else:
            super().keyPressEvent(event)


class LayerBoxes(QWidget):
    """A check box for each layer of the canvas, in groups, with its key, as the entries of the menu View."""

    def __init__(self, actions: Mapping[str, QAction]) -> None:
        super().__init__()
        self.boxes: dict[str, QCheckBox] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(16, 12, 16, 16)
        grid.setHorizontalSpacing(24)
        for column, groups in enumerate(GROUPS):
            row = count()
            for group in groups:
                grid.addWidget(label_of(group, role="secondary", wraps=False), next(row), 2 * column)
                for name in (name for name, kind in LAYERS.items() if kind.group == group):
                    self._add(grid, next(row), 2 * column, name, actions[f"layer_{name}"])

    def _add(self, grid: QGridLayout, row: int, column: int, name: str, action: QAction) -> None:
        box = self.boxes[name] = QCheckBox()
        box.setToolTip(action.toolTip())
        _follow(box, action)
        action.changed.connect(partial(_follow, box, action))
        box.toggled.connect(action.setChecked)
        grid.addWidget(box, row, column)
        if key := LAYERS[name].key:
            grid.addWidget(label_of(key, rung=BODY, role="secondary", wraps=False), row, column + 1)


def _follow(box: QCheckBox, action: QAction) -> None:
    box.setText(action.text())
    box.setEnabled(action.isEnabled())
    box.setChecked(action.isChecked())


class LayersButton(QObject):
    """The pill over the top right corner of the canvas that opens the sheet of layers."""

    def __init__(self, canvas: Canvas, actions: Mapping[str, QAction], window: QWidget) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self.pill = pill_button("Layers", "What the canvas draws (View ▸ Layers)")
        self.pill.setCheckable(True)
        self.pill.setParent(canvas)
        canvas.words.widgets.append(self.pill)
        self.sheet = Sheet("Layers", self.pill, partial(LayerBoxes, actions), window)
        Follower(self, self._place, canvas)
        self._place()

    def _place(self) -> None:
        self.pill.adjustSize()
        self.pill.move(self._canvas.width() - self.pill.width() - pixels(_CORNER), pixels(_CORNER))
        self.pill.raise_()
