"""The lines and curves of the picture in words: where each runs, and the class on each side of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from core.datasets.dataset import FloatArray, IntArray
from core.numbers.numerals import counted, number
from core.plane.fields.contours import JoinedPieces, curves_of
from perceptron_gui.canvas.classifier.maps import FieldReading
from perceptron_gui.canvas.layers.layer import Layer, NamedCurve, NamedLine
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.look.labels import Label
from perceptron_gui.look.plots.axes import polygon_of
from perceptron_gui.look.viewport import Viewport

_DIAGONAL = 1 / np.sqrt(5)
"""The least share of up or of right in a direction, of 1 in all, that is described."""
_AROUND = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
"""The corners of a cell, by row and column."""
MOST_TOLD = 6
"""The most curves, and ends of one, that are described one by one."""
_NEAR = 1.0
"""The pixels between pieces that are one curve: the picture of a vote may leave out smaller gaps."""
_HALF_PEN = 2.0


@dataclass(frozen=True, eq=False)
class Sides:
    """Of some pieces of a curve where f is larger, and the sign of f on either side, at points in pixels.

    `ways` (k, 2) lead to the larger f; `lower` and `higher` (k, 2) are points beside, `signs` (k, 2) those of f there.
    """

    ways: FloatArray
    lower: FloatArray
    higher: FloatArray
    signs: FloatArray

    def inside(self, curve: JoinedPieces) -> int | None:
        """Return the sign of f just inside the curve, between it and its chord if it has ends; None for both signs."""
        points = np.concatenate([self.lower, self.higher])
        found = np.unique(self.signs.T.ravel()[curve.holds(points)]) if curve.even else np.empty(0)
        return int(found[0]) if len(found) == 1 else None


def sides_beside(curve: JoinedPieces, field: FieldReading, view: Viewport) -> Sides:
    """Return what the grid tells about a curve in pixels: of pieces in cells that it parts into two sides."""
    # Pieces of a curve that are asked, from one end of the list to the other.
    pieces = curve.pieces[np.linspace(0, len(curve.pieces) - 1, min(len(curve.pieces), 24)).astype(np.intp)]
    middles, along = pieces.mean(axis=1), pieces[:, 1] - pieces[:, 0]
    normals = np.column_stack([-along[:, 1], along[:, 0]]) / np.hypot(*along.T)[:, None]
    x = view.cx + (middles[:, 0] - view.width / 2) * view.ux
    y = view.cy - (middles[:, 1] - view.height / 2) * view.uy
    column, row = _cell(field.xs, x)[:, None] + _AROUND[:, 1], _cell(field.ys, y)[:, None] + _AROUND[:, 0]
    # The corners of the cells that hold these middles, (k, 4, 2) in pixels, and their signs.
    corners = np.stack([field.xs[column], field.ys[row]], axis=-1)
    places, signs = view.to_pixels(corners.reshape(-1, 2)).reshape(-1, 4, 2), np.sign(field.values[row, column])
    off = ((places - middles[:, None]) * normals[:, None]).sum(axis=2)
    (below, least), (above, most) = _outermost(-off, signs), _outermost(off, signs)
    turned = np.where(least > most, -1.0, 1.0)
    clear = ~np.isnan(least) & ~np.isnan(most) & (least != most)
    rows, flip = np.arange(len(pieces)), (turned < 0)[:, None]
    lower, higher = places[rows, below], places[rows, above]
    beside = np.where(flip, higher, lower), np.where(flip, lower, higher)
    found = normals * turned[:, None], *beside, np.sort(np.column_stack([least, most]), axis=1)
    return Sides(*(each[clear] for each in found))


def way_words(ways: FloatArray) -> str:
    """Return the direction of unit vectors (k, 2) in pixels, e.g. "above and left"; empty if they do not agree."""
    across, down = ways.T
    return " and ".join(filter(None, (_agreed(-down, "above", "below"), _agreed(across, "right", "left"))))


def _agreed(parts: FloatArray, ahead: str, behind: str) -> str:
    if not len(parts) or abs(parts.mean()) < _DIAGONAL * (1 - 1e-12):
        return ""
    return ahead if (parts > 0).all() else behind if (parts < 0).all() else ""


def _cell(grid: FloatArray, places: FloatArray) -> IntArray:
    return np.clip(np.searchsorted(grid, places) - 1, 0, len(grid) - 2)


def _outermost(off: FloatArray, signs: FloatArray) -> tuple[IntArray, FloatArray]:
    """Return the farthest corner on one side, (k,), and the sign of all there; NaN if they are not alike."""
    there = off > 0
    most = np.where(there, signs, -np.inf).max(axis=1)
    alike = there.any(axis=1) & (most == np.where(there, signs, np.inf).min(axis=1))
    return off.argmax(axis=1), np.where(alike, most, np.nan)


class OutlineWords:
    """Words for what is drawn over the state on display, with coordinates as fine as a pixel."""

    def __init__(self, stage: Stage) -> None:
        self._stage, self._view = stage, stage.viewport
        self._axes = sum(map(bool, stage.projection.titles)) or 1

    def describe(self, layer: Layer) -> Iterator[tuple[str, QRectF]]:
        """Yield the words on each line and curve, and its place in pixels: the view for one that is out of it."""
        words = layer.said(self._view) if self._stage.state is not None else []
        labels = [word.text for word in words if isinstance(word, Label)]
        for outline in words:
            if isinstance(outline, NamedLine):
                yield self._of_line(outline, labels)
            elif isinstance(outline, NamedCurve):
                yield _said(outline.name, self._curves(outline)), self._box(outline.pieces)

    def _of_line(self, line: NamedLine, labels: Sequence[str]) -> tuple[str, QRectF]:
        segment = self._view.segment(line.line)
        if segment is None:
            value = line.line.at(self._view.rect.center())
            where = "not in view" if line.line.a or line.line.b else "none"
            if not value:  # Without a direction its vector is 0 in the section.
                where += ", 0 everywhere" * (where == "none")
            elif not math.isnan(value):
                where += f", all of the view is on its {line.sides[value > 0]} side"
            return _said(line.name, where), self._view.rect
        name = next((text for text in labels if text.startswith(line.name)), line.name)
        ends = np.array([segment.toTuple()])
        start, end = map(self._place, _from_left(ends.reshape(2, 2)))
        # The side on which its function is above 0; squares of the parts may be beyond all floats.
        way = np.array([line.line[:2]]) / max(map(abs, line.line[:2]))
        side = way_words(way / np.hypot(*way[0]))
        return _said(name, f"from {start} to {end}, {line.sides[1]} {side}"), self._box(ends)

    def _box(self, pieces: FloatArray) -> QRectF:
        if not len(pieces):
            return self._view.rect
        box = polygon_of(pieces.reshape(-1, 2)).boundingRect()
        return box.adjusted(-_HALF_PEN, -_HALF_PEN, _HALF_PEN, _HALF_PEN) & self._view.rect

    def _curves(self, drawn: NamedCurve) -> str:
        if drawn.estimate:
            return "an estimate, the exact one is being computed"
        if not len(drawn.pieces):
            signs = [] if drawn.field is None else np.unique(np.sign(drawn.field.values)).tolist()
            if len(signs) != 1 or math.isnan(signs[0]):
                return "not in view"
            side = f"not in view, all of the view is on its {drawn.sides[signs[0] > 0]} side"
            return side if signs[0] else "none in view, everything is a tie"
        curves = curves_of(drawn.pieces.reshape(-1, 2, 2), _NEAR)
        if curves is None:
            return f"{counted(len(drawn.pieces), 'piece')}, too many to follow"
        told = [self._curve(curve, drawn.field, drawn.sides) for curve in curves[:MOST_TOLD]]
        if len(told) < 2:
            return told[0] if told else "no larger than a pixel"
        return f"{len(curves):,} curves: {'; '.join(_first(told, len(curves)))}"

    def _curve(self, curve: JoinedPieces, field: FieldReading | None, names: tuple[str, str]) -> str:
        sides = None if field is None else sides_beside(curve, field, self._view)
        if not len(curve.ends):
            across, up = self._view.rounded(*(curve.size * (self._view.ux, self._view.uy)).tolist())
            middle, kind = self._place(curve.low + curve.size / 2), "closed" if curve.even else "a closed net"
            size = f"{number(across)} wide, {number(up)} high"
            return ", ".join([f"{kind}, middle {middle}, {size}", *_inside(curve, sides, names, "inside")])
        if len(curve.ends) != 2:
            told = []
            for end in _from_left(curve.ends)[:MOST_TOLD]:
                aside = () if field is None else self._at_end(curve, end, field, names)
                told.append(" with ".join([f"{self._place(end)}{self._edge(end)}", *aside]))
            return f"branched, {counted(len(curve.ends), 'end')}: {', '.join(_first(told, len(curve.ends)))}"
        start, end = _from_left(curve.ends)
        told = list(_beside(curve, sides, names))
        if not told and field is not None:
            told = [f"{side} at its start" for side in self._at_end(curve, start, field, names)]
        return ", ".join([self._open(curve, start, end), *told])

    def _at_end(
        self, curve: JoinedPieces, end: FloatArray, field: FieldReading, names: tuple[str, str]
    ) -> Iterable[str]:
        away = np.hypot(*np.moveaxis(curve.pieces - end, 2, 0)).min(axis=1)
        # Pixels from an end of a curve that belong to it.
        last = JoinedPieces(curve.pieces[away < 4.0], curve.ends, even=False)
        return _beside(last, sides_beside(last, field, self._view), names)

    def _open(self, curve: JoinedPieces, start: FloatArray, end: FloatArray) -> str:
        """Describe a curve from one end to the other, through the place farthest off the straight line."""
        points, way = curve.pieces.reshape(-1, 2), end - start
        off = np.abs((points - start) @ np.array([-way[1], way[0]])) / max(float(np.hypot(*way)), _NEAR)
        # The points of a grid are this many pixels apart: a smaller bend is not worth a word.
        bent = f" through {self._place(points[off.argmax()])}" if off.max() > 4.0 else ""
        return f"from {self._place(start)}{self._edge(start)}{bent} to {self._place(end)}{self._edge(end)}"

    def _place(self, pixel: FloatArray) -> str:
        at = self._view.rounded(*self._view.to_data(QPointF(*pixel.tolist())))
        return ", ".join(map(number, at[: self._axes]))

    def _edge(self, pixel: FloatArray) -> str:
        """Return the side of a place, e.g. " at the top"; empty for a place within the view."""
        x, y = pixel.tolist()
        away = {"left edge": x, "right edge": self._view.width - x, "top": y, "bottom": self._view.height - y}
        edge = min(away, key=lambda name: away[name])
        return f" at the {edge}" if away[edge] < 2.0 else ""


def _said(name: str, what: str) -> str:
    return f"{name.replace(': ', ', ')}: {what}"


def _first(told: Sequence[str], of: int) -> list[str]:
    """Return the parts that are described one by one, and how many more there are."""
    return [*told, *([f"and {of - len(told):,} more"] if of > len(told) else [])]


def _from_left(places: FloatArray) -> list[FloatArray]:
    """Return places (m, 2) in pixels from left to right, and from the bottom up."""
    return sorted(places, key=lambda place: (place[0], -place[1]))


def _inside(curve: JoinedPieces, sides: Sides | None, names: tuple[str, str], where: str) -> Iterator[str]:
    sign = None if sides is None else sides.inside(curve)
    if sign is not None:
        yield f"{names[sign > 0] if sign else 'a tie'} {where}"


def _beside(curve: JoinedPieces, sides: Sides | None, names: tuple[str, str]) -> Iterable[str]:
    """Say what is on each side of a curve from end to end, if that is the same along it."""
    if sides is not None and (sides.signs[:, 1] > 0).all() and (way := way_words(sides.ways)):
        return [f"{names[1]} {way}"]
    if sides is not None and (sides.signs[:, 0] < 0).all() and (way := way_words(-sides.ways)):
        return [f"{names[0]} {way}"]
    return _inside(curve, sides, names, "within the bend")
