"""The menus File, Edit and Data: files, exports and notes; undo, the clipboard, the selected points and all of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu

from core.names import legible
from core.plane.projections import PLANE
from core.run import Run
from perceptron_gui.canvas.tools import TOOLS
from perceptron_gui.files.settings import PRINTABLE
from perceptron_gui.look.plain import plain
from perceptron_gui.model.document import editing
from perceptron_gui.model.document.document import Document, Selection
from perceptron_gui.window.commands.command import NO_RUN, Command, CommandWords, Menu, Why, choices
from perceptron_gui.window.parts import Parts


def _run_hidden(w: Parts) -> str:
    """Return why a command that shows the whole run is off."""
    if w.player.visible.run is None:
        return NO_RUN
    return "This would show the whole run (Hide the Future is on)" if w.player.visible.view.hidden else ""


def _no_points(w: Parts) -> str:
    """Return why a command that needs a point is off."""
    return "" if w.document.dataset.n else "There are no points"


def _in_a_lesson(w: Parts) -> str:
    return "A lesson is open; end it first" if w.lesson is not None else ""


def _new(w: Parts) -> None:
    w.files.new()
    w.canvas.setFocus()


def _fill_recent(w: Parts, menu: QMenu) -> None:
    def refill() -> None:
        menu.clear()
        for place, path in enumerate(w.settings.recent_files, 1):
            action = menu.addAction(f"&{place % 10}  {legible(path.name).replace('&', '&&')}")
            action.setToolTip(plain(legible(str(path))))
            action.triggered.connect(lambda _checked, path=path: w.files.open_path(path))
        menu.addSeparator()
        menu.addAction("&Clear").triggered.connect(w.files.clear_recent)
        menu.setEnabled(bool(w.settings.recent_files))
        menu.menuAction().setToolTip("" if w.settings.recent_files else "No file was opened or saved yet")

    w.files.recent_changed.connect(refill)
    refill()


def _open_folder(w: Parts) -> None:
    if folder := QFileDialog.getExistingDirectory(w.window, "Open Folder", str(w.files.folder)):
        w.files.several_asked.emit([Path(folder)])


def _no_file(w: Parts, by: int) -> str:
    if not w.playlist.paths:
        return "No playlist is open"
    return "" if 0 <= w.playlist.place + by < len(w.playlist.paths) else "No file is left in the playlist"


def _write_notes(w: Parts) -> None:
    """Show the notes again even if they were hidden and are unchanged."""
    from perceptron_gui.window.dialogs.forms import NotesDialog

    if (notes := NotesDialog(w.document.notes, w.window).ask()) is not None:
        w.document.set_notes(notes)
        w.notes.refresh()


def _export(name: str, export: Callable[[Parts, Run], object]) -> Command:
    """Return the command that exports the whole run, as far as it may be shown."""

    def do(w: Parts) -> None:
        if (run := w.player.visible.run) is not None:
            export(w, run)

    return Command(name, do, _run_hidden)


def _print(w: Parts, what: str) -> None:
    w.settings.printed = what
    if (run := w.player.visible.run) is not None:
        w.exports.print(what, run)


def _not_printed(w: Parts, what: str) -> str:
    return "" if what in PRINTABLE[:3] and w.player.visible.run is not None else _run_hidden(w)


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
    Command("next_file", lambda w: w.playlist.go(w.playlist.place + 1), lambda w: _no_file(w, 1)),
    Command("previous_file", lambda w: w.playlist.go(w.playlist.place - 1), lambda w: _no_file(w, -1)),
    None,
    Command("save", lambda w: w.files.save()),
    Command("save_as", lambda w: w.files.save_as()),
    Command("notes", _write_notes, _in_a_lesson),
    None,
    Command("export_picture", lambda w: w.exports.picture()),
    _export("export_film", lambda w, run: w.exports.film(run)),
    _export("export_report", lambda w, run: w.exports.report(run)),
    _export("export_player", lambda w, run: w.exports.player(run)),
    _export("export_solution", lambda w, run: w.exports.solution(run)),
    Command("export_worksheet", _export_worksheet, lambda w: "No lesson is open" if w.lesson is None else ""),
    _export("export_trace", lambda w, run: w.exports.trace(run)),
    _export("classify", lambda w, run: w.exports.classify(run)),
    None,
    Command("print", lambda w: _print(w, w.settings.printed), lambda w: _not_printed(w, w.settings.printed)),
    Menu(
        "printed",
        "W&hat to Print",
        *choices("print", PRINTABLE, _print, lambda w: w.settings.printed, off=_not_printed),
    ),
    None,
    Command("close", lambda w: w.window.close()),
    Command("quit", lambda w: QApplication.closeAllWindows()),
)


def _history(name: str, nothing: str, *, back: bool) -> Command:
    """Return the command that takes back, or redoes, a click while a person is the learner, and else an edit."""

    def next_one(w: Parts) -> tuple[Callable[[], None], str]:
        """Return the action that does it now, and the name of the edit that is undone or redone; empty for none."""
        by_hand, stack = w.workspace.by_hand, w.document.undo_stack
        if by_hand.on and (by_hand.can_take_back if back else by_hand.can_redo):
            return (by_hand.take_back if back else by_hand.redo), "Click"
        return (stack.undo, stack.undoText()) if back else (stack.redo, stack.redoText())

    return Command(
        name,
        lambda w: next_one(w)[0](),
        lambda w: "" if next_one(w)[1] else nothing,
        face=lambda w: (f"&{name.title()} {next_one(w)[1]}".strip(), name),
    )


def _none_selected(w: Parts) -> str:
    return "" if len(w.selection) else "No point is selected"


def _edit(name: str, edit: Callable[[Document, Selection], object], off: Why | None = _none_selected) -> Command:
    return Command(name, lambda w: edit(w.document, w.selection), off)


def _tool_off(w: Parts, name: str) -> str:
    if w.workspace.visible.view.presents:
        return "Tools are off while presenting"
    if name not in w.tools_here:
        return "This step does without it"
    return "" if w.player.visible.run is None else TOOLS[name].idle(w.player.visible.run)


def _tool_words(name: str) -> CommandWords:
    tool = TOOLS[name]
    return CommandWords(tool.title, tool.tooltip, tool.shortcut, tool.icon)


_TOOLS = choices(
    "tool",
    TOOLS,
    lambda w, name: w.canvas.view.set_tool(name),
    lambda w: w.canvas.view.tool,
    words=_tool_words,
    off=_tool_off,
)


def _show_preferences(w: Parts) -> None:
    """Offer what a person chooses for every session: the menus of View with these alternatives."""
    menu = QMenu(w.window, title="Preferences")
    for name in ("appearance", "motion", "spoken_steps", "enlarged"):
        menu.addMenu(w.menu_bar.findChildren(QMenu, name)[0])
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(w.menu_bar.mapToGlobal(w.menu_bar.rect().bottomLeft()))


EDIT = Menu(
    "edit",
    "&Edit",
    _history("undo", "There is nothing to undo", back=True),
    _history("redo", "Nothing was undone", back=False),
    None,
    _edit("cut", editing.cut_selected),
    _edit("copy", editing.copy_selected),
    _edit("paste", editing.paste, off=None),
    _edit("duplicate", editing.duplicate_selected),
    Command("insert", lambda w: editing.insert_after_selected(w.document, w.selection, w.canvas.stage.label)),
    _edit("delete", editing.delete_selected),
    _edit("flip", editing.flip_selected),
    _edit("select_all", editing.select_all, _no_points),
    _edit("deselect", lambda _, selection: selection.clear()),
    None,
    Command("copy_picture", lambda w: w.exports.copy_picture()),
    Command("copy_numbers", lambda w: QGuiApplication.clipboard().setText(w.panel.numbers_as_text()), _run_hidden),
    None,
    Menu("tools", "T&ool", *_TOOLS),
    None,
    Command("preferences", _show_preferences),
)


def _choose_set(w: Parts) -> None:
    if w.gallery.exec():
        w.files.open_built_in(w.gallery.chosen)


def _generate(w: Parts, kind: str = "") -> None:
    """Ask for points to make, of this kind if one is given."""
    dialog = w.generator
    if kind:
        dialog.kinds.setCurrentIndex(dialog.kinds.findData(kind))
    dialog.offer_adding(w.document.dataset.d == PLANE)
    if not dialog.exec() or (made := dialog.chosen) is None:
        return
    if not (adds := dialog.add_to_all.isChecked()):
        w.selection.clear()
        w.player.pause()
        w.player.home()
    editing.take_generated(w.document, made, dialog.kind, add=adds)
    w.canvas.view.fit()


def _scale(w: Parts) -> None:
    from perceptron_gui.window.dialogs.forms import ScaleDialog

    if (wanted := ScaleDialog(len(editing.chosen(w.document, w.selection)), w.window).ask()) is not None:
        editing.scale(w.document, w.selection, wanted[0], about_mean=wanted[1])
        w.canvas.view.fit()


def _move_origin(w: Parts) -> None:
    from perceptron_gui.window.dialogs.forms import OriginDialog

    if (origin := OriginDialog(w.document.dataset, w.canvas.stage.projection.columns, w.window).ask()) is not None:
        editing.move_origin(w.document, origin)
        w.canvas.view.fit()


def _standardise(w: Parts) -> None:
    editing.standardise(w.document)
    w.canvas.view.fit()


def _not_from_a_file(w: Parts) -> str:
    return "" if w.files.source is not None else "The points were not read from a file"


DATA = Menu(
    "data",
    "&Data",
    Command("gallery", _choose_set),
    Command("generate", _generate),
    Command("generate_exam", lambda w: _generate(w, "exam")),
    None,
    Command("choose_again", lambda w: w.files.choose_again(), _not_from_a_file),
    None,
    Command("scale", _scale, _no_points),
    Command("move_origin", _move_origin, _no_points),
    Command("standardise", _standardise, _no_points),
    Command("shuffle_labels", lambda w: editing.shuffle_labels(w.document, w.selection), _no_points),
)
