"""Which kernel, and its parameters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QWidget

from core.kernels import KERNELS
from core.learners import LEARNERS
from core.numerals import number
from core.spec import PARAMETERS, RunSpec
from perceptron_gui.look.number_field import Field, NumberField, Verdict, WholeNumberField

_PLANE = "none: the plane itself"
_TITLES = {"degree": "Degree &p", "gamma": "Scale &g", "coef0": "Constant &r"}


class KernelDialog(QDialog):
    """Asks for a kernel; only the parameters that matter to it can be set."""

    def __init__(self, spec: RunSpec, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._spec = spec
        self.setWindowTitle("Kernel")
        self.kernel = QComboBox()
        self.kernel.addItem(_PLANE, None)
        for name, kernel in KERNELS.items():
            self.kernel.addItem(f"{name}: {kernel.formula}", name)
        self.fields = {name: _field(name, title, spec) for name, title in _TITLES.items()}
        self._form = QFormLayout(self)
        self._form.addRow("&Kernel", self.kernel)
        for name, title in _TITLES.items():
            self._form.addRow(title, self.fields[name])
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self._verdict = Verdict(list(self.fields.values()), buttons)
        self._form.addRow(self._verdict)
        self._form.addRow(buttons)
        self.kernel.currentIndexChanged.connect(self._enable)
        self.kernel.setCurrentIndex(max(self.kernel.findData(kernel_of(spec)), 0))
        self._enable()

    @property
    def chosen(self) -> RunSpec:
        """The spec with what was chosen."""
        values: dict[str, Any] = {name: field.value() for name, field in self.fields.items() if not field.put_away}
        return replace(self._spec, kernel=self.kernel.currentData(), **values)

    @Slot()
    def _enable(self) -> None:
        kernel = KERNELS.get(self.kernel.currentData() or "")
        for name, field in self.fields.items():
            self._form.setRowVisible(field, kernel is not None and name in kernel.parameters)
        self._verdict.judge()
        self.adjustSize()


def kernel_of(spec: RunSpec) -> str | None:
    """The kernel a spec asks for, or its learner's own."""
    learner = LEARNERS.get(spec.learner)
    return spec.kernel or (learner.kernel if learner else None)


def kernel_text(spec: RunSpec) -> str:
    """The kernel of a spec in a few letters; empty where there is none."""
    name = kernel_of(spec)
    if not name:
        return ""
    shown = KERNELS[name].parameters[:1]
    return ", ".join([name, *(f"{PARAMETERS[key].letter} = {number(getattr(spec, key))}" for key in shown)])


def _field(name: str, title: str, spec: RunSpec) -> Field:
    parameter, value, words = PARAMETERS[name], getattr(spec, name), title.replace("&", "")
    if parameter.whole:
        return WholeNumberField(words, value, int(parameter.least), int(parameter.most), parameter.meaning)
    return NumberField(words, value, parameter.least, parameter.most, parameter.meaning)
