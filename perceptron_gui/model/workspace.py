"""What canvas and panels are made from: points, selection, playhead; what is pointed at, laid over and tried out."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject

from perceptron_gui.model.document import Document
from perceptron_gui.model.highlight import Highlight
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

    @classmethod
    def over(cls, document: Document, parent: QObject | None = None) -> Workspace:
        """Nothing selected, pointed at, laid over or tried out, and no run yet over the points of `document`."""
        return cls(
            document,
            Selection(parent),
            Player(parent),
            Highlight(parent),
            Pointed(parent),
            Overlay(parent),
            Trial(document, parent),
        )
