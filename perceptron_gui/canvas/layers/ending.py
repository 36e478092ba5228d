"""How the run ended, as a banner on the picture once the playhead is there: never before."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from perceptron_gui.canvas.labels.point_density import Edges, edges_of
from perceptron_gui.canvas.layers.layer import Layer, Word
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.look.text.sentences import ending_words
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.workspace import Workspace

_PADDING = QSizeF(28.0, 8.0)
_MARGIN = 5.0
_RADIUS = 6.0


@dataclass(frozen=True)
class Banner:
    """What is said, and where, in pixels."""

    text: str
    rect: QRectF


class EndingLayer(Layer):
    """Converged: a check and a frame in the colour of promises. At a limit: a dashed frame in grey, and no check.

    As the playhead arrives the edge of the view lights up in that colour, for a moment.

    It stands where no example is and, if it can, off the boundary, as far up and in the middle as may be, in fewer
    words where those have no room.
    """

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        player = workspace.player
        changes = (player.shown, player.run_changed, player.record_grew, stage.reading.changed)
        moving = (stage.animated.changed, stage.afterglow.changed)
        super().__init__(
            stage, workspace, *changes, *moving, workspace.document.dataset_changed, workspace.by_hand.changed
        )
        self._font = stage.font(13.0, bold=True)
        self._metrics = QFontMetricsF(self._font)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        run, banner = self.stage.run, self.banner
        if run is None or not self.ended:
            return
        theme = self.stage.theme
        role, style = ("promise", Qt.PenStyle.SolidLine) if run.converged else ("secondary", Qt.PenStyle.DashLine)
        if flash := self.stage.afterglow.flash:
            painter.setOpacity(flash)
            # At the edge of the view 14 pixels light up as the playhead arrives; half of the pen lies outside.
            painter.setPen(theme.pen(role, 28.0 * flash))
            painter.drawRect(view.rect)
            painter.setOpacity(1.0)
        if banner is None:
            return
        rect = banner.rect
        painter.setPen(theme.pen(role, 1.6, style))
        painter.setBrush(theme.color("page", 0.92))
        painter.drawRoundedRect(rect, _RADIUS, _RADIUS)
        painter.setFont(self._font)
        left = rect.adjusted(_PADDING.width() / 2, 0, 0, 0)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        mark = _mark(converged=run.converged)
        painter.setPen(theme.color(role))
        painter.drawText(left, flags, mark)
        painter.setPen(theme.color("ink" if run.converged else "secondary"))
        painter.drawText(left.adjusted(self._metrics.horizontalAdvance(mark), 0, 0, 0), flags, banner.text)

    def words(self, view: Viewport) -> Iterable[Word]:
        return () if self.banner is None else (self.banner.rect,)

    @property
    def ended(self) -> bool:
        """Whether the playhead has come to the end of a run that stopped."""
        run, state = self.stage.run, self.stage.state
        if run is None or state is None or run.stopped is None or self.stage.animated.moving:
            return False
        if self.workspace.by_hand.on and not run.converged:
            return False  # it waits for the next click
        return run.dataset.n > 0 and state.example >= run.history.examples

    @cached_property
    def banner(self) -> Banner | None:
        """The fullest words that have a free place, and that place; None where none have, or nothing has ended."""
        run, state = self.stage.run, self.stage.state
        if run is None or state is None or not self.ended:
            return None
        margins = self.stage.margins
        wrong = None if margins is None else run.tie.errors(margins, self.stage.dataset.y)
        inside = self.stage.viewport.rect.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        top = QPointF(inside.center().x(), inside.top())
        taken = [edges_of(inset)] if state.moved and (inset := self.stage.inset) is not None else []
        for also, text in product((self._beside_boundary(), []), ending_words(run, wrong)):
            width = self._metrics.horizontalAdvance(_mark(converged=run.converged) + text)
            size = QSizeF(width, self._metrics.height()) + _PADDING
            rect = self.stage.point_density.nearest_free(size, inside, top, taken + also)
            if rect is not None:
                return Banner(text, rect)
        return None

    def _beside_boundary(self) -> list[Edges]:
        """Squares along the line that was learned: it is what the banner speaks of."""
        animated = self.stage.animated
        line = self.stage.viewport.segment(self.stage.line(animated.w, animated.b))
        if line is None:
            return []
        (x, y, *_), dx, dy = line.toTuple(), line.dx(), line.dy()
        parts = np.linspace(0, 1, int(line.length() / _MARGIN) + 2).tolist()
        places = ((x + part * dx, y + part * dy) for part in parts)
        return [(x - _MARGIN, y - _MARGIN, x + _MARGIN, y + _MARGIN) for x, y in places]


def _mark(*, converged: bool) -> str:
    return "✓  " if converged else "■  "
