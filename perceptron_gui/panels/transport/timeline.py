"""The timeline: a slider over the record, with a tick at the end of each epoch, and a flag once its end is reached."""

from __future__ import annotations

from enum import Enum, auto

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSignalBlocker, QSize, Qt, Slot
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QToolTip, QWidget

from core.datasets.dataset import IntArray
from core.numbers.numerals import round_steps
from core.run import Run
from perceptron_gui.look.latest_moves import LatestMoves
from perceptron_gui.look.plots.axes import draw_lines
from perceptron_gui.look.theme import PALEST, Theme, ThemeModel
from perceptron_gui.model.player import Granularity, Player

_MARGIN, _FLAG_ROOM = 10, 20
"""Pixels left free at both ends, so that the handle is never cut off, and for the flag at the right."""
_HANDLE, _GROOVE = 7.0, 4.0


class Flag(Enum):
    """How the end of the record looks."""

    CONVERGED = auto()
    LIMIT = auto()
    WAITING = auto()


class Timeline(QAbstractSlider):
    """The player's position over its extent: click jumps, drag scrubs, hover names the place."""

    def __init__(self, player: Player, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self._theme = theme
        self.ticks: list[int] = []
        """the positions that have an epoch tick"""
        self._tick_lines = np.empty((0, 4))
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setMouseTracking(True)
        LatestMoves(self)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Timeline")
        self.setAccessibleDescription("The place in the run; Page Up and Page Down move by a tenth of it")
        self.valueChanged.connect(player.go_to)
        player.shown.connect(self._follow)
        player.run_changed.connect(self._measure)
        player.record_grew.connect(self._measure)
        player.granularity_changed.connect(self._measure)
        player.rested.connect(self.update)
        theme.changed.connect(self.update)
        self._measure()

    @property
    def _length(self) -> int:
        """Pixels from the start to the end."""
        return self.width() - 2 * _MARGIN - _FLAG_ROOM

    @property
    def flag(self) -> Flag | None:
        """What stands at the end, once the playhead is there."""
        run = self._player.visible.run
        if run is None or not run.dataset.n or not self._player.at_end:
            return None
        if run.stopped is None:
            return Flag.WAITING if self._player.resting else None
        return Flag.CONVERGED if run.converged else Flag.LIMIT

    def sizeHint(self) -> QSize:
        return QSize(400, 26)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 26)

    def position_at(self, x: float) -> int:
        share = (x - _MARGIN) / max(self._length, 1)
        return round(min(max(share, 0.0), 1.0) * self.maximum())

    def x_of(self, position: int) -> float:
        return _MARGIN + self._length * position / max(self.maximum(), 1)

    @Slot()
    def _measure(self) -> None:
        """Take over the extent; the player is not told of it."""
        extent = self._player.extent
        with QSignalBlocker(self):
            self.setRange(0, extent)
            self.setPageStep(max(extent // 10, 1))
        self._set_ticks()
        self._follow()

    @Slot()
    def _follow(self) -> None:
        with QSignalBlocker(self):
            self.setValue(self._player.position)
        self.update()

    def _set_ticks(self) -> None:
        """Where they are drawn is found once: there may be hundreds, in every frame."""
        ends = self._epoch_ends()
        self.ticks = ends.tolist()
        self._tick_lines = np.empty((len(ends), 4))
        self._tick_lines[:, ::2] = np.floor(_MARGIN + self._length * ends / max(self.maximum(), 1))[:, None] + 0.5
        self._tick_lines[:, 1::2] = self.height() / 2 + 4, self.height() / 2 + 9

    def _epoch_ends(self) -> IntArray:
        run = self._player.visible.run_for("totals")
        if run is None or not run.history.epochs:
            return np.empty(0, np.int64)
        room = max(self._length / 8.0, 1)  # ticks are at least 8 pixels apart
        every = int(next(round_steps(max(run.history.epochs / room, 1.0))))
        ends = np.arange(every, run.history.epochs + 1, every) * run.dataset.n
        if not self._player.visible.shows("totals"):
            ends = ends[ends <= run.history.examples]
        if self._player.granularity is Granularity.UPDATE:
            ends = run.history.updates_before_each(ends)
            ends = ends[np.diff(ends, prepend=-1) > 0]
        return ends

    def resizeEvent(self, event: QEvent) -> None:
        self._set_ticks()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setValue(self.position_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        position = self.position_at(event.position().x())
        if self.isSliderDown():
            self.setValue(position)
        if (run := self._player.visible.run_for("totals")) is not None:
            QToolTip.showText(event.globalPosition().toPoint(), self._place(position, run), self)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(False)

    def _place(self, position: int, run: Run) -> str:
        by_example = self._player.granularity is Granularity.EXAMPLE
        example = position if by_example else run.history.example_of(position)
        noun = "example seen" if by_example else "update"
        epoch = run.history.epoch_of(example)
        return f"{noun} {position:,}{f' · epoch {epoch:,}' if epoch else ''}" if position else "start"

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme.current
        middle = self.height() / 2 - 2
        left, right, now = self.x_of(0), float(_MARGIN + self._length), self.x_of(self.value())
        with QPainter(self) as painter:
            painter.setPen(theme.pen("secondary", 1, share=PALEST))
            draw_lines(painter, self._tick_lines)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            for end, color in ((right, theme.pale("secondary", PALEST)), (now, theme.color("now"))):
                painter.setBrush(color)
                painter.drawRoundedRect(QRectF(left, middle - _GROOVE / 2, end - left, _GROOVE), 2, 2)
            painter.setPen(theme.pen("ink" if self.hasFocus() else "panel", 2))
            painter.setBrush(theme.color("now"))
            painter.drawEllipse(QPointF(now, middle), _HANDLE, _HANDLE)
            if self.flag is not None:
                _paint_flag(painter, QPointF(right + _HANDLE + 5.5, middle), self.flag, self._theme.current)


def _paint_flag(painter: QPainter, foot: QPointF, flag: Flag, theme: Theme) -> None:
    """A flag with a check, a flag that is empty, or the two bars of a pause."""
    role = "promise" if flag is Flag.CONVERGED else "secondary"
    painter.setPen(theme.pen(role, 2))
    top, bottom = foot - QPointF(0, 9), foot + QPointF(0, 9)
    if flag is Flag.WAITING:
        for x in (2, 8):
            painter.drawLine(foot + QPointF(x, -6), foot + QPointF(x, 6))
        return
    painter.drawLine(top, bottom)
    cloth = QRectF(top, top + QPointF(13, 11))
    painter.setBrush(theme.color(role) if flag is Flag.CONVERGED else Qt.BrushStyle.NoBrush)
    painter.drawRect(cloth)
    if flag is Flag.CONVERGED:
        painter.setPen(theme.pen("page", 2))
        corner = cloth.topLeft()
        painter.drawPolyline([corner + QPointF(*place) for place in ((3, 5.5), (5.5, 8), (10, 3))])
