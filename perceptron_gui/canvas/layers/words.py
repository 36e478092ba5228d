"""All words on the picture: the layers' labels and notes, arrows to lines out of view, and a hint when empty."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from core.theory.symbols import explained, words_in
from perceptron_gui.canvas.labels.placing import Label, Placed, about, placed
from perceptron_gui.canvas.labels.point_density import edges_of
from perceptron_gui.canvas.layers.layer import Hit, Layer, NamedLine
from perceptron_gui.canvas.markers import arrow_area
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.look.plots.axes import draw_arrow
from perceptron_gui.look.size import BODY, LARGE, SMALL
from perceptron_gui.look.viewport import PixelLine, Viewport
from perceptron_gui.model.theorem_view import page_in
from perceptron_gui.model.workspace import Workspace

_MARGIN, _EDGE = 10.0, 2.0
_ROOM = QSizeF(12.0, 4.0)
_LITTLE = QSizeF(4.0, -2.0)
"""Pixels around small words: their letters have room above and below."""
_IN_LINES = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
_NARROWER = (1.0, 0.7, 0.5, 0.4, 0.35, 0.3, 0.25)
"""Shares of the view's width that the lines of a note may take."""
_LENGTH, _WIDTH = 30.0, 3.0
_FROM_EDGE = 7.0
_HALF = 10.0
"""Pixels: half the width that an arrow takes."""
_APART = 6.0
"""Pixels between the places that are tried for an arrow."""
_FACING = 0.3
"""The least cosine between an edge and the way out, so that an arrow may point over that edge."""


class EdgeArrow(NamedTuple):
    """An arrow in pixels at the edge of the view, and the line out of view that it points to."""

    arrow: QLineF
    to: NamedLine

    @property
    def area(self) -> QRectF:
        return arrow_area(self.arrow, _HALF).boundingRect()


class WordsLayer(Layer):
    """Places the words of all visible layers together, so that none covers another or leaves the picture.

    An arrow at the edge points to each line that is sought but out of view. It stands where the way from the middle of
    the view to the line's nearest point leaves it, or close by, and points at right angles to its line. While the
    canvas is empty a `hint` in its middle says what to do first.
    """

    title = "Words on the picture"
    hint = ""

    def __init__(
        self, stage: Stage, workspace: Workspace, layers: Sequence[Layer], extra_notes: Callable[[], Iterable[str]]
    ) -> None:
        listened_to = (
            *(stage.animated, stage.classifier, workspace.highlight, workspace.own_separator, workspace.quiz),
            *(workspace.compared_boundaries, stage.tracing, stage.level_sets, stage.afterglow),
        )
        changes = (source.changed for source in listened_to)
        player = workspace.player
        super().__init__(
            stage, workspace, *changes, player.shown, player.run_changed, workspace.document.dataset_changed
        )
        self._fonts = {(rung, bold): stage.font(rung, bold=bold) for rung in (SMALL, BODY) for bold in (False, True)}
        self._metrics = {kind: QFontMetricsF(font) for kind, font in self._fonts.items()}
        self._layers = layers
        self._extra_notes = extra_notes
        self.arrows: list[EdgeArrow] = []
        self._drawn: tuple[list[tuple[str, QRectF]], list[Placed]] = [], []

    def draw(self, painter: QPainter, view: Viewport) -> None:
        self._drawn = notes, words = self.arranged(view)
        theme = self.stage.theme
        for edge in self.arrows:
            draw_arrow(painter, edge.arrow, theme.pen("page", _WIDTH + 4))
            draw_arrow(painter, edge.arrow, theme.pen(edge.to.role, _WIDTH))
        self.stage.links = []
        for note, rect in notes:
            if page := page_in(note):
                self.stage.links.append((rect, page))
            self._pill(painter, rect, note, "ink", _IN_LINES, leads=bool(page))
        for word in words:
            painter.setOpacity(word.label.opacity)
            if (leader := word.leader) is not None:
                painter.setPen(theme.pen(theme.text_role(word.label.role), 1.2))
                painter.drawLine(leader)
        for word in words:
            painter.setOpacity(word.label.opacity)
            label = word.label
            self._pill(painter, word.rect, label.text, label.role, kind=_kind(label))
        if not self.stage.dataset.n:
            painter.setOpacity(1.0)
            painter.setFont(self.stage.font(LARGE))
            painter.setPen(theme.color("secondary"))
            painter.drawText(view.rect.adjusted(24, 24, -24, -24), _IN_LINES, self.hint)

    def arranged(self, view: Viewport) -> tuple[list[tuple[str, QRectF]], list[Placed]]:
        """Return the sentences and labels of the visible layers with their places, off those that layers keep free.

        The `arrows` at the edge are placed too, and their names are among the labels.
        """
        labels, sentences, free, hidden = self._said(view)
        self.arrows = []
        for line in hidden if self.stage.dataset.n else ():
            if (way := _way(view, line.line)) is not None:
                edge = EdgeArrow(self._place(view, way, free), line)
                middle, off = edge.arrow.center(), _LENGTH / 2
                self.arrows.append(edge)
                free.append(edge.area)
                labels.append(Label(line.name, line.role, about(middle, off + 3), True, middle, off))
        notes = self._arranged_notes(sentences, view, free)
        taken = [*map(edges_of, free), *(edges_of(rect) for _, rect in notes)]
        return notes, placed(labels, self._measure, view.rect, taken, self.stage.point_density)

    def all_notes(self) -> list[str]:
        return self._said(self.stage.viewport)[1]

    def _said(self, view: Viewport) -> tuple[list[Label], list[str], list[QRectF], list[NamedLine]]:
        """Return labels, sentences and free places of the visible layers, and the lines that are sought but hidden."""
        labels, sentences, free, hidden = list[Label](), list[str](), list[QRectF](), list[NamedLine]()
        for layer in self._layers:
            for word in layer.said(view):
                if isinstance(word, Label):
                    labels.append(word)
                elif isinstance(word, str):
                    sentences.append(word)
                elif isinstance(word, QRectF):
                    free.append(word)
                elif isinstance(word, NamedLine) and word.sought and view.segment(word.line) is None:
                    hidden.append(word)
        return labels, [*sentences, *self._extra_notes()], free, hidden

    def _measure(self, label: Label) -> QSizeF:
        metrics, room = self._metrics[_kind(label)], _LITTLE if label.small else _ROOM
        return QSizeF(metrics.horizontalAdvance(label.text), metrics.height()) + room

    def _place(self, view: Viewport, way: QPointF, taken: Sequence[QRectF]) -> QLineF:
        """Return an arrow along `way` at the edge that covers no example and nothing taken, if there is space."""
        straight: QLineF | None = None
        free: QLineF | None = None
        for place in _places(view, way):
            area = arrow_area(place, _HALF).boundingRect()
            straight = straight or place
            if not any(area.intersects(rect) for rect in taken):
                free = free or place
                if not self.stage.point_density.count(area):
                    return place
        return free or straight or QLineF()

    def _arranged_notes(
        self, notes: Sequence[str], view: Viewport, reserved: Sequence[QRectF]
    ) -> list[tuple[str, QRectF]]:
        """Return the notes one below the other in the corner where they cover least, the upper left one first.

        Where that still covers something, each goes to the nearest place where it does not, in shorter lines if need
        be; and where there is none, to where it covers the fewest examples, and still no frame or word.
        """
        if not notes:
            return []
        count = self.stage.point_density.count

        def covered(stack: Sequence[QRectF]) -> tuple[bool, int]:
            return any(rect.intersects(other) for rect in stack for other in reserved), sum(map(count, stack))

        rects = min(self._in_corners(notes, view), key=covered)
        if any(covered(rects)):
            rects = self._moved_off(notes, rects, view, reserved)
        return list(zip(notes, rects, strict=True))

    def _in_corners(self, notes: Sequence[str], view: Viewport) -> Iterator[list[QRectF]]:
        """Yield the notes one below the other, from the upper left, then in other corners."""
        top, stack = _MARGIN, list[QRectF]()
        for note in notes:
            stack.append(QRectF(QPointF(_MARGIN, top), self._wrapped(note, view.width - _ROOM.width())))
            top = stack[-1].bottom() + 4
        for dy in (0.0, view.height - _MARGIN - stack[-1].bottom()):
            yield [rect.translated(0, dy) for rect in stack]
            yield [rect.translated(view.width - _MARGIN - rect.right(), dy) for rect in stack]

    def _moved_off(
        self, notes: Sequence[str], rects: Iterable[QRectF], view: Viewport, reserved: Sequence[QRectF]
    ) -> list[QRectF]:
        """Move each note to the widest lines that find a free place, or else to where it covers the fewest examples."""
        inside, density = view.rect.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE), self.stage.point_density
        occupied, moved = [edges_of(rect) for rect in reserved], list[QRectF]()
        for note, rect in zip(notes, rects, strict=True):
            sizes = [self._wrapped(note, part * view.width) for part in _NARROWER]
            free = (density.nearest_free(size, inside, rect.center(), occupied) for size in sizes)
            place = next((place for place in free if place is not None), None)
            if place is None:
                covering = (density.emptiest(size, inside, rect.center(), occupied) for size in sizes)
                place = min((each for each in covering if each is not None), key=density.count, default=rect)
            moved.append(place)
            occupied.append(edges_of(place))
        return moved

    def _wrapped(self, note: str, width: float) -> QSizeF:
        """Return the size of a note in lines of at most this width."""
        room = QRectF(0, 0, width - 2 * _MARGIN, 0)
        return self._metrics[BODY, False].boundingRect(room, Qt.TextFlag.TextWordWrap, note).size() + _ROOM

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        """Return the meaning of the symbols in the words under the mouse, or the direction of an arrow."""
        notes, words = self._drawn
        label = next((word.label.text for word in words if word.rect.contains(pixel)), None)
        note = next((note for note, rect in notes if rect.contains(pixel)), "")
        pointed = next((edge.to.name for edge in self.arrows if edge.area.contains(pixel)), None)
        if label is not None:
            run = self.stage.run
            return Hit(partial(explained, label, margin=None if run is None else run.margin))
        if page := page_in(note):
            return Hit(lambda: f"Click: turns to the {page} tab")
        if note:
            return Hit(lambda: "\n".join(symbol.describe() for symbol in words_in(note)))
        return None if pointed is None else Hit(lambda: f"{pointed} is out of view in this direction")

    def _pill(
        self,
        painter: QPainter,
        rect: QRectF,
        text: str,
        role: str,
        flags: int = Qt.AlignmentFlag.AlignCenter,
        *,
        kind: tuple[int, bool] = (BODY, False),
        leads: bool = False,
    ) -> None:
        """Write words upon their paper, on one line unless the `flags` say more; underlined if they are a link."""
        theme = self.stage.theme
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("page", 0.86))
        painter.drawRoundedRect(rect, 5, 5)
        font = QFont(self._fonts[kind])
        font.setUnderline(leads)
        painter.setFont(font)
        painter.setPen(theme.color(theme.text_role(role)))
        painter.drawText(rect, flags, text)


def _kind(label: Label) -> tuple[int, bool]:
    """Return the rung of a label's letters, and whether they are bold."""
    return SMALL if label.small else BODY, label.bold


def _way(view: Viewport, line: PixelLine) -> QPointF | None:
    """Return the unit vector from the middle of the view towards a line; None if there is no line."""
    length = math.hypot(line.a, line.b)
    value = line.at(view.rect.center())
    if not (length > 0 and math.isfinite(length)) or not value:
        return None
    side = -math.copysign(1.0, value)
    return QPointF(side * line.a / length, side * line.b / length)


def _places(view: Viewport, way: QPointF) -> Iterator[QLineF]:
    """Yield arrows along `way` with their tips at the edge, from where the way leaves the view outwards."""
    inner = view.rect.adjusted(_FROM_EDGE, _FROM_EDGE, -_FROM_EDGE, -_FROM_EDGE)
    middle = inner.center()
    across = inner.width() / 2 / abs(way.x()) if way.x() else math.inf
    down = inner.height() / 2 / abs(way.y()) if way.y() else math.inf
    straight = middle + way * min(across, down)
    yield QLineF(straight - way * _LENGTH, straight)
    tips: list[QPointF] = []
    if abs(way.x()) > _FACING:
        x = inner.right() if way.x() > 0 else inner.left()
        tips += [QPointF(x, y) for y in np.arange(inner.top() + _HALF, inner.bottom() - _HALF, _APART).tolist()]
    if abs(way.y()) > _FACING:
        y = inner.bottom() if way.y() > 0 else inner.top()
        tips += [QPointF(x, y) for x in np.arange(inner.left() + _HALF, inner.right() - _HALF, _APART).tolist()]
    tips.sort(key=lambda tip: QLineF(tip, straight).length())
    yield from (QLineF(tip - way * _LENGTH, tip) for tip in tips)
