"""Text that Qt must show letter by letter, although it would guess whether the letters are HTML."""

from __future__ import annotations

from html import escape

from PySide6 import QtGui
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel


def plain(text: str) -> str:
    """Return `text` in a form that a tooltip, What's This, message box or progress dialog shows letter by letter.

    Qt takes text with a tag in its first line for HTML. It then drops the tag, and opens the file that an <img> names.
    """
    if not QtGui.Qt.mightBeRichText(text):
        return text
    return f'<div style="white-space: pre-wrap">{escape(text)}</div>'


def plain_label(text: str = "", *, wraps: bool = True) -> QLabel:
    """Return a label of a dialog, which shows its words letter by letter: a name in them is never taken for HTML."""
    return QLabel(text, textFormat=Qt.TextFormat.PlainText, wordWrap=wraps)
