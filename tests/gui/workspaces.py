"""What panels are made from, around a playhead that a test moves itself."""

from __future__ import annotations

from dataclasses import replace

from perceptron_gui.model.document import Document
from perceptron_gui.model.highlight import Highlight
from perceptron_gui.model.player import Player
from perceptron_gui.model.workspace import Workspace


def workspace_of(player: Player, highlight: Highlight | None = None) -> Workspace:
    """A workspace with this playhead."""
    made = Workspace.over(Document())
    return replace(made, player=player, highlight=highlight or made.highlight)
