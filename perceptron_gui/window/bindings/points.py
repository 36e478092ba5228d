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
from perceptron_gui.window.actions import NO_POINTS, Actions, keep_true
from perceptron_gui.window.dialogs.number_dialogs import OriginDialog, ScaleDialog

if TYPE_CHECKING:
    from perceptron_gui.window.dialogs.gallery import GalleryDialog
    from perceptron_gui.window.dialogs.generate_dialog import GenerateDialog


def bind_edit(actions: Actions, document: Document, selection: Selection) -> None:
    """Undo and redo, named; what is done to the selected points."""
    stack = document.undo_stack
    actions.on(undo=stack.undo, redo=stack.redo, deselect=selection.clear)
    selected = {
        "cut": clipboard.cut_selected,
        "copy": clipboard.copy_selected,
        "paste": clipboard.paste,
        "duplicate": editing.duplicate_selected,
        "insert": editing.insert_after_selected,
        "delete": editing.delete_selected,
        "flip": editing.flip_selected,
        "select_all": editing.select_all,
    }
    actions.on(**{name: partial(act, document, selection) for name, act in selected.items()})

    for name, verb, nothing, text_changed, can_changed in (
        ("undo", "&Undo", "There is nothing to take back", stack.undoTextChanged, stack.canUndoChanged),
        ("redo", "&Redo", "Nothing has been taken back", stack.redoTextChanged, stack.canRedoChanged),
    ):
        actions.allow(nothing, name)  # of a document that was just made
        text_changed.connect(lambda text, name=name, verb=verb: actions[name].setText(f"{verb} {text}".strip()))
        can_changed.connect(lambda can, name=name, nothing=nothing: actions.allow("" if can else nothing, name))

    def enable() -> None:
        missing = "" if len(selection) else "No point is selected"
        actions.allow(missing, "cut", "copy", "duplicate", "delete", "flip", "deselect")
        actions.allow("" if document.dataset.n else NO_POINTS, "select_all")

    keep_true(enable, selection.changed, document.dataset_changed)


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
        if not dialog.exec() or (made := dialog.chosen) is None:
            return
        if not dialog.adds:
            selection.clear()
            player.pause()
            player.home()
        editing.take_generated(document, made, dialog.kind, add=dialog.adds)
        canvas.fit()

    actions.on(generate=generate)


def bind_sources(actions: Actions, gallery: Callable[[], GalleryDialog], files: Files, document: Document) -> None:
    """The data that come with the program, and what else may be taken of the file that is shown."""

    def choose_set() -> None:
        dialog = gallery()
        if dialog.exec():
            files.open_built_in(dialog.chosen)

    actions.on(gallery=choose_set, choose_again=files.choose_again)

    def enable() -> None:
        actions.allow("" if files.can_choose_again else "The points were not read from a file", "choose_again")

    keep_true(enable, document.path_changed)


def bind_reshaping(actions: Actions, document: Document, selection: Selection, canvas: Canvas, window: QWidget) -> None:
    """What is done to the points as a whole; the view shows them all again."""

    def scale() -> None:
        wanted = ScaleDialog(len(reshaping.chosen(document, selection)), window).ask()
        if wanted is not None:
            reshaping.scale(document, selection, wanted.factor, about_mean=wanted.about_mean)
            canvas.fit()

    def move_origin() -> None:
        origin = OriginDialog(document.dataset, canvas.stage.projection.columns, window).ask()
        if origin is not None:
            reshaping.move_origin(document, origin)
            canvas.fit()

    def standardise() -> None:
        reshaping.standardise(document)
        canvas.fit()

    shuffle_labels = partial(reshaping.shuffle_labels, document, selection)
    actions.on(scale=scale, move_origin=move_origin, standardise=standardise, shuffle_labels=shuffle_labels)

    def enable() -> None:
        missing = "" if document.dataset.n else NO_POINTS
        actions.allow(missing, "scale", "move_origin", "standardise", "shuffle_labels")

    keep_true(enable, document.dataset_changed)
