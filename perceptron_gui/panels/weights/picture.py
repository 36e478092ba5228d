"""What is drawn in a part of a plane of weights: which lines, and what they have in common."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from core.analysis.weight_plane import Box, Region
from core.datasets.dataset import FloatArray, IntArray
from perceptron_gui.panels.weights.framing import PixelLines, PlaneFrame, fitted
from perceptron_gui.panels.weights.plane_state import PlaneState

MOST_LINES = 120
"""Of more examples only the lines that tell something are drawn."""
_WRONG = 60
"""Of those that are wrong so many, evenly spaced."""
_NEAR = 6.0


def _holds(outer: Box, inner: Box) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def region_of(seen: PlaneState, box: Box) -> Region | None:
    """What all half-planes have in common in `box`; nothing where no vector separates at all, or that is hidden."""
    if seen.run.margin.separable is False or seen.run.margin.hides_separators:
        return None
    return seen.plane.region(seen.at, box, seen.half_planes)


def follow(seen: PlaneState, area: QRectF) -> PlanePicture:
    """The view that goes along with w: its path, and what separates, unless that is far away.

    It hangs on the run's state alone: it is the same forward and back, and stands still while another w is tried out.
    """
    run = seen if seen.own_separator is None else replace(seen, own_separator=None)
    frame = fitted(run.path, run.reach, area)
    around = frame.around
    region = region_of(run, around)
    if region is not None and len(run.wrong):
        nearest = region.nearest(*run.place(run.present))
        frame = fitted(np.vstack([run.path, nearest]), run.reach, area)
    return PlanePicture(seen, frame, (around, region) if run is seen else None)


@dataclass(frozen=True, eq=False)
class PlanePicture:
    """A state as it is `seen`, in a part of the plane."""

    seen: PlaneState
    frame: PlaneFrame
    around: tuple[Box, Region | None] | None = None
    """a larger part, and the region that separates in it, where that was found already"""

    @cached_property
    def region(self) -> Region | None:
        """What all half-planes have in common in view; None where nothing of it is to be seen."""
        seen, box = self.seen, self.frame.box
        if self.around is None or not _holds(self.around[0], box):
            return region_of(seen, box)
        region = self.around[1]
        return None if region is None else region.within(seen.half_planes, box)

    @cached_property
    def rows(self) -> IntArray:
        """The examples whose lines are drawn where they are in view: all, or those that tell something."""
        n, seen = self.seen.run.dataset.n, self.seen
        if n <= MOST_LINES:
            return np.arange(n)
        wrong = seen.wrong[:: -(-len(seen.wrong) // _WRONG) or 1]
        bounding = np.empty(0, np.int64) if self.region is None else self.region.bounding
        present = [seen.state.index] if seen.state.example else []
        return np.unique(np.concatenate([wrong, bounding, np.array(present, np.int64)]))

    @property
    def all_wrong(self) -> bool:
        """Whether the line of every wrong example is among them."""
        return self.seen.run.dataset.n <= MOST_LINES or len(self.seen.wrong) <= _WRONG

    @cached_property
    def lines(self) -> PixelLines:
        return PixelLines.of(self.seen.half_planes, self.rows, self.frame)

    @cached_property
    def ends(self) -> FloatArray:
        """The ends of what is in view of each, not a number where nothing is; shape (m, 4)."""
        return self.lines.within(self.frame.area)

    @property
    def drawn(self) -> int:
        return int(np.isfinite(self.ends).all(axis=1).sum())

    def row_at(self, pixel: QPointF) -> int | None:
        """The example whose line is nearest to a pixel; None where none is near."""
        if not len(self.rows) or not self.frame.area.contains(pixel):
            return None
        away = self.lines.away(pixel)
        away[~np.isfinite(self.ends).all(axis=1)] = np.inf
        nearest = int(np.argmin(away))
        return int(self.rows[nearest]) if away[nearest] <= _NEAR else None

    def line_of(self, row: int) -> tuple[FloatArray, FloatArray] | None:
        """(a, b, c) and the ends of the line of any example; None where it is not in view."""
        lines = PixelLines.of(self.seen.half_planes, np.array([row]), self.frame)
        ends = lines.within(self.frame.area)[0]
        return (lines.lines[0], ends) if np.isfinite(ends).all() else None
