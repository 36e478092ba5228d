"""The half-planes classified as ○ and as ×, the stronger the farther f, or the lead of a vote, is from 0."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter

from core.numbers.numerals import number
from core.ties import MISTAKE
from perceptron_gui.canvas.classifier.maps import (
    BANDS,
    CIRCLES,
    CROSSES,
    HATCHED,
    NOTHING,
    bands_of,
)
from perceptron_gui.canvas.layers.layer import Layer, Word
from perceptron_gui.canvas.markers import indexed_image, is_raster
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.look.labels import Label
from perceptron_gui.look.theme import Theme
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.workspace import Workspace

_PARTS, _ASIDE = (0.2, 0.12, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9), 48.0
"""Heights, as shares of the view, at which a sentence on the whole picture may stand, and its pixels from the edges."""


class RegionLayer(Layer):
    """Each side in the colour of its class at 10 % opacity. While w = 0 and b = 0 there are no sides.

    The sides are those of the learner's own predictor, so for an average or a pocket not those of the last vector.
    """

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(
            stage, workspace, stage.animated.changed, stage.classifier.changed, workspace.player.playing_changed
        )

    def draw(self, painter: QPainter, view: Viewport) -> None:
        animated, theme = self.stage.animated, self.stage.theme
        if (field := self.stage.classifier.field(view)) is not None:
            # The edges are smooth; while the player races they are cells that hide the page, in a quarter of the
            # time.
            racing = self.workspace.player.racing and is_raster(painter)
            colors = _colors_on_page(theme) if racing else _colors(theme)
            picture = indexed_image(field.soon_sides if racing else field.sides, colors)
            if racing:
                picture.convertTo(QImage.Format.Format_RGB32)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not racing)
            painter.drawImage(view.rect, picture)
            return
        if self.stage.classifier.curved:
            return
        reading = self.stage.classifier.plane
        line = self.stage.line(animated.w, animated.b) if reading is None else self.stage.line(reading.w, reading.b)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(Qt.PenStyle.NoPen)
        # An opaque fill of everything below takes a quarter of the time.
        colors = _colors_on_page(theme) if is_raster(painter) else _colors(theme)
        for sign, place in ((1, CIRCLES), (-1, CROSSES)):
            painter.setBrush(colors[place])
            painter.drawPolygon(view.half_plane(line, sign))

    def words(self, view: Viewport) -> Iterable[Word]:
        """Return why there are no sides where the classifier that is shown has w = 0."""
        state, plane = self.stage.state, self.stage.classifier.plane
        if state is None or not self.stage.dataset.n or self.stage.classifier.curved:
            return
        name, w, b = ("", state.w, state.b) if plane is None else (f"{plane.predictor.title}: ", plane.w, plane.b)
        if w.any() or self.workspace.visible.view.newcomer:  # A newcomer's panel says it in plain words.
            return
        tie = MISTAKE if self.stage.run is None else self.stage.run.tie
        told = f"{name}w = 0: every activation is 0, {tie.nothing}"
        if b:
            told = f"{name}w = 0, b = {number(b)}: every example is classified as {'○' if b > 0 else '×'}"
        sides = (view.width / 2, 0.0), (view.width - _ASIDE, -1.0), (_ASIDE, 1.0)
        spots = [(x, view.height * part, way, 0.0) for part in _PARTS for x, way in sides]
        yield Label(told, "ink", spots, key="no sides", vital=True)


@cache
def _colors(theme: Theme) -> tuple[QColor, ...]:
    """Return the colour of each number in the picture of a field."""
    colors = {
        CROSSES: theme.color(theme.of_label(-1), theme.region(-1)),
        NOTHING: theme.color("page", 0.0),
        CIRCLES: theme.color(theme.of_label(1), theme.region(1)),
        HATCHED: theme.color("secondary", 0.5),
    }
    return tuple(colors[number] for number in sorted(colors))


@cache
def _colors_on_page(theme: Theme) -> tuple[QColor, ...]:
    """Return the same colours over the page, as Qt mixes them."""
    paper = QImage(len(_colors(theme)), 1, QImage.Format.Format_RGB32)
    paper.fill(theme.color("page"))
    with QPainter(paper) as painter:
        for place, color in enumerate(_colors(theme)):
            painter.fillRect(place, 0, 1, 1, color)
    return tuple(paper.pixelColor(place, 0) for place in range(paper.width()))


class ShadingLayer(Layer):
    """Drawn over the regions of a classifier that is no line.

    The strongest shade is that of the largest value on an example, of a vote that of all votes: so the shade of a
    place is the same however near one looks.
    """

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(stage, workspace, stage.classifier.changed)

    @property
    def applies(self) -> bool:
        return self.stage.classifier.moment is not None

    def draw(self, painter: QPainter, view: Viewport) -> None:
        """Draw the shades smoothly; while the player races in cells, as the regions below, which takes half as long."""
        if (picture := self._shaded) is not None:
            racing = self.workspace.player.racing and is_raster(painter)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not racing)
            painter.drawImage(view.rect, picture)

    @property
    def largest(self) -> float | None:
        """The value that is shaded strongest; None if it is not known yet, or there are no shades."""
        run, state = self.stage.run, self.stage.state
        if run is None or state is None:
            return None
        if run.predictor.votes:
            return float(state.example)
        margins = self.stage.classifier.margins
        if margins is None or not len(margins) or np.isnan(margins).any():
            return None
        return float(np.abs(margins).max())

    @cached_property
    def _shaded(self) -> QImage | None:
        """The picture of the shades, the top row first."""
        field, largest = self.stage.classifier.field(self.stage.viewport), self.largest
        if field is None or not largest:
            return None
        places = (bands_of(field.shown, largest)[::-1] + np.int8(BANDS)).view(np.uint8)
        return indexed_image(places, _shades(self.stage.theme))


@cache
def _shades(theme: Theme) -> tuple[QColor, ...]:
    """Return the colour of each band, from the lowest up."""
    bands = range(-BANDS, BANDS + 1)
    return tuple(theme.color(theme.of_label(band), 0.34 * abs(band) / BANDS) for band in bands)
