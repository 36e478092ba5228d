"""What an action says of itself where it is pointed at."""

from __future__ import annotations

from PySide6.QtGui import QAction, QKeySequence


def say_of(action: QAction, meaning: str, idle: str = "") -> None:
    """What it does, with its key, or why it cannot be done (`idle`): in its tooltip and in the status line.

    What it does is its What's This too, whether it can be done or not.
    """
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    action.setToolTip(idle or (f"{meaning} ({keys})" if keys else meaning))
    action.setStatusTip(idle or meaning)
    action.setWhatsThis(meaning)


def allow(action: QAction, meaning: str, idle: str) -> None:
    """Let it be done where it is not `idle`; where it is, it says why."""
    action.setEnabled(not idle)
    say_of(action, meaning, idle)
