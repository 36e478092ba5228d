"""Dialogs that ask for a few things: start and list of a run, a scaling, an origin, notes, features to show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QPlainTextEdit, QRadioButton, QWidget

from core.datasets.dataset import LARGEST, Dataset, FloatArray
from core.datasets.transforms import mean_of
from core.engine.engine import start_of
from core.errors import InputError
from core.learners import rule_of
from core.numbers.numerals import counted, number
from core.orders import ORDERS
from core.plane.projections import PLANE, VIEW_CHOICES, Pair, Spread, ViewChoice
from core.spec import RunSpec, rows_from
from perceptron_gui.look.fields.entry_list import Entries, PickList
from perceptron_gui.look.fields.number_field import FractionField, NumberField
from perceptron_gui.look.fields.question_dialog import FormDialog, NumbersDialog, QuestionDialog, resize_within_screen
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.plain import plain_label
from perceptron_gui.model.document.commands import SessionNotes

_MOST = 60
"""The most weights that a dialog asks for."""


class StartDialog(NumbersDialog[RunSpec]):
    """Asks for w⁽⁰⁾ and b⁽⁰⁾ of a run over `dataset`; with B = 0 a rule with its own step has no b.

    Of very many weights it asks for the first few, and the others stay.
    """

    def __init__(self, dataset: Dataset, spec: RunSpec, parent: QWidget | None = None) -> None:
        self._spec = spec
        names = [f"w for {feature}" for feature in dataset.features[:_MOST]] + ["b"]
        start = start_of(spec, dataset.d)
        self._others = tuple(start[_MOST:-1])
        tip = "The value of {} before the first example, such as 0.5 or 1/3"
        fields = [
            FractionField(name, value, -LARGEST, LARGEST, tip.format(name))
            for name, value in zip(names, [*start[: len(names) - 1], start[-1]], strict=True)
        ]
        left = counted(len(self._others), "other weight")
        remark = f"The {left} {'stays as it is' if len(self._others) == 1 else 'stay as they are'}."
        super().__init__("Set the Starting Weights", fields, parent, remark if self._others else "")
        self.form.setRowVisible(fields[-1], spec.bias != 0 or rule_of(spec).whole)
        if spec.bias == 0:
            fields[-1].setToolTip("With B = 0 no update changes b: it is a fixed threshold")
        zero = self.buttons.addButton("&Zero", QDialogButtonBox.ButtonRole.ResetRole)
        zero.setToolTip("Begin at 0, as in the theorem")
        zero.clicked.connect(self._set_zero)

    @property
    def chosen(self) -> RunSpec:
        """The spec with the typed numbers; no start if all are 0."""
        *typed, b = (0.0 if field.put_away else field.value() for field in self.fields)
        values = (*typed, *self._others, b)
        return replace(self._spec, start=values if any(values) else None)

    def _set_zero(self) -> None:
        for field in self.fields:
            field.set_value(0.0)
        self._others = (0.0,) * len(self._others)
        self.remark.setText("All other weights are 0.")


class ScaleDialog(FormDialog[tuple[float, bool]]):
    """Asks for a factor, and whether the mean of the points stays where it is, else the origin."""

    def __init__(self, count: int, parent: QWidget | None = None) -> None:
        super().__init__(f"Scale {counted(count, 'Point')}", parent)
        tip = "Between −1 and 1 they come nearer; below 0 they change sides"
        self.factor = NumberField("Factor", 2.0, -LARGEST, LARGEST, tip)
        self.about_origin, self.about_mean = QRadioButton("the &origin"), QRadioButton("their &mean")
        self.about_origin.setChecked(True)
        self.form.addRow("&Factor", self.factor)
        self.form.addRow("About", self.about_origin)
        self.form.addRow("", self.about_mean)
        self.end(self.factor)
        self.factor.selectAll()

    @property
    def chosen(self) -> tuple[float, bool]:
        return self.factor.value(), self.about_mean.isChecked()


class OriginDialog(FormDialog[FloatArray]):
    """Asks for a place of the origin in the features `columns`, those on the axes, or for the mean of all examples."""

    def __init__(self, dataset: Dataset, columns: Sequence[int], parent: QWidget | None = None) -> None:
        super().__init__("Move the Origin", parent)
        self._dataset, self._columns = dataset, list(columns)
        self.at_mean = QRadioButton("the &mean of all points, in every feature")
        self.at_place = QRadioButton("this &place:")
        self.at_mean.setChecked(True)
        self.at_place.setVisible(bool(columns))
        self.form.addRow("To", self.at_mean)
        self.form.addRow("", self.at_place)
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


class ListDialog(FormDialog[RunSpec]):
    """Asks for a list of examples, and for an `order` that goes by it: whether each is visited or updated on."""

    def __init__(self, n: int, spec: RunSpec, order: str, parent: QWidget | None = None) -> None:
        super().__init__("Use a List of Examples", parent)
        self._n, self._spec = n, spec
        self.rows = QLineEdit(", ".join(str(row + 1) for row in spec.sequence), placeholderText="3, 1, 2")
        self.rows.setAccessibleName("Examples, counted from 1")
        self.form.addRow("&Examples, counted from 1", self.rows)
        listed = {name: entry for name, entry in ORDERS.items() if entry.listed}
        self.orders = {name: QRadioButton(f"{e.title[0].upper()}{e.title[1:]}: {e.use}") for name, e in listed.items()}
        self.orders.get(order, next(iter(self.orders.values()))).setChecked(True)
        for name, choice in self.orders.items():
            choice.setToolTip(f"The next example, {listed[name].choice}")
            choice.toggled.connect(self._look)
            self.form.addRow(choice)
        self.form.addRow(self.verdict)
        self.form.addRow(self.buttons)
        self.rows.textChanged.connect(self._look)
        self._look()

    @property
    def chosen(self) -> RunSpec:
        """The spec with the list and the order that uses it. Raises InputError for a text that is no list."""
        order = next(name for name, choice in self.orders.items() if choice.isChecked())
        return replace(self._spec, order=order, sequence=rows_from(self.rows.text(), 1))

    def _look(self) -> None:
        try:
            rows, order = self.chosen.sequence, ORDERS[self.chosen.order or ""]
        except InputError as error:
            self.judge(str(error))
        else:
            self.judge(order.trouble(rows, self._n) if rows else "Enter example numbers")


class NotesDialog(FormDialog[SessionNotes]):
    """Asks for the notes that a teacher writes for a session: a title and a few lines."""

    def __init__(self, notes: SessionNotes, parent: QWidget | None = None) -> None:
        super().__init__("Keep Notes", parent)
        self.title = QLineEdit(notes.title)
        self.text = QPlainTextEdit(notes.text, tabChangesFocus=True)
        self.form.addRow("&Title", self.title)
        self.form.addRow("Te&xt", self.text)
        told = "Shown when the session file is opened; files of points do not hold it."
        self.form.addRow(plain_label(told, wraps=False))
        self.end()

    @property
    def chosen(self) -> SessionNotes:
        return SessionNotes(self.title.text().strip(), self.text.toPlainText().strip())


class FeaturesDialog(QuestionDialog[ViewChoice | None]):
    """Asks for the features on the axes, and says the mean of each, where a section lies; or for another view."""

    def __init__(self, dataset: Dataset, view_choice: ViewChoice, parent: QWidget | None = None) -> None:
        super().__init__("Show Other Features", parent)
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
        self.setLayout(in_column(self.pair, (in_row(*self.axes), 1), *chain(*told), self.verdict, self.buttons))
        resize_within_screen(self, QSize(560, 480))
        for axis in self.axes:
            axis.changed.connect(lambda: self.pair.setChecked(True))
            axis.changed.connect(self._refresh)
        self.pair.toggled.connect(self._refresh)
        self._refresh()

    @property
    def chosen(self) -> ViewChoice | None:
        """The choice; None for one feature twice."""
        for choice, button in self.others.items():
            if button.isChecked():
                return choice
        across, up = (axis.chosen for axis in self.axes)
        return None if across is None or up is None or across == up else Pair(across, up)

    def _refresh(self) -> None:
        self.judge("One feature on both axes would be a line; choose another one." if self.chosen is None else "")
