"""What is special about the data, in a sentence: small where all is well, in a calm box where it is not."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from core.theory.diagnosis import Diagnosis
from perceptron_gui.look.icons import icon
from perceptron_gui.look.text.lettering import readable
from perceptron_gui.look.text.sentences import unbroken
from perceptron_gui.look.theme import ThemeModel

_ICON = 22
_SMALL = 0.9


class DiagnosisNote(QFrame):
    """A diagnosis; `special` ones stand in a box with their reason, the others say only their headline."""

    def __init__(self, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._special = False
        self._icon = QLabel(self)
        self.headline = QLabel(self)
        self.detail = QLabel(self)
        words = QVBoxLayout()
        words.setSpacing(2)
        for label in (self.headline, self.detail):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            words.addWidget(label)
        self._layout = QHBoxLayout(self)
        self._layout.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        self._layout.addLayout(words, 1)
        self.setObjectName("diagnosis")
        theme.changed.connect(self._restyle)
        self._restyle()

    @property
    def special(self) -> bool:
        """Whether it stands in a box."""
        return self._special

    def show_diagnosis(self, diagnosis: Diagnosis, *, special: bool) -> None:
        """Say this."""
        restyled = special != self._special
        self._special = special
        self.headline.setText(unbroken(diagnosis.headline))
        self.detail.setText(unbroken(diagnosis.detail))
        self.detail.setVisible(special and bool(diagnosis.detail))
        self.setToolTip("" if special else diagnosis.detail)
        self.setAccessibleName(f"{diagnosis.headline} {diagnosis.detail}".strip())
        if restyled:
            self._restyle()

    @Slot()
    def _restyle(self) -> None:
        theme, special = self._theme.current, self._special
        self._icon.setVisible(special)
        self._icon.setPixmap(icon("info", theme).pixmap(_ICON, _ICON))
        self.headline.setFont(readable(self.font(), 1.0 if special else _SMALL, bold=special))
        self.detail.setFont(readable(self.font()))
        self._layout.setContentsMargins(*((10, 8, 10, 8) if special else (0, 0, 0, 0)))
        border = f"#diagnosis {{ background: {theme.page}; border: 1px solid {theme.secondary}; border-radius: 4px; }}"
        color = theme.ink if special else theme.secondary
        self.setStyleSheet(f"{border if special else ''} QLabel {{ color: {color}; }}")
