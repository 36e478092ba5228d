"""Reader of data files, small ones at once, others in a thread; and of several, one after another, as in a lecture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QProgressDialog, QWidget

from core import files
from core.built_in import BuiltIn
from core.errors import Cancelled, InputError, listed_names, never
from core.files import Choices, Loaded, Survey, Table, without_options
from core.files.disk import Stamp, refusals, stamp_of
from core.files.formats import FORMATS, LESSON, SPREADSHEETS, is_spreadsheet
from core.files.formats.spreadsheet import NoTableError
from core.files.session import SUFFIX, Session, is_session, read_session, refuse_choices
from core.names import legible
from core.plane.projections import PLANE, Pair, ViewChoice
from perceptron_gui.look.plain import plain
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.threads.worker import Worker, once

_KINDS = (SUFFIX, *FORMATS, *SPREADSHEETS, LESSON)


@dataclass(frozen=True)
class FileChoices(Choices):
    """The choices about a file; `shown` are the places of two features among those used that are put on the axes."""

    columns: tuple[str, ...] | None = None
    shown: tuple[int, int] | None = None


@dataclass(frozen=True, eq=False)
class LoadRequest:
    """A file, and the choices made about it; `options` are fields of a RunSpec that override those of a session."""

    path: Path
    choices: FileChoices = field(default_factory=FileChoices)
    title: str = ""
    """The title of data that come with the program: their file is not the user's."""
    ask: bool = False
    """True if the choices are asked for even if nothing is open."""
    options: Mapping[str, Any] = field(default_factory=dict)
    table: Table | None = None
    """The table in the file, while the choices are made."""
    stamp: Stamp | None = None
    """The file's stamp just before it was read."""

    @classmethod
    def of(cls, data: BuiltIn) -> LoadRequest | None:
        """Return a request for the file of a built-in set; None if it has no file."""
        if data.path is None:
            return None
        return cls(data.path, FileChoices(data.positive, columns=data.columns), data.title)

    @property
    def whole(self) -> bool:
        """True if all of the file is used."""
        signs = replace(self.choices, grouped=None, decimal=None, thousands=None, shown=None)
        return not self.title and signs == FileChoices()

    @property
    def view_choice(self) -> ViewChoice | None:
        return self.choices.shown and Pair(*self.choices.shown)


@dataclass(frozen=True)
class LoadOutcome:
    """The result of a request: a dataset (and session), a choice to be made first, or an error, maybe with a choice."""

    request: LoadRequest
    loaded: Loaded | None = None
    session: Session | None = None
    survey: Survey | None = None
    error: InputError | None = None


def load_outcome(request: LoadRequest, cancelled: Cancelled = never) -> LoadOutcome:
    """Read the file now. An error is part of the outcome. Raise CancelledError once `cancelled`."""
    try:
        if request.table is None:
            request = replace(request, stamp=stamp_of(request.path, cancelled))
        return _outcome(request, cancelled)
    except InputError as error:
        return LoadOutcome(request, error=error)
    except MemoryError:
        return LoadOutcome(request, error=InputError("there is not enough memory for this file", path=request.path))


def _outcome(request: LoadRequest, cancelled: Cancelled) -> LoadOutcome:
    if request.table is None and is_session(request.path):
        refuse_choices(request.path, request.choices)
        session = read_session(request.path, cancelled)
        session = replace(session, spec=replace(session.spec, **request.options))
        return LoadOutcome(request, Loaded(session.dataset), session)
    try:
        table = request.table or files.read_table(request.path, request.choices, cancelled)
    except NoTableError as error:
        return _at_other_sheet(request, error, cancelled)
    request = replace(request, table=table)
    if request.ask:
        return LoadOutcome(request, survey=survey_for(request))
    try:
        loaded = files.loaded(table, request.path, request.choices)
    except InputError as error:
        return _refused(table, request, error)
    if loaded.dataset.d > PLANE and request.choices.columns is None and request.view_choice is None:
        return LoadOutcome(request, survey=survey_for(request))
    remarks = map(without_options, (*loaded.remarks, *loaded.hints))
    loaded = replace(loaded, remarks=tuple(remarks), whole=loaded.whole and not table.sheets)
    return LoadOutcome(replace(request, table=None), loaded)


def _at_other_sheet(request: LoadRequest, error: NoTableError, cancelled: Cancelled) -> LoadOutcome:
    """Return the error with the choices for the first sheet that can be read. Raises it if there is none."""
    for sheet in range(2, len(error.sheets) + 1):
        other = replace(request, choices=replace(request.choices, sheet=sheet))
        with suppress(InputError):
            return LoadOutcome(other, survey=survey_for(other, cancelled), error=error)
    raise error


def _refused(table: Table, request: LoadRequest, error: InputError) -> LoadOutcome:
    """Return the choice to be made if nothing else is missing, else the error. Raises it if there is no choice."""
    found, chosen = survey_for(request), request.choices
    features = set(found.features if chosen.columns is None else map(str, chosen.columns))
    answered = replace(  # Some answer to every open question of the file.
        chosen,
        positive=found.classes[0] if len(found.classes) > 2 and chosen.positive is None else chosen.positive,
        skip_incomplete=chosen.skip_incomplete or bool(found.incomplete(features)),
        grouped=True if found.doubtful and chosen.grouped is None else chosen.grouped,
        encode=found.encoded,
    )
    if found.trouble or answered == chosen:
        return LoadOutcome(request, survey=found, error=error)
    try:
        files.loaded(table, request.path, answered)
    except InputError as more:
        return LoadOutcome(request, survey=found, error=more)
    return LoadOutcome(request, survey=found)


def survey_for(request: LoadRequest, cancelled: Cancelled = never) -> Survey:
    """Return the choices, given the labels' column; words become numbers if there are no others. Raise InputError."""
    table = request.table or files.read_table(request.path, request.choices, cancelled)
    found = files.survey(table, request.choices, path=request.path)
    if found.has_words and not found.encoded and set(found.features) <= {*found.faults}:
        found = files.survey(table, replace(request.choices, encode=True), path=request.path)
    faults = {name: without_options(why) for name, why in found.faults.items()}
    return replace(found, remarks=tuple(map(without_options, found.remarks)), faults=faults)


class FileWork(QObject):
    """Work on one file at a time, in a thread if it is large, with a progress dialog meanwhile.

    `finished` carries the answer, in the window's thread, unless the user cancelled. `doing` are the words of the
    dialog, before the name of the file. `work` answers a request, and ends soon once cancelled; its errors are raised
    again in the window.
    """

    finished = Signal(object)
    large_bytes = 200_000
    """A larger file takes longer than a frame or two, whatever it holds."""

    def __init__(self, window: QWidget, doing: str, work: Callable[[Any, Cancelled], object]) -> None:
        super().__init__(window)
        self._window, self._doing, self._work = window, doing, work
        self.awaited: Any = None
        """The request that is not answered yet."""
        self._busy: QProgressDialog | None = None
        self._worker = Worker(self)
        self._worker.answered.connect(self._on_answered)
        self._worker.failed.connect(self._on_failed)

    def begin(self, asked: object, path: Path) -> None:
        """Answer the request and emit `finished`; while it reads, the window takes no edits and does not freeze."""
        try:
            size = path.stat().st_size * (50 if is_spreadsheet(path) else 1)  # It may easily unpack to that.
        except OSError:  # Reading reports the error.
            size = 0
        if size < self.large_bytes:
            self.finished.emit(self._work(asked, never))
            return
        self.awaited = asked
        self._busy = QProgressDialog(plain(f"{self._doing} {legible(path.name)} …"), "Cancel", 0, 0, self._window)
        self._busy.setWindowModality(Qt.WindowModality.WindowModal)
        self._busy.canceled.connect(self.cancel)
        self._busy.show()
        self._worker.ask(once(partial(self._work, asked)))

    def cancel(self) -> None:
        self.awaited = None
        self._worker.cancel()
        if self._busy is not None:
            self._busy.canceled.disconnect(self.cancel)
            self._busy.close()
            self._busy.deleteLater()
            self._busy = None

    def shut_down(self) -> None:
        """Wait for the thread, which leaves the file as soon as it is cancelled."""
        self.cancel()
        self._worker.shut_down()

    def _on_answered(self, answer: object) -> None:
        self.shut_down()
        self.finished.emit(answer)

    def _on_failed(self, _sentence: str, error: Exception) -> None:
        self.shut_down()
        raise error


class Playlist(QObject):
    """The `paths` in their order, and the `place` of the one asked for last, or shown since; −1 before.

    `left_out` is a sentence about the other files of a folder; empty if there are none. `changed` comes when either
    changes; `wanted` carries the path of a file to open.
    """

    changed = Signal()
    wanted = Signal(object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.paths: tuple[Path, ...] = ()
        self.left_out = ""
        self.place = -1
        self._document = document
        document.path_changed.connect(self._look)

    def take(self, paths: Sequence[Path], *, begun: bool = False) -> None:
        """Show these from now on, as `files_of` finds them; ask for the first unless `begun`. Raise InputError."""
        self.paths, self.left_out = files_of(paths), ". ".join(filter(None, map(_left_out, paths)))
        self.place = 0
        self.changed.emit()
        if not begun:
            self.wanted.emit(self.paths[0])

    def go(self, place: int) -> None:
        if 0 <= place < len(self.paths):
            self.place = place
            self.changed.emit()
            self.wanted.emit(self.paths[place])

    def _look(self) -> None:
        path = self._document.path
        if path is not None and path.absolute() in self.paths:
            self.place = self.paths.index(path.absolute())
            self.changed.emit()


def files_of(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return the files in their order, each once, and for a folder the files in it by their names. Raise InputError."""
    found = list[Path]()
    for path in map(Path.absolute, paths):
        within = [each for each in _files_in(path) if each.suffix.lower() in _KINDS] if path.is_dir() else [path]
        if not within:
            sentence = "the folder holds no file that can be opened; choose sessions, points or lessons"
            raise InputError(sentence, path=path)
        found += within
    return tuple(dict.fromkeys(found))


def _left_out(path: Path) -> str:
    """Return which files of a folder cannot be opened; empty for none, and for a file."""
    strange = [each.name for each in _files_in(path) if each.suffix.lower() not in _KINDS] if path.is_dir() else []
    told = f"Left out of “{path.absolute().name}”: {listed_names(strange)} (no sessions, points or lessons)"
    return told if strange else ""


def _files_in(folder: Path) -> list[Path]:
    with refusals(folder):
        return sorted(each for each in folder.iterdir() if each.is_file() and not each.name.startswith("."))
