"""What all tables of the panels look like: no grid, no frame, no numbers before the rows, letters of one size."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtWidgets import QFrame, QHeaderView, QTableView, QWidget

from perceptron_gui.look.text.lettering import emboldened, readable

MIDDLE = Qt.AlignmentFlag.AlignVCenter
RIGHT, LEFT = Qt.AlignmentFlag.AlignRight | MIDDLE, Qt.AlignmentFlag.AlignLeft | MIDDLE


class Titles(QHeaderView):
    """The names above the columns. Letters do not search here either, as in the table itself."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)

    def keyboardSearch(self, search: str) -> None:
        """No: Qt would read all rows."""


class PlainTable(QTableView):
    """Rows of one height, `room` pixels more than their letters, which are `scale` times those of the window."""

    def __init__(
        self, model: QAbstractItemModel, name: str, scale: float, room: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setFont(readable(self.font(), scale))
        self.bold = emboldened(self.font())
        self.setModel(model)
        model.setParent(self)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setAccessibleName(name)
        self.set_titles(Titles())
        self.horizontalHeader().setSectionsClickable(False)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(1)
        rows.setDefaultSectionSize(self.fontMetrics().height() + room)

    def set_titles(self, titles: QHeaderView, least: int = 1) -> None:
        """Take this header, of columns that are `least` pixels wide or more."""
        self.setHorizontalHeader(titles)
        titles.setFont(self.font())
        titles.setHighlightSections(False)
        titles.setDefaultAlignment(RIGHT)
        titles.setMinimumSectionSize(least)

    def keyboardSearch(self, search: str) -> None:
        """Letters do not search: Qt would read all rows, of which there may be a million."""
