"""Many equal markers at once: a stamp for a style, copied or merged; rings, squares, arrows; and how dense they are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPixmap, QPolygonF, QTransform

from core.datasets.dataset import FloatArray
from core.plane.cell_counts import Chosen, Counts, Levels, convolved, summed_areas
from perceptron_gui.look.labels import Box
from perceptron_gui.look.plots.axes import draw_with, is_raster
from perceptron_gui.look.theme import Theme
from perceptron_gui.look.viewport import Viewport

_OPAQUE = np.float32(-16.0)
"""The logarithm for an opaque pixel: eight bits cannot distinguish it from 0."""
_HALO, _LARGE = 1.5, 8.0
"""Pixels of the page's colour around a mark, and the width of the smallest marks that have them."""
_STRENGTHS = (_LARGE, 1.0), (6.0, 0.5), (0.0, 0.4)
"""The opacity of marks from a size on: many are small, and show by their depth where they are dense."""
_DENSE = 100_000
"""The number of stamps from which one picture of all takes less time than the copies."""
SUPPORTS, WRONG, TESTED = range(3)
"""The rings about a mark, from the inner one outwards: a support example of ŵ*, wrong now, under test."""
_CELL = 2.0


def covered(counts: Counts, stamp: Levels) -> Levels:
    """Return the opacity of each dot after `counts` (h, w) stamps (p, q); shape (h + p − 1, w + q − 1).

    One stamp of opacity a lets 1 − a through, so all let through the product of these in any order: a sum of logarithms
    over the places in the stamp.
    """
    # A stamp may have fully opaque dots, whose logarithm is −∞; the bound replaces it.
    with np.errstate(divide="ignore"):
        logarithms = np.maximum(np.log1p(-stamp), _OPAQUE)
    opacity: Levels = -np.expm1(convolved(counts, logarithms))
    return opacity


def opacities(stamp: QPixmap) -> Levels:
    """Return the opacities of a stamp, (height, width)."""
    image = stamp.toImage().convertToFormat(QImage.Format.Format_Alpha8)
    # Qt pads each line of an image to whole words.
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    alphas: Levels = lines[:, : image.width()].astype(np.float32) / np.float32(255)
    return alphas


def indexed_image(places: NDArray[np.uint8], colors: Sequence[QColor]) -> QImage:
    """Return a picture of a few `colors`; `places` (h, w) are their numbers for each dot, the top row first."""
    held = np.ascontiguousarray(places)
    height, width = held.shape
    image = QImage(held.data, width, height, width, QImage.Format.Format_Indexed8)
    image.setColorTable([color.rgba() for color in colors])
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


@dataclass(frozen=True)
class MarkerStyle:
    """The look of one kind of marker: ○ for label +1, × for −1; sizes in pixels, colours as #aarrggbb."""

    label: int
    size: float
    fill: str
    outline: str
    width: float
    halo: str = ""
    """the colour of a thin line around the outline, so that marks stand apart and on any region; empty for none"""
    dashed: bool = False

    def paint(self, painter: QPainter) -> None:
        pen = QPen(QColor(self.outline), self.width, j=Qt.PenJoinStyle.MiterJoin)
        if self.dashed:
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            # Whole dashes go around a ring, each as long as two and a half gaps.
            around = math.pi * self.size / self.width
            dash = around / round(around / 3.5)
            pen.setDashPattern([dash * 0.7, dash * 0.3])
        path = self._path()
        if self.halo:
            painter.strokePath(path, QPen(QColor(self.halo), self.width + 2 * _HALO, j=Qt.PenJoinStyle.MiterJoin))
        draw_with(painter, pen, QColor(self.fill))
        painter.drawPath(path)

    def _path(self) -> QPainterPath:
        path = QPainterPath()
        if self.label > 0:
            path.addEllipse(QPointF(0, 0), self.size / 2, self.size / 2)
        else:
            reach, arm = self.size * 0.54, self.size * 0.18  # half of its extent, and of the width of an arm
            quarter = [QPointF(arm, 0.0), QPointF(reach, reach - arm), QPointF(reach - arm, reach)]
            turns = [QTransform().rotate(90.0 * turn) for turn in range(4)]
            path.addPolygon(QPolygonF([turn.map(corner) for turn in turns for corner in quarter]))
            path.closeSubpath()
        return path


def argb(color: QColor) -> str:
    """Return a colour with its opacity as a style keeps it."""
    return color.name(QColor.NameFormat.HexArgb)


def marker_size(n: int) -> float:
    """Return the width in pixels of a marker for `n` examples: smaller for more, so that they stay apart."""
    for most, size in (60, 15.0), (300, 11.0), (3_000, 8.0), (20_000, 6.0):
        if n <= most:
            return size
    return 4.0


@cache
def mark_style(theme: Theme, label: int, size: float) -> MarkerStyle:
    """Return the style of an example of class `label`: small marks let others show through, large ones have a halo."""
    strength = next(alpha for least, alpha in _STRENGTHS if size >= least)
    color = argb(theme.color(theme.of_label(label), strength))
    halo = argb(theme.color("page")) if strength == 1.0 else ""
    outline = 0.0 if strength < 1.0 else 1.0
    return MarkerStyle(label, size - outline, color, color if outline else "#00000000", outline, halo)


@cache
def wrong_style(theme: Theme, size: float) -> MarkerStyle:
    """Return the style of the ring that says *wrong now* about a mark of `size`: thin about small ones, of many."""
    nothing, ring = argb(theme.color("page", 0.0)), 2.0 * ring_radius(size, WRONG)
    halo, width = (argb(theme.color("page")), 1.8) if size >= _LARGE else ("", 1.2)
    return MarkerStyle(1, ring, nothing, argb(theme.color("now")), width, halo=halo, dashed=True)


def ring_radius(size: float, ring: int) -> float:
    """Return the radius in pixels of one of the rings about a mark of `size`."""
    return size / 2 + 2.5 + ring * 1.5 + size * (0.15 + 0.1 * ring)


def draw_markers(painter: QPainter, pixels: FloatArray, style: MarkerStyle) -> None:
    """Draw `style` at each of `pixels` (m, 2): stamps in a raster, outlines in vectors."""
    if not is_raster(painter):
        painter.save()
        for x, y in pixels.tolist():
            painter.translate(x, y)
            style.paint(painter)
            painter.translate(-x, -y)
        painter.restore()
    elif len(pixels):
        ratio = painter.deviceTransform().m11()
        stamp = _stamp(style, ratio)
        # pyqtgraph calls this array internal. Without it a loop of `drawPixmap` does the same, more slowly.
        fragments = PrimitiveArray(QPainter.PixmapFragment, 10)
        fragments.resize(len(pixels))
        # Each row is x, y, the corner of the source, width, height, scale x and y, rotation, opacity.
        rows = fragments.ndarray()
        rows[:] = 0, 0, 0, 0, stamp.width(), stamp.height(), 1 / ratio, 1 / ratio, 0, 1
        rows[:, :2] = pixels
        first, count = fragments.drawargs()
        painter.drawPixmapFragments(first, count, stamp)


def draw_chosen(
    painter: QPainter, points: FloatArray, pixels: FloatArray, chosen: Chosen, view: Viewport, style: MarkerStyle
) -> None:
    """Draw `style` at the `chosen` of `points` (m, 2), which lie at `pixels` (m, 2), as far as they are in view.

    Very many are drawn as one picture, each at the nearest dot, if fill and outline have one colour but for opacity.
    """
    fill, outline = QColor(style.fill), QColor(style.outline)
    one_color = not outline.alpha() or fill.rgb() == outline.rgb()
    if not (one_color and is_raster(painter) and np.count_nonzero(chosen) > _DENSE):
        seen = visible(pixels, view.rect, style.size)
        draw_markers(painter, pixels.T.compress(seen & chosen, axis=1).T, style)
        return
    ratio = painter.deviceTransform().m11()
    stamp = _stamp(style, ratio)
    across, down = stamp.width() // 2, stamp.height() // 2
    seen_at = view.rect.adjusted(-across / ratio, -down / ratio, across / ratio, down / ratio)
    counts = view.grid(seen_at, ratio).tally(points, chosen)
    levels = (covered(counts, opacities(stamp)) * 255 + 0.5).astype(np.uint8)
    image = indexed_image(levels, [QColor(fill.red(), fill.green(), fill.blue(), level) for level in range(256)])
    image.setDevicePixelRatio(ratio)
    painter.drawImage(seen_at.topLeft() - QPointF(across, down) / ratio, image)


def visible(pixels: FloatArray, rect: QRectF, room: float) -> Chosen:
    """Return which of `pixels` (m, 2) lie in `rect` or at most `room` beside it."""
    x, y = pixels[:, 0], pixels[:, 1]
    return (x > rect.left() - room) & (x < rect.right() + room) & (y > rect.top() - room) & (y < rect.bottom() + room)


@lru_cache(maxsize=64)
def _stamp(style: MarkerStyle, ratio: float) -> QPixmap:
    side = math.ceil(style.size + style.width) + 4
    pixmap = QPixmap(math.ceil(side * ratio), math.ceil(side * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(pixmap.width() / ratio / 2, pixmap.height() / ratio / 2)
        style.paint(painter)
    # The empty rim is cut off equally on each side, so that the middle stays in place.
    seen = np.argwhere(opacities(pixmap))
    ends = np.array([pixmap.height(), pixmap.width()]) - 1
    empty = int(min(seen.min(), (ends - seen).min())) if len(seen) else 0
    return pixmap.copy(pixmap.rect().adjusted(empty, empty, -empty, -empty))


def draw_rings(painter: QPainter, middles: FloatArray, radius: float, pen: QPen) -> None:
    """Draw a circle of `radius` pixels about each of `middles` (m, 2)."""
    draw_with(painter, pen)
    for x, y in middles.tolist():
        painter.drawEllipse(QPointF(x, y), radius, radius)


def square_about(middle: QPointF, reach: float) -> QRectF:
    """Return the square of all that is at most `reach` pixels away from `middle`, across or down."""
    away = QPointF(reach, reach)
    return QRectF(middle - away, middle + away)


def arrow_area(line: QLineF, reach: float = 8.0) -> QPainterPath:
    """Return the area in which the mouse is on an arrow."""
    path, side = QPainterPath(), (line.normalVector().unitVector().p2() - line.p1()) * reach
    path.addPolygon(QPolygonF([line.p1() + side, line.p2() + side, line.p2() - side, line.p1() - side]))
    path.closeSubpath()
    return path


class PointDensity:
    """How many of `points` (m, 2) reach into a box of `view`, each of them `reach` pixels around its middle.

    They are counted in cells of a few pixels, so a count may be too large by those close by, but never too small.
    """

    def __init__(self, points: FloatArray, view: Viewport, reach: float) -> None:
        self._room = 2 * reach
        grid = view.grid(view.rect.adjusted(-reach, -reach, reach, reach), 1 / _CELL)
        self._columns, self._rows = grid.columns, grid.rows
        self._sums = summed_areas(grid.tally(points)).data

    def count(self, box: Box) -> int:
        """Return how many examples reach into a box: asked of some hundred a frame, so in plain numbers."""
        left, top, right, bottom = box
        sums, columns, rows = self._sums, self._columns, self._rows
        x0 = min(max(math.floor(left / _CELL), 0), columns)
        x1 = min(max(math.ceil((right + self._room) / _CELL), 0), columns)
        y0 = min(max(math.floor(top / _CELL), 0), rows)
        y1 = min(max(math.ceil((bottom + self._room) / _CELL), 0), rows)
        return sums[y1, x1] - sums[y1, x0] - sums[y0, x1] + sums[y0, x0]
