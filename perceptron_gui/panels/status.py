"""The status line: what the present state is, in words, and how far the run has come, or how it ended."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from core.analysis.cycles import Pause
from core.record.history import History
from core.run import Run
from core.theory.symbols import explained
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.plain import plain
from perceptron_gui.look.text.painted_text import TextLine
from perceptron_gui.look.text.sentences import outcome_words, pause_words, progress_words, run_on_words, state_words
from perceptron_gui.look.text.small_widgets import Dye, label_of
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.model.threads.runner import Ended, Reason
from perceptron_gui.model.threads.single_shot import single_shot

_SPACING = 16
_MEANT = explained("y", "a", "w", "x", "b", "mistake", "tie")
"""What its letters and words stand for."""
_ROLES = {Reason.FAILED: "danger", Reason.CONVERGED: "promise"}


class StatusLine(QWidget):
    """Left: the state on display. Right: that a run is under way, with a way to cancel it; that it has paused, with a
    way to let it run on; or how it ended, which is told once the playhead is there.
    """

    cancel_requested = Signal()
    run_on_requested = Signal()

    def __init__(self, player: Player, theme: ThemeModel) -> None:
        super().__init__()
        self._player = player
        self._under_way = 0
        self._begun = self._computing = self._waits = False
        self._record: History | None = None
        self._told: Ended | Pause | None = None
        self._coming: Pause | None = None
        self._outcome: tuple[str, ...] = ("",)
        self.now = TextLine(self)
        self.outcome = label_of(scale=1.0, wraps=False)
        self._dye = Dye(self.outcome, theme, "secondary")
        self.cancel = self._make_button("Cancel", "Stop computing; what is recorded stays (Ctrl+.)")
        self.cancel.clicked.connect(self.cancel_requested)
        self.run_on = self._make_button("Run On", "Compute on, up to the limits (Ctrl+Return)")
        self.run_on.clicked.connect(self.run_on_requested)
        parts = (self.now, 1), self.outcome, self.cancel, self.run_on
        self.setLayout(in_row(*parts, margins=(12, 2, 12, 4), spacing=_SPACING))
        self.setMinimumHeight(self.cancel.sizeHint().height() + 6)
        # A run shorter than 250 ms says nothing while it works: the words would only flicker.
        self._pause_rule = single_shot(self, 250, self._show_computing)
        player.run_changed.connect(self._on_begun)
        player.shown.connect(self._refresh)
        player.record_grew.connect(self._refresh)

    def _make_button(self, text: str, tooltip: str) -> QPushButton:
        made = QPushButton(text, self)
        made.setToolTip(tooltip)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.hide()
        return made

    @Slot()
    def run_asked(self) -> None:
        """A run was asked for; one `run_ended` follows for each. What was told before stays until it comes."""
        self._under_way += 1
        self._begun = False
        if not self._computing:
            self._pause_rule.start()

    @Slot(object, object)
    def run_comes(self, _run: Run, pause: Pause | None) -> None:
        """The player is about to get a run, which waits if there is a pause: all that is told of it is told at once."""
        self._coming = pause

    @Slot(object)
    def run_paused(self, pause: Pause) -> None:
        if (run := self._player.visible.recorded) is not None:
            self.run_on.setToolTip(run_on_words(run))
        self._settle(pause, waits=True)

    @Slot()
    def run_resumed(self) -> None:
        self._told = None
        self._waits = False
        self._pause_rule.start()
        self._refresh()

    @Slot(object)
    def run_ended(self, ended: Ended) -> None:
        """A run ended; that of an overtaken run is not shown."""
        self._under_way = max(self._under_way - 1, 0)
        if not self._under_way:
            self._settle(replace(ended, run_id=0))

    def hideEvent(self, event: QHideEvent) -> None:
        self._pause_rule.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit_outcome()

    def _settle(self, told: Ended | Pause, *, waits: bool = False) -> None:
        self._pause_rule.stop()
        known = (told, waits) == (self._told, self._waits) and not self._computing
        self._computing, self._waits, self._told = False, waits, told
        if not known:
            self._refresh()

    @Slot()
    def _on_begun(self) -> None:
        """What is told of a run still holds when its ŵ* joins it; of one that arrives whole its end is told at once."""
        run = self._player.visible.recorded
        if run is not None and run.history is not self._record:
            self._begun, self._record = True, run.history
            self._told = self._coming if run.stopped is None else Ended(0, Reason(run.stopped))
            self._waits, self._coming = self._coming is not None, None

    @Slot()
    def _show_computing(self) -> None:
        self._computing, self._waits = True, False
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        run, state = self._player.visible.run, self._player.state
        if run is not None and state is not None:
            self.now.set_text(state_words(state, run, self._player.visible.totals))
            self.now.setToolTip(f"{self.now.text}\n\n{_MEANT}")
        self.cancel.setVisible(self._computing and self._open)
        self.run_on.setVisible(self._waits and self._open)
        self._outcome = self._outcome_of(self._player.visible.run_for("totals"))
        self._dye.take(_ROLES.get(self._told.reason, "secondary") if isinstance(self._told, Ended) else "secondary")
        self._fit_outcome()

    def _outcome_of(self, run: Run | None) -> tuple[str, ...]:
        told = self._told
        if not (self._open or (isinstance(told, Ended) and told.reason is Reason.FAILED)):
            return ("",)
        if self._computing:
            return progress_words(run if self._begun else None)
        if isinstance(told, Pause) and run is not None:
            return pause_words(told, run, self._player.at_end)
        if isinstance(told, Ended) and (told.reason in (Reason.FAILED, Reason.CANCELLED) or self._player.at_end):
            return outcome_words(told, run)
        return ("",)

    @property
    def _open(self) -> bool:
        """Whether it is told how far the run has come: once the playhead is there it always is."""
        return self._player.visible.shows("totals") or self._player.at_end

    def letter(self) -> None:
        self._fit_outcome()

    def _fit_outcome(self) -> None:
        """The longest form that leaves the left side whole, else the shortest."""
        advance = self.outcome.fontMetrics().horizontalAdvance
        room = self.width() - self.now.needed - 3 * _SPACING
        for button in (self.cancel, self.run_on):
            if button.isVisibleTo(self):
                room -= button.sizeHint().width() + _SPACING
        fitting = (text for text in self._outcome if advance(text) <= room)
        self.outcome.setText(next(fitting, self._outcome[-1]))
        if self.outcome.toolTip() != (told := plain(self._outcome[0])):
            self.outcome.setToolTip(told)
