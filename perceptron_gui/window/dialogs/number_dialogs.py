"""Dialogs that ask for a few numbers: limits and start of a run, the factor of a scaling, and a new origin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QDialogButtonBox, QRadioButton, QWidget

from core.datasets.dataset import LARGEST, Dataset, FloatArray
from core.datasets.transforms import mean_of
from core.engine.engine import shown_start
from core.learners import rule_of
from core.numbers.numerals import counted
from core.spec import RunSpec
from perceptron_gui.look.fields.number_field import LARGEST_WHOLE, FractionField, NumberField, WholeNumberField
from perceptron_gui.look.fields.question_dialog import FormDialog, NumbersDialog
from perceptron_gui.look.plain import plain_label


class LimitsDialog(FormDialog[RunSpec]):
    """After how many epochs or updates a run gives up."""

    def __init__(self, spec: RunSpec, parent: QWidget | None = None) -> None:
        super().__init__("Limits", parent)
        self._spec = spec
        self.epochs = WholeNumberField("Epochs", spec.max_epochs, 1, LARGEST_WHOLE, "Passes over the data")
        self.updates = WholeNumberField(
            "Updates", spec.max_updates, 0, LARGEST_WHOLE, "How often the vector may be moved"
        )
        self.form.addRow("At most this many &epochs", self.epochs)
        self.form.addRow("At most this many &updates", self.updates)
        self.end(self.epochs, self.updates)

    @property
    def chosen(self) -> RunSpec:
        return replace(self._spec, max_epochs=self.epochs.value(), max_updates=self.updates.value())


class StartDialog(NumbersDialog[RunSpec]):
    """Asks for w⁽⁰⁾ and b⁽⁰⁾ of a run over `dataset`; with B = 0 a rule with its own step has no b."""

    def __init__(self, dataset: Dataset, spec: RunSpec, parent: QWidget | None = None) -> None:
        self._spec = spec
        names = [f"w for {feature}" for feature in dataset.features] + ["b"]
        start = shown_start(spec, dataset.d)
        fields = tuple(
            FractionField(name, value, -LARGEST, LARGEST, f"What {name} is before the first example; 1/3 too")
            for name, value in zip(names, start, strict=True)
        )
        super().__init__("Starting Weights", fields, parent)
        self.form.setRowVisible(fields[-1], spec.bias != 0 or rule_of(spec).whole)
        if spec.bias == 0:
            fields[-1].setToolTip("With B = 0 no update changes b: it is a fixed threshold")
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


class ScaleDialog(FormDialog[tuple[float, bool]]):
    """A factor, and what stays where it is: whether that is the mean of the points, else the origin."""

    def __init__(self, count: int, parent: QWidget | None = None) -> None:
        super().__init__(f"Scale {counted(count, 'Point')}", parent)
        self.factor = NumberField(
            "Factor", 2.0, -LARGEST, LARGEST, "Between −1 and 1 they come nearer; below 0 they change sides"
        )
        self.about_origin, self.about_mean = _choice("the &origin", "their &mean")
        self.form.addRow("&Factor", self.factor)
        self.form.addRow("About", self.about_origin)
        self.form.addRow("", self.about_mean)
        self.end(self.factor)
        self.factor.selectAll()

    @property
    def chosen(self) -> tuple[float, bool]:
        return self.factor.value(), self.about_mean.isChecked()


class OriginDialog(FormDialog[FloatArray]):
    """A place for the origin in the features `columns`, those on the axes, or the mean of all examples."""

    def __init__(self, dataset: Dataset, columns: Sequence[int], parent: QWidget | None = None) -> None:
        super().__init__("Move the Origin", parent)
        self._dataset, self._columns = dataset, list(columns)
        self.at_mean, self.at_place = _choice("the &mean of all points, in every feature", "this &place:")
        self.form.addRow("To", self.at_mean)
        self.form.addRow("", self.at_place)
        self.at_place.setVisible(bool(columns))
        self.fields = [NumberField(dataset.features[j], 0.0, -LARGEST, LARGEST) for j in columns]
        for field in self.fields:
            self.form.addRow(plain_label(field.accessibleName(), wraps=False), field)
            field.textEdited.connect(lambda _text: self.at_place.setChecked(True))
        self.end(*self.fields)

    @property
    def chosen(self) -> FloatArray:
        """The place (d,); features that were not asked for keep theirs."""
        mean = mean_of(self._dataset.X)
        if self.at_mean.isChecked():
            return mean
        mean[:] = 0
        mean[self._columns] = [field.value() for field in self.fields]
        return mean


def _choice(first: str, second: str) -> tuple[QRadioButton, QRadioButton]:
    """Two things of which one is chosen, at first the first."""
    button = QRadioButton(first)
    button.setChecked(True)
    return button, QRadioButton(second)
