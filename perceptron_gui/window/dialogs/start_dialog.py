"""Where a run begins: a field for each weight and for b."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QDialogButtonBox, QWidget

from core.datasets.dataset import LARGEST, Dataset
from core.spec import RunSpec
from perceptron_gui.look.fields.number_field import NumberField
from perceptron_gui.look.fields.question_dialog import NumbersDialog

MOST = 200
"""Features of which so many weights can be typed."""


class StartDialog(NumbersDialog[RunSpec]):
    """Asks for w⁽⁰⁾ and b⁽⁰⁾ of a run over `dataset`; without a bias feature there is no b to ask for."""

    def __init__(self, dataset: Dataset, spec: RunSpec, parent: QWidget | None = None) -> None:
        self._spec = spec
        names = [f"w for {feature}" for feature in dataset.features] + ["b"]
        start = spec.start or (0.0,) * len(names)
        fields = tuple(
            NumberField(name, value, -LARGEST, LARGEST, f"What {name} is before the first example")
            for name, value in zip(names, start, strict=True)
        )
        super().__init__("Starting Weights", fields, parent)
        self.form.setRowVisible(fields[-1], spec.bias != 0)
        zero = self.buttons.addButton("&Zero", QDialogButtonBox.ButtonRole.ResetRole)
        zero.setToolTip("Begin at 0, as the theorem is first told")
        zero.clicked.connect(self.set_zero)

    @property
    def chosen(self) -> RunSpec:
        """The spec with what was typed; no start where all of it is 0."""
        values = tuple(0.0 if field.put_away else field.value() for field in self.fields)
        return replace(self._spec, start=values if any(values) else None)

    @Slot()
    def set_zero(self) -> None:
        for field in self.fields:
            field.set_value(0.0)
