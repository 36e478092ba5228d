"""Which features are on the axes of the picture, or in what other way one looks at them."""

from __future__ import annotations

from itertools import chain

from PySide6.QtCore import QSize, Slot
from PySide6.QtWidgets import QRadioButton, QWidget

from core.datasets.dataset import Dataset
from core.numbers.numerals import number
from core.plane.projections import PLANE, VIEW_CHOICES, Pair, Spread, ViewChoice
from perceptron_gui.look.fields.entry_list import Entries, PickList
from perceptron_gui.look.fields.question_dialog import QuestionDialog, resize_within_screen
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.plain import plain_label


class FeaturesDialog(QuestionDialog[ViewChoice | None]):
    """Two lists with the mean of each feature, which is where the section is when it is not shown."""

    def __init__(self, dataset: Dataset, view_choice: ViewChoice, parent: QWidget | None = None) -> None:
        super().__init__("Features to Show", parent)
        where = "" if dataset.d <= PLANE else ", the boundary at the means of the others"
        self.pair = QRadioButton(f"&{Pair.title}{where}")
        others = [choice for kind in VIEW_CHOICES.values() if kind is not Pair and (choice := kind()).fits(dataset.d)]
        self.others = {choice: QRadioButton(f"&{choice.title}") for choice in others}
        self.axes = (PickList("&Horizontal axis →"), PickList("&Vertical axis ↑"))
        means = tuple(f"mean {number(mean, 3)}" for mean in Spread(dataset).middle.tolist())
        shown = view_choice if isinstance(view_choice, Pair) else Pair()
        for axis, place in zip(self.axes, (shown.across, shown.up), strict=True):
            axis.show_entries(Entries(dataset.features, means), place)
        self.others.get(view_choice, self.pair).setChecked(True)
        told = [(button, plain_label(choice.meaning)) for choice, button in self.others.items()]
        lists = in_row(*self.axes)
        self.setLayout(in_column(self.pair, (lists, 1), *chain(*told), self.verdict, self.buttons))
        resize_within_screen(self, QSize(560, 480))
        for axis in self.axes:
            axis.changed.connect(self._on_axis)
        self.pair.toggled.connect(self._refresh)
        self._refresh()

    @property
    def chosen(self) -> ViewChoice | None:
        """What is chosen; None for one feature twice."""
        for choice, button in self.others.items():
            if button.isChecked():
                return choice
        across, up = (axis.chosen for axis in self.axes)
        return None if across is None or up is None or across == up else Pair(across, up)

    @Slot()
    def _on_axis(self) -> None:
        """Who chooses a feature wants to see it."""
        self.pair.setChecked(True)
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        one = "One feature on both axes would be a line; another one is expected."
        self.judge(one if self.chosen is None else "")
