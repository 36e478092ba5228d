"""Latin letters under a keyboard layout that has none, such as a Cyrillic or a Greek one."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import chain

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPlainTextEdit, QWidget

_ROWS = {16: "QWERTYUIOP", 30: "ASDFGHJKL", 44: "ZXCVBNM,."}
"""The keys of a US keyboard by row: the code that a PC keyboard sends for the first, counted on from there."""
_ADDED = {"xcb": 8, "wayland": 8, "windows": 0}
"""What a platform of Qt adds to these codes. Other platforms do not tell them."""
_LETTERS = dict(chain.from_iterable(enumerate(letters, first) for first, letters in _ROWS.items()))


def latin_key(event: QKeyEvent) -> Qt.Key:
    """Return the key, or the one of a US keyboard in its place if it is a letter of another script."""
    key = Qt.Key(event.key())
    added = _ADDED.get(QApplication.platformName())
    if added is None or not _is_of_another_script(key.value):
        return key
    letter = _LETTERS.get(event.nativeScanCode() - added)
    return key if letter is None else Qt.Key(ord(letter))


def action_meant(event: QKeyEvent, actions: Iterable[QAction]) -> QAction | None:
    """Return the enabled action whose shortcut is in the place of a letter of another script; None if there is none.

    Qt itself finds it only if one of the keyboard's other layouts is Latin. In a text field there is none, lest Ctrl+X
    cut the points: Qt does not give such a key to the field.
    """
    key = latin_key(event)
    if key == event.key() or _edits_text(QApplication.focusWidget()):
        return None
    typed = QKeySequence(QKeyCombination(event.modifiers(), key))
    return next((action for action in actions if action.isEnabled() and typed in action.shortcuts()), None)


def _edits_text(focus: QWidget | None) -> bool:
    return isinstance(focus, QLineEdit | QPlainTextEdit) or (isinstance(focus, QComboBox) and focus.isEditable())


def _is_of_another_script(code: int) -> bool:
    """Return whether the code of a key is that of a letter that is not Latin: Ł and İ are, and have their own place."""
    letter = chr(code) if code <= 0x10FFFF else ""  # other codes are those of keys without a character
    return letter.isalpha() and not unicodedata.name(letter, "").startswith("LATIN")
