"""The headline of the theory panel: how many updates so far, and how many there can be at most."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from perceptron_gui.look.lettering import readable
from perceptron_gui.look.theme import ThemeModel


class Headline(QWidget):
    """Big: k; smaller: of how many; in the colour of promises: the bound, on a line of its own where it must be."""

    def __init__(self, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._big = readable(self.font(), 2.0, bold=True)
        self._small = readable(self.font(), bold=True)
        self._texts = ("", "", "")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._restyle)

    @property
    def text(self) -> str:
        """All of it, as it is read aloud."""
        return " ".join(self._texts).strip()

    def set_texts(self, updates: str, of_all: str, bound: str) -> None:
        """Show e.g. "967", "of 1,562 updates", "k ≤ 22,133"."""
        needed = self.sizeHint()
        self._texts = (updates, of_all, bound)
        self.setAccessibleName(self.text)
        if self.sizeHint() != needed:
            self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        lines = 2 if self._is_broken() else 1
        extra = (lines - 1) * QFontMetricsF(self._small).height()
        return QSize(340, round(QFontMetricsF(self._big).height() + extra))

    def _is_broken(self) -> bool:
        """Whether the bound needs a line of its own, judged by the widest count so that playing moves nothing."""
        total = self._texts[1].partition(" ")[2].partition(" ")[0]
        count = QFontMetricsF(self._big).horizontalAdvance(total)
        small = QFontMetricsF(self._small)
        return count + small.horizontalAdvance(f" {self._texts[1]}  {self._texts[2]}") > self.width()

    def resizeEvent(self, event: object) -> None:
        self.updateGeometry()

    @Slot()
    def _restyle(self) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._theme.current, QPainter(self)
        big, small = QFontMetricsF(self._big), QFontMetricsF(self._small)
        updates, of_all, bound = self._texts
        baseline = big.ascent()
        painter.setFont(self._big)
        painter.setPen(theme.color("ink"))
        painter.drawText(QRectF(0, 0, self.width(), big.height()), Qt.AlignmentFlag.AlignLeft, updates)
        painter.setFont(self._small)
        painter.setPen(theme.color("secondary"))
        after = big.horizontalAdvance(updates) + small.horizontalAdvance(" ")
        top = baseline - small.ascent()
        painter.drawText(QRectF(after, top, self.width() - after, small.height()), Qt.AlignmentFlag.AlignLeft, of_all)
        painter.setPen(theme.color("promise"))
        if self._is_broken():
            top = big.height()
        side = Qt.AlignmentFlag.AlignLeft if self._is_broken() else Qt.AlignmentFlag.AlignRight
        painter.drawText(QRectF(0, top, self.width(), small.height()), side, bound)
