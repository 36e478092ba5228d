"""What the program is, what it is made of, and what its keys and mouse buttons do."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence

import numpy as np
import pyqtgraph
import PySide6
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QMessageBox, QScrollArea, QWidget

from core import __version__
from perceptron_gui.look.fields.question_dialog import resize_within_screen
from perceptron_gui.look.layouts import in_column

_MOUSE = (
    ("Click", "with ○ or ×: place a point; with Select: select it"),
    ("Double click", "with Select: type the coordinates of a point"),
    ("Drag", "move the selected points; from empty canvas, select what the rectangle holds"),
    ("Shift or Ctrl + click", "add to the selection, or take from it"),
    ("Ctrl + click, Ctrl + right click", "on empty canvas: place ○, place ×, with any tool (Alt does the same)"),
    ("Right click", "what can be done there: with the example, the selection, or on empty canvas"),
    ("Wheel, middle drag", "zoom about the pointer, move the view"),
    ("Arrows, with the canvas in focus", "nudge the selected points (not with the Line tool); with Shift, finely"),
    ("Alt + arrows, with the canvas in focus", "choose the next example in that direction"),
    ("Esc", "close a message, give up a drag or a what-if, select nothing"),
    ("Enter", "press the button in focus"),
    ("Click a plot", "go to that update"),
)


def show_about(parent: QWidget) -> None:
    """Say what this is."""
    box = QMessageBox(parent)
    box.setWindowTitle("About Perceptron")
    box.setTextFormat(Qt.TextFormat.RichText)
    box.setText(
        f"<h2>Perceptron {__version__}</h2><p>Watch the perceptron learn, and see why it must stop.</p>"
        f"<p>{'<br>'.join(made_of())}</p>"
        "<p>Free software under the MIT licence.<br>Qt and PySide are used under the LGPL 3.</p>"
    )
    box.exec()


def made_of() -> list[str]:
    """The parts and their versions."""
    parts = [
        ("Python", platform.python_version()),
        ("Qt and PySide", PySide6.__version__),
        ("pyqtgraph", pyqtgraph.__version__),
        ("numpy", np.__version__),
        ("daqp", _version("daqp")),
        ("Pillow", _version("Pillow")),
    ]
    return [f"{name} {number}" for name, number in parts if number]


def show_shortcuts(actions: Mapping[str, Sequence[QAction]], parent: QWidget) -> None:
    """A table of keys and mouse buttons, the keys by title of the menu or place where they work."""
    dialog = QDialog(parent)
    dialog.setWindowTitle("Keyboard and mouse")
    resize_within_screen(dialog, QSize(620, 560))
    table = QLabel(shortcuts_as_html(actions), margin=12, wordWrap=True)
    scroll = QScrollArea(widgetResizable=True)
    scroll.setAccessibleName("Keyboard and mouse")
    scroll.setWidget(table)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    dialog.setLayout(in_column(scroll, buttons))
    dialog.exec()


def shortcuts_as_html(actions: Mapping[str, Sequence[QAction]]) -> str:
    """Two columns: key and what it does, of the mouse and, under their titles, of those of `actions` that have one."""
    native = QKeySequence.SequenceFormat.NativeText
    sections = {
        title: [
            (", ".join(keys.toString(native) for keys in action.shortcuts()), action.whatsThis())
            for action in some
            if action.shortcuts()
        ]
        for title, some in actions.items()
    }
    rows = (_rows(title, keys) for title, keys in {"Mouse and canvas": _MOUSE, **sections}.items() if keys)
    return f"<table cellpadding='3' width='100%'>{''.join(rows)}</table>"


def _rows(title: str, keys: Sequence[tuple[str, str]]) -> str:
    heading = f"<tr><td colspan='2'><h3>{title}</h3></td></tr>"
    return heading + "".join(f"<tr><td width='32%'><b>{key}</b></td><td>{what}</td></tr>" for key, what in keys)


def _version(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # reads mail and archives, too much for each start

    try:
        return version(package)
    except PackageNotFoundError:  # the executable carries no package data
        return ""
