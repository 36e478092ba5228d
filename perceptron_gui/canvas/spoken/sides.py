"""Which side of a line or curve is which, read from the grid that it was drawn from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.datasets.dataset import FloatArray, IntArray
from core.plane.fields.curves import JoinedPieces
from perceptron_gui.canvas.classifier.maps import FieldReading
from perceptron_gui.look.viewport import Viewport

_DIAGONAL = 1 / np.sqrt(5)
"""A way that has less than this of up or of right, 1 being all, is told without."""
_AROUND = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
"""The corners of a cell, by row and column."""


@dataclass(frozen=True, eq=False)
class Sides:
    """Of some pieces of a curve where f is larger, and the sign of f on either side, at points in pixels.

    `ways` (k, 2) lead to the larger f; `lower` and `higher` (k, 2) are points beside, `signs` (k, 2) those of f there.
    """

    ways: FloatArray
    lower: FloatArray
    higher: FloatArray
    signs: FloatArray

    def higher_way(self) -> str:
        """To which side of it f is above 0, e.g. "above and left"; empty where that is not the same all along."""
        return way_words(self.ways) if (self.signs[:, 1] > 0).all() else ""

    def lower_way(self) -> str:
        """The same of f below 0."""
        return way_words(-self.ways) if (self.signs[:, 0] < 0).all() else ""

    def inside(self, curve: JoinedPieces) -> int | None:
        """The sign of f just inside the curve, between it and its chord where it has ends; None where there are two."""
        points = np.concatenate([self.lower, self.higher])
        found = np.unique(self.signs.T.ravel()[curve.holds(points)]) if curve.even else np.empty(0)
        return int(found[0]) if len(found) == 1 else None


def sides_beside(curve: JoinedPieces, field: FieldReading, view: Viewport) -> Sides:
    """What the grid tells about the curve, which is in pixels: of pieces in cells that it parts into two sides."""
    # Pieces of a curve that are asked, from one end of the list to the other.
    pieces = curve.pieces[np.linspace(0, len(curve.pieces) - 1, min(len(curve.pieces), 24)).astype(np.intp)]
    middles, along = pieces.mean(axis=1), pieces[:, 1] - pieces[:, 0]
    normals = np.column_stack([-along[:, 1], along[:, 0]]) / np.hypot(*along.T)[:, None]
    places, signs = _corners(middles, field, view)
    off = ((places - middles[:, None]) * normals[:, None]).sum(axis=2)
    (below, least), (above, most) = _outermost(-off, signs), _outermost(off, signs)
    turned = np.where(least > most, -1.0, 1.0)
    clear = ~np.isnan(least) & ~np.isnan(most) & (least != most)
    rows, flip = np.arange(len(pieces)), (turned < 0)[:, None]
    lower, higher = places[rows, below], places[rows, above]
    found = (
        normals * turned[:, None],
        np.where(flip, higher, lower),
        np.where(flip, lower, higher),
        np.sort(np.column_stack([least, most]), axis=1),
    )
    return Sides(*(each[clear] for each in found))


def way_words(ways: FloatArray) -> str:
    """Where unit vectors (k, 2) in pixels lead, e.g. "above and left"; empty where they do not agree."""
    across, down = ways.T
    return " and ".join(filter(None, (_agreed(-down, "above", "below"), _agreed(across, "right", "left"))))


def _agreed(parts: FloatArray, ahead: str, behind: str) -> str:
    if not len(parts) or abs(parts.mean()) < _DIAGONAL * (1 - 1e-12):
        return ""
    return ahead if (parts > 0).all() else behind if (parts < 0).all() else ""


def _corners(middles: FloatArray, field: FieldReading, view: Viewport) -> tuple[FloatArray, FloatArray]:
    """The corners of the cells of the grid that hold these points (k, 2): (k, 4, 2) in pixels, and their signs."""
    x = view.cx + (middles[:, 0] - view.width / 2) * view.ux
    y = view.cy - (middles[:, 1] - view.height / 2) * view.uy
    column, row = _cell(field.xs, x)[:, None] + _AROUND[:, 1], _cell(field.ys, y)[:, None] + _AROUND[:, 0]
    points = np.stack([field.xs[column], field.ys[row]], axis=-1)
    return view.to_pixels(points.reshape(-1, 2)).reshape(-1, 4, 2), np.sign(field.values[row, column])


def _cell(grid: FloatArray, places: FloatArray) -> IntArray:
    return np.clip(np.searchsorted(grid, places) - 1, 0, len(grid) - 2)


def _outermost(off: FloatArray, signs: FloatArray) -> tuple[IntArray, FloatArray]:
    """Of the corners on one side the farthest off, (k,), and the sign of all there; NaN where they are not alike."""
    there = off > 0
    most = np.where(there, signs, -np.inf).max(axis=1)
    alike = there.any(axis=1) & (most == np.where(there, signs, np.inf).min(axis=1))
    return off.argmax(axis=1), np.where(alike, most, np.nan)
