"""The bars below the canvas: status line, *Predict the Next Boundary* and *You Are the Learner*."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from html import escape

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from core.analysis.by_hand import Par, Role, pars
from core.analysis.cycles import Pause
from core.learners import rule_of
from core.numbers.numerals import counted
from core.record.history import History
from core.run import Run
from core.theory.symbols import explained
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.layouts import in_row
from perceptron_gui.look.plain import plain
from perceptron_gui.look.size import BODY
from perceptron_gui.look.text.rich_text import SymbolTips
from perceptron_gui.look.text.sentences import (
    outcome_words,
    pause_words,
    plain_words,
    progress_words,
    run_on_words,
    state_words,
)
from perceptron_gui.look.text.small_widgets import Dye, TextLine, choice_of, label_of, tool_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.model.threads.runner import Ended, Reason
from perceptron_gui.model.threads.single_shot import single_shot
from perceptron_gui.model.threads.worker import Worker
from perceptron_gui.model.workspace import Workspace


class StatusLine(Guarded, QWidget):
    """The status line. Left: the state. Right: the progress of the run, or its end once the playhead is there.

    A run that is under way can be cancelled, and one that has paused can run on.
    """

    def __init__(self, player: Player, theme: ThemeModel) -> None:
        super().__init__()
        self._player = player
        self._under_way = 0
        self._begun = self._computing = False
        self._record: History | None = None
        self._told: Ended | Pause | None = None
        self._coming: Pause | None = None
        self._outcome: tuple[str, ...] = ("",)
        self._meant = explained("y", "a", "w", "x", "b", "mistake", "tie")
        self.now = TextLine(self)
        self.outcome = label_of(rung=BODY, wraps=False)
        self._dye = Dye(self.outcome, theme, "secondary")
        self.cancel = self._make_button("Cancel", "Stop computing; the record stays (Ctrl+.)")
        self.run_on = self._make_button("Run On", "Compute on, up to the limits (Ctrl+Return)")
        parts = (self.now, 1), self.outcome, self.cancel, self.run_on
        self.setLayout(in_row(*parts, margins=(12, 2, 12, 4), spacing=16))
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

    def run_asked(self) -> None:
        """Expect a run; one `run_ended` follows for each. The words before stay until it comes."""
        self._under_way += 1
        self._begun = False
        if not self._computing:
            self._pause_rule.start()

    @Slot(object, object)
    def run_comes(self, _run: Run, pause: Pause | None) -> None:
        """Note the pause, if any, of the next run, which arrives with all its updates at once."""
        self._coming = pause

    @Slot(object)
    def run_paused(self, pause: Pause) -> None:
        if (run := self._player.visible.recorded) is not None:
            self.run_on.setToolTip(run_on_words(run))
        self._settle(pause)

    @Slot()
    def run_resumed(self) -> None:
        self._told = None
        self._pause_rule.start()
        self._refresh()

    @Slot(object)
    def run_ended(self, ended: Ended) -> None:
        """Show how a run ended, unless another one has overtaken it."""
        self._under_way = max(self._under_way - 1, 0)
        if not self._under_way:
            self._settle(replace(ended, run_id=0))

    def hideEvent(self, event: QHideEvent) -> None:
        self._pause_rule.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit_outcome()

    def _settle(self, told: Ended | Pause) -> None:
        self._pause_rule.stop()
        known = told == self._told and not self._computing
        self._computing, self._told = False, told
        if not known:
            self._refresh()

    @Slot()
    def _on_begun(self) -> None:
        """Keep the words on a run when its ŵ* joins it; show at once how a run ended that arrives whole."""
        run = self._player.visible.recorded
        if run is not None and run.history is not self._record:
            self._begun, self._record = True, run.history
            self._told = self._coming if run.stopped is None else Ended(0, Reason(run.stopped))
            self._coming = None

    @Slot()
    def _show_computing(self) -> None:
        self._computing = True
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        run, state, totals = self._player.visible.run, self._player.state, self._player.visible.totals
        if run is not None and state is not None:
            plain = self._player.visible.newcomer
            words = plain_words(state, run, at_end=self._player.at_end) if plain else state_words(state, run, totals)
            self.now.set_text(words)
            self.now.setToolTip(words if plain else f"{words}\n\n{self._meant}")
        self.cancel.setVisible(self._computing and self._open)
        self.run_on.setVisible(isinstance(self._told, Pause) and not self._computing and self._open)
        self._outcome = self._outcome_of(self._player.visible.run_for("totals"))
        learned = run is not None and run.dataset.n > 0  # Without examples a run converges, but nothing was learned.
        roles = {Reason.FAILED: "danger", Reason.CONVERGED: "promise" if learned else "secondary"}
        self._dye.take(roles.get(self._told.reason, "secondary") if isinstance(self._told, Ended) else "secondary")
        self._fit_outcome()

    def _outcome_of(self, run: Run | None) -> tuple[str, ...]:
        told = self._told
        ended = isinstance(told, Ended) and told.reason is not Reason.FAILED
        if self._player.visible.newcomer and ended:
            return ("",)  # The sentence on the left says it.
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
        """True if the length of the run is visible, as it always is once the playhead is there."""
        return self._player.visible.shows("totals") or self._player.at_end

    def letter(self) -> None:
        self._fit_outcome()

    def _fit_outcome(self) -> None:
        """Show the longest form that leaves the left side whole, else the shortest."""
        advance = self.outcome.fontMetrics().horizontalAdvance
        room = self.width() - self.now.needed - 48
        for button in (self.cancel, self.run_on):
            if button.isVisibleTo(self):
                room -= button.sizeHint().width() + 16
        fitting = (text for text in self._outcome if advance(text) <= room)
        self.outcome.setText(next(fitting, self._outcome[-1]))
        if self.outcome.toolTip() != (told := plain(self._outcome[0])):
            self.outcome.setToolTip(told)


_MARGINS = (12, 2, 12, 2)


class _ExerciseBar(Guarded, QWidget):
    """A sentence, its place as high as `highest`, so that the picture above keeps its size; beside it the score."""

    def __init__(self, workspace: Workspace, theme: ThemeModel, highest: str) -> None:
        super().__init__()
        self._theme = theme
        self.told, self.score = label_of(rung=BODY, rich=True), label_of(rung=BODY)
        self.told.setText(highest)
        self.told.setMinimumHeight(self.told.sizeHint().height())
        self.score.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        SymbolTips(self, workspace.margin)


class QuizBar(_ExerciseBar):
    """The bar of *Predict the Next Boundary*; it is hidden while nothing is asked."""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        # The bar is as high as an outcome, whose signs may be of another font.
        super().__init__(workspace, theme, "<b>25.1° off, (○)</b><br/>y·a ≤ 0, so w ← w − x (×)")
        self._guess = guess = workspace.quiz
        self.forget = tool_button("Reset", "Count from 0 again", rung=BODY)
        self.forget.clicked.connect(guess.forget)
        self.setLayout(in_row((self.told, 3), (self.score, 1), self.forget, margins=_MARGINS, spacing=16))
        for signal in (guess.changed, workspace.player.run_changed, theme.changed):
            signal.connect(self._show)
        self._show()

    @Slot()
    def _show(self) -> None:
        guess = self._guess
        self.setVisible(guess.on)
        if not guess.on:
            return
        outcome = guess.outcome
        if outcome is not None:
            color = self._theme.current.now_text
            self.told.setText(f'<b style="color:{color}">{escape(outcome.sentence)}</b> {escape(outcome.why)}')
        else:
            asked = "Drag it until you are sure, then step (→)."
            if guess.weights is None:
                turn = "Drag a line (L), or turn it with ↑ ↓, then step (→)."
                asked = f"Where will the boundary be after the next step? {turn}"
            self.told.setText(escape(guess.missing or asked))
        self.score.setText(guess.tally.sentence)
        self.forget.setEnabled(bool(guess.tally.angles))


class ByHandBar(_ExerciseBar):
    """The bar of *You Are the Learner*; it is hidden while that is off.

    The scores of others are computed only while the bar is visible.
    """

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        # The height is that of the longest words on a click.
        super().__init__(workspace, theme, "<b>As adversary, (○):</b><br/>y·a ≤ 0, so α₇ ← α₇ + 1 (×) …")
        by_hand = self._by_hand = workspace.by_hand
        self._document, self._visible = workspace.document, workspace.visible
        self._asked: tuple[object, ...] = ()
        self._par = Par()
        self._worker = Worker(self)
        self._worker.answered.connect(self._on_par)
        self._worker.done.connect(self._show)
        tip = "Your aim: to learn, or the most or the fewest updates"
        roles = {Role.FREE: "Learn", Role.ADVERSARY: "As adversary", Role.FRIEND: "As friend"}
        self.role = choice_of("Role", tip, roles, rung=BODY)
        self.back = tool_button("Take Back", "Undo the last click (Ctrl+Z)", rung=BODY)
        self.again = tool_button("Again", "Start again, with nothing clicked", rung=BODY)
        self.leave = tool_button("Leave", "End, and keep the run as you clicked it (Y)", rung=BODY)
        parts = (self.told, 3), (self.score, 2), self.role, self.back, self.again, self.leave
        self.setLayout(in_row(*parts, margins=_MARGINS, spacing=8))
        self.role.activated.connect(lambda: by_hand.set_role(Role(self.role.currentData())))
        self.back.clicked.connect(by_hand.take_back)
        self.again.clicked.connect(by_hand.again)
        self.leave.clicked.connect(partial(by_hand.set_on, False))
        for signal in (by_hand.changed, self._visible.changed, theme.changed):
            signal.connect(self._show)
        self._show()

    def hideEvent(self, event: QHideEvent) -> None:
        self._asked = ()
        self._worker.shut_down()

    def showEvent(self, event: QShowEvent) -> None:
        self._show()

    @Slot()
    def _show(self) -> None:
        by_hand = self._by_hand
        self.setVisible(by_hand.on)
        if not by_hand.on:
            return
        self._ask()
        self.told.setText(self._words())
        self.score.setText("" if by_hand.missing else self._score())
        self.role.setCurrentIndex(self.role.findData(by_hand.role))
        self.back.setEnabled(by_hand.can_take_back)
        self.again.setEnabled(by_hand.active and bool(by_hand.rows))

    def _words(self) -> str:
        by_hand, color = self._by_hand, self._theme.current.now_text
        if by_hand.missing:
            return escape(by_hand.missing)
        if by_hand.chosen is not None:
            marker = "○" if self._document.dataset.y[by_hand.chosen] > 0 else "×"
            return f"Example {by_hand.chosen + 1:,} ({marker}): Enter clicks it."
        graded = by_hand.grade
        if by_hand.done and (graded is None or graded.verdict.adds):
            praise = self._par.praise(by_hand.role, by_hand.updates) if self._tells else ""
            return f"<b>Nothing is left to correct: {counted(by_hand.updates, 'update')}.</b> {escape(praise)}".strip()
        if graded is not None:
            return f'<b style="color:{color}">{escape(graded.sentence)}</b>'
        return escape(f"{by_hand.role.task(rule_of(self._document.spec))} By key: ↑ ↓ or number, Enter.")

    def _score(self) -> str:
        """Return the score of the clicks and those of others; a person who only learns sees them at the end."""
        by_hand = self._by_hand
        score = counted(by_hand.updates, "update")
        if by_hand.wrong:
            score = f"{score}, {counted(by_hand.wrong, 'wrong click')}"
        if not self._tells or (by_hand.role is Role.FREE and not by_hand.done):
            endless = " With this rule the run may never end." if rule_of(self._document.spec).lingers else ""
            return f"{score}.{endless}"
        return f"{score}. {self._par.sentence or 'Other orders are being tried …'}"

    @property
    def _tells(self) -> bool:
        """True if the results of other runs may be shown."""
        return all(map(self._visible.shows, ("totals", "runs", "separable")))

    def _ask(self) -> None:
        """Request, once, the results of others on these data with these options."""
        by_hand, dataset = self._by_hand, self._document.dataset
        asked = (dataset, by_hand.before) if by_hand.active and self._tells and self.isVisible() else ()
        if asked == self._asked:
            return
        self._asked, self._par = asked, Par()
        self._worker.cancel()
        if asked:
            self._worker.ask(partial(pars, dataset, by_hand.before))

    @Slot(object)
    def _on_par(self, par: Par) -> None:
        self._par = par
        self._show()
