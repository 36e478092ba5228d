"""The line under the track: the sentence of the step, and how the run goes on or ended."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QHideEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from core.analysis.cycles import Pause
from core.explain.wording import NEW, QUIET, WRONG, Phrase, ending, in_numbers, in_plain_words, text_of
from core.numbers.numerals import counted
from core.record.history import History
from core.run import Run
from core.theory.symbols import explained
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.size import BODY, dye, follow_scale, letters
from perceptron_gui.look.text.sentences import pause_words, progress_words, run_on_words
from perceptron_gui.look.text.small_widgets import TextLine, push_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.model.threads.runner import Ended, Reason
from perceptron_gui.model.threads.worker import single_shot

_COLOURS = {"": "ink", WRONG: "now_text", NEW: "ink", QUIET: "secondary"}
"""Role of a phrase → role of its colour."""


class SentenceLine(TextLine):
    """A line of phrases: a wrong one is gold and semi-bold, a new one semi-bold."""

    def __init__(self, theme: ThemeModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._phrases: tuple[Phrase, ...] = ()
        theme.changed.connect(self.update)

    @property
    def needed(self) -> int:
        return round(sum(map(_width, self._phrases))) + 2

    def set_phrases(self, phrases: tuple[Phrase, ...]) -> None:
        self._phrases = phrases
        self.set_text(text_of(phrases))

    def paintEvent(self, event: QPaintEvent) -> None:
        left, room = 0.0, float(self.width())
        if self.needed > room:
            room -= _width(Phrase("…"))
        with QPainter(self) as painter:
            for phrase in self._phrases:
                painter.setFont(_font(phrase))
                painter.setPen(self._theme.current.color(_COLOURS[phrase.role]))
                cut = left + _width(phrase) > room
                mode, most = Qt.TextElideMode.ElideRight, round(self.width() - left)
                text = painter.fontMetrics().elidedText(f"{phrase.text} …", mode, most) if cut else phrase.text
                painter.drawText(QRectF(left, 0, self.width() - left, self.height()), self._aligned, text)
                left += _width(phrase)
                if cut:
                    break


def _font(phrase: Phrase) -> QFont:
    return letters(BODY, bold=phrase.role in (WRONG, NEW))


def _width(phrase: Phrase) -> float:
    return QFontMetricsF(_font(phrase)).horizontalAdvance(phrase.text)


class StepLine(Guarded, QWidget):
    """Left: the step. Right, while there is any: the progress of the run, or its end once the playhead is there.

    A run that is under way can be cancelled, and one that has paused can run on.
    """

    def __init__(self, player: Player, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self._under_way = 0
        self._begun = self._computing = False
        self._record: History | None = None
        self._told: Ended | Pause | None = None
        self._coming: Pause | None = None
        self._meant = explained("y", "a", "w", "x", "b", "mistake", "tie")
        self.now = SentenceLine(theme, self)
        self.outcome = TextLine(self, Qt.AlignmentFlag.AlignRight)
        self.cancel = push_button("Cancel", "Stop computing; the record stays (Ctrl+.)", rung=BODY)
        self.run_on = push_button("Run On", "Compute on, up to the limits (Ctrl+Return)", rung=BODY)
        parts = (self.now, 1), self.outcome, self.cancel, self.run_on
        self.setLayout(in_row(*parts, margins=(9, 0, 9, 0), spacing=16))
        follow_scale(self, self._take_room)
        self._take_room()
        # A run shorter than 250 ms says nothing while it works: the words would only flicker.
        self._pause_rule = single_shot(self, 250, self._show_computing)
        player.run_changed.connect(self._on_begun)
        player.shown.connect(self._refresh)
        player.record_grew.connect(self._refresh)
        self._refresh()

    def _take_room(self) -> None:
        self.setMinimumHeight(self.cancel.sizeHint().height())

    def run_asked(self) -> None:
        """Expect a run; one `run_ended` follows for each. The words before stay until it comes."""
        self._under_way += 1
        self._begun = False
        if not self._computing:
            self._pause_rule.start()

    def run_comes(self, _run: Run, pause: Pause | None) -> None:
        """Note the pause, if any, of the next run, which arrives with all its updates at once."""
        self._coming = pause

    def run_paused(self, pause: Pause) -> None:
        if (run := self._player.visible.recorded) is not None:
            self.run_on.setToolTip(run_on_words(run))
        self._settle(pause)

    def run_resumed(self) -> None:
        self._told = None
        self._pause_rule.start()
        self._refresh()

    def run_ended(self, ended: Ended) -> None:
        """Show how a run ended, unless another one has overtaken it."""
        self._under_way = max(self._under_way - 1, 0)
        if not self._under_way:
            self._settle(replace(ended, run_id=0))

    def hideEvent(self, event: QHideEvent) -> None:
        self._pause_rule.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._share_width()

    def _settle(self, told: Ended | Pause) -> None:
        self._pause_rule.stop()
        known = told == self._told and not self._computing
        self._computing, self._told = False, told
        if not known:
            self._refresh()

    def _on_begun(self) -> None:
        """Keep the words on a run when its ŵ* joins it; show at once how a run ended that arrives whole."""
        run = self._player.visible.recorded
        if run is not None and run.history is not self._record:
            self._begun, self._record = True, run.history
            self._told = self._coming if run.stopped is None else Ended(0, Reason(run.stopped))
            self._coming = None

    def _show_computing(self) -> None:
        self._computing = True
        self._refresh()

    def _refresh(self) -> None:
        run, state = self._player.visible.run, self._player.state
        if run is not None and state is not None:
            plain = self._player.visible.view.newcomer
            at_end = self._player.at_end
            self.now.set_phrases(in_plain_words(run, state, at_end=at_end) if plain else in_numbers(run, state))
            self.now.setToolTip(self.now.text if plain else f"{self.now.text}\n\n{self._meant}")
        self.cancel.setVisible(self._computing and self._open)
        self.run_on.setVisible(isinstance(self._told, Pause) and not self._computing and self._open)
        learned = run is not None and run.dataset.n > 0  # Without examples a run converges, but nothing was learned.
        roles = {Reason.FAILED: "danger", Reason.CONVERGED: "promise_text" if learned else "secondary"}
        dye(self.outcome, roles.get(self._told.reason, "secondary") if isinstance(self._told, Ended) else "secondary")
        told = self._outcome_of(self._player.visible.run_for("totals"))
        self.outcome.set_text(told)
        self.outcome.setToolTip(told)
        self.outcome.setVisible(bool(told))
        self._share_width()

    def _share_width(self) -> None:
        self.outcome.setFixedWidth(min(self.outcome.needed, self.width() // 2))

    def _outcome_of(self, run: Run | None) -> str:
        told = self._told
        reason = told.reason if isinstance(told, Ended) else None
        if isinstance(told, Ended) and reason is Reason.FAILED:
            return f"failed: {told.message}"
        if not self._open or (self._player.visible.view.newcomer and reason):
            return ""  # A newcomer reads in the sentence on the left how it ended.
        if self._computing:
            return progress_words(run if self._begun else None)
        if isinstance(told, Pause) and run is not None:
            return pause_words(told, run, self._player.at_end)
        if reason is Reason.CANCELLED:
            return f"cancelled after {counted(run.updates, 'update')}" if run is not None else "cancelled"
        return _end_words(run) if reason and run is not None and self._player.at_end else ""

    @property
    def _open(self) -> bool:
        """True if the length of the run is visible, as it always is once the playhead is there."""
        return self._player.visible.shows("totals") or self._player.at_end


def _end_words(run: Run) -> str:
    return f"{'✓ ' if run.converged else ''}{ending(run)}" if run.dataset.n else "no examples, nothing to learn"
