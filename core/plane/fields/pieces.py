"""The boundary of a vote of lines, piece by piece: every piece lies on the line of a voter, where the vote turns.

The rectangle in view is quartered, again and again. A part in which the lines that cross it cannot turn the vote is
done with; one that few lines cross is solved exactly; one as small as a pixel may be drawn from its corners.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.datasets.dataset import FloatArray, IntArray
from core.errors import Cancelled, never
from core.plane.fields.contours import zero_lines
from core.plane.fields.grid import Grid
from core.plane.fields.lines import vote_of_lines
from core.plane.projections import Projection, first_features
from core.predictors import lives_between
from core.run import Run

_SOLVED_AT_ONCE = 48
"""Lines up to which a part is solved: the work grows with their square."""

_BLOCK = 1 << 15
_LINES = 1 << 13
_STEEPEST = 1e250
"""Beyond, b in units of w would overflow."""
_SLACK = 1e-12
_LEAST_SHARE = 1e-12
"""Pieces shorter than this share of their line in the part come from rounding where several lines meet."""


@dataclass(frozen=True, eq=False)
class VotingLines:
    """Different lines w₁x + w₂y + b, rows of `weights` (m, 3), with `votes` (m,) > 0; and `constant` votes besides."""

    weights: FloatArray
    votes: FloatArray
    constant: float

    def __len__(self) -> int:
        return len(self.votes)


def distinct_lines(
    run: Run,
    example: int,
    most: int | None = None,
    cancelled: Cancelled = never,
    projection: Projection | None = None,
) -> VotingLines | None:
    """The lines that vote after example t of a run in the space of the data, equal ones as one, opposite ones set off.

    They lie in the section of a `projection`; None: in that of the first two features, the others 0. There is no answer
    where there are more than `most`, or once `cancelled`.
    """
    projection = projection or first_features(run.dataset)
    first, lives = lives_between(run.history, 0, example)
    found = VotingLines(np.empty((0, 3)), np.empty(0), 0.0)
    for start in range(0, len(lives), _BLOCK):
        part = lives[start : start + _BLOCK].astype(np.float64)
        weights = run.history.weights(first + start, first + start + len(part) - 1)
        lines = np.concatenate([found.weights, projection.lines(weights)])
        found = _merged(lines, np.append(found.votes, part), found.constant)
        if cancelled() or (most is not None and len(found) > most):
            return None
    return found


def votes_on_grid(
    run: Run,
    example: int,
    xs: FloatArray,
    ys: FloatArray,
    voters: VotingLines | None = None,
    cancelled: Cancelled = never,
    projection: Projection | None = None,
) -> FloatArray | None:
    """The vote after example t on a fine grid, anew: from its `voters`, where they are few enough to be known. (q, p).

    The grid lies in the section of a `projection`, as in `distinct_lines`. None once `cancelled`.
    """
    grid = Grid.of(xs, ys)
    total = np.zeros(grid.shape)
    for weights, votes in _parts(run, example, voters, projection or first_features(run.dataset)):
        total += vote_of_lines(grid, weights, votes)
        if cancelled():
            return None
    return total if voters is None else total + voters.constant


def _parts(
    run: Run, example: int, voters: VotingLines | None, projection: Projection
) -> Iterator[tuple[FloatArray, FloatArray]]:
    """The lines that vote and their votes, some at a time."""
    if voters is not None:
        for start in range(0, len(voters), _LINES):
            yield voters.weights[start : start + _LINES], voters.votes[start : start + _LINES]
        return
    first, lives = lives_between(run.history, 0, example)
    for start in range(0, len(lives), _LINES):
        part = lives[start : start + _LINES].astype(np.float64)
        weights = run.history.weights(first + start, first + start + len(part) - 1)
        yield projection.lines(weights), part


def _merged(weights: FloatArray, votes: FloatArray, constant: float) -> VotingLines:
    """Lines that are multiples of one another are the same one: the quotients of their weights are, to the last bit."""
    size = np.abs(weights)
    largest = np.take_along_axis(weights, size.argmax(axis=1)[:, None], axis=1)[:, 0]
    real = largest != 0
    flat = real & (weights[:, 0] == 0) & (weights[:, 1] == 0)
    constant += float(votes[flat] @ np.sign(weights[flat, 2]))
    real &= ~flat
    scaled = weights[real] / largest[real, None] + 0.0
    kinds, which = _kinds(scaled)
    net = np.bincount(which, votes[real] * np.sign(largest[real]), len(kinds))
    kept = net != 0
    return VotingLines(kinds[kept] * np.sign(net[kept])[:, None], np.abs(net[kept]), constant)


def _kinds(rows: FloatArray) -> tuple[FloatArray, IntArray]:
    """The different ones of `rows` (m, 3) in their order, and which of them each is (m,).

    As `np.unique` has it, in a quarter of the time, and other threads may go on while it sorts.
    """
    order = np.lexsort(rows.T[::-1])
    ordered = rows[order]
    first = np.ones(len(rows), np.bool_)
    first[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    which = np.empty(len(rows), np.int64)
    which[order] = np.cumsum(first) - 1
    return ordered[first], which


def vote_boundary(
    voters: VotingLines,
    xs: tuple[float, float],
    ys: tuple[float, float],
    pixel: float,
    cancelled: Cancelled = never,
) -> FloatArray:
    """The boundary within `xs` × `ys`, a part of it once `cancelled`; segments (m, 2, 2): ends, then x, y.

    On each the vote has another sign on its two sides, or none on one. Parts of the view no wider than `pixel` may be
    drawn from their corners.
    """
    segments: list[FloatArray] = [np.empty((0, 2, 2))]
    # Of length about 1, whatever the scale of the data: squares of w neither vanish nor overflow.
    sizes = np.abs(voters.weights[:, :2]).max(axis=1)
    flat = sizes == 0  # no line: the same vote everywhere
    base = voters.constant + float(voters.votes[flat] @ np.sign(voters.weights[flat, 2]))
    with np.errstate(over="ignore"):
        weights = voters.weights[~flat] / sizes[~flat, None]
    parts = [_Part(_Box(*xs, *ys), weights, voters.votes[~flat], base).narrowed()]
    while parts:
        part = parts.pop()
        if part.settled:
            continue
        if len(part.votes) <= _SOLVED_AT_ONCE:
            segments.append(part.pieces())
        elif part.box.width <= pixel:
            segments.append(part.sketched())
        else:
            parts += [_Part(box, part.weights, part.votes, part.base).narrowed() for box in part.box.quarters()]
        if cancelled():
            break
    return np.concatenate(segments)


@dataclass(frozen=True)
class _Box:
    left: float
    right: float
    bottom: float
    top: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def middle(self) -> tuple[float, float]:
        return self.left / 2 + self.right / 2, self.bottom / 2 + self.top / 2

    @property
    def half(self) -> tuple[float, float]:
        return (self.right - self.left) / 2, (self.top - self.bottom) / 2

    def quarters(self) -> tuple[_Box, ...]:
        x, y = self.middle
        return (
            _Box(self.left, x, self.bottom, y),
            _Box(x, self.right, self.bottom, y),
            _Box(self.left, x, y, self.top),
            _Box(x, self.right, y, self.top),
        )


@dataclass(frozen=True, eq=False)
class _Part:
    """A box, the lines (m, 3) that may cross it, their votes (m,), and the `base` of all other votes there."""

    box: _Box
    weights: FloatArray
    votes: FloatArray
    base: float

    @property
    def settled(self) -> bool:
        """Whether no line that crosses it can turn the vote."""
        return not len(self.votes) or abs(self.base) > self.votes.sum()

    def narrowed(self) -> _Part:
        """With only the lines that cross the box."""
        (x, y), (hx, hy) = self.box.middle, self.box.half
        at_middle = self.weights[:, 0] * x + self.weights[:, 1] * y + self.weights[:, 2]
        reach = np.abs(self.weights[:, 0]) * hx + np.abs(self.weights[:, 1]) * hy
        crossing = np.abs(at_middle) <= reach * (1 + _SLACK)
        # So flat a decision has no line that a float could place.
        crossing &= np.abs(self.weights[:, 2]) <= _STEEPEST * np.abs(self.weights[:, :2]).max(axis=1)
        base = self.base + float(self.votes[~crossing] @ np.sign(at_middle[~crossing]))
        return _Part(self.box, self.weights[crossing], self.votes[crossing], base)

    def pieces(self) -> FloatArray:
        """Of each line the stretches on which the others leave the decision to it; shape (s, 2, 2)."""
        starts, ways, low, high = self._courses()
        # Along line i line j has the value `here` + s·`slope`; it is crossed at `place`, if at all.
        here = starts @ self.weights[:, :2].T + self.weights[:, 2]
        slope = ways @ self.weights[:, :2].T
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            place = -here / slope
        crossed = (place > low[:, None]) & (place < high[:, None])
        np.fill_diagonal(crossed, False)
        before = np.where(crossed, -np.sign(slope), np.sign(here + slope * ((low + high) / 2)[:, None]))
        np.fill_diagonal(before, 0.0)
        places = np.where(crossed, place, high[:, None])
        order = np.argsort(places, axis=1)
        turns = np.take_along_axis(np.where(crossed, 2 * self.votes * np.sign(slope), 0.0), order, axis=1)
        others = np.cumsum(np.column_stack([self.base + before @ self.votes, turns]), axis=1)
        ends = np.column_stack([low, np.take_along_axis(places, order, axis=1), high])
        turned = np.sign(others + self.votes[:, None]) != np.sign(others - self.votes[:, None])
        lengths = np.diff(ends, axis=1)
        line, stretch = np.nonzero(turned & (lengths > _LEAST_SHARE * (high - low)[:, None]))
        along = np.stack([ends[line, stretch], ends[line, stretch + 1]], axis=1)
        pieces: FloatArray = starts[line, None, :] + along[:, :, None] * ways[line, None, :]
        return pieces

    def sketched(self) -> FloatArray:
        """The boundary by the votes at the corners; shape (s, 2, 2)."""
        xs, ys = np.array([self.box.left, self.box.right]), np.array([self.box.bottom, self.box.top])
        corners = (self.weights[:, 0] * xs[:, None])[None, :, :] + (self.weights[:, 1] * ys[:, None])[:, None, :]
        values = self.base + np.sign(corners + self.weights[:, 2]) @ self.votes
        return zero_lines(values, xs, ys)

    def _courses(self) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        """Each line as start + s·way, low ≤ s ≤ high within the box: (m, 2), (m, 2), (m,), (m,)."""
        # A line is the same at any scale of its weights, but the square of a tiny one vanishes.
        scaled = self.weights / np.abs(self.weights[:, :2]).max(axis=1, keepdims=True)
        w, b = scaled[:, :2], scaled[:, 2]
        middle, half = np.array(self.box.middle), np.array(self.box.half)
        squared = (w * w).sum(axis=1, keepdims=True)
        starts = middle - w * ((w @ middle + b)[:, None] / squared)
        ways = np.column_stack([-w[:, 1], w[:, 0]]) / np.sqrt(squared)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            ends = (middle + np.array([[[-1]], [[1]]]) * half - starts) / ways
        entry, leave = ends.min(axis=0), ends.max(axis=0)
        still = ways == 0
        entry[still], leave[still] = -np.inf, np.inf
        low, high = entry.max(axis=1), leave.min(axis=1)
        return starts, ways, low, np.maximum(low, high)
