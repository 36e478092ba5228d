"""What the user edits: a dataset, with undo, the request for a run, and the notes to them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any

import shiboken6
from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QUndoStack

from core.datasets.dataset import Dataset, IntArray
from core.files.disk.stamp import Stamp
from core.files.session import HeldOutFile, Session
from core.learners import with_fitting_start
from core.plane.projections import ViewChoice, usual_view_choice
from core.spec import RunSpec
from perceptron_gui.model.document.commands import OpenData, Remarks, SessionNotes, Splice, Takeover

_UNDO_LIMIT = 500


class Document(QObject):
    """The points and options of the window, and the notes to them.

    Its file holds all of it (a session) or the points alone; unsaved is what the file could hold and does not, and
    words that no file holds. `modified_changed` comes when `modified` may have changed.

    `dataset_changed`, `spec_changed` and `notes_changed` carry the new frozen value; `opened` comes after
    `dataset_changed` when another file took the place of the points (the view fits itself then). `refused` carries the
    sentence of an edit that is not possible, `restored` the rows that are there again after a deletion was undone.
    Starting weights with which no run over the points can begin are left out, and `start_lost` says why. `remarks` say
    what has been done to the points as a whole since they were opened; they go and come with undo and redo.
    `view_choice_changed` comes when the features are to be looked at otherwise: a choice that is kept across edits, and
    forgotten with the points. `pasted` comes after examples were added that others had copied, with how many there were
    before and how many came. `taken_over` carries the OpenData that took the place of others, before `opened`.
    """

    dataset_changed = Signal(object)
    spec_changed = Signal(object)
    view_choice_changed = Signal()
    notes_changed = Signal(object)
    modified_changed = Signal()
    opened = Signal()
    pasted = Signal(int, int)
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
        """what has been done to the points as a whole, a sentence each: standardised, say, or their labels shuffled"""
        self.spec = spec or RunSpec()
        self._view_choice: ViewChoice | None = None
        self.notes = self._kept_notes = SessionNotes()
        self._kept_spec: RunSpec | None = None
        self.path: Path | None = None
        """the file it came from or was saved to"""
        self.stamp: Stamp | None = None
        """what that file held when it was read or written last; None where that is not known"""
        self._gestures = count(1)
        self._seeds = count()
        self.undo_stack = QUndoStack(self)
        self.undo_stack.setUndoLimit(_UNDO_LIMIT)
        self.undo_stack.cleanChanged.connect(self._on_clean_changed)

    def __del__(self) -> None:
        """End the edits before their stack: Python, which collects both, would end them in any order."""
        if shiboken6.isValid(self.undo_stack):
            self.undo_stack.blockSignals(True)
            self.undo_stack.clear()

    @property
    def view_choice(self) -> ViewChoice:
        """How the features are looked at: as was chosen, or in the usual way where the points have no such features."""
        d = self.dataset.d
        return (
            self._view_choice if self._view_choice is not None and self._view_choice.fits(d) else usual_view_choice(d)
        )

    @property
    def whole(self) -> bool:
        """Whether its file is a session, which holds more than the points."""
        return self._kept_spec is not None

    @property
    def modified(self) -> bool:
        options = self._kept_spec is not None and self._kept_spec != self.spec
        changed = not self.undo_stack.isClean() or options or self.notes != self._kept_notes
        return changed and not self._practice

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
        """Another set of points takes the place of the present one; nothing of it can be undone.

        Without a `spec` the options stay; `remarks` say what was done to the points before. They are looked at in this
        aspect, None for the usual one. `whole` says that `path` is a session, and holds all of it.
        """
        self.undo_stack.clear()
        self.undo_stack.setClean()  # an empty stack that was marked unsaved would stay so
        changed = spec is not None and spec != self.spec
        self.spec = spec or self.spec
        self._kept_spec, self._kept_notes = self.spec if whole else None, notes or SessionNotes()
        self.set_path(path, stamp)
        self._seeds = count()
        self._view_choice = view_choice
        self._show(dataset, remarks)
        if changed:
            self.spec_changed.emit(self.spec)
        self.set_notes(self._kept_notes)
        self.modified_changed.emit()
        self.opened.emit()

    def take_over(self, data: OpenData, name: str, source: object) -> None:
        """Let `data` take the place of the present ones, called `name`, undoably; both are in no file.

        They are unsaved no more than if they had been opened; those before are so again once it is undone.
        """
        before = OpenData(self.dataset, self.spec, name, source, self.remarks, self.notes, self._view_choice)
        self.undo_stack.push(Takeover(before, data, self._take))
        self._kept_notes = data.notes
        self.undo_stack.setClean()
        self.modified_changed.emit()

    def _take(self, data: OpenData) -> None:
        changed, self.spec = data.spec != self.spec, data.spec
        self._view_choice = data.view_choice
        self.taken_over.emit(data)
        self._show(data.dataset, data.remarks)
        if changed:
            self.spec_changed.emit(self.spec)
        self.set_notes(data.notes)
        self.path_changed.emit()
        self.opened.emit()

    def session(
        self,
        example: int = 0,
        view: Mapping[str, Any] = MappingProxyType({}),
        held_out: HeldOutFile | None = None,
    ) -> Session:
        """All of it as a session, with the playhead at t = `example`."""
        words, remarks = self.notes, self.remarks
        return Session(self.dataset, self.spec, example, words.title, words.text, view, remarks, held_out)

    def mark_saved(self, path: Path, stamp: Stamp | None = None, *, whole: bool = False) -> None:
        """The present points, or the `whole` document, are now what `path` holds."""
        self._kept_spec = self.spec if whole else None
        if whole:
            self._kept_notes = self.notes
        self.undo_stack.setClean()
        self.set_path(path, stamp)
        self.modified_changed.emit()

    def mark_unsaved(self) -> None:
        """The present points are in no file, though nothing was edited: a crash, or the file is gone."""
        self.undo_stack.resetClean()

    def set_path(self, path: Path | None, stamp: Stamp | None = None) -> None:
        self.path, self.stamp = path, stamp
        self.path_changed.emit()

    def new_gesture(self) -> int:
        """A number for `edit`: edits that carry the same one are undone together."""
        return next(self._gestures)

    def new_seed(self) -> int:
        """A seed for what is drawn at random: 0 for the first after a file was opened, then 1, and so on."""
        return next(self._seeds)

    def edit(
        self,
        after: Dataset,
        text: str,
        gesture: int | None = None,
        removed: IntArray | None = None,
        remark: str = "",
        *,
        others: bool = False,
    ) -> None:
        """Replace the points by `after`, undoably; `text` names the edit in the menu. No change is no edit.

        `removed` are the rows that a deletion takes away, to be told when they come back; `remark` says what was done
        to the points, and holds until it is undone, `others` take their place, or the same gesture goes on.
        """
        if not after.same_as(self.dataset):
            undone = None if removed is None else lambda: self.restored.emit(removed)
            kept = () if others or not after.n else self._remarks_before(gesture)
            remarks = (self.remarks, (*kept, remark) if remark else kept)
            splice = Splice(self.dataset, after, text, remarks, gesture, lambda: self.dataset, self._show, undone)
            self.undo_stack.push(splice)

    def _remarks_before(self, gesture: int | None) -> tuple[str, ...]:
        """What was said before an edit, or before the gesture that it goes on with."""
        done = self.undo_stack.index()
        last = self.undo_stack.command(done - 1) if done else None
        if isinstance(last, Splice) and gesture is not None and last.id() == gesture:
            return last.remarks_before
        return self.remarks

    def set_spec(self, spec: RunSpec) -> None:
        spec, lost = with_fitting_start(spec, self.dataset)
        if spec != self.spec:
            self.spec = spec
            self.spec_changed.emit(spec)
            self.modified_changed.emit()
        if lost:
            self.start_lost.emit(lost)

    def set_view_choice(self, view_choice: ViewChoice) -> None:
        """Look at the features so; nothing that is learned or saved with the points changes."""
        before, self._view_choice = self.view_choice, view_choice
        if self.view_choice != before:
            self.view_choice_changed.emit()

    def _show(self, dataset: Dataset, remarks: Remarks) -> None:
        spec, lost = with_fitting_start(self.spec, dataset)
        self.dataset, self.remarks = dataset, remarks
        if lost:
            self.spec = spec
        self.dataset_changed.emit(dataset)
        if lost:
            self.spec_changed.emit(spec)
            self.start_lost.emit(lost)

    def set_notes(self, notes: SessionNotes) -> None:
        if notes != self.notes:
            self.notes = notes
            self.notes_changed.emit(notes)
            self.modified_changed.emit()

    @Slot()
    def _on_clean_changed(self) -> None:
        self.modified_changed.emit()
