"""An experiment of very many runs: a histogram of their updates, of which each opens."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

from PySide6.QtWidgets import QWidget

from core.numbers.numerals import counted
from core.run import Run
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.runs.experiment import Experiment, limit_words
from perceptron_gui.panels.runs.histogram import Histogram, NamedCount


class OneOfMany(Protocol):
    """A run as it is counted."""

    @property
    def updates(self) -> int: ...

    @property
    def converged(self) -> bool: ...


OneRun = TypeVar("OneRun", bound=OneOfMany)


class ManyRuns(Experiment[OneRun]):
    """Click a bar: one of its runs opens, then the next."""

    def __init__(self, workspace: Workspace, theme: ThemeModel, parent: QWidget | None = None) -> None:
        self.histogram = Histogram(theme)
        super().__init__(workspace, theme, self.histogram, parent)
        self.histogram.opened.connect(lambda place: self.open_run(self.found[place]))

    @abstractmethod
    def summary(self) -> Iterator[str]:
        """What all of them come to, in sentences."""

    @abstractmethod
    def open_run(self, found: OneRun) -> None:
        """Make it the document's."""

    def show_found(self, new: Sequence[OneRun]) -> None:
        self.histogram.show_runs([run.updates for run in self.found], [not run.converged for run in self.found])
        self.result.setText(" ".join(self.summary()))
        self.mark()

    def mark_run(self, run: Run | None, name: str) -> None:
        """Mark the present run, called `name`; None for none."""
        named = () if run is None else (NamedCount(run.updates, f"the present run ({name})", "now"),)
        self.histogram.show_marks(named)

    def spread(self, name: str) -> Iterator[str]:
        """From the fewest to the most updates, their mean, and how many reached the limit; each run is a `name`."""
        counts = [run.updates for run in self.found]
        if not counts:
            return
        low, high, runs = min(counts), max(counts), counted(len(counts), name)
        told = f"{low:,} to {counted(high, 'update')}, {sum(counts) / len(counts):,.1f} on average, over {runs}"
        if low == high:
            told = f"{counted(low, 'update')} in {'each of ' if len(counts) > 1 else ''}{runs}"
        yield f"{told}; {limit_words([run.converged for run in self.found])}."
