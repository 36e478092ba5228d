"""The comparison and its held-out data, computed in a thread for the latest question, at any moment of the runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QLabel, QWidget

from core.analysis.compared_entries import Entry
from core.analysis.comparison import Comparison, Result, Standing, limit_sentences
from core.analysis.comparison_table import ComparisonTable, over_splits
from core.datasets.dataset import Dataset
from core.datasets.transforms import held_out_rows, split
from core.engine.engine import Stop
from core.errors import Cancelled, InputError
from core.files import load_held_out
from core.files.session import HeldOutFile, fits_in_session
from core.numbers.numerals import counted, number
from core.orders import find_order
from core.spec import RunSpec
from perceptron_gui.look.fields.number_field import LARGEST_WHOLE, NumberField, WholeNumberField
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.size import SMALL, dress, sized
from perceptron_gui.look.text.small_widgets import name_for, tool_button
from perceptron_gui.model.saved_setting import a_count, read
from perceptron_gui.model.threads.worker import Worker, once
from perceptron_gui.model.workspace import HeldOutExamples, Workspace


@dataclass(frozen=True)
class HeldOutChoice:
    """A `share` of the document's examples, 0 ≤ share < 1, drawn by `seed`; or all of those in a `file`.

    Asked again with as many seeds, one after another, as there are to be `splits`.
    """

    share: float = 0.0
    seed: int = 0
    file: HeldOutFile | None = None
    splits: int = 1


@dataclass(frozen=True)
class ComparisonQuestion:
    """A question: which entries are compared over which data, with all other options as in `base`."""

    entries: tuple[Entry, ...]
    base: RunSpec
    dataset: Dataset
    held_out: HeldOutChoice

    @cached_property
    def parts(self) -> tuple[Dataset, HeldOutExamples | None]:
        """The training data and the held-out data; with too few examples, all are training data."""
        choice = self.held_out
        if choice.file is not None:
            return self.dataset, HeldOutExamples(choice.file.dataset, rows=False)
        # A split that is not possible is reported in the bar; the comparison goes on without one.
        with suppress(InputError):
            if choice.share:
                training, held_out = split(self.dataset, choice.share, choice.seed)
                return training, HeldOutExamples(held_out, rows=True)
        return self.dataset, None

    def comparison(self) -> Comparison:
        """Return a separate comparison for one thread; rows of a list are counted among the training examples."""
        base, n, (training, held_out) = self.base, self.dataset.n, self.parts
        if base.sequence and training.n < n:
            rows = np.setdiff1d(np.arange(n), held_out_rows(n, self.held_out.share, self.held_out.seed))
            places = {row: place for place, row in enumerate(rows.tolist())}
            base = replace(base, sequence=tuple(places[row] for row in base.sequence if row in places))
        return Comparison(self.entries, base, training, None if held_out is None else held_out.examples)

    def repeats(self) -> Iterator[Comparison]:
        """Yield the same question with each seed from this one on, of share and runs; nothing if there is only one."""
        for more in range(self.held_out.splits if self.held_out.splits > 1 else 0):
            held_out = replace(self.held_out, seed=self.held_out.seed + more)
            yield replace(self, held_out=held_out, base=replace(self.base, seed=self.base.seed + more)).comparison()

    @property
    def sizes(self) -> tuple[int, int]:
        """The numbers of training and held-out examples."""
        training, held_out = self.parts
        return training.n, 0 if held_out is None else held_out.examples.n

    def sentences(self) -> Iterator[str]:
        """Return sentences on the stream of the entries, and on differences from the window's own run."""
        base, file, (n, unseen) = self.base, self.held_out.file, self.sizes
        seeded = any(find_order(entry.path.order).seeded for entry in self.entries)
        bias = base.bias if isinstance(base.bias, str) else number(base.bias)
        options = [f"bias {bias}", *([f"seed {base.seed}"] if seeded else [])]
        yield f"All learn from the same {counted(n, 'example')}, {', '.join(options)}."
        if file is not None:
            kept = "" if fits_in_session(self.dataset, file.dataset) else ", too many to be kept in a session"
            yield f"Held out (□): the {counted(unseen, 'example')} of {file.name}{kept}."
        elif unseen:
            are = "is" if unseen == 1 else "are"
            yield f"{unseen:,} {are} held out (□); the window's own run learns from all {self.dataset.n:,}."
        elif self.held_out.share:
            yield f"{counted(n, 'example')} cannot be split: enter at least 2."


@dataclass(frozen=True, eq=False)
class ComparisonSoFar:
    """The state of a `comparison`, on which only the thread works: its results, and how many of its runs are over.

    All entries have seen `example` examples; `table` is that of the repeats so far, if there are repeats.
    """

    question: ComparisonQuestion
    comparison: Comparison
    results: tuple[Result, ...] = ()
    done: int = 0
    example: int = -1
    standings: tuple[Standing, ...] = ()
    table: ComparisonTable | None = None

    @property
    def complete(self) -> bool:
        return self.done == self.comparison.runs

    @property
    def progress(self) -> str:
        """How much of the work is over, while there is more to come; empty once all is."""
        seeds = self.question.held_out.splits
        if not self.complete:
            return f"{self.done} of {self.comparison.runs} runs over …"
        return f"{self.repeats} of {seeds} seeds over …" if self.repeats < seeds > 1 else ""

    def sentences(self) -> Iterator[str]:
        """Yield sentences on the numbers, on runs that were stopped early, and on entries without a result."""
        if (seeds := self.repeats) > 1:
            yield f"Numbers are means over {seeds} seeds, ± standard deviation; curves and canvas show the first."
        limited = [result.entry for result in self.results if result.run.stopped is Stop.MAX_UPDATES]
        yield from limit_sentences(self.question.base, self.question.sizes[0], limited)
        yield from self.comparison.refused

    @property
    def repeats(self) -> int:
        return 0 if self.table is None else max((row.splits for row in self.table.rows), default=0)


class Bench(QObject):
    """The bench: `found` is the last request's result, or the one before; `changed` announces another."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.found: ComparisonSoFar | None = None
        self._asked: ComparisonQuestion | None = None
        self._example = 0
        self.worker = Worker(self, answers_once=True)
        self.worker.answered.connect(self._take)
        self.worker.done.connect(self._catch_up)

    def compare(self, question: ComparisonQuestion) -> None:
        known = self.found is not None and self.found.question == question and not self.found.progress
        if question != self._asked or not (known or self.worker.busy):
            self._asked = question
            self.worker.ask(partial(self._work, question))
        else:
            self._catch_up()

    def go(self, example: int) -> None:
        self._example = example
        self._catch_up()

    def stop(self) -> None:
        """Stop; the results so far stay."""
        self.worker.cancel()
        self._catch_up()

    def _work(self, question: ComparisonQuestion, cancelled: Cancelled) -> Iterator[ComparisonSoFar]:
        found = ComparisonSoFar(question, question.comparison())
        for results in found.comparison.results(cancelled):
            if results is not None:
                found = replace(found, results=results, done=found.comparison.done)
            if results is not None or found.example != self._example:
                found = self._moved(found, cancelled)
                yield found
        if cancelled():
            return
        for table in over_splits(question.repeats(), cancelled):
            if table is not None or found.example != self._example:
                found = self._moved(replace(found, table=table or found.table), cancelled)
                yield found

    def _moved(self, found: ComparisonSoFar, cancelled: Cancelled) -> ComparisonSoFar:
        example = self._example
        return replace(found, example=example, standings=found.comparison.standings(example, cancelled))

    def _take(self, found: ComparisonSoFar) -> None:
        self.found = found
        self.changed.emit()

    def _catch_up(self) -> None:
        found = self.found
        if found is not None and found.complete and not self.worker.busy and found.example != self._example:
            self.worker.ask(once(partial(self._moved, found)))


class HoldingBar(QWidget):
    """The choice of held-out data. `changed` comes with other data, `troubled` carries an error."""

    changed = Signal()
    troubled = Signal(str)
    _most_percent, _most_splits = 99, 1000

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._document, self._held_out_file = workspace.document, workspace.held_out_file
        self._drawn = HeldOutChoice()
        self.ask_path: Callable[[], Path | None] = self._ask_path
        percent = "Percent of the examples that are held out"
        self.share = NumberField("Share held out", 0, 0, self._most_percent, percent)
        self.seed = WholeNumberField("Seed of the share", 0, 0, LARGEST_WHOLE, "Which examples are held out")
        over = "Mean and spread over this many seeds, for the share held out and for the runs"
        self.splits = WholeNumberField("Seeds", 1, 1, self._most_splits, over)
        self.file = tool_button("File…", "Hold out none of these examples; test on those of a file")
        self.reading = Worker(self)
        self.reading.answered.connect(self._take_file)
        self.reading.failed.connect(self.troubled)
        self._lay_out()
        for field in (self.share, self.seed, self.splits):
            field.editingFinished.connect(self._take_share)
        self.file.clicked.connect(self._open)

    @property
    def held_out(self) -> HeldOutChoice:
        return replace(self._drawn, file=self._held_out_file.file)

    def read(self, path: Path) -> None:
        """Hold out the examples of a file, as soon as they are read."""
        dataset = self._document.dataset
        self.reading.ask(once(lambda cancelled: HeldOutFile.of(path, load_held_out(path, dataset, cancelled))))

    def saved(self) -> dict[str, Any]:
        """Return the share and its seed; of a file the session keeps the examples."""
        return {"share": self._drawn.share, "seed": self._drawn.seed, "seeds": self._drawn.splits}

    def restore(self, value: Any) -> None:
        share, seed = read(float, value["share"]), a_count(value["seed"], 0, LARGEST_WHOLE)
        seeds = a_count(value.get("seeds", 1), 1, self._most_splits)
        if not 0 <= 100 * share <= self._most_percent:
            raise ValueError
        self.share.set_value(round(100 * share, 9))
        self.seed.set_value(seed)
        self.splits.set_value(seeds)
        self._hold(share, seed, seeds)

    def _lay_out(self) -> None:
        for field in (self.splits, self.share, self.seed):
            sized(field, QWidget.setFixedWidth, 42)
        file = name_for("or those of a", self.file), self.file
        share = QLabel("Hold out"), self.share, QLabel("% of the examples"), *file
        seeds = QLabel("Seed"), self.seed, QLabel("and"), self.splits, QLabel("seeds in all: mean and spread")
        rows = (in_row(*parts, 0, margins=(0, 0, 0, 0), spacing=4) for parts in (share, seeds))
        self.setLayout(in_column(*rows, margins=(0, 0, 0, 0), spacing=4))
        for child in self.findChildren(QWidget):
            dress(child, SMALL)

    def _take_share(self) -> None:
        if trouble := self.share.trouble or self.seed.trouble or self.splits.trouble:
            self.troubled.emit(f"{trouble}.")
        else:
            self._hold(self.share.value() / 100, self.seed.value(), self.splits.value())

    def _hold(self, share: float, seed: int, splits: int, file: HeldOutFile | None = None) -> None:
        """Hold out this share, or if there is none the examples of a file: another one, or that of before."""
        self.troubled.emit("")
        file = None if share else file or self._held_out_file.file
        held_out = HeldOutChoice(share, seed, file, splits)
        if held_out != self.held_out:
            self._drawn = replace(held_out, file=None)
            self._held_out_file.put(file)
            self.changed.emit()

    def _open(self) -> None:
        if (path := self.ask_path()) is not None:
            self.read(path)

    def _take_file(self, file: HeldOutFile) -> None:
        self.share.set_value(0)
        self._hold(0.0, self.seed.latest, self.splits.latest, file)

    def _ask_path(self) -> Path | None:
        chosen, _ = QFileDialog.getOpenFileName(self.window(), "Hold Out the Examples of a File")
        return Path(chosen) if chosen else None
