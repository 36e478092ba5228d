"""What is done to the points: edits, other data, changes of all of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from core.plane.projections import PLANE
from perceptron_gui.canvas import Canvas
from perceptron_gui.files.open_save import Files
from perceptron_gui.model.document import clipboard, editing, reshaping
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.document.selection import Selection
from perceptron_gui.model.player import Player
from perceptron_gui.window.actions import Actions
from perceptron_gui.window.bindings.reasons import NO_POINTS

if TYPE_CHECKING:
    from perceptron_gui.window.dialogs.gallery import GalleryDialog
    from perceptron_gui.window.dialogs.generate_dialog import GenerateDialog


def bind_edit(actions: Actions, document: Document, selection: Selection) -> None:
    """Undo and redo, named; what is done to the selected points."""
    stack = document.undo_stack
    for name, slot in (("undo", stack.undo), ("redo", stack.redo), ("deselect", selection.clear)):
        actions.on(name, slot)
    for name, act in (
        ("cut", clipboard.cut_selected),
        ("copy", clipboard.copy_selected),
        ("paste", clipboard.paste),
        ("duplicate", editing.duplicate_selected),
        ("insert", editing.insert_after_selected),
        ("delete", editing.delete_selected),
    ):
        actions.on(name, partial(act, document, selection))
    actions.on("flip", lambda: editing.flip_selected(document, selection))
    actions.on("select_all", lambda: editing.select_all(document, selection))
    for name, verb, text_changed, text in (
        ("undo", "&Undo", stack.undoTextChanged, stack.undoText),
        ("redo", "&Redo", stack.redoTextChanged, stack.redoText),
    ):
        _name(actions, name, verb, text())
        text_changed.connect(lambda text, name=name, verb=verb: _name(actions, name, verb, text))

    def allow_undo(can: bool) -> None:
        actions.allow("undo", "" if can else "There is nothing to take back")

    def allow_redo(can: bool) -> None:
        actions.allow("redo", "" if can else "Nothing has been taken back")

    def enable() -> None:
        for name in ("cut", "copy", "duplicate", "delete", "flip", "deselect"):
            actions.allow(name, "" if len(selection) else "No point is selected")
        actions.allow("select_all", "" if document.dataset.n else NO_POINTS)

    stack.canUndoChanged.connect(allow_undo)
    stack.canRedoChanged.connect(allow_redo)
    allow_undo(stack.canUndo())
    allow_redo(stack.canRedo())
    selection.changed.connect(enable)
    document.dataset_changed.connect(enable)
    enable()


def bind_data(
    actions: Actions,
    generator: Callable[[], GenerateDialog],
    document: Document,
    selection: Selection,
    player: Player,
    canvas: Canvas,
) -> None:
    """Data made to a plan; the dialog keeps what was chosen for the next time."""

    def generate() -> None:
        dialog = generator()
        dialog.offer_adding(document.dataset.d == PLANE)
        if not dialog.exec() or (made := dialog.made()) is None:
            return
        if not dialog.adds:
            selection.clear()
            player.pause()
            player.home()
        editing.take_generated(document, made, dialog.kind, add=dialog.adds)
        canvas.fit()

    actions.on("generate", generate)


def bind_sources(actions: Actions, gallery: Callable[[], GalleryDialog], files: Files, document: Document) -> None:
    """The data that come with the program, and what else may be taken of the file that is shown."""

    def choose_set() -> None:
        dialog = gallery()
        if dialog.exec():
            files.open_built_in(dialog.chosen)

    actions.on("gallery", choose_set)
    actions.on("choose_again", files.choose_again)

    def enable() -> None:
        actions.allow("choose_again", "" if files.can_choose_again else "The points were not read from a file")

    document.path_changed.connect(enable)
    enable()


def bind_reshaping(actions: Actions, document: Document, selection: Selection, canvas: Canvas, window: QWidget) -> None:
    """What is done to the points as a whole; the view shows them all again."""

    def scale() -> None:
        from perceptron_gui.window.dialogs.reshaping_dialogs import ask_scaling

        wanted = ask_scaling(len(reshaping.chosen(document, selection)), window)
        if wanted is not None:
            reshaping.scale(document, selection, wanted.factor, about_mean=wanted.about_mean)
            canvas.fit()

    def move_origin() -> None:
        from perceptron_gui.window.dialogs.reshaping_dialogs import ask_origin

        origin = ask_origin(document.dataset, canvas.stage.projection.columns, window)
        if origin is not None:
            reshaping.move_origin(document, origin)
            canvas.fit()

    def standardise() -> None:
        reshaping.standardise(document)
        canvas.fit()

    actions.on("scale", scale)
    actions.on("move_origin", move_origin)
    actions.on("standardise", standardise)
    actions.on("shuffle_labels", partial(reshaping.shuffle_labels, document, selection))

    def enable() -> None:
        for name in ("scale", "move_origin", "standardise", "shuffle_labels"):
            actions.allow(name, "" if document.dataset.n else NO_POINTS)

    document.dataset_changed.connect(enable)
    enable()


def _name(actions: Actions, name: str, verb: str, what: str) -> None:
    actions[name].setText(f"{verb} {what}".strip())
