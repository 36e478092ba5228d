"""What canvas and panels are made from: points, playhead, and what is selected, laid over, tried or put aside."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QObject

from perceptron_gui.model.document.document import Document
from perceptron_gui.model.document.held_out_file import Aside
from perceptron_gui.model.document.selection import Selection
from perceptron_gui.model.player import Player
from perceptron_gui.model.pointing.compared_boundaries import Overlay
from perceptron_gui.model.pointing.highlight import Highlight
from perceptron_gui.model.pointing.hover_point import Pointed
from perceptron_gui.model.pointing.own_separator import Trial
from perceptron_gui.model.pointing.prediction_quiz import Guess
from perceptron_gui.model.theorem_view import Manner


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
