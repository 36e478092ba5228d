"""A side panel that scrolls up and down."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

NARROWEST = 380
"""Pixels that a side panel takes at least"""


class ScrollPanel(QScrollArea):
    """A subclass puts what it shows one below the other into `column`."""

    def __init__(self, name: str, spacing: int, margin: int = 8, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        content = QWidget()
        self.column = QVBoxLayout(content)
        self.column.setContentsMargins(12, margin, 12, margin)
        self.column.setSpacing(spacing)
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(NARROWEST)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(name)
