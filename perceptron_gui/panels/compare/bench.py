"""What is compared, and where: in a thread, the latest question only, and any moment of the runs that are there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot

from core.analysis.compared_entries import Entry
from core.analysis.comparison import Comparison, Result, Standing, limits_told
from core.analysis.comparison_table import ComparisonTable, over_splits
from core.datasets.dataset import Dataset
from core.datasets.splitting import held_out_rows, split
from core.engine.engine import Stop
from core.errors import Cancelled, InputError
from core.files.session import HeldOutFile, fits_in_session
from core.numbers.numerals import counted, number
from core.orders import find_order
from core.spec import RunSpec
from perceptron_gui.model.pointing.highlight import HeldOutExamples
from perceptron_gui.model.threads.worker import Worker


@dataclass(frozen=True)
class HeldOutChoice:
    """A `share` of the document's examples, 0 ≤ share < 1, drawn by `seed`; or all of those in a `file`.

    Asked again with as many seeds, one after another, as there are to be `splits`.
    """

    share: float = 0.0
    seed: int = 0
    file: HeldOutFile | None = None
    splits: int = 1

    def parts(self, dataset: Dataset) -> tuple[Dataset, Dataset | None]:
        """What is learned from, and what is held out, if anything is. Raises InputError where nothing can be split."""
        if self.file is not None:
            return dataset, self.file.dataset
        return split(dataset, self.share, self.seed) if self.share else (dataset, None)


@dataclass(frozen=True)
class ComparisonQuestion:
    """Which entries are compared, with all else as in `base`, over which data."""

    entries: tuple[Entry, ...]
    base: RunSpec
    dataset: Dataset
    held_out: HeldOutChoice

    @cached_property
    def parts(self) -> tuple[Dataset, Dataset | None]:
        """What is learned from and what is held out; too few examples are all learned from."""
        try:
            return self.held_out.parts(self.dataset)
        except InputError:
            return self.dataset, None

    def comparison(self) -> Comparison:
        """Made anew, for one thread."""
        return Comparison(self.entries, self._base, *self.parts)

    def repeats(self) -> Iterator[Comparison]:
        """The same with each seed from this one on: of the share, and of the runs. None where there is to be one."""
        for more in range(self.held_out.splits if self.held_out.splits > 1 else 0):
            held_out = replace(self.held_out, seed=self.held_out.seed + more)
            base = replace(self.base, seed=self.base.seed + more)
            yield replace(self, held_out=held_out, base=base).comparison()

    @property
    def sizes(self) -> tuple[int, int]:
        """How many examples are learned from, and how many are held out."""
        training, held_out = self.parts
        return training.n, 0 if held_out is None else held_out.n

    @property
    def _base(self) -> RunSpec:
        """With the rows of a list as they are counted among the examples learned from."""
        n, (training, _) = self.dataset.n, self.parts
        if not self.base.sequence or training.n == n:
            return self.base
        rows = np.setdiff1d(np.arange(n), held_out_rows(n, self.held_out.share, self.held_out.seed))
        places = {row: place for place, row in enumerate(rows.tolist())}
        return replace(self.base, sequence=tuple(places[row] for row in self.base.sequence if row in places))

    @cached_property
    def overlaid(self) -> HeldOutExamples | None:
        """What the canvas marks as held out."""
        _, held_out = self.parts
        return None if held_out is None else HeldOutExamples(held_out, rows=self.held_out.file is None)

    def caps(self, results: Sequence[Result]) -> Iterator[str]:
        """Yield why runs were broken off before the limits that the window's own has."""
        return limits_told(self.base, self.sizes[0], [r.entry for r in results if r.stopped is Stop.MAX_UPDATES])

    def sentences(self) -> Iterator[str]:
        """On what stream the entries are compared, and what is not as in the window's own run."""
        training, held_out = self.parts
        n, base = training.n, self.base
        seeded = any(find_order(entry.path.order).seeded for entry in self.entries)
        bias = base.bias if isinstance(base.bias, str) else number(base.bias)
        options = [f"bias {bias}", *([f"seed {base.seed}"] if seeded else [])]
        yield f"All learn from the same {counted(n, 'example')}, {', '.join(options)}."
        if held_out is not None and self.held_out.file is None:
            are = "is" if held_out.n == 1 else "are"
            yield f"{held_out.n:,} {are} held out (□); the window's own run learns from all {self.dataset.n:,}."
        elif held_out is not None and self.held_out.file is not None:
            kept = "" if fits_in_session(self.dataset, held_out) else ", too many to be kept in a session"
            yield f"Held out (□): the {counted(held_out.n, 'example')} of {self.held_out.file.name}{kept}."
        elif self.held_out.share:
            yield f"{counted(n, 'example')} cannot be split: at least 2 are expected."


@dataclass(frozen=True, eq=False)
class ComparisonSoFar:
    """What a comparison has come to: results, sentences about what has none, and how many of its runs are over.

    All entries stood so after `example` examples; `table` is that of the repeats so far, where there are to be some.
    """

    question: ComparisonQuestion
    results: tuple[Result, ...] = ()
    refused: tuple[str, ...] = ()
    done: int = 0
    runs: int = 0
    example: int = -1
    standings: tuple[Standing, ...] = ()
    table: ComparisonTable | None = None

    @property
    def complete(self) -> bool:
        return self.done == self.runs

    @property
    def repeats(self) -> int:
        return 0 if self.table is None else max((row.splits for row in self.table.rows), default=0)


class Bench(QObject):
    """`found` is what is known of the question asked last, or while it is new of the one before.

    `changed` tells that it is another. The comparison itself is used in the thread alone.
    """

    changed = Signal()
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.found: ComparisonSoFar | None = None
        self._asked: ComparisonQuestion | None = None
        self._example = 0
        self._made: tuple[ComparisonQuestion, Comparison] | None = None
        self._worker = Worker(self, answers_once=True)
        self._worker.answered.connect(self._take)
        self._worker.done.connect(self._catch_up)
        self._worker.failed.connect(self.failed)

    @property
    def busy(self) -> bool:
        return self._worker.busy

    def compare(self, question: ComparisonQuestion) -> None:
        """Work this out, unless it is known."""
        if not self._knows(question):
            self._asked = question
            self._worker.ask(partial(self._work, question))
        else:
            self._catch_up()

    def go(self, example: int) -> None:
        """Tell where the entries stand after so many examples."""
        self._example = example
        if not self._worker.busy:
            self._catch_up()

    def stop(self) -> None:
        """Leave it at what is known so far."""
        self._worker.cancel()
        self._catch_up()

    def shut_down(self) -> None:
        self._worker.shut_down()

    def finish(self) -> None:
        """Wait for what was asked for; ask again if that was broken off."""
        if self._asked is not None and not self.busy:
            self.compare(self._asked)
        self._worker.finish()

    def _knows(self, question: ComparisonQuestion) -> bool:
        """Whether all that it asks is told."""
        found = self.found
        if found is None or found.question != question or not found.complete or self._made is None:
            return False
        return question.held_out.splits in (1, found.repeats)

    def _work(self, question: ComparisonQuestion, cancelled: Cancelled) -> Iterator[ComparisonSoFar]:
        comparison, found = question.comparison(), ComparisonSoFar(question)
        self._made = None
        for results in comparison.results(cancelled):
            if results is not None:
                refused, done, runs = tuple(comparison.refused), comparison.done, comparison.runs
                found = replace(found, results=results, refused=refused, done=done, runs=runs)
            if results is not None or found.example != self._example:
                found = self._moved(found, comparison, cancelled)
                yield found
        if cancelled():
            return
        self._made = question, comparison
        for table in over_splits(question.repeats(), cancelled):
            if table is not None or found.example != self._example:
                found = self._moved(replace(found, table=table or found.table), comparison, cancelled)
                yield found

    def _moved(self, found: ComparisonSoFar, comparison: Comparison, cancelled: Cancelled) -> ComparisonSoFar:
        """The same with the entries where the playhead is now."""
        example = self._example
        return replace(found, example=example, standings=comparison.standings(example, cancelled))

    def _stand(self, found: ComparisonSoFar, cancelled: Cancelled) -> Iterator[ComparisonSoFar]:
        if self._made is not None and self._made[0] == found.question:
            yield self._moved(found, self._made[1], cancelled)

    @Slot(object)
    def _take(self, found: ComparisonSoFar) -> None:
        self.found = found
        self.changed.emit()

    @Slot()
    def _catch_up(self) -> None:
        """The playhead may have moved meanwhile."""
        found = self.found
        if found is not None and found.complete and not self._worker.busy and found.example != self._example:
            self._worker.ask(partial(self._stand, found))
