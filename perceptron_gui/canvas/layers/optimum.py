"""The theorem in the picture: ŵ*, its margin, γ and R, the things pointed at, and why no line separates."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPainter

from core.datasets.dataset import FloatArray
from core.numbers.numerals import number
from core.plane.projections import PLANE
from core.run import Run
from core.theory.diagnosis import where_they_lie
from core.theory.margin.margin import Certificate
from perceptron_gui.canvas.layers.layer import Hit, NamedLine, RunLayer, Word
from perceptron_gui.canvas.lines import in_pixels, starts_on
from perceptron_gui.canvas.markers import SUPPORTS, arrow_area, draw_rings, ring_radius, square_about, visible
from perceptron_gui.look.labels import Label, about, beside
from perceptron_gui.look.plots.axes import draw_arrow, draw_break, draw_with, fill, polygon_of
from perceptron_gui.look.viewport import Viewport

_HALO = 2.0
"""Pixels of the page's colour on both sides of a line together: green alone is faint on blue."""
_UNIT, _ELSE = (24.0, 160.0), 60.0
"""Pixels: ŵ* is drawn at its length 1 within these, and this long where that is shorter or longer."""
_TOOLTIP = "ŵ*: the unit vector whose smallest y·(ŵ*·x) is largest; that smallest value is γ."
_SPARSE = [1.0, 4.0]
"""The dots of the edges of the band, farther apart than those of the line before."""
BEST_LINE = "best line"
"""The name of the line of ŵ*, as in the player's page."""


class _StarLayer(RunLayer):
    """A layer of ŵ*, and of what is pointed at; it is not asked where there is neither."""

    @property
    def applies(self) -> bool:
        return super().applies and (self.workspace.highlight.kind is not None or self.run.margin.gamma is not None)


class BandLayer(_StarLayer):
    """All that is nearer to ŵ* than γ, and a ring around each example on its edges, in the colour of promises."""

    def draw(self, painter: QPainter, view: Viewport) -> None:
        theme, below, above = self.stage.theme, self.stage.star(-1), self.stage.star(1)
        if below is None or above is None:
            return
        lit = self.workspace.highlight.kind == "gamma"
        band = view.half_plane(below, 1).intersected(view.half_plane(above, -1))
        fill(painter, band, theme.color("promise", 0.16 if lit else 0.06))
        pen = theme.pen("promise", 1.3)
        pen.setDashPattern(_SPARSE)
        for edge in (below, above):
            self.draw_line(painter, edge, pen)
        if (picture := self.workspace.pictured.picture) is not None and not picture.points:
            return
        support, radius = self.run.margin.support, ring_radius(self.stage.marker_size, SUPPORTS)
        ringed = self.stage.pixels_of(() if support is None else support[:_MOST_RINGED])
        draw_rings(painter, ringed, radius, theme.pen("promise", 3.2 if lit else 1.8))


class OptimumLayer(_StarLayer):
    """The line of ŵ*, dashed, in the colour of promises."""

    def draw(self, painter: QPainter, view: Viewport) -> None:
        theme, lit, arrow = self.stage.theme, self.workspace.highlight.kind == "star", self.arrow
        width = 4.0 if lit and arrow is None else 2.0
        self.draw_line(painter, self.stage.star(), theme.pen("promise", width, Qt.PenStyle.DashLine))
        if arrow is not None:
            drawn, true = arrow
            draw_arrow(painter, drawn, theme.pen("page", 7.0 if lit else 5.0))
            draw_arrow(painter, drawn, theme.pen("promise", 5.0 if lit else 3.0))
            if not true:
                draw_break(painter, drawn, theme, "promise")

    def words(self, view: Viewport) -> Iterable[Word]:
        if (line := self.stage.star()) is None:
            return
        yield NamedLine(line, BEST_LINE, "promise", sought=True)
        if (segment := view.segment(line)) is not None:
            yield Label(BEST_LINE, "promise", beside(segment, 8), bold=True, steady=True)
        if (arrow := self.arrow) is not None:
            yield arrow[0]
            spots = [*about(arrow[0].p2(), 8), *beside(arrow[0], 6, parts=(0.7, 0.4))]
            lit = self.workspace.highlight.kind == "star"
            yield Label("ŵ*", "promise", spots, bold=True, steady=not lit)

    @cached_property
    def arrow(self) -> tuple[QLineF, bool] | None:
        """ŵ* across its line, of length 1, and True; where that is too short or too long, of another length, and False.

        None where its line is out of view, or all of it lies out of the plane.
        """
        view, w_star, line = self.stage.viewport, self.run.margin.w_star, self.stage.star()
        if w_star is None or line is None:
            return None
        places = starts_on(view, np.array([line]))[:, 0]
        seen = places[~np.isnan(places[:, 0])].tolist()
        arrow = QLineF(QPointF(), QPointF(*in_pixels(self.stage.projection, view, w_star[None, :])[0].tolist()))
        if not seen or not arrow.length() > 0:
            return None
        if not (true := _UNIT[0] <= arrow.length() <= _UNIT[1]):
            arrow.setLength(_ELSE)
        return arrow.translated(QPointF(*seen[0])), true

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        line = self.stage.star()
        foot = None if line is None else line.foot(pixel)
        if foot is None or QLineF(foot, pixel).length() >= 6.0:
            return None
        told = f"{_TOOLTIP} Lengths count the bias input B." if self.run.margin.bias.value else _TOOLTIP
        return Hit(lambda: told, quantity="star")


_TICK, _RING, _REACH = 6.0, 6.5, 6.0
_MOST_RINGED = 200
_RINGED = {"part": "promise", "example": "ink"}
"""Quantities without a mark → the role of the rings around their examples."""


class Measured(NamedTuple):
    """γ on the plane: `line` in pixels from the line of ŵ* at right angles to the example `row`.

    `length`, in units of the data, is γ/‖w*‖ with w* the part of ŵ* without the bias: γ itself only where that is of
    length 1.
    """

    row: int
    line: QLineF
    length: float
    is_gamma: bool


class MeasuresLayer(_StarLayer):
    """Drawn where there is a ŵ*; lit when γ or R is pointed at, here or in a panel, with rings around the examples."""

    def draw(self, painter: QPainter, view: Viewport) -> None:
        theme, lit, radius = self.stage.theme, self.workspace.highlight.kind, self.stage.marker_size / 2 + _RING
        if (measured := self.measured) is not None:
            tick = (measured.line.normalVector().unitVector().p2() - measured.line.p1()) * _TICK
            width = 4.2 if lit == "gamma" else 2.0
            painter.setPen(theme.pen("page", width + _HALO))
            painter.drawLine(measured.line)
            painter.setPen(theme.pen("promise", width))
            painter.drawLine(measured.line)
            if measured.line.length():  # Otherwise the plane has no direction across it.
                painter.drawLine(QLineF(measured.line.p1() - tick, measured.line.p1() + tick))
                painter.drawLine(QLineF(measured.line.p2() - tick, measured.line.p2() + tick))
        if lit == "radius":
            self._draw_radius(painter, view)
        if self._promises or lit == "radius":
            pen = theme.pen("ink", 3.2 if lit == "radius" else 1.6, Qt.PenStyle.DotLine)
            draw_rings(painter, self._seen(farthest(self.run)), radius, pen)
        if lit in _RINGED:
            draw_rings(painter, self._seen(self.workspace.highlight.rows), radius, theme.pen(_RINGED[lit], 3.0))

    def words(self, view: Viewport) -> Iterable[Word]:
        run, clear = self.run, self.stage.marker_size / 2 + _RING + 2
        # The label of ŵ* has the number of the proof; a ruler on the plane finds γ/‖w*‖.
        if (measured := self.measured) is not None:
            spots = [*beside(measured.line, 5, parts=(0.5, 0.35, 0.65, 0.2, 0.8)), *about(measured.line.p2(), clear)]
            # γ counts the bias input, which a ruler in the picture does not see: the tooltip has both numbers.
            name = "γ" if measured.is_gamma else "½ band"
            yield Label(name, "promise", spots, bold=True, key="γ", steady=True)
            yield measured.line
        if self._promises:
            lit, counting = self.workspace.highlight.kind == "radius", ", counting B" * (run.margin.bias.squared > 0)
            words = f"R = {number(run.margin.radius)}{counting}" if lit else "R"
            for x, y in self._seen(farthest(run)[:1]).tolist():
                yield Label(words, "ink", about(QPointF(x, y), clear + 2), key="R", steady=True)

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        run, measured = self.run, self.measured
        if measured is not None and run.margin.gamma is not None and arrow_area(measured.line, _REACH).contains(pixel):
            nearest = f"γ: the distance from the best line to its nearest example{_augmented(run)}"
            told = f"{nearest}: {number(run.margin.gamma)}."
            if not measured.is_gamma:
                on_plane = f"A ruler in the picture finds {number(measured.length)}"
                told = f"{told}\n{on_plane}: there the bias input does not count."
            support = run.margin.support
            rows = () if support is None else tuple(support[:_MOST_RINGED].tolist())
            return Hit(lambda: told, quantity="gamma", rows=rows)
        if self._promises:
            away = np.hypot(*(self._seen(farthest(run)) - pixel.toTuple()).T)
            if (np.abs(away - (self.stage.marker_size / 2 + _RING)) < _REACH / 2).any():
                name = f"R: the distance from the origin to the farthest example{_augmented(run)}"
                size = f"It is this one: {number(run.margin.radius)}."
                return Hit(lambda: f"{name}. {size}", quantity="radius", rows=farthest(run))
        return None

    @cached_property
    def measured(self) -> Measured | None:
        """γ as a length on the screen: at the first support example in view whose foot on ŵ*'s line is in view too.

        None if neither ŵ* nor its margin is shown, because γ is measured between them.
        """
        run, margin, view = self.run, self.run.margin, self.stage.viewport
        if not self.stage.shows_star or margin.w_star is None or margin.b_star is None or margin.gamma is None:
            return None
        w, b = self.stage.projection.line(margin.w_star, margin.b_star)
        length = math.hypot(*w.tolist())
        if run.dataset.d > PLANE or margin.support is None or not length > 0:
            return None
        rows = margin.support[:_MOST_RINGED]
        points = self.stage.projection.points(run.dataset.X[rows])
        with np.errstate(over="ignore", invalid="ignore"):  # A foot that far away is not in view.
            feet = points - (((points @ w + b) / length) / length)[:, None] * w
            starts, ends = view.to_pixels(points), view.to_pixels(feet)
        seen = np.flatnonzero(visible(starts, view.rect, 0) & visible(ends, view.rect, 0))
        if not len(seen):
            return None
        first = int(seen[0])
        line = QLineF(QPointF(*ends[first].tolist()), QPointF(*starts[first].tolist()))
        return Measured(int(rows[first]), line, margin.gamma / length, not margin.b_star)

    @property
    def _promises(self) -> bool:
        return self.run.margin.gamma is not None and self.workspace.visible.shows("ceiling")

    def _seen(self, rows: Sequence[int]) -> FloatArray:
        """Return the places of these examples, (m, 2); some may have been removed since they were pointed at."""
        chosen = np.array(rows, np.int64)
        pixels = self.stage.pixels_of(chosen[(chosen >= 0) & (chosen < self.run.dataset.n)])
        return pixels[visible(pixels, self.stage.viewport.rect, _RING)]

    def _draw_radius(self, painter: QPainter, view: Viewport) -> None:
        """Draw the ray from the origin to the farthest example and its circle, if R is a length in the data's space."""
        run = self.run
        if run.margin.in_feature_space or run.dataset.d > PLANE:
            return
        painter.setPen(self.stage.theme.pen("ink", 2.0))
        for row in farthest(run)[:1]:
            place = self.stage.projection.place
            far, origin = place(run.dataset.X[row]), place(np.zeros(run.dataset.d))
            line = QLineF(view.pixel(*far), view.pixel(*origin))
            across, up = math.dist(far, origin) / view.ux, math.dist(far, origin) / view.uy
            if max(across, up) < _FAR:
                painter.drawEllipse(line.p2(), across, up)
            line.setLength(min(line.length(), 2 * (view.width + view.height)))  # the origin may be far away
            painter.drawLine(line)


@lru_cache(maxsize=1)
def farthest(run: Run) -> tuple[int, ...]:
    """Return the examples with ‖x̃‖ = R; none if all are equally far (a kernel of distances)."""
    lengths = run.space.norms_squared
    rows = np.flatnonzero(lengths == lengths.max(initial=0.0))
    return () if len(rows) == run.dataset.n else tuple(rows[:_MOST_RINGED].tolist())


def _augmented(run: Run) -> str:
    """Return which coordinates γ and R count that the picture does not show."""
    if run.margin.in_feature_space:
        return ", in the space of the kernel"
    return ", counting the bias input B as one more coordinate" if run.margin.bias.squared else ""


_ABOUT, _DIAMOND = 4.5, 7.0


def _telling(run: Run, certificate: Certificate) -> tuple[str, str]:
    """Return the words on a certificate, and more of them if its point is pointed at."""
    if run.margin.in_feature_space:
        return _in_feature_space(run, certificate)
    if len(certificate.indices) == 1:
        words = run.tie.words(int(run.dataset.y[certificate.indices[0]]))
        why = f"With bias 0 the activation of an example at the origin is 0, whatever w is: {words}."
        return "an example at 0 has activation 0", why
    shape = "line" if run.dataset.d <= PLANE else "hyperplane"
    told = f"no {shape}{' through the origin' * (certificate.point is None)} separates these"
    if run.dataset.d == PLANE:
        return told, where_they_lie(run.dataset, run.margin)
    if certificate.point is None:
        why = "Suitably weighted, their y·x (−x for a ×) add up to 0, so no w has all y·(w·x) above 0."
        return told, why * (shape != "line")
    hulls = "The hulls of these ○ and these × share this point"
    if shape != "line":
        hulls = "With all their features the hulls of these ○ and these × share the point that is seen here"
    return told, f"{hulls}: a {shape} with all ○ on one side and all × on the other would have it on both."


def _in_feature_space(run: Run, certificate: Certificate) -> tuple[str, str]:
    if len(certificate.indices) == 1:
        why = "In the feature space this example is at the origin: with bias 0 its activation is always 0."
        return "its φ(x) is 0", why
    if certificate.point is not None:
        return "one point, both labels", "Here lie an ○ and a ×: whatever a classifier calls this point, one is wrong."
    vector = "(φ(x), B)" if run.margin.bias.value else "φ(x)"
    why = f"In the feature space, suitably weighted, their y·{vector} add up to 0: no vector there has all y·a above 0."
    return "nothing separates these", why


_FAR = 10_000.0
"""The pixels of a ray."""


class CertificateLayer(RunLayer):
    """Kirchberger: at most d + 2 examples tell.

    On a plane the hulls of the classes are drawn, or without a bias the rays from the origin through the examples.
    Hulls of more features overlap in a picture where they do not meet, and those of a feature space are not seen at
    all, so there the examples are all that is drawn, and the point where there is one. The panel tells a newcomer why.
    Where vectors vote nothing is drawn.
    """

    @property
    def applies(self) -> bool:
        return super().applies and not self.run.predictor.votes and self.run.margin.certificate is not None

    def draw(self, painter: QPainter, view: Viewport) -> None:
        run, certificate, theme = self.run, self._certificate, self.stage.theme
        for label in (1, -1):
            pixels = self.stage.pixels_of(certificate.indices[run.dataset.y[certificate.indices] == label])
            if not run.margin.in_feature_space and run.dataset.d <= PLANE:
                self._draw_hull(painter, view, pixels, label)
            if not self.workspace.visible.view.newcomer:
                draw_rings(painter, pixels, self.stage.marker_size / 2 + _ABOUT, theme.pen("danger", 2.0))
        if (point := self._common(view)) is not None:
            draw_with(painter, theme.pen("page", 1.5), theme.color("danger"))
            across, down = QPointF(_DIAMOND, 0), QPointF(0, _DIAMOND)
            painter.drawPolygon([point - down, point + across, point + down, point - across])

    def words(self, view: Viewport) -> Iterable[Word]:
        if self.workspace.visible.view.newcomer:
            return
        middle, (told, _) = self._middle(view), _telling(self.run, self._certificate)
        spots = about(middle, 20)
        for x, y in self.stage.pixels_of(self._certificate.indices).tolist():
            spots += about(QPointF(x, y), self.stage.marker_size + 6)
        yield Label(told, "danger", spots, bold=True, vital=True, steady=True)
        if (common := self._common(view)) is not None:
            yield square_about(common, _DIAMOND)

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        run, certificate = self.run, self._certificate
        near = QLineF(self._middle(self.stage.viewport), pixel).length() < 2 * _DIAMOND
        return Hit(lambda: _telling(run, certificate)[1]) if near else None

    @property
    def _certificate(self) -> Certificate:
        """The certificate of the run. Raise LookupError if there is none: then the layer is not asked."""
        if self.run.margin.certificate is None:
            raise LookupError("no certificate")
        return self.run.margin.certificate

    def _common(self, view: Viewport) -> QPointF | None:
        """Return the point that the hulls share: the origin with B = 0; none in a feature space, except of a pair."""
        point = self._certificate.point
        if point is None and not self.run.margin.in_feature_space:
            point = np.zeros(self.stage.dataset.d)
        return None if point is None else view.pixel(*self.stage.projection.place(point))

    def _middle(self, view: Viewport) -> QPointF:
        """Return the place for the name: the point, else the first of the examples."""
        common = self._common(view)
        return QPointF(*self.stage.pixels_of(self._certificate.indices[:1])[0].tolist()) if common is None else common

    def _draw_hull(self, painter: QPainter, view: Viewport, places: FloatArray, label: int) -> None:
        """Draw the hull of one class: without a bias the rays from the origin through few, until out of view."""
        if self._certificate.point is None and len(places) <= 2:
            origin = np.array([view.pixel(*self.stage.projection.place(np.zeros(self.run.dataset.d))).toTuple()])
            ways = places - origin
            ends = origin + ways / np.maximum(np.hypot(*ways.T), 1.0)[:, None] * _FAR
            places = np.concatenate([ends[:1], origin, ends[1:]])
        corners, role = polygon_of(places), self.stage.theme.of_label(label)
        # Two dots between the dashes distinguish the hull of the × from that of the ○.
        dashes = Qt.PenStyle.DashDotLine if label > 0 else Qt.PenStyle.DashDotDotLine
        draw_with(painter, self.stage.theme.pen(role, 1.7, dashes), self.stage.theme.color(role, 0.14))
        if corners.size() > 2:
            painter.drawPolygon(corners)
        else:
            painter.drawPolyline(corners)
