"""A small dialog for the exact coordinates of one example."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QWidget

from core.dataset import LARGEST, Dataset
from perceptron_gui.look.number_field import NumberField, Verdict


class CoordinatesDialog(QDialog):
    """One line a feature; OK only where every line holds a number. A decimal comma is understood."""

    def __init__(self, dataset: Dataset, row: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Example {row + 1:,} ({'○' if dataset.y[row] > 0 else '×'})")
        form = QFormLayout(self)
        self.lines = [
            NumberField(name, value, -LARGEST, LARGEST)
            for name, value in zip(dataset.features, dataset.X[row].tolist(), strict=True)
        ]
        for name, line in zip(dataset.features, self.lines, strict=True):
            form.addRow(name, line)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form.addRow(Verdict(self.lines, buttons))
        form.addRow(buttons)
        self.lines[0].selectAll()

    @property
    def coordinates(self) -> list[float] | None:
        """What the lines hold; None where one is not a number that an example may have."""
        if any(line.trouble for line in self.lines):
            return None
        return [line.value() for line in self.lines]


def ask_coordinates(dataset: Dataset, row: int, parent: QWidget) -> list[float] | None:
    """The coordinates (d,) a user gives example `row`; None where the dialog was cancelled."""
    dialog = CoordinatesDialog(dataset, row, parent)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    coordinates = dialog.coordinates if accepted else None
    dialog.deleteLater()
    return coordinates
