"""Examples to the clipboard and from it, as text that a spreadsheet understands."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLocale
from PySide6.QtGui import QGuiApplication

from core.errors import InputError
from core.files.formats.delimited import as_text, from_text
from core.numbers.numerals import counted
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.document.editing import delete_selected
from perceptron_gui.model.document.selection import Selection


def copy_selected(document: Document, selection: Selection) -> bool:
    """Put the selected examples on the clipboard, with the decimal mark of the desktop; whether that was possible."""
    if not len(selection):
        return False
    mark = "," if QLocale().decimalPoint() == "," else "."
    try:
        text = as_text(document.dataset, selection.rows, mark)
    except InputError as error:
        document.refused.emit(str(error))
        return False
    QGuiApplication.clipboard().setText(text)
    return True


def cut_selected(document: Document, selection: Selection) -> None:
    """Copy the selected examples, and remove them."""
    if copy_selected(document, selection):
        delete_selected(document, selection)


def paste(document: Document, selection: Selection) -> None:
    """Add the examples on the clipboard after the present ones, and select them."""
    before = document.dataset
    try:
        more = from_text(QGuiApplication.clipboard().text(), before)
    except InputError as error:
        document.refused.emit(str(error))
        return
    after = before.appended(more.X, more.y) if before.n else more
    document.edit(after, f"paste {counted(more.n, 'example')}")
    selection.set(np.arange(before.n, after.n))
    document.pasted.emit(before.n, more.n)
