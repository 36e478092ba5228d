"""How sure the classifier is: the regions are the stronger the farther f, or the lead of a vote, is from 0."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage, QPainter

from perceptron_gui.canvas.classifier.maps import BANDS, Bands, FieldReading, bands_of
from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.viewport import Viewport
from perceptron_gui.look.theme import Theme

_STRONGEST = 0.34


class ShadingLayer(Layer):
    """Drawn over the regions of a classifier that is no line.

    The strongest shade is that of the largest value on an example, of a vote that of all votes: so the shade of a
    place is the same however near one looks.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.reading.changed,))
        self._made: tuple[FieldReading, float, Theme, QImage] | None = None

    def draw(self, painter: QPainter, view: Viewport) -> None:
        field, largest = self.stage.reading.field(view), self.largest
        if field is None or not largest:
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(view.rect, self._image(field, largest))

    @property
    def largest(self) -> float | None:
        """The value that is shaded strongest; None where it is not known yet, or there are no shades."""
        run, state = self.stage.run, self.stage.state
        if run is None or state is None:
            return None
        if run.predictor.votes:
            return float(state.example)
        margins = self.stage.reading.margins
        if margins is None or not len(margins) or np.isnan(margins).any():
            return None
        return float(np.abs(margins).max())

    def _image(self, field: FieldReading, largest: float) -> QImage:
        theme, made = self.stage.theme, self._made
        if made is None or made[0] is not field or made[1:3] != (largest, theme):
            self._made = made = field, largest, theme, _image(bands_of(field.shown, largest), theme)
        return made[3]


def _image(bands: Bands, theme: Theme) -> QImage:
    """The top row first."""
    places = np.ascontiguousarray(bands[::-1] + BANDS).astype(np.uint8)
    height, width = places.shape
    image = QImage(places.tobytes(), width, height, width, QImage.Format.Format_Indexed8)
    shades = [theme.color(theme.of_label(band), _STRONGEST * abs(band) / BANDS) for band in range(-BANDS, BANDS + 1)]
    image.setColorTable([shade.rgba() for shade in shades])
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
