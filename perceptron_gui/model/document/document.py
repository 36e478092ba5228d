"""The data that the user edits: a dataset and the run's options, both with undo, their notes, and the selection."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import shiboken6
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from core.datasets.dataset import Dataset, IntArray, read_only
from core.files.disk import Stamp
from core.files.session import HeldOutFile, Session
from core.learners import resolved, with_fitting_start
from core.plane.projections import ViewChoice, usual_view_choice
from core.run import Run
from core.spec import RunSpec
from perceptron_gui.model.document.commands import OpenData, OptionsChange, Remarks, SessionNotes, Splice, Takeover

_NONE = read_only(np.empty(0, np.int64))


class Selection(QObject):
    """Rows of the document's dataset, in increasing order; a hundred thousand of them are handled as one array."""

    changed = Signal()
    rows: IntArray = _NONE
    _examples = 0

    @property
    def indices(self) -> tuple[int, ...]:
        return tuple(self.rows.tolist())

    def __len__(self) -> int:
        return len(self.rows)

    def __contains__(self, row: int) -> bool:
        return bool(self.holds(np.array([row]))[0])

    def holds(self, rows: IntArray) -> NDArray[np.bool_]:
        return np.searchsorted(self.rows, rows, "right") > np.searchsorted(self.rows, rows)

    def set(self, indices: Iterable[int] | IntArray) -> None:
        self._take(_sorted(indices))

    def toggle(self, indices: Iterable[int] | IntArray) -> None:
        """Select those of `indices` that were not selected, and deselect the others."""
        self._take(np.setxor1d(self.rows, _sorted(indices), assume_unique=True))

    def extend(self, indices: Iterable[int] | IntArray) -> None:
        self._take(np.union1d(self.rows, _sorted(indices)))

    def clear(self) -> None:
        self._take(_NONE)

    def follow(self, dataset: Dataset) -> None:
        """Clear the selection once rows came or went: otherwise other examples would be selected."""
        if dataset.n != self._examples and len(self.rows):
            self.clear()
        self._examples = dataset.n

    def _take(self, rows: IntArray) -> None:
        if not np.array_equal(rows, self.rows):
            self.rows = read_only(rows)
            self.changed.emit()


def _sorted(indices: Iterable[int] | IntArray) -> IntArray:
    rows = indices.astype(np.int64) if isinstance(indices, np.ndarray) else np.fromiter(indices, np.int64)
    return rows if (rows[1:] > rows[:-1]).all() else np.unique(rows)


class Document(QObject):
    """The points and options of the window, and the notes to them.

    Its file holds all of it (a session) or the points alone; unsaved is what the file could hold and does not, and
    words that no file holds. `modified_changed` carries `modified`, which may have changed.

    `dataset_changed`, `spec_changed` and `notes_changed` carry the new frozen value; `opened` comes after
    `dataset_changed` when another file took the place of the points (the view fits itself then). `refused` carries the
    sentence of an edit that is not possible, `restored` the rows that are there again after a deletion was undone.
    Starting weights with which no run over the points can begin are left out, and `start_lost` says why. `remarks` say
    what has been done to the points as a whole since they were opened; they go and come with undo and redo.
    `view_choice_changed` comes when the features are to be looked at otherwise: a choice that is kept across edits, and
    forgotten with the points. `pasted` comes after examples were added that others had copied, with how many there were
    before and how many came. `choice_wanted` carries a pasted table that leaves something open. `taken_over` carries
    the OpenData that took the place of others, before `opened`.
    """

    dataset_changed = Signal(object)
    spec_changed = Signal(object)
    view_choice_changed = Signal()
    notes_changed = Signal(object)
    modified_changed = Signal(bool)
    opened = Signal()
    pasted = Signal(int, int)
    choice_wanted = Signal(object)
    taken_over = Signal(object)
    path_changed = Signal()
    refused = Signal(str)
    restored = Signal(object)
    start_lost = Signal(str)

    def __init__(
        self,
        dataset: Dataset | None = None,
        spec: RunSpec | None = None,
        parent: QObject | None = None,
        *,
        practice: bool = False,
    ) -> None:
        super().__init__(parent)
        self._practice = practice
        self.dataset = dataset or Dataset.empty()
        self.remarks: Remarks = ()
        """Sentences on changes to all points, e.g. that they were standardised, or their labels shuffled."""
        self.spec = spec or RunSpec()
        self._view_choice: ViewChoice | None = None
        self.notes = self._kept_notes = SessionNotes()
        self._kept: Dataset | None = self.dataset
        self._kept_options: tuple[RunSpec, Remarks] | None = None
        self._edited = False
        self.path: Path | None = None
        """the file that it came from or was saved to"""
        self.stamp: Stamp | None = None
        """the content of that file when it was read or written last; None if unknown"""
        self._gestures = count(1)
        self._seeds = count()
        self.undo_stack = QUndoStack(self, undoLimit=500)

    def __del__(self) -> None:
        """End the edits before their stack: Python collects both and would end them in any order."""
        if shiboken6.isValid(self.undo_stack):
            self.undo_stack.blockSignals(True)
            self.undo_stack.clear()

    @property
    def view_choice(self) -> ViewChoice:
        """The view of the features: the chosen one, or the usual one if the points do not have such features."""
        chosen, d = self._view_choice, self.dataset.d
        return chosen if chosen is not None and chosen.fits(d) else usual_view_choice(d)

    @property
    def whole(self) -> bool:
        """True if its file is a session, which holds more than the points."""
        return self._kept_options is not None

    @property
    def modified(self) -> bool:
        options = self._kept_options not in (None, (self.spec, self.remarks))
        return (self._edited or options or self.notes != self._kept_notes) and not self._practice

    def asks_for(self, run: Run) -> bool:
        return run.dataset is self.dataset and run.spec == resolved(self.spec)

    def open(
        self,
        dataset: Dataset,
        path: Path | None,
        stamp: Stamp | None = None,
        *,
        spec: RunSpec | None = None,
        notes: SessionNotes | None = None,
        remarks: Remarks = (),
        view_choice: ViewChoice | None = None,
        whole: bool = False,
    ) -> None:
        """Replace the points by another set; this cannot be undone.

        Without a `spec` the options stay. `remarks` are notes on the points, `view_choice` the projection (None for the
        usual one). `whole` says that `path` is a session that holds everything.
        """
        self.undo_stack.clear()
        spec = spec or self.spec
        self._kept, self._kept_notes = dataset, notes or SessionNotes()
        self._kept_options = (spec, remarks) if whole else None
        self.set_path(path, stamp)
        self._seeds = count()
        self._put(OpenData(dataset, spec, "", None, remarks, self._kept_notes, view_choice))
        self.modified_changed.emit(self.modified)
        self.opened.emit()

    def take_over(self, data: OpenData, name: str, source: object) -> None:
        """Let `data` replace the present ones, called `name`, undoably; both are in no file.

        They count as saved, as if they had been opened; those before do so again once this is undone.
        """
        before = OpenData(self.dataset, self.spec, name, source, self.remarks, self.notes, self._view_choice)
        self.undo_stack.push(Takeover(before, data, self._take))
        self._kept, self._kept_notes = data.dataset, data.notes
        self._judge()
        self.modified_changed.emit(self.modified)

    def _take(self, data: OpenData) -> None:
        self.taken_over.emit(data)
        self._put(data)
        self.path_changed.emit()
        self.opened.emit()

    def _put(self, data: OpenData) -> None:
        changed, self.spec = data.spec != self.spec, data.spec
        self._view_choice = data.view_choice
        self._show(data.dataset, data.remarks)
        if changed:
            self.spec_changed.emit(self.spec)
        self.set_notes(data.notes)

    def session(
        self, example: int = 0, view: Mapping[str, Any] = MappingProxyType({}), held_out: HeldOutFile | None = None
    ) -> Session:
        """Return everything as a session, with the playhead at t = `example`."""
        words = self.notes
        return Session(self.dataset, self.spec, example, words.title, words.text, view, self.remarks, held_out)

    def mark_saved(self, path: Path, stamp: Stamp | None = None, *, whole: bool = False) -> None:
        """Record that `path` holds the present points, or the `whole` document."""
        self._kept, self._kept_options = self.dataset, (self.spec, self.remarks) if whole else None
        if whole:
            self._kept_notes = self.notes
        self._judge()
        self.set_path(path, stamp)
        self.modified_changed.emit(self.modified)

    def mark_unsaved(self) -> None:
        """Mark the present points as saved in no file, after a crash or if the file is gone."""
        self._kept = None
        self._judge()

    def set_path(self, path: Path | None, stamp: Stamp | None = None) -> None:
        self.path, self.stamp = path, stamp
        self.path_changed.emit()

    def new_gesture(self) -> int:
        """Return a number for `edit` and `choose_spec`: edits with the same number are undone together."""
        return next(self._gestures)

    def new_seed(self) -> int:
        """Return a seed for random choices: 0 for the first after a file was opened, then 1, and so on."""
        return next(self._seeds)

    def edit(
        self,
        after: Dataset,
        text: str,
        gesture: int | None = None,
        removed: IntArray | None = None,
        remark: str = "",
        *,
        rows: slice | None = None,
        others: bool = False,
    ) -> None:
        """Replace the points by `after`, undoably; `text` names the edit in the menu. No change is no edit.

        Only the present `rows` give way, to those in their place in `after`; without them all do. `removed` are the
        rows that a deletion takes away, to be told when they come back; `remark` says what was done to the points, and
        holds until it is undone, `others` take their place, or the same gesture goes on.
        """
        undone = None if removed is None else lambda: self.restored.emit(removed)
        last, kept = self.undo_stack.command(self.undo_stack.index() - 1), self.remarks
        if isinstance(last, Splice) and gesture is not None and last.id() == gesture:
            kept = last.remarks[0]  # the remarks from before the gesture that goes on
        if others or not after.n:
            kept = ()
        remarks = (self.remarks, (*kept, remark) if remark else kept)
        rows = rows or slice(0, self.dataset.n)
        splice = Splice(after, rows, text, remarks, gesture, lambda: self.dataset, self._show, undone)
        if not splice.old.same_as(splice.new):
            self.undo_stack.push(splice)

    @property
    def moved_row(self) -> int | None:
        """The row of the one example that the last edit moved; None if it was another edit, or there was none."""
        last = self.undo_stack.command(self.undo_stack.index() - 1)
        return last.moved_row if isinstance(last, Splice) else None

    def choose_spec(self, spec: RunSpec, gesture: int | None = None) -> None:
        """Ask for another run, undoably; choices with the same `gesture` are undone together. No change is no edit."""
        spec, lost = with_fitting_start(spec, self.dataset)
        self.record_choice(self.spec, spec, gesture)
        if lost:
            self.start_lost.emit(lost)

    def record_choice(self, before: RunSpec, after: RunSpec, gesture: int | None = None) -> None:
        """Choose the options `after`; undo returns to those `before`, after changes that were not edits, too."""
        if after != before:
            self.undo_stack.push(OptionsChange(before, after, gesture, lambda: self.spec, self.set_spec))

    @contextmanager
    def one_edit(self, text: str) -> Iterator[None]:
        """Undo all edits and choices within the block together, under this name in the menu."""
        self.undo_stack.beginMacro(text)
        try:
            yield
        finally:
            self.undo_stack.endMacro()

    def set_spec(self, spec: RunSpec) -> None:
        """Ask for another run; this cannot be undone."""
        spec, lost = with_fitting_start(spec, self.dataset)
        if spec != self.spec:
            self.spec = spec
            self.spec_changed.emit(spec)
            self.modified_changed.emit(self.modified)
        if lost:
            self.start_lost.emit(lost)

    def set_view_choice(self, view_choice: ViewChoice) -> None:
        """Set the view of the features; the learned and saved data stay."""
        before, self._view_choice = self.view_choice, view_choice
        if self.view_choice != before:
            self.view_choice_changed.emit()

    def _show(self, dataset: Dataset, remarks: Remarks) -> None:
        self.dataset, self.remarks, lost = dataset, remarks, ""
        if self.spec.start is not None:
            self.spec, lost = with_fitting_start(self.spec, dataset)
        self.dataset_changed.emit(dataset)
        self._judge()
        if lost:
            self.spec_changed.emit(self.spec)
            self.start_lost.emit(lost)

    def set_notes(self, notes: SessionNotes) -> None:
        if notes != self.notes:
            self.notes = notes
            self.notes_changed.emit(notes)
            self.modified_changed.emit(self.modified)

    def _judge(self) -> None:
        """Note whether the points differ from those that the file holds, bit for bit."""
        edited = self._kept is None or not self._kept.same_as(self.dataset)
        if edited != self._edited:
            self._edited = edited
            self.modified_changed.emit(self.modified)
