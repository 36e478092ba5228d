"""The learner with its numbers, order, seed and bias, in the toolbar; limits and starting weights, in dialogs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QLineEdit,
    QToolButton,
    QWidget,
)

from core.errors import InputError
from core.learners import LEARNERS, find_learner, resolved, with_learner
from core.numbers.numerals import counted
from core.orders import ORDERS, find_order
from core.spec import RunSpec, bias_from
from perceptron_gui.look.fields.number_field import LARGEST_WHOLE, WholeNumberField
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.notice_bar import Offer
from perceptron_gui.look.size import pixels
from perceptron_gui.look.text.run_text import numbers_text
from perceptron_gui.look.text.sentences import within
from perceptron_gui.look.text.small_widgets import ChoiceBox
from perceptron_gui.model.document.document import Document

if TYPE_CHECKING:
    from perceptron_gui.look.fields.question_dialog import QuestionDialog

_GAP = 4


def is_random(spec: RunSpec) -> bool:
    """Whether the seed matters."""
    return find_order(resolved(spec).order or "").seeded


class RunOptions(QWidget):
    """Shows the document's spec and asks for another. What it shows has its place whether it matters now or not.

    `rejected` carries what is wrong with what was typed, `accepted` tells that it is in order; `noted` carries a
    sentence, and an Offer or None, about what came with another learner; `entered` tells that Enter was pressed in a
    field, so that the keys can go elsewhere again; `numbers_asked` that somebody wants to change kernel or numbers.
    """

    rejected = Signal(str)
    accepted = Signal()
    noted = Signal(str, object)
    entered = Signal()
    numbers_asked = Signal()

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
        self._seed = WholeNumberField(
            "Seed", 0, 0, LARGEST_WHOLE, "What is drawn at random comes from it (Run ▸ New Seed)"
        )
        self._seed.setFixedWidth(pixels(42))
        self._numbers = QToolButton()
        self._numbers.setFixedWidth(pixels(74))
        self._numbers.setAccessibleName("Kernel and numbers")
        self._numbers.clicked.connect(self.numbers_asked)
        row: list[QWidget | int] = []
        for name, fields in (
            ("&Learner", (self._learner, self._numbers)),
            ("&Order", (self._order,)),
            ("&Seed", (self._seed,)),
            ("&Bias", (self._bias,)),
        ):
            label = QLabel(name)
            label.setBuddy(fields[0])
            row += [_GAP, label, *fields]
        self.setLayout(in_row(*row, margins=(0, 0, 0, 0), spacing=_GAP))
        self._learner.activated.connect(self._on_learner)
        self._order.activated.connect(self._on_order)
        self._bias.activated.connect(self._take_bias)
        self._typed.editingFinished.connect(self._on_bias_typed)
        self._seed.editingFinished.connect(self._on_seed_typed)
        for field in (self._typed, self._seed):
            field.textEdited.connect(self._on_key)
            field.returnPressed.connect(self.entered)
        document.spec_changed.connect(self._show)
        for changed in (document.spec_changed, document.dataset_changed):  # after what was said before is taken back
            changed.connect(self._look_at_list, Qt.ConnectionType.QueuedConnection)
        self._show(document.spec)

    @Slot()
    def new_seed(self) -> None:
        self._ask(seed=self._document.spec.seed + 1)

    @Slot()
    def edit_limits(self) -> None:
        from perceptron_gui.window.dialogs.number_dialogs import LimitsDialog

        self._take_up(LimitsDialog(self._document.spec, self.window()))

    @Slot()
    def edit_start(self) -> None:
        from perceptron_gui.window.dialogs.number_dialogs import StartDialog

        self._take_up(StartDialog(self._document.dataset, self._document.spec, self.window()))

    @Slot()
    def edit_list(self, order: str | None = None) -> None:
        """Ask for a list of examples, for the order that goes by it; `order` as the present one unless given."""
        from perceptron_gui.window.dialogs.list_dialog import ListDialog

        spec = self._document.spec
        self._take_up(ListDialog(self._document.dataset.n, spec, order or spec.order or "", self.window()))
        self._show(self._document.spec)

    def _take_up(self, dialog: QuestionDialog[RunSpec]) -> None:
        if (spec := dialog.ask()) is not None:
            self._document.choose_spec(spec)

    @Slot()
    def _on_learner(self) -> None:
        before, learner = self._document.spec, find_learner(self._learner.currentData())
        after, lost = with_learner(before, learner.name)
        self._document.choose_spec(after)
        brought = find_learner(before.learner).kernel is not None and learner.kernel is None
        if lost:
            self.noted.emit(lost, None)
        elif brought and after.kernel is not None:
            offer = Offer("Learn Without It", partial(self._ask, kernel=None))
            self.noted.emit(f"The kernel {after.kernel} stays.", offer)

    @Slot()
    def _on_order(self) -> None:
        """An order that goes by a list has nothing to go by until there is one."""
        order = find_order(self._order.currentData())
        if order.listed and not self._document.spec.sequence:
            self.edit_list(order.name)
        else:
            self._ask(order=order.name)

    @Slot()
    def _on_key(self) -> None:
        self._edited = True

    @Slot()
    def _on_bias_typed(self) -> None:
        if self._edited:
            self._take_bias()

    @Slot()
    def _take_bias(self) -> None:
        text = self._bias.currentText().strip().replace("−", "-").replace(",", ".")
        self._take("bias", lambda: bias_from(text))

    @Slot()
    def _on_seed_typed(self) -> None:
        if self._edited:
            self._take("seed", self._seed.value)

    def _take(self, name: str, typed: Callable[[], Any]) -> None:
        """Ask for what was typed, or say what is wrong with it; what is shown is the spec's either way."""
        self._edited = False
        try:
            self._ask(**{name: typed()})
        except InputError as error:
            self.rejected.emit(str(error))
        else:
            self.accepted.emit()
        self._show(self._document.spec)

    def _ask(self, **changes: Any) -> None:
        self._document.choose_spec(replace(self._document.spec, **changes))

    @Slot()
    def _look_at_list(self) -> None:
        """Say that a list names examples which are there no more."""
        document, before = self._document, self._passed_over
        order = find_order(resolved(document.spec).order or "")
        self._passed_over = missing = order.passed_over(document.spec.sequence, document.dataset.n)
        if missing and missing != before:
            are = "is" if missing == 1 else "are"
            told = f"{counted(missing, 'example')} of the list {are} not there and {are} passed over."
            self.noted.emit(told, Offer("Change the List…", self.edit_list))

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
        self._numbers.setToolTip(f"{numbers_text(spec, whole=True)} (Run ▸ Kernel and Numbers)")
        self.letter()

    def letter(self) -> None:
        text, room = numbers_text(self._document.spec), self._numbers.minimumWidth() - 2 * _GAP
        self._numbers.setText(self._numbers.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room))


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
