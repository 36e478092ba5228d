"""What panels are made from, around a playhead that a test moves itself."""

from __future__ import annotations

from perceptron_gui.model.document import Document
from perceptron_gui.model.highlight import Highlight
from perceptron_gui.model.player import Player
from perceptron_gui.model.pointed import Pointed
from perceptron_gui.model.selection import Selection
from perceptron_gui.model.workspace import Workspace


def workspace_of(player: Player, highlight: Highlight | None = None) -> Workspace:
    """A workspace with this playhead."""
    return Workspace(Document(), Selection(), player, highlight or Highlight(), Pointed())
