"""Small dialogs that ask by how much the points are to be scaled, and where their origin is to be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QButtonGroup, QDialog, QRadioButton, QWidget

from core.datasets.dataset import LARGEST, Dataset, FloatArray
from core.datasets.transforms import mean_of
from core.numbers.numerals import counted
from perceptron_gui.look.fields.number_field import NumberField
from perceptron_gui.look.fields.question_dialog import FormDialog


@dataclass(frozen=True)
class Scaling:
    """By which factor, and about the mean of the points or the origin."""

    factor: float
    about_mean: bool


class ScaleDialog(FormDialog):
    """A factor, and what stays where it is."""

    def __init__(self, count: int, parent: QWidget | None = None) -> None:
        super().__init__(f"Scale {counted(count, 'Point')}", parent)
        self.factor = NumberField(
            "Factor", 2.0, -LARGEST, LARGEST, "Below 1 they come nearer; below 0 they change sides"
        )
        self.about_origin, self.about_mean = _choice(self, "the &origin", "their &mean")
        self.form.addRow("&Factor", self.factor)
        self.form.addRow("About", self.about_origin)
        self.form.addRow("", self.about_mean)
        self.end(self.factor)
        self.factor.selectAll()


class OriginDialog(FormDialog):
    """A place for the origin in the features `columns`, those on the axes, or the mean of all examples."""

    def __init__(self, dataset: Dataset, columns: Sequence[int], parent: QWidget | None = None) -> None:
        super().__init__("Move the Origin", parent)
        self._dataset, self._columns = dataset, list(columns)
        self.at_mean, self.at_place = _choice(self, "the &mean of all points, in every feature", "this &place:")
        self.form.addRow("To", self.at_mean)
        self.form.addRow("", self.at_place)
        self.at_place.setVisible(bool(columns))
        self.fields = [NumberField(dataset.features[j], 0.0, -LARGEST, LARGEST) for j in columns]
        for field in self.fields:
            self.form.addRow(field.accessibleName(), field)
            field.textEdited.connect(lambda _text: self.at_place.setChecked(True))
        self.end(*self.fields)

    @property
    def origin(self) -> FloatArray:
        """The place (d,); features that were not asked for keep theirs."""
        mean = mean_of(self._dataset.X)
        if self.at_mean.isChecked():
            return mean
        mean[:] = 0
        mean[self._columns] = [field.value() for field in self.fields]
        return mean


def ask_scaling(count: int, parent: QWidget) -> Scaling | None:
    """How `count` points are to be scaled; None where the dialog was cancelled."""
    dialog = ScaleDialog(count, parent)
    return dialog.ask(lambda: Scaling(dialog.factor.value(), dialog.about_mean.isChecked()))


def ask_origin(dataset: Dataset, columns: Sequence[int], parent: QWidget) -> FloatArray | None:
    """The new origin (d,), in the features `columns` as it is typed; None where the dialog was cancelled."""
    dialog = OriginDialog(dataset, columns, parent)
    return dialog.ask(lambda: dialog.origin)


def _choice(dialog: QDialog, first: str, second: str) -> tuple[QRadioButton, QRadioButton]:
    """Two things of which one is chosen, at first the first."""
    group, buttons = QButtonGroup(dialog), (QRadioButton(first), QRadioButton(second))
    for button in buttons:
        group.addButton(button)
    buttons[0].setChecked(True)
    return buttons
