"""The reason why nothing separates the examples."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from core.datasets.dataset import FloatArray
from core.plane.projections import PLANE
from core.run import Run
from core.theory.margin.margin import Certificate
from perceptron_gui.canvas.layers.layer import Hit, RunLayer, Word
from perceptron_gui.canvas.markers import draw_rings, square_about
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.look.labels import Label, about
from perceptron_gui.look.plots.axes import polygon_of
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.workspace import Workspace

_RING = 4.5
_DIAMOND = 7.0


def _telling(run: Run, certificate: Certificate) -> tuple[str, str]:
    """Return the words on a certificate, and more of them if its point is pointed at."""
    if run.margin.in_feature_space:
        return _in_feature_space(run, certificate)
    if certificate.point is None:
        return _through_the_origin(run, certificate)
    both = "with all ○ on one side and all × on the other would have it on both."
    if run.dataset.d <= PLANE:
        where = "The hulls of these ○ and these × share this point"
        return "no line separates these", f"{where}: a line {both}"
    where = "With all their features the hulls of these ○ and these × share the point that is seen here"
    return "no hyperplane separates these", f"{where}: a hyperplane {both}"


def _through_the_origin(run: Run, certificate: Certificate) -> tuple[str, str]:
    if len(certificate.indices) == 1:
        words = run.tie.words(int(run.dataset.y[certificate.indices[0]]))
        return (
            "an example at 0 has activation 0",
            f"With bias 0 the activation of an example at the origin is 0, whatever w is: {words}.",
        )
    no_w = "Suitably weighted, their y·x add up to 0, so no w has all y·(w·x) above 0."
    if run.dataset.d > PLANE:
        return ("no hyperplane through 0 separates these", no_w)
    mirrored = "With each × moved to its mirror image behind 0, the hull of these examples holds 0."
    return ("no line through 0 separates these", f"{mirrored} {no_w}")


def _in_feature_space(run: Run, certificate: Certificate) -> tuple[str, str]:
    if len(certificate.indices) == 1:
        return (
            "its φ(x) is 0",
            "In the feature space this example is at the origin: with bias 0 its activation is always 0.",
        )
    if certificate.point is not None:
        return (
            "one point, both labels",
            "Here lie an ○ and a ×: whatever a classifier calls this point, one is wrong.",
        )
    vector = "(φ(x), B)" if run.margin.bias.value else "φ(x)"
    return (
        "nothing separates these",
        f"In the feature space, suitably weighted, their y·{vector} add up to 0: no vector there has all y·a above 0.",
    )


_HULLS = {"negative": Qt.PenStyle.DashDotDotLine}
"""The dashes that distinguish the hull of the × from that of the ○: two dots between them."""


class CertificateLayer(RunLayer):
    """Kirchberger: at most d + 2 examples tell. Without a bias the hull of the yᵢxᵢ holds the origin instead.

    Where vectors vote their lines are what is looked at, and it is not drawn.

    On a plane these hulls are drawn. Those of more features overlap in a picture where they do not meet, and those of
    a feature space are not seen at all, so there the examples are all that is drawn, and the point where there is one.
    """

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(stage, workspace, workspace.player.run_changed)

    @property
    def applies(self) -> bool:
        return super().applies and not self.run.predictor.votes and self.run.margin.certificate is not None

    def draw(self, painter: QPainter, view: Viewport) -> None:
        certificate = self._certificate
        if len(signed := self._signed(view, certificate)):
            # Draw the hull of the yᵢxᵢ, and a line from each × to its place there.
            painter.setPen(self.stage.theme.pen("danger", 1.2, Qt.PenStyle.DotLine))
            pixels = self.stage.pixels_of(certificate.indices)
            for place, image in zip(pixels.tolist(), signed.tolist(), strict=True):
                painter.drawLine(QLineF(*place, *image))
            self._draw_hull(painter, signed, "danger")
        for label in (1, -1):
            self._draw_class(painter, certificate, label)
        theme, reach = self.stage.theme, _DIAMOND
        if (point := self._common(view, certificate)) is not None:
            painter.setPen(theme.pen("page", 1.5))
            painter.setBrush(theme.color("danger"))
            offsets = ((0, -reach), (reach, 0), (0, reach), (-reach, 0))
            painter.drawPolygon(QPolygonF([point + QPointF(dx, dy) for dx, dy in offsets]))
            painter.setBrush(Qt.BrushStyle.NoBrush)

    def words(self, view: Viewport) -> Iterable[Word]:
        certificate = self._certificate
        middle, (told, _) = self._middle(view, certificate), _telling(self.run, certificate)
        examples = self.stage.pixels_of(certificate.indices).tolist()
        spots = [spot for x, y in examples for spot in about(QPointF(x, y), self.stage.marker_size + 6)]
        yield Label(told, "danger", [*about(middle, 20), *spots], bold=True, vital=True, steady=True)
        if (common := self._common(view, certificate)) is not None:
            yield square_about(common, _DIAMOND)

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        run, certificate = self.run, self._certificate
        away = self._middle(self.stage.viewport, certificate) - pixel
        near = QPointF.dotProduct(away, away) < 4 * _DIAMOND * _DIAMOND
        return Hit(lambda: _telling(run, certificate)[1]) if near else None

    @property
    def _certificate(self) -> Certificate:
        """The certificate of the run. Raise LookupError if there is none: then the layer is not asked."""
        if self.run.margin.certificate is None:
            raise LookupError("no certificate")
        return self.run.margin.certificate

    def _common(self, view: Viewport, certificate: Certificate) -> QPointF | None:
        """Return the point that the hulls share: the origin with B = 0; none in a feature space, except of a pair."""
        point = certificate.point
        if point is None and not self.run.margin.in_feature_space:
            point = np.zeros(self.stage.dataset.d)
        return None if point is None else view.pixel(*self.stage.projection.place(point))

    def _middle(self, view: Viewport, certificate: Certificate) -> QPointF:
        """Return the place for the name: the point, else the first of the examples."""
        common = self._common(view, certificate)
        return QPointF(*self.stage.pixels_of(certificate.indices[:1])[0].tolist()) if common is None else common

    def _signed(self, view: Viewport, certificate: Certificate) -> FloatArray:
        """Return the places of yᵢxᵢ, whose hull holds the origin, (m, 2); none except on a plane with B = 0."""
        run = self.run
        if certificate.point is not None or run.margin.in_feature_space or run.dataset.d > PLANE:
            return np.empty((0, 2))
        rows = certificate.indices
        return view.to_pixels(self.stage.projection.points(run.dataset.X[rows] * run.dataset.y[rows, None]))

    def _draw_class(self, painter: QPainter, certificate: Certificate, label: int) -> None:
        run = self.run
        pixels = self.stage.pixels_of(certificate.indices[run.dataset.y[certificate.indices] == label])
        if certificate.point is not None and run.dataset.d <= PLANE:
            self._draw_hull(painter, pixels, self.stage.theme.of_label(label))
        draw_rings(painter, pixels, self.stage.marker_size / 2 + _RING, self.stage.theme.pen("danger", 2.0))

    def _draw_hull(self, painter: QPainter, places: FloatArray, role: str) -> None:
        corners = polygon_of(places)
        painter.setPen(self.stage.theme.pen(role, 1.7, _HULLS.get(role, Qt.PenStyle.DashDotLine)))
        painter.setBrush(self.stage.theme.color(role, 0.14))
        if corners.size() > 2:
            painter.drawPolygon(corners)
        else:
            painter.drawPolyline(corners)
