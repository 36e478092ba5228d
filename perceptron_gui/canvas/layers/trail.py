"""Where the average came from: its boundaries after earlier updates, the fainter the longer ago."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QLineF, Qt, Slot
from PySide6.QtGui import QPainter

from core.datasets.dataset import FloatArray
from core.numbers.numerals import counted
from core.run import Run
from core.spaces.space import Decision
from perceptron_gui.canvas.labels.placing import Label, about, beside
from perceptron_gui.canvas.layers.layer import Kept, Layer, Word
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.look.plots.axes import draw_lines
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.workspace import Workspace

_APART = 40.0
"""Pixels that the oldest line has moved on at its middle, a curve where it moved most, before it is named."""
_PLACES, _MOST, _GAP = 24, 200, 8.0
"""Places of a curve, and about so many of the present boundary, that are looked at; pixels from it to its name."""


class TrailLayer(Layer):
    """Drawn for a predictor that blends all vectors: some 1, 4, 16, 64 … updates ago, beside its boundary now.

    In a feature space they are curves, each drawn as soon as it is worked out. While other boundaries are compared
    there is none.
    """

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(
            stage,
            workspace,
            workspace.player.run_changed,
            workspace.compared_boundaries.changed,
            stage.level_sets.changed,
        )
        self._drawn: list[int] = []
        workspace.player.shown.connect(self._follow)
        self._run: Run | None = None
        self._known: dict[int, tuple[FloatArray, float]] = {}

    def kept(self, view: Viewport) -> Kept | None:
        """Unless they are a few straight lines."""
        return Kept(view.rect) if self._ready() and self.stage.reading.plane is None else None

    def draw(self, painter: QPainter, view: Viewport) -> None:
        run = self.stage.run
        if run is None or not self._ready():
            return
        steps = self.lines_before(view)
        self._drawn = [update for update, _ in steps]
        for age, (_, lines) in reversed(list(enumerate(steps))):
            pen = self.stage.theme.pen(run.predictor.role, 1.0, share=0.8 * 0.75**age)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            draw_lines(painter, lines)

    def words(self, view: Viewport) -> Iterable[Word]:
        """Say of the oldest how long ago it was, where it can be told from the present one."""
        run, state = self.stage.run, self.stage.state
        drawn = self.lines_before(view) if self._ready() else []
        if run is None or state is None or not drawn:
            return
        update, lines = drawn[-1]
        if (place := self._apart(lines, view)) is not None:
            ago = counted(state.update - update, "update")
            spots = beside(place) if len(lines) == 1 else about(place.center(), _GAP)
            yield Label(f"{run.predictor.title} {ago} ago", run.predictor.role, spots, stretch=place)

    def lines_before(self, view: Viewport) -> list[tuple[int, FloatArray]]:
        """The updates after which they were, the latest first, with what is in view: lines (m, 4), ends in pixels."""
        run, state = self.stage.run, self.stage.state
        if run is None or state is None or not self._ready():
            return []
        if self._run is not run or len(self._known) > 512:
            self._run, self._known = run, {}
        updates = steps_before(state.update)
        if self.stage.reading.curved:
            # The oldest is asked for first: it stays longest.
            known = self.stage.level_sets.known(run, _average, self.stage.projection, view, updates[::-1])
            return [(each.update, view.ends(each.segments)) for each in known[::-1] if len(each.segments)]
        found = []
        for update in updates:
            w, b = self._average(run, update)
            if (segment := view.segment(self.stage.line(w, b))) is not None:
                found.append((update, np.array([segment.toTuple()])))
        return found

    @Slot()
    def _follow(self) -> None:
        """Draw anew only where others are drawn: late in a run most stay for long."""
        run, state, sets = self.stage.run, self.stage.state, self.stage.level_sets
        if run is None or not run.predictor.blends:
            return
        wanted = steps_before(state.update) if state is not None and self.visible else []
        # Curves are only asked for where they are painted: nobody may be looking.
        if run.spec.kernel is None or [update for update in wanted if sets.holds(update)] != self._drawn:
            self.redraw()

    def _apart(self, lines: FloatArray, view: Viewport) -> QLineF | None:
        """A piece of a line, or of a curve, that is well apart from the present boundary; None where none is."""
        reading = self.stage.reading
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

    def _ready(self) -> bool:
        run, reading = self.stage.run, self.stage.reading
        if run is None or not run.predictor.blends or self.workspace.compared_boundaries.outlines:
            return False
        return reading.plane is not None or reading.curved

    def _average(self, run: Run, update: int) -> tuple[FloatArray, float]:
        if update not in self._known:
            decision = run.decision(run.history.example_of(update))
            w, b = decision.weights, decision.intercept
            self._known[update] = (self.stage.animated.w * 0, 0.0) if w is None or b is None else (w, b)
        return self._known[update]


def _average(run: Run, update: int) -> Decision:
    return run.decision(run.history.example_of(update))


def steps_before(update: int) -> list[int]:
    """Up to six updates before this one, farther and farther back: the last multiples of 1, 4, 16, 64 … before it.

    From one update to the next most of them stay the same.
    """
    multiples = [(update - 1) // 4**step * 4**step for step in range(6)] if update else []
    return sorted({k for k in multiples if k > 0}, reverse=True)
