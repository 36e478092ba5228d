"""The picture of the proof that a tour shows: arrows, their shadows and angles over the plane."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import chain, pairwise, product

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from core.datasets.dataset import Dataset
from core.plots.proof_pictures import DROP, Arc, ProofPicture
from core.plots.triangles import REACHED, Stroke
from perceptron_gui.canvas.layers.drawn_lines import draw_right_angle
from perceptron_gui.canvas.layers.layer import RunLayer, Word
from perceptron_gui.canvas.markers import draw_markers, draw_rings, mark_style, square_about
from perceptron_gui.look.labels import Label, about, beside, beyond
from perceptron_gui.look.plots.axes import draw_arrow, draw_lines, draw_with, fill
from perceptron_gui.look.theme import Theme
from perceptron_gui.look.viewport import PixelLine, Viewport

_PALE = 0.35
"""The share of a pale arrow."""
_RING, _GRIP = 8.0, 6.0
_PIECES = 32
"""Lines in the place of an arc, off which labels are kept."""
_PARTS = 0.5, 0.35, 0.65, 0.8, 0.2
_FAR = 20, 36, 56
"""Pixels from a tip to its name where there is no room beside it."""


class ProofLayer(RunLayer):
    """Draws the picture that a tour shows, over all that stands back in it."""

    title = "The picture of the proof"

    @property
    def applies(self) -> bool:
        return super().applies and self.workspace.pictured.picture is not None

    @property
    def picture(self) -> ProofPicture:
        return self.workspace.pictured.picture or ProofPicture()

    def draw(self, painter: QPainter, view: Viewport) -> None:
        theme, picture = self.stage.theme, self.picture
        if (line := self._line) is not None:
            if picture.wrong:
                color = theme.color(theme.of_label(picture.wrong), theme.region(picture.wrong))
                fill(painter, view.half_plane(line, picture.wrong), color)
            self.draw_line(painter, line, theme.pen("ink", 3.0, share=1.0 if picture.wrong else _PALE))
        for arc in picture.arcs:
            _draw_arc(painter, view, arc, theme)
        painter.setOpacity(1.0 if theme.contrast else _PALE)
        for stroke in picture.pale:
            self._draw_stroke(painter, view, stroke, 2.0)
        painter.setOpacity(1.0)
        for stroke in picture.strokes:
            self._draw_stroke(painter, view, stroke, 3.0)
        if picture.wrong and picture.strokes:
            draw_right_angle(painter, _line_of(view, picture.strokes[-1]), theme)  # w before is the last.
        if picture.ring is not None:
            size, at = self.stage.marker_size, self.stage.pixels_of([picture.ring])
            draw_markers(painter, at, mark_style(theme, int(self.run.dataset.y[picture.ring]), size))
            draw_rings(painter, at, size / 2 + _RING, theme.pen("now", 3.0))
        if (street := self.workspace.pictured.street) is not None:
            self._draw_grips(painter, view)
            self._draw_moves(painter, view, street.run.dataset)

    def words(self, view: Viewport) -> Iterable[Word]:
        picture = self.picture
        yield from (_line_of(view, stroke) for stroke in (*picture.strokes, *picture.pale))
        for arc in picture.arcs:
            places = [_on(view, arc, part / _PIECES) for part in range(_PIECES + 1)]
            yield from (QLineF(*ends) for ends in pairwise(places))
        yield from self._place_words(view)
        if (line := self._line) is not None and (segment := view.segment(line)) is not None:
            yield segment
            yield Label(picture.line_name, "secondary", beside(segment, 8), key="line")
        for stroke in filter(lambda each: each.name, picture.strokes):
            drawn = _line_of(view, stroke)
            middle = beside(drawn, 6, parts=_PARTS)
            near, *farther = (about(drawn.p2(), gap) for gap in (8 if stroke.arrow else self.stage.marker_size, *_FAR))
            spots = [*near, *middle] if stroke.name.startswith(("w", "γ")) else [*middle, *near]
            yield Label(stroke.name, stroke.role, [*spots, *chain(*farther)], bold=True, vital=True)
        for arc in filter(lambda each: each.name, picture.arcs):
            spots = [spot for gap in (8, *_FAR) for part in _PARTS for spot in about(_on(view, arc, part), gap)]
            if arc.dashed and picture.pale:
                spots = [*beside(_line_of(view, picture.pale[0]), 6), *spots]
            yield Label(arc.name, arc.role, spots, bold=not arc.dashed, vital=True)

    def _place_words(self, view: Viewport) -> Iterable[Word]:
        """Yield the words at the point with the ring, and at the edge of the street."""
        picture, clear = self.picture, self.stage.marker_size / 2 + _RING + 2
        if picture.ring_name and picture.ring is not None:
            x, y = self.stage.pixels_of([picture.ring])[0].tolist()
            spots = about(QPointF(x, y), clear / 0.6)  # A diagonal one has this share of the gap.
            for away, aside, way in product(range(1, 7), (0, 2, -2, 4, -4), (-1.0, 1.0)):
                spots.append((x + clear * aside, y + clear * away * way, 0.0, way))
            yield square_about(QPointF(x, y), clear - 1)
            yield Label(picture.ring_name, "now_text", spots, bold=True, vital=True)
        if picture.edge_name:
            lines = (self.stage.star(side) for side in (1, 0))
            edge, middle = (None if line is None else view.segment(line) for line in lines)
            if edge is not None and middle is not None:
                yield Label(picture.edge_name, "secondary", beyond(edge, [middle]), vital=True)

    @property
    def _line(self) -> PixelLine | None:
        return None if self.picture.line is None else self.stage.line(*self.picture.line)

    def _draw_stroke(self, painter: QPainter, view: Viewport, stroke: Stroke, wide: float) -> None:
        theme, line, dotted = self.stage.theme, _line_of(view, stroke), stroke.key == DROP
        if stroke.arrow:
            draw_arrow(painter, line, theme.pen(stroke.role, wide))
            return
        width = 1.5 if dotted else 5.0 if stroke.role == "promise" else 2.0
        style, share = Qt.PenStyle.DotLine if dotted else Qt.PenStyle.SolidLine, _PALE if stroke.key == REACHED else 1.0
        painter.setPen(theme.pen(stroke.role, width, style, share))
        painter.drawLine(line)

    def _draw_moves(self, painter: QPainter, view: Viewport, before: Dataset) -> None:
        """Draw a stroke from where each point was to where it was pulled."""
        now, was = self.stage.points, self.stage.projection.points(before.X)
        if now.shape == was.shape:
            moved = (now != was).any(axis=1)
            painter.setPen(self.stage.theme.pen("now", 2.5))
            draw_lines(painter, np.hstack([view.to_pixels(was[moved]), view.to_pixels(now[moved])]))

    def _draw_grips(self, painter: QPainter, view: Viewport) -> None:
        """Draw a handle in the middle of each edge of the street."""
        draw_with(painter, self.stage.theme.pen("page", 2.0), self.stage.theme.color("promise"))
        for edge in (self.stage.star(-1), self.stage.star(1)):
            if edge is not None and (segment := view.segment(edge)) is not None:
                painter.drawEllipse(segment.pointAt(0.3), _GRIP, _GRIP)


def _line_of(view: Viewport, stroke: Stroke) -> QLineF:
    return QLineF(view.pixel(*stroke.start), view.pixel(*stroke.end))


def _on(view: Viewport, arc: Arc, part: float) -> QPointF:
    """Return the pixel at a part of an arc."""
    angle = arc.first + (arc.last - arc.first) * part
    return view.pixel(arc.radius * math.cos(angle), arc.radius * math.sin(angle))


def _draw_arc(painter: QPainter, view: Viewport, arc: Arc, theme: Theme) -> None:
    across, down, middle = arc.radius / view.ux, arc.radius / view.uy, view.pixel(0.0, 0.0)
    box = QRectF(middle.x() - across, middle.y() - down, 2 * across, 2 * down)
    dashes = Qt.PenStyle.DashLine if arc.dashed else Qt.PenStyle.SolidLine
    painter.setPen(theme.pen(arc.role, 1.6 if arc.dashed else 3.0, dashes))
    first, turn = math.degrees(arc.first), math.degrees(arc.last - arc.first)
    painter.drawArc(box, round(16 * first), round(16 * turn))
