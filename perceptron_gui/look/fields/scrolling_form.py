"""A form of any length: as high as it is where there is room, else scrolled."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFormLayout, QFrame, QScrollArea, QWidget

_HIGHEST = 420


class ScrollingForm(QScrollArea):
    """A field a row, each with its name before it."""

    def __init__(self, rows: Iterable[tuple[str, QWidget]], parent: QWidget | None = None) -> None:
        super().__init__(parent, widgetResizable=True)
        self._content = QWidget()
        self.form = QFormLayout(self._content)
        self.form.setContentsMargins(0, 0, 0, 0)
        for name, field in rows:
            self.form.addRow(name, field)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(self._content)

    def sizeHint(self) -> QSize:
        whole = self._content.sizeHint()
        return QSize(whole.width() + self.verticalScrollBar().sizeHint().width(), min(whole.height(), _HIGHEST))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()
