"""The step panel: the present step as pseudo-code and in numbers, and the table of all steps."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import inf
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication, QHideEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QSplitter, QWidget

from core.analysis.held_out_errors import snapshot
from core.analysis.jump_targets import FINDS, Asked
from core.explain import Telling, explain, tell
from core.record.history import State
from core.run import Run
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.layouts import NARROWEST, in_column, in_row
from perceptron_gui.look.menus import allow, copy_menu, pop_up
from perceptron_gui.look.size import SMALL, dress, pixels
from perceptron_gui.look.text.rich_text import NO_BREAK
from perceptron_gui.look.text.small_widgets import ActionButton, WrappedLabel, name_for, push_button, tool_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Granularity
from perceptron_gui.model.saved_setting import a_count, expect_type
from perceptron_gui.model.threads.single_shot import single_shot
from perceptron_gui.model.threads.worker import Worker, once
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.step.listing import ListingOrder
from perceptron_gui.panels.step.sheet import Sheet, entries_of_code, entries_of_numbers
from perceptron_gui.panels.step.table import StepsTable

_MOST_VALUES, _MOST_UPDATES = 2_000, 100_000
"""The most numbers, and the most updates, whose fractions take no longer than a frame."""
_KEYS = {"example": "Ctrl+F", "epoch": "Ctrl+Shift+F", "survivor": "Ctrl+J"}


class StepPanel(Guarded, QWidget):
    """Listens to the player while it is seen; its keys work wherever the focus is, while it is seen."""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__()
        self._workspace = workspace
        self._player = player = workspace.player
        self._stale = True
        self._found = ""
        self._state: State | None = None
        self._telling: Telling | None = None
        """the worker for the step, which is shown in decimals until its fractions are computed"""
        self._worker = Worker(self)
        self._worker.answered.connect(self._take_fractions)
        self._order = ListingOrder(player, self)
        self.title = WrappedLabel()
        self.fractions = tool_button(
            "Fractions", "The numbers of this step as exact fractions of the decimals of the data", toggles=True
        )
        self.copy = push_button("Copy", "Copy this step")
        self.copy.setMenu(copy_menu(self.copy, self._copy_as))
        self.code = Sheet(theme, "Pseudo-code", workspace.margin, marked=True)
        self.numbers = Sheet(theme, "The step in numbers", workspace.margin, marked=False)
        self.finds = {name: self._find_action(name) for name in FINDS}
        self.said = WrappedLabel()
        self.table = StepsTable(theme)
        self.panes = QSplitter(Qt.Orientation.Vertical)
        self._shared = 0, 0, 0
        self._panes: list[int] | None = None
        self._lay_out()
        self._growing = single_shot(self, 100, self._grow)  # Milliseconds between two looks at a record that grows.
        self._connect()
        if player.visible.run is not None:
            self._take_run(player.visible.run)

    def copied(self, style: str) -> str:
        """Return the present step in one of the styles of core/explain; empty if there is none."""
        run, state = self._player.visible.run, self._player.state
        return "" if run is None or state is None else explain(run, state, style, self.fractions.isChecked())

    def saved(self) -> Any:
        """Return whether fractions are shown, the table's order and the panes' heights, as plain JSON values."""
        return {"fractions": self.fractions.isChecked(), **self._order.saved(), "panes": self._panes}

    def restore(self, value: Any) -> None:
        fractions, panes = expect_type(value["fractions"], bool), value.get("panes")
        if panes is not None:
            panes = [a_count(height, 0, 100_000) for height in expect_type(panes, list)]
            if len(panes) != self.panes.count():
                raise ValueError
        self._order.restore(value)
        self.fractions.setChecked(fractions)
        self._panes, self._shared = panes, (0, 0, 0)
        if self.isVisible():
            self._order.refresh()
            self._share_room()

    def ready(self) -> bool:
        """Wait for what is computed beside; return True."""
        self._worker.finish()
        self._order.worker.finish()
        return True

    def _lay_out(self) -> None:
        dress(self.title, bold=True)
        self.title.setMinimumHeight(2 * self.title.fontMetrics().lineSpacing())
        self.title.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        head = in_row((self.title, 1), self.fractions, self.copy, margins=(12, 8, 8, 0))
        self._lower = self._make_lower()
        for pane in (self.code, self.numbers, self._lower):
            self.panes.addWidget(pane)
        self.panes.setChildrenCollapsible(False)
        self.setLayout(in_column(head, (self.panes, 1), margins=(0, 0, 0, 0), spacing=4))
        self.setMinimumWidth(pixels(NARROWEST))
        self.setAccessibleName("Step")

    def _make_lower(self) -> QWidget:
        lower, buttons = QWidget(), [ActionButton(action) for action in self.finds.values()]
        for button in buttons:
            dress(button, SMALL)
        row = in_row(name_for("Find next", buttons[0]), *buttons, 0, margins=(12, 2, 8, 0))
        dress(self.said, SMALL)
        self.said.setContentsMargins(12, 0, 8, 0)
        self.said.setMinimumHeight(2 * self.said.fontMetrics().lineSpacing())
        self.said.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        lower.setLayout(in_column(row, self.said, (self.table, 1), margins=(0, 0, 0, 0), spacing=2))
        self.table.setMinimumHeight(4 * self.table.verticalHeader().defaultSectionSize())
        return lower

    def _find_action(self, name: str) -> QAction:
        found = FINDS[name]
        action = QAction(found.title, self)
        action.setShortcut(QKeySequence(_KEYS[name]))
        allow(action, found.meaning)
        action.triggered.connect(partial(self.look_for, name))
        self.addAction(action)  # The key is dead while the panel is hidden.
        return action

    def _connect(self) -> None:
        player = self._player
        player.run_changed.connect(self._take_run)
        player.shown.connect(self._show_state)
        player.record_grew.connect(self._growing.soon)
        player.rested.connect(self._on_rested)
        player.granularity_changed.connect(self._list_others)
        self.panes.splitterMoved.connect(self._keep_sizes)
        self._order.changed.connect(self._relist)
        self.fractions.toggled.connect(self._set_fractions)
        self.table.chosen.connect(lambda row: player.go_to_example(self.table.steps.row(row).line.example))
        self.table.horizontalHeader().sectionClicked.connect(self._sort)
        for sheet in (self.code, self.numbers):
            sheet.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            sheet.customContextMenuRequested.connect(
                lambda at, sheet=sheet: pop_up(copy_menu(sheet, self._copy_as), sheet, at)
            )
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(
            lambda at: pop_up(self.menu_at(self.table.rowAt(at.y())), self.table, at)
        )

    def _take_run(self, run: Run) -> None:
        self._found = ""
        self._stale = True
        for name, action in self.finds.items():
            allow(action, FINDS[name].meaning, FINDS[name].idle(run))
        if self.isVisible():
            self._order.refresh()

    def _show_state(self, _state: State) -> None:
        if not self.isVisible():
            self._stale = True
            return
        self._found = ""
        self._show_step()
        self._order.follow()
        if self._stale or self._order.listing() != self.table.steps.listing:
            self._relist()
        else:
            self._mark()
            self._say()

    def _show_step(self) -> None:
        run, state = self._player.visible.run, self._player.state
        if run is None or state is None or not self.isVisible():
            return
        if state is not self._state:
            self._state, self._telling = state, self._tell(run, state)
        if (telling := self._telling) is None:
            return
        # The line is broken only between these.
        parts = f"{telling.moment[0].upper()}{telling.moment[1:]}".split(", ")
        self.title.setText(", ".join(part.replace(" ", NO_BREAK) for part in parts))
        self.code.set_entries(entries_of_code(telling.code))
        self.numbers.set_entries(entries_of_numbers(telling.numbers))
        self._share_room()

    def _tell(self, run: Run, state: State) -> Telling:
        """Show the step in decimals, or in fractions if they are asked for; these come later if they take long."""
        self._worker.cancel()
        takes_long = run.dataset.X.size > _MOST_VALUES or state.update > _MOST_UPDATES
        if not self.fractions.isChecked() or not takes_long or not state.example:
            return tell(run, state, self.fractions.isChecked())
        known, rough = snapshot(run), tell(run, state)
        self._worker.ask(once(lambda _overtaken: tell(known, state, fractions=True)))
        return replace(rough, numbers=(*rough.numbers, "Computing the fractions; these are decimals."))

    def _take_fractions(self, telling: Telling) -> None:
        self._telling = telling
        self._show_step()

    def _relist(self) -> None:
        """Make the table again for another run, other steps or another order."""
        run = self._player.visible.run_for("rows")
        if run is None or not self.isVisible():
            return
        self._stale = False
        self.table.show_listing(run, self._order.listing())
        rankings, titles = [column.ranking for column in self.table.steps.columns], self.table.horizontalHeader()
        is_sorted = self._order.ranking != "" and self._order.ranking in rankings
        titles.setSortIndicatorShown(is_sorted)
        if is_sorted:
            way = Qt.SortOrder.DescendingOrder if self._order.descending else Qt.SortOrder.AscendingOrder
            titles.setSortIndicator(rankings.index(self._order.ranking), way)
        self._mark()
        self._say()

    def _list_others(self) -> None:
        self._found = ""
        self._relist()

    def _mark(self) -> None:
        state, listing = self._player.state, self.table.steps.listing
        if state is None:
            return
        row = listing.row_of(state.update, state.example, moved=state.moved)
        made = self._player.visible.run.history.example_of(state.update) if self._player.visible.run is not None else 0
        self.table.mark(row, listing.row_of(state.update, made, moved=True) if made else 0)

    def _say(self) -> None:
        self.said.setText(self._found or self._order.words)

    def _grow(self) -> None:
        if not self.isVisible():
            return
        self._order.follow()
        listing = self._order.listing()
        if self._stale:
            self._relist()
        elif listing != self.table.steps.listing:
            self.table.grow(listing)
            self._mark()
        self._say()

    def _on_rested(self) -> None:
        if self.isVisible():
            self._order.follow(inf)
            self._growing.soon()

    def _set_fractions(self) -> None:
        self._state = None
        self._show_step()

    def _sort(self, column: int) -> None:
        ranking = self.table.steps.columns[column].ranking
        if ranking:
            self._found = ""
            self._order.sort(ranking)

    def look_for(self, name: str, row: int | None = None) -> None:
        """Go to the next match, forward from the playhead, and name it, or say that there is none.

        `row` of the data is the example that is asked about; None: the one selected, else the one at the playhead.
        """
        run, state = self._player.visible.run_for("rows"), self._player.state
        if run is None or state is None:
            return
        if row is None:
            selected = self._workspace.selection.indices
            row = selected[0] if len(selected) == 1 else state.index if state.example else None
        found = FINDS[name].look(Asked(run, state, row, self._player.granularity is Granularity.EXAMPLE))
        if found.example is not None:
            self._player.go_to_example(found.example)
        self._found = found.sentence
        self._say()

    def _copy_as(self, style: str) -> None:
        QGuiApplication.clipboard().setText(self.copied(style))

    def menu_at(self, place: int) -> QMenu:
        """Return the searches that start at a row of the table; −1: beside the rows."""
        menu = QMenu(self.table)
        if place >= 0:
            row = self.table.steps.row(place).line.index
            action = menu.addAction(f"Next Update on Example {row + 1:,}")
            action.triggered.connect(lambda _checked: self.look_for("example", row))
            menu.addSeparator()
        for action in self.finds.values():
            menu.addAction(action)
        return menu

    def _share_room(self) -> None:
        """Give pseudo-code and numbers only the space that they need, the numbers first; the table gets the rest.

        The numbers keep the space that they needed before, so that nothing jumps from step to step; a size that a
        person dragged stays.
        """
        code = max(self.code.content_height, self.code.minimumSizeHint().height())
        whole, before = self.panes.height(), self._shared
        numbers = max(self.numbers.content_height, before[1] if before[::2] == (code, whole) else 0)
        if (code, numbers, whole) == before:
            return
        self._shared = code, numbers, whole
        self.code.setMaximumHeight(code)
        if self._panes is not None:
            self.panes.setSizes(self._panes)
        else:
            panes = whole - 2 * self.panes.handleWidth()
            free = panes - self._lower.minimumSizeHint().height()
            numbers = min(numbers, free - min(code, 2 * self.code.minimumSizeHint().height()))
            code = min(code, free - numbers)
            self.panes.setSizes([code, numbers, panes - code - numbers])

    def _keep_sizes(self) -> None:
        self._panes = self.panes.sizes()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def hideEvent(self, event: QHideEvent) -> None:
        self._growing.stop()
        self._order.worker.shut_down()
        if self._worker.busy:
            self._state = None  # The fractions are computed when the panel is shown again.
        self._worker.shut_down()

    def showEvent(self, event: QShowEvent) -> None:
        if self._player.visible.run is not None:
            self._show_step()
            self._order.refresh()
