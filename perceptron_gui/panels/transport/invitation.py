"""The line beside Play that says what to do first, until it is done."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from perceptron_gui.look.text.text_line import TextLine
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Player

_FORMS = (
    "Press Play, or Space, and watch the line learn from its mistakes",
    "Press Play, or Space, and watch it learn",
    "Press Play, or Space",
    "Press Space",
)


class Invitation(TextLine):
    """The longest form that has room. It goes with the first step or play, and does not come back."""

    def __init__(self, player: Player, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self._theme = theme
        self._wanted = True
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        player.playing_changed.connect(self._look)
        player.shown.connect(self._look)
        theme.changed.connect(self._restyle)
        self._restyle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()

    @Slot()
    def _look(self) -> None:
        if self._player.playing or self._player.position:
            self.withdraw()

    def withdraw(self) -> None:
        """It is not wanted any more."""
        if self._wanted:
            self._wanted = False
            self._fit()

    @Slot()
    def _restyle(self) -> None:
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.WindowText, self._theme.current.color("now_text"))
        self.setPalette(palette)

    def _fit(self) -> None:
        advance = self.fontMetrics().horizontalAdvance
        fitting = (text for text in _FORMS if self._wanted and advance(text) <= self.width())
        self.set_text(next(fitting, ""))
