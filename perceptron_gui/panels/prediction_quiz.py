"""The bar of “predict, then step”: what is asked, how the last guess was and why, and the tally."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QWidget

from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.text.small_widgets import label_of, tool_button
from perceptron_gui.look.text.symbol_tips import SymbolTips
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.model.pointing.prediction_quiz import PredictionQuiz

_SCALE = 0.95
_ASKED = "Where will the boundary be after the next step? Drag a line (L), or turn it with ↑ ↓, then step (→)."
_TWO_LINES = "<b>25.1° off, (○)</b><br/>y·a ≤ 0, so w ← w − x (×)"
"""As high as an outcome is, whose signs may be of another font: the picture above keeps its size when one is told."""
_DRAWN = "Drag it until you are sure, then step (→)."


class QuizBar(QWidget):
    """Takes no room while nothing is asked."""

    def __init__(self, guess: PredictionQuiz, player: Player, theme: ThemeModel) -> None:
        super().__init__()
        self._guess = guess
        self._theme = theme
        self.told, self.tally = label_of(scale=_SCALE), label_of(scale=_SCALE)
        self.forget = tool_button("Reset", "Count from 0 again", scale=_SCALE)
        self.forget.clicked.connect(guess.forget)
        self.told.setText(_TWO_LINES)
        self.told.setMinimumHeight(self.told.sizeHint().height())
        self.tally.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setLayout(in_row((self.told, 3), (self.tally, 1), self.forget, margins=(12, 2, 12, 2), spacing=16))
        guess.changed.connect(self._show)
        player.run_changed.connect(self._show)
        theme.changed.connect(self._show)
        SymbolTips(self, lambda: None if player.run is None else player.run.margin)
        self._show()

    @Slot()
    def _show(self) -> None:
        guess = self._guess
        self.setVisible(guess.on)
        outcome = guess.outcome
        if outcome is not None:
            color = self._theme.current.now_text
            self.told.setText(f'<b style="color:{color}">{escape(outcome.sentence)}</b> {escape(outcome.why)}')
        else:
            self.told.setText(guess.missing or (_DRAWN if guess.weights is not None else _ASKED))
        self.tally.setText(guess.tally.sentence)
        self.forget.setEnabled(bool(guess.tally.angles))
