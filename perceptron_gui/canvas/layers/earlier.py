"""Boundaries of earlier vectors: the fan of those that vote, and the path of the average."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPainter

from core.datasets.dataset import FloatArray
from core.numbers.numerals import counted, superscript
from core.run import Run
from core.spaces.space import Decision
from perceptron_gui.canvas.classifier.level_sets import LevelSet, Voter
from perceptron_gui.canvas.layers.layer import Hit, NamedCurve, NamedLine, RunLayer, Word
from perceptron_gui.look.labels import Label, Spot, about, along, beside
from perceptron_gui.look.plots.axes import distance_to, draw_lines
from perceptron_gui.look.viewport import Viewport

_FAINTEST = 0.08
_APART = 40.0
"""Pixels that the oldest line has moved on at its middle, a curve where it moved most, before it is named."""
_PLACES, _MOST, _GAP = 24, 200, 8.0
"""Places of a curve, and of the present boundary, that are examined; pixels from the curve to its name."""
_NOTHING = np.empty((0, 4))


class FanLayer(RunLayer):
    """Drawn where every vector votes; the longest-lived is named, with its votes, and hides what is below it.

    The others are a shading of many lines together, and each alone too faint for a mark: it is pointed at to be seen.
    In a feature space fewer are drawn, curves, each as soon as it is worked out. There is no fan during a comparison.
    """

    @property
    def applies(self) -> bool:
        return super().applies and (self.workspace.highlight.update is not None or self.run.predictor.votes)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        voters = self._voters()
        # A line of one pixel with flat ends is drawn in a tenth of the time of a thicker one.
        pen, color = self.stage.theme.pen("voters", 1.0), self.stage.theme.color("voters")
        for voter, lines in reversed(self.drawn(view)):
            color.setAlphaF(1.0 if voter is voters[0] else opacity(voter.votes, voters[0].votes))
            pen.setColor(color)
            painter.setPen(pen)
            draw_lines(painter, lines)
        painter.setPen(self.stage.theme.pen("voters", 3.0))
        draw_lines(painter, self.lit(view))

    def drawn(self, view: Viewport) -> list[tuple[Voter, FloatArray]]:
        """Return those whose boundaries are known, the longest-lived first, with lines (m, 4): ends in pixels."""
        curves = {known.update: known for known in self._curves(view)}
        found = []
        for voter in self._voters():
            if len(voter.w):
                if len(lines := view.piece(self.stage.line(voter.w, voter.b))):
                    found.append((voter, lines))
            elif voter.update in curves:
                found.append((voter, view.ends(curves[voter.update].segments)))
        return found

    def lit(self, view: Viewport) -> FloatArray:
        """Return where the vector that is pointed at is 0: lines (m, 4), none where it is not seen."""
        run, update = self.run, self.workspace.highlight.update
        if update is not None and update <= run.updates and run.space.has_coordinates:
            row = run.history.weights(update, update)[0]
            if len(row) == self.stage.dataset.d + 1 and row[:-1].any():
                return view.piece(self.stage.line(row[:-1], float(row[-1])))
        known = (curve for curve in self._curves(view) if curve.update == update)
        return next((view.ends(curve.segments) for curve in known), _NOTHING)

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        if row is not None:
            return None
        at = np.array([pixel.x(), pixel.y()])
        # Pixels from a line that still point at it.
        near = (voter.update for voter, lines in self.drawn(self.stage.viewport) if distance_to(lines, at) < 4.0)
        return next((Hit(vector=update) for update in near), None)

    def words(self, view: Viewport) -> Iterable[Word]:
        """Name the one under the mouse, and the longest-lived one: to hear all of them would take too long."""
        voters, lit = self._voters(), self.workspace.highlight.update
        if lit is not None and len(pieces := self.lit(view)):
            yield Label(f"w⁽{superscript(lit)}⁾", "voters", self._spots(pieces), bold=True, key="pointed at")
        if not voters:
            return
        if len(voters) < (among := self.stage.voters.among):
            yield f"{len(voters):,} of {among:,} voters drawn: those that survived longest"
        longest, votes = voters[0], counted(voters[0].votes, "vote")
        name, told, pieces = f"longest-lived: {votes}", f"longest-lived voter: {votes}", _NOTHING
        if len(longest.w):
            line = self.stage.line(longest.w, longest.b)
            yield NamedLine(line, told, "voters")
            pieces = view.piece(line)
        for known in self._curves(view):
            if known.update == longest.update:
                pieces = view.ends(known.segments)
                yield NamedCurve(pieces, told, estimate=known.view != view)
        if len(voters) > 1 and len(pieces):
            yield Label(name, "voters", self._spots(pieces), key="longest-lived")

    def _spots(self, pieces: FloatArray) -> Sequence[Spot]:
        """Return the spots for the name of a line or a curve in `pieces` (m, 4)."""
        return beside(QLineF(*pieces[0].tolist())) if self.run.space.has_coordinates else along(pieces)

    def _voters(self) -> list[Voter]:
        return [] if self.workspace.compared_boundaries.outlines else self.stage.voters.shown

    def _curves(self, view: Viewport) -> list[LevelSet]:
        run, voters = self.run, self.stage.voters.shown
        if run.space.has_coordinates or not voters or run.dataset.d != self.stage.dataset.d:
            return []
        updates = [voter.update for voter in voters]
        return self.stage.level_sets.known(run, _vector, self.stage.projection, view, updates)


def _vector(run: Run, update: int) -> Decision:
    return run.space.at(run.history, update)


def opacity(votes: int, most: int) -> float:
    """Return the opacity: the root of the share of `most`, so that even few votes can be seen."""
    return _FAINTEST + (0.7 - _FAINTEST) * sqrt(votes / most)


class TrailLayer(RunLayer):
    """Drawn for a predictor that blends all vectors: some 1, 4, 16, 64 … updates ago, beside its boundary now.

    In a feature space they are curves, each drawn as soon as it is worked out. There is none during a comparison.
    """

    _run: Run | None = None
    _known: dict[int, Decision]
    """The vectors of the run so far, by their updates."""

    @property
    def applies(self) -> bool:
        reading, compared = self.stage.classifier, self.workspace.compared_boundaries.outlines
        blends = super().applies and self.run.predictor.blends and not compared
        return blends and (reading.plane is not None or reading.curved)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        for age, (_, lines) in reversed(list(enumerate(self.lines_before(view)))):
            pen = self.stage.theme.pen(self.run.predictor.role, 1.0, share=0.8 * 0.75**age)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            draw_lines(painter, lines)

    def words(self, view: Viewport) -> Iterable[Word]:
        """Say how old the oldest line is, if it differs visibly from the present one."""
        predictor = self.run.predictor
        for update, lines in self.lines_before(view)[-1:]:
            if (place := self._apart(lines, view)) is not None:
                ago = counted(self.state.update - update, "update")
                spots = beside(place) if len(lines) == 1 else about(place.center(), _GAP)
                yield Label(f"{predictor.title} {ago} ago", predictor.role, spots, key="ago")

    def lines_before(self, view: Viewport) -> list[tuple[int, FloatArray]]:
        """Return the updates, the latest first, and the visible lines (m, 4) of each, ends in pixels."""
        run = self.run
        if self._run is not run or len(self._known) > 512:
            self._run, self._known = run, {}
        updates = steps_before(self.state.update)
        if self.stage.classifier.curved:
            # The oldest is computed first: it stays longest.
            known = self.stage.level_sets.known(run, _average, self.stage.projection, view, updates[::-1])
            return [(each.update, view.ends(each.segments)) for each in known[::-1] if len(each.segments)]
        found = []
        for update in updates:
            decision = self._known[update] = self._known.get(update) or _average(run, update)
            if decision.weights is not None and decision.intercept is not None:
                found.append((update, view.piece(self.stage.line(decision.weights, decision.intercept))))
        return [(update, piece) for update, piece in found if len(piece)]

    def _apart(self, lines: FloatArray, view: Viewport) -> QLineF | None:
        """Return a piece of a line, or of a curve, that is well apart from the present boundary; None if none is."""
        reading = self.stage.classifier
        if (plane := reading.plane) is not None:
            line = QLineF(*lines[0].tolist())
            foot = self.stage.line(plane.w, plane.b).foot(line.center())
            return line if foot is not None and QLineF(foot, line.center()).length() > _APART else None
        field = reading.field(view)
        if field is None or not len(field.boundary):
            return None
        now = view.to_pixels(field.boundary[:: max(len(field.boundary) // _MOST, 1)].mean(axis=1))
        chosen = lines[:: max(len(lines) // _PLACES, 1)]
        middles = (chosen[:, :2] + chosen[:, 2:]) / 2
        far = np.hypot(*(middles[:, None] - now[None]).transpose(2, 0, 1)).min(axis=1)
        return QLineF(*chosen[far.argmax()].tolist()) if far.max() > _APART else None


def _average(run: Run, update: int) -> Decision:
    return run.decision(run.history.example_of(update))


def steps_before(update: int) -> list[int]:
    """Return up to six earlier updates: the last multiples of 1, 4, 16, 64 … before this one."""
    multiples = [(update - 1) // 4**step * 4**step for step in range(6)] if update else []
    return sorted({k for k in multiples if k > 0}, reverse=True)
