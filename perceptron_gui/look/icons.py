"""The icons: SVG files in the colours of the theme, crisp at any scale."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from core.resources import resource
from perceptron_gui.look.theme import Theme

_ROLES = {"positive": "positive", "negative": "negative", "info": "secondary", "warning": "now_text"}
"""What is not in the colour of ink."""


def icon(name: str, theme: Theme) -> QIcon:
    """The icon called `name` in the colours of `theme`; raises FileNotFoundError for a name that has no file."""
    return QIcon(_Engine(name, theme))


class _Engine(QIconEngine):
    """Paints an icon at whatever size is asked for; disabled it is paler."""

    def __init__(self, name: str, theme: Theme) -> None:
        super().__init__()
        self._name = name
        self._theme = theme
        self._normal = _renderer(name, theme.color(_ROLES.get(name, "ink")).name())

    def clone(self) -> QIconEngine:
        return _Engine(self._name, self._theme)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        side = min(rect.width(), rect.height())
        square = QRectF(QPointF(), QSizeF(side, side))
        square.moveCenter(QRectF(rect).center())
        painter.save()
        if mode == QIcon.Mode.Disabled:
            painter.setOpacity(0.38)
            _renderer(self._name, self._theme.color("ink").name()).render(painter, square)
        else:
            self._normal.render(painter, square)
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        self.paint(painter, QRect(0, 0, size.width(), size.height()), mode, state)
        painter.end()
        return pixmap


@cache
def _renderer(name: str, color: str) -> QSvgRenderer:
    svg = (resource("icons", "actions") / f"{name}.svg").read_text("utf-8").replace("currentColor", color)
    return QSvgRenderer(QByteArray(svg.encode()))
