"""What is compared: entries over the document's examples, some of which may be held out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from core.analysis.compared_entries import Entry
from core.analysis.comparison import Comparison, Result, most_updates
from core.datasets.dataset import Dataset
from core.datasets.splitting import held_out_rows, split
from core.engine.batch import Stop
from core.errors import InputError
from core.files.session import HeldOutFile, fits_in_session
from core.numbers.numerals import counted, number
from core.orders import find_order
from core.spec import RunSpec
from perceptron_gui.model.pointing.compared_boundaries import HeldOutExamples


@dataclass(frozen=True)
class HeldOutChoice:
    """A `share` of the document's examples, 0 ≤ share < 1, drawn by `seed`; or all of those in a `file`."""

    share: float = 0.0
    seed: int = 0
    file: HeldOutFile | None = None

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
        """That a run was broken off before the limits that the window's own has."""
        n = self.sizes[0]
        if any(r.stopped is Stop.MAX_UPDATES and r.run.spec.max_updates < self.base.max_updates for r in results):
            yield (
                f"With {counted(n, 'example')} runs are followed for {most_updates(n):,} updates at most: after each "
                "the errors on all examples are counted."
            )

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
