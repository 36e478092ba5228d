"""What a right click offers: what can be done with the example there, with the selection, or on empty canvas."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QMenu, QWidget

from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.tools.place import place_at
from perceptron_gui.canvas.tools.select import edit_coordinates
from perceptron_gui.look.notice_bar import Offer
from perceptron_gui.model.document import editing
from perceptron_gui.model.workspace import Workspace


def offers_at(
    stage: Stage, workspace: Workspace, pixel: QPointF, fit: Callable[[], None], window: QWidget
) -> list[list[Offer]]:
    """What can be done at a pixel of the view, in groups.

    An example that is not selected yet becomes the selection, as everywhere on the desktop.
    """
    row = stage.example_at(pixel)
    if row is not None and row not in workspace.selection:
        workspace.selection.set([row])
    here = _on_empty(stage, workspace, pixel) if row is None else _on_example(stage, workspace, row, window)
    groups = [here, _on_selection(workspace), _on_all(workspace, fit)]
    return [group for group in groups if group]


def make_menu(groups: list[list[Offer]], parent: QWidget) -> QMenu:
    """A menu of the offers, with lines between the groups."""
    menu = QMenu(parent)
    for place, group in enumerate(groups):
        if place:
            menu.addSeparator()
        for offer in group:
            menu.addAction(offer.text).triggered.connect(lambda _checked, accept=offer.accept: accept())
    return menu


def _on_example(stage: Stage, workspace: Workspace, row: int, window: QWidget) -> list[Offer]:
    offers = [
        Offer(f"&Edit Coordinates of Example {row + 1:,}…", partial(edit_coordinates, stage, workspace, row, window))
    ]
    update = _next_update_on(stage, row)
    if update is not None:
        offers.append(Offer(f"&Go to Its Next Update, {update:,}", partial(workspace.player.visit_update, update)))
    return offers


def _on_empty(stage: Stage, workspace: Workspace, pixel: QPointF) -> list[Offer]:
    here = partial(place_at, stage, workspace, pixel)
    return [Offer("Place ○ Here", partial(here, 1)), Offer("Place × Here", partial(here, -1))]


def _on_selection(workspace: Workspace) -> list[Offer]:
    count = len(workspace.selection)
    if not count:
        return []
    examples, labels = ("Example", "Label") if count == 1 else (f"{count:,} Examples", f"{count:,} Labels")
    both = workspace.document, workspace.selection
    return [
        Offer(f"&Flip {labels}", partial(editing.flip_selected, *both)),
        Offer(f"&Delete {examples}", partial(editing.delete_selected, *both)),
        Offer("D&eselect", workspace.selection.clear),
    ]


def _on_all(workspace: Workspace, fit: Callable[[], None]) -> list[Offer]:
    if not workspace.document.dataset.n:
        return []
    return [
        Offer("Select &All", partial(editing.select_all, workspace.document, workspace.selection)),
        Offer("Fit to Da&ta", fit),
    ]


def _next_update_on(stage: Stage, row: int) -> int | None:
    """The next update on an example after the playhead, else its first; None where there is no other to go to."""
    run, state = stage.run, stage.state
    if run is None or state is None or run.dataset.n != stage.dataset.n:
        return None
    found = run.history.next_update_on(row, state.update) or run.history.next_update_on(row, 0)
    return None if found == state.update and state.moved else found
