"""The kernel and the numbers of a learner: each a slider with a field beside it, live during a drag."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget

from core.datasets.arithmetic import bias_feature
from core.kernels import KERNELS
from core.learners import find_learner, resolved, rule_of
from core.spec import BIAS, PARAMETERS, RATE, Parameter, RunSpec
from core.ties import TIES
from perceptron_gui.look.fields.number_field import Field, exact_field, parameter_field
from perceptron_gui.look.fields.steps_slider import StepsSlider, steps_of
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.size import pixels
from perceptron_gui.look.text.sentences import NO_KERNEL, parameters_of
from perceptron_gui.look.text.small_widgets import Dye, choice_of, label_of, name_for, tool_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.document.document import Document

_LETTER_WIDTH = 16
_KEYS = frozenset(
    (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
)
_RADIUS_EFFECT = "B is the length of the longest x, max‖xᵢ‖."


class NumberRow(QWidget):
    """A row for one number: `chosen` carries it during a drag of the slider and after typing; errors are shown below.

    `begun` comes before the first of several changes that belong together, as in one drag.
    """

    chosen = Signal(object)
    begun = Signal()

    def __init__(self, parameter: Parameter, usual: float, theme: ThemeModel) -> None:
        super().__init__()
        self._whole = parameter.whole
        self._value: float | Fraction = usual
        self._typed = False
        name = f"{parameter.letter}, {parameter.meaning}"
        self.slider = _PanelSlider(
            name, steps_of(parameter), usual, f"{name}; double click brings back {usual:g}", theme
        )
        made = exact_field if parameter.exact else parameter_field
        self.field: Field[Any] = made(parameter.letter, parameter, usual, name)
        self.field.setFixedWidth(pixels(84))
        self.words, self.trouble = label_of(), label_of()
        Dye(self.words, theme, "secondary")
        Dye(self.trouble, theme, "danger")
        letter = label_of(parameter.letter, bold=True, wraps=False)
        letter.setFixedWidth(pixels(_LETTER_WIDTH))
        letter.setToolTip(name)
        named = [letter]
        if parameter is RATE:
            named.append(label_of(parameter.meaning.removeprefix("the "), wraps=False))
        self.line = in_row(*named, (self.slider, 1), self.field, margins=(0, 0, 0, 0), spacing=6)
        for label in (self.words, self.trouble):
            label.setContentsMargins(_LETTER_WIDTH + 6, 0, 0, 0)
        self.setLayout(in_column(self.line, self.words, self.trouble, margins=(0, 0, 0, 0), spacing=2))
        self._complain("")
        self.slider.begun.connect(self.begun)
        self.slider.picked.connect(lambda value: self.chosen.emit(int(value) if self._whole else value))
        self.field.textEdited.connect(self._on_key)
        self.field.editingFinished.connect(self._take)
        self.field.returnPressed.connect(self.slider.setFocus)

    def show_number(self, value: float | Fraction, effect: str) -> None:
        self._value, self._typed = value, False
        self.slider.show_number(float(value))
        self.field.set_value(int(value) if self._whole else value)
        self.field.setCursorPosition(0)  # The beginning of a long number is seen.
        self.words.setText(effect)
        self._complain("")

    @Slot()
    def _on_key(self) -> None:
        self._typed = True
        self._complain(self.field.trouble)

    @Slot()
    def _take(self) -> None:
        """Take the typed number. If it is invalid, the one before stays, and a sentence gives the reason."""
        if not self._typed:
            return
        self._typed = False
        if trouble := self.field.trouble:
            self.show_number(self._value, self.words.text())
            self._complain(trouble)
        else:
            self.begun.emit()
            self.chosen.emit(self.field.value())

    def _complain(self, trouble: str) -> None:
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))


class BiasRow(NumberRow):
    """The row of B, which can also be the radius of the data: a switch beside it says so."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(BIAS, float(RunSpec.bias), theme)
        self.radius = tool_button("radius", _RADIUS_EFFECT, toggles=True)
        self.radius.setAccessibleName("B is the radius of the data")
        self.radius.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.radius.clicked.connect(self._switch)
        self.line.addWidget(self.radius)

    @Slot(bool)
    def _switch(self, on: bool) -> None:
        """Switch the kind of bias. If the radius is too large for B, B is as large as possible."""
        self.begun.emit()
        self.chosen.emit("radius" if on else min(self._value, BIAS.most))


class NumbersBox(QWidget):
    """The box of these rows. It follows the options of the document, and changes them."""

    def __init__(self, document: Document, theme: ThemeModel) -> None:
        super().__init__()
        self._document = document
        self._gesture: int | None = None
        self.kernel = choice_of("Kernel", "The kernel, which replaces every product x·z")
        self._kernel_row = _named_row("Kernel", self.kernel)
        self.rows = {
            name: NumberRow(parameter, float(getattr(RunSpec, name)), theme) for name, parameter in PARAMETERS.items()
        }
        self.bias = BiasRow(theme)
        tip = "Whether an example on the boundary is a mistake: textbooks differ"
        self.tie = choice_of("What y·a = 0 is", tip, {name: tie.title for name, tie in TIES.items()})
        parts = self._kernel_row, *self.rows.values(), self.bias, _named_row("y·a = 0 is", self.tie)
        self.setLayout(in_column(*parts, margins=(0, 0, 0, 0), spacing=6))
        for name, row in self.rows.items():
            row.chosen.connect(lambda value, name=name: self._ask(**{name: value}))
        self.tie.activated.connect(lambda: self._choose(tie=self.tie.currentData()))
        self.bias.chosen.connect(lambda value: self._ask(bias=value))
        for row in (*self.rows.values(), self.bias):
            row.begun.connect(self._begin)
        self.kernel.activated.connect(lambda: self._choose(kernel=self.kernel.currentData()))
        document.spec_changed.connect(self._show)
        document.dataset_changed.connect(self._show_bias)
        self._show()

    def take_focus(self) -> None:
        """Give the focus to the first widget that can be chosen."""
        own = [row.slider for name, row in self.rows.items() if row.isVisible() and name != "rate"]
        first = own[0] if own else self.kernel if self._kernel_row.isVisible() else self.bias.slider
        first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def _begin(self) -> None:
        self._gesture = self._document.new_gesture()

    def _choose(self, **changes: Any) -> None:
        self._begin()
        self._ask(**changes)

    def _ask(self, **changes: Any) -> None:
        self._document.choose_spec(replace(self._document.spec, **changes), self._gesture)

    @Slot()
    def _show(self) -> None:
        spec = self._document.spec
        rule, kernel = rule_of(spec), resolved(spec).kernel
        # In units of η only a start and a typed margin are other numbers: without them the run is the same.
        given = ["w⁽⁰⁾"] * (spec.start is not None) + ["m"] * ("margin" in rule.parameters)
        less = f"and {' and '.join(given)} {'counts' if len(given) == 1 else 'count'} for less."
        rate = f"Larger: w is longer{f', {less}' if given else '; which examples it is updated on stays the same.'}"
        effects = {**rule.effects, **(KERNELS[kernel].effects if kernel else {}), "rate": rate}
        matter = parameters_of(spec)
        for name, row in self.rows.items():
            row.show_number(getattr(spec, name), effects.get(name, ""))
            row.setVisible(name in matter)
        self._kernel_row.setVisible(rule.kernelised)
        self.tie.setCurrentIndex(self.tie.findData(spec.tie))
        # Filling the list is no choice of the person.
        with QSignalBlocker(self.kernel):
            self.kernel.clear()
            if find_learner(spec.learner).kernel is None:  # A learner with its own kernel has no run without one.
                self.kernel.addItem(NO_KERNEL, None)
            for name, entry in KERNELS.items():
                self.kernel.addItem(f"{name}: {entry.formula}", name)
            self.kernel.setCurrentIndex(max(self.kernel.findData(kernel), 0))
        self._show_bias()

    @Slot()
    def _show_bias(self) -> None:
        bias = self._document.spec.bias
        effect = _RADIUS_EFFECT if bias == "radius" else "Larger B moves b more per update; B = 0 keeps b fixed."
        self.bias.show_number(bias_feature(self._document.dataset, bias).value, effect)
        self.bias.radius.setChecked(bias == "radius")


def _named_row(name: str, choice: QComboBox) -> QWidget:
    row = QWidget()
    row.setLayout(in_row(name_for(name, choice), (choice, 1), margins=(0, 0, 0, 0), spacing=6))
    return row


class _PanelSlider(StepsSlider):
    """A slider whose keys come before the window's shortcuts. The wheel scrolls the panel instead of changing a number.

    `begun` comes with a drag, or with a key that is pressed and not just held down.
    """

    begun = Signal()

    def event(self, event: QEvent) -> bool:
        """Leave Home and End to the playhead."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in _KEYS:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _KEYS:
            if not event.isAutoRepeat():
                self.begun.emit()
            super().keyPressEvent(event)
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.begun.emit()
        super().mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
