"""The boundary of a vote of lines as pieces of those lines, at places where the vote turns.

The visible rectangle is quartered repeatedly. A part is done if the lines that cross it cannot turn the vote. A part
with few lines is solved exactly. A part of the size of a pixel may be drawn from its corners.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.datasets.arithmetic import distinct_rows
from core.datasets.dataset import FloatArray
from core.errors import Cancelled, never
from core.plane.fields.contours import zero_lines
from core.plane.projections import Projection
from core.predictors import lives_between
from core.run import Run

_WAYS = np.array([[0, 0], [1, 0], [0, 1], [1, 1]], np.bool_)
"""For each quarter of a rectangle: whether it is the upper half of x and of y."""


@dataclass(frozen=True, eq=False)
class VotingLines:
    """Distinct lines w₁x + w₂y + b, rows of `weights` (m, 3), with `votes` (m,) > 0, and `constant` votes besides."""

    weights: FloatArray
    votes: FloatArray
    constant: float

    def __len__(self) -> int:
        return len(self.votes)


def distinct_lines(
    run: Run, example: int, projection: Projection, most: int, cancelled: Cancelled = never
) -> VotingLines | None:
    """Return the lines that vote after example t, equal ones added; None if more than `most`, or once `cancelled`."""
    first, lives = lives_between(run.history, 0, example)
    found = VotingLines(np.empty((0, 3)), np.empty(0), 0.0)
    stop = 0
    while stop < len(lives):
        start, stop = stop, min(max(2 * most, 2 * stop, 1), len(lives), stop + (1 << 15))
        part = lives[start:stop].astype(np.float64)
        weights = run.history.weights_per_rate(first + start, first + start + len(part) - 1)
        lines = np.concatenate([found.weights, projection.lines(weights)])
        found = _merged(lines, np.append(found.votes, part), found.constant)
        if cancelled() or len(found) > most:
            return None
    return found


def _merged(weights: FloatArray, votes: FloatArray, constant: float) -> VotingLines:
    """Merge lines that are multiples of each other: the quotients of their weights are equal to the last bit."""
    size = np.abs(weights)
    largest = np.take_along_axis(weights, size.argmax(axis=1)[:, None], axis=1)[:, 0]
    real = largest != 0
    scaled, votes, signs = weights[real] / largest[real, None] + 0.0, votes[real], np.sign(largest[real])
    # If b is very much larger than w, floats cannot place the line, so w is taken as 0.
    flat = ~scaled[:, :2].any(axis=1)
    constant += float(votes[flat] @ signs[flat])
    scaled = scaled[~flat]
    first, which = distinct_rows(scaled)
    kinds = scaled[first]
    net = np.bincount(which, votes[~flat] * signs[~flat], len(kinds))
    kept = net != 0
    return VotingLines(kinds[kept] * np.sign(net[kept])[:, None], np.abs(net[kept]), constant)


def vote_boundary(
    voters: VotingLines, xs: tuple[float, float], ys: tuple[float, float], pixel: float, cancelled: Cancelled = never
) -> FloatArray:
    """Return the boundary within `xs` × `ys`, or a part of it once `cancelled`; segments (m, 2, 2): ends, then x, y.

    The vote changes its sign across each segment, or is 0 on one side. Parts no wider than `pixel` may be drawn from
    their corners.
    """
    # Scale the lines to length about 1, so that squares of w neither vanish nor overflow for data of any scale.
    with np.errstate(over="ignore"):
        lines = voters.weights / np.abs(voters.weights[:, :2]).max(axis=1, keepdims=True)
    segments = [np.empty((0, 2, 2))]
    low, high = np.transpose([xs, ys])
    parts = _Part(low, high, lines, voters.votes, voters.constant).narrowed(low[None], high[None])
    while parts and not cancelled():
        part = parts.pop()
        # No line that crosses this part can turn its vote.
        if not len(part.votes) or abs(part.base) > part.votes.sum():
            continue
        # A part with more lines is quartered first, because solving costs the square of their number.
        if len(part.votes) <= 48:
            segments.append(part.pieces())
        elif part.high[0] - part.low[0] <= pixel:
            segments.append(part.sketched())
        else:
            middle = part.middle
            parts += part.narrowed(np.where(_WAYS, middle, part.low), np.where(_WAYS, part.high, middle))
    return np.concatenate(segments)


@dataclass(frozen=True, eq=False)
class _Part:
    """A rectangle, the lines (m, 3) that may cross it, and their votes (m,); `base` is the sum of all other votes."""

    low: FloatArray
    high: FloatArray
    lines: FloatArray
    votes: FloatArray
    base: float

    @property
    def middle(self) -> FloatArray:
        return self.low / 2 + self.high / 2

    def narrowed(self, lows: FloatArray, highs: FloatArray) -> list[_Part]:
        """Return the parts from corner (q, 2) to corner (q, 2), all of one size, each with the lines that cross it."""
        at_middle = self.lines[:, :2] @ (lows / 2 + highs / 2).T + self.lines[:, 2:]
        # The factor covers the rounding of the sum.
        reach = np.abs(self.lines[:, :2]) @ ((highs - lows).max(axis=0) / 2) * (1 + 1e-12)
        # A line with a larger b lies so far away that floats cannot place it.
        reach[np.abs(self.lines[:, 2]) > 1e250] = -1.0
        met = np.abs(at_middle) <= reach[:, None]
        bases = self.base + self.votes @ np.where(met, 0.0, np.sign(at_middle))
        return [
            _Part(low, high, self.lines[crossing], self.votes[crossing], base)
            for low, high, crossing, base in zip(lows, highs, met.T, bases.tolist(), strict=True)
        ]

    def pieces(self) -> FloatArray:
        """Return the parts of each line where the vote of that line decides; shape (s, 2, 2)."""
        starts, ways, low, high = self._courses()
        # Along line i, line j has the value `here` + s·`slope`; the two cross at `place`, if at all.
        here = starts @ self.lines[:, :2].T + self.lines[:, 2]
        slope = ways @ self.lines[:, :2].T
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
        # Shorter pieces, as a share of the line in view, come from rounding where several lines meet.
        line, stretch = np.nonzero(turned & (np.diff(ends, axis=1) > 1e-12 * (high - low)[:, None]))
        along = np.stack([ends[line, stretch], ends[line, stretch + 1]], axis=1)
        return starts[line, None, :] + along[:, :, None] * ways[line, None, :]

    def sketched(self) -> FloatArray:
        """Return the boundary from the votes at the corners; shape (s, 2, 2)."""
        xs, ys = np.stack([self.low, self.high], axis=1)
        values = (self.lines[:, 0] * xs[:, None])[None] + (self.lines[:, 1] * ys[:, None])[:, None] + self.lines[:, 2]
        return zero_lines(self.base + np.sign(values) @ self.votes, xs, ys)

    def _courses(self) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        """Return each line as start + s·way with low ≤ s ≤ high inside the rectangle: (m, 2), (m, 2), (m,), (m,)."""
        w, b = self.lines[:, :2], self.lines[:, 2]
        squared = (w * w).sum(axis=1, keepdims=True)
        starts = self.middle - w * ((w @ self.middle + b)[:, None] / squared)
        ways = np.column_stack([-w[:, 1], w[:, 0]]) / np.sqrt(squared)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            ends = (self.middle + np.array([[[-1]], [[1]]]) * (self.high - self.low) / 2 - starts) / ways
        entry, leave = ends.min(axis=0), ends.max(axis=0)
        still = ways == 0
        entry[still], leave[still] = -np.inf, np.inf
        low, high = entry.max(axis=1), leave.min(axis=1)
        return starts, ways, low, np.maximum(low, high)
