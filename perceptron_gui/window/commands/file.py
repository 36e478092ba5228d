"""The menu File: files, exports and notes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMenu

from core.names import legible
from perceptron_gui.look.plain import plain
from perceptron_gui.window.commands.command import AskedAt, Command, Do, Menu, Parts, whole_run_hidden


def _in_a_lesson(w: Parts) -> str:
    return "A lesson is open; end it first" if w.lesson is not None else ""


def _new(w: Parts) -> None:
    w.files.new()
    w.canvas.setFocus()


def _fill_recent(w: Parts, menu: QMenu) -> None:
    def refill() -> None:
        menu.clear()
        for place, path in enumerate(w.files.recent, 1):
            action = menu.addAction(f"&{place % 10}  {legible(path.name).replace('&', '&&')}")
            action.setToolTip(plain(legible(str(path))))
            action.triggered.connect(lambda _checked, path=path: w.files.open_path(path))
        menu.addSeparator()
        menu.addAction("&Clear").triggered.connect(w.files.clear_recent)
        menu.setEnabled(bool(w.files.recent))
        menu.menuAction().setToolTip("" if w.files.recent else "No file was opened or saved yet")

    w.files.recent_changed.connect(refill)
    refill()


def _open_folder(w: Parts) -> None:
    folder = QFileDialog.getExistingDirectory(w, "Open Folder", str(w.files.folder))
    if folder:
        w.files_asked.emit([Path(folder)])


def _no_file(w: Parts, by: int) -> str:
    playlist = w.playlist
    there = 0 <= playlist.after(by) < len(playlist.paths)
    return "" if there else "No file is left in the playlist" if playlist.paths else "No playlist is open"


def _write_notes(w: Parts) -> None:
    """Show the notes again even if they were hidden and are unchanged."""
    from perceptron_gui.window.dialogs.forms import NotesDialog

    if (notes := NotesDialog(w.document.notes, w).ask()) is not None:
        w.document.set_notes(notes)
        w.notes.refresh()


def _export_worksheet(w: Parts) -> None:
    if w.lesson is not None:
        w.exports.worksheet(w.lesson)


def _whole(name: str, text: str, tip: str, do: Do, keys: str = "", search: str = "") -> Command:
    """Return a command that uses the whole run."""
    return Command(name, text, tip, do, keys, search=search, off=whole_run_hidden, moment=AskedAt.RUN)


FILE = Menu(
    "file",
    "&File",
    Command(
        "new", "&New", "Begin with an empty canvas", _new, "Ctrl+N", "new", off=_in_a_lesson, search="clear reset empty"
    ),
    Command(
        "open",
        "&Open…",
        "Open a session or a file of points",
        lambda w: w.files.open(),
        "Ctrl+O",
        "open",
        off=_in_a_lesson,
        search="load import csv excel spreadsheet",
    ),
    Command(
        "open_with_options",
        "Open &with Options…",
        "Open a file of points, and choose what to take of it",
        lambda w: w.files.open_with_options(),
        off=_in_a_lesson,
    ),
    Menu("recent", "Open &Recent", fill=_fill_recent),
    Command(
        "open_folder", "Open Fol&der…", "Show the files of a folder one after another, each with a tab", _open_folder
    ),
    Command(
        "next_file",
        "Next &File in Playlist",
        "Open the file after this one",
        lambda w: w.playlist.step(1),
        "Ctrl+PgDown",
        off=lambda w: _no_file(w, 1),
    ),
    Command(
        "previous_file",
        "Pre&vious File in Playlist",
        "Open the file before this one",
        lambda w: w.playlist.step(-1),
        "Ctrl+PgUp",
        off=lambda w: _no_file(w, -1),
    ),
    None,
    Command("save", "&Save", "Save to the file that is open", lambda w: w.files.save(), "Ctrl+S", "save"),
    Command(
        "save_as",
        "Save &As…",
        "Save a session, or the points alone, to another file",
        lambda w: w.files.save_as(),
        "Ctrl+Shift+S",
        search="export csv",
    ),
    Command(
        "notes",
        "No&tes…",
        "A title and a few lines that are shown when the session is opened",
        _write_notes,
        off=_in_a_lesson,
    ),
    None,
    Command(
        "export_picture",
        "Export &Picture…",
        "Canvas and panel as PNG, SVG or PDF",
        lambda w: w.exports.picture(),
        "Ctrl+E",
        search="save image screenshot png svg pdf print",
    ),
    _whole(
        "export_film",
        "Export Fil&m…",
        "A stretch of the run as an animated GIF",
        lambda w: w.exports.film(),
        search="video animation gif",
    ),
    _whole(
        "export_report",
        "Export R&eport…",
        "Notes, picture, result, steps, theory and data as HTML or PDF",
        lambda w: w.exports.report(),
        search="print",
    ),
    _whole(
        "export_player",
        "Export Pla&yer…",
        "A page that plays the run in any browser: a single self-contained HTML file",
        lambda w: w.exports.player(),
    ),
    _whole(
        "export_solution",
        "Export So&lution…",
        "Every step in exact fractions, as HTML, PDF or LaTeX; and beside it the same sheet with gaps",
        lambda w: w.exports.solution(),
        search="print homework",
    ),
    Command(
        "export_worksheet",
        "Export Wor&ksheet…",
        "The lesson on paper, as HTML or PDF: a sheet with gaps, and one with the answers",
        _export_worksheet,
        off=lambda w: "No lesson is open" if w.lesson is None else "",
    ),
    _whole(
        "export_trace",
        "E&xport Trace…",
        "Every update of the run as a row of CSV, whose index counts the examples from 0",
        lambda w: w.exports.trace(),
        "Ctrl+Shift+E",
        "log history table",
    ),
    _whole(
        "classify",
        "&Classify a File…",
        "The learner's class for each example of another file, as CSV",
        lambda w: w.exports.classify(),
        search="predict test accuracy",
    ),
    None,
    Command("quit", "&Quit", "Close the window", lambda w: w.close(), "Ctrl+Q"),
)
