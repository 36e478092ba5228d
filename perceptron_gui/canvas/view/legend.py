"""What the markers mean, below the picture, where no example can be."""

from __future__ import annotations

import html

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QGraphicsItem, QGraphicsSimpleTextItem, QGraphicsTextItem

from perceptron_gui.look.plain import plain
from perceptron_gui.look.text.sentences import class_name
from perceptron_gui.look.theme import Theme

_FORMS = ("outline: what it is · fill: what is said of it", "outline: truth · fill: prediction")
_MEANING = """Outline: the class that an example has, ○ or ×.
Fill: the class that the boundary on display gives it; another colour than the outline is a mistake, none a tie.
Yellow ring: the example of this step.
Green ring: as near to the line of ŵ* as γ. Dotted ring: the longest, it makes R.
Halo, a disc behind: selected."""


class MarkerKey(QGraphicsSimpleTextItem):
    """In the longest form that there is room for; hidden where there is none."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setToolTip(_MEANING)

    def restyle(self, theme: Theme, font: QFont) -> None:
        self.setBrush(theme.color("secondary"))
        self.setFont(font)

    def place(self, bottom: float, room: float) -> None:
        """Stand in the corner (0, bottom), at most `room` pixels wide."""
        for form in _FORMS:
            self.setText(form)
            if self.boundingRect().width() <= room:
                break
        size = self.boundingRect()
        self.setVisible(size.width() <= room)
        self.setPos(0, bottom - size.height())


class Legend(QGraphicsTextItem):
    """Reads “○ virginica × setosa”; long names are shortened, and all is hidden where that leaves too little room."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.names = ("", "")
        """what is called ○ and what ×, in full"""
        self._colors = ("", "", "")
        self.document().setDocumentMargin(0)

    def set_names(self, labels: tuple[str, str]) -> None:
        """Name the classes `labels` (negative, positive)."""
        negative, positive = map(class_name, labels)
        self.names = positive, negative
        self.setToolTip(plain(f"○ {positive} (y = +1)\n× {negative} (y = −1)"))

    def restyle(self, theme: Theme, font: QFont) -> None:
        self._colors = theme.positive, theme.negative, theme.secondary
        self.setFont(font)

    def place(self, right: float, bottom: float, room: float) -> None:
        """Stand in the corner (right, bottom), at most `room` pixels wide."""
        self.setVisible(room >= 90.0)
        metrics = QFontMetricsF(self.font())
        marks = metrics.horizontalAdvance("○  × ") + 16.0
        shown = _shortened(self.names, metrics, room - marks)
        positive, negative, ink = self._colors
        entries = zip((positive, negative), ("○", "×"), shown, strict=True)
        words = [
            f'<span style="color: {color}">{mark}</span><span style="color: {ink}">&nbsp;{html.escape(name)}</span>'
            for color, mark, name in entries
        ]
        self.setHtml("&nbsp;&nbsp; ".join(words))
        size = self.boundingRect()
        self.setPos(right - size.width(), bottom - size.height())


def _shortened(names: tuple[str, str], metrics: QFontMetricsF, room: float) -> list[str]:
    """Both names as they are if they fit, else each in its share; a short one leaves its rest to the other."""
    first, second = (metrics.horizontalAdvance(name) for name in names)
    half = room / 2
    shares = (max(half, room - second), max(half, room - first))
    shorten = Qt.TextElideMode.ElideMiddle
    return [metrics.elidedText(name, shorten, share) for name, share in zip(names, shares, strict=True)]
