"""The top row: menus, and tools of a newcomer, or data, learner, order and options as pills; and the rail of tools."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QFrame, QMenuBar, QSizePolicy, QWidget

from core.learners import LEARNERS, find_learner, resolved, with_learner
from core.numbers.numerals import counted
from core.orders import ORDERS, find_order
from core.spec import RunSpec
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.card import Offer, Severity
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.plain import plain
from perceptron_gui.look.size import BODY, follow_scale, pixels, sized
from perceptron_gui.look.text.sentences import numbers_text, within
from perceptron_gui.look.text.small_widgets import ActionButton, ChoiceBox, label_of, pill_button, tool_button
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.visible_run import VisibleRun
from perceptron_gui.window.cards import Sheet
from perceptron_gui.window.options import OptionsForm

_HEIGHT, _GAP = 48, 8
_RAIL, _SIDE, _BETWEEN = 52, 38, 4
_FIRST_TOOLS = {"select": "Move", "positive": "Add ○", "negative": "Add ×", "erase": "Erase"}
"""Tool of a newcomer → its words."""


class RunOptions(QWidget):
    """Learner and order of the document as pills, and the button that opens the sheet with the other options.

    `said` carries a sentence about another learner's options or a list, its Severity, and an Offer or None;
    `start_wanted` comes from the button that shows where w begins.
    """

    said = Signal(object, str, object)
    start_wanted = Signal()

    def __init__(self, document: Document, window: QWidget) -> None:
        super().__init__()
        self._document, self._passed_over = document, 0
        self._learner = _Box("Learner", "How it learns", {key: learner.title for key, learner in LEARNERS.items()})
        self._order = _Box("Order", "Which example comes next", {name: order.title for name, order in ORDERS.items()})
        self.button = pill_button("Options")
        self.button.setCheckable(True)
        self.sheet = Sheet("Options", self.button, lambda: self.form, window)
        named = label_of("&Order", rung=BODY, role="secondary", wraps=False)
        named.setBuddy(self._order)
        QShortcut(QKeySequence("Alt+L"), self, self._learner.setFocus)  # Its pill has no label for a letter.
        self._pills = _pill(self._learner), _pill(named, self._order)
        self._row = in_row(*self._pills, self.button, margins=(0, 0, 0, 0), spacing=_GAP)
        self.setLayout(self._row)
        self._away = QWidget(self, visible=False)
        self._folded = in_row(margins=(0, 0, 0, 0), spacing=_GAP)
        self._away.setLayout(self._folded)
        self._learner.activated.connect(self._on_learner)
        self._order.activated.connect(self._on_order)
        document.spec_changed.connect(self._show)
        # This comes after the sentence before was taken back.
        for changed in (document.spec_changed, document.dataset_changed):
            changed.connect(self._look_at_list, Qt.ConnectionType.QueuedConnection)
        self._show(document.spec)

    @cached_property
    def form(self) -> OptionsForm:
        form = OptionsForm(self._document, self._away)
        form.start.clicked.connect(self.start_wanted)
        return form

    @property
    def parts(self) -> list[QWidget]:
        """The pills in the row and the button; the layout itself does not count one that has just come back."""
        return [pill for pill in self._pills if self._row.indexOf(pill) >= 0] + [self.button]

    def part_for(self, option: str) -> QWidget:
        """Return the part in the row where an option of a run is chosen."""
        pill = self._pills[option == "order"]
        return pill if option in ("learner", "order") and self._row.indexOf(pill) >= 0 else self.button

    def fold(self, place: int, folded: bool) -> None:
        """Move the learner, place 0, or the order, place 1, into the sheet, or back into the row."""
        row, pill = self._folded if folded else self._row, self._pills[place]
        if row.indexOf(pill) < 0:
            row.insertWidget(min(place, row.count()), pill)

    def open_at(self, row: QWidget | None = None) -> None:
        """Open the sheet with the focus in a row, else in the first number of the learner."""
        self.button.setChecked(True)
        self.form.take_focus() if row is None else row.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def edit_list(self, order: str | None = None) -> None:
        """Ask for a list of examples, for the order that goes by it; `order` as the present one unless given."""
        from perceptron_gui.window.dialogs.forms import ListDialog

        before = self._document.spec
        dialog = ListDialog(self._document.dataset.n, before, order or before.order or "", self.window())
        if (spec := dialog.ask()) is not None:
            self._document.choose_spec(spec)
        self._show(self._document.spec)

    def _on_learner(self) -> None:
        before, learner = self._document.spec, find_learner(self._learner.currentData())
        after, lost = with_learner(before, learner.name)
        self._document.choose_spec(after)
        brought = find_learner(before.learner).in_kernel and not learner.in_kernel
        if lost:
            self.said.emit(Severity.NOTE, lost, None)
        elif brought and after.kernel:
            offer = Offer("Remove Kernel", partial(self._ask, kernel=None))
            self.said.emit(Severity.NOTE, f"{learner.title} keeps the {after.kernel} kernel.", offer)

    def _on_order(self) -> None:
        """Ask for a list first, if the order goes by one and there is none."""
        order = find_order(self._order.currentData())
        if order.listed and not self._document.spec.sequence:
            self.edit_list(order.name)
        else:
            self._ask(order=order.name)

    def _ask(self, **changes: Any) -> None:
        self._document.choose_spec(replace(self._document.spec, **changes))

    def _look_at_list(self) -> None:
        """Say that a list names examples which do not exist any more."""
        spec, before, self._passed_over = self._document.spec, self._passed_over, 0
        if not spec.sequence:
            return
        order = find_order(resolved(spec).order or "")
        missing = self._passed_over = order.passed_over(spec.sequence, self._document.dataset.n)
        if missing and missing != before:
            are = "is" if missing == 1 else "are"
            told = f"{counted(missing, 'example')} of the list {are} not there and {are} passed over."
            self.said.emit(Severity.NOTE, told, Offer("Change the List…", self.edit_list))

    def _show(self, spec: RunSpec) -> None:
        learner, order = find_learner(spec.learner), find_order(resolved(spec).order or "")
        self._learner.setCurrentIndex(self._learner.findData(spec.learner))
        self._order.setCurrentIndex(self._order.findData(order.name))
        own = find_order(learner.order).title
        self._order.setToolTip(f"Which example comes next; the {within(learner.title)}’s own order is {own}")
        self.button.setToolTip(f"{numbers_text(spec, whole=True)} (Run ▸ Kernel and Parameters)")


class _Box(ChoiceBox):
    """A box that leaves Home and End to the playhead, even while there is nowhere to go and their actions are off."""

    def __init__(self, name: str, tooltip: str, entries: dict[str, str]) -> None:
        super().__init__(entries)
        self.setAccessibleName(name)
        self.setToolTip(tooltip)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            event.ignore()
        else:
            super().keyPressEvent(event)


def _pill(*parts: QWidget) -> QFrame:
    frame = QFrame()
    frame.setProperty("pill", "field")
    frame.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    frame.setLayout(in_row(*parts, margins=(12 if len(parts) > 1 else 0, 0, 0, 0), spacing=0))
    return frame


class TopRow(Guarded, QWidget):
    """The row over canvas and panel. Parts without room fold away, the name of the data last."""

    def __init__(self, bar: QMenuBar, actions: Mapping[str, QAction], options: RunOptions, visible: VisibleRun) -> None:
        super().__init__()
        self.setProperty("top", "true")
        sized(self, QWidget.setFixedHeight, _HEIGHT)
        self._options, self._visible, self._full_name = options, visible, ""
        follow_scale(self, lambda: self.show_data(self._full_name))
        self.tools = QFrame()
        self.tools.setProperty("group", "true")
        self._buttons = [_tool(actions[f"tool_{name}"], words) for name, words in _FIRST_TOOLS.items()]
        self._tools_row = in_row(*self._buttons, margins=(2, 2, 2, 2), spacing=2)
        self.tools.setLayout(self._tools_row)
        self.data = pill_button("")
        self.data.clicked.connect(actions["gallery"].trigger)
        self.name = label_of(rung=BODY, role="secondary", wraps=False)
        self.show_all = tool_button("Show everything", "All tools, layers and numbers, from now on", rung=BODY)
        self.show_all.setProperty("strong", "true")
        bar.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        left, right = (bar, 0, self.tools, self.data), (self.name, self.show_all, options)
        row = in_row(*left, 0, *right, margins=(0, 0, 2 * _GAP, 0), spacing=_GAP)
        for part in (bar, self.tools, options):
            row.setAlignment(part, Qt.AlignmentFlag.AlignVCenter)
        self._parts = bar, self.tools, self.data, self.name, self.show_all
        self.setLayout(row)
        visible.changed.connect(self._look)
        self._look()

    def _look(self) -> None:
        """Show a newcomer the tools for points and a way to everything, others the pills."""
        on = self._visible.view.newcomer
        for part in (self.tools, self.show_all):
            part.setVisible(on and not self._visible.view.lesson)
        self.name.setVisible(on)
        for pill in (self.data, self._options):
            pill.setVisible(not on)
        if on:
            self._options.button.setChecked(False)
        self._fit()

    def show_data(self, name: str) -> None:
        self._full_name = name
        shown = self.data.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, pixels(240))
        self.data.setText(shown.replace("&", "&&"))
        self.data.setAccessibleName(f"Data: {name}")
        self.data.setToolTip(plain(f"{name}: choose other data (Data ▸ Gallery)"))
        self.name.setText(shown)
        self.name.setToolTip(plain(name))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(1, self.height())

    def _fit(self) -> None:
        """Fold as much as is needed, the least important first, once the row is seen in its width."""
        if not self.isVisible():
            return
        for fold in reversed(self._folds):
            fold(False)
        for fold in self._folds:
            self._tools_row.invalidate()  # It remembers the buttons of before.
            pills = [] if self._options.isHidden() else self._options.parts
            shown = *(part for part in self._parts if not part.isHidden()), *pills
            if sum(part.sizeHint().width() + _GAP for part in shown) + 2 * _GAP <= self.width():
                return
            fold(True)

    @property
    def _folds(self) -> list[Callable[[bool], object]]:
        view, fold = self._visible.view, self._options.fold
        if view.newcomer:
            return [self._name_tools, lambda folded: self.tools.setHidden(folded or view.lesson), self.name.setHidden]
        return [partial(fold, 1), partial(fold, 0), self.data.setHidden]

    def _name_tools(self, folded: bool) -> None:
        style = Qt.ToolButtonStyle.ToolButtonIconOnly if folded else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        for button in self._buttons:
            button.setToolButtonStyle(style)


def _tool(action: QAction, words: str) -> ActionButton:
    action.setIconText(words)  # The menus keep the text of the action.
    button = ActionButton(action)
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return button


class Rail(Guarded, QWidget):
    """Buttons of actions, one below the other. The last of them go where there is no room; the menus have them all."""

    def __init__(self, tools: Sequence[QAction], history: Sequence[QAction]) -> None:
        super().__init__(accessibleName="Tools")
        self.setProperty("rail", "true")
        sized(self, QWidget.setFixedWidth, _RAIL)
        self._buttons = [ActionButton(action) for action in (*tools, *history)]
        for button in self._buttons:
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            sized(button, lambda each, side: each.setFixedSize(side, side), _SIDE)
        first, last = self._buttons[: len(tools)], self._buttons[len(tools) :]
        self.setLayout(in_column(*first, 0, *last, margins=(7, _BETWEEN + 2, 7, _BETWEEN + 2), spacing=_BETWEEN))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.width(), 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        gap = pixels(_BETWEEN)
        fitting = (self.height() - gap) // (pixels(_SIDE) + gap)
        for place, button in enumerate(self._buttons):
            button.setVisible(place < fitting)
