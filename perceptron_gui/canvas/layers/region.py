"""The half-planes that the classifier calls ○ and ×."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter

from core.numbers.numerals import number
from perceptron_gui.canvas.classifier.maps import CIRCLES, CROSSES, HATCHED, NOTHING, FieldReading
from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.markers import is_raster
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.viewport import Viewport
from perceptron_gui.look.theme import Theme

_OPACITY = 0.10
_HATCH_OPACITY = 0.5


class RegionLayer(Layer):
    """Each side in the colour of its class at 10 % opacity. While w = 0 and b = 0 there are no sides.

    The sides are those of the learner's own predictor, so for an average or a pocket not those of the last vector.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.animated.changed, stage.reading.changed, stage.player.playing_changed))

    def draw(self, painter: QPainter, view: Viewport) -> None:
        if (field := self.stage.reading.field(view)) is not None:
            self._draw_field(painter, view, field)
            return
        if self.stage.reading.curved:
            return
        animated, theme = self.stage.animated, self.stage.theme
        reading = self.stage.reading.plane
        line = self.stage.line(animated.w, animated.b) if reading is None else self.stage.line(reading.w, reading.b)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(Qt.PenStyle.NoPen)
        for sign in (1, -1):
            role = theme.of_label(sign)
            painter.setBrush(_on_page(theme, role) if is_raster(painter) else theme.color(role, _OPACITY))
            painter.drawPolygon(view.half_plane(line, sign))

    def _draw_field(self, painter: QPainter, view: Viewport, field: FieldReading) -> None:
        """Smooth; racing in cells that hide the page, in a quarter of the time."""
        racing = self.stage.player.racing and is_raster(painter)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not racing)
        picture = _picture(field.soon_sides if racing else field.sides, self.stage.theme)
        if racing:
            paper = QImage(picture.size(), QImage.Format.Format_RGB32)
            paper.fill(self.stage.theme.color("page"))
            over = QPainter(paper)
            over.drawImage(0, 0, picture)
            over.end()
            picture = paper
        painter.drawImage(view.rect, picture)

    def notes(self) -> Iterable[str]:
        """Why there are no sides where the classifier that is shown has w = 0."""
        state, plane = self.stage.state, self.stage.reading.plane
        if state is None or not self.stage.dataset.n or self.stage.reading.curved:
            return
        name, w, b = ("", state.w, state.b) if plane is None else (f"{plane.predictor.title}: ", plane.w, plane.b)
        if w.any():
            return
        if b:
            yield f"{name}w = 0, b = {number(b)}: every example is called {'○' if b > 0 else '×'}"
        else:
            yield f"{name}w = 0: every activation is 0, a tie, so every example counts as a mistake"


@cache
def _on_page(theme: Theme, role: str) -> QColor:
    """What Qt makes of a side over the page, all that is below: what hides it is filled in a quarter of the time."""
    dot = QImage(1, 1, QImage.Format.Format_RGB32)
    dot.fill(theme.color("page"))
    painter = QPainter(dot)
    painter.fillRect(dot.rect(), theme.color(role, _OPACITY))
    painter.end()
    return dot.pixelColor(0, 0)


def _picture(sides: NDArray[np.uint8], theme: Theme) -> QImage:
    height, width = len(sides), len(sides[0])
    image = QImage(sides.tobytes(), width, height, width, QImage.Format.Format_Indexed8)
    colors = {
        CROSSES: theme.color(theme.of_label(-1), _OPACITY),
        NOTHING: theme.color("page", 0.0),
        CIRCLES: theme.color(theme.of_label(1), _OPACITY),
        HATCHED: theme.color("secondary", _HATCH_OPACITY),
    }
    image.setColorTable([colors[number].rgba() for number in sorted(colors)])
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
