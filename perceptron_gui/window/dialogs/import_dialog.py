"""The choices for a file: the column of labels, the classes, features and rows; with a picture of the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QToolButton,
    QWidget,
)

from core.datasets.dataset import Dataset
from core.files import SampleRows, Survey, lines_told, readings
from core.files.table.labels import Choice, is_class_number
from core.names import brief
from core.numbers.numerals import counted
from perceptron_gui.files.loading import FileChoices, LoadRequest, survey_for
from perceptron_gui.look.fields.entry_list import CheckList, Entries, PickList
from perceptron_gui.look.fields.question_dialog import QuestionDialog, resize_within_screen
from perceptron_gui.look.layouts import in_column, in_row, scrolled
from perceptron_gui.look.plain import plain, plain_label
from perceptron_gui.look.size import BODY
from perceptron_gui.look.text.small_widgets import choice_of, tool_button
from perceptron_gui.look.theme import Theme, ThemeModel, icon
from perceptron_gui.model.threads.worker import Worker, once
from perceptron_gui.window.dialogs.preview import Preview

_AXES = ("→", "↑")
_SHOWN = len(_AXES)
_MEANING = (
    "The learner uses all features that are checked. Two of them are on the axes of the picture; "
    "View ▸ Features to Show puts others there at any time."
)
_TOLD = 2
"""The number of unusable columns that are named with the reason; the entries of the others give theirs."""
_MOST_CHIPS = 10
_SIDES = {1: ("positive", "○ +1"), -1: ("negative", "× −1"), 0: ("", "left out")}
"""Sign → the icon of a class on that side, and the name of the side."""
_NONE = (0, 0, 0, 0)


class ImportDialog(QuestionDialog[FileChoices]):
    """The dialog that shows the result of each choice at once; longer work on the file runs in a thread."""

    def __init__(self, found: Survey, request: LoadRequest, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(f"Open {request.title or request.path.name}", parent)
        self._request, self._survey, self._request_sheet = request, found, found.sheet
        self._usual_label = found.label if request.choices.label is None else None
        self.labels = PickList("The &labels are in")
        self.classes = ClassChoice(theme.current)
        self.features = CheckList("&Features to use")
        self.axes = (PickList(f"&Horizontal axis {_AXES[0]}"), PickList(f"&Vertical axis {_AXES[1]}"))
        self.preview = Preview(theme, stretched=True)
        self.table = RowsTable()
        self.counts, self.remarks, self.question = plain_label(), plain_label(), plain_label(wraps=False)
        self.skip = QCheckBox()
        self.skip.setChecked(request.choices.skip_incomplete)
        self.meaning = choice_of("What the sign means", "Whether it groups thousands or is a decimal mark", rung=BODY)
        self.encode = QCheckBox("Use &words as columns of 0 and 1")
        self.sheet = choice_of("Sheet", "Which sheet of the spreadsheet is read", rung=BODY)
        self.sheet.addItems(found.sheets)
        self.sheet.setCurrentIndex(found.sheet - 1)
        self.sheet.setVisible(len(found.sheets) > 1)
        self._reading = Worker(self)
        self._lay_out()
        self.labels.show_entries(Entries(found.sample.columns), found.label - 1)
        self.labels.setVisible(not found.label_is_fixed)
        self._show_question()
        self._show_survey(found.signs, request.choices.columns or ())
        self._connect()
        self.classes.list.view.setFocus()

    @property
    def chosen(self) -> FileChoices:
        """The present answers; None if they are those that the file itself implies."""
        found, used = self._survey, self.features.checked
        positive, negative = self.classes.chosen
        positive = positive if negative is not None or positive != found.positive else None
        columns = None if used == _first_used(found) else tuple(found.features[place] for place in used)
        label = found.label if found.label != self._usual_label else None
        skips = bool(self._incomplete) and self.skip.isChecked()
        taken = FileChoices(positive, negative, columns, label, skips, encode=found.encoded)
        return replace(taken, grouped=self._grouped, sheet=self._sheet, shown=self._shown)

    def ask(self) -> FileChoices | None:
        """Show the dialog and return the answer. The program may end meanwhile, and nothing closes the dialog then."""
        try:
            return super().ask()
        finally:
            self._reading.shut_down()

    def done(self, result: int) -> None:
        self._reading.shut_down()
        super().done(result)

    @property
    def _grouped(self) -> bool | None:
        """The description of the sign in a number that may mean two things."""
        said = self.meaning.currentData()
        return None if said is None else bool(said)

    @property
    def _sheet(self) -> str | int | None:
        """The chosen sheet; None for the first if none was chosen."""
        place = self.sheet.currentIndex() + 1
        return self._request.choices.sheet if place == self._request_sheet else place

    @property
    def _incomplete(self) -> dict[int, str]:
        """The rows with gaps in used columns: their lines, and their classes."""
        found = self._survey.incomplete(self._survey.features[place] for place in self.features.checked)
        return {line: kind for line, kind in found.items() if not kind or self.classes.signs[kind]}

    @property
    def _pair(self) -> tuple[int, ...]:
        return tuple(axis.chosen for axis in self.axes if axis.chosen is not None)

    @property
    def _shown(self) -> tuple[int, int] | None:
        """The places of the shown features among those used; None if they are all that is used, in their order."""
        used = self.features.checked
        if len(used) < _SHOWN or any(self._troubles()) or self._pair == tuple(used):
            return None
        across, up = (used.index(place) for place in self._pair)
        return across, up

    def _troubles(self) -> Iterator[str]:
        found, used = self._survey, self.features.checked
        if self._reading.busy or self._broken:
            yield self._broken or "Reading the file …"
        if found.doubtful and self._grouped is None:
            yield f"Say what {found.doubtful} means: {' or '.join(filter(None, readings(found.doubtful)))}."
        if len(found.features) == len(found.faults):
            yield "The file has no column of numbers to be a feature. Choose another file."
        if not used:
            yield "No feature is chosen; choose at least one."
        if len(set(self._pair)) < min(len(used), _SHOWN):
            yield "One feature on both axes would be a line; choose another one."
        if len(found.classes) > 1 and not {1, -1} <= {*self.classes.signs.values()}:
            yield "One class alone leaves nothing to separate; put a class to ○ and another one to ×."
        if self._incomplete and not self.skip.isChecked():
            yield "Some rows are incomplete: skip them, or use features that have no gap."

    def _connect(self) -> None:
        for changed in (*(pick.changed for pick in (self.classes, *self.axes)), self.skip.toggled):
            changed.connect(self._refresh)
        self.features.changed.connect(self._on_features)
        self.labels.changed.connect(self._on_label)
        for other_reading in (self.meaning.currentIndexChanged, self.encode.toggled):
            other_reading.connect(lambda: self._read_again(self._survey.label))
        self.sheet.currentIndexChanged.connect(lambda: self._read_again(None))
        self._reading.answered.connect(self._on_answer)
        self._reading.failed.connect(self._on_failed)
        self._refresh()

    def _show_question(self) -> None:
        cell = self._survey.doubtful
        self.meaning.setVisible(bool(cell))
        self.question.setVisible(bool(cell))
        if cell:
            whole, point = readings(cell)
            self.question.setText(f"{cell} &means")
            self.meaning.addItem("…", None)
            self.meaning.addItem(f"{whole}: the sign groups thousands", True)
            if point:
                self.meaning.addItem(f"{point}: it is a decimal mark", False)
            self.meaning.setCurrentIndex(self.meaning.findData(self._request.choices.grouped))

    def _show_survey(self, signs: Mapping[str, int], columns: Iterable[str] = ()) -> None:
        """Offer the classes and features of the survey, with these chosen, else the usual ones."""
        found = self._survey
        self._broken = found.trouble
        # Of more than two classes the first one in the file is proposed, in whatever order they are listed.
        signs = signs or {next(filter(None, (*found.sample.kinds, *found.classes)), ""): 1}
        with QSignalBlocker(self.classes):
            counts = dict(zip(found.classes, found.counts, strict=True))
            self.classes.show_classes(counts, {name: signs.get(name, -1) for name in counts})
        barred = {j: found.faults[name] for j, name in enumerate(found.features) if name in found.faults}
        used = _first_used(found, columns)
        with QSignalBlocker(self.features), QSignalBlocker(self.axes[0]), QSignalBlocker(self.axes[1]):
            self.features.show_entries(Entries(found.features, barred=barred), used)
            for axis, chosen in zip(self.axes, _first_shown(used, self._request.choices.shown), strict=True):
                axis.show_entries(Entries(found.features), chosen)
        with QSignalBlocker(self.encode):
            self.encode.setChecked(found.encoded)
        self.encode.setVisible(found.has_words)
        self.table.show_sample(found.sample)
        greyed = [f"{name} is no feature: {why}" for name, why in found.faults.items()]
        told = [*found.remarks, *greyed[:_TOLD]]
        if (more := len(greyed) - _TOLD) > 0:
            told.append(f"{more} other columns cannot be features; their entries say why")
        self.remarks.setText("\n".join(f"Note: {remark}." for remark in told))
        self.remarks.setVisible(bool(told))

    def _refresh(self) -> None:
        self._bar_unused()
        lines = list(self._incomplete)
        self.skip.setVisible(bool(lines))
        self.skip.setText(f"S&kip {counted(len(lines), 'incomplete row')}: {lines_told(lines)}" if lines else "")
        trouble = next(self._troubles(), "")
        self.judge(trouble)
        shown = None if trouble else self._sampled()
        self.preview.show_dataset(shown)
        self.counts.setText("" if shown is None else " ".join(self._told(shown)))
        found = self._survey
        used = {found.features[place]: "✓" for place in self.features.checked}
        on_axes = {found.features[place]: arrow for place, arrow in zip(self._pair, _AXES, strict=False)}
        self.table.mark({**used, **on_axes, found.sample.columns[found.label - 1]: "±1"})

    def _on_features(self) -> None:
        """Show the used features on the axes: an axis that lost its feature takes the first free one."""
        used = self.features.checked
        self._bar_unused()
        with QSignalBlocker(self.axes[0]), QSignalBlocker(self.axes[1]):
            for axis, other in (self.axes, self.axes[::-1]):
                if axis.chosen not in used:
                    axis.choose(next((place for place in used if place != other.chosen), None))
        self._refresh()

    def _bar_unused(self) -> None:
        used, names, faults = set(self.features.checked), self._survey.features, self._survey.faults
        unused = {j: faults.get(name, "Not among the features to use") for j, name in enumerate(names) if j not in used}
        for axis in self.axes:
            axis.model.bar(unused)

    def _sampled(self) -> Dataset:
        sample = self._survey.sample
        names, signs = self._survey.features, self.classes.signs
        y = np.array([signs.get(kind, 0) for kind in sample.kinds])
        used = np.column_stack([sample.values[names[place]] for place in self.features.checked])
        shown = [names[place] for place in self._pair]
        X = np.column_stack([*(sample.values[name] for name in shown), np.zeros(len(y))])[:, :_SHOWN]
        known = np.isfinite(used).all(axis=1) & (y != 0)
        return Dataset(X[known], y[known], [*shown, ""][:_SHOWN])

    def _told(self, shown: Dataset) -> Iterator[str]:
        left, signs = Counter(self.classes.counts), self.classes.signs
        left.subtract(self._incomplete.values())
        n, positives = (sum(left[kind] for kind in signs if signs[kind] in side) for side in ((1, -1), (1,)))
        others = sum(count for kind, count in self.classes.counts.items() if not signs[kind])
        yield f"{counted(n, 'example')}: {positives:,} ○, {n - positives:,} ×."
        if others:
            yield f"{others:,} of other classes {'is' if others == 1 else 'are'} left out."
        drawn = "All are" if shown.n == n else f"The first {shown.n:,} are"
        yield f"{drawn} drawn, each axis to its own scale."

    def _on_label(self) -> None:
        """Read the whole file for other labels, because they are other classes."""
        place = self.labels.chosen
        self._reading.cancel()
        self._broken = self._survey.trouble
        if place is not None and place + 1 != self._survey.label:
            self._read_again(place + 1)
        else:
            self._refresh()

    def _read_again(self, label: int | None) -> None:
        """Read the file by the present choices; without a `label` its column is the usual one of the sheet."""
        choices = FileChoices(label=label, grouped=self._grouped, encode=self.encode.isChecked(), sheet=self._sheet)
        table = self._request.table if self._sheet == self._request.choices.sheet else None
        self._broken = ""
        self._reading.ask(once(partial(survey_for, LoadRequest(self._request.path, choices, table=table))))
        self._refresh()

    def _on_answer(self, answer: Survey) -> None:
        self._reading.cancel()
        other_label, other_sheet = answer.label != self._survey.label, answer.sheet != self._survey.sheet
        if answer.trouble and other_label and not other_sheet:
            self._on_failed(answer.trouble)
            return
        kept = {} if other_label or other_sheet else self.classes.signs
        self._survey = answer
        if other_sheet:
            self._usual_label = answer.label
            with QSignalBlocker(self.labels), QSignalBlocker(self.meaning):
                self.labels.show_entries(Entries(answer.sample.columns), answer.label - 1)
                self.meaning.clear()
            self._show_question()
        self._show_survey(kept or answer.signs)
        self._refresh()

    def _on_failed(self, sentence: str) -> None:
        self._broken = sentence
        self._refresh()

    def _lay_out(self) -> None:
        self.question.setBuddy(self.meaning)
        picks = in_row((self.labels, 2), (self.classes, 3), *((pick, 2) for pick in (self.features, *self.axes)))
        asked = in_row(self.sheet, self.encode, self.skip, self.question, self.meaning, 0)
        words = (self.counts, self.remarks, plain_label(_MEANING), self.verdict, self.buttons)
        self.setLayout(in_column((picks, 5), (in_row((self.preview, 2), (self.table, 3)), 6), asked, *words))
        resize_within_screen(self, QSize(1080, 680))


class RowsTable(QTableWidget):
    """The first rows of a file as they are in it, the columns in use marked; nothing can be changed."""

    def __init__(self) -> None:
        super().__init__()
        self.setShowGrid(False)
        self.setProperty("card", True)
        self._names: tuple[str, ...] = ()
        self.setAccessibleName("First rows of the file")
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.horizontalHeader().setDefaultSectionSize(110)
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 6)
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideMiddle)

    def show_sample(self, sample: SampleRows) -> None:
        self.clear()
        self.setRowCount(len(sample.rows))
        self.setColumnCount(len(sample.columns))
        self._names = sample.columns
        for row, cells in enumerate(sample.rows):
            for column, text in enumerate(cells):
                self.setItem(row, column, _cell(text))

    def mark(self, uses: Mapping[str, str]) -> None:
        """Write the use of each of these columns before its name."""
        for column, name in enumerate(self._names):
            title = _cell(f"{uses.get(name, '')} {name}".strip())
            font = title.font()
            font.setBold(bool(uses.get(name)))
            title.setFont(font)
            self.setHorizontalHeaderItem(column, title)


def _cell(text: str) -> QTableWidgetItem:
    cell = QTableWidgetItem(text)
    cell.setToolTip(plain(text))
    return cell


def _first_used(found: Survey, columns: Iterable[str] = ()) -> list[int]:
    """Return the places of the requested features, in that order, else of all numbers but those that count rows."""
    usable = [j for j, name in enumerate(found.features) if name not in found.faults and name not in found.identifiers]
    return [place for name in columns if (place := _place(found, name)) in usable] or usable


def _first_shown(used: Sequence[int], asked: tuple[int, int] | None) -> tuple[int | None, int | None]:
    """Return the first two features on the axes: requested ones among those used, or else the first two."""
    if asked is not None and max(asked) < len(used):
        return used[asked[0]], used[asked[1]]
    return used[0] if used else None, used[1] if len(used) >= _SHOWN else None


def _place(found: Survey, column: str) -> int:
    """Return the place of a feature that is given by name, or by the number of its column from 1; −1 for no feature."""
    columns = found.sample.columns
    if column not in found.features and column.isdecimal() and 1 <= int(column) <= len(columns):
        column = columns[int(column) - 1]
    return found.features.index(column) if column in found.features else -1


class ClassChoice(QWidget):
    """The side of each class in `signs`: 1, −1, or 0 if it is left out. A few classes are chips, many are a list."""

    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.signs: Mapping[str, int] = {}
        self.counts: Mapping[str, int] = {}
        self.chips: dict[str, QPushButton] = {}
        self.sides: dict[tuple[str, int], QToolButton] = {}
        self.list = PickList("○ +1 is the &class")
        self.against = choice_of("Class × −1", "Leave out the examples of all but two classes", rung=BODY)
        self.bound = choice_of("○ +1 is at least", "Put the classes from a number on to ○, all others to ×", rung=BODY)
        self._few = scrolled(QWidget())
        self.list.column.insertWidget(1, self._few, 1)
        self.setLayout(in_column((self.list, 1), self.bound, self.against, margins=_NONE))
        for chosen in (self.list.changed, self.against.currentIndexChanged):
            chosen.connect(lambda: self.choose(self.list.chosen))
        self.bound.currentIndexChanged.connect(self._on_bound)

    @property
    def chosen(self) -> tuple[Choice | None, Choice | None]:
        """The choices of class +1 and of class −1, as for loading; the latter is None if no class is left out."""
        plus, minus = (tuple(name for name, sign in self.signs.items() if sign == side) for side in (1, -1))
        if len(plus) > 1 and self.bound.currentIndex() > 0:
            return f">={plus[0]}", None
        sides = (plus, minus if 0 in self.signs.values() else ())
        positive, negative = (side[0] if len(side) == 1 else side or None for side in sides)
        return positive, negative

    def show_classes(self, counts: Mapping[str, int], signs: Mapping[str, int]) -> None:
        """Show these classes, with the number of examples of each, on these sides."""
        self.counts = counts
        names, few = [*counts], len(counts) <= _MOST_CHIPS
        minus = [place for place, name in enumerate(names, 1) if signs[name] < 0]
        with QSignalBlocker(self.list), QSignalBlocker(self.against), QSignalBlocker(self.bound):
            self.list.show_entries(Entries(names, tuple(f"{count:,}" for count in counts.values())), None)
            self.against.clear()
            self.against.addItems([f"× −1: {name}" for name in ("all others", *names)])
            self.against.setCurrentIndex(minus[0] if not few and minus and 0 in signs.values() else 0)
            self.bound.clear()
            self.bound.addItems([f"○ +1: at least {name}" for name in ("…", *names[1:])])
        self._few.setVisible(few)
        for part in (self.list.view, self.list.search, self.against):
            part.setVisible(not few)
        self.bound.setVisible(len(names) > 2 and all(map(is_class_number, names)))
        self.chips, self.sides, rows = {}, {}, QWidget()
        chips = [self._row(place, *told, sides=len(names) > 2) for place, told in enumerate(counts.items()) if few]
        rows.setLayout(in_column(*chips, 0, margins=_NONE, spacing=2))
        self._few.setWidget(rows)
        self._put(signs)

    def _row(self, place: int, name: str, count: int, *, sides: bool) -> QHBoxLayout:
        """Return the chip of a class, and the buttons of its sides where a click on the chip does not say it all."""
        chip = self.chips[name] = QPushButton(f"{brief(name)}  {count:,}".replace("&", "&&"))
        chip.setToolTip(plain(f"Make {name} the class ○ +1, and all others × −1"))
        chip.clicked.connect(partial(self.choose, place))
        frame = QFrame()
        frame.setProperty("segments", True)
        for sign, (mark, words) in _SIDES.items():
            side = self.sides[name, sign] = tool_button("" if mark else "out", rung=BODY, toggles=True)
            side.setAccessibleName(f"{brief(name)}: {words}")
            side.setToolTip(plain(f"{name}: {words}"))
            side.setAutoExclusive(True)
            side.setIcon(icon(mark, self._theme, pale_off=True) if mark else QIcon())
            side.clicked.connect(lambda _on, sign=sign: self._put({**self.signs, name: sign}))
        frame.setLayout(in_row(*(self.sides[name, sign] for sign in _SIDES), margins=_NONE, spacing=0))
        frame.setVisible(sides)
        return in_row((chip, 1), frame, margins=_NONE, spacing=4)

    def choose(self, place: int | None) -> None:
        """Put this class alone to ○, all others to ×, or only the one that is chosen there."""
        names, other = [*self.signs], self.against.currentIndex() - 1
        signs = {name: -1 if other in {-1, j} else 0 for j, name in enumerate(names)}
        self._put(signs if place is None else {**signs, names[place]: 1})

    def _on_bound(self, place: int) -> None:
        if place > 0:
            with QSignalBlocker(self.against):
                self.against.setCurrentIndex(0)
            self._put({name: 1 if j >= place else -1 for j, name in enumerate(self.signs)})

    def _put(self, signs: Mapping[str, int]) -> None:
        """Put the classes on these sides, and show it."""
        self.signs = signs
        sides = [*signs.values()]
        first = sides.index(1) if 1 in sides else 0
        from_first = sides == [-1] * first + [1] * (len(sides) - first)
        with QSignalBlocker(self.list), QSignalBlocker(self.bound):
            self.list.choose(first if sides.count(1) == 1 else None)
            self.bound.setCurrentIndex(first if from_first and not self.bound.isHidden() else 0)
        for name, chip in self.chips.items():
            mark, _ = _SIDES[signs[name]]
            chip.setIcon(icon(mark, self._theme) if mark else QIcon())
            self.sides[name, signs[name]].setChecked(True)
        self.changed.emit()
