"""The fan of voters: the boundaries of the vectors that survived longest, the stronger the more votes they have."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from PySide6.QtCore import QElapsedTimer, QLineF, Qt, Slot
from PySide6.QtGui import QPainter

from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.placing import Label, beside
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.viewport import PixelLine, Viewport
from perceptron_gui.look.sentences import counted

_WIDTH = 1.0
"""A line of one pixel with flat ends is drawn in a tenth of the time of a thicker one."""
_PAUSE_MS = 60
_FAINTEST, _STRONGEST = 0.08, 0.7


class Fan(Layer):
    """Drawn where every vector votes; the longest-lived is named, with its votes."""

    kept = True

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._drawn: list[tuple[int, int]] = []
        self._clock = QElapsedTimer()
        stage.player.shown.connect(self._follow)
        stage.player.playing_changed.connect(self._follow)

    def blank(self) -> bool:
        """Whether no vector has a line."""
        return not self.stage.voters.lines

    def draw(self, painter: QPainter, view: Viewport) -> None:
        """Draw those in view, the strongest on top."""
        voters = self.stage.voters.lines
        for voter in reversed(voters):
            if (segment := _across(self.stage.line(voter.w, voter.b), view)) is not None:
                pen = self.stage.theme.pen("voters", _WIDTH, alpha=opacity(voter.votes, voters[0].votes))
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
                painter.setPen(pen)
                painter.drawLine(segment)

    def labels(self, view: Viewport) -> Iterable[Label]:
        """Name the one with most votes, where there are others."""
        voters = self.stage.voters.lines
        longest = self.stage.line(voters[0].w, voters[0].b) if len(voters) > 1 else None
        segment = None if longest is None else view.segment(longest)
        if segment is not None:
            votes = counted(voters[0].votes, "vote")
            yield Label(f"longest-lived: {votes}", "voters", beside(segment), stretch=segment, shorter=votes)

    def notes(self) -> Iterable[str]:
        """How many of how many are drawn, where it is not all."""
        drawn, among = len(self.stage.voters.lines), self.stage.voters.among
        if 0 < drawn < among:
            yield f"{drawn:,} of {among:,} voters drawn: those that survived longest"

    @Slot()
    def _follow(self) -> None:
        """Draw anew only where lines or votes are others: late in a run most stay for long.

        While the playhead runs that is not done in every frame; once it stands, it is.
        """
        if self.stage.player.playing and self._clock.isValid() and self._clock.elapsed() < _PAUSE_MS:
            return
        voters = self.stage.voters.lines if self.isVisible() else []
        drawn = [(voter.update, voter.votes) for voter in voters]
        if drawn != self._drawn:
            self._drawn = drawn
            self._clock.start()
            self.redraw()


def _across(line: PixelLine, view: Viewport) -> QLineF | None:
    """The line from one side of the view to the opposite one, not cut at the others: for many lines, in little time."""
    a, b, c, width, height = line.a, line.b, line.c, view.width, view.height
    if abs(a) < abs(b):
        left, right = -c / b, -(c + a * width) / b
        return QLineF(0.0, left, width, right) if max(left, right) >= 0 and min(left, right) <= height else None
    if not a:
        return None
    top, bottom = -c / a, -(c + b * height) / a
    return QLineF(top, 0.0, bottom, height) if max(top, bottom) >= 0 and min(top, bottom) <= width else None


def opacity(votes: int, most: int) -> float:
    """By the root of the share of `most`, so that few votes still leave a trace."""
    return _FAINTEST + (_STRONGEST - _FAINTEST) * sqrt(votes / most)
