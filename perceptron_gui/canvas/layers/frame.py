"""The parts of every picture: the grid with its numbers, names of axes and classes, and the words of all layers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from itertools import chain, product
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QWidget

from core.datasets.dataset import FloatArray
from core.numbers.numerals import counted, number, round_steps
from core.plane.projections import PLANE
from core.theory.quantities import explained
from perceptron_gui.canvas.layers.layer import Hit, Layer, NamedCurve, NamedLine, Word
from perceptron_gui.canvas.markers import arrow_area, mark_style
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.look.labels import Box, Label, Placed, Placer, Spot, Taken, about, box_of
from perceptron_gui.look.plots.axes import draw_arrow, draw_with, write_on
from perceptron_gui.look.size import BODY, LARGE, SMALL, scale_now
from perceptron_gui.look.text.sentences import class_name
from perceptron_gui.look.viewport import Viewport

_APART = 60.0
"""The least pixels between two lines of the grid."""
_EDGE = 4.0
_ASIDE = (-_EDGE, _EDGE), (-24.0, 24.0), (-64.0, 64.0)
"""Pixels from an axis to its name, above a level one and to the right of the other where negative."""
_SHARES = 0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8
"""Shares of the view between the end of an axis and its name."""
_NAME = 0.3
"""The share of the view for the name of an axis or a class; longer ones are cut, with the whole in the tooltip."""
_KEY = """A solid mark shows the true class: a disc is ○, a cross is ×. The region shows the predicted class.
Dashed gold ring: wrong now. Full gold ring: under test.
Green ring: as near to the best line as γ. Dotted ring: the longest, it makes R.
Halo, a disc behind: selected."""


class Tick(NamedTuple):
    """A line of the grid: `at` pixels from the left or the top, its number, and the place of that number."""

    at: float
    text: str
    rect: QRectF


def ticks(low: float, high: float, unit: float) -> list[tuple[float, str]]:
    """Return round values from `low` to `high` far enough apart, at `unit` a pixel, and texts that tell them apart."""
    step = next(round_steps(_APART * unit))
    first, count = math.ceil(low / step), min(int((high - low) / step) + 1, 200)
    values = [(first + place) * step for place in range(count) if (first + place) * step <= high]
    largest = max(map(abs, values), default=0.0)
    if largest < 1e4 and step >= 1e-3:
        places = max(-math.floor(math.log10(step)), 0)
        return [(value, f"{value:.{places}f}".replace("-", "−")) for value in values]
    digits = math.floor(math.log10(max(largest, step))) - math.floor(math.log10(step)) + 1
    return [(value, number(value if abs(value) > step / 2 else 0.0, digits)) for value in values]


class GridLayer(Layer):
    """Lines through round numbers, axes through 0, and a name at the end of each; the numbers lie above all lines."""

    title, still = "Grid and axes", True

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._metrics = QFontMetricsF(stage.font(SMALL))
        self._height = self._metrics.height()

    def draw(self, painter: QPainter, view: Viewport) -> None:
        theme, (across, up) = self.stage.theme, self.ticks
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(theme.color("ink", 0.07))
        for tick in across:
            painter.drawLine(QLineF(tick.at, 0, tick.at, view.height))
        for tick in up:
            painter.drawLine(QLineF(0, tick.at, view.width, tick.at))
        zero = view.pixel(0.0, 0.0)
        painter.setPen(theme.color("ink", 0.25))
        if 0 <= zero.x() <= view.width:
            painter.drawLine(QLineF(zero.x(), 0, zero.x(), view.height))
        if 0 <= zero.y() <= view.height:
            painter.drawLine(QLineF(0, zero.y(), view.width, zero.y()))

    def words(self, view: Viewport) -> Iterable[Word]:
        """Yield the names of the axes, and numbers and axes through 0, which stay free of labels."""
        (across, up), zero = self.ticks, view.pixel(0.0, 0.0)
        for tick in (*across, *up):
            yield tick.rect
        yield QLineF(zero.x(), 0, zero.x(), view.height)
        yield QLineF(0, zero.y(), view.width, zero.y())
        yield from self.names

    @cached_property
    def ticks(self) -> tuple[list[Tick], list[Tick]]:
        """The lines from left to right, and those from the top down; a line of numbers has no heights."""
        view, across, up = self.stage.viewport, list[Tick](), list[Tick]()
        for value, text in ticks(*view.x_range, view.ux):
            at, size = view.pixel(value, 0.0).x(), self._size(text)
            rect = QRectF(at - size / 2, view.height - _EDGE - self._height, size, self._height)
            if rect.left() >= 3 * _EDGE and rect.right() <= view.width:
                across.append(Tick(at, text, rect))
        for value, text in ticks(*view.y_range, view.uy) if len(self.stage.projection.columns) != 1 else ():
            at = view.pixel(0.0, value).y()
            rect = QRectF(_EDGE, at - self._height / 2, self._size(text), self._height)
            if rect.top() >= _CHIP_TOP + _CHIP_HIGH and rect.bottom() <= view.height - 2 * self._height:
                up.append(Tick(at, text, rect))
        return across, up

    @cached_property
    def names(self) -> list[Label]:
        """The name of each axis at its right or upper end, on one side of its line or the other."""
        view, found, zero = self.stage.viewport, list[Label](), self.stage.viewport.pixel(0.0, 0.0)
        for axis, title in enumerate(self.stage.projection.titles):
            name = self._metrics.elidedText(title, Qt.TextElideMode.ElideRight, _NAME * view.width)
            key, top, spots = f"axis {axis}", _CHIP_TOP + _CHIP_HIGH + 2 * _EDGE, list[Spot]()
            level = min(max(zero.y(), self._height + 2 * _EDGE), view.height - self._height - 2 * _EDGE)
            line = min(max(zero.x(), _EDGE), view.width - self._size(name) - _EDGE)
            for ways, share in product(_ASIDE, _SHARES):
                right, down = view.width - 2 * _EDGE - share * view.width, top + share * view.height
                for way in ways:
                    level_spot = right, level + way, -1.0, math.copysign(1, way)
                    spots.append((line - way, down, math.copysign(1, -way), 1.0) if axis else level_spot)
            if name:
                found.append(Label(name, "secondary", spots, key=key, vital=True, small=True, told=title, stays=True))
        return found

    def _size(self, text: str) -> float:
        return self._metrics.horizontalAdvance(text) + 2 * _EDGE


_CHIP_TOP, _CHIP_LEFT, _CHIP_HIGH, _CHIP_MARK = 12.0, 14.0, 28.0, 12.0


class ChipsLayer(Layer):
    """The numbers of a grid, and at the upper left each class, whose tooltip explains marks, rings and regions."""

    title, still = "Classes", True

    def __init__(self, stage: Stage, grid: GridLayer) -> None:
        super().__init__(stage)
        stage.workspace.document.dataset_changed.connect(self.redraw)
        self._font, self._grid = stage.font(SMALL), grid
        self._metrics = QFontMetricsF(self._font)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        theme = self.stage.theme
        painter.setFont(self._font)
        ground, ink = theme.color("page", 0.86), theme.color("secondary")
        for tick in chain(*self._grid.ticks):
            write_on(painter, tick.rect, ground, tick.text, ink)
        for label, _, name, rect in self.chips:
            draw_with(painter, theme.pen("hairline", 1.0), theme.color("page"))
            painter.drawRoundedRect(rect, 8, 8)
            painter.save()
            painter.translate(rect.left() + 16, rect.center().y())
            mark_style(theme, label, _CHIP_MARK).paint(painter)
            painter.restore()
            painter.setPen(theme.color("ink"))
            painter.drawText(rect.adjusted(29, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, name)

    def words(self, view: Viewport) -> Iterable[Word]:
        for *_, rect in self.chips:
            yield rect

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        whole = next((whole for _, whole, _, rect in self.chips if rect.contains(pixel)), None)
        return None if whole is None else Hit(lambda: f"{whole}\n{_KEY}")

    @cached_property
    def chips(self) -> list[tuple[int, str, str, QRectF]]:
        """Label, words in full, the name that is written, and the place of each class."""
        left, room, chips = _CHIP_LEFT, _NAME * self.stage.viewport.width, []
        for label, mark, named in zip((1, -1), "○×", reversed(self.stage.dataset.labels), strict=True):
            name = self._metrics.elidedText(class_name(named), Qt.TextElideMode.ElideMiddle, room)
            rect = QRectF(left, _CHIP_TOP, 29 + self._metrics.horizontalAdvance(name) + 11, _CHIP_HIGH)
            left = rect.right() + 8
            chips.append((label, f"{mark} {class_name(named)} (y = {'+1' if label > 0 else '−1'})", name, rect))
        return chips


_MARGIN = 6.0
"""Pixels that a label keeps from the edge."""
_ROOM, _LITTLE = (12.0, 4.0), (4.0, -2.0)
"""Pixels around words, and around small ones: their letters have room above and below."""
_IN_LINES = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
_NOTE = True, False
"""The letters of the sentences on a picture: small ones, not bold."""
_REMARKS = 2
"""The most remarks on changed points that the picture lists."""
_BESIDE_NOTES = 48.0
"""The most pixels left at both sides of the sentences on a picture, for the numbers of the grid."""
_LENGTH, _WIDTH, _HALF = 30.0, 3.0, 10.0
"""Pixels: the length of an arrow, the width of its line, and half the width that all of it takes."""
_FROM_EDGE, _STEP = 7.0, 6.0
"""Pixels from an arrow to the edge, and between the places that are tried for it."""
_FACING = 0.3
"""The least cosine between an edge and the way out, so that an arrow may point over that edge."""


class EdgeArrow(NamedTuple):
    """An arrow in pixels at the edge of the view, the line out of view that it points to, and the place it takes."""

    arrow: QLineF
    to: NamedLine
    area: QRectF


class WordsLayer(Layer):
    """Places the words of all visible layers together, so that none covers another, a line or an example.

    An arrow at the edge points to each line that is sought but out of view. It stands where the way from the middle of
    the view to the line's nearest point leaves it, or close by, and points at right angles to its line. While the
    canvas is empty a `hint` in its middle says what to do first. `noted` carries the sentences on the picture whenever
    they change; at its lower edge they stand only while `notes_written`, for a picture that goes without the window.
    `features_asked` comes with a click on the name of an axis where there are more features than axes.
    """

    title = "Words on the picture"
    hint = ""
    notes_written = False
    moment = ""
    noted = Signal(list)
    features_asked = Signal()

    def __init__(self, stage: Stage, layers: Sequence[Layer]) -> None:
        super().__init__(stage)
        kinds = product((True, False), repeat=2)
        self._fonts = {(small, bold): stage.font(SMALL if small else BODY, bold=bold) for small, bold in kinds}
        self._metrics = {kind: QFontMetricsF(font) for kind, font in self._fonts.items()}
        self._layers = layers
        self.placer = Placer()
        stage.arrived.connect(self.placer.forget)
        stage.projection_changed.connect(self.placer.forget)
        self.arrows: list[EdgeArrow] = []
        self._drawn, self._notes = list[Placed](), list[str]()
        self.widgets: list[QWidget] = []
        """Those over the canvas: no label lies under one that is shown."""

    def draw(self, painter: QPainter, view: Viewport) -> None:
        self._drawn = words = self.arranged(view)
        theme, ground = self.stage.theme, self.stage.theme.color("page", 0.86)
        for edge in self.arrows:
            draw_arrow(painter, edge.arrow, theme.pen("page", _WIDTH + 4))
            draw_arrow(painter, edge.arrow, theme.pen(edge.to.role, _WIDTH))
        for label, rect in words:
            painter.setOpacity(label.opacity)
            painter.setFont(self._fonts[label.small, label.bold])
            write_on(painter, rect, ground, label.text, theme.color(theme.text_role(label.role)))
            if label.told and self.stage.dataset.d > PLANE:
                painter.setPen(theme.pen("hairline", 1))
                painter.drawRoundedRect(rect, 5, 5)
        painter.setOpacity(1.0)
        if self.notes_written and self._notes:
            painter.setFont(self._fonts[_NOTE])
            notes = "\n".join(self._notes)
            write_on(painter, self.place_of_notes(view), ground, notes, theme.color("secondary"), _IN_LINES)
        if not self.stage.dataset.n:
            painter.setFont(self.stage.font(LARGE))
            plate = painter.boundingRect(view.rect.adjusted(24, 24, -24, -24), _IN_LINES, self.hint)
            write_on(painter, plate, theme.color("page"), self.hint, theme.color("secondary"), _IN_LINES)

    def arranged(self, view: Viewport) -> list[Placed]:
        """Return the labels of the visible layers that have room, and announce the sentences if they are others.

        The `arrows` at the edge are placed too, and their names are among the labels.
        """
        labels, notes, hidden = list[Label](), list[str](), list[NamedLine]()
        boxes, lines = list[Box](), list[FloatArray]()
        words = list[Word]()
        for layer in self._layers:
            words += layer.said(view)
        for word in words:
            if isinstance(word, Label):
                labels.append(word)
            elif isinstance(word, str):
                notes.append(word)
            elif isinstance(word, QRectF):
                boxes.append(box_of(word))
            elif isinstance(word, NamedCurve):
                lines.append(word.pieces.reshape(-1, 4))
            elif (line := word if isinstance(word, QLineF) else view.segment(word.rest or word.line)) is not None:
                lines.append(np.array([line.toTuple()]))
            elif isinstance(word, NamedLine) and word.sought:
                hidden.append(word)
        notes += self._remarks(view)
        if notes != self._notes:
            self._notes = notes
            self.noted.emit(notes)
        boxes += map(box_of, self._covered(view))
        taken = Taken(boxes, lines, self.stage.point_density.count)
        labels += self._point_out(hidden if self.stage.dataset.n else (), view, taken)
        inside = view.rect.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        return self.placer.place(labels, self._measure, inside, taken, self.stage.state)

    def _remarks(self, view: Viewport) -> Iterable[str]:
        """Yield the sentences on the view and on all points, and in a film that on its `moment`."""
        if self.moment:
            yield self.moment
        if sentence := self.stage.projection.sentence:
            yield sentence
        if view.blurs(self.stage.points):
            yield "the examples differ by less than can be drawn here"
        if view.stretched:
            yield "axes stretched: right angles are not shown right"
        remarks = self.workspace.document.remarks
        if len(remarks) > _REMARKS:
            yield f"{counted(len(remarks) - _REMARKS, 'more change')} to all points, see the Data tab"
        for remark in remarks[-_REMARKS:]:
            yield remark.partition(":")[0]

    def _covered(self, view: Viewport) -> list[QRectF]:
        """Return where sentences are written, or on the screen what lies over the canvas: no picture has that."""
        if self.notes_written:
            return [self.place_of_notes(view)] if self._notes else []
        covered, scale = list[QRectF](), scale_now()
        for widget in filter(QWidget.isVisible, self.widgets):
            covered.append(QRectF(widget.pos().toPointF() / scale, widget.size().toSizeF() / scale))
        return covered

    def all_notes(self) -> list[str]:
        """Return the sentences on the picture as it is now."""
        self.arranged(self.stage.viewport)
        return self._notes

    def place_of_notes(self, view: Viewport) -> QRectF:
        """Return the place of the sentences: at the lower edge, above the numbers and the name of the axis."""
        metrics, (across, down) = self._metrics[_NOTE], _ROOM
        below, beside = 2 * metrics.height() + 3 * _EDGE, min(_BESIDE_NOTES, view.width / 10)
        room = view.rect.adjusted(beside, 0, -beside, -below)
        lines = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom | Qt.TextFlag.TextWordWrap
        return metrics.boundingRect(room, lines, "\n".join(self._notes)).adjusted(-across / 2, -down, across / 2, 0)

    def _measure(self, label: Label) -> tuple[float, float]:
        metrics, (across, down) = self._metrics[label.small, label.bold], _LITTLE if label.small else _ROOM
        return metrics.horizontalAdvance(label.text) + across, metrics.height() + down

    def _point_out(self, hidden: Iterable[NamedLine], view: Viewport, taken: Taken) -> list[Label]:
        """Place an arrow to each line out of view, and return their names."""
        self.arrows, names, center = [], [], view.rect.center()
        for line in hidden:
            if (foot := line.line.foot(center)) is None or foot == center:
                continue
            way = QLineF(QPointF(), foot - center).unitVector().p2()
            area = arrow_area(QLineF(QPointF(), way * _LENGTH), _HALF).boundingRect()
            size, spots, arrow = (area.width(), area.height()), _edge_spots(view, way), way * (_LENGTH / 2)
            label = Label("", line.role, spots, key=f"to {line.name}")
            for _, rect in self.placer.place([label], partial(_sized, size), view.rect, taken, self.stage.state):
                middle = rect.center()
                self.arrows.append(EdgeArrow(QLineF(middle - arrow, middle + arrow), line, rect))
                spots = [spot for gap in (18.0, 44.0) for spot in about(middle, gap)]
                names.append(Label(line.name, line.role, spots, bold=True))
        return names

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        """Return the meaning of the symbols in the words under the mouse, or the direction of an arrow."""
        run, label = self.stage.run, next((label for label, rect in self._drawn if rect.contains(pixel)), None)
        if label is None:
            pointed = next((edge.to.name for edge in self.arrows if edge.area.contains(pixel)), None)
            return None if pointed is None else Hit(lambda: f"{pointed} is out of view in this direction")
        if not label.told:
            return Hit(partial(explained, label.text, margin=None if run is None else run.margin))
        chosen = self.stage.dataset.d > PLANE
        told = f"{label.told}\nClick to choose the features of the picture" if chosen else label.told
        return Hit(lambda: told, press=self.features_asked.emit if chosen else None)


def _sized(size: tuple[float, float], _: Label) -> tuple[float, float]:
    return size


def _edge_spots(view: Viewport, way: QPointF) -> list[Spot]:
    """Return the middles of arrows along `way` with their tips at the edge, from where the way leaves it outwards."""
    inner = view.rect.adjusted(_FROM_EDGE, _FROM_EDGE, -_FROM_EDGE, -_FROM_EDGE)
    middle = inner.center()
    across = inner.width() / 2 / abs(way.x()) if way.x() else math.inf
    down = inner.height() / 2 / abs(way.y()) if way.y() else math.inf
    straight = middle + way * min(across, down)
    tips = [straight]
    if abs(way.x()) > _FACING:
        x = inner.right() if way.x() > 0 else inner.left()
        tips += [QPointF(x, y) for y in np.arange(inner.top() + _HALF, inner.bottom() - _HALF, _STEP).tolist()]
    if abs(way.y()) > _FACING:
        y = inner.bottom() if way.y() > 0 else inner.top()
        tips += [QPointF(x, y) for x in np.arange(inner.left() + _HALF, inner.right() - _HALF, _STEP).tolist()]
    tips.sort(key=lambda tip: (tip - straight).manhattanLength())
    return [(*(tip - way * (_LENGTH / 2)).toTuple(), 0.0, 0.0) for tip in tips]
