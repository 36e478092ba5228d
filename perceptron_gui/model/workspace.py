"""What canvas and panels are made from: points, selection, playhead, what is pointed at and what is laid over."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QObject

from perceptron_gui.model.document import Document
from perceptron_gui.model.highlight import Highlight
from perceptron_gui.model.overlay import Overlay
from perceptron_gui.model.player import Player
from perceptron_gui.model.selection import Selection


@dataclass(frozen=True, eq=False)
class Workspace:
    """One of each: who draws listens to them, who is clicked tells them, and none knows another."""

    document: Document
    selection: Selection
    player: Player
    highlight: Highlight
    overlay: Overlay = field(default_factory=Overlay)

    @classmethod
    def over(cls, document: Document, parent: QObject | None = None) -> Workspace:
        """Nothing selected, nothing pointed at, and no run yet over the points of `document`."""
        return cls(document, Selection(parent), Player(parent), Highlight(parent), Overlay(parent))
