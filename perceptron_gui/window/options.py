"""The sheet *Options*: kernel, numbers, bias, ties, start, seed and limits, each with a line of help."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from core.datasets.arithmetic import bias_feature
from core.kernels import KERNELS
from core.learners import find_learner, resolved, rule_of
from core.numbers.numerals import number
from core.orders import find_order
from core.spec import BIAS, COUNTS, OPTIONS, PARAMETERS, Parameter, RunSpec
from core.ties import TIES, find_tie
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.fields.number_field import Field, StepsSlider, parameter_field, steps_of
from perceptron_gui.look.layouts import Part, in_column, in_row
from perceptron_gui.look.size import BODY, sized
from perceptron_gui.look.text.sentences import NO_KERNEL, parameters_of
from perceptron_gui.look.text.small_widgets import choice_of, label_of, push_button, tool_button
from perceptron_gui.model.document.document import Document

_NAME, _FIELD, _SLIDER, _CONTROL = 128, 84, 84, 240
"""Pixels: the widths of names, of number fields, of sliders, and of all that is chosen in a row."""
_KEYS = Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown
_RADIUS_EFFECT = "B is the length of the longest x, max‖xᵢ‖."


class OptionRow(QWidget):
    """A row of the sheet: a name, controls, and a line of help, below which errors are shown."""

    def __init__(self, name: str, control: QWidget, *beside: Part, words: str = "") -> None:
        super().__init__()
        label = label_of(name, rung=BODY, wraps=False)
        sized(label, QWidget.setFixedWidth, _NAME)
        label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        label.setToolTip(control.accessibleName())
        self.words, self.trouble = label_of(words, role="secondary"), label_of(role="danger")
        chosen = QWidget()
        sized(chosen, QWidget.setFixedWidth, _CONTROL)
        chosen.setLayout(in_row(control, *beside, margins=(0, 0, 0, 0), spacing=6))
        told = in_column(0, self.words, self.trouble, 0, margins=(0, 0, 0, 0), spacing=2)
        self.setLayout(in_row(label, chosen, (told, 1), margins=(0, 0, 0, 0), spacing=12))
        self.complain("")

    def complain(self, trouble: str) -> None:
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))


class NumberRow(OptionRow):
    """A row for one number: `chosen` carries it during a drag of the slider, if there is one, and after typing.

    `begun` comes before the first of several changes that belong together, as in one drag.
    """

    chosen = Signal(object)
    begun = Signal()

    def __init__(self, name: str, field: Field[Any], *beside: QWidget, words: str = "") -> None:
        super().__init__(name, field, *beside, 0, words=words)
        sized(field, QWidget.setFixedWidth, _FIELD)
        self.field = field
        field.textEdited.connect(lambda: self.complain(field.trouble))
        field.editingFinished.connect(self._take)

    def show_number(self, value: float | Fraction) -> None:
        self.field.set_value(value)
        self.field.setCursorPosition(0)  # The beginning of a long number is seen.
        self.complain("")

    def _take(self) -> None:
        """Take the typed number. If it is invalid, the one before stays, and a sentence gives the reason."""
        if not self.field.isModified():
            return
        self.field.setModified(False)
        if trouble := self.field.trouble:
            self.show_number(self.field.latest)
            self.complain(trouble)
        else:
            self.begun.emit()
            self.chosen.emit(self.field.value())


class ParameterRow(NumberRow):
    """The row of a parameter, with a slider over the values that are worth trying."""

    def __init__(self, parameter: Parameter, usual: float, *beside: QWidget) -> None:
        self._whole = parameter.whole
        told = f"{parameter.letter}, {parameter.meaning}"
        self.slider = _PanelSlider(told, steps_of(parameter), usual, f"{told}; double click brings back {usual:g}")
        sized(self.slider, QWidget.setFixedWidth, _SLIDER)
        meaning = parameter.meaning.removeprefix("the ")
        # A longer meaning is in the tooltip of the letter.
        name = f"{meaning[0].upper()}{meaning[1:]} {parameter.letter}" if len(meaning) < 16 else parameter.letter
        super().__init__(name, parameter_field(parameter.letter, parameter, usual, told), self.slider, *beside)
        self.slider.begun.connect(self.begun)
        self.slider.picked.connect(lambda value: self.chosen.emit(int(value) if self._whole else value))
        self.field.returnPressed.connect(self.slider.setFocus)

    def show_number(self, value: float | Fraction) -> None:
        self.slider.show_number(float(value))
        super().show_number(int(value) if self._whole else value)


class OptionsForm(Guarded, QWidget):
    """The rows of the sheet that matter to the learner, below what is `folded`. They follow and change the document."""

    def __init__(self, document: Document, folded: QWidget) -> None:
        super().__init__()
        self._document = document
        self._gesture: int | None = None
        self.kernel = choice_of("Kernel", "The kernel, which replaces every product x·z", rung=BODY)
        self._kernel_row = OptionRow(OPTIONS["kernel"].title.capitalize(), self.kernel)
        self.rows = {name: ParameterRow(known, float(getattr(RunSpec, name))) for name, known in PARAMETERS.items()}
        self.radius = tool_button("radius", _RADIUS_EFFECT, toggles=True)
        self.radius.setAccessibleName("B is the radius of the data")
        self.bias = ParameterRow(BIAS, float(RunSpec.bias), self.radius)
        tip = "Whether an example on the boundary is a mistake: textbooks differ"
        self.tie = choice_of("What y·a = 0 is", tip, {name: tie.title for name, tie in TIES.items()}, rung=BODY)
        self._tie_row = OptionRow(OPTIONS["tie"].title, self.tie)
        self.start = push_button("w = 0", "The w and b that a run begins with (Run ▸ Starting Weights)", rung=BODY)
        told = "The theorem begins at w = 0."
        self._start_row = OptionRow(OPTIONS["start"].title.capitalize(), self.start, words=told)
        self.counts = {name: _count(name, limits) for name, limits in COUNTS.items()}
        self.reset = push_button("Reset", "Back to the usual options of this learner, in this order", rung=BODY)
        groups = (
            _heading("The features"),
            *(self._kernel_row, *self.rows.values(), self.bias),
            _heading("When an example counts as a mistake"),
            self._tie_row,
            _heading("The run"),
            *(self._start_row, *self.counts.values()),
        )
        said = label_of("Changes apply at once.", role="secondary", wraps=False)
        end = in_row(_NAME + 12, said, 0, self.reset, margins=(0, 8, 0, 0))
        self.setLayout(in_column(folded, *groups, end, margins=(16, 8, 16, 16), spacing=8))
        folded.show()
        self._connect()
        self._show()

    def _connect(self) -> None:
        for name, row in (*self.rows.items(), ("bias", self.bias), *self.counts.items()):
            row.chosen.connect(lambda value, name=name: self._ask(**{name: value}))
            row.begun.connect(self._begin)
        for name, box in {"tie": self.tie, "kernel": self.kernel}.items():
            box.activated.connect(self._begin)
            box.activated.connect(lambda _place, name=name, box=box: self._ask(**{name: box.currentData()}))
        self.radius.clicked.connect(self._switch_bias)
        self.reset.clicked.connect(self._reset)
        self._document.spec_changed.connect(self._show)
        self._document.dataset_changed.connect(self._show_bias)

    def take_focus(self) -> None:
        own = [row.slider for name, row in self.rows.items() if row.isVisible() and name != "rate"]
        first = own[0] if own else self.kernel if self._kernel_row.isVisible() else self.bias.slider
        first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _begin(self) -> None:
        self._gesture = self._document.new_gesture()

    def _ask(self, **changes: Any) -> None:
        self._document.choose_spec(replace(self._document.spec, **changes), self._gesture)

    def _switch_bias(self, to_radius: bool) -> None:
        """Switch the kind of bias. If the radius is too large for B, B is as large as possible."""
        self._begin()
        self._ask(bias="radius" if to_radius else min(self.bias.field.latest, BIAS.most))

    def _reset(self) -> None:
        spec = self._document.spec
        self._document.choose_spec(RunSpec(spec.learner, order=spec.order, sequence=spec.sequence))

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
            row.show_number(getattr(spec, name))
            row.words.setText(effects.get(name, ""))
            row.setVisible(name in matter)
        for name, count in self.counts.items():
            count.show_number(getattr(spec, name))
        self.counts["seed"].setVisible(find_order(resolved(spec).order or "").seeded)
        self._start_row.setVisible(kernel is None)
        self.start.setText(_start_words(spec))
        self.tie.setCurrentIndex(self.tie.findData(spec.tie))
        self._tie_row.words.setText(f"{find_tie(spec.tie).counted}.".capitalize())
        self._kernel_row.setVisible(not rule.every_example)
        plain = "w lives in the space of the examples."
        self._kernel_row.words.setText("Every product x·z becomes K(x, z)." if kernel else plain)
        # Filling the list is no choice of the person.
        with QSignalBlocker(self.kernel):
            self.kernel.clear()
            if not find_learner(spec.learner).in_kernel:  # A learner with its own kernel has no run without one.
                self.kernel.addItem(NO_KERNEL, None)
            for name, entry in KERNELS.items():
                self.kernel.addItem(f"{name}: {entry.formula}", name)
            self.kernel.setCurrentIndex(max(self.kernel.findData(kernel), 0))
        self._show_bias()

    def _show_bias(self) -> None:
        bias, effect = self._document.spec.bias, "Larger B moves b more per update; B = 0 keeps b fixed."
        self.bias.show_number(bias_feature(self._document.dataset, bias).value)
        self.bias.words.setText(_RADIUS_EFFECT if bias == "radius" else effect)
        self.radius.setChecked(bias == "radius")


def _count(name: str, number: Parameter) -> NumberRow:
    known, more = OPTIONS[name], " Run ▸ New Seed takes the next." if name == "seed" else ""
    title, words = known.title.capitalize(), f"{known.help.partition(' (')[0].capitalize()}.{more}"
    return NumberRow(title, parameter_field(title, number, getattr(RunSpec, name), words), words=words)


def _heading(text: str) -> QWidget:
    label = label_of(text, role="secondary", wraps=False)
    label.setContentsMargins(_NAME + 12, 8, 0, 0)
    return label


def _start_words(spec: RunSpec) -> str:
    if spec.start is None or isinstance(spec.start, str):
        return spec.start or "w = 0"
    *w, b = map(number, spec.start)
    shown = ", ".join([*w[:2], *(["…"] if len(w) > 2 else [])])
    return f"w = ({shown}), b = {b}"


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
