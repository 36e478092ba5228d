"""The panel beside the canvas: a few tabs, and a menu with the others; one alone goes without a tab."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QTabWidget, QToolButton, QWidget

from perceptron_gui.guarded import Guarded
from perceptron_gui.look.layouts import in_column
from perceptron_gui.look.motion import fade_in
from perceptron_gui.look.size import BODY, dress
from perceptron_gui.look.text.rich_text import SymbolTips
from perceptron_gui.look.text.sentences import numbers_as_text
from perceptron_gui.look.text.small_widgets import label_of, tool_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.saved_setting import SavedSetting, give_back, read
from perceptron_gui.model.workspace import TheoryPage, Workspace
from perceptron_gui.panels import PANELS

MAIN = ("Theory", "Step", "Data")
"""Titles of the panels that always have a tab."""
FOURTH = "Compare"
"""Title of the panel that has the fourth tab until another one is chosen under *More*."""


class SidePanel(Guarded, QTabWidget):
    """Tabs for the main panels and for the last one chosen under *More*, each made when it is first seen."""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__(documentMode=True, tabBarAutoHide=True)
        self.setAccessibleName("Panels")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        dress(self.tabBar())
        self.tabBar().setDrawBase(False)
        self._places = {title: _Place(partial(make, workspace, theme)) for title, make in PANELS.items()}
        self._player, self._visible, self._theorem_view = workspace.player, workspace.visible, workspace.theorem_view
        SymbolTips(self, workspace.margin)
        rest = [title for title in self._places if title not in MAIN]
        for title in (*(title for title in MAIN if title in self._places), *rest):
            self.setTabVisible(self.addTab(self._places[title], title), title in (*MAIN, FOURTH))
        self.more = tool_button("More", "Other panels: the one you choose becomes the fourth tab", rung=BODY)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setAutoRaise(True)
        menu = QMenu(self.more)
        for title in rest:
            menu.addAction(f"&{title}").triggered.connect(partial(self.turn_to, title))
        self.more.setMenu(menu)
        self.more.setVisible(bool(rest))
        self.setCornerWidget(self.more)
        # Choices that wait until their panel is made belong to the data before.
        workspace.document.opened.connect(lambda: self.restore({}))
        workspace.pages.wanted.connect(self.turn_to)
        self._visible.changed.connect(self._look)
        self.currentChanged.connect(lambda: fade_in(self.currentWidget()))

    def hasHeightForWidth(self) -> bool:
        """Take the height that is left: panels scroll by themselves."""
        return False

    @property
    def panel(self) -> QWidget:
        return self._places[self.title].panel

    def numbers_as_text(self) -> str:
        """Return the numbers that are shown: the table of the panel, if it has one, else the rows of the theorem."""
        if self.isVisible() and (own := getattr(self.panel, "numbers_as_text", None)) is not None:
            return str(own())
        run, state = self._player.visible.run, self._player.told
        return "" if run is None or state is None else numbers_as_text(run, state)

    @property
    def panel_actions(self) -> list[QAction]:
        """The actions of the panels that work by key, each while its panel is visible."""
        return [action for place in self._places.values() for action in place.panel.actions()]

    @property
    def title(self) -> str:
        return self.tabText(self.currentIndex())

    def saved(self) -> dict[str, Any]:
        return {title: place.kept for title, place in self._places.items() if place.kept is not None}

    def restore(self, value: Any) -> None:
        for title, place in self._places.items():
            place.give(read(dict, value).get(title))

    def _look(self) -> None:
        """Show no tabs on a tour or to a newcomer, and a sentence in place of panels about runs that are hidden."""
        alone = self._visible.view.one_page or self._visible.view.newcomer
        self.tabBar().setVisible(not alone and self.count() > 1)
        self.more.setVisible(not alone and self.count() > len(MAIN))
        for title in self._places.keys() & {"Compare", "Runs"}:
            self._places[title].set_veiled(not self._visible.shows("runs"))

    def turn_to(self, title: str) -> None:
        """Show the panel called `title`, or that page of the theory; an unknown title changes nothing."""
        if title.lower() in list(TheoryPage):
            self._theorem_view.turn_to(TheoryPage(title.lower()))
            title = "Theory"
        if title not in self._places:
            return
        self.setTabVisible(self.indexOf(self._places[title]), True)
        self.setCurrentWidget(self._places[title])
        # Hidden only now: Qt turns to another tab, and makes its panel, if the current tab is hidden.
        for other in self._places.keys() - {*MAIN, title} if title not in MAIN else ():
            self.setTabVisible(self.indexOf(self._places[other]), False)
        self.setTabText(self.currentIndex(), self.title)  # Laid out again, tabs that fit now scroll back.


class _Place(Guarded, QWidget):
    """The place of a panel, which is made once it is needed."""

    def __init__(self, make: Callable[[], QWidget]) -> None:
        super().__init__()
        self._make = make
        self._made: QWidget | None = None
        self._waiting: Any = None
        self._veil = label_of("Results of whole runs are hidden while Hide the Future is on (View menu).")
        self._veil.setContentsMargins(12, 12, 12, 12)
        self._veil.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._veil.hide()
        self._column = in_column(self._veil, margins=(0, 0, 0, 0))
        self.setLayout(self._column)

    def set_veiled(self, veiled: bool) -> None:
        """Show a sentence in the place of the panel, which then does no work; or the panel again."""
        self._veil.setVisible(veiled)
        if self._made is not None:
            self._made.setVisible(not veiled)
        elif self.isVisible():
            self.panel.show()

    @property
    def panel(self) -> QWidget:
        """The panel, made if it was not yet, or a sentence in its place."""
        if not self._veil.isHidden():
            return self._veil
        if self._made is None:
            self._made = self._make()
            self.give(self._waiting)
            self._column.addWidget(self._made)
            self.setFocusProxy(self._made)
        return self._made

    @property
    def kept(self) -> Any:
        """The choices in the panel, or those that wait for it; None for nothing."""
        if self._made is None:
            return self._waiting
        return self._made.saved() if isinstance(self._made, SavedSetting) else None

    def give(self, value: Any) -> None:
        """Restore the choices of the panel once it exists; invalid ones, and None, change nothing."""
        self._waiting = value
        if value is not None and isinstance(self._made, SavedSetting):
            give_back({"": self._made}, {"": value})

    def showEvent(self, event: QShowEvent) -> None:
        """Show the panel at once, not a frame later, and as large as it will be, also the first time."""
        panel = self.panel
        panel.resize(self.size())
        panel.show()
