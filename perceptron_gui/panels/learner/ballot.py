"""The votes at a point: counted in a thread beside, and as a bar of two colours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QRectF, QSize, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.datasets.dataset import FloatArray
from core.errors import Cancelled, never
from core.predictors import lives_between
from core.record.history import History
from core.run import Run
from core.spaces import space_of
from core.spaces.space import Space
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.threads.background import QueuedBackground, raise_failure

_VECTORS = 1 << 14


@dataclass(frozen=True, eq=False)
class Ballot:
    """What every vector that was there after example t = `example` says at a `question` (d,), which is called `where`.

    `signs` (k + 1,) are 1 for ○, −1 for ×, 0 for nothing; each has as many votes as it survived examples.
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


class BallotBox(QObject):
    """Counts for one question at a time; `counted` tells that there is another `ballot`.

    However often one asks, an answer comes: the latest of what is asked meanwhile is counted next.
    """

    counted = Signal()

    def __init__(self, parent: QObject | None = None, hurried: Callable[[], bool] = never) -> None:
        super().__init__(parent)
        self.ballot: Ballot | None = None
        self._asked: tuple[Run, int, FloatArray, str] | None = None
        self._own: tuple[Run, Space] | None = None
        self._turns = QueuedBackground(self, hurried)
        self._turns.answered.connect(self._take)
        self._turns.failed.connect(partial(raise_failure, "the votes at a point could not be counted"))

    def ask(self, run: Run, example: int, question: FloatArray, where: str) -> None:
        """Count the votes at this question, called so, after example t, unless that is known or under way."""
        asked = self._asked
        if asked and asked[0] is run and asked[1] == example and np.array_equal(asked[2], question):
            return
        if asked and asked[0] is not run:
            self.forget()
        self._asked = run, example, question, where
        if self._own is None or self._own[0] is not run:
            self._own = run, space_of(run.dataset, run.spec)  # what a space remembers of its work is for one thread
        self._turns.ask(partial(_count, self._own[1], run.history.until(example), question, where))

    def forget(self) -> None:
        self._turns.cancel()
        self.ballot, self._asked = None, None

    def wait(self) -> None:
        self._turns.finish()

    def rest(self) -> None:
        self._turns.shut_down()
        self.forget()

    @Slot(object)
    def _take(self, ballot: Ballot) -> None:
        self.ballot = ballot
        self.counted.emit()


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


class VoteBar(QWidget):
    """○ from the left, × from the right, what says nothing between them; the middle is marked."""

    def __init__(self, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        painter, theme, all_votes = QPainter(self), self._theme.current, circles + silent + crosses
        area = QRectF(self.rect()).adjusted(0.5, 2.5, -0.5, -2.5)
        painter.fillRect(area, theme.color("hairline"))
        if all_votes:
            left, right = (area.width() * votes / all_votes for votes in (circles, crosses))
            painter.fillRect(QRectF(area.left(), area.top(), left, area.height()), theme.color("positive"))
            painter.fillRect(QRectF(area.right() - right, area.top(), right, area.height()), theme.color("negative"))
        painter.setPen(theme.pen("ink", 1.5))
        middle = area.center().x()
        painter.drawLine(round(middle), 0, round(middle), self.height())
