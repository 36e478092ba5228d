"""How long each vector survived, and where they vote, what they say at a point."""

from __future__ import annotations

from PySide6.QtCore import Qt

from core.analysis.update_rankings import LongestLived, Survivors
from core.numbers.numerals import number
from core.record.history import State
from core.run import Run
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.pointing.highlight import HoverPlace
from perceptron_gui.panels.learner.ballot import Ballot, BallotBox, VoteBar
from perceptron_gui.panels.learner.listing import ListRow, ListTable
from perceptron_gui.panels.learner.view import LearnerView, place_name, question_at, vector_name

MOST = 200
"""Lines in the table."""

_ROWS = 9
_SAYS = {1: "○", -1: "×", 0: "–"}


class SurvivorsView(LearnerView):
    """The longest-lived first; a click goes to the update that made the vector."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(theme)
        self._longest: LongestLived | None = None
        self.box = BallotBox(self, self.hurried)
        self.vote = self.add_sentence()
        self.vote.setTextFormat(Qt.TextFormat.PlainText)
        self.bar = VoteBar(theme)
        self.column.addWidget(self.bar)
        self.words = self.add_sentence()
        table = ListTable("Survivals, the longest first", ("vector", "survived", "of all", "says"), _ROWS)
        self.table = self.add_table(table, of_updates=True)
        self.box.counted.connect(self.changed)

    @staticmethod
    def fits(run: Run) -> bool:
        """Where a vector may survive more than one example, and it is worth a look how many."""
        return bool(run.predictor.survival and run.dataset.n) and (run.predictor.votes or not run.rule.every_example)

    def take_run(self, run: Run) -> None:
        self.box.forget()
        self._longest = LongestLived(run.history, MOST)
        votes = run.predictor.votes
        self.entitle("The voters, the longest-lived first" if votes else "Its vectors, the longest-lived first")
        for widget in (self.vote, self.bar):
            widget.setVisible(votes)
        self.table.hide_column(3, not votes)

    def show_state(self, run: Run, state: State, place: HoverPlace | None) -> None:
        """Those at the playhead, and what they say where one points, or of the example just seen."""
        if self._longest is None:
            return
        survivors = self._longest.at(state.example)
        question = question_at(run, place, state) if run.predictor.votes else None
        if question is not None:
            self.box.ask(run, state.example, question, place_name(run, place, state))
        ballot = self.box.ballot if question is not None else None
        self._show_vote(ballot)
        self.words.setText(_told(run, survivors))
        self.table.show_lines(_lines(run, state, survivors, ballot))

    def wait(self) -> None:
        self.box.wait()

    def rest(self) -> None:
        self.box.rest()

    def _show_vote(self, ballot: Ballot | None) -> None:
        """The last one that was counted: it names its place, for another may be under way."""
        if ballot is None:
            self.vote.setText("Point at a place in the picture: its votes are counted here.")
            self.bar.show_votes(0, 0, 0)
            return
        silent = f", {ballot.silent:,} for neither" if ballot.silent else ""
        lead = "a tie" if ballot.circles == ballot.crosses else "○" if ballot.circles > ballot.crosses else "×"
        self.vote.setText(f"At {ballot.where}: {ballot.circles:,} for ○, {ballot.crosses:,} for ×{silent} → {lead}")
        self.bar.show_votes(ballot.circles, ballot.silent, ballot.crosses)


def _told(run: Run, survivors: Survivors) -> str:
    shown = len(survivors.updates)
    of = f"The {shown:,} longest-lived of {survivors.among:,}. " if shown < survivors.among else ""
    return f"{of}{run.predictor.survival}"


def _lines(run: Run, state: State, survivors: Survivors, ballot: Ballot | None) -> list[ListRow]:
    lines = []
    for k, life in zip(survivors.updates.tolist(), survivors.lives.tolist(), strict=True):
        says = "…" if ballot is None or k >= len(ballot.signs) else _SAYS[int(ballot.signs[k])]
        share = f"{number(100 * life / state.example, 3)} %"
        texts = (vector_name(k), f"{life:,}", share, says if run.predictor.votes else "")
        lines.append(ListRow(texts, k, marked=k == state.update))
    return lines
