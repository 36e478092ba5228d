"""One's own separator in the theory panel: its γ and bound beside those of ŵ*, and its rows."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from core.numbers.numerals import at_most, number
from core.run import Run
from core.theory.bounds import OwnSeparator, theorem_of_own
from core.theory.margin.margin import Margin, in_units
from core.theory.symbols import explained
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.text.sentences import unbroken
from perceptron_gui.look.text.small_widgets import label_of, tool_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.model.pointing.drawn_line import TriedSeparator
from perceptron_gui.model.theorem_view import TheoremView


class OwnSeparatorBar(Guarded, QWidget):
    """The theorem for the separator of one's own; the bar is hidden if there is none."""

    def __init__(
        self, player: Player, own_separator: TriedSeparator, theorem_view: TheoremView, theme: ThemeModel
    ) -> None:
        super().__init__()
        self._player = player
        self._own_separator = own_separator
        self._theorem_view = theorem_view
        self._theme = theme
        self._held: tuple[OwnSeparator, Margin | None] | None = None
        self.told = label_of(rich=True)
        self.snap = tool_button("Snap to ŵ*", f"Put your line on that of ŵ*\n{explained('ŵ*')}")
        self.remove = tool_button("Remove", "Stop trying (Esc)")
        self.snap.clicked.connect(self._snap)
        self.remove.clicked.connect(own_separator.clear)
        self._row = in_row((self.told, 1), self.snap, self.remove, margins=(0, 0, 0, 0), spacing=4)
        self.setLayout(self._row)
        theme.changed.connect(self.refresh)
        self.refresh()

    def hasHeightForWidth(self) -> bool:
        """Return False, so that a scroll area gives all its content the preferred height."""
        return False

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._row.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def margin(self, run: Run) -> Margin | None:
        """Return the theorem for it over a run, raw; None if there is no line, or it does not separate."""
        judged = self._own_separator.judged(run)
        if judged is None:
            return None
        if self._held is None or self._held[0] is not judged:
            self._held = judged, theorem_of_own(judged, run.margin)
        return self._held[1]

    def refresh(self) -> None:
        run = self._player.visible.run
        judged = None if run is None else self._own_separator.judged(run)
        self.setVisible(judged is not None)
        if run is None or judged is None:
            return
        self.snap.setEnabled(run.margin.w_star is not None)
        color = self._theme.current.own
        self.told.setText(f'<b style="color:{color}">Your line u:</b> {unbroken(escape(self._words(run, judged)))}')

    def _words(self, run: Run, judged: OwnSeparator) -> str:
        held = self.margin(run)
        if held is None:
            return judged.reason
        best, own = (in_units(margin, self._theorem_view.units) for margin in (run.margin, held))
        gamma, bound = own.notation.units.gamma, _bound(own) if self._player.visible.shows("bound") else ""
        words = [f"{gamma} = {number(own.gamma or 0.0)}{bound}"]
        if best.gamma is not None:
            words.append(f"ŵ*: {gamma} {best.gamma_written()}{_bound(best)}")
        if judged.angle is not None:
            words.append(f"{number(judged.angle, 3)}° between them")
        return f"{'; '.join(words)}."

    def _snap(self) -> None:
        run = self._player.visible.run
        if run is not None and (margin := run.margin).w_star is not None and margin.b_star is not None:
            self._own_separator.put([*margin.w_star.tolist(), margin.b_star])


def _bound(margin: Margin) -> str:
    return "" if margin.bound is None else f", k ≤ {at_most(margin.bound_at_most or margin.bound)}"
