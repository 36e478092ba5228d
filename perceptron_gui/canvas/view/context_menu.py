"""What a right click offers: what can be done with the example there, with the selection, or on empty canvas."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QMenu, QWidget

from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.tools.place import place_at
from perceptron_gui.canvas.tools.select import edit_coordinates
from perceptron_gui.canvas.tools.tool import Pointer, example_at
from perceptron_gui.look.notice_bar import Offer
from perceptron_gui.model.document import editing


def offers_at(stage: Stage, pixel: QPointF, fit: Callable[[], None], window: QWidget) -> list[list[Offer]]:
    """What can be done at a pixel of the view, in groups.

    An example that is not selected yet becomes the selection, as everywhere on the desktop.
    """
    row = example_at(stage, pixel)
    if row is not None and row not in stage.selection:
        stage.selection.set([row])
    here = _on_empty(stage, pixel) if row is None else _on_example(stage, row, window)
    groups = [here, _on_selection(stage), _on_all(stage, fit)]
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


def _on_example(stage: Stage, row: int, window: QWidget) -> list[Offer]:
    offers = [Offer(f"&Edit Coordinates of Example {row + 1:,}…", partial(edit_coordinates, stage, row, window))]
    update = _next_update_on(stage, row)
    if update is not None:
        offers.append(Offer(f"&Go to Its Next Update, {update:,}", partial(stage.player.visit_update, update)))
    return offers


def _on_empty(stage: Stage, pixel: QPointF) -> list[Offer]:
    here = partial(place_at, stage, Pointer(pixel))
    return [Offer("Place ○ Here", partial(here, 1)), Offer("Place × Here", partial(here, -1))]


def _on_selection(stage: Stage) -> list[Offer]:
    count = len(stage.selection)
    if not count:
        return []
    examples, labels = ("Example", "Label") if count == 1 else (f"{count:,} Examples", f"{count:,} Labels")
    both = stage.document, stage.selection
    return [
        Offer(f"&Flip {labels}", partial(editing.flip_selected, *both)),
        Offer(f"&Delete {examples}", partial(editing.delete_selected, *both)),
        Offer("D&eselect", stage.selection.clear),
    ]


def _on_all(stage: Stage, fit: Callable[[], None]) -> list[Offer]:
    if not stage.dataset.n:
        return []
    return [
        Offer("Select &All", partial(editing.select_all, stage.document, stage.selection)),
        Offer("Fit to Da&ta", fit),
    ]


def _next_update_on(stage: Stage, row: int) -> int | None:
    """The next update on an example after the playhead, else its first; None where there is no other to go to."""
    run, state = stage.run, stage.state
    if run is None or state is None or run.dataset.n != stage.dataset.n:
        return None
    found = run.history.next_update_on(row, state.update) or run.history.next_update_on(row, 0)
    return None if found == state.update and state.moved else found
