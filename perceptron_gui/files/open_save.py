"""New, open and save, with the questions that these ask a person."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QObject, QStandardPaths, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from core import files
from core.built_in import BUILT_IN, BuiltIn
from core.datasets.dataset import Dataset
from core.errors import InputError
from core.files import Loaded, Survey, without_options
from core.files.atomic import is_protected, unprotected
from core.files.disk import OnDisk, Stamp, mode_of, same_file, stamp_of
from core.files.formats import FORMATS, LESSON, SPREADSHEETS, is_lesson
from core.files.session import SUFFIX, Session, write_session
from core.files.table.table import Table
from core.names import legible
from core.numbers.numerals import counted
from core.spec import RunSpec
from perceptron_gui.files.loading import FileChoices, FileWork, LoadOutcome, LoadRequest, load_outcome
from perceptron_gui.files.recovery import Recovered
from perceptron_gui.files.settings import Settings
from perceptron_gui.look.card import Notice, Offer, Severity
from perceptron_gui.look.plain import plain
from perceptron_gui.model.document import editing
from perceptron_gui.model.document.commands import OpenData, SessionNotes
from perceptron_gui.model.document.document import Document

_UNTITLED = "Untitled"
_POINTS = " ".join(f"*{suffix}" for suffix in FORMATS)
_TABLES = " ".join([_POINTS, *(f"*{suffix}" for suffix in SPREADSHEETS)])
# A file without an ending has no pattern.
_ANY = "Files without an ending, and all others (*)"
KINDS_TO_OPEN = f"Sessions, points, spreadsheets and lessons (*{SUFFIX} {_TABLES} *{LESSON});;{_ANY}"
KINDS_WITH_POINTS = f"Sessions, points and spreadsheets (*{SUFFIX} {_TABLES});;{_ANY}"
KINDS_OF_POINTS = f"Points and spreadsheets ({_TABLES});;{_ANY}"
KINDS_TO_SAVE = f"Session: points, options and view (*{SUFFIX});;Points ({_POINTS})"


class Dialogs:
    """The questions that file actions ask; tests answer them in another way. `choices` asks about a file."""

    def __init__(self, window: QWidget, choose: Callable[[Survey, LoadRequest], FileChoices | None]) -> None:
        self._window, self.choices = window, choose

    def path_to_open(self, folder: Path, kinds: str) -> Path | None:
        chosen, _ = QFileDialog.getOpenFileName(self._window, "Open", str(folder), kinds)
        return Path(chosen) if chosen else None

    def path_to_save(self, suggested: Path, kinds: str, title: str = "") -> Path | None:
        """Ask where to save; the title says what the file will be."""
        from perceptron_gui.look.fields.question_dialog import SaveDialog

        return SaveDialog(suggested, kinds, self._window, title or f"Save {legible(suggested.name)} As").ask()

    def agrees(self, title: str, sentence: str) -> bool:
        """Say what a command is about to make; return whether the person wants it."""
        from perceptron_gui.look.fields.question_dialog import agrees

        return agrees(title, sentence, self._window)

    def unsaved(self, title: str) -> QMessageBox.StandardButton:
        """Return what is to be done with unsaved edits: Save, Discard or Cancel."""
        button = QMessageBox.StandardButton
        told, answers = f"“{title}” has changes that are not saved.", button.Save | button.Discard | button.Cancel
        box = QMessageBox(QMessageBox.Icon.NoIcon, "Save the Changes?", plain(told), answers, self._window)
        box.setDefaultButton(button.Save)
        answer = button(box.exec())
        box.deleteLater()
        return answer

    def may_replace(self, path: Path, why: str) -> bool:
        """Return whether the document may replace a file that has changed since, or is write-protected."""
        from perceptron_gui.look.fields.question_dialog import may_replace

        return may_replace(path, why, self._window)


class Files(QObject):
    """The document's life in files. An error is one sentence on a card, and changes nothing.

    `lesson_asked` carries the file of a lesson, which opens in its own window, and `several_asked` the files and
    folders of a playlist. `present` returns all that a session keeps; `show` restores what a session holds besides
    points, options and words.
    """

    recent_changed = Signal()
    lesson_asked = Signal(object)
    several_asked = Signal(object)

    def __init__(
        self,
        document: Document,
        settings: Settings,
        notice: Notice,
        reader: FileWork,
        *,
        dialogs: Dialogs,
        present: Callable[[], Session],
        show: Callable[[Session], None],
    ) -> None:
        super().__init__(reader)
        self._document, self._settings, self._reader = document, settings, reader
        self.notice, self.dialogs = notice, dialogs
        self._present, self._show_rest = present, show
        self.name = _UNTITLED
        """the name of the document while it is in no file"""
        self.source: LoadRequest | None = None
        """the file of the points and the choices made about it, for others to be made; None for other points"""
        self._left_out = RunSpec()
        self._lent: RunSpec | None = None
        """The options that came with the present built-in set; None for other data."""
        self._before = document.spec
        """The options before the first built-in set in a row."""
        self._seen: tuple[Stamp, tuple[int, int] | None] | None = None
        # The system's own watches end with the file that is replaced, and are silent on network disks.
        self._looks = QTimer(self)
        self._looks.timeout.connect(self.look_at_disk)
        self._looks.start(2000)
        self._remark = ""
        document.dataset_changed.connect(self.retract_remark)
        document.spec_changed.connect(self.retract_remark)
        reader.finished.connect(self._on_read)
        document.taken_over.connect(self._on_taken_over)
        document.pasted.connect(lambda _before, more: self._say_of_run(f"{counted(more, 'example')} pasted"))
        document.choice_wanted.connect(self._choose_pasted)

    @property
    def title(self) -> str:
        return legible(self._document.path.name) if self._document.path else self.name

    def new(self) -> None:
        if self.may_leave():
            self.discard()

    def discard(self) -> None:
        """Begin with an empty canvas, without asking."""
        self._document.open(Dataset.empty(), None, spec=self._come_to(_UNTITLED))

    def open(self) -> None:
        if path := self.dialogs.path_to_open(self.folder, KINDS_TO_OPEN):
            self.open_path(path)

    def open_with_options(self) -> None:
        """Ask for a file and for the choices about it, whether they are open or not."""
        if self.may_leave() and (path := self.dialogs.path_to_open(self.folder, KINDS_OF_POINTS)):
            self._reader.begin(LoadRequest(path, ask=True), path)

    def choose_again(self) -> None:
        if self.source is not None:
            self.open_request(replace(self.source, ask=True))

    def open_path(self, path: Path) -> None:
        self.open_request(LoadRequest(path))

    def open_request(self, request: LoadRequest) -> None:
        """Open a file by these choices; a lesson takes nothing away, so nothing is asked before one."""
        if is_lesson(request.path):
            self.lesson_asked.emit(_absolute(request.path))
        elif self.may_leave():
            self._reader.begin(request, request.path)

    def open_built_in(self, data: BuiltIn) -> None:
        """Open data that come with the program, and make their run; saved, they go to a file of the user's.

        Over built-in data that were changed that is undone like any edit, and nothing is asked.
        """
        built_in = self._document.path is None and self.name in {each.title for each in BUILT_IN}
        if built_in and self._document.modified:
            self.notice.clear()
            self._before = self._own_spec()
            after = OpenData(data.dataset(), data.spec, data.title, LoadRequest.of(data))
            self._document.take_over(after, self.name, self.source)
        elif self.may_leave():
            self.show_built_in(data)
        else:
            return
        self._say_of_run(data.watch)

    def _on_taken_over(self, data: OpenData) -> None:
        self.name = data.name
        own = any(each.title == data.name and each.spec == data.spec for each in BUILT_IN)
        self._lent = data.spec if own else None
        self.source = data.source if isinstance(data.source, LoadRequest) else None

    def _say_of_run(self, remark: str) -> None:
        self._remark = remark
        self.notice.show_notice(Severity.NOTE, remark)

    def retract_remark(self) -> None:
        """Remove the remark, because the run is no longer the one described."""
        self.notice.retract(self._remark)

    def show_built_in(self, data: BuiltIn, options: Mapping[str, Any] = MappingProxyType({})) -> None:
        """Show a built-in set with its own run, without asking. `options` are fields of a RunSpec that win over it."""
        self._before, lent = self._come_to(data.title, LoadRequest.of(data)), replace(data.spec, **options)
        self._document.open(data.dataset(), None, spec=lent)
        self._lent = lent

    def _come_to(self, name: str, source: LoadRequest | None = None) -> RunSpec:
        """Note what the next data are called and where they come from; return the options that stay without others."""
        spec = self._own_spec()
        self.name, self.source, self._lent = name, source, None
        self.notice.clear()
        return spec

    def _own_spec(self) -> RunSpec:
        """Return the present options, or those before the built-in set if they are still the set's own."""
        return self._before if self._document.spec == self._lent else self._document.spec

    def show_recovered(self, recovered: Recovered) -> None:
        """Take over the work that a closed window left behind, as work that no file holds."""
        origin = recovered.origin
        name = origin.path.name if origin.path else "Recovered points"
        self._show_session(recovered.session, origin.path, name, origin.stamp, whole=origin.whole)
        self._document.mark_unsaved()

    def save(self) -> bool:
        """Save to the document's file, or ask for one if there is none; return whether nothing is unsaved now."""
        return self._save_to(self._document.path) if self._document.path else self.save_as()

    def save_as(self) -> bool:
        return self._ask_and_save(self._document.path or self.suggested(SUFFIX))

    @property
    def folder(self) -> Path:
        """The folder in which a person looks for a file first: one that is there, for Qt takes another for a file."""
        latest = self._document.path or next(iter(self._settings.recent_files), None)
        documents = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
        places = ([latest.parent] if latest is not None else []) + [documents]
        return next((place for place in places if place.is_dir()), Path.home())

    def suggested(self, suffix: str) -> Path:
        """Return a file name beside the document's file, or in the user's documents."""
        stem = self._document.path.stem if self._document.path else re.sub(r"\W+", "_", self.name.lower())
        return self.folder / f"{stem}{suffix}"

    def may_leave(self) -> bool:
        """Return whether the present work may be replaced: nothing is unsaved, or the user has said what to do."""
        if not self._document.modified:
            return True
        answer, button = self.dialogs.unsaved(self.title), QMessageBox.StandardButton
        return self.save() if answer == button.Save else answer == button.Discard

    def look_at_disk(self) -> None:
        """Say so when another program has changed the document's file, or taken it away; once for each change."""
        path, stamp = self._document.path, self._document.stamp
        if path is None and self.source is not None and not self.source.title:  # This is a part of a file.
            path, stamp = _absolute(self.source.path), self.source.stamp
        if path is None or stamp is None:
            return
        try:
            status = path.stat()
            outside = status.st_size, status.st_mtime_ns
        except (OSError, ValueError):  # A file that cannot be asked about is not called changed.
            outside = None
        if (stamp, outside) == self._seen:
            return
        self._seen = stamp, outside
        if (found := stamp.compare(path)) is not OnDisk.SAME:
            self._say_differs(path, found)

    def shut_down(self) -> None:
        self._looks.stop()

    def clear_recent(self) -> None:
        self._change_recent(lambda _path: False)

    def _on_read(self, outcome: LoadOutcome) -> None:
        request = outcome.request
        if outcome.error is not None:
            self.forget(request.path)
            self._complain(outcome.error, None if outcome.survey is None else self._offer_to_choose(request))
        elif outcome.survey is not None:
            if (choices := self.dialogs.choices(outcome.survey, request)) is not None:
                table = request.table if choices.sheet == request.choices.sheet else None
                self._reader.begin(replace(request, choices=choices, ask=False, table=table), request.path)
        elif outcome.loaded is not None:
            self._show(request, outcome.loaded, outcome.session)

    def _show(self, request: LoadRequest, loaded: Loaded, session: Session | None) -> None:
        path = _absolute(request.path)
        if not request.title:
            self.remember(path)
        if session is not None:
            self._show_session(session, path, path.name, request.stamp)
        else:
            kept, stamp = (path, request.stamp) if request.whole and loaded.whole else (None, None)
            name, chosen = request.title or request.path.stem, request.choices.positive is not None
            # A part of a file has no path, so that saving it cannot overwrite the rest: the name says its origin.
            spec = self._come_to(
                f"{name} {loaded.dataset.labels[1]}" if chosen and not request.title else name, request
            )
            shown, left_out = request.view_choice, loaded.left_out
            self._document.open(loaded.dataset, kept, stamp, spec=spec, remarks=left_out, view_choice=shown)
        if loaded.remarks:
            sentence = f"{path.name}: {'; '.join(loaded.remarks)}"
            self.notice.show_notice(Severity.NOTE, sentence, self._offer_to_choose(request))

    def _choose_pasted(self, table: Table) -> None:
        before = self._document.dataset
        outcome = load_outcome(LoadRequest(Path("Pasted text"), table=table))
        if outcome.error is None and outcome.survey is not None:
            choices = self.dialogs.choices(outcome.survey, outcome.request)
            if choices is None:
                return
            outcome = load_outcome(replace(outcome.request, choices=choices, ask=False))
        if outcome.error is not None:
            self._complain(outcome.error)
        elif outcome.loaded is not None and before.n and outcome.loaded.dataset.d != before.d:
            features = counted(before.d, "feature")
            self._complain(InputError(f"the examples here have {features}; choose {before.d:,} of the pasted table"))
        elif outcome.loaded is not None:
            editing.add_pasted(self._document, outcome.loaded.dataset)

    def _offer_to_choose(self, request: LoadRequest) -> Offer:
        return Offer("Choose…", lambda: self.open_request(replace(request, ask=True, table=None)))

    def _show_session(
        self, session: Session, path: Path | None, name: str, stamp: Stamp | None, *, whole: bool = True
    ) -> None:
        self._come_to(name)
        notes, remarks = SessionNotes(session.title, session.text), session.remarks
        self._document.open(session.dataset, path, stamp, spec=session.spec, notes=notes, remarks=remarks, whole=whole)
        self._show_rest(session)

    def _ask_and_save(self, suggested: Path) -> bool:
        path = self.dialogs.path_to_save(suggested, KINDS_TO_SAVE)
        if path is None:
            return False
        path = path if path.suffix or not path.name else path.with_suffix(suggested.suffix)
        known = (SUFFIX, *FORMATS)
        own = self._document.path.suffix.lower() if self._document.path else ""
        if path.suffix and path.suffix.lower() not in (*known, own):
            sentence = f"{path.suffix} is not a format for points or sessions; choose {', '.join(known)}"
            self._complain(InputError(sentence, path=path))
            return False
        return self._save_to(path)

    def _save_to(self, path: Path) -> bool:
        path, whole = _absolute(path), self._holds_all(path)
        doubt = self._doubt(path)
        if doubt and not self.dialogs.may_replace(path, doubt):
            return False
        try:
            with unprotected(path) if is_protected(path) else nullcontext():
                if whole:
                    write_session(self._present(), path)
                else:
                    files.write(self._document.dataset, path)
        except InputError as error:
            self._complain(error)
            return False
        self.source = None if whole else LoadRequest(path)
        self._document.mark_saved(path, stamp_of(path), whole=whole)
        self.remember(path)
        if not whole:
            self._say_left_out(path)
        return not self._document.modified

    def _holds_all(self, path: Path) -> bool:
        """Return whether the file at `path` is a session: by its suffix, or because the document's file is."""
        document, suffix = self._document, path.suffix.lower()
        if suffix == SUFFIX or document.path is None or not document.whole:
            return suffix == SUFFIX
        return same_file(path, document.path) or suffix not in FORMATS

    def _say_left_out(self, path: Path) -> None:
        options = self._document.spec not in (RunSpec(), self._left_out)
        parts = [words for words, there in (("options", options), ("words", self._document.modified)) if there]
        if parts:
            self._left_out = self._document.spec
            sentence = f"{path.name} holds the points; the {' and '.join(parts)} are kept in a session file only"
            offer = Offer("Save a Session…", lambda: self._ask_and_save(self.suggested(SUFFIX)))
            self.notice.show_notice(Severity.NOTE, sentence, offer)

    def _doubt(self, path: Path) -> str:
        """Return why `path` should not be written without a question; empty if there is no reason."""
        doubts, own, stamp = [], self._document.path, self._document.stamp
        if own is not None and same_file(path, own):
            if stamp is None and mode_of(path):
                doubts.append("may hold something else by now")
            elif stamp is not None and stamp.compare(path) is OnDisk.CHANGED:
                doubts.append("was changed by another program since it was opened or saved here")
        if is_protected(path):
            doubts.append("is write-protected")
        return " and ".join(doubts)

    def _say_differs(self, path: Path, found: OnDisk) -> None:
        if found is OnDisk.GONE and path != self._document.path:
            return  # A part of the file could not be saved there either.
        if found is OnDisk.GONE:
            self._document.mark_unsaved()
            self.notice.show_notice(Severity.WARNING, f"{path} is no longer there; the points are in this window only")
            return
        sentence = f"{path} was changed by another program; this window shows what it held before"
        again = Offer("Open It Again", lambda: self.open_request(self.source or LoadRequest(path)))
        self.notice.show_notice(Severity.WARNING, sentence, again)

    def _complain(self, error: InputError, offer: Offer | None = None) -> None:
        self.notice.show_notice(Severity.ERROR, without_options(str(error)), offer)

    def forget(self, path: Path) -> None:
        """Take a file that is no longer there from the list of recent files."""
        if not mode_of(path):
            self._change_recent(lambda other: other != _absolute(path))

    def remember(self, path: Path) -> None:
        self._change_recent(lambda other: other != path, path)

    def _change_recent(self, stays: Callable[[Path], bool], *first: Path) -> None:
        with self._settings.shared():
            self._settings.recent_files = (*first, *filter(stays, self._settings.recent_files))[:10]
        self.recent_changed.emit()


def _absolute(path: Path) -> Path:
    """Return the path from the root; as it is if the folder the program was started in is gone."""
    try:
        return path.absolute()
    except OSError:
        return path
