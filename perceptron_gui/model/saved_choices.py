"""What a person chose over a workspace, as a session keeps it: examples, a trial, the manner of telling, the step."""

from __future__ import annotations

from typing import Any

from perceptron_gui.model.player import Granularity
from perceptron_gui.model.saved_setting import SavedBy, SavedSetting, of_kind
from perceptron_gui.model.workspace import Workspace


def chosen_in(workspace: Workspace) -> dict[str, SavedSetting]:
    """Name → what was chosen, whatever it is looked at in."""
    player, selection = workspace.player, workspace.selection

    def select(value: Any) -> None:
        rows = of_kind(value, list)
        if not {int}.issuperset(map(type, rows)):
            raise TypeError
        if rows and not 0 <= min(rows) <= max(rows) < workspace.document.dataset.n:
            raise ValueError
        selection.set(rows)

    return {
        "manner": workspace.theorem_view,
        "step": SavedBy(lambda: str(player.granularity), lambda value: player.set_granularity(Granularity(value))),
        "selected": SavedBy(lambda: list(selection.indices), select),
        "trial": workspace.own_separator,
    }
