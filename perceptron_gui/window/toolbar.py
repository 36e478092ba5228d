"""The toolbar: tools, undo, and what to run: the learner with its numbers, order, seed and bias."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QLabel,
    QLayout,
    QLineEdit,
    QSizePolicy,
    QStyle,
    QToolBar,
    QToolButton,
    QWidget,
)

from core.errors import InputError
from core.learners import LEARNERS, find_learner, resolved, with_learner
from core.numbers.numerals import counted
from core.orders import ORDERS, find_order
from core.spec import RunSpec, bias_from
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.fields.number_field import LARGEST_WHOLE, WholeNumberField
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.notice_bar import Offer, Severity
from perceptron_gui.look.size import draw_at, pixels
from perceptron_gui.look.text.sentences import numbers_text, within
from perceptron_gui.look.text.small_widgets import ActionButton, ChoiceBox
from perceptron_gui.model.document.document import Document

_GAP = 4


class RunOptions(QWidget):
    """The fields of the document's spec, which ask for another one. Each keeps its place whether it matters now or not.

    `said` carries a sentence about an entry or about another learner's options, its Severity, and an Offer or None;
    `accepted` comes with a valid entry; `entered` with Enter in a field, so that the keys can go elsewhere again. The
    button `numbers` shows kernel and numbers.
    """

    said = Signal(object, str, object)
    accepted = Signal()
    entered = Signal()

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self._edited = False
        self._passed_over = 0
        self._learner = _box("Learner", "How it learns", {key: learner.title for key, learner in LEARNERS.items()})
        self._order = _box("Order", "Which example comes next", {name: order.title for name, order in ORDERS.items()})
        self._bias = _box(
            "Bias",
            "The constant feature beside x: 1, 0 for a line through the origin, radius for max‖x‖, or another number",
            {"1": "1", "0": "0", "radius": "radius"},
        )
        self._bias.setEditable(True)
        self._typed = QLineEdit()
        self._typed.setAccessibleName(self._bias.accessibleName())
        self._bias.setLineEdit(self._typed)
        self._bias.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._bias.setMaximumWidth(pixels(72))
        self._seed = WholeNumberField("Seed", 0, 0, LARGEST_WHOLE, "The seed of everything random (Run ▸ New Seed)")
        self._seed.setFixedWidth(pixels(42))
        self.numbers = QToolButton()
        self.numbers.setFixedWidth(pixels(74))
        self.numbers.setAccessibleName("Kernel and numbers")
        row: list[QWidget | int] = []
        self._rest: list[QWidget] = [self.numbers]
        for name, fields in (
            ("&Learner", (self._learner, self.numbers)),
            ("&Order", (self._order,)),
            ("&Seed", (self._seed,)),
            ("&Bias", (self._bias,)),
        ):
            label = QLabel(name)
            label.setBuddy(fields[0])
            row += [_GAP, label, *fields]
            self._rest += [] if fields[0] is self._learner else [label, *fields]
        self.setLayout(in_row(*row, margins=(0, 0, 0, 0), spacing=_GAP))
        self._learner.activated.connect(self._on_learner)
        self._order.activated.connect(self._on_order)
        self._bias.activated.connect(self._take_bias)
        self._typed.editingFinished.connect(partial(self._if_edited, self._take_bias))
        self._seed.editingFinished.connect(partial(self._if_edited, partial(self._take, "seed", self._seed.value)))
        for field in (self._typed, self._seed):
            field.textEdited.connect(lambda: setattr(self, "_edited", True))
            field.returnPressed.connect(self.entered)
        document.spec_changed.connect(self._show)
        # This comes after the sentence before was taken back.
        for changed in (document.spec_changed, document.dataset_changed):
            changed.connect(self._look_at_list, Qt.ConnectionType.QueuedConnection)
        self._show(document.spec)

    def show_few(self, few: bool) -> None:
        for widget in self._rest:
            widget.setHidden(few)

    def edit_list(self, order: str | None = None) -> None:
        """Ask for a list of examples, for the order that goes by it; `order` as the present one unless given."""
        from perceptron_gui.window.dialogs.forms import ListDialog

        before = self._document.spec
        dialog = ListDialog(self._document.dataset.n, before, order or before.order or "", self.window())
        if (spec := dialog.ask()) is not None:
            self._document.choose_spec(spec)
        self._show(self._document.spec)

    @Slot()
    def _on_learner(self) -> None:
        before, learner = self._document.spec, find_learner(self._learner.currentData())
        after, lost = with_learner(before, learner.name)
        self._document.choose_spec(after)
        brought = find_learner(before.learner).kernel is not None and learner.kernel is None
        if lost:
            self.said.emit(Severity.NOTE, lost, None)
        elif brought and after.kernel is not None:
            offer = Offer("Remove Kernel", partial(self._ask, kernel=None))
            self.said.emit(Severity.NOTE, f"{learner.title} keeps the {after.kernel} kernel.", offer)

    @Slot()
    def _on_order(self) -> None:
        """Ask for a list first, if the order goes by one and there is none."""
        order = find_order(self._order.currentData())
        if order.listed and not self._document.spec.sequence:
            self.edit_list(order.name)
        else:
            self._ask(order=order.name)

    def _if_edited(self, take: Callable[[], None]) -> None:
        if self._edited:
            take()

    @Slot()
    def _take_bias(self) -> None:
        text = self._bias.currentText().strip().replace("−", "-").replace(",", ".")
        self._take("bias", lambda: bias_from(text))

    def _take(self, name: str, typed: Callable[[], Any]) -> None:
        """Ask for the typed value, or report its error; the fields show the spec either way."""
        self._edited = False
        try:
            self._ask(**{name: typed()})
        except InputError as error:
            self.said.emit(Severity.ERROR, str(error), None)
        else:
            self.accepted.emit()
        self._show(self._document.spec)

    def _ask(self, **changes: Any) -> None:
        self._document.choose_spec(replace(self._document.spec, **changes))

    @Slot()
    def _look_at_list(self) -> None:
        """Say that a list names examples which do not exist any more."""
        document, before = self._document, self._passed_over
        order = find_order(resolved(document.spec).order or "")
        self._passed_over = missing = order.passed_over(document.spec.sequence, document.dataset.n)
        if missing and missing != before:
            are = "is" if missing == 1 else "are"
            told = f"{counted(missing, 'example')} of the list {are} not there and {are} passed over."
            self.said.emit(Severity.NOTE, told, Offer("Change the List…", self.edit_list))

    @Slot(object)
    def _show(self, spec: RunSpec) -> None:
        learner, order = find_learner(spec.learner), find_order(resolved(spec).order or "")
        self._learner.setCurrentIndex(self._learner.findData(spec.learner))
        self._order.setCurrentIndex(self._order.findData(order.name))
        own = find_order(learner.order).title
        self._order.setToolTip(f"Which example comes next; the {within(learner.title)}’s own order is {own}")
        with QSignalBlocker(self._bias):
            self._bias.setEditText(str(spec.bias).removesuffix(".0"))
        self._seed.set_value(spec.seed)
        self._seed.setEnabled(order.seeded)
        self.numbers.setToolTip(f"{numbers_text(spec, whole=True)} (Run ▸ Kernel and Parameters)")
        self.letter()

    def letter(self) -> None:
        text, room = numbers_text(self._document.spec), self.numbers.minimumWidth() - 2 * _GAP
        self.numbers.setText(self.numbers.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room))


class _Box(ChoiceBox):
    """A box that leaves Home and End to the playhead, even while there is nowhere to go and their actions are off."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            event.ignore()
        else:
            super().keyPressEvent(event)


def _box(name: str, tooltip: str, entries: dict[str, str]) -> QComboBox:
    box = _Box()
    for key, text in entries.items():
        box.addItem(text, key)
    box.setAccessibleName(name)
    box.setToolTip(tooltip)
    return box


_NAMED, _ICON_ONLY = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly


class ToolBar(Guarded, QToolBar):
    """Tools with their names; undo and redo; learner, order, bias and limits.

    In a narrow bar the last tools show their icons only; in a narrower one there are two rows.
    """

    def __init__(self, tools: Sequence[QAction], actions: Mapping[str, QAction], options: RunOptions) -> None:
        super().__init__("Tools")
        self.setObjectName("toolbar")
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._editing, self._running = _Part(), _Part()
        self._named = self._editing.add(*tools)
        self._editing.addSeparator()
        self._editing.add(actions["undo"], actions["redo"])
        spacer = QWidget()
        spacer.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._running.addWidget(spacer)
        self._options = options
        self._running.addWidget(options)
        self._running.add(actions["limits"])
        self._rarer = actions["tool_line"], actions["tool_pan"], actions["limits"]
        self._rows = _Rows(self._editing, self._running)
        self.addWidget(self._rows)
        self._measure()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit(event.size().width())
        super().resizeEvent(event)

    def show_few(self, few: bool) -> None:
        """Show the tools for points, undo and the learner alone, or everything."""
        for part in (self._editing, self._running):
            for place in part.actions():
                button = part.widgetForAction(place)
                if isinstance(button, ActionButton) and button.defaultAction() in self._rarer:
                    place.setVisible(not few)
        self._options.show_few(few)
        self.letter()

    def letter(self) -> None:
        draw_at(1.0, self._options)
        self._measure()
        self._fit(self.width())

    def _fit(self, room: int) -> None:
        """Take the names from the last tools first; then give what to run its own row, and smaller letters there."""
        editing, running = self._widths
        in_rows = editing - sum(self._spared) + running > room
        directions = QBoxLayout.Direction
        self._rows.box.setDirection(directions.TopToBottom if in_rows else directions.LeftToRight)
        # Letters get smaller in steps of a twentieth of their size; margins and frames do not, so 6 % are left to them.
        draw_at(min(int(0.94 * room / running / 0.05) * 0.05, 1.0), self._options)
        missing = editing + (0 if in_rows else running) - room
        for button, spared in zip(reversed(self._named), reversed(self._spared), strict=True):
            button.setToolButtonStyle(_ICON_ONLY if missing > 0 else _NAMED)
            missing -= spared

    def _measure(self) -> None:
        """Find what the parts take with all names, and what each tool spares without its own."""
        for inner in self.findChildren(QLayout):
            inner.invalidate()  # The layout remembers the letters of before.
        self._spared = []
        for button in self._named:
            button.setToolButtonStyle(_ICON_ONLY)
            bare = button.sizeHint().width()
            button.setToolButtonStyle(_NAMED)
            self._spared.append(button.sizeHint().width() - bare)
        self._widths = self._editing.needed, self._running.needed


class _Part(QToolBar):
    """Buttons and fields that stay together."""

    def __init__(self) -> None:
        super().__init__()
        self.setIconSize(QSize(pixels(20), pixels(20)))
        if layout := self.layout():
            layout.setContentsMargins(0, 0, 0, 0)

    def add(self, *actions: QAction) -> list[ActionButton]:
        """Add buttons like a bar's own, but those would be connected once more with every change of their action."""
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
        widths = [self.widgetForAction(action).sizeHint().width() for action in self.actions()]
        spacing = self.style().pixelMetric(QStyle.PixelMetric.PM_ToolBarItemSpacing, None, self)
        return sum(widths) + spacing * len(widths)


class _Rows(Guarded, QWidget):
    """Parts side by side, or one under another; it asks for no width."""

    def __init__(self, *parts: QToolBar) -> None:
        super().__init__()
        self.box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self.box.setContentsMargins(0, 0, 0, 0)
        self.box.setSpacing(0)
        for part in parts:
            self.box.addWidget(part)
        self.box.setStretchFactor(parts[-1], 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:
        return QSize(1, self.box.sizeHint().height())

    minimumSizeHint = sizeHint
