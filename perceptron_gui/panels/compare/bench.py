"""Where comparisons are made: in a thread, the latest question only, and any moment of the runs that are there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from core.analysis.comparison import Comparison, Result, Standing
from core.errors import Cancelled, never
from perceptron_gui.model.threads.background import QueuedBackground
from perceptron_gui.panels.compare.question import ComparisonQuestion


@dataclass(frozen=True, eq=False)
class ComparisonSoFar:
    """What a comparison has come to: results, sentences about what has none, and how many of its runs are over."""

    question: ComparisonQuestion
    results: tuple[Result, ...]
    refused: tuple[str, ...]
    done: int
    runs: int

    @property
    def complete(self) -> bool:
        return self.done == self.runs


@dataclass(frozen=True, eq=False)
class Stood:
    """Where all entries of a question stand after `example` examples."""

    question: ComparisonQuestion
    example: int
    standings: tuple[Standing, ...]


class Bench(QObject):
    """`found` is what is known of the question asked last, or while it is new of the one before; so is `stood`.

    `changed` tells that one of them is another. The comparison itself is used in the thread alone.
    """

    changed = Signal()
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None, hurried: Callable[[], bool] = never) -> None:
        super().__init__(parent)
        self.found: ComparisonSoFar | None = None
        self.stood: Stood | None = None
        self._asked: ComparisonQuestion | None = None
        self._example = 0
        self._made: tuple[ComparisonQuestion, Comparison] | None = None
        self._turns = QueuedBackground(self, hurried)
        self._turns.answered.connect(self._take)
        self._turns.done.connect(self._catch_up)
        self._turns.failed.connect(self.failed)

    @property
    def busy(self) -> bool:
        return self._turns.busy

    def compare(self, question: ComparisonQuestion) -> None:
        """Work this out, unless it is known."""
        if self.found is None or self.found.question != question or not self.found.complete:
            self._asked = question
            self._turns.ask(partial(self._work, question))
        else:
            self._catch_up()

    def go(self, example: int) -> None:
        """Tell where the entries stand after so many examples."""
        self._example = example
        if not self._turns.busy:
            self._catch_up()

    def stop(self) -> None:
        """Leave it at what is known so far."""
        self._turns.cancel()
        self._catch_up()

    def shut_down(self) -> None:
        self._turns.shut_down()

    def settle(self) -> None:
        """Work out now, in this thread, what was asked for."""
        self._turns.shut_down()
        question = self._asked
        if question is None:
            return
        found = self.found  # what the thread told last may not have arrived, and never will
        if self._made is None or found is None or found.question != question or not found.complete:
            for answer in self._work(question, never):
                self._take(answer)
        for answer in self._stand(question, never):
            self._take(answer)

    def _work(self, question: ComparisonQuestion, cancelled: Cancelled) -> Iterator[ComparisonSoFar | Stood]:
        comparison, stood = question.comparison(), -1
        self._made = None
        for results in comparison.results(cancelled):
            if results is not None:
                yield ComparisonSoFar(question, results, tuple(comparison.refused), comparison.done, comparison.runs)
            if results is not None or stood != self._example:
                stood = self._example
                yield Stood(question, stood, comparison.standings(stood, cancelled))
        if not cancelled():
            self._made = question, comparison

    def _stand(self, question: ComparisonQuestion, cancelled: Cancelled) -> Iterator[ComparisonSoFar | Stood]:
        if self._made is not None and self._made[0] == question:
            example = self._example
            yield Stood(question, example, self._made[1].standings(example, cancelled))

    @Slot(object)
    def _take(self, answer: ComparisonSoFar | Stood) -> None:
        if isinstance(answer, ComparisonSoFar):
            self.found = answer
        else:
            self.stood = answer
        self.changed.emit()

    @Slot()
    def _catch_up(self) -> None:
        """The playhead may have moved meanwhile."""
        found, stood = self.found, self.stood
        if found is None or not found.complete or self._turns.busy:
            return
        if stood is None or (stood.question, stood.example) != (found.question, self._example):
            self._turns.ask(partial(self._stand, found.question))
