"""Keys: Latin letters under a layout that has none, such as a Cyrillic or a Greek one; and where Tab goes next."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPlainTextEdit, QWidget

_ROWS = {16: "QWERTYUIOP", 30: "ASDFGHJKL", 44: "ZXCVBNM,."}
"""The keys of a US keyboard by row: the code that a PC keyboard sends for the first key; the next ones follow."""
_ADDED = {"xcb": 8, "wayland": 8, "windows": 0}
"""The number that a platform of Qt adds to these codes. Other platforms do not tell them."""
_LETTERS = dict(chain.from_iterable(enumerate(letters, first) for first, letters in _ROWS.items()))


def latin_key(event: QKeyEvent) -> Qt.Key:
    """Return the key, or the one of a US keyboard in its place if it is a letter of another script."""
    key = Qt.Key(event.key())
    added = _ADDED.get(QApplication.platformName())
    character = chr(key.value) if key.value <= 0x10FFFF else ""  # Other codes belong to keys without a character.
    # Ł and İ are Latin, and have their own place.
    if added is None or not character.isalpha() or unicodedata.name(character, "").startswith("LATIN"):
        return key
    letter = _LETTERS.get(event.nativeScanCode() - added)
    return key if letter is None else Qt.Key(ord(letter))


def action_meant(event: QKeyEvent, actions: Iterable[QAction]) -> QAction | None:
    """Return the enabled action whose shortcut is in the place of a letter of another script; None if there is none.

    Qt itself finds it only if one of the keyboard's other layouts is Latin. In a text field there is none, lest Ctrl+X
    cut the points: Qt does not give such a key to the field.
    """
    key, focus = latin_key(event), QApplication.focusWidget()
    edits_text = isinstance(focus, QLineEdit | QPlainTextEdit) or (isinstance(focus, QComboBox) and focus.isEditable())
    if key == event.key() or edits_text:
        return None
    typed = QKeySequence(QKeyCombination(event.modifiers(), key))
    return next((action for action in actions if action.isEnabled() and typed in action.shortcuts()), None)


def stop_after(focus: QWidget | None, parts: Sequence[QWidget], *, forward: bool) -> QWidget | None:
    """Return the widget after the one in focus, or before it, round all parts as they are seen; None if in none."""
    stops = [widget for part in parts for widget in _stops(part)]
    if focus not in stops:
        return None
    return stops[(stops.index(focus) + (1 if forward else -1)) % len(stops)]


def _stops(part: QWidget) -> list[QWidget]:
    """Return the widgets of a part that take the focus by Tab, row by row.

    Qt's own chain is not asked: whatever it hands out, PySide takes for a child of the widget before, and gives up as
    deleted when that goes.
    """
    places = {
        widget: widget.mapTo(part, widget.rect().center())
        for widget in (part, *part.findChildren(QWidget))
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
        if widget.isVisible() and widget.isEnabled()
    }
    stops, row = sorted(places, key=lambda widget: places[widget].y()), 0
    rows: dict[QWidget, int] = {}
    for before, widget in pairwise([*stops[:1], *stops]):
        row += places[widget].y() - places[before].y() > 4  # In one row the middles differ by at most this many pixels.
        rows[widget] = row
    return sorted(stops, key=lambda widget: (rows[widget], places[widget].x()))
