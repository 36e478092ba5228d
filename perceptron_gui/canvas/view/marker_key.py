"""What outline and fill of an example say, at the left below the picture, and what the rings around examples mean."""

from __future__ import annotations

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGraphicsItem, QGraphicsSimpleTextItem

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
