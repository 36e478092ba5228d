"""What to take of a file: the column of the labels, the class that is +1, two features; with a picture of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from core.dataset import Dataset
from core.errors import InputError
from core.files import CancelledError, Survey
from perceptron_gui.files.loading import Choices, Request, survey
from perceptron_gui.look.pick_list import Entries, PickList
from perceptron_gui.look.sentences import counted
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.background import Background
from perceptron_gui.window.preview import Preview
from perceptron_gui.window.rows_table import RowsTable

_AXES = ("→", "↑")
_SHOWN = len(_AXES)
_SIZE = (980, 660)
_NO_NUMBERS = "Not a number in each of the first rows: it cannot be a feature"
_ALONE = (
    "The window shows two features, and learns from these two alone; "
    "without the window, python -m core learns from all of them unless --columns chooses."
)


def choose(found: Survey, request: Request, theme: ThemeModel, window: QWidget) -> Choices | None:
    """Ask; None to open nothing."""
    dialog = ImportDialog(found, request, theme, window)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    dialog.deleteLater()
    return dialog.choices if accepted else None


class ImportDialog(QDialog):
    """Shows what comes of each choice at once; another label column is read in a thread beside."""

    def __init__(self, found: Survey, request: Request, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Open {request.title or request.path.name}")
        self._request = request
        self._survey = found
        self._usual_label = found.label if request.label is None else None
        self.labels = PickList("The &labels are in")
        self.classes = PickList("○ +1 is the &class")
        self.axes = (PickList(f"&Horizontal axis {_AXES[0]}"), PickList(f"&Vertical axis {_AXES[1]}"))
        self.preview = Preview(theme, stretched=True)
        self.table = RowsTable()
        self.counts, self.remarks, self.verdict = QLabel(), QLabel(), QLabel()
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel)
        self._reading = Background(self)
        self._lay_out()
        self._show_columns()
        self._show_survey(request.positive, request.columns)
        self._connect()
        self.classes.view.setFocus()

    @property
    def choices(self) -> Choices:
        """The present answers; None where the file alone would say the same."""
        found = self._survey
        positive = self._positive if self._positive != found.positive else None
        pair = self._pair
        usual = len(found.features) == _SHOWN and pair == found.features
        return Choices(positive, None if usual else pair, found.label if found.label != self._usual_label else None)

    @property
    def can_open(self) -> bool:
        """Whether what is chosen can be opened."""
        return not self._trouble

    def done(self, result: int) -> None:
        """Close; nothing is read any more."""
        self._reading.shut_down()
        super().done(result)

    @property
    def _positive(self) -> str | None:
        place = self.classes.chosen
        return None if place is None else self._survey.classes[place]

    @property
    def _pair(self) -> tuple[str, ...]:
        chosen = (axis.chosen for axis in self.axes)
        return tuple(self._survey.features[place] for place in chosen if place is not None)

    @property
    def _trouble(self) -> str:
        """Why what is chosen cannot be opened; empty where it can."""
        usable = len(self._survey.features) - len(self._survey.unreadable)
        if self._reading.busy or self._broken:
            return self._broken or "Reading the classes …"
        if usable < _SHOWN:
            return f"Two features that are numbers are expected; the file has {usable or 'none'}."
        if len(set(self._pair)) < _SHOWN:
            return "One feature on both axes would be a line; another one is expected."
        return ""

    def _connect(self) -> None:
        for pick in (self.classes, *self.axes):
            pick.changed.connect(self._refresh)
        self.labels.changed.connect(self._on_label)
        self._reading.answered.connect(self._on_answer)
        self._reading.failed.connect(self._on_failed)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self._refresh()

    def _show_columns(self) -> None:
        columns = self._survey.sample.columns
        self.labels.show_entries(Entries(columns), self._survey.label - 1)
        self.labels.setVisible(not self._survey.label_is_fixed)

    def _show_survey(self, positive: str | None, columns: tuple[str, ...] | None) -> None:
        """Offer the classes and features of the survey, these chosen, else the usual ones."""
        found = self._survey
        self._broken = ""
        notes = tuple(f"{count:,}" for count in found.counts)
        wanted = positive if positive in found.classes else found.positive
        place = found.classes.index(wanted) if wanted is not None else 0
        self.classes.show_entries(Entries(found.classes, notes), place if found.classes else None)
        barred = {j for j, name in enumerate(found.features) if name in found.unreadable}
        entries = Entries(found.features, barred=barred, why=_NO_NUMBERS)
        for axis, chosen in zip(self.axes, _first_pair(found, columns), strict=True):
            axis.show_entries(entries, chosen)
        self.table.show_sample(found.sample)
        self.remarks.setText("\n".join(f"Note: {remark}." for remark in found.remarks))
        self.remarks.setVisible(bool(found.remarks))

    @Slot()
    def _refresh(self) -> None:
        """Draw and count what is chosen, or say what is wrong with it."""
        trouble = self._trouble
        self.verdict.setText(trouble)
        self._buttons.button(QDialogButtonBox.StandardButton.Open).setEnabled(not trouble)
        shown = None if trouble else self._sampled()
        self.preview.show_dataset(shown)
        self.counts.setText("" if shown is None else " ".join(self._told(shown)))
        label = self._survey.sample.columns[self._survey.label - 1]
        self.table.mark({**dict(zip(self._pair, _AXES, strict=False)), label: "±1"})

    def _sampled(self) -> Dataset:
        """The first rows as they would be opened."""
        sample = self._survey.sample
        X = np.column_stack([sample.numbers(name) for name in self._pair])
        y = np.where(np.array(sample.kinds) == self._positive, 1, -1)
        known = np.isfinite(X).all(axis=1)
        return Dataset(X[known], y[known], self._pair)

    def _told(self, shown: Dataset) -> Iterator[str]:
        """Counts, and what the picture shows of them."""
        found = self._survey
        positives = dict(zip(found.classes, found.counts, strict=True)).get(self._positive or "", 0)
        yield f"{counted(found.n, 'example')}: {positives:,} ○, {found.n - positives:,} ×."
        drawn = "All are" if shown.n == found.n else f"The first {shown.n:,} are"
        yield f"{drawn} drawn, each axis to its own scale."

    @Slot()
    def _on_label(self) -> None:
        """Other labels are other classes: the whole file has to be read for them."""
        place = self.labels.chosen
        if place is None or place + 1 == self._survey.label:
            self._reading.cancel()
            self._broken = ""
        else:
            request = Request(self._request.path, label=place + 1)

            def work(overtaken: Callable[[], bool]) -> Iterator[Survey | InputError]:
                try:
                    yield survey(request, overtaken)
                except CancelledError:
                    return
                except InputError as error:
                    yield error

            self._broken = ""
            self._reading.ask(work)
        self._refresh()

    @Slot(object)
    def _on_answer(self, answer: Survey | InputError) -> None:
        self._reading.cancel()
        if isinstance(answer, InputError):
            self._on_failed(str(answer))
            return
        self._survey = answer
        self._show_survey(None, None)
        self._refresh()

    @Slot(str)
    def _on_failed(self, sentence: str) -> None:
        self._broken = sentence
        self._refresh()

    def _lay_out(self) -> None:
        for label in (self.counts, self.remarks, self.verdict, explanation := QLabel(_ALONE)):
            label.setWordWrap(True)
        picks = QHBoxLayout()
        for pick in (self.labels, self.classes, *self.axes):
            picks.addWidget(pick)
        pictures = QHBoxLayout()
        pictures.addWidget(self.preview, 2)
        pictures.addWidget(self.table, 3)
        whole = QVBoxLayout(self)
        whole.addLayout(picks, 2)
        whole.addLayout(pictures, 3)
        for widget in (self.counts, self.remarks, explanation, self.verdict, self._buttons):
            whole.addWidget(widget)
        self.resize(*_SIZE)


def _first_pair(found: Survey, columns: tuple[str, ...] | None) -> tuple[int | None, int | None]:
    """The places of the features that were asked for, where they are two, else of the first two that are numbers."""
    asked = [place for name in columns or () if (place := _place(found, name)) is not None]
    usable = [j for j, name in enumerate(found.features) if name not in found.unreadable]
    first = asked if len(asked) == _SHOWN else usable[:_SHOWN]
    return (first[0] if first else None, first[1] if len(first) == _SHOWN else None)


def _place(found: Survey, column: str) -> int | None:
    """Where a feature stands that is asked for by name, or by the number of its column from 1."""
    columns = found.sample.columns
    if column not in found.features and column.isdecimal() and 1 <= int(column) <= len(columns):
        column = columns[int(column) - 1]
    return found.features.index(column) if column in found.features else None
