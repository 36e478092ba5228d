"""The numbers of the learner: its kernel, and what the kernel and the rule take."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QWidget

from core.kernels import KERNELS, parameter_meaning
from core.learners import find_learner, resolved, rule_of
from core.numbers.numerals import number
from core.spec import PARAMETERS, RunSpec
from perceptron_gui.look.fields.number_field import parameter_field
from perceptron_gui.look.fields.question_dialog import FormDialog
from perceptron_gui.look.text.sentences import within

NO_KERNEL = "no kernel"
"""What says so where a kernel would be named."""


class LearnerDialog(FormDialog[RunSpec]):
    """Asks for a kernel, where the rule has a form for one, and for the numbers that matter to kernel and rule."""

    def __init__(self, spec: RunSpec, parent: QWidget | None = None) -> None:
        learner = find_learner(spec.learner)
        super().__init__(learner.title, parent)
        self._spec = spec
        self._rule = rule_of(spec)
        self.kernel = QComboBox()
        if learner.kernel is None:
            self.kernel.addItem(NO_KERNEL, None)
        for name, kernel in KERNELS.items() if self._rule.kernelised else ():
            self.kernel.addItem(f"{name}: {kernel.formula}", name)
        self.fields = {
            name: parameter_field(parameter.letter, parameter, getattr(spec, name), parameter_meaning(name))
            for name, parameter in PARAMETERS.items()
        }
        self.form.addRow("&Kernel", self.kernel)
        for name, field in self.fields.items():
            self.form.addRow(f"&{PARAMETERS[name].letter}, {parameter_meaning(name)}", field)
        self.end(*self.fields.values())
        self.kernel.setEnabled(self.kernel.count() > 1)
        if not self._rule.kernelised:
            self.kernel.setToolTip(f"The {within(learner.title)} is not offered with a kernel here")
        self.kernel.setCurrentIndex(max(self.kernel.findData(resolved(spec).kernel), 0))
        self.kernel.currentIndexChanged.connect(self._show_fields)
        self._show_fields()

    @property
    def chosen(self) -> RunSpec:
        values: dict[str, Any] = {name: field.value() for name, field in self.fields.items() if not field.put_away}
        return replace(self._spec, kernel=self.kernel.currentData(), **values)

    @Slot()
    def _show_fields(self) -> None:
        matter = set(_parameters(self._spec, self.kernel.currentData()))
        for name, field in self.fields.items():
            self.form.setRowVisible(field, name in matter)
        self.check.judge()
        self.adjustSize()


def numbers_text(spec: RunSpec, *, whole: bool = False) -> str:
    """The kernel of a spec and the numbers that matter, in a few letters: the first of each, or the `whole` of them."""
    kernel = resolved(spec).kernel
    most = None if whole else 1
    shown = [*rule_of(spec).parameters[:most], *(KERNELS[kernel].parameters[:most] if kernel else ())]
    texts = [f"{PARAMETERS[name].letter} = {number(getattr(spec, name))}" for name in shown]
    return ", ".join([*([kernel] if kernel else []), *texts]) or NO_KERNEL


def _parameters(spec: RunSpec, kernel: str | None) -> Iterable[str]:
    return (*rule_of(spec).parameters, *(KERNELS[kernel].parameters if kernel else ()))
