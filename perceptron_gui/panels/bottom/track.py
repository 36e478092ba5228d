"""The track: every visit of the run as a dot, every mistake as a bead, and the playhead as a pin; one slider."""

from __future__ import annotations

from functools import cache

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFocusEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QToolTip, QWidget

from core.explain.wording import of_visit
from core.plots.track import Track, bin_size, update_shares, visited
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.latest_moves import LatestMoves
from perceptron_gui.look.motion import AXIS_MS, Approach
from perceptron_gui.look.plots.axes import draw_rectangles, draw_with
from perceptron_gui.look.size import SMALL, dress, letters, pixels
from perceptron_gui.look.theme import PALEST, Theme, ThemeModel
from perceptron_gui.model.by_hand import PredictionQuiz
from perceptron_gui.model.player import Player
from perceptron_gui.model.threads.worker import single_shot

_WIDEST, _NUMBERED, _BEAD, _NAMED, _PARTED = 48, 17, 6, 24, 6
"""Pixels: the most for a visit; the fewest for a bead with a number, for a bead, for a band with a name, for a gap."""


class TrackSlider(Guarded, QAbstractSlider):
    """The player's position over its extent: a click seeks, a drag scrubs, hover names the visit.

    The value is the player's position; the pixels are those of visits. While a `quiz` is on, what follows is hidden.
    """

    def __init__(self, player: Player, theme: ThemeModel, quiz: PredictionQuiz, parent: QWidget | None = None) -> None:
        super().__init__(parent, orientation=Qt.Orientation.Horizontal)
        self._player, self._theme, self._quiz = player, theme, quiz
        self.track: Track | None = None
        self.visit, self.beads = 1.0, False
        """the pixels of a visit, and whether each is wide enough for a mark"""
        self._band, self._margin, self._names_fit = QRectF(), pixels(9), False
        self._span = Approach(self, AXIS_MS, self._read)
        self._pinned = 0.0
        """The pixel where the pin was painted last."""
        self._bin, self._shares = 1, np.empty(0)
        self._rows, self._mistakes = np.empty(0, np.int64), list[int]()
        self._spoken = single_shot(self, 60, self._speak)  # Later than the next frame, so that play is quiet.
        self.setMouseTracking(True)
        LatestMoves(self)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        dress(self, SMALL)
        self.setAccessibleName("Timeline")
        self.valueChanged.connect(player.go_to)
        for changed in (player.shown, player.glide.settled):
            changed.connect(self._on_shown)
        for moved in (player.glide.changed, player.glide.sweeping):
            moved.connect(self._slide)
        for changed in (player.run_changed, player.record_grew, player.granularity_changed, quiz.changed):
            changed.connect(self._measure)
        player.rested.connect(self.update)
        self._measure()
        self._speak()

    def sizeHint(self) -> QSize:
        return QSize(pixels(400), pixels(72))

    def minimumSizeHint(self) -> QSize:
        return QSize(pixels(120), pixels(40))

    def visit_at(self, x: float) -> int:
        """Return the visit, from 1, at a pixel; 0 before the first."""
        visit = int(np.ceil((x - self._margin) / self.visit))
        return min(max(visit, 0), self.track.length if self.track is not None else 0)

    def x_of(self, visit: float) -> float:
        """Return the pixel of the middle of a visit; of the start, the left end."""
        return self._margin + self.visit * max(visit - 0.5, 0)

    def _measure(self) -> None:
        """Take the run as far as it may be seen, and read once what is drawn of it."""
        player, visible = self._player, self._player.visible
        with QSignalBlocker(self):  # Qt moves the handle with the range, which is no step of the person.
            self.setRange(0, player.extent)
            self.setPageStep(max(player.extent // 10, 1))
        told, seen = visible.run_for("totals"), visible.run_for("rows") if visible.shows("next") else visible.run
        self.track = None
        if told is not None and seen is not None:
            known = min(seen.history.examples, told.history.examples)
            known = min(known, self._example) if self._quiz.on else known
            self.track = Track(told, known, told.history.examples, visible.shows("totals"))
        self._read()
        self._follow()

    def _on_shown(self) -> None:
        if self._quiz.on:
            self._measure()  # The run may be seen up to the playhead.
        else:
            self._follow()

    def _slide(self) -> None:
        """Paint the pin in its new place, and what it leaves and comes to."""
        reach, x = pixels(_WIDEST), self.pin
        left, right = sorted((self._pinned, x))
        self.update(round(left) - reach, 0, round(right - left) + 2 * reach, self.height())

    def _follow(self) -> None:
        with QSignalBlocker(self):  # The handle follows the player here, and must not lead it.
            self.setValue(self._player.position)
        self._spoken.start()
        self.update()

    def _read(self) -> None:
        """Take what is drawn of the track, and where: it stays until the record or the size is another."""
        if (track := self.track) is None:
            return
        self._margin = pixels(9)
        if track.span != self._span.goal:
            self._span.go(track.span, jumps=track.span != 2 * self._span.goal)
        self.visit = min((self.width() - 2 * self._margin) / self._span.number, pixels(_WIDEST))
        self.beads, self._names_fit, top = self.visit >= pixels(_BEAD), self.height() >= pixels(56), pixels(14)
        height = min(pixels(36), self.height() - top - (pixels(20) if self._names_fit else 2))
        self._band = QRectF(self._margin, top, track.end * self.visit, height)
        if self.beads:
            self._rows, self._mistakes = visited(track)
        else:
            self._bin = bin_size(track.span, round(self.visit * track.span))
            self._shares = update_shares(track.run.history, track.known, self._bin)
        self.update()

    @property
    def pin(self) -> float:
        """The pixel of the playhead, perhaps on its way."""
        glide, swept = self._player.glide, self.x_of(self._swept)
        if not glide.moving or glide.state is None:
            return swept
        return glide.between(swept, self.x_of(glide.state.example))

    @property
    def _swept(self) -> float:
        """The visit up to which right examples are swept, in sight; while a quiz asks what follows, the one told."""
        if self._quiz.on or self.track is None:
            return self._example
        return min(self._player.swept_example(), max(self.track.known + self.track.waiting, self._example))

    @property
    def _example(self) -> int:
        return self._player.told.example if self._player.told is not None else 0

    def _speak(self) -> None:
        words = self._words(self._example)
        self.setAccessibleDescription(f"{words}. The place in the run; Page Up and Page Down move by a tenth")

    def _words(self, visit: int) -> str:
        if (track := self.track) is None or not track.run.dataset.n:
            return "start"
        if visit > track.known:
            return f"visit {visit:,}"
        return of_visit(track.run, track.run.history.at_example(visit), plain=self._player.visible.view.newcomer)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._read()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._speak()
        super().focusInEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self._seek(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self._seek(event.position())
        if self.track is not None:
            words = self._words(self.visit_at(event.position().x()))
            QToolTip.showText(event.globalPosition().toPoint(), words, self)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(False)

    def _seek(self, place: QPointF) -> None:
        """Go to the visit at a pixel; on the name of an epoch, to its end."""
        track, visit = self.track, self.visit_at(place.x())
        if track is not None and self._names_fit and place.y() > self._band.bottom() + pixels(2) and visit:
            visit = min(-(-visit // track.band) * track.band, track.length)
        self._player.visit_example(visit)

    def paintEvent(self, event: QPaintEvent) -> None:
        track, theme, band = self.track, self._theme.current, self._band
        if track is None or not track.run.dataset.n:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_bands(painter, track, theme, band)
            if self.beads:
                self._paint_visits(painter, track, theme, band, event.rect())
            else:
                self._paint_shares(painter, theme, band)
            self._paint_pin(painter, theme, band)
            if self.hasFocus():
                draw_with(painter, theme.pen("ink", 2))
                painter.drawRoundedRect(band.adjusted(-2, -2, 2, 2), pixels(8), pixels(8))

    def _paint_bands(self, painter: QPainter, track: Track, theme: Theme, band: QRectF) -> None:
        width = track.band * self.visit
        gap, radius = 1 if width < pixels(_NAMED) else pixels(2), min(pixels(6), width / 4)
        draw_with(painter, Qt.PenStyle.NoPen, theme.mixed("secondary", "page", 0.14))
        if width < pixels(_PARTED):
            painter.drawRoundedRect(band, radius, radius)
        else:
            for number in range(round(track.end / track.band)):
                part = QRectF(band.left() + number * width, band.top(), width - gap, band.height())
                painter.drawRoundedRect(part, radius, radius)
        if self._names_fit:
            self._paint_names(painter, track, theme, QRectF(band.left(), band.bottom() + 4, width, pixels(16)))

    def _paint_names(self, painter: QPainter, track: Track, theme: Theme, first: QRectF) -> None:
        advance, pad = self.fontMetrics().horizontalAdvance, pixels(6)
        painter.setPen(theme.color("secondary"))
        bands, width, free = round(track.end / track.band), first.width(), float(self.width() - pad)
        for number in range(bands, 0, -1) if width >= pixels(_NAMED) else (bands,):
            left, name = first.left() + (number - 1) * width + pad, track.name(number)
            if self._player.visible.view.newcomer and number == bands == 1:
                name += " · the first round"
            if number == bands:
                left = max(min(left, free - advance(name)), first.left())
            elif advance(name) > width - pad:
                name = f"{number:,}"
            if left + advance(name) <= free:
                painter.drawText(QPointF(left, first.top() + painter.fontMetrics().ascent()), name)
                free = left - pad

    def _paint_visits(self, painter: QPainter, track: Track, theme: Theme, band: QRectF, seen: QRect) -> None:
        now, mistakes = int(self._swept), set(self._mistakes)
        width, middle, dot = self.visit, band.center().y(), pixels(2)
        radius = min(width - 1, float(pixels(22)), band.height() - 2) / 2
        numbered = width >= pixels(_NUMBERED) and track.run.dataset.n <= 12
        painter.setFont(letters(SMALL, bold=True))
        first = max(int((seen.left() - self._margin) / width) - 1, 0)
        last = int((seen.right() - self._margin) / width) + 2
        rows, labels = self._rows[first:last], track.run.dataset.y[self._rows[first:last]]
        for visit, (row, label) in enumerate(zip(rows.tolist(), labels.tolist(), strict=True), first + 1):
            place, done = QPointF(self._margin + width * (visit - 0.5), middle), visit <= now
            mark, fill, words = _colors(theme, label, done)
            if visit not in mistakes:
                _paint_dot(painter, place, dot * 1.5 if done else dot, mark)
                continue
            draw_with(painter, QPen(mark, 1.5), fill)
            painter.drawEllipse(place, radius, radius)
            if numbered:
                painter.setPen(words)
                box = QRectF(place.x() - radius - 4, middle - radius, 2 * radius + 8, 2 * radius)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(row + 1))
        grey = theme.pale("secondary", PALEST)
        for visit in range(max(track.known, first) + 1, min(track.known + track.waiting, last) + 1):
            _paint_dot(painter, QPointF(self._margin + width * (visit - 0.5), middle), dot, grey)
        painter.setFont(self.font())

    def _paint_shares(self, painter: QPainter, theme: Theme, band: QRectF) -> None:
        """Paint a bar for each bin of visits, as high as its share of mistakes beside the largest; at least a pixel."""
        shares, wide = self._shares / self._shares.max(initial=1e-9), self._bin * self.visit
        edges = np.floor(band.left() + wide * np.arange(len(shares) + 1))
        heights = np.where(shares > 0, np.maximum(shares * (band.height() - 4), 1), 0)
        bars = np.column_stack([edges[:-1], band.bottom() - 2 - heights, np.diff(edges), heights])
        split = -(-self._example // self._bin)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(Qt.PenStyle.NoPen)
        for part, color in ((bars[:split], theme.color("secondary")), (bars[split:], theme.pale("secondary", PALEST))):
            painter.setBrush(QBrush(color))
            draw_rectangles(painter, part[part[:, 3] > 0])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _paint_pin(self, painter: QPainter, theme: Theme, band: QRectF) -> None:
        x, half = self.pin, pixels(7)
        self._pinned = x
        foot = band.center().y() if self.beads else band.bottom()
        if self.beads and self._example:  # The stem stops above the visit.
            foot -= max(min(self.visit - 1, pixels(22)) / 2 + 1, 0)
        painter.setPen(theme.pen("now", pixels(2)))
        painter.drawLine(QLineF(x, band.top() - 2, x, foot if self._example or not self.beads else band.top() - 2))
        draw_with(painter, Qt.PenStyle.NoPen, theme.color("now"))
        top, foot = band.top() - pixels(13), band.top() - pixels(1)
        sides = QPointF(x - half, foot - half + 2), QPointF(x - half, top), QPointF(x + half, top)
        painter.drawPolygon([QPointF(x, foot), *sides, QPointF(x + half, foot - half + 2)])


@cache
def _colors(theme: Theme, label: int, done: bool) -> tuple[QColor, QColor, QColor]:
    role = theme.of_label(label)
    if done:
        return theme.color(role), theme.color(role), theme.color("page")
    return theme.pale(role, PALEST), theme.color("page"), theme.color(theme.text_role(role))


def _paint_dot(painter: QPainter, place: QPointF, radius: float, color: QColor) -> None:
    draw_with(painter, Qt.PenStyle.NoPen, color)
    painter.drawEllipse(place, radius, radius)
