"""What is done to the points: edits, other data, changes of all of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from core.plane.projections import PLANE
from perceptron_gui.canvas import Canvas
from perceptron_gui.files.open_save import Files
from perceptron_gui.model.document import editing
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.document.selection import Selection
from perceptron_gui.model.player import Player
from perceptron_gui.model.pointing.by_hand import ByHand
from perceptron_gui.window.actions import NO_POINTS, Actions, keep_true

if TYPE_CHECKING:
    from perceptron_gui.window.dialogs.gallery import GalleryDialog
    from perceptron_gui.window.dialogs.generate_dialog import GenerateDialog


def bind_undo(actions: Actions, document: Document, by_hand: ByHand) -> None:
    """Undo and redo, named: of what is clicked while a person is the learner, and else of the edits."""
    stack = document.undo_stack
    actions.on(
        undo=lambda: by_hand.take_back() if by_hand.can_take_back else stack.undo(),
        redo=lambda: by_hand.redo() if by_hand.can_redo else stack.redo(),
    )

    edits = {"undo": "", "redo": ""}
    possible = {"undo": False, "redo": False}

    def show() -> None:
        for name, clicked, nothing in (
            ("undo", by_hand.can_take_back, "There is nothing to take back"),
            ("redo", by_hand.can_redo, "Nothing has been taken back"),
        ):
            actions[name].setText(f"&{name.title()} {'Click' if clicked else edits[name]}".strip())
            actions.allow("" if clicked or possible[name] else nothing, name)

    def take(known: dict[str, Any], name: str, value: object) -> None:
        """What the stack tells of itself: as it ends it tells a last time, and cannot be asked any more."""
        known[name] = value
        show()

    stack.undoTextChanged.connect(partial(take, edits, "undo"))
    stack.redoTextChanged.connect(partial(take, edits, "redo"))
    stack.canUndoChanged.connect(partial(take, possible, "undo"))
    stack.canRedoChanged.connect(partial(take, possible, "redo"))
    keep_true(show, by_hand.changed)


def bind_edit(actions: Actions, document: Document, selection: Selection, canvas: Canvas) -> None:
    """What is done to the selected points."""
    insert = editing.insert_after_selected
    actions.on(deselect=selection.clear, insert=lambda: insert(document, selection, canvas.stage.label))
    selected = {
        "cut": editing.cut_selected,
        "copy": editing.copy_selected,
        "paste": editing.paste,
        "duplicate": editing.duplicate_selected,
        "delete": editing.delete_selected,
        "flip": editing.flip_selected,
        "select_all": editing.select_all,
    }
    actions.on(**{name: partial(act, document, selection) for name, act in selected.items()})

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
        from perceptron_gui.window.dialogs.number_dialogs import ScaleDialog

        wanted = ScaleDialog(len(editing.chosen(document, selection)), window).ask()
        if wanted is not None:
            editing.scale(document, selection, wanted[0], about_mean=wanted[1])
            canvas.fit()

    def move_origin() -> None:
        from perceptron_gui.window.dialogs.number_dialogs import OriginDialog

        origin = OriginDialog(document.dataset, canvas.stage.projection.columns, window).ask()
        if origin is not None:
            editing.move_origin(document, origin)
            canvas.fit()

    def standardise() -> None:
        editing.standardise(document)
        canvas.fit()

    shuffle_labels = partial(editing.shuffle_labels, document, selection)
    actions.on(scale=scale, move_origin=move_origin, standardise=standardise, shuffle_labels=shuffle_labels)

    def enable() -> None:
        missing = "" if document.dataset.n else NO_POINTS
        actions.allow(missing, "scale", "move_origin", "standardise", "shuffle_labels")

    keep_true(enable, document.dataset_changed)
