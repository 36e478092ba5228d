"""The menus Edit and Data: undo, the selected points, the clipboard, other data, and the points as a whole."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QGuiApplication

from core.plane.projections import PLANE
from perceptron_gui.canvas.tools import TOOLS
from perceptron_gui.canvas.tools.tool import Tool
from perceptron_gui.model.document import editing
from perceptron_gui.model.document.document import Document, Selection
from perceptron_gui.window.commands.command import AskedAt, Command, Do, Menu, Parts, Why, no_points, whole_run_hidden

Edit = Callable[[Document, Selection], object]


def _history(name: str, tip: str, keys: str, nothing: str, *, back: bool) -> Command:
    """Return the command that takes back, or redoes, a click while a person is the learner, and else an edit."""

    def next_one(w: Parts) -> tuple[Callable[[], None], str] | None:
        """Return the action that does it now, and the name of the edit that is undone or redone."""
        by_hand, stack = w.workspace.by_hand, w.document.undo_stack
        if by_hand.can_take_back if back else by_hand.can_redo:
            return (by_hand.take_back if back else by_hand.redo), "Click"
        if back:
            return (stack.undo, stack.undoText()) if stack.canUndo() else None
        return (stack.redo, stack.redoText()) if stack.canRedo() else None

    def do(w: Parts) -> None:
        if (found := next_one(w)) is not None:
            found[0]()

    def face(w: Parts) -> tuple[str, str]:
        found = next_one(w)
        return f"&{name.title()} {'' if found is None else found[1]}".strip(), name

    def off(w: Parts) -> str:
        return nothing if next_one(w) is None else ""

    return Command(name, f"&{name.title()}", tip, do, keys, name, off=off, face=face, moment=AskedAt.EDIT)


def _none_selected(w: Parts) -> str:
    return "" if len(w.selection) else "No point is selected"


def _edit(name: str, text: str, tip: str, edit: Edit, keys: str, off: Why | None = _none_selected) -> Command:
    """Return a command that edits the selected points."""
    return Command(name, text, tip, lambda w: edit(w.document, w.selection), keys, off=off, moment=AskedAt.EDIT)


def _tool(name: str, tool: type[Tool]) -> Command:
    def off(w: Parts) -> str:
        if w.presentation.on:
            return "Tools are off while presenting"
        if name not in w.tools_here:
            return "This step does without it"
        return "" if w.player.visible.run is None else tool.idle(w.player.visible.run)

    return Command(
        f"tool_{name}",
        tool.title,
        tool.tooltip,
        lambda w: w.canvas.view.set_tool(name),
        tool.shortcut,
        tool.icon,
        off=off,
        moment=AskedAt.RUN,
        on=lambda w: w.canvas.view.tool == name,
        group="tool",
    )


EDIT = Menu(
    "edit",
    "&Edit",
    _history("undo", "Undo the last edit", "Ctrl+Z", "There is nothing to undo", back=True),
    _history("redo", "Redo the edit that was undone", "Ctrl+Shift+Z Ctrl+Y", "Nothing was undone", back=False),
    None,
    _edit("cut", "Cu&t", "Copy the selected points, and remove them", editing.cut_selected, "Ctrl+X"),
    _edit(
        "copy",
        "&Copy",
        "Copy the selected points as text, for a spreadsheet or for another window",
        editing.copy_selected,
        "Ctrl+C",
    ),
    _edit(
        "paste",
        "&Paste",
        "Add the points that a spreadsheet or another window copied",
        editing.paste,
        "Ctrl+V",
        off=None,
    ),
    _edit(
        "duplicate",
        "Dup&licate",
        "Add the selected points once more, at the same places",
        editing.duplicate_selected,
        "Ctrl+D",
    ),
    Command(
        "insert",
        "&Insert Point",
        "Insert a point of the tool's class at the origin, after the selected points",
        lambda w: editing.insert_after_selected(w.document, w.selection, w.canvas.stage.label),
        "Ins",
    ),
    _edit("delete", "&Delete", "Delete the selected points", editing.delete_selected, "Del Backspace"),
    _edit("flip", "&Flip Labels", "Turn ○ into × and × into ○ among the selected points", editing.flip_selected, "F"),
    _edit("select_all", "Select &All", "Select every point", editing.select_all, "Ctrl+A", off=no_points),
    _edit("deselect", "D&eselect", "Select nothing", lambda _, selection: selection.clear(), "Ctrl+Shift+A"),
    None,
    Command(
        "copy_picture",
        "Cop&y Picture",
        "Copy canvas and panel as a picture",
        lambda w: w.exports.copy_picture(),
        "Ctrl+Alt+C",
        search="screenshot image clipboard",
    ),
    Command(
        "copy_numbers",
        "Copy &Numbers",
        "Copy what is shown: the rows of the theorem, or the table of Compare",
        lambda w: QGuiApplication.clipboard().setText(w.panel.numbers_as_text()),
        "Ctrl+Shift+C",
        off=whole_run_hidden,
        moment=AskedAt.RUN,
    ),
    None,
    Menu("tools", "T&ool", *(_tool(name, tool) for name, tool in TOOLS.items())),
)


def _choose_set(w: Parts) -> None:
    dialog = w.gallery
    if dialog.exec():
        w.files.open_built_in(dialog.chosen)


def _generate(w: Parts) -> None:
    dialog = w.generator
    dialog.offer_adding(w.document.dataset.d == PLANE)
    if not dialog.exec() or (made := dialog.chosen) is None:
        return
    if not dialog.adds:
        w.selection.clear()
        w.player.pause()
        w.player.home()
    editing.take_generated(w.document, made, dialog.kind, add=dialog.adds)
    w.canvas.fit()


def _scale(w: Parts) -> None:
    from perceptron_gui.window.dialogs.forms import ScaleDialog

    wanted = ScaleDialog(len(editing.chosen(w.document, w.selection)), w).ask()
    if wanted is not None:
        editing.scale(w.document, w.selection, wanted[0], about_mean=wanted[1])
        w.canvas.fit()


def _move_origin(w: Parts) -> None:
    from perceptron_gui.window.dialogs.forms import OriginDialog

    origin = OriginDialog(w.document.dataset, w.canvas.stage.projection.columns, w).ask()
    if origin is not None:
        editing.move_origin(w.document, origin)
        w.canvas.fit()


def _standardise(w: Parts) -> None:
    editing.standardise(w.document)
    w.canvas.fit()


def _reshape(name: str, text: str, tip: str, do: Do, search: str = "") -> Command:
    return Command(name, text, tip, do, search=search, off=no_points, moment=AskedAt.EDIT)


DATA = Menu(
    "data",
    "&Data",
    Command(
        "gallery",
        "Ga&llery…",
        "Real data and teaching sets, each with what to watch in it",
        _choose_set,
        "Ctrl+Shift+O",
        search="dataset iris samples",
    ),
    Command(
        "generate",
        "&Generate…",
        "Make points of a chosen kind: rings, a slow set, a formula …",
        _generate,
        "Ctrl+G",
        search="random dataset synthetic",
    ),
    None,
    Command(
        "choose_again",
        "&Classes and Features…",
        "Which column holds the labels, which class is +1, which features to use: the file is read again",
        lambda w: w.files.choose_again(),
        off=lambda w: "" if w.files.can_choose_again else "The points were not read from a file",
        search="columns label target",
    ),
    None,
    _reshape(
        "scale",
        "&Scale…",
        "The selected points, else all, nearer or further away by a factor",
        _scale,
        "normalize resize",
    ),
    _reshape("move_origin", "&Move the Origin…", "Let another place be the origin of the coordinates", _move_origin),
    _reshape(
        "standardise",
        "S&tandardise",
        "Give every feature that varies mean 0 and standard deviation 1 (over n)",
        _standardise,
        "standardize normalize normalise scale features",
    ),
    _reshape(
        "shuffle_labels",
        "Shuffle La&bels",
        "Shuffle the labels of the selected points, else of all",
        lambda w: editing.shuffle_labels(w.document, w.selection),
        "random permute",
    ),
)
