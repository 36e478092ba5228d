"""A small dialog for the exact coordinates of one example."""

from __future__ import annotations

import math

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QWidget

from core.dataset import LARGEST, Dataset


class CoordinatesDialog(QDialog):
    """One line a feature; OK only where every line holds a number. A decimal comma is understood."""

    def __init__(self, dataset: Dataset, row: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Example {row + 1:,} ({'○' if dataset.y[row] > 0 else '×'})")
        form = QFormLayout(self)
        self.lines: list[QLineEdit] = []
        for name, value in zip(dataset.features, dataset.X[row].tolist(), strict=True):
            line = QLineEdit(repr(value))
            line.setAccessibleName(name)
            line.textChanged.connect(self._on_edited)
            form.addRow(name, line)
            self.lines.append(line)
        buttons = QDialogButtonBox.StandardButton
        self._buttons = QDialogButtonBox(buttons.Ok | buttons.Cancel)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        form.addRow(self._buttons)
        self.lines[0].selectAll()

    @property
    def coordinates(self) -> list[float] | None:
        """What the lines hold; None where one is not a number that an example may have."""
        try:
            numbers = [float(line.text().strip().replace("−", "-").replace(",", ".")) for line in self.lines]
        except ValueError:
            return None
        return numbers if all(math.isfinite(x) and abs(x) <= LARGEST for x in numbers) else None

    @Slot()
    def _on_edited(self) -> None:
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(self.coordinates is not None)


def ask_coordinates(dataset: Dataset, row: int, parent: QWidget) -> list[float] | None:
    """The coordinates (d,) a user gives example `row`; None where the dialog was cancelled."""
    dialog = CoordinatesDialog(dataset, row, parent)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    coordinates = dialog.coordinates if accepted else None
    dialog.deleteLater()
    return coordinates
