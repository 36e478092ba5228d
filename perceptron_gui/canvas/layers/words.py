"""All words on the picture: the layers' labels, their notes, and the hint on an empty canvas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from perceptron_gui.canvas.labels import Label, Placed, placed
from perceptron_gui.canvas.layers.base import Layer
from perceptron_gui.canvas.markers import visible
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.viewport import Viewport

_MOST_AVOIDED = 1_000
_SIZE = 12.0
_PILL = 0.86
_MARGIN = 10.0
_ROOM = QSizeF(12.0, 4.0)


class Words(Layer):
    """Places the words of all visible layers together, so that none covers another or leaves the picture."""

    def __init__(self, stage: Stage, layers: Sequence[Layer], extra_notes: Callable[[], Iterable[str]]) -> None:
        super().__init__(
            stage,
            (
                stage.pose.changed,
                stage.player.shown,
                stage.player.run_changed,
                stage.document.dataset_changed,
            ),
        )
        self._fonts = {bold: stage.font(_SIZE, bold=bold) for bold in (False, True)}
        self._metrics = {bold: QFontMetricsF(font) for bold, font in self._fonts.items()}
        self._layers = layers
        self._extra_notes = extra_notes

    def draw(self, painter: QPainter, view: Viewport) -> None:
        """Draw notes, then labels."""
        notes = self._notes(painter, view)
        for word in self.arranged(view, notes):
            self._pill(painter, word.rect, word.label.text, word.label.role, bold=word.label.bold)

    def arranged(self, view: Viewport, taken: Iterable[QRectF] = ()) -> list[Placed]:
        """The labels of the visible layers, where they stand."""
        shown = [layer for layer in self._layers if layer.isVisible()]
        reserved = [rect for layer in shown for rect in layer.reserved(view)]
        wanted = [label for layer in shown for label in layer.labels(view)]
        return placed(wanted, self._measure, view.rect, [*reserved, *taken], self._crowd(view))

    def _crowd(self, view: Viewport) -> Callable[[QRectF], int]:
        """How many examples a label would cover; not asked for large sets."""
        if self.stage.dataset.n > _MOST_AVOIDED:
            return lambda _: 0
        pixels = view.to_pixels(self.stage.points)
        return lambda rect: int(np.count_nonzero(visible(pixels, rect, 4)))

    def all_notes(self) -> list[str]:
        """The sentences at the top of the picture."""
        shown = [note for layer in self._layers if layer.isVisible() for note in layer.notes()]
        return [*shown, *self._extra_notes()]

    def _measure(self, label: Label) -> QSizeF:
        metrics = self._metrics[label.bold]
        return QSizeF(metrics.horizontalAdvance(label.text), metrics.height()) + _ROOM

    def _notes(self, painter: QPainter, view: Viewport) -> list[QRectF]:
        """Draw the notes below one another, in as many lines as each needs; returns what they cover."""
        room, taken = view.rect.adjusted(_MARGIN, _MARGIN, -_MARGIN - _ROOM.width(), 0), []
        for note in self.all_notes():
            words = self._metrics[False].boundingRect(room, Qt.TextFlag.TextWordWrap, note)
            rect = QRectF(room.topLeft(), words.size() + _ROOM)
            self._pill(painter, rect, note, "ink", bold=False)
            taken.append(rect)
            room.setTop(rect.bottom() + 4)
        return taken

    def _pill(self, painter: QPainter, rect: QRectF, text: str, role: str, *, bold: bool) -> None:
        theme = self.stage.theme
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("page", _PILL))
        painter.drawRoundedRect(rect, 5, 5)
        painter.setFont(self._fonts[bold])
        painter.setPen(theme.color(role))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, text)


class Hint(Layer):
    """What to do first, in the middle of an empty canvas."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.document.dataset_changed,))
        self._text = ""

    def set_text(self, text: str) -> None:
        """Say this while there are no examples."""
        self._text = text
        self.redraw()

    def draw(self, painter: QPainter, view: Viewport) -> None:
        """Write the hint."""
        if self.stage.dataset.n:
            return
        painter.setFont(self.stage.font(15))
        painter.setPen(self.stage.theme.color("secondary"))
        room = view.rect.adjusted(24, 24, -24, -24)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._text)
