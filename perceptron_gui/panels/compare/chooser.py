"""What to compare: a row for each sequence of mistakes, a box in it for each way to predict from it."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QFrame, QHeaderView, QTableView, QWidget

from core.comparison import Entry, paths
from core.predictors import PREDICTORS
from perceptron_gui.look.lettering import readable
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.panels.compare.marks import MOST, Marks

_ROOT = QModelIndex()
_SMALL = 0.82
_ROLE = Qt.ItemDataRole


class _Model(QAbstractTableModel):
    """Boxes over `marks`."""

    chosen = Signal()

    def __init__(self, marks: Marks, theme: ThemeModel, parent: QObject) -> None:
        super().__init__(parent)
        self._marks = marks
        self._theme = theme
        self._paths = paths()
        self._predictors = tuple(PREDICTORS.values())

    def entry(self, index: QModelIndex | QPersistentModelIndex) -> Entry:
        return Entry(self._paths[index.row()], self._predictors[index.column()].name)

    def place_of(self, entry: Entry) -> QModelIndex:
        names = [predictor.name for predictor in self._predictors]
        return self.index(self._paths.index(entry.path), names.index(entry.predictor))

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._paths)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._predictors)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = _ROLE.DisplayRole) -> object:
        entry = self.entry(index)
        chosen = entry in self._marks.entries
        if role == _ROLE.CheckStateRole:
            return Qt.CheckState.Checked if chosen else Qt.CheckState.Unchecked
        if role == _ROLE.DisplayRole:
            return self._marks.of(entry).letter if chosen else ""
        if role == _ROLE.ForegroundRole and chosen:
            return self._theme.current.color(self._marks.of(entry).role)
        if role in (_ROLE.ToolTipRole, _ROLE.AccessibleTextRole):
            full = "" if chosen or not self._marks.full else f" ({MOST} are compared at most: take one away first)"
            return f"{entry.title}{full}"
        return None

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        if self._marks.full and self.entry(index) not in self._marks.entries:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsSelectable

    def setData(self, index: QModelIndex | QPersistentModelIndex, value: object, role: int = _ROLE.EditRole) -> bool:
        if role != _ROLE.CheckStateRole:
            return False
        entry = self.entry(index)
        if Qt.CheckState(value) == Qt.CheckState.Checked:
            self._marks.add(entry)
        else:
            self._marks.remove(entry)
        self.refresh()
        self.chosen.emit()
        return True

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _ROLE.DisplayRole) -> object:
        across = orientation == Qt.Orientation.Horizontal
        if role == _ROLE.DisplayRole:
            return self._predictors[section].title if across else self._paths[section].title
        if role == _ROLE.ToolTipRole and across:
            return self._predictors[section].meaning
        return None

    def refresh(self) -> None:
        """The marks are others now."""
        self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))


class Chooser(QTableView):
    """`chosen` tells that the marks are others."""

    chosen = Signal()

    def __init__(self, marks: Marks, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes = _Model(marks, theme, self)
        self.setFont(readable(self.font(), _SMALL))
        self.setModel(self.boxes)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("What to compare")
        rows, columns = self.verticalHeader(), self.horizontalHeader()
        for header in (rows, columns):
            header.setFont(self.font())
            header.setHighlightSections(False)
            header.setSectionsClickable(False)
        rows.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(1)
        rows.setDefaultSectionSize(self.fontMetrics().height() + 6)
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        columns.setMinimumSectionSize(1)
        self.boxes.chosen.connect(self.chosen)

    def refresh(self) -> None:
        """Show the marks as they are now."""
        self.boxes.refresh()
