"""The fan of voters: the boundaries of the vectors that survived longest, the stronger the more votes they have."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from PySide6.QtCore import QLineF
from PySide6.QtGui import QPainter

from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.placing import Label, beside
from perceptron_gui.canvas.plane import to_plane
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.viewport import Viewport
from perceptron_gui.canvas.voters import Voter
from perceptron_gui.look.sentences import counted

_WIDTH = 1.2
_FAINTEST, _STRONGEST = 0.08, 0.7


class Fan(Layer):
    """Drawn where every vector votes; the longest-lived is named, with its votes."""

    kept = True

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.player.shown, stage.player.run_changed))

    def blank(self) -> bool:
        """Whether no vector has a line."""
        return not self.stage.voters.lines

    def draw(self, painter: QPainter, view: Viewport) -> None:
        """Draw those in view, the strongest on top."""
        voters = self.stage.voters.lines
        for voter in reversed(voters):
            if (segment := self.segment(view, voter)) is not None:
                painter.setPen(self.stage.theme.pen("voters", _WIDTH, alpha=opacity(voter.votes, voters[0].votes)))
                painter.drawLine(segment)

    def labels(self, view: Viewport) -> Iterable[Label]:
        """Name the one with most votes, where there are others."""
        voters = self.stage.voters.lines
        segment = self.segment(view, voters[0]) if len(voters) > 1 else None
        if segment is not None:
            votes = counted(voters[0].votes, "vote")
            yield Label(f"longest-lived: {votes}", "voters", beside(segment), stretch=segment, shorter=votes)

    def notes(self) -> Iterable[str]:
        """How many of how many are drawn, where it is not all."""
        drawn, among = len(self.stage.voters.lines), self.stage.voters.among
        if 0 < drawn < among:
            yield f"{drawn:,} of {among:,} voters drawn: those that survived longest"

    def segment(self, view: Viewport, voter: Voter) -> QLineF | None:
        """A voter's boundary, as far as it is in view."""
        return view.segment(view.line(to_plane(voter.w), voter.b))


def opacity(votes: int, most: int) -> float:
    """By the root of the share of `most`, so that few votes still leave a trace."""
    return _FAINTEST + (_STRONGEST - _FAINTEST) * sqrt(votes / most)
