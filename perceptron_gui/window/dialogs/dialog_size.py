"""How large a dialog may be."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog


def resize_within_screen(dialog: QDialog, wanted: QSize) -> None:
    """Make `dialog` as large as `wanted`, but no larger than the screen has room for: its buttons are at the bottom.

    A window that is shown has a frame as large as the dialog's will be, which Qt counts beside the size.
    """
    owner = dialog.parentWidget()
    frame = owner.window().frameSize() - owner.window().size() if owner is not None else QSize()
    dialog.resize(wanted.boundedTo(dialog.screen().availableSize() - frame.expandedTo(QSize(0, 0))))
