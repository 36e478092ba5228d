"""The first rows of a file as they stand there, the columns in use marked."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QTableView

from core.files import SampleRows
from perceptron_gui.look.plain import plain
from perceptron_gui.look.tables import FlatModel, Index


class _Rows(FlatModel):
    """A sample as a table of Qt's; `uses` says what a column serves for."""

    def __init__(self, parent: QTableView) -> None:
        super().__init__(parent)
        self.sample = SampleRows()
        self.uses: Mapping[str, str] = {}

    def show_sample(self, sample: SampleRows) -> None:
        with self.replaced():
            self.sample, self.uses = sample, {}
            self.count, self.titles = len(sample.rows), tuple(sample.columns)

    def mark(self, uses: Mapping[str, str]) -> None:
        self.uses = uses
        if self.titles:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.titles) - 1)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        return _told(self.sample.rows[index.row()][index.column()], role)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | QFont | None:
        if orientation == Qt.Orientation.Vertical:
            return str(section + 1) if role == Qt.ItemDataRole.DisplayRole else None
        name = self.titles[section]
        use = self.uses.get(name, "")
        if role == Qt.ItemDataRole.FontRole:
            font = QFont()
            font.setBold(bool(use))
            return font
        return _told(f"{use} {name}".strip(), role)


def _told(text: str, role: int) -> str | None:
    """Return what a cell or a title says where it is seen, and where it is pointed at."""
    if role == Qt.ItemDataRole.ToolTipRole:
        return plain(text)
    return text if role == Qt.ItemDataRole.DisplayRole else None


class RowsTable(QTableView):
    """The table; nothing in it can be changed."""

    def __init__(self) -> None:
        super().__init__()
        self._rows = _Rows(self)
        self.setModel(self._rows)
        self.setAccessibleName("First rows of the file")
        self.setEditTriggers(QTableView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.horizontalHeader().setDefaultSectionSize(110)
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 6)
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideMiddle)

    def show_sample(self, sample: SampleRows) -> None:
        self._rows.show_sample(sample)

    def mark(self, uses: Mapping[str, str]) -> None:
        """Write before the name of each of these columns what it serves for."""
        self._rows.mark(uses)
