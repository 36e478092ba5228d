"""A small dialog for the exact coordinates of one example."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from core.datasets.dataset import LARGEST, Dataset
from perceptron_gui.look.fields.number_field import FieldCheck, NumberField
from perceptron_gui.look.fields.question_dialog import QuestionDialog
from perceptron_gui.look.fields.scrolling_form import ScrollingForm

_MOST = 60
"""Features that are all asked for."""


class CoordinatesDialog(QuestionDialog):
    """One line a feature; OK only where every line holds a number. A decimal comma is understood.

    Of very many features those `shown` are asked for, or the first few, and the others stay as they are.
    """

    def __init__(self, dataset: Dataset, row: int, shown: Sequence[int] = (), parent: QWidget | None = None) -> None:
        super().__init__(f"Example {row + 1:,} ({'○' if dataset.y[row] > 0 else '×'})", parent)
        self._x = dataset.X[row].tolist()
        self._asked = range(dataset.d) if dataset.d <= _MOST else shown or range(_MOST)
        names = [dataset.features[j] for j in self._asked]
        self.lines = [
            NumberField(name, self._x[j], -LARGEST, LARGEST) for name, j in zip(names, self._asked, strict=True)
        ]
        form = QVBoxLayout(self)
        form.addWidget(ScrollingForm(zip(names, self.lines, strict=True)))
        if left := dataset.d - len(self.lines):
            others = "feature stays as it is" if left == 1 else f"{left:,} features stay as they are"
            form.addWidget(QLabel(f"The other {others}: see the Data panel."))
        form.addWidget(FieldCheck(self.lines, self.buttons))
        form.addWidget(self.buttons)
        self.lines[0].selectAll()

    @property
    def coordinates(self) -> list[float] | None:
        """The example with what the lines hold; None where one is not a number that an example may have."""
        if any(line.trouble for line in self.lines):
            return None
        typed = {j: line.value() for j, line in zip(self._asked, self.lines, strict=True)}
        return [typed.get(j, value) for j, value in enumerate(self._x)]


def ask_coordinates(dataset: Dataset, row: int, shown: Sequence[int], parent: QWidget) -> list[float] | None:
    """The coordinates (d,) a user gives example `row`, see CoordinatesDialog; None where it was cancelled."""
    dialog = CoordinatesDialog(dataset, row, shown, parent)
    return dialog.ask(lambda: dialog.coordinates)
