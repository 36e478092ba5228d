"""The diagnosis of the data in a sentence: small if all is well, in a card if it is not."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel

from core.run import Run
from core.theory.diagnosis import diagnose
from core.theory.symbols import explained_prose
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.plain import plain_label
from perceptron_gui.look.size import BODY, SMALL, dress, dye, follow_scale, pixels, polish
from perceptron_gui.look.text.sentences import unbroken
from perceptron_gui.look.theme import ThemeModel, icon

_ICON = 22


class DiagnosisNote(QFrame):
    """Shows a diagnosis: a `special` one in a card with its reason, any other as its headline alone."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__()
        self._theme = theme
        self.special = False
        """True if the diagnosis is in a card."""
        self._icon = QLabel(self)
        self.headline, self.detail = plain_label(), plain_label()
        for label in (self.headline, self.detail):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._layout = in_row(self._icon, (in_column(self.headline, self.detail, spacing=2), 1))
        self._layout.setAlignment(self._icon, Qt.AlignmentFlag.AlignTop)
        self.setLayout(self._layout)
        dress(self.detail)
        theme.changed.connect(self._restyle)
        follow_scale(self, self._restyle)
        self._restyle()

    def show_run(self, run: Run, aside: str = "", *, whole: bool = False) -> None:
        """Show the diagnosis of the data of a run, with an `aside`; `whole` shows the reason in any case."""
        diagnosis = diagnose(run.dataset, run.margin)
        proven = run.margin.theorem and run.margin.gamma is not None
        special = not proven or run.dataset.positives in {0, run.dataset.n}
        if aside:
            diagnosis = replace(diagnosis, detail=f"{diagnosis.detail} {aside}".strip())
        self.setAccessibleName(diagnosis.text)
        if whole and not special:
            diagnosis = replace(diagnosis, headline=f"{diagnosis.headline} {diagnosis.detail}")
        restyled = special != self.special
        self.special = special
        self.headline.setText(unbroken(diagnosis.headline))
        self.detail.setText(unbroken(diagnosis.detail))
        self.detail.setVisible(special and bool(diagnosis.detail))
        symbols = explained_prose(diagnosis.headline, diagnosis.detail, margin=run.margin)
        self.setToolTip("\n".join(filter(None, [symbols, "" if special else diagnosis.detail])))
        if restyled:
            self._restyle()

    def _restyle(self) -> None:
        special, side = self.special, pixels(_ICON)
        self._icon.setVisible(special)
        self._icon.setPixmap(icon("info", self._theme.current).pixmap(side, side))
        dress(self.headline, BODY if special else SMALL, bold=special)
        for label in (self.headline, self.detail):
            dye(label, "ink" if special else "secondary")
        self._layout.setContentsMargins(*((12, 8, 12, 8) if special else (0, 0, 0, 0)))
        self.setProperty("card", special)
        polish(self)
