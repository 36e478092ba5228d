"""Everything the menus offer, found by typing a part of its name: with its key, and why it is off where it is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, QSortFilterProxyModel, Qt, Slot
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QPalette, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHeaderView,
    QLineEdit,
    QMenu,
    QTreeView,
    QWidget,
)

from perceptron_gui.look.fields.question_dialog import resize_within_screen
from perceptron_gui.look.layouts import in_column
from perceptron_gui.look.plain import plain_label

_STEPS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_ACTION = Qt.ItemDataRole.UserRole
_WORDS = Qt.ItemDataRole.UserRole + 1
"""What an entry is found by: its name, and the search words of its command."""


class CommandPalette(QDialog):
    """A field, below it what its words are found in, below that what the chosen entry does or why it cannot be done.

    `actions`: title of a menu → its actions; the data of each are words by which it is found besides its name.
    `chosen` is the action that was asked for when the dialog is accepted.
    """

    def __init__(self, actions: Mapping[str, Sequence[QAction]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Find a Command")
        self.chosen: QAction | None = None
        self.field = QLineEdit(placeholderText="Part of a name", clearButtonEnabled=True)
        self.field.setAccessibleName("Part of a name")
        self.found = QSortFilterProxyModel(self, filterCaseSensitivity=Qt.CaseSensitivity.CaseInsensitive)
        self.found.setFilterRole(_WORDS)
        self.found.setSourceModel(_model_of(actions, self))
        self.list = _list_of(self.found)
        self.says = plain_label()
        self.setLayout(in_column(self.field, self.list, self.says))
        resize_within_screen(self, QSize(660, 420))
        self.field.textChanged.connect(self._find)
        self.field.returnPressed.connect(self._take)
        self.list.activated.connect(self._take)
        self.list.selectionModel().currentChanged.connect(self._say)
        self._find("")
        self.field.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys that a field has no use for move in the list."""
        if event.key() in _STEPS:
            self.list.keyPressEvent(event)
        else:
            super().keyPressEvent(event)

    @property
    def current(self) -> QAction | None:
        """The entry that is marked."""
        action: QAction | None = self.list.currentIndex().siblingAtColumn(0).data(_ACTION)
        return action

    @Slot(str)
    def _find(self, text: str) -> None:
        """Entries that hold every word, in any order."""
        self.found.setFilterRegularExpression("".join(f"(?=.*{re.escape(word)})" for word in text.split()))
        self.list.setCurrentIndex(self.found.index(0, 0))
        self._say()

    @Slot()
    def _say(self) -> None:
        action = self.current
        self.says.setText("Nothing is called that" if action is None else action.statusTip())

    @Slot()
    def _take(self) -> None:
        if (action := self.current) is not None and action.isEnabled():
            self.chosen = action
            self.accept()


def _model_of(actions: Mapping[str, Sequence[QAction]], parent: QWidget) -> QStandardItemModel:
    """What is off is grey, but can be marked: then it says why."""
    model = QStandardItemModel(0, 2, parent)
    grey = parent.palette().brush(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
    for title, some in actions.items():
        for action in some:
            name = QStandardItem(_path_of(title, action))
            name.setData(action, _ACTION)
            name.setData(f"{name.text()} {action.data() or ''}", _WORDS)
            row = [name, QStandardItem(action.shortcut().toString(QKeySequence.SequenceFormat.NativeText))]
            for cell in row:
                cell.setToolTip(action.toolTip())
                if not action.isEnabled():
                    cell.setForeground(grey)
            model.appendRow(row)
    return model


def _path_of(title: str, action: QAction) -> str:
    """How one gets to an entry through the menus."""
    menus = (menu.title() for menu in action.associatedObjects() if isinstance(menu, QMenu))
    parts = dict.fromkeys(part.replace("&", "") for part in (title, *menus, action.text()))
    return " ▸ ".join(parts)


def _list_of(found: QSortFilterProxyModel) -> QTreeView:
    table = QTreeView(rootIsDecorated=False, uniformRowHeights=True, headerHidden=True)
    table.setModel(found)
    table.setAccessibleName("Commands")
    table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.header().setStretchLastSection(False)
    table.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    table.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
    return table
