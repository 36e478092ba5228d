"""Why no line separates the examples: a few of them whose two hulls meet, and where."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from core.datasets.dataset import FloatArray
from core.plane.projections import PLANE
from core.theory.margin.margin import Certificate
from perceptron_gui.canvas.labels.placing import Label, about
from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.markers import extent_of
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.strokes import draw_rings, square_about
from perceptron_gui.canvas.viewport import Viewport

_RING = 4.5
_DIAMOND = 7.0
_TOOLTIP = (
    "The hulls of these ○ and these × share this point: "
    "a line with all ○ on one side and all × on the other would have it on both."
)


_TOOLTIP_BEYOND = (
    "With all their features the hulls of these ○ and these × share the point that is seen here: "
    "a hyperplane with all ○ on one side and all × on the other would have it on both."
)


class CertificateLayer(Layer):
    """Kirchberger: at most d + 2 examples tell. Without a bias the hull of the yᵢxᵢ holds the origin instead.

    On a plane the hulls are drawn. Those of more features meet at that point, but overlap in a picture where they do
    not, so there the examples and the point are all that is drawn.
    """

    kept = True

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.player.run_changed,))

    def blank(self) -> bool:
        return self._certificate() is None

    def extent(self, view: Viewport) -> QRectF:
        """Where its examples are: the common point is between them, or 0."""
        certificate = self._certificate()
        if certificate is None:
            return QRectF()
        places = np.vstack([self.stage.pixels_of(certificate.indices), self._common(view, certificate).toTuple()])
        return extent_of(places, view.rect, self.stage.marker_size + _DIAMOND + _RING)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        run, certificate = self.stage.run, self._certificate()
        if run is None or certificate is None:
            return
        for label in (1, -1):
            rows = certificate.indices[run.dataset.y[certificate.indices] == label]
            self._draw_class(painter, self.stage.pixels_of(rows), label)
        self._draw_point(painter, self._common(view, certificate))

    def labels(self, view: Viewport) -> Iterable[Label]:
        certificate = self._certificate()
        if certificate is not None:
            what = "line" if self.stage.dataset.d <= PLANE else "hyperplane"
            where = " through 0" if certificate.point is None else ""
            line = f"no {what}{where} separates these"
            middle = self._common(view, certificate)
            yield Label(line, "danger", about(middle, 14), bold=True, target=middle, clear=_DIAMOND + 2)

    def reserved(self, view: Viewport) -> Iterable[QRectF]:
        certificate = self._certificate()
        if certificate is not None:
            yield square_about(self._common(view, certificate), _DIAMOND)

    def tooltip(self, pixel: QPointF) -> str:
        certificate = self._certificate()
        if certificate is None or certificate.point is None:
            return ""
        away = self._common(self.stage.viewport, certificate) - pixel
        if QPointF.dotProduct(away, away) >= 4 * _DIAMOND * _DIAMOND:
            return ""
        return _TOOLTIP if self.stage.dataset.d <= PLANE else _TOOLTIP_BEYOND

    def _certificate(self) -> Certificate | None:
        return self.stage.run.margin.certificate if self.stage.run is not None else None

    def _common(self, view: Viewport, certificate: Certificate) -> QPointF:
        point = np.zeros(self.stage.dataset.d) if certificate.point is None else certificate.point
        return view.pixel(*self.stage.projection.place(point))

    def _draw_class(self, painter: QPainter, pixels: FloatArray, label: int) -> None:
        if self.stage.dataset.d <= PLANE:
            self._draw_hull(painter, QPolygonF([QPointF(x, y) for x, y in pixels.tolist()]), label)
        draw_rings(painter, pixels, self.stage.marker_size / 2 + _RING, self.stage.theme.pen("danger", 2.0))

    def _draw_hull(self, painter: QPainter, corners: QPolygonF, label: int) -> None:
        color, inside = (self.stage.theme.color(self.stage.theme.of_label(label), alpha) for alpha in (1.0, 0.14))
        painter.setPen(QPen(color, 2.2, Qt.PenStyle.DashDotLine, j=Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(inside)
        if corners.size() > 2:
            painter.drawPolygon(corners)
        else:
            painter.drawPolyline(corners)

    def _draw_point(self, painter: QPainter, middle: QPointF) -> None:
        theme, reach = self.stage.theme, _DIAMOND
        painter.setPen(theme.pen("page", 1.5))
        painter.setBrush(theme.color("danger"))
        offsets = ((0, -reach), (reach, 0), (0, reach), (-reach, 0))
        painter.drawPolygon(QPolygonF([middle + QPointF(dx, dy) for dx, dy in offsets]))
        painter.setBrush(Qt.BrushStyle.NoBrush)
