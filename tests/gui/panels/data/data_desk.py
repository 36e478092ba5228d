"""A Data panel over a document, and what a person sees and does there."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.run import train
from core.spec import RunSpec
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.data import DataPanel

FOUR = Dataset(
    [[2.0, 1.0], [1.0, 3.0], [3.0, 0.1234567890123], [0.5, -2.0]],
    [1, 1, -1, -1],
    ["width", "height"],
    ("setosa", "virginica"),
    "species",
)


CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


NONE = Qt.KeyboardModifier.NoModifier


DISPLAY = Qt.ItemDataRole.DisplayRole


@dataclass
class DataDesk:
    """A data panel over some points, its run at hand."""

    qtbot: QtBot
    dataset: Dataset = FOUR
    spec: RunSpec = field(default_factory=RunSpec)

    def __post_init__(self) -> None:
        self.workspace = Workspace(Document(self.dataset, self.spec))
        self.document, self.selection = self.workspace.document, self.workspace.selection
        self.player, self.highlight = self.workspace.player, self.workspace.highlight
        self.said: list[str] = []
        self.document.refused.connect(self.said.append)
        self.panel = DataPanel(self.workspace, ThemeModel(Appearance.LIGHT))
        self.qtbot.addWidget(self.panel)
        self.panel.resize(420, 600)
        self.panel.show()
        self.table, self.model = self.panel.table, self.panel.model
        self.solve()
        QApplication.processEvents()  # Qt lays the rows out then

    def solve(self) -> None:
        self.player.set_run(train(self.document.dataset, self.document.spec))

    @property
    def selected(self) -> list[int]:
        return list(self.selection.indices)

    def cell(self, place: int, column: int) -> str:
        return str(self.model.data(self.model.index(place, column), DISPLAY))

    def column(self, column: int) -> list[str]:
        return [self.cell(place, column) for place in range(self.model.rowCount())]

    def at(self, place: int, column: int = 0) -> QPoint:
        return self.table.visualRect(self.model.index(place, column)).center()

    def click(self, place: int, held: Qt.KeyboardModifier = NONE, button: Qt.MouseButton | None = None) -> None:
        QTest.mouseClick(self.table.viewport(), button or Qt.MouseButton.LeftButton, held, self.at(place))

    def double_click(self, place: int, column: int) -> None:
        QTest.mouseClick(self.table.viewport(), Qt.MouseButton.LeftButton, NONE, self.at(place, column))
        QTest.mouseDClick(self.table.viewport(), Qt.MouseButton.LeftButton, NONE, self.at(place, column))

    def type(self, place: int, column: int, text: str) -> None:
        """Double click a cell, type over what it holds, press Enter."""
        self.double_click(place, column)
        editor = self.editor()
        assert editor is not None
        editor.setText(text)
        enter(editor)

    def editor(self) -> QLineEdit | None:
        found: QLineEdit | None = self.table.viewport().findChild(QLineEdit)
        return found

    def tinted(self) -> list[int]:
        """The places that are set off from the others."""
        places = range(self.model.rowCount())
        return [place for place in places if self.model.background(self.model.row_at(place)) is not None]


def enter(editor: QLineEdit) -> None:
    QTest.keyClick(editor, Qt.Key.Key_Return)
    leave_to_qt()


def leave_to_qt() -> None:
    """Let the event loop do what Qt leaves to it."""
    QApplication.sendPostedEvents(None, QEvent.Type.MetaCall)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
