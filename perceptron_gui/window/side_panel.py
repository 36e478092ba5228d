"""The panel beside the canvas: a tab for each entry of the table of panels; one alone goes without a tab."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QProxyStyle, QStyle, QStyleOption, QTabWidget, QVBoxLayout, QWidget

from perceptron_gui.look.lettering import readable
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels import PANELS

_WIDEST = 520
_BESIDE_TITLE = 11
"""Pixels of a tab beside its title, left and right together: so all of them fit beside each other."""


class SidePanel(QTabWidget):
    """`chosen` tells the title of the panel that a person turned to. A panel is made when it is first seen."""

    chosen = Signal(str)

    def __init__(self, workspace: Workspace, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDocumentMode(True)
        self.setTabBarAutoHide(True)
        self.setMaximumWidth(_WIDEST)
        self._close = _Close()
        self._close.setParent(self)
        self.tabBar().setStyle(self._close)
        self.tabBar().setFont(readable(self.font()))
        self.tabBar().setDrawBase(False)
        self.tabBar().setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._places = [_Place(partial(make, workspace, theme)) for make in PANELS.values()]
        for title, place in zip(PANELS, self._places, strict=True):
            self.addTab(place, title)
        self.currentChanged.connect(lambda place: self.chosen.emit(self.tabText(place)))

    @property
    def panel(self) -> QWidget:
        """The panel that is seen."""
        return self._places[self.currentIndex()].panel

    @property
    def panel_actions(self) -> list[QAction]:
        """What the panels do by key, each while it is seen."""
        return [action for place in self._places for action in place.panel.actions()]

    @property
    def title(self) -> str:
        """What it is called."""
        return self.tabText(self.currentIndex())

    def turn_to(self, title: str) -> None:
        """Show the panel called `title`; where there is none, all stays as it is."""
        for place in range(self.count()):
            if self.tabText(place) == title:
                self.setCurrentIndex(place)


class _Place(QWidget):
    """Where a panel is, or will be once it is needed."""

    def __init__(self, make: Callable[[], QWidget]) -> None:
        super().__init__()
        self._make = make
        self._made: QWidget | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    @property
    def panel(self) -> QWidget:
        """The panel, which is made if it was not."""
        if self._made is None:
            self._made = self._make()
            self._column.addWidget(self._made)
            self.setFocusProxy(self._made)
        return self._made

    def showEvent(self, event: QShowEvent) -> None:
        """The first time there is a panel to be shown: at once, not a frame later, and as large as it will be."""
        panel = self.panel
        panel.resize(self.size())
        panel.show()


class _Close(QProxyStyle):
    """The style of the program, its tabs close together."""

    def pixelMetric(
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        """As elsewhere, but for the room beside a title."""
        if metric is QStyle.PixelMetric.PM_TabBarTabHSpace:
            return _BESIDE_TITLE
        return super().pixelMetric(metric, option, widget)
