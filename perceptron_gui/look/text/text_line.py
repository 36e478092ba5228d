"""One line of text that may change with every frame: new words are painted, and nothing around them is laid out."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from perceptron_gui.look.text.lettering import readable


class TextLine(QWidget):
    """Shortened at its end where there is no room. Whoever shows it gives it that room: its text asks for none."""

    def __init__(self, parent: QWidget | None = None, aligned: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft) -> None:
        super().__init__(parent)
        self.text = ""
        self._aligned = aligned | Qt.AlignmentFlag.AlignVCenter
        self.setFont(readable(self.font()))

    @property
    def needed(self) -> int:
        return self.fontMetrics().horizontalAdvance(self.text) + 2

    def set_text(self, text: str) -> None:
        if text != self.text:
            self.text = text
            self.setAccessibleName(text)
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.minimumWidth(), self.fontMetrics().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            text = self.fontMetrics().elidedText(self.text, Qt.TextElideMode.ElideRight, self.width())
            painter.drawText(self.rect(), self._aligned, text)
