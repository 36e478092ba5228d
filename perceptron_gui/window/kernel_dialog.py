"""Which kernel, and its parameters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QDoubleSpinBox, QFormLayout, QSpinBox, QWidget

from core.kernels import KERNELS
from core.learners import LEARNERS
from core.numerals import number
from core.spec import PARAMETERS, RunSpec

_PLANE = "none: the plane itself"
_DECIMALS, _MOST_DEGREE, _MOST = 4, 20, 1e6


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
        self.degree = QSpinBox()
        self.degree.setRange(1, _MOST_DEGREE)
        self.gamma, self.coef0 = _number("How fast the kernel falls off, or scales"), _number("Added to the product")
        self._form = QFormLayout(self)
        self._form.addRow("&Kernel", self.kernel)
        self._form.addRow("Degree &p", self.degree)
        self._form.addRow("Scale &g", self.gamma)
        self._form.addRow("Constant &r", self.coef0)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self._form.addRow(buttons)
        self.kernel.currentIndexChanged.connect(self._enable)
        self._show(replace(spec, kernel=kernel_of(spec)))

    @property
    def chosen(self) -> RunSpec:
        """The spec with what was chosen."""
        values: dict[str, Any] = {
            "degree": self.degree.value(),
            "gamma": self.gamma.value(),
            "coef0": self.coef0.value(),
        }
        return replace(self._spec, kernel=self.kernel.currentData(), **values)

    def _show(self, spec: RunSpec) -> None:
        self.kernel.setCurrentIndex(max(self.kernel.findData(spec.kernel), 0))
        self.degree.setValue(spec.degree)
        self.gamma.setValue(spec.gamma)
        self.coef0.setValue(spec.coef0)
        self._enable()

    @Slot()
    def _enable(self) -> None:
        kernel = KERNELS.get(self.kernel.currentData() or "")
        for name, field in (("degree", self.degree), ("gamma", self.gamma), ("coef0", self.coef0)):
            self._form.setRowVisible(field, kernel is not None and name in kernel.parameters)
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


def _number(tooltip: str) -> QDoubleSpinBox:
    box = QDoubleSpinBox()
    box.setRange(0, _MOST)
    box.setDecimals(_DECIMALS)
    box.setStepType(QDoubleSpinBox.StepType.AdaptiveDecimalStepType)
    box.setToolTip(tooltip)
    return box
