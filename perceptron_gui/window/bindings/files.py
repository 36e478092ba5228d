"""Files, exports, lessons and notes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from core.errors import InputError
from core.files.session import SUFFIX, is_session
from core.lessons.lesson_files import lesson_files, lesson_title
from core.names import legible
from perceptron_gui.files.open_save import Files
from perceptron_gui.files.playlist import Playlist
from perceptron_gui.files.settings import lessons_folder
from perceptron_gui.look.plain import plain
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.player import Player
from perceptron_gui.window.actions import HIDDEN, NO_RUN, Actions, Item, keep_true
from perceptron_gui.window.notes import NotesStrip

if TYPE_CHECKING:
    from perceptron_gui.window.export import Exports

_LESSONS = "Lessons (*.toml);;All files (*)"
"""The kinds of files that the question for a lesson offers."""


def bind_files(actions: Actions, files: Files) -> None:
    """New, open, save; the recent files."""
    actions.on(
        new=files.new,
        open=files.open,
        open_with_options=files.open_with_options,
        save=files.save,
        save_as=files.save_as,
    )
    menu = actions.menu("recent")

    def refill() -> None:
        menu.clear()
        for place, path in enumerate(files.recent, 1):
            action = menu.addAction(f"&{place % 10}  {legible(path.name).replace('&', '&&')}")
            action.setToolTip(plain(legible(str(path))))
            action.triggered.connect(lambda _checked, path=path: files.open_path(path))
        menu.addSeparator()
        menu.addAction("&Clear").triggered.connect(files.clear_recent)
        menu.setEnabled(bool(files.recent))
        menu.menuAction().setToolTip("" if files.recent else "No file was opened or saved yet")

    keep_true(refill, files.recent_changed)


def bind_playlist(actions: Actions, playlist: Playlist, files: Files, open_all: Callable[[list[Path]], object]) -> None:
    """A folder as a playlist; the next of its files, and the one before."""

    def ask() -> None:
        folder = QFileDialog.getExistingDirectory(actions.window, "Open Folder", str(files.folder))
        if folder:
            open_all([Path(folder)])

    def enable() -> None:
        for name, by in (("next_file", 1), ("previous_file", -1)):
            there = 0 <= playlist.after(by) < len(playlist.paths)
            actions.allow("" if there else "There is none" if playlist.paths else "No playlist is open", name)

    actions.on(open_folder=ask, next_file=partial(playlist.step, 1), previous_file=partial(playlist.step, -1))
    playlist.wanted.connect(files.open_path)
    keep_true(enable, playlist.changed)


def bind_lessons(actions: Actions, open_lesson: Callable[[Path], None], open_file: Callable[[Path], None]) -> None:
    """The lessons that come with the program, lessons and sessions in a folder of one's own, any other lesson."""
    for place, path in enumerate(lesson_files(), 1):
        text = f"&{place % 10}  {lesson_title(path)}"
        item = Item(path.stem, text, "Open it, with what to do and to watch")
        actions.add("lessons", item, partial(open_lesson, path))
    menu = actions.menu("lessons")
    usual = len(menu.actions())

    def list_own() -> None:
        for action in menu.actions()[usual:]:
            menu.removeAction(action)
            action.deleteLater()
        own = sorted([*lesson_files(lessons_folder()), *lessons_folder().glob(f"*{SUFFIX}")])
        if own:
            menu.addSeparator()
        for path in own:
            trouble = _trouble(path)
            text = legible(lesson_title(path)).replace("&", "&&")
            action = menu.addAction(f"{text} (cannot be read)" if trouble else text)
            action.setToolTip(plain(trouble or legible(str(path))))
            action.triggered.connect(lambda _checked, path=path: (open_file if is_session(path) else open_lesson)(path))

    def ask() -> None:
        folder = lessons_folder() if lessons_folder().is_dir() else Path.home()
        chosen, _ = QFileDialog.getOpenFileName(actions.window, "Open Lesson", str(folder), _LESSONS)
        if chosen:
            open_lesson(Path(chosen))

    actions.on(open_lesson=ask)
    menu.aboutToShow.connect(list_own)


def _trouble(path: Path) -> str:
    """Return what is wrong with the lesson in a file; empty where nothing is, and for a session."""
    from core.lessons.reading import read_lesson  # for who has lessons of their own

    try:
        if not is_session(path):
            read_lesson(path)
    except InputError as error:
        return str(error)
    return ""


def bind_notes(actions: Actions, document: Document, strip: NotesStrip) -> None:
    """What the data are to show, in words; they are shown again also where they were put away and stay as they are."""

    def write() -> None:
        from perceptron_gui.window.dialogs.notes_dialog import NotesDialog

        if (notes := NotesDialog(document.notes, strip.window()).ask()) is not None:
            document.set_notes(notes)
            strip.refresh()

    actions.on(notes=write)


_WHOLE = ("export_film", "export_report", "export_player", "export_solution", "export_trace", "classify")
"""What tells the run whole."""


def bind_exports(actions: Actions, exports: Callable[[], Exports], player: Player) -> None:
    """What leaves the window, and the classes of another file; all but pictures need a run told whole."""
    actions.on(
        export_picture=lambda: exports().picture(),
        export_film=lambda: exports().film(),
        export_report=lambda: exports().report(),
        export_player=lambda: exports().player(),
        export_solution=lambda: exports().solution(),
        export_trace=lambda: exports().trace(),
        classify=lambda: exports().classify(),
        copy_picture=lambda: exports().copy_picture(),
    )

    def enable() -> None:
        missing = "" if player.state is not None else NO_RUN
        hidden = HIDDEN if player.visible.hidden else ""
        actions.allow(missing or hidden, *_WHOLE)

    keep_true(enable, player.shown, player.visible.changed)
