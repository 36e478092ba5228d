"""What to compare: a row for each sequence of mistakes, a box in it for each way to predict from it; its kernel."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from operator import attrgetter

from PySide6.QtCore import QModelIndex, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import (
    QHeaderView,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from core.analysis.compared_entries import Entry, Path, kernel_from, kernel_words, paths
from core.errors import InputError
from core.kernels import Kernel
from core.predictors import PREDICTORS
from core.spec import RunSpec
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.tables import FlatModel, Index, PlainTable
from perceptron_gui.look.text.lettering import readable
from perceptron_gui.look.text.small_widgets import SMALL, name_for
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.panels.compare.marks import MOST, EntryMark, Marks

_SMALL = 0.82
_ROLE = Qt.ItemDataRole


class Boxes(FlatModel):
    """Boxes over `marks`: a row that names a family, then one for each of its orders; the first column names them."""

    titles = ("", *(predictor.title for predictor in PREDICTORS.values()))
    tips = ("", *(predictor.meaning for predictor in PREDICTORS.values()))

    def __init__(self, marks: Marks, theme: ThemeModel) -> None:
        super().__init__()
        self._marks = marks
        self._theme = theme
        self._shown: tuple[tuple[Entry, EntryMark], ...] = ()
        self._kernel: Kernel | None = None
        self.rows: list[str | Path] = []
        for family, members in groupby(paths(), attrgetter("family")):
            self.rows += [family, *members]
        self.count = len(self.rows)

    def entry(self, index: Index) -> Entry | None:
        """What the box there stands for; None where there is none."""
        row = self.rows[index.row()]
        if isinstance(row, str) or not index.column():
            return None
        return Entry(self._with_kernel(row), list(PREDICTORS)[index.column() - 1])

    def set_kernel(self, kernel: Kernel | None) -> None:
        """The kernel of those boxes that have one, with its numbers; None: that of the run."""
        self._kernel = kernel
        self.tell_of_cells()

    def place_of(self, entry: Entry) -> QModelIndex:
        """Of an entry with the kernel of the boxes."""
        return self.index(
            self.rows.index(replace(entry.path, kernel=None)), list(PREDICTORS).index(entry.predictor) + 1
        )

    def data(self, index: Index, role: int = _ROLE.DisplayRole) -> object:
        entry = self.entry(index)
        return self._name(index, role) if entry is None else self._box(entry, role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        entry = self.entry(index)
        if entry is None:
            return Qt.ItemFlag.ItemIsEnabled
        if self._marks.full and entry not in self._marks.entries:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsSelectable

    def setData(self, index: Index, value: object, role: int = _ROLE.EditRole) -> bool:
        entry = self.entry(index)
        if role != _ROLE.CheckStateRole or entry is None:
            return False
        if Qt.CheckState(value) == Qt.CheckState.Checked:
            self._marks.add(entry)
        else:
            self._marks.remove(entry)
        self._marks.changed.emit()
        return True

    def refresh(self) -> None:
        """The marks may be others now; where they are not, no cell is asked for, for this comes with every edit."""
        shown = tuple((entry, self._marks.of(entry)) for entry in self._marks.entries)
        if shown != self._shown:
            self._shown = shown
            self.tell_of_cells()

    def _with_kernel(self, path: Path) -> Path:
        return replace(path, kernel=self._kernel) if path.in_kernel else path

    def _name(self, index: Index, role: int) -> object:
        row = self.rows[index.row()]
        if index.column():
            return None
        if role == _ROLE.DisplayRole and isinstance(row, str):
            first = self.rows[index.row() + 1]  # the first order of the family, below its name
            return first if isinstance(first, str) else self._with_kernel(first).family
        if role == _ROLE.DisplayRole and isinstance(row, Path):
            return f"    {row.order_title}"
        return readable(QFont(), _SMALL, bold=True) if role == _ROLE.FontRole and isinstance(row, str) else None

    def _box(self, entry: Entry, role: int) -> object:
        chosen = entry in self._marks.entries
        if role == _ROLE.CheckStateRole:
            return Qt.CheckState.Checked if chosen else Qt.CheckState.Unchecked
        if role in (_ROLE.ToolTipRole, _ROLE.AccessibleTextRole):
            full = "" if chosen or not self._marks.full else f" ({MOST} are compared at most: take one away first)"
            return f"{entry.title}{full}"
        if not chosen:
            return None
        mark = self._marks.of(entry)
        looks = {_ROLE.DisplayRole: mark.letter, _ROLE.ForegroundRole: self._theme.current.color(mark.role)}
        return looks.get(_ROLE(role))


class _Frames(QStyledItemDelegate):
    """Boxes that can be seen on a dark page too, where the style draws an empty one as dark."""

    def __init__(self, theme: ThemeModel, parent: QTableView) -> None:
        super().__init__(parent)
        self._theme = theme
        self._view = parent

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        if index.data(_ROLE.CheckStateRole) is None:
            return
        item = QStyleOptionViewItem(option)
        self.initStyleOption(item, index)
        box = self._view.style().subElementRect(QStyle.SubElement.SE_ItemViewItemCheckIndicator, item, self._view)
        able = bool(index.flags() & Qt.ItemFlag.ItemIsEnabled)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(self._theme.current.pen("secondary" if able else "hairline", 1))
        painter.drawRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5))


class Chooser(PlainTable):
    """The boxes below their titles."""

    def __init__(self, marks: Marks, theme: ThemeModel) -> None:
        self.boxes = Boxes(marks, theme)
        super().__init__(self.boxes, "What to compare", _SMALL, 6)
        self.setItemDelegate(_Frames(theme, self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        titles = self.horizontalHeader()
        titles.setDefaultAlignment(Qt.AlignmentFlag.AlignCenter)
        titles.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        titles.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        for place, row in enumerate(self.boxes.rows):
            if isinstance(row, str):
                self.setSpan(place, 0, 1, self.boxes.columnCount())


class KernelField(QWidget):
    """`chosen` carries the kernel, None for that of the run; `troubled` what is wrong with what was typed."""

    chosen = Signal(object)
    troubled = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.line = QLineEdit()
        self.line.setPlaceholderText("that of the run; or rbf g = 4, poly p = 2 r = 1 …")
        self.line.setAccessibleName("Kernel of the boxes")
        self.line.setToolTip("The boxes of learners with a kernel stand for this one, with these numbers")
        self.line.editingFinished.connect(self._take)
        self.line.setFont(readable(self.font(), SMALL))
        self.setLayout(in_row(name_for("Kernel", self.line), self.line, margins=(0, 0, 0, 0), spacing=4))

    @Slot()
    def _take(self) -> None:
        """Numbers that were not typed are the usual ones; all are shown."""
        text = self.line.text().strip()
        try:
            kernel = kernel_from(text, RunSpec()) if text else None
        except InputError as error:
            self.troubled.emit(f"{error}.")
            return
        self.line.setText("" if kernel is None else kernel_words(kernel))
        self.chosen.emit(kernel)
