"""Undo: a splice of rows serves every edit, one command holds the options that differ, and other data are one step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace

import numpy as np
from PySide6.QtGui import QUndoCommand

from core.datasets.dataset import Dataset
from core.plane.projections import ViewChoice
from core.spec import PARAMETERS, RunSpec
from perceptron_gui.guarded import Guarded


@dataclass(frozen=True)
class SessionNotes:
    """The notes on the points and the run."""

    title: str = ""
    text: str = ""


@dataclass(frozen=True, eq=False)
class OpenData:
    """The whole state of a window for data in no file; `name` and `source` give their origin."""

    dataset: Dataset
    spec: RunSpec
    name: str
    source: object = None
    remarks: Remarks = ()
    notes: SessionNotes = SessionNotes()
    view_choice: ViewChoice | None = None


class Takeover(Guarded, QUndoCommand):
    """The replacement of `before` by `after`; undone, all of `before` is there again."""

    def __init__(self, before: OpenData, after: OpenData, show: Callable[[OpenData], None]) -> None:
        super().__init__(f"open {after.name}")
        self._before, self._after, self._show = before, after, show

    def redo(self) -> None:
        self._show(self._after)

    def undo(self) -> None:
        self._show(self._before)


Remarks = tuple[str, ...]
"""Sentences on changes to all points."""


class _GestureCommand(Guarded, QUndoCommand):
    """Commands with the same `gesture` (one drag, one run of nudges) merge into one undo."""

    def __init__(self, text: str, gesture: int | None) -> None:
        super().__init__(text)
        self._gesture = gesture

    def id(self) -> int:
        """Return the kind of edit: Qt tries to merge neighbours with equal ids."""
        return -1 if self._gesture is None else self._gesture


class Splice(_GestureCommand):
    """An edit that replaces the `old` rows of a dataset by `new` ones, and its names by theirs.

    Holds only these, from row `start` on, so undo stays small. `remarks` are what the window says before and after.
    """

    old: Dataset
    new: Dataset

    def __init__(
        self,
        after: Dataset,
        rows: slice,
        text: str,
        remarks: tuple[Remarks, Remarks],
        gesture: int | None,
        current: Callable[[], Dataset],
        show: Callable[[Dataset, Remarks], None],
        undone: Callable[[], None] | None,
    ) -> None:
        super().__init__(text, gesture)
        self.remarks = remarks
        self._current, self._show, self._undone = current, show, undone
        self._after: Dataset | None = after  # The first time, the edit is already done.
        self._hold(current(), after, rows.start, rows.stop)

    @property
    def moved_row(self) -> int | None:
        """The row of the one example that the edit moved; None for any other edit."""
        alone = self.old.n == self.new.n == 1 and self.old.y[0] == self.new.y[0]
        return self.start if alone else None

    def redo(self) -> None:
        after, self._after = self._after, None
        if after is None:
            after = _spliced(self._current(), self.start, self.old.n, self.new)
        self._show(after, self.remarks[1])

    def undo(self) -> None:
        self._show(_spliced(self._current(), self.start, self.new.n, self.old), self.remarks[0])
        if self._undone is not None:
            self._undone()

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take the later command's effect into this one; a gesture that came back leaves nothing to undo."""
        if not isinstance(other, Splice):
            return False
        self.remarks = (self.remarks[0], other.remarks[1])
        if other.start == self.start and other.old.n == self.new.n:
            self.new = other.new  # The same rows are edited once more, as during a drag.
        else:
            after = self._current()
            middle = _spliced(after, other.start, other.new.n, other.old)
            before = _spliced(middle, self.start, self.new.n, self.old)
            stop = max(self.start + self.new.n, other.start + other.old.n)
            self._hold(before, after, min(self.start, other.start), stop + before.n - middle.n)
        self.setObsolete(self.old.same_as(self.new))
        return True

    def _hold(self, before: Dataset, after: Dataset, start: int, stop: int) -> None:
        """Keep rows start … stop − 1 of `before`, and those that replace them in `after`."""
        self.start = start
        self.old = _rows(before, start, stop)
        self.new = _rows(after, start, stop + after.n - before.n)


def _rows(dataset: Dataset, start: int, stop: int) -> Dataset:
    """Return some rows: all are the data themselves; a part is copied, and does not hold the rest in memory."""
    whole = stop - start == dataset.n
    return dataset if whole else dataset.with_rows(dataset.X[start:stop], dataset.y[start:stop])


def _spliced(dataset: Dataset, start: int, length: int, rows: Dataset) -> Dataset:
    if length == dataset.n:
        return rows  # These may have other features.
    X = np.concatenate([dataset.X[:start], rows.X, dataset.X[start + length :]])
    y = np.concatenate([dataset.y[:start], rows.y, dataset.y[start + length :]])
    return rows.with_rows(X, y)


_CALLED = {
    **{name: parameter.letter for name, parameter in PARAMETERS.items()},
    **dict.fromkeys(("learner", "rule", "predictor"), "learner"),
    "kernel": "kernel",
    **dict.fromkeys(("order", "sequence"), "order"),
    "seed": "seed",
    "tie": "ties",
    "bias": "B",
    **dict.fromkeys(("max_epochs", "max_updates"), "limits"),
    "start": "starting weights",
}
_CALLED |= {item.name: item.name.replace("_", " ") for item in fields(RunSpec) if item.name not in _CALLED}
"""Option → what it is called in the menu; of several that change together the first here that is no letter, if any."""


class OptionsChange(_GestureCommand):
    """A change of some options from `old` to `new` values; the rest stay when it is undone or done again."""

    def __init__(
        self,
        before: RunSpec,
        after: RunSpec,
        gesture: int | None,
        current: Callable[[], RunSpec],
        show: Callable[[RunSpec], None],
    ) -> None:
        old, new = vars(before), vars(after)
        differing = [name for name in old if old[name] != new[name]]
        called = [_CALLED[name] for name in sorted(differing, key=list(_CALLED).index)]
        super().__init__(f"set {next((name for name in called if len(name) > 1), called[0])}", gesture)
        self.old, self.new = ({name: spec[name] for name in differing} for spec in (old, new))
        self._current, self._show = current, show

    def redo(self) -> None:
        self._show(replace(self._current(), **self.new))

    def undo(self) -> None:
        self._show(replace(self._current(), **self.old))

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take the later command's effect into this one; a drag that came back leaves nothing to undo."""
        if not isinstance(other, OptionsChange):
            return False
        self.old = {**other.old, **self.old}
        self.new = {**self.new, **other.new}
        self.setObsolete(self.old == self.new)
        return True
