"""The cards of the exercises: *Predict the Next Boundary* and *You Are the Learner*."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QHideEvent, QShowEvent

from core.analysis.exercises import Par, Role, pars
from core.learners import rule_of
from core.numbers.numerals import counted
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.card import Card
from perceptron_gui.look.size import BODY
from perceptron_gui.look.text.rich_text import SymbolTips
from perceptron_gui.look.text.small_widgets import choice_of, label_of, push_button
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.threads.worker import Worker
from perceptron_gui.model.workspace import Workspace


class QuizCard(Card):
    """The card of *Predict the Next Boundary*; it is hidden while nothing is asked."""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        reset = "Reset", "Count from 0 again"
        super().__init__("Predict the Next Boundary", theme, quiet=reset, closing="Ask no more (G)")
        self._visible = workspace.visible
        self._guess = guess = workspace.quiz
        SymbolTips(self, workspace.margin)
        self.quiet.clicked.connect(guess.forget)
        self.cross.clicked.connect(partial(guess.set_on, False))
        for signal in (guess.changed, self._visible.changed):
            signal.connect(self._show)
        self._show()

    def _show(self) -> None:
        guess = self._guess
        self.setVisible(guess.on and not self._visible.view.lesson)  # The card of a lesson asks and marks itself.
        if not guess.on:
            return
        asked, outcome = "Drag it until you are sure, then step (→).", guess.outcome
        if guess.weights is None:
            turn = "Drag a line (L), or turn it with ↑ ↓, then step (→)."
            asked = f"Where will the boundary be after the next step? {turn}"
        self.sentence.setText(guess.missing or asked if outcome is None else f"{outcome.sentence} {outcome.why}")
        self.remark.setText(guess.tally.sentence)
        self.quiet.setEnabled(bool(guess.tally.angles))


class ByHandCard(Guarded, Card):
    """The card of *You Are the Learner*; it is hidden while that is off."""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        tip = "Your aim: to learn, or the most or the fewest updates"
        roles = {Role.FREE: "Learn", Role.ADVERSARY: "As adversary", Role.FRIEND: "As friend"}
        self.score, self.role = label_of(rung=BODY), choice_of("Role", tip, roles, rung=BODY)
        self.back = push_button("Take Back", "Undo the last click (Ctrl+Z)", rung=BODY)
        self.again = push_button("Again", "Start again, with nothing clicked", rung=BODY)
        leave, needed = ("Leave", "End, and keep the run as you clicked it (Y)"), (self.score, self.role)
        super().__init__("You Are the Learner", theme, *needed, quiet=leave, beside=(self.back, self.again))
        SymbolTips(self, workspace.margin)
        by_hand = self._by_hand = workspace.by_hand
        self._document, self._visible = workspace.document, workspace.visible
        self._asked: tuple[object, ...] = ()
        self._par = Par()
        self._worker = Worker(self)
        self._worker.answered.connect(self._on_par)
        self.role.activated.connect(lambda: by_hand.set_role(Role(self.role.currentData())))
        self.back.clicked.connect(by_hand.take_back)
        self.again.clicked.connect(by_hand.again)
        self.quiet.clicked.connect(partial(by_hand.set_on, False))
        for signal in (by_hand.changed, self._visible.changed):
            signal.connect(self._show)
        self._show()

    def hideEvent(self, event: QHideEvent) -> None:
        self._asked = ()
        self._worker.shut_down()

    def showEvent(self, event: QShowEvent) -> None:
        self._show()

    def _show(self) -> None:
        by_hand, dataset = self._by_hand, self._document.dataset
        self.setVisible(by_hand.on)
        if not by_hand.on:
            return
        asked = (dataset, by_hand.before) if by_hand.active and self._tells and self.isVisible() else ()
        if asked != self._asked:
            self._asked, self._par = asked, Par()
            self._worker.cancel()
            if asked:
                self._worker.ask(partial(pars, dataset, by_hand.before))
        self.sentence.setText(self._words())
        self.score.setText("" if by_hand.missing else self._score())
        self.role.setCurrentIndex(self.role.findData(by_hand.role))
        self.back.setEnabled(by_hand.can_take_back)
        self.again.setEnabled(by_hand.active and bool(by_hand.rows))

    def _words(self) -> str:
        by_hand = self._by_hand
        if by_hand.missing:
            return by_hand.missing
        if by_hand.chosen is not None:
            marker = "○" if self._document.dataset.y[by_hand.chosen] > 0 else "×"
            return f"Example {by_hand.chosen + 1:,} ({marker}): Enter clicks it."
        if by_hand.done and (by_hand.grade is None or by_hand.grade.verdict.adds):
            praise = self._par.praise(by_hand.role, by_hand.updates) if self._tells else ""
            return f"Nothing is left to correct. {praise}".strip()
        if by_hand.grade is not None:
            return by_hand.grade.sentence
        return f"{by_hand.role.task(rule_of(self._document.spec))} By key: ↑ ↓ or number, Enter."

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
        return all(map(self._visible.shows, ("totals", "runs", "separable")))

    def _on_par(self, par: Par) -> None:
        self._par = par
        self._show()
