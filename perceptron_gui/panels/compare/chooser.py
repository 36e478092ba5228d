"""The choice of what to compare: the entries and their marks, the list of boxes, and the kernel."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHeaderView, QLineEdit, QSizePolicy, QToolButton, QWidget

from core.analysis.compared_entries import Entry, Path, entry_from_json, kernel_from, kernel_words, paths
from core.errors import InputError
from core.kernels import Kernel
from core.predictors import PREDICTORS
from core.spec import RunSpec
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.size import SMALL, dress, letters, pixels
from perceptron_gui.look.tables import ROLE, FlatModel, Index, PlainTable
from perceptron_gui.look.text.small_widgets import name_for, tool_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.saved_setting import read

_ABREAST, _WIDEST = 2, 150
"""Chips beside one another, and the pixels of the widest name."""


class Chips(QWidget):
    """The chips: a button for each entry of `marks`, which removes it; a name that is too long is cut."""

    def __init__(self, marks: Marks) -> None:
        super().__init__(accessibleName="Compared")
        self._marks = marks
        self.chips: list[QToolButton] = []
        self.rows = QGridLayout(self)
        self.rows.setContentsMargins(0, 0, 0, 0)
        self.rows.setSpacing(4)
        marks.changed.connect(self.refresh)

    def refresh(self) -> None:
        for chip in self.chips:
            self.rows.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = []
        for place, entry in enumerate(self._marks.entries):
            letter, told = self._marks.of(entry).letter, f"Remove {entry.title} from the comparison"
            chip = tool_button("", told)
            # Nearly all are perceptrons: the word would take the space of those that tell them apart.
            name = f"{letter} {entry.name.replace(' perceptron', '')} ×"
            chip.setText(chip.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, pixels(_WIDEST)))
            chip.setProperty("compared", letter)
            chip.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            chip.setAccessibleName(told)
            chip.clicked.connect(partial(self._marks.remove, entry))
            self.rows.addWidget(chip, place // _ABREAST, place % _ABREAST)
            self.chips.append(chip)
        self.setVisible(bool(self.chips))


class EntryMark(NamedTuple):
    """A letter, and the role of a colour in a theme."""

    letter: str
    role: str


MARKS = tuple(EntryMark(letter, f"compared_{place}") for place, letter in enumerate("ABCDEFGH", 1))
MOST = len(MARKS)
"""The most entries that can be distinguished."""


class Marks(QObject):
    """The compared entries, each with a mark that it keeps until it is removed; `changed` announces another choice."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.taken: dict[EntryMark, Entry] = {}

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries in the order of their letters."""
        return tuple(self.taken[mark] for mark in MARKS if mark in self.taken)

    def saved(self) -> dict[str, Any]:
        """Return letter → entry, in plain JSON values."""
        return {mark.letter: entry.to_json() for mark, entry in self.taken.items()}

    @staticmethod
    def read(value: Any) -> dict[EntryMark, Entry]:
        """Return the entries of `saved`. Raise as `SavedSetting.restore`."""
        marks = {mark.letter: mark for mark in MARKS}
        taken = {marks[letter]: entry_from_json(entry) for letter, entry in read(dict, value).items()}
        if len(set(taken.values())) != len(taken):
            raise ValueError
        return taken

    def of(self, entry: Entry) -> EntryMark:
        return next(mark for mark, taken in self.taken.items() if taken == entry)

    def add(self, entry: Entry) -> None:
        """Give the entry the first free mark, if there is one and it has none."""
        free = next((mark for mark in MARKS if mark not in self.taken), None)
        if entry not in self.entries and free is not None:
            self.put({**self.taken, free: entry})

    def remove(self, entry: Entry) -> None:
        self.put({mark: taken for mark, taken in self.taken.items() if taken != entry})

    def put(self, taken: dict[EntryMark, Entry]) -> None:
        if taken != self.taken:
            self.taken = taken
            self.changed.emit()


class Boxes(FlatModel):
    """Boxes over `marks`: a row that names a family, then one for each of its orders; the first column names them."""

    titles = ("", *(predictor.title for predictor in PREDICTORS.values()))
    tips = ("", *(predictor.meaning for predictor in PREDICTORS.values()))

    def __init__(self, marks: Marks, theme: ThemeModel) -> None:
        super().__init__()
        self._marks, self._theme = marks, theme
        self.set_kernel(None)
        marks.changed.connect(self.tell_of_cells)

    def entry(self, index: Index) -> Entry | None:
        row = self.rows[index.row()]
        if isinstance(row, str) or not index.column():
            return None
        return Entry(row, list(PREDICTORS)[index.column() - 1])

    def set_kernel(self, kernel: Kernel | None) -> None:
        """Take the kernel of the boxes that have one, with its numbers; None: that of the run."""
        self.rows: list[str | Path] = []
        for _, members in groupby(paths(), attrgetter("family")):
            own = [replace(path, kernel=kernel) if path.in_kernel else path for path in members]
            self.rows += [own[0].family, *own]
        self.count = len(self.rows)
        self.tell_of_cells()

    def data(self, index: Index, role: int = ROLE.DisplayRole) -> object:
        entry, row = self.entry(index), self.rows[index.row()]
        if entry is not None:
            return self._box(entry, role)
        if role == ROLE.DisplayRole and not index.column():
            return row if isinstance(row, str) else f"    {row.order_title}"
        return letters(SMALL, bold=True) if role == ROLE.FontRole and isinstance(row, str) else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if (entry := self.entry(index)) is None:
            return Qt.ItemFlag.ItemIsEnabled
        if len(self._marks.taken) == MOST and entry not in self._marks.entries:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsSelectable

    def setData(self, index: Index, value: object, role: int = ROLE.EditRole) -> bool:
        entry = self.entry(index)
        if role != ROLE.CheckStateRole or entry is None:
            return False
        if Qt.CheckState(value) == Qt.CheckState.Checked:
            self._marks.add(entry)
        else:
            self._marks.remove(entry)
        return True

    def _box(self, entry: Entry, role: int) -> object:
        chosen = entry in self._marks.entries
        if role == ROLE.CheckStateRole:
            return Qt.CheckState.Checked if chosen else Qt.CheckState.Unchecked
        if role in (ROLE.ToolTipRole, ROLE.AccessibleTextRole):
            full = len(self._marks.taken) == MOST and not chosen
            return f"{entry.title} ({MOST} can be compared at most: remove one first)" if full else entry.title
        if not chosen or role not in (ROLE.DisplayRole, ROLE.ForegroundRole):
            return None
        mark = self._marks.of(entry)
        return mark.letter if role == ROLE.DisplayRole else self._theme.current.color(mark.role)


class Chooser(PlainTable):
    """The boxes below their titles."""

    def __init__(self, marks: Marks, theme: ThemeModel) -> None:
        self.boxes = Boxes(marks, theme)
        super().__init__(self.boxes, "What to compare", SMALL, 6)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        titles = self.horizontalHeader()
        titles.setDefaultAlignment(Qt.AlignmentFlag.AlignCenter)
        titles.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        titles.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        for place, row in enumerate(self.boxes.rows):
            if isinstance(row, str):
                self.setSpan(place, 0, 1, self.boxes.columnCount())


class KernelField(QWidget):
    """A field for the kernel: `chosen` carries it, None for that of the run; `troubled` carries an error."""

    chosen = Signal(object)
    troubled = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.line = QLineEdit(placeholderText="that of the run; or rbf g = 4, poly p = 2 r = 1 …")
        self.line.setAccessibleName("Kernel of the boxes")
        self.line.setToolTip("The boxes of learners with a kernel use this kernel with these parameters")
        self.line.editingFinished.connect(self._take)
        dress(self.line, SMALL)
        self.setLayout(in_row(name_for("Kernel", self.line), self.line, margins=(0, 0, 0, 0), spacing=4))

    def _take(self) -> None:
        """Take the kernel. Numbers that were not typed become the usual ones; all are shown."""
        text = self.line.text().strip()
        try:
            kernel = kernel_from(text, RunSpec()) if text else None
        except InputError as error:
            self.troubled.emit(f"{error}.")
            return
        self.line.setText("" if kernel is None else kernel_words(kernel))
        self.chosen.emit(kernel)
