"""The survival of each vector and, for a vote, the votes at a point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.analysis.update_rankings import LongestLived, Survivors
from core.datasets.dataset import FloatArray
from core.errors import Cancelled
from core.numbers.numerals import number
from core.predictors import lives_between
from core.record.history import History, State
from core.run import Run
from core.spaces import space_of
from core.spaces.space import Space
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.pointing.highlight import HoverPlace
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.learner.view import LearnerView, ListRow, ListTable, place_name, question_at, vector_name

_VECTORS = 1 << 14


@dataclass(frozen=True, eq=False)
class Ballot:
    """The votes of all vectors after example t = `example` on a `question` (d,), which is called `where`.

    `signs` (k + 1,) are 1 for ○, −1 for ×, 0 for neither; each has as many votes as it survived examples.
    """

    example: int
    question: FloatArray
    where: str
    signs: NDArray[np.int8]
    circles: int
    crosses: int

    @property
    def silent(self) -> int:
        return self.example - self.circles - self.crosses


def _count(space: Space, history: History, question: FloatArray, where: str, cancelled: Cancelled) -> Iterator[Ballot]:
    lives = lives_between(history, 0, history.examples)[1]
    signs: NDArray[np.int8] = np.zeros(len(lives), np.int8)
    for start in range(0, len(lives), _VECTORS):
        if cancelled():
            return
        stop = min(start + _VECTORS, len(lives))
        signs[start:stop] = np.sign(space.trajectory(history, question[None, :], start, stop - 1)[:, 0])
    votes = (int(lives[signs == label].sum()) for label in (1, -1))
    yield Ballot(history.examples, question, where, signs, *votes)


class VoteBar(Guarded, QWidget):
    """The bar of votes: ○ from the left, × from the right, no class between them; the middle is marked."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__()
        self._theme = theme
        self._votes = (0, 0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(200, 16)

    def show_votes(self, circles: int, silent: int, crosses: int) -> None:
        self._votes = circles, silent, crosses
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        circles, silent, crosses = self._votes
        theme, all_votes = self._theme.current, circles + silent + crosses
        area = QRectF(self.rect()).adjusted(0.5, 2.5, -0.5, -2.5)
        with QPainter(self) as painter:
            painter.fillRect(area, theme.color("hairline"))
            if all_votes:
                left, right = (area.width() * votes / all_votes for votes in (circles, crosses))
                painter.fillRect(QRectF(area.left(), area.top(), left, area.height()), theme.color("positive"))
                crossed = QRectF(area.right() - right, area.top(), right, area.height())
                painter.fillRect(crossed, theme.color("negative"))
            painter.setPen(theme.pen("ink", 1.5))
            middle = round(area.center().x())
            painter.drawLine(middle, 0, middle, self.height())


MOST = 200
"""The most lines of the table."""


class SurvivorsView(LearnerView):
    """The longest-lived vectors; a click goes to the update that made one.

    The votes at a place are counted for the latest request only.
    """

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__(workspace, theme)
        self._longest: LongestLived | None = None
        self.found: Ballot | None = None
        self._asked: tuple[Run, int, FloatArray] | None = None
        self._own: tuple[Run, Space] | None = None
        self._worker = self.worker("the votes at a point could not be counted", answers_once=True)
        self.vote = self.add_sentence()
        self.bar = VoteBar(theme)
        self.column.addWidget(self.bar)
        self.words = self.add_sentence()
        table = ListTable("Survivals, the longest first", ("vector", "survived", "of all", "says"), 9)
        self.table = self.add_table(table, of_updates=True)

    @staticmethod
    def fits(run: Run) -> bool:
        """Return whether a vector may survive more than one example, so that the number matters."""
        return bool(run.predictor.survival and run.dataset.n) and (run.predictor.votes or not run.rule.every_example)

    def take_run(self, run: Run) -> None:
        self._forget()
        self._longest = LongestLived(run.history, MOST)
        votes = run.predictor.votes
        self.entitle("The voters, the longest-lived first" if votes else "Its vectors, the longest-lived first")
        for widget in (self.vote, self.bar):
            widget.setVisible(votes)
        self.table.setColumnHidden(3, not votes)

    def show_state(self, run: Run, state: State, place: HoverPlace | None) -> None:
        """Show the survivors at the playhead, and their votes at the point under the mouse, or of the last example."""
        if self._longest is None:
            return
        survivors = self._longest.at(state.example)
        question = question_at(run, place, state) if run.predictor.votes else None
        if question is not None:
            self._ask(run, state.example, question, place_name(run, place, state))
        ballot = self.found if question is not None else None
        self._show_vote(ballot)
        shown = len(survivors.updates)
        of = f"The {shown:,} longest-lived of {survivors.among:,}. " if shown < survivors.among else ""
        self.words.setText(f"{of}{run.predictor.survival}")
        self.table.show_lines(_lines(run, state, survivors, ballot))

    def _ask(self, run: Run, example: int, question: FloatArray, where: str) -> None:
        """Count the votes at this question, called so, after example t, unless they are known or being counted."""
        asked = self._asked
        if asked and asked[0] is run and asked[1] == example and np.array_equal(asked[2], question):
            return
        if asked and asked[0] is not run:
            self._forget()
        self._asked = run, example, question
        if self._own is None or self._own[0] is not run:
            self._own = run, space_of(run.dataset, run.spec)  # The cache of a space is for one thread.
        self._worker.ask(partial(_count, self._own[1], run.history.until(example), question, where))

    def _forget(self) -> None:
        self._worker.cancel()
        self.found, self._asked = None, None

    def _show_vote(self, ballot: Ballot | None) -> None:
        """Show the latest counted votes: they name their place, because others may be under way."""
        if ballot is None:
            self.vote.setText("Point at a place in the picture: its votes are counted here.")
            self.bar.show_votes(0, 0, 0)
            return
        silent = f", {ballot.silent:,} for neither" if ballot.silent else ""
        lead = "a tie" if ballot.circles == ballot.crosses else "○" if ballot.circles > ballot.crosses else "×"
        self.vote.setText(f"At {ballot.where}: {ballot.circles:,} for ○, {ballot.crosses:,} for ×{silent} → {lead}")
        self.bar.show_votes(ballot.circles, ballot.silent, ballot.crosses)


def _lines(run: Run, state: State, survivors: Survivors, ballot: Ballot | None) -> list[ListRow]:
    """Return a line for each vector; words on equally long survival are written once."""
    updates, lives, votes = survivors.updates.tolist(), survivors.lives.tolist(), run.predictor.votes
    told = {life: (f"{life:,}", f"{number(100 * life / state.example, 3)} %") for life in set(lives)}
    lines = []
    for k, life in zip(updates, lives, strict=True):
        says = "…" if ballot is None or k >= len(ballot.signs) else {1: "○", -1: "×", 0: "–"}[int(ballot.signs[k])]
        texts = (vector_name(k), *told[life], says if votes else "")
        lines.append(ListRow(texts, k, marked=k == state.update))
    return lines
