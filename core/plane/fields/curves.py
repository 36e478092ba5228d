"""Curves of a boundary: connected pieces, each curve with its ends."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.datasets.dataset import FloatArray, IntArray

MOST_PIECES = 20_000
"""Pieces that are joined into curves. With more, no curve can be followed by eye."""


@dataclass(frozen=True, eq=False)
class JoinedPieces:
    """Connected `pieces` (m, 2, 2), ends then x, y, and the free ends of the curve, `ends` (e, 2).

    `even`: everywhere else an even number of pieces meet, so a curve without ends has an inside.
    """

    pieces: FloatArray
    ends: FloatArray
    even: bool

    @property
    def low(self) -> FloatArray:
        """The smallest x and y of the curve, (2,)."""
        corner: FloatArray = self.pieces.min(axis=(0, 1))
        return corner

    @property
    def size(self) -> FloatArray:
        sides: FloatArray = np.ptp(self.pieces, axis=(0, 1))
        return sides

    @property
    def extent(self) -> float:
        return float(np.hypot(*self.size))

    def holds(self, points: FloatArray) -> NDArray[np.bool_]:
        """Return which points (k, 2) are inside the closed curve: a ray from each crosses it an odd number of times."""
        pieces = self.pieces if len(self.ends) != 2 else np.concatenate([self.pieces, self.ends[None]])
        (x, y), (start, end) = points.T[:, :, None], np.moveaxis(pieces, 1, 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            met = start[:, 0] + (y - start[:, 1]) / (end[:, 1] - start[:, 1]) * (end[:, 0] - start[:, 0])
        crossed = ((start[:, 1] > y) != (end[:, 1] > y)) & (met > x)
        odd: NDArray[np.bool_] = np.count_nonzero(crossed, axis=1) % 2 == 1
        return odd


def curves_of(pieces: FloatArray, near: float) -> list[JoinedPieces] | None:
    """Return the curves made of `pieces` (m, 2, 2), the largest first; None if there are too many to follow.

    Pieces meet where their ends are equal up to rounding. An end that would stay free also joins an end at a distance
    of at most `near`. Curves smaller than `near` are left out.
    """
    if len(pieces) > MOST_PIECES:
        return None
    # Ends closer than this share of `near` differ only by rounding.
    places, ends = _places(pieces.reshape(-1, 2), near * 1e-3)
    loose = np.flatnonzero(np.bincount(ends.ravel(), minlength=len(places)) % 2)
    if len(loose) > 1_000:
        return None
    ends = _met(places, loose, near)[ends]
    ends = np.unique(np.sort(ends[ends[:, 0] != ends[:, 1]], axis=1), axis=0)
    degrees = np.bincount(ends.ravel(), minlength=len(places))
    which = _together(len(places), ends)[ends[:, 0]]
    # A stable sort keeps the pieces of a curve in their order.
    order = np.argsort(which, kind="stable")
    groups = np.split(ends[order], np.flatnonzero(np.diff(which[order])) + 1) if len(ends) else []
    found = [_curve(places, group, degrees) for group in groups]
    seen = [curve for curve in found if curve.extent > near]
    return sorted(seen, key=lambda curve: -curve.extent)


def _curve(places: FloatArray, ends: IntArray, degrees: IntArray) -> JoinedPieces:
    met = np.unique(ends)
    single = degrees[met] == 1
    return JoinedPieces(places[ends], places[met[single]], not (degrees[met[~single]] % 2).any())


def _places(points: FloatArray, rounding: float) -> tuple[FloatArray, IntArray]:
    """Return the distinct points of (2m, 2) in order of x, and the indices of the two ends of each piece, (m, 2)."""
    cells = np.round(points / rounding) + 0.0
    _, first, which = np.unique(cells[:, 0] + 1j * cells[:, 1], return_index=True, return_inverse=True)
    return points[first], which.reshape(-1, 2)


def _met(places: FloatArray, loose: IntArray, near: float) -> IntArray:
    """Return the index of each place, or for a `loose` one the first place near it; places (p, 2) in order of x."""
    starts, stops = (np.searchsorted(places[:, 0], places[loose, 0] + reach) for reach in (-near, near))
    pairs = [np.empty((0, 2), np.intp)]
    for place, start, stop in zip(loose.tolist(), starts.tolist(), stops.tolist(), strict=True):
        close = start + np.flatnonzero(np.hypot(*(places[start:stop] - places[place]).T) <= near)
        pairs.append(np.column_stack([np.full(len(close), place), close]))
    return _together(len(places), np.concatenate(pairs))


def _together(count: int, pairs: IntArray) -> IntArray:
    """Return for each of `count` things the first one in its component; `pairs` (m, 2) are the connections."""
    first = np.arange(count)
    while True:
        ends = first[pairs]
        least = ends.min(axis=1)
        if (ends.max(axis=1) == least).all():
            return first
        np.minimum.at(first, ends.ravel(), np.repeat(least, 2))
        while (first[first] != first).any():
            first = first[first]
