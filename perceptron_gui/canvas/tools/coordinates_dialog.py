"""The dialog that asks for the coordinates of one example."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from core.datasets.dataset import LARGEST, Dataset
from perceptron_gui.look.fields.number_field import NumberField
from perceptron_gui.look.fields.question_dialog import NumbersDialog
from perceptron_gui.model.workspace import link_to

_MOST = 60
"""The most features that are all asked for."""


class CoordinatesDialog(NumbersDialog[list[float] | None]):
    """One line a feature; its button is on only if every line holds a number. A decimal comma is understood.

    Of very many features the dialog asks for those `shown`, or for the first few, and the others stay. `page_wanted`
    carries the title of their tab, if a person leaves for it.
    """

    page_wanted = Signal(str)

    def __init__(self, dataset: Dataset, row: int, shown: Sequence[int] = (), parent: QWidget | None = None) -> None:
        self._x = dataset.X[row].tolist()
        self._asked = range(dataset.d) if dataset.d <= _MOST else shown or range(_MOST)
        fields = [NumberField(dataset.features[j], self._x[j], -LARGEST, LARGEST) for j in self._asked]
        left = dataset.d - len(fields)
        others = "feature stays as it is" if left == 1 else f"{left:,} features stay as they are"
        remark = f"The other {others}: see the {link_to('Data')}." if left else ""
        super().__init__(f"Move Example {row + 1:,} ({'○' if dataset.y[row] > 0 else '×'})", fields, parent, remark)
        self.remark.linkActivated.connect(self.reject)
        self.remark.linkActivated.connect(self.page_wanted)
        fields[0].selectAll()

    @property
    def chosen(self) -> list[float] | None:
        """The example (d,) with what the lines hold; None if one is not a number that an example may have."""
        if any(field.trouble for field in self.fields):
            return None
        typed = {j: field.value() for j, field in zip(self._asked, self.fields, strict=True)}
        return [typed.get(j, value) for j, value in enumerate(self._x)]
