"""The icons, drawn as paths in the colours of the theme, so that they are crisp at any scale."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from perceptron_gui.look.theme import Theme

_BOX = 24.0
"""Paths are drawn in a square of this side."""
_DISABLED_OPACITY = 0.38


@dataclass(frozen=True)
class Glyph:
    """What an icon draws: a path that is filled, or stroked at `stroke` width, in the colour of `role`."""

    path: QPainterPath
    stroke: float = 0.0
    role: str = "ink"


def icon(name: str, theme: Theme) -> QIcon:
    """The icon called `name` in the colours of `theme`; raises KeyError for a name that is not in GLYPHS."""
    return QIcon(_Engine(GLYPHS[name](), theme))


class _Engine(QIconEngine):
    """Paints a glyph at whatever size is asked for; disabled it is paler."""

    def __init__(self, glyph: Glyph, theme: Theme) -> None:
        super().__init__()
        self._glyph = glyph
        self._theme = theme

    def clone(self) -> QIconEngine:
        return _Engine(self._glyph, self._theme)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        side = min(rect.width(), rect.height())
        color = self._theme.color(self._glyph.role)
        if mode == QIcon.Mode.Disabled:
            color = self._theme.color("ink", _DISABLED_OPACITY)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(QRectF(rect).center() - QPointF(side / 2, side / 2))
        painter.scale(side / _BOX, side / _BOX)
        if self._glyph.stroke:
            cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
            painter.strokePath(self._glyph.path, QPen(color, self._glyph.stroke, Qt.PenStyle.SolidLine, cap, join))
        else:
            painter.fillPath(self._glyph.path, color)
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, QRect(0, 0, size.width(), size.height()), mode, state)
        painter.end()
        return pixmap


def _polygons(*polygons: list[tuple[float, float]]) -> QPainterPath:
    path = QPainterPath()
    for corners in polygons:
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
        path.closeSubpath()
    return path


def _lines(*lines: list[tuple[float, float]]) -> QPainterPath:
    path = QPainterPath()
    for points in lines:
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
    return path


def _bar(x: float) -> list[tuple[float, float]]:
    return [(x, 5), (x + 2.6, 5), (x + 2.6, 19), (x, 19)]


def _right(x: float, width: float = 11.0) -> list[tuple[float, float]]:
    return [(x, 5), (x + width, 12), (x, 19)]


def _left(x: float, width: float = 11.0) -> list[tuple[float, float]]:
    return [(x, 5), (x - width, 12), (x, 19)]


def _play() -> Glyph:
    return Glyph(_polygons([(7, 4.5), (19.5, 12), (7, 19.5)]))


def _pause() -> Glyph:
    return Glyph(
        _polygons([(6.5, 5), (10.3, 5), (10.3, 19), (6.5, 19)], [(13.7, 5), (17.5, 5), (17.5, 19), (13.7, 19)])
    )


def _first() -> Glyph:
    return Glyph(_polygons(_bar(4), _left(19.5)))


def _last() -> Glyph:
    return Glyph(_polygons(_right(4.5), _bar(17.4)))


def _back() -> Glyph:
    return Glyph(_polygons(_left(14.5), _bar(17)))


def _forward() -> Glyph:
    return Glyph(_polygons(_bar(4.4), _right(9.5)))


def _epoch_back() -> Glyph:
    return Glyph(_polygons(_left(12, 8.5), _left(20.5, 8.5)))


def _epoch_forward() -> Glyph:
    return Glyph(_polygons(_right(3.5, 8.5), _right(12, 8.5)))


def _select() -> Glyph:
    return Glyph(_polygons([(6, 3), (6, 19), (10, 15.3), (12.6, 21), (15.2, 19.8), (12.7, 14.3), (18, 14.3)]))


def _positive() -> Glyph:
    path = QPainterPath()
    path.addEllipse(QPointF(12, 12), 6.5, 6.5)
    return Glyph(path, 2.4, "positive")


def _negative() -> Glyph:
    return Glyph(_lines([(6, 6), (18, 18)], [(18, 6), (6, 18)]), 2.6, "negative")


def _pan() -> Glyph:
    heads: list[list[tuple[float, float]]] = [
        [(9, 6), (12, 3), (15, 6)],
        [(9, 18), (12, 21), (15, 18)],
        [(6, 9), (3, 12), (6, 15)],
        [(18, 9), (21, 12), (18, 15)],
    ]
    return Glyph(_lines([(12, 3), (12, 21)], [(3, 12), (21, 12)], *heads), 1.8)


def _undo() -> Glyph:
    path = _lines([(9, 4.5), (4.5, 9), (9, 13.5)], [(4.5, 9), (14.5, 9)])
    path.arcTo(QRectF(9.5, 9, 10, 10), 90, -180)
    path.lineTo(9, 19)
    return Glyph(path, 2.0)


def _redo() -> Glyph:
    path = _lines([(15, 4.5), (19.5, 9), (15, 13.5)], [(19.5, 9), (9.5, 9)])
    path.arcTo(QRectF(4.5, 9, 10, 10), 90, 180)
    path.lineTo(15, 19)
    return Glyph(path, 2.0)


def _fit() -> Glyph:
    corners: list[list[tuple[float, float]]] = [
        [(4, 9), (4, 4), (9, 4)],
        [(15, 4), (20, 4), (20, 9)],
        [(20, 15), (20, 20), (15, 20)],
        [(9, 20), (4, 20), (4, 15)],
    ]
    path = _lines(*corners)
    path.addEllipse(QPointF(12, 12), 2.2, 2.2)
    return Glyph(path, 2.0)


def _new() -> Glyph:
    return Glyph(
        _lines([(6, 3.5), (14, 3.5), (18.5, 8), (18.5, 20.5), (6, 20.5), (6, 3.5)], [(14, 3.5), (14, 8), (18.5, 8)]),
        1.8,
    )


def _open() -> Glyph:
    back: list[tuple[float, float]] = [(3.5, 18.5), (3.5, 5.5), (9, 5.5), (11, 8), (18.5, 8), (18.5, 11)]
    front: list[tuple[float, float]] = [(3.5, 18.5), (6.5, 11), (21.5, 11), (18.5, 18.5), (3.5, 18.5)]
    return Glyph(_lines(back, front), 1.8)


def _save() -> Glyph:
    return Glyph(
        _lines([(12, 3.5), (12, 15)], [(7.5, 10.8), (12, 15.2), (16.5, 10.8)], [(4, 16), (4, 20), (20, 20), (20, 16)]),
        2.0,
    )


def _info() -> Glyph:
    path = _lines([(12, 11), (12, 16.5)], [(12, 7.4), (12, 7.5)])
    path.addEllipse(QPointF(12, 12), 8.8, 8.8)
    return Glyph(path, 2.0, "secondary")


def _warning() -> Glyph:
    triangle: list[tuple[float, float]] = [(12, 3.5), (21.5, 20), (2.5, 20), (12, 3.5)]
    return Glyph(_lines(triangle, [(12, 9.5), (12, 14)], [(12, 17), (12, 17.1)]), 2.0, "now_text")


GLYPHS: dict[str, Callable[[], Glyph]] = {
    "first": _first,
    "epoch_back": _epoch_back,
    "back": _back,
    "play": _play,
    "pause": _pause,
    "forward": _forward,
    "epoch_forward": _epoch_forward,
    "last": _last,
    "select": _select,
    "positive": _positive,
    "negative": _negative,
    "pan": _pan,
    "undo": _undo,
    "redo": _redo,
    "fit": _fit,
    "new": _new,
    "open": _open,
    "save": _save,
    "info": _info,
    "warning": _warning,
}
"""Name → what it draws."""
