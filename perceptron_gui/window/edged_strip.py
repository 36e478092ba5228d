"""A strip above the canvas, with an edge in the colour of what it is about."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from perceptron_gui.look.theme import Theme, ThemeModel


class EdgedStrip(QFrame):
    """As high as what stands in it. The `role` of its edge is a colour of the theme; `title` is what it is called."""

    def __init__(self, title: str, role: str, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(role)
        self.setAccessibleName(title)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        theme.changed.connect(self._restyle)
        self._restyle(theme.current)

    @Slot(object)
    def _restyle(self, theme: Theme) -> None:
        name = self.objectName()
        self.setStyleSheet(
            f"#{name} {{ background: {theme.panel}; border: none; border-left: 4px solid {getattr(theme, name)};"
            f" border-bottom: 1px solid {theme.hairline}; }}"
            f" #{name} QScrollArea, #{name} QScrollArea > QWidget > QLabel {{ background: transparent; }}"
        )
