"""The panel beside the canvas: a tab for each entry of the table of panels; one alone goes without a tab."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QProxyStyle, QStyle, QStyleOption, QTabWidget, QWidget

from perceptron_gui.look.lettering import readable
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels import PANELS

_WIDEST = 520
_BESIDE_TITLE = 11
"""Pixels of a tab beside its title, left and right together: so all of them fit beside each other."""


class SidePanel(QTabWidget):
    """`chosen` tells the title of the panel that a person turned to."""

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
        for title, make in PANELS.items():
            self.addTab(make(workspace, theme), title)
        self.currentChanged.connect(lambda place: self.chosen.emit(self.tabText(place)))

    @property
    def panel(self) -> QWidget:
        """The panel that is seen."""
        return self.currentWidget()

    @property
    def panel_actions(self) -> list[QAction]:
        """What the panels do by key, each while it is seen."""
        panels = map(self.widget, range(self.count()))
        return [action for panel in panels if panel is not None for action in panel.actions()]

    @property
    def title(self) -> str:
        """What it is called."""
        return self.tabText(self.currentIndex())

    def turn_to(self, title: str) -> None:
        """Show the panel called `title`; where there is none, all stays as it is."""
        for place in range(self.count()):
            if self.tabText(place) == title:
                self.setCurrentIndex(place)


class _Close(QProxyStyle):
    """The style of the program, its tabs close together."""

    def pixelMetric(
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        """As elsewhere, but for the room beside a title."""
        if metric is QStyle.PixelMetric.PM_TabBarTabHSpace:
            return _BESIDE_TITLE
        return super().pixelMetric(metric, option, widget)
