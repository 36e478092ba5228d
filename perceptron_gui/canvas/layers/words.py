"""All words on the picture: the layers' labels, their notes, and the hint on an empty canvas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from core.theory.symbols import explained, words_in
from perceptron_gui.canvas.labels.placing import Label, Placed, placed
from perceptron_gui.canvas.labels.point_density import Edges, PointDensity, edges_of
from perceptron_gui.canvas.layers.layer import Hit, Layer
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.pages import page_in
from perceptron_gui.model.workspace import Workspace

_MARGIN, _EDGE = 10.0, 2.0
_ROOM = QSizeF(12.0, 4.0)
_IN_LINES = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
_NARROWER = (1.0, 0.7, 0.5, 0.4, 0.35, 0.3, 0.25)
"""Parts of the view's width that the lines of a note may take."""


class WordsLayer(Layer):
    """Places the words of all visible layers together, so that none covers another or leaves the picture."""

    def __init__(
        self, stage: Stage, workspace: Workspace, layers: Sequence[Layer], extra_notes: Callable[[], Iterable[str]]
    ) -> None:
        listened_to = (
            *(stage.animated, stage.reading, workspace.highlight, workspace.own_separator, workspace.quiz),
            *(workspace.compared_boundaries, stage.tracing, stage.level_sets, stage.afterglow),
        )
        changes = (source.changed for source in listened_to)
        player = workspace.player
        super().__init__(
            stage, workspace, *changes, player.shown, player.run_changed, workspace.document.dataset_changed
        )
        self._fonts = {bold: stage.font(12.0, bold=bold) for bold in (False, True)}
        self._metrics = {bold: QFontMetricsF(font) for bold, font in self._fonts.items()}
        self._layers = layers
        self._extra_notes = extra_notes
        self._drawn: tuple[list[tuple[str, QRectF]], list[Placed]] = [], []

    def draw(self, painter: QPainter, view: Viewport) -> None:
        self._drawn = notes, words = self.arranged(view)
        self.stage.links = []
        for note, rect in notes:
            if page := page_in(note):
                self.stage.links.append((rect, page))
            self._pill(painter, rect, note, "ink", _IN_LINES, leads=bool(page))
        for word in words:
            painter.setOpacity(word.label.opacity)
            if (leader := word.leader) is not None:
                painter.setPen(self.stage.theme.pen(self.stage.theme.text_role(word.label.role), 1.2))
                painter.drawLine(leader)
        for word in words:
            painter.setOpacity(word.label.opacity)
            self._pill(painter, word.rect, word.label.text, word.label.role, bold=word.label.bold)

    def arranged(self, view: Viewport) -> tuple[list[tuple[str, QRectF]], list[Placed]]:
        """The sentences and labels of the visible layers, where they stand: off what the layers keep free."""
        labels, sentences, free = self._words(view)
        notes = self._arranged_notes(sentences, view, free)
        for _, rect in notes:
            free.append(rect)
        return notes, placed(labels, self._measure, view.rect, map(edges_of, free), self.stage.point_density)

    def _words(self, view: Viewport) -> tuple[list[Label], list[str], list[QRectF]]:
        """The labels, sentences and free places of the visible layers."""
        labels, sentences, free = list[Label](), list[str](), list[QRectF]()
        for layer in self._layers:
            for word in layer.words(view) if layer.visible else ():
                if isinstance(word, Label):
                    labels.append(word)
                elif isinstance(word, str):
                    sentences.append(word)
                else:
                    free.append(word)
        return labels, [*sentences, *self._extra_notes()], free

    def _arranged_notes(
        self, notes: Sequence[str], view: Viewport, reserved: Sequence[QRectF]
    ) -> list[tuple[str, QRectF]]:
        """The notes below one another in the corner where they cover the least, the upper left one if none is worse.

        Where that still covers something, each goes to the nearest place where it does not, in shorter lines if need
        be; and where there is none, to where it covers the fewest examples, and still no frame or word.
        """
        point_density = self.stage.point_density
        if not notes:
            return []

        def covered(rects: Iterable[QRectF]) -> tuple[bool, int]:
            stack = list(rects)
            return any(r.intersects(other) for r in stack for other in reserved), sum(map(point_density.count, stack))

        rects = min(_in_corners(self._stack(notes, view), view), key=covered)
        if any(covered(rects)):
            rects = self._moved_off(notes, rects, view, reserved)
        return list(zip(notes, rects, strict=True))

    def _moved_off(
        self, notes: Sequence[str], rects: Iterable[QRectF], view: Viewport, reserved: Sequence[QRectF]
    ) -> list[QRectF]:
        inside = view.rect.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        occupied, moved = [edges_of(rect) for rect in reserved], []
        for note, rect in zip(notes, rects, strict=True):
            sizes = [self._wrapped(note, part * view.width) for part in _NARROWER]
            moved.append(_off(self.stage.point_density, sizes, inside, rect.center(), occupied) or rect)
            occupied.append(edges_of(moved[-1]))
        return moved

    def _wrapped(self, note: str, width: float) -> QSizeF:
        """The size of a note in lines of at most this width."""
        room = QRectF(0, 0, width - 2 * _MARGIN, 0)
        return self._metrics[False].boundingRect(room, Qt.TextFlag.TextWordWrap, note).size() + _ROOM

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        """What the symbols of the words stand for that were drawn under the mouse."""
        notes, words = self._drawn
        label = next((word.label.text for word in words if word.rect.contains(pixel)), None)
        note = next((note for note, rect in notes if rect.contains(pixel)), "")
        if label is not None:
            run = self.stage.run
            return Hit(partial(explained, label, margin=None if run is None else run.margin))
        if page := page_in(note):
            return Hit(lambda: f"Click: turns to the {page} tab")
        return Hit(lambda: "\n".join(symbol.told() for symbol in words_in(note))) if note else None

    def all_notes(self) -> list[str]:
        return self._words(self.stage.viewport)[1]

    def _measure(self, label: Label) -> QSizeF:
        metrics = self._metrics[label.bold]
        return QSizeF(metrics.horizontalAdvance(label.text), metrics.height()) + _ROOM

    def _stack(self, notes: Sequence[str], view: Viewport) -> list[QRectF]:
        """A place below one another, from the upper left, for notes in as many lines as each needs."""
        top, rects = _MARGIN, []
        for note in notes:
            rects.append(QRectF(QPointF(_MARGIN, top), self._wrapped(note, view.width - _ROOM.width())))
            top = rects[-1].bottom() + 4
        return rects

    def _pill(
        self,
        painter: QPainter,
        rect: QRectF,
        text: str,
        role: str,
        flags: int = Qt.AlignmentFlag.AlignCenter,
        *,
        bold: bool = False,
        leads: bool = False,
    ) -> None:
        """Words upon their paper, on one line unless the `flags` say more; underlined where they lead somewhere."""
        theme = self.stage.theme
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("page", 0.86))
        painter.drawRoundedRect(rect, 5, 5)
        font = QFont(self._fonts[bold])
        font.setUnderline(leads)
        painter.setFont(font)
        painter.setPen(theme.color(theme.text_role(role)))
        painter.drawText(rect, flags, text)


def _off(
    point_density: PointDensity, sizes: Sequence[QSizeF], inside: QRectF, near: QPointF, occupied: Sequence[Edges]
) -> QRectF | None:
    """A place for the first of `sizes` that covers nothing; else for the one that covers the fewest examples."""
    free = (point_density.nearest_free(size, inside, near, occupied) for size in sizes)
    if (place := next((place for place in free if place is not None), None)) is not None:
        return place
    covering = (point_density.emptiest(size, inside, near, occupied) for size in sizes)
    return min((place for place in covering if place is not None), key=point_density.count, default=None)


def _in_corners(stack: Sequence[QRectF], view: Viewport) -> Iterator[list[QRectF]]:
    down = view.height - _MARGIN - stack[-1].bottom()
    for dy in (0.0, down):
        yield [rect.translated(0, dy) for rect in stack]
        yield [rect.translated(view.width - _MARGIN - rect.right(), dy) for rect in stack]


class HintLayer(Layer):
    """What to do first, in the middle of an empty canvas."""

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(stage, workspace, workspace.document.dataset_changed)
        self._text = ""

    def set_text(self, text: str) -> None:
        self._text = text
        self.redraw()

    def draw(self, painter: QPainter, view: Viewport) -> None:
        if self.stage.dataset.n:
            return
        painter.setFont(self.stage.font(15))
        painter.setPen(self.stage.theme.color("secondary"))
        room = view.rect.adjusted(24, 24, -24, -24)
        painter.drawText(room, _IN_LINES, self._text)
