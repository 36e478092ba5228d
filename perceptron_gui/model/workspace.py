"""What canvas and panels are made from: points, playhead, and what is selected, laid over, tried or put aside."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QObject

from perceptron_gui.model.aside import Aside
from perceptron_gui.model.document import Document
from perceptron_gui.model.guess import Guess
from perceptron_gui.model.highlight import Highlight
from perceptron_gui.model.manner import Manner
from perceptron_gui.model.overlay import Overlay
from perceptron_gui.model.player import Player
from perceptron_gui.model.pointed import Pointed
from perceptron_gui.model.selection import Selection
from perceptron_gui.model.trial import Trial


@dataclass(frozen=True, eq=False)
class Workspace:
    """One of each: who draws listens to them, who is clicked tells them, and none knows another."""

    document: Document
    selection: Selection
    player: Player
    highlight: Highlight
    pointed: Pointed
    overlay: Overlay
    trial: Trial
    guess: Guess
    aside: Aside
    manner: Manner = field(default_factory=Manner)

    @classmethod
    def over(cls, document: Document, parent: QObject | None = None) -> Workspace:
        """Nothing selected, pointed at, laid over or tried out, and no run yet over the points of `document`."""
        player = Player(parent)
        return cls(
            document,
            Selection(parent),
            player,
            Highlight(parent),
            Pointed(parent),
            Overlay(parent),
            Trial(document, parent),
            Guess(player, parent),
            Aside(document, parent),
            Manner(parent),
        )
