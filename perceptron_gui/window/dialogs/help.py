"""The dialogs of the menu Help: what the program is, its keys and mouse buttons, and its commands to be searched."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from contextlib import suppress

import numpy as np
import pyqtgraph
import PySide6
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QIcon, QKeySequence, QPalette, QPixmap, QStandardItem
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QMenu,
    QMessageBox,
    QWidget,
)

from core import __version__
from core.compiled import loops_in_words
from core.resources import project_address
from perceptron_gui.look.fields.question_dialog import resize_within_screen
from perceptron_gui.look.layouts import in_column, scrolled
from perceptron_gui.look.text.small_widgets import key_text
from perceptron_gui.window.dialogs.finder import ENTRY, WORDS, Finder

_MOUSE = (
    ("Click", "with ○ or ×: place a point; with Select: select it"),
    ("Double click", "with Select: type the coordinates of a point"),
    ("Drag", "move the selected points; from empty canvas, select what the rectangle holds"),
    ("Shift or Ctrl + click", "add to the selection, or take from it"),
    ("Ctrl + click, Ctrl + right click", "on empty canvas: place ○, place ×, with any tool (Alt does the same)"),
    ("Right click", "a menu for the example, the selection or the empty canvas"),
    ("Wheel, middle drag", "zoom about the pointer, move the view"),
    ("Arrows, with the canvas in focus", "nudge the selected points (not with the Line tool); with Shift, finely"),
    ("Alt + arrows, with the canvas in focus", "choose the next example in that direction"),
    ("Esc", "close a message, cancel a drag or a what-if, clear the selection"),
    ("Enter", "press the button in focus"),
    ("Click a plot", "go to that update"),
)


def show_about(parent: QWidget) -> None:
    """Show what this program is."""
    box = QMessageBox(parent, textFormat=Qt.TextFormat.RichText, standardButtons=QMessageBox.StandardButton.Close)
    box.setWindowTitle("About Perceptron")
    box.setText(about(project_address()))
    box.exec()


def about(address: str) -> str:
    """Return what About says, as HTML; of a project that has an `address` also where its releases and faults are."""
    links = f'<p><a href="{address}/releases">Releases</a><br><a href="{address}/issues">Report a fault</a></p>'
    return (
        f"<h2>Perceptron {__version__}</h2><p>Watch the perceptron learn, and see why it must stop.</p>"
        f"<p>{'<br>'.join(made_of())}</p><p>{loops_in_words()}</p>{links if address else ''}"
        "<p>Free software under the MIT licence.<br>Qt and PySide are used under the LGPL 3.</p>"
    )


def made_of() -> list[str]:
    """Return the parts of the program and their versions."""
    from importlib import metadata  # It reads mail and archives, too much for each start.

    parts = [f"Python {platform.python_version()}", f"Qt and PySide {PySide6.__version__}"]
    parts += [f"pyqtgraph {pyqtgraph.__version__}", f"numpy {np.__version__}"]
    for package in ("daqp", "Pillow"):
        with suppress(metadata.PackageNotFoundError):  # The executable carries no package data.
            parts.append(f"{package} {metadata.version(package)}")
    return parts


def show_shortcuts(actions: Mapping[str, Sequence[QAction]], parent: QWidget) -> None:
    """Show a table of keys and mouse buttons, the keys by title of the menu or place where they work."""
    dialog = QDialog(parent)
    dialog.setWindowTitle("Keyboard and mouse")
    resize_within_screen(dialog, QSize(620, 560))
    scroll = scrolled(QLabel(shortcuts_as_html(actions), wordWrap=True))
    scroll.setAccessibleName("Keyboard and mouse")
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    dialog.setLayout(in_column(scroll, buttons, margins=(16, 16, 16, 16)))
    dialog.exec()


def shortcuts_as_html(actions: Mapping[str, Sequence[QAction]]) -> str:
    """Return two columns, key and what it does: of the mouse, and under their titles of the `actions` that have one."""
    native = QKeySequence.SequenceFormat.NativeText
    sections = {"Mouse and canvas": list(_MOUSE)}
    for title, some in actions.items():
        with_key = [(action.shortcuts(), action.whatsThis()) for action in some if action.shortcuts()]
        sections[title] = [(", ".join(key.toString(native) for key in keys), what) for keys, what in with_key]
    rows = []
    for title, told in sections.items():
        if told:
            rows.append(f"<tr><td colspan='2'><h3>{title}</h3></td></tr>")
            rows += [f"<tr><td width='32%'><b>{key}</b></td><td>{what}</td></tr>" for key, what in told]
    return f"<table cellpadding='3' width='100%'>{''.join(rows)}</table>"


class CommandPalette(Finder):
    """A field, below it the entries of the menus with its words, below them what the marked one does or why it is off.

    `actions`: title of a menu → its actions; the data of each are words by which it is found besides its name. Those
    with the names in `recent` come first. `chosen` is the action that was asked for when the dialog is accepted.
    """

    def __init__(self, actions: Mapping[str, Sequence[QAction]], parent: QWidget, recent: Sequence[str] = ()) -> None:
        super().__init__("Find a Command", "Part of a name", "Commands", parent)
        self.chosen: QAction | None = None
        self._fill(actions, recent)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.setLayout(in_column(self.field, self.list, self.says, margins=(16, 16, 16, 16)))
        resize_within_screen(self, QSize(660, 420))
        self.field.returnPressed.connect(self._take)
        self.list.activated.connect(self._take)
        self.find_words("")

    @property
    def current(self) -> QAction | None:
        action: QAction | None = self.entry
        return action

    def tell(self) -> None:
        """Say what the marked command does."""
        self.says.setText("No command matches" if self.current is None else self.current.statusTip())

    def _fill(self, actions: Mapping[str, Sequence[QAction]], recent: Sequence[str]) -> None:
        """List the commands, the recent ones first. One that is off is grey; if it is marked, the reason is shown."""
        every = [(title, action) for title, some in actions.items() for action in some]
        every.sort(key=lambda each: [*recent, each[1].objectName()].index(each[1].objectName()))
        for title, action in every:
            self.entries.appendRow(_row_of(title, action, recent=action.objectName() in recent))

    def _take(self) -> None:
        if (action := self.current) is not None and action.isEnabled():
            self.chosen = action
            self.accept()


def _row_of(title: str, action: QAction, *, recent: bool) -> list[QStandardItem]:
    menus = (menu.title() for menu in action.associatedObjects() if isinstance(menu, QMenu))
    path = dict.fromkeys(part.replace("&", "") for part in (title, *menus, action.text()))
    symbol = action.icon()
    if symbol.isNull():  # An empty one of its size lets all names begin at one place.
        nothing = QPixmap(16, 16)
        nothing.fill(Qt.GlobalColor.transparent)
        symbol = QIcon(nothing)
    name = QStandardItem(symbol, " ▸ ".join(path))
    name.setData(action, ENTRY)
    name.setData(f"{name.text()} {action.data() or ''}", WORDS)
    keys = QStandardItem(key_text(action))
    row = [name, QStandardItem("recent" if recent else ""), keys]
    palette, roles = QApplication.palette(), QPalette.ColorRole
    for cell in row:
        cell.setToolTip(action.toolTip())
        if not action.isEnabled():
            cell.setForeground(palette.brush(QPalette.ColorGroup.Disabled, roles.Text))
        elif cell is not name:
            cell.setForeground(palette.brush(roles.PlaceholderText))
    return row
