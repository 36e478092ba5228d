"""New, open, save, and what is asked before unsaved work would be lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from enum import Enum, auto
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Signal, Slot
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox, QWidget

from core import files
from core.dataset import Dataset
from core.errors import InputError
from core.files.atomic import is_protected, unprotected
from core.files.paths import mode_of
from core.files.stamp import OnDisk, Stamp, same_file, stamp_of
from core.sights import Aspect
from perceptron_gui.files.built_in import BuiltIn
from perceptron_gui.files.loading import Choices, Outcome, Reader, Request
from perceptron_gui.files.recovery import Recovered
from perceptron_gui.files.settings import Settings
from perceptron_gui.look.notice_bar import NoticeBar, Offer, Severity
from perceptron_gui.model.document import Document

_RECENT = 10
_UNTITLED = "Untitled"


class Unsaved(Enum):
    """What to do with edits that no file holds."""

    SAVE = auto()
    DISCARD = auto()
    CANCEL = auto()


class Dialogs:
    """The questions that file actions ask; tests answer them in another way. `choices` is asked by `choose`."""

    def __init__(self, window: QWidget, choose: Callable[[files.Survey, Request], Choices | None]) -> None:
        self._window = window
        self._choose = choose

    def path_to_open(self, folder: Path) -> Path | None:
        """Which file to open; None for none."""
        return _path(QFileDialog.getOpenFileName(self._window, "Open", str(folder), f"{_filter()};;All files (*)"))

    def path_to_save(self, suggested: Path, kinds: str) -> Path | None:
        """Where to save; None for nowhere. A name without a suffix gets that of the kind chosen before it is judged."""
        dialog = SaveDialog(suggested, kinds, self._window)
        return Path(dialog.selectedFiles()[0]) if dialog.exec() == QDialog.DialogCode.Accepted else None

    def unsaved(self, title: str) -> Unsaved:
        """Whether to save, to discard, or to stay."""
        button = QMessageBox.StandardButton
        answer = QMessageBox.warning(
            self._window,
            "Unsaved points",
            f"“{title}” has changes that are not saved.",
            button.Save | button.Discard | button.Cancel,
            button.Save,
        )
        return {button.Save: Unsaved.SAVE, button.Discard: Unsaved.DISCARD}.get(answer, Unsaved.CANCEL)

    def may_replace(self, path: Path, why: str) -> bool:
        """Whether to put the points in the place of a file that is not as it was left, or is write-protected."""
        box = QMessageBox(
            QMessageBox.Icon.Warning,
            "Replace the file?",
            f"“{path.name}” {why}.",
            QMessageBox.StandardButton.Cancel,
            self._window,
        )
        box.setInformativeText("What it holds now would be lost.")
        replace = box.addButton("Replace", QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        box.exec()
        replaced = box.clickedButton() is replace
        box.deleteLater()
        return replaced

    def choices(self, survey: files.Survey, request: Request) -> Choices | None:
        """What to take of a file; None to open nothing."""
        return self._choose(survey, request)


class SaveDialog(QFileDialog):
    """Asks where to save; the static function of Qt would ask about `points` and then `points.csv` be overwritten."""

    def __init__(self, suggested: Path, kinds: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, "Save As", str(suggested.parent), kinds)
        self.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        self.setFileMode(QFileDialog.FileMode.AnyFile)
        self.selectFile(suggested.name)
        self.setDefaultSuffix(suggested.suffix)
        self.filterSelected.connect(self._on_kind)

    @Slot(str)
    def _on_kind(self, kind: str) -> None:
        if match := re.search(r"\*(\.\w+)", kind):
            self.setDefaultSuffix(match[1])


class Files(QObject):
    """The document's life in files. Whatever goes wrong is one sentence in the notice bar, and changes nothing."""

    recent_changed = Signal()

    def __init__(
        self,
        document: Document,
        settings: Settings,
        notice: NoticeBar,
        reader: Reader,
        dialogs: Dialogs,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._settings = settings
        self._notice = notice
        self._reader = reader
        self._dialogs = dialogs
        self._name = _UNTITLED
        self._source: Request | None = None
        self._told: tuple[Stamp | None, Stamp | None] | None = None
        reader.finished.connect(self._on_read)

    @property
    def title(self) -> str:
        """What the document is called: its file, or what it was made from."""
        return self._document.path.name if self._document.path else self._name

    @property
    def recent(self) -> tuple[Path, ...]:
        """Files opened or saved, the latest first."""
        return self._settings.recent_files

    @Slot()
    def new(self) -> None:
        """An empty canvas."""
        if self.may_leave():
            self._show(Dataset.empty(), None, _UNTITLED)

    @Slot()
    def discard(self) -> None:
        """An empty canvas, without asking."""
        self._show(Dataset.empty(), None, _UNTITLED)

    @Slot()
    def open(self) -> None:
        """Ask for a file and open it."""
        if self.may_leave() and (path := self._dialogs.path_to_open(self._folder())):
            self._reader.read(Request(path))

    @Slot()
    def open_with_options(self) -> None:
        """Ask for a file, and what to take of it, whether it leaves something open or not."""
        if self.may_leave() and (path := self._dialogs.path_to_open(self._folder())):
            self._reader.read(Request(path, ask=True))

    @property
    def can_choose_again(self) -> bool:
        """Whether the points came from a file of which something else may be taken."""
        return self._source is not None

    @Slot()
    def choose_again(self) -> None:
        """Ask anew what to take of the file that the points came from, and read it again."""
        if self._source is not None and self.may_leave():
            self._reader.read(replace(self._source, ask=True))

    def open_path(self, path: Path) -> None:
        """Open a file that was dropped or is among the recent ones."""
        if self.may_leave():
            self._reader.read(Request(path))

    def open_request(self, request: Request) -> None:
        """Open what the command line names, with the choices made there."""
        self._reader.read(request)

    def open_built_in(self, data: BuiltIn) -> None:
        """Open data that come with the program, and make their run; saved, they go to a file of the user's."""
        if self.may_leave():
            self._document.set_spec(data.spec)
            self.show_built_in(data)
            self._notice.show_notice(Severity.NOTE, data.watch)

    def show_built_in(self, data: BuiltIn) -> None:
        """Show them without asking, with the run that is asked for (there is nothing to lose at the start)."""
        try:
            self._show(data.dataset(), None, data.title, source=data.request)
        except InputError as error:
            self._complain(error)

    def show_recovered(self, recovered: Recovered) -> None:
        """Take up what a window that is no more left behind, as points that no file holds."""
        name = recovered.path.name if recovered.path else "Recovered points"
        self._show(recovered.dataset, recovered.path, name, recovered.stamp)
        self._document.mark_unsaved()

    @Slot()
    def save(self) -> bool:
        """Save to the document's file, asking for one where there is none; whether it was saved."""
        return self._save_to(self._document.path) if self._document.path else self.save_as()

    @Slot()
    def save_as(self) -> bool:
        """Ask for a file and save to it; whether it was saved."""
        path = self._dialogs.path_to_save(self._document.path or self.suggested(".csv"), _filter())
        if path is None:
            return False
        path = path if path.suffix or not path.name else path.with_suffix(".csv")
        known = {*files.FORMATS, self._document.path.suffix.lower() if self._document.path else ""}
        if path.suffix and path.suffix.lower() not in known:
            expected = ", ".join(files.FORMATS)
            self._complain(InputError(f"{path.suffix} is not a format for points; {expected} is expected", path=path))
            return False
        return self._save_to(path)

    def suggested(self, suffix: str) -> Path:
        """A file name beside the document's file, or in the user's documents."""
        stem = self._document.path.stem if self._document.path else re.sub(r"\W+", "_", self._name.lower())
        return self._folder() / f"{stem}{suffix}"

    def may_leave(self) -> bool:
        """Whether the present points may go: nothing is unsaved, or the user has said what to do about it."""
        if not self._document.modified:
            return True
        answer = self._dialogs.unsaved(self.title)
        return self.save() if answer is Unsaved.SAVE else answer is Unsaved.DISCARD

    @Slot()
    def look_at_disk(self) -> None:
        """Say so when another program has changed the document's file, or taken it away; once for each change."""
        path, stamp = self._document.path, self._document.stamp
        if path is None or stamp is None:
            return
        found = stamp.compare(path)
        seen = None if found is OnDisk.SAME else (stamp, stamp_of(path))
        if seen is not None and seen != self._told:
            self._say_changed(path, found)
        self._told = seen

    @Slot()
    def clear_recent(self) -> None:
        """Forget which files were used."""
        self._change_recent(lambda _: ())

    @Slot(object)
    def _on_read(self, outcome: Outcome) -> None:
        request = outcome.request
        if outcome.survey is not None:
            self._ask(request, outcome.survey)
        elif outcome.error is not None:
            self._forget(request.path)
            in_a_column = outcome.error.column is not None and not request.ask
            self._complain(outcome.error, self._offer_to_choose(request) if in_a_column else None)
        elif outcome.dataset is not None:
            path = _absolute(request.path)
            if not request.title:
                self._remember(path)
            kept = (path, outcome.stamp) if request.whole else (None, None)
            self._show(outcome.dataset, kept[0], _name_of(request), kept[1], source=request, aspect=request.aspect)
            if outcome.remarks:
                sentence = f"{path.name}: {'; '.join(outcome.remarks)}"
                self._notice.show_notice(Severity.NOTE, sentence, self._offer_to_choose(request))

    def _ask(self, request: Request, survey: files.Survey) -> None:
        choices = self._dialogs.choices(survey, request)
        if choices is not None:
            self._reader.read(request.choosing(choices))

    def _offer_to_choose(self, request: Request) -> Offer:
        def ask() -> None:
            if self.may_leave():
                self._reader.read(replace(request, ask=True))

        return Offer("Choose…", ask)

    def _show(
        self,
        dataset: Dataset,
        path: Path | None,
        name: str,
        stamp: Stamp | None = None,
        source: Request | None = None,
        aspect: Aspect | None = None,
    ) -> None:
        self._name, self._source = name, source
        self._notice.close_notice()
        self._document.open(dataset, path, stamp, aspect)

    def _save_to(self, path: Path) -> bool:
        path = _absolute(path)
        doubt = self._doubt(path)
        if doubt and not self._dialogs.may_replace(path, doubt):
            return False
        try:
            with unprotected(path) if is_protected(path) else nullcontext():
                files.write(self._document.dataset, path)
        except InputError as error:
            self._complain(error)
            return False
        self._source = Request(path)
        self._document.mark_saved(path, stamp_of(path))
        self._remember(path)
        return True

    def _doubt(self, path: Path) -> str:
        """Why `path` should not be written without a question; empty where there is no reason."""
        doubts = []
        if self._document.path is not None and same_file(path, self._document.path):
            stamp = self._document.stamp
            if stamp is None and mode_of(path):
                doubts.append("may hold something else by now")
            elif stamp is not None and stamp.compare(path) is OnDisk.CHANGED:
                doubts.append("was changed by another program since it was opened or saved here")
        if is_protected(path):
            doubts.append("is write-protected")
        return " and ".join(doubts)

    def _say_changed(self, path: Path, found: OnDisk) -> None:
        if found is OnDisk.GONE:
            self._document.mark_unsaved()
            self._notice.show_notice(Severity.WARNING, f"{path} is no longer there; the points are in this window only")
            return
        sentence = f"{path} was changed by another program; this window shows what it held before"
        self._notice.show_notice(Severity.WARNING, sentence, Offer("Open It Again", lambda: self.open_path(path)))

    def _complain(self, error: InputError, offer: Offer | None = None) -> None:
        self._notice.show_notice(Severity.ERROR, str(error), offer)

    def _forget(self, path: Path) -> None:
        if not mode_of(path):
            gone = _absolute(path)
            self._change_recent(lambda paths: tuple(p for p in paths if p != gone))

    def _remember(self, path: Path) -> None:
        self._change_recent(lambda paths: (path, *(p for p in paths if p != path)))

    def _change_recent(self, change: Callable[[tuple[Path, ...]], tuple[Path, ...]]) -> None:
        with self._settings.shared():
            self._settings.recent_files = change(self.recent)[:_RECENT]
        self.recent_changed.emit()

    def _folder(self) -> Path:
        latest = self._document.path or next(iter(self.recent), None)
        if latest is not None:
            return latest.parent
        return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))


def _name_of(request: Request) -> str:
    """A part of a file has no path, so that saving it cannot overwrite the rest; its name tells where it is from."""
    name = request.title or request.path.stem
    return name if request.positive is None or request.title else f"{name} {request.positive}"


def _absolute(path: Path) -> Path:
    """The path from the root; as it is where the folder the program was started in is gone."""
    try:
        return path.absolute()
    except OSError:
        return path


def _path(answer: tuple[str, str]) -> Path | None:
    return Path(answer[0]) if answer[0] else None


def _filter() -> str:
    return f"Points ({' '.join(f'*{suffix}' for suffix in files.FORMATS)})"
