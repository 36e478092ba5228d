"""The menu File: files, exports and notes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMenu

from core.names import legible
from perceptron_gui.look.plain import plain
from perceptron_gui.window.commands.command import Command, Menu, whole_run_hidden
from perceptron_gui.window.parts import Parts


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
    folder = QFileDialog.getExistingDirectory(w.window, "Open Folder", str(w.files.folder))
    if folder:
        w.files.several_asked.emit([Path(folder)])


def _no_file(w: Parts, by: int) -> str:
    playlist = w.playlist
    if not playlist.paths:
        return "No playlist is open"
    return "" if 0 <= playlist.after(by) < len(playlist.paths) else "No file is left in the playlist"


def _write_notes(w: Parts) -> None:
    """Show the notes again even if they were hidden and are unchanged."""
    from perceptron_gui.window.dialogs.forms import NotesDialog

    if (notes := NotesDialog(w.document.notes, w.window).ask()) is not None:
        w.document.set_notes(notes)
        w.notes.refresh()


def _export_worksheet(w: Parts) -> None:
    if w.lesson is not None:
        w.exports.worksheet(w.lesson)


FILE = Menu(
    "file",
    "&File",
    Command("new", _new, _in_a_lesson),
    Command("open", lambda w: w.files.open(), _in_a_lesson),
    Command("open_with_options", lambda w: w.files.open_with_options(), _in_a_lesson),
    Menu("recent", "Open &Recent", fill=_fill_recent),
    Command("open_folder", _open_folder),
    Command("next_file", lambda w: w.playlist.step(1), lambda w: _no_file(w, 1)),
    Command("previous_file", lambda w: w.playlist.step(-1), lambda w: _no_file(w, -1)),
    None,
    Command("save", lambda w: w.files.save()),
    Command("save_as", lambda w: w.files.save_as()),
    Command("notes", _write_notes, _in_a_lesson),
    None,
    Command("export_picture", lambda w: w.exports.picture()),
    Command("export_film", lambda w: w.exports.film(), whole_run_hidden),
    Command("export_report", lambda w: w.exports.report(), whole_run_hidden),
    Command("export_player", lambda w: w.exports.player(), whole_run_hidden),
    Command("export_solution", lambda w: w.exports.solution(), whole_run_hidden),
    Command("export_worksheet", _export_worksheet, lambda w: "No lesson is open" if w.lesson is None else ""),
    Command("export_trace", lambda w: w.exports.trace(), whole_run_hidden),
    Command("classify", lambda w: w.exports.classify(), whole_run_hidden),
    None,
    Command("quit", lambda w: w.window.close()),
)
