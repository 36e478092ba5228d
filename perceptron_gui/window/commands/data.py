"""The menu Data: other data, and what is done to the points as a whole."""

from __future__ import annotations

from core.plane.projections import PLANE
from perceptron_gui.model.document import editing
from perceptron_gui.window.commands.command import Command, Do, Menu, Moment, Parts, no_points


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
    from perceptron_gui.window.dialogs.number_dialogs import ScaleDialog

    wanted = ScaleDialog(len(editing.chosen(w.document, w.selection)), w).ask()
    if wanted is not None:
        editing.scale(w.document, w.selection, wanted[0], about_mean=wanted[1])
        w.canvas.fit()


def _move_origin(w: Parts) -> None:
    from perceptron_gui.window.dialogs.number_dialogs import OriginDialog

    origin = OriginDialog(w.document.dataset, w.canvas.stage.projection.columns, w).ask()
    if origin is not None:
        editing.move_origin(w.document, origin)
        w.canvas.fit()


def _standardise(w: Parts) -> None:
    editing.standardise(w.document)
    w.canvas.fit()


def _reshape(name: str, text: str, tip: str, do: Do) -> Command:
    return Command(name, text, tip, do, off=no_points, moment=Moment.EDIT)


DATA = Menu(
    "data",
    "&Data",
    Command(
        "gallery",
        "Ga&llery…",
        "Real data and teaching sets, each with what to watch in it",
        _choose_set,
        "Ctrl+Shift+O",
    ),
    Command(
        "generate", "&Generate…", "Make points of a chosen kind: rings, a slow set, a formula …", _generate, "Ctrl+G"
    ),
    None,
    Command(
        "choose_again",
        "&Classes and Features…",
        "Which column holds the labels, which class is +1, which features to use: the file is read again",
        lambda w: w.files.choose_again(),
        off=lambda w: "" if w.files.can_choose_again else "The points were not read from a file",
    ),
    None,
    _reshape("scale", "&Scale…", "The selected points, else all, nearer or further away by a factor", _scale),
    _reshape("move_origin", "&Move the Origin…", "Let another place be the origin of the coordinates", _move_origin),
    _reshape(
        "standardise",
        "S&tandardise",
        "Give every feature that varies mean 0 and standard deviation 1 (over n)",
        _standardise,
    ),
    _reshape(
        "shuffle_labels",
        "Shuffle La&bels",
        "Shuffle the labels of the selected points, else of all",
        lambda w: editing.shuffle_labels(w.document, w.selection),
    ),
)
