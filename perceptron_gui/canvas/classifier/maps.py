"""A classifier over a view: at once where it is cheap, else coarse at first and then better step by step."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import ceil

import numpy as np
from numpy.typing import NDArray

from core.datasets.dataset import FloatArray, IntArray
from core.errors import Cancelled, never
from core.plane.fields.contours import CountedVote, VotesOnGrid, zero_lines
from core.plane.fields.grid import Grid, decision_field
from core.plane.fields.pieces import VotingLines, distinct_lines, vote_boundary
from core.plane.fields.votes import FollowedVote, Reached, SampledVote, follow_vote
from core.plane.projections import Projection
from core.predictors import Vote
from core.run import Run
from core.spaces.space import Decision
from perceptron_gui.look.viewport import Viewport

AT_ONCE = 1_000_000
"""Decision values that can be computed within a frame: some milliseconds."""
FAULT = "the picture of the classifier could not be computed"
"""The beginning of the window's sentence on an error in this work."""
_CELL = 4.0
"""Pixels between the grid lines of a map."""
_COARSER, _SAMPLES = (1, 2, 4, 8, 16), 24
_FEW_LINES, _SOME_LINES = 100, 2_000
"""Different lines up to which the boundary is found piece by piece: within a frame, and in some of them."""
_FEW_UPDATES = 2_000
"""Updates whose lines can be drawn separately within a frame."""
_SMALL = 0.5
"""Pixels. Smaller parts cannot be seen."""
_FINE = 400
"""Points along the longer side from which a map is drawn as it is; half as many do for an estimate."""

CROSSES, NOTHING, CIRCLES, HATCHED = range(4)
BANDS = 8
"""Distinguishable steps of certainty."""


@dataclass(frozen=True, eq=False)
class FieldReading:
    """A classifier that is no line: decision `values` (q, p) on the grid `ys` (q,) × `xs` (p,) over the view.

    `boundary` (m, 2, 2) are the segments between its sides, in coordinates of the data. `rough` values are estimates,
    or far apart; nothing finer is to come where it is `settled`. `nearer` are values on a finer grid over the view, of
    which side and shade are meant alone; None if there are none. Of a vote it holds how far counting has come, for
    another thread to go on from.
    """

    view: Viewport
    xs: FloatArray
    ys: FloatArray
    values: FloatArray
    boundary: FloatArray
    settled: bool = True
    rough: bool = False
    nearer: FloatArray | None = None
    reached: Reached | None = None

    @property
    def shown(self) -> FloatArray:
        """The values whose sides and shades are seen."""
        return self.values if self.nearer is None else self.nearer

    @cached_property
    def sides(self) -> NDArray[np.uint8]:
        """Its picture, the top row first: CROSSES, NOTHING, CIRCLES, or HATCHED where there are ties."""
        return self.soon_sides if self.rough else sides_of(self.shown, _FINE)

    @cached_property
    def soon_sides(self) -> NDArray[np.uint8]:
        """The same in a quarter of the time: its edges are off the boundary by up to half a cell."""
        return sides_of(self.shown, _FINE // 2)


@dataclass(frozen=True, eq=False)
class RunMoment:
    """A run just after example t = `example`, k updates in, and the `decision` of its predictor."""

    run: Run
    example: int
    update: int
    decision: Decision


class Map(ABC):
    """The classifiers of one run over one view of the section of a projection; for one thread."""

    def __init__(self, run: Run, projection: Projection, view: Viewport) -> None:
        self.run, self.projection, self.view = run, projection, view

    @abstractmethod
    def soon(self, moment: RunMoment) -> FieldReading:
        """Return the map, or a rough one, whichever a frame allows."""

    @abstractmethod
    def refined(self, moment: RunMoment, cancelled: Cancelled) -> Iterator[FieldReading]:
        """Yield better and better ones, the last one settled; fewer once `cancelled`."""

    def _reading(self, xs: FloatArray, ys: FloatArray, values: FloatArray) -> FieldReading:
        return FieldReading(self.view, xs, ys, values, zero_lines(values, xs, ys))


class ExpansionMap(Map):
    """A sum over examples, or any other classifier that is asked point by point."""

    def soon(self, moment: RunMoment) -> FieldReading:
        """Return the map, where it has few terms; else on a coarser grid."""
        for coarser in _COARSER:
            grid = _grid_over(self.view, _CELL * coarser)
            if expansion_cost(moment.decision.terms, *grid) <= AT_ONCE:
                break  # This is the finest grid that a frame has time for.
        return replace(self._map(moment, *grid), settled=coarser == 1, rough=coarser > 1)

    def refined(self, moment: RunMoment, cancelled: Cancelled) -> Iterator[FieldReading]:
        yield self._map(moment, *_grid_over(self.view, _CELL))

    def _map(self, moment: RunMoment, xs: FloatArray, ys: FloatArray) -> FieldReading:
        return self._reading(xs, ys, decision_field(moment.decision, self.projection, Grid.of(xs, ys)))


class VoteMap(Map):
    """A vote, counted on from one moment to another."""

    def __init__(self, run: Run, projection: Projection, view: Viewport) -> None:
        super().__init__(run, projection, view)
        self._xs, self._ys = _grid_over(self.view, _CELL)
        self._vote = follow_vote(run, Grid.of(self._xs, self._ys), projection)
        self._pixels: FollowedVote | None = None
        self._samples: dict[tuple[int, int], SampledVote] = {}
        self._lines = run.space.has_coordinates

    def soon(self, moment: RunMoment) -> FieldReading:
        """Return the votes on the grid, where few updates lie between this moment and one that was counted."""
        if self._vote.cost(moment.example) > AT_ONCE:
            return self._sampled(moment)
        self._vote.seek(moment.example)
        field = self._counted()
        few = self._lines and moment.update <= _FEW_UPDATES
        voters = distinct_lines(self.run, moment.example, self.projection, _FEW_LINES) if few else None
        return field if voters is None else replace(field, boundary=self._boundary(voters))

    def refined(self, moment: RunMoment, cancelled: Cancelled) -> Iterator[FieldReading]:
        """Yield first the votes on the grid; at last the boundary's pieces, or where it turns."""
        for _ in self._vote.steps(moment.example):
            if cancelled():
                return
        counted = self._counted()
        yield counted
        yield from (self._pixel_by_pixel if self._lines else self._turned)(moment, counted, cancelled)

    def adopt(self, reached: Reached) -> None:
        """Go on from what another map of this run and view has reached."""
        self._vote.here = reached

    def _sampled(self, moment: RunMoment) -> FieldReading:
        terms = 1 if self._lines else min(self.run.dataset.n, moment.update)
        for coarser in _COARSER[1:]:
            xs, ys = _grid_over(self.view, _CELL * coarser)
            samples = min(int(AT_ONCE / expansion_cost(terms, xs, ys)), _SAMPLES)
            if samples >= _SAMPLES // 4:
                break
        most = max(samples if self._lines else samples // 2, 1)  # up to twice as many are taken
        if (coarser, most) not in self._samples:
            self._samples = {(coarser, most): SampledVote(self.run, Grid.of(xs, ys), self.projection, most)}
        values = self._samples[coarser, most].at(moment.example).astype(np.float64)
        return replace(self._reading(xs, ys, values), settled=False, rough=True)

    def _pixel_by_pixel(self, moment: RunMoment, counted: FieldReading, cancelled: Cancelled) -> Iterator[FieldReading]:
        """Yield the votes of lines in each pixel, and the boundary piece by piece where the pieces are not too many."""
        xs, ys = _middles(self.view)
        self._pixels = self._pixels or follow_vote(self.run, Grid.of(xs, ys), self.projection)
        for _ in self._pixels.steps(moment.example):
            if cancelled():
                return
        values = self._pixels.here.votes.astype(np.float64)
        voters = distinct_lines(self.run, moment.example, self.projection, _SOME_LINES, cancelled)
        if voters is None:
            boundary = VotesOnGrid(xs, ys, values).boundary()
        else:
            segments = self._boundary(voters, cancelled)
            # Lines that turn the vote by little make many pieces too small to be seen: one is kept at each place.
            pixels = self.view.ends(segments).reshape(-1, 2, 2)
            small = np.abs(pixels[:, 1] - pixels[:, 0]).max(axis=1) < _SMALL
            places = np.floor(pixels[small].mean(axis=1) / _SMALL)
            _, kept = np.unique(places, axis=0, return_index=True)
            boundary = np.concatenate([segments[~small], segments[small][kept]])
        if not cancelled():
            yield FieldReading(self.view, xs, ys, values, boundary)

    def _turned(self, moment: RunMoment, counted: FieldReading, cancelled: Cancelled) -> Iterator[FieldReading]:
        """Yield maps with a finer boundary of the vote, the last with votes counted where a side or a shade ends."""
        vote = CountedVote(self.run, moment.example, self.projection, cancelled)
        known = VotesOnGrid(counted.xs, counted.ys, counted.values)
        boundary = vote.boundary(known)
        if cancelled():
            return
        exact = counted if boundary is None else replace(counted, boundary=boundary)
        yield exact
        seen = partial(_seen, example=moment.example)
        # Pixels between the middles of the finest map of a vote, and of the next.
        nearer = (vote.nearer(known, *_middles(self.view, pixels), seen) for pixels in (1, 2))
        finest = next((votes for votes in nearer if votes is not None), None)
        if not cancelled():
            yield replace(exact, nearer=finest, settled=True)

    def _boundary(self, voters: VotingLines, cancelled: Cancelled = never) -> FloatArray:
        view = self.view
        return vote_boundary(voters, view.x_range, view.y_range, _SMALL * view.ux, cancelled)

    def _counted(self) -> FieldReading:
        field = self._reading(self._xs, self._ys, self._vote.here.votes.astype(np.float64))
        return replace(field, settled=False, reached=self._vote.here)


def map_of(moment: RunMoment, projection: Projection, view: Viewport, known: Map | None = None) -> Map:
    """Return the map for a moment's classifier: the `known` one if it is of that run, projection and view."""
    if known and known.run is moment.run and known.projection is projection and known.view == view:
        return known
    kind = VoteMap if isinstance(moment.decision, Vote) else ExpansionMap
    return kind(moment.run, projection, view)


def contour_of(decision: Decision, projection: Projection, view: Viewport) -> FloatArray:
    """Return the zero line of a classifier other than a vote, over a view; segments (m, 2, 2): ends, then x, y."""
    xs, ys = _grid_over(view, _CELL)
    return zero_lines(decision_field(decision, projection, Grid.of(xs, ys)), xs, ys)


def expansion_cost(terms: int, xs: FloatArray, ys: FloatArray) -> float:
    """Return the cost of a sum of kernel terms on a grid, in decision values: factors first, then a product."""
    return terms * (8 * (len(xs) + len(ys)) + len(xs) * len(ys) / 16)


def sides_of(values: FloatArray, fine: int = _FINE) -> NDArray[np.uint8]:
    """Return the picture of a field (see `FieldReading`), fine enough that the sides end at the boundary."""
    while max(values.shape) < fine:
        # One more value lies half way between every two; beyond all floats the place of a side stays.
        rows, columns = values.shape
        wide, finer = np.empty((rows, 2 * columns - 1)), np.empty((2 * rows - 1, 2 * columns - 1))
        wide[:, ::2] = values
        with np.errstate(over="ignore", invalid="ignore"):
            wide[:, 1::2] = (values[:, :-1] + values[:, 1:]) * 0.5
            finer[::2] = wide
            np.add(wide[:-1], wide[1:], out=finer[1::2])
        finer[1::2] *= 0.5
        values = finer
    sides = NOTHING + (values > 0).view(np.uint8) - (values < 0).view(np.uint8)
    if len(ties := np.flatnonzero(values == 0)):
        down, across = np.divmod(ties, values.shape[1])
        sides[down, across] = np.where((down + across) % 8 == 0, HATCHED, NOTHING)
    # The first row of an image is at the top, that of the grid at the bottom.
    return np.ascontiguousarray(sides[::-1])


def bands_of(values: FloatArray, largest: float) -> NDArray[np.int8]:
    """Return the distance of each of `values` (q, p) from 0, −8 to 8, in eighths of `largest` rounded towards 0."""
    with np.errstate(over="ignore", invalid="ignore"):
        eighths = np.clip(np.trunc(values / largest * BANDS), -BANDS, BANDS)
    eighths[np.isnan(eighths)] = 0  # Far from all examples nothing is shown.
    return eighths.astype(np.int8)


def _grid_over(view: Viewport, cell: float) -> tuple[FloatArray, FloatArray]:
    xs = np.linspace(*view.x_range, max(int(view.width / cell), 2))
    return xs, np.linspace(*view.y_range, max(int(view.height / cell), 2))


def _middles(view: Viewport, pixels: int = 1) -> tuple[FloatArray, FloatArray]:
    columns = np.arange(ceil(view.width / pixels), dtype=np.float64) + 0.5
    rows = np.arange(ceil(view.height / pixels), dtype=np.float64) + 0.5
    return view.x_range[0] + columns * (pixels * view.ux), view.y_range[0] + rows * (pixels * view.uy)


def _seen(votes: FloatArray, example: int) -> IntArray:
    """Return what is seen of votes after example t: their side, and how strong its shade is."""
    return 3 * bands_of(votes, float(max(example, 1))).astype(np.int64) + np.sign(votes).astype(np.int64)
