"""Words that may change with every frame: the window is laid out anew only where they get higher."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from perceptron_gui.look.text.lettering import readable
from perceptron_gui.look.voice import Role, Voice


class TextLine(QWidget):
    """Shortened at its end where there is no room. Whoever shows it gives it that room: its text asks for none."""

    def __init__(self, parent: QWidget | None = None, aligned: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft) -> None:
        super().__init__(parent)
        self.text = ""
        self._aligned = aligned | Qt.AlignmentFlag.AlignVCenter
        self.setFont(readable(self.font()))
        self.voice = Voice(self, Role.StaticText)

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


_NARROWEST, _USUAL = 60, 200
_HIGHEST = 1 << 20


class WrappedLabel(QLabel):
    """A label of plain text in lines as wide as it is. Qt's own has the whole window laid out for each new text."""

    def __init__(self) -> None:
        super().__init__()
        self._words = ""
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def text(self) -> str:
        return self._words

    def setText(self, text: str, /) -> None:
        if text == self._words:
            return
        before = self.heightForWidth(self.width())
        self._words = text
        self.setAccessibleName(text)
        if self.heightForWidth(self.width()) != before:
            self.updateGeometry()
        self.update()

    def heightForWidth(self, width: int, /) -> int:
        if not self._words:
            return max(self.minimumHeight(), self.fontMetrics().height())
        box = QRect(0, 0, width - self._beside, _HIGHEST)
        return max(self.minimumHeight(), self.fontMetrics().boundingRect(box, self._flags, self._words).height())

    def sizeHint(self) -> QSize:
        return QSize(_USUAL, self.heightForWidth(max(self.width(), _USUAL)))

    def minimumSizeHint(self) -> QSize:
        return QSize(_NARROWEST, self.fontMetrics().height())

    def paintEvent(self, event: QPaintEvent, /) -> None:
        with QPainter(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            painter.drawText(self.contentsRect(), self._flags, self._words)

    @property
    def _beside(self) -> int:
        margins = self.contentsMargins()
        return margins.left() + margins.right()

    @property
    def _flags(self) -> int:
        return int(self.alignment()) | int(Qt.TextFlag.TextWordWrap)
