"""The transport bar: step, play, scrub and choose the speed of the playhead."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSignalBlocker, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractSlider, QGridLayout, QSizePolicy, QToolTip, QWidget

from core.numbers.numerals import number, round_steps
from core.pace import FASTEST, SLOWEST, USUAL_SPEED
from core.run import Run
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.fields.steps_slider import StepsSlider, equal_ratios
from perceptron_gui.look.latest_moves import LatestMoves
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.plots.axes import draw_lines
from perceptron_gui.look.size import BODY, dress, pixels
from perceptron_gui.look.text.sentences import rest_words, step_words
from perceptron_gui.look.text.small_widgets import ActionButton, Dye, TextLine, choice_of, label_of
from perceptron_gui.look.theme import PALEST, Theme, ThemeModel
from perceptron_gui.model.player import Granularity, Player
from perceptron_gui.model.pointing.drawn_line import PredictionQuiz

_MARGIN = 10
"""Pixels left free at both ends of the timeline, so that the handle is never cut off."""
_HANDLE, _GROOVE = 7.0, 4.0


class Flag(Enum):
    """The look of the end of the record."""

    CONVERGED = auto()
    LIMIT = auto()
    WAITING = auto()


class Timeline(Guarded, QAbstractSlider):
    """The player's position over its extent: a click jumps, a drag scrubs, hover names the place."""

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
        self.setAccessibleDescription("The place in the run; Page Up and Page Down move by a tenth")
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
        return self.width() - 2 * _MARGIN - 20  # Space for the flag at the right.

    @property
    def flag(self) -> Flag | None:
        """The flag at the end, once the playhead is there."""
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
        """Take the length of the run, without moving the player."""
        extent = self._player.extent
        # Qt moves the handle with the range, which is no step of the person.
        with QSignalBlocker(self):
            self.setRange(0, extent)
            self.setPageStep(max(extent // 10, 1))
        self._set_ticks()
        self._follow()

    @Slot()
    def _follow(self) -> None:
        # The handle follows the player here, and must not lead it.
        with QSignalBlocker(self):
            self.setValue(self._player.position)
        self.update()

    def _set_ticks(self) -> None:
        """Find once where the ticks are drawn, because there may be hundreds in every frame."""
        run, ends = self._player.visible.run_for("totals"), np.empty(0, np.int64)
        if run is not None and run.history.epochs:
            room = max(self._length / 8.0, 1)  # Ticks are at least 8 pixels apart.
            every = int(next(round_steps(max(run.history.epochs / room, 1.0))))
            ends = np.arange(every, run.history.epochs + 1, every) * run.dataset.n
            if not self._player.visible.shows("totals"):
                ends = ends[ends <= run.history.examples]
            if self._player.granularity is Granularity.UPDATE:
                ends = run.history.updates_before_each(ends)
                ends = ends[np.diff(ends, prepend=-1) > 0]
        self.ticks = ends.tolist()
        self._tick_lines = np.empty((len(ends), 4))
        self._tick_lines[:, ::2] = np.floor(_MARGIN + self._length * ends / max(self.maximum(), 1))[:, None] + 0.5
        self._tick_lines[:, 1::2] = self.height() / 2 + 4, self.height() / 2 + 9

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
    """Draw a flag with a check, a flag that is empty, or the two bars of a pause."""
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


class Invitation(TextLine):
    """The invitation to press Play, as long as there is something to play and space for it.

    It goes for good with the first step.
    """

    def __init__(self, player: Player, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self._wanted = True
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        player.playing_changed.connect(self._fit)
        player.shown.connect(self._fit)
        player.record_grew.connect(self._fit)
        player.rested.connect(self._fit)
        Dye(self, theme, "now_text")

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()

    def withdraw(self) -> None:
        self._wanted = False
        self._fit()

    @Slot()
    def _fit(self) -> None:
        if self._player.playing or self._player.position:
            self._wanted = False
        run, advance = self._player.visible.recorded, self.fontMetrics().horizontalAdvance
        playable = run is None or run.stopped is None or run.history.examples > 0
        forms = (
            "Press Play, or Space, and watch the line learn from its mistakes",
            "Press Play, or Space, and watch it learn",
            "Press Play, or Space",
            "Press Space",
        )
        fitting = (text for text in forms if self._wanted and playable and advance(text) <= self.width())
        self.set_text(next(fitting, ""))


class SpeedControl(QWidget):
    """A slider and the speed in words; a double click on the slider restores the usual speed."""

    def __init__(self, player: Player, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._player = player
        tip = f"Speed of playing (+ and −); double click brings back {number(USUAL_SPEED)} a second"
        self.slider = StepsSlider("Speed", equal_ratios(SLOWEST, FASTEST, 100), USUAL_SPEED, tip, theme)
        self.slider.setMaximumWidth(pixels(160))
        self.slider.picked.connect(player.set_speed)
        self.label = label_of(rung=BODY, wraps=False)
        self.label.setMinimumWidth(self.label.fontMetrics().horizontalAdvance(f"{FASTEST:,.0f} examples/s"))
        self.setLayout(in_row(self.slider, self.label, margins=(0, 0, 0, 0)))
        player.speed_changed.connect(self._refresh)
        player.granularity_changed.connect(self._refresh)
        player.playing_changed.connect(self._refresh)
        self._easing = QTimer(self, interval=200)
        self._easing.timeout.connect(self._refresh)
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        player = self._player
        slow = player.pace < player.speed
        if player.playing != self._easing.isActive():  # The pace changes during play, and no signal announces it.
            self._easing.start() if player.playing else self._easing.stop()
        self.label.setText("slow start" if slow else f"{number(player.speed, 2)} {player.granularity}s/s")
        self.slider.show_number(self._player.speed)


class TransportBar(Guarded, QWidget):
    """Buttons, the timeline, the choice of a step, and the speed.

    The buttons are those of `actions`, by their names; the step button says what it will do, unless a `quiz` asks for
    that.
    """

    def __init__(self, player: Player, actions: Mapping[str, QAction], theme: ThemeModel, quiz: PredictionQuiz) -> None:
        super().__init__()
        self._player, self._quiz = player, quiz
        self._step_forward = actions["step_forward"]
        self._least_width = 0
        icons, words = Qt.ToolButtonStyle.ToolButtonIconOnly, Qt.ToolButtonStyle.ToolButtonTextOnly
        names = ("home", "previous_epoch", "step_back", "play", "step_forward", "next_epoch", "end")
        self.buttons = {name: self._make_button(actions[name], icons) for name in names}
        self.step = self._make_button(self._step_forward, words)
        tip = "By update: only examples that move w. By example: the others too."
        self.granularity = choice_of("What one step is", tip, {each: f"by {each}" for each in Granularity}, rung=BODY)
        self.granularity.activated.connect(lambda row: player.set_granularity(list(Granularity)[row]))
        self.timeline = Timeline(player, theme, self)
        self.position = TextLine(self, Qt.AlignmentFlag.AlignRight)
        self.speed = SpeedControl(player, theme, self)
        self.invitation = Invitation(player, theme, self)
        self.why = ActionButton(actions["why"], self)
        self.why.setToolButtonStyle(words)
        dress(self.why)
        self.why.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.why.hide()
        scrubbing = in_row((self.timeline, 1), self.position)
        none = (0, 0, 0, 0)
        jumps, steps = QWidget(), QWidget()
        jumps.setLayout(in_row(*self.buttons.values(), margins=none, spacing=4))
        steps.setLayout(
            in_row(8, self.step, self.granularity, 8, self.why, (self.invitation, 1), margins=none, spacing=4)
        )
        self._parts = jumps, self.speed, steps
        self._controls = QGridLayout()
        self._controls.setHorizontalSpacing(4)
        self._controls.setVerticalSpacing(2)
        self._in_rows: bool | None = None
        self._share_out(in_rows=False)
        self.setLayout(in_column(scrubbing, self._controls, margins=(8, 4, 12, 4), spacing=2))
        player.shown.connect(self._refresh)
        player.run_changed.connect(self._measure)
        player.record_grew.connect(self._measure)
        player.playing_changed.connect(self._refresh)
        player.granularity_changed.connect(self._show_granularity)
        player.speed_changed.connect(self._refresh)
        quiz.changed.connect(self._refresh)
        actions["play"].changed.connect(self._name_buttons)
        self._name_buttons()
        self._measure()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit(event.size().width())

    def letter(self) -> None:
        for button in self.buttons.values():
            button.setFixedSize(button.sizeHint())
        self._measure()
        self._fit(self.width())

    def _fit(self, room: int) -> None:
        """Put the parts into two rows if one is too narrow for all."""
        needed = sum(part.minimumSizeHint().width() for part in self._parts)
        self._share_out(in_rows=needed + 40 > room)  # The pixels beside and between the parts, together.

    def _share_out(self, *, in_rows: bool) -> None:
        if in_rows != self._in_rows:
            self._in_rows = in_rows
            jumps, speed, steps = self._parts
            for part in self._parts:
                self._controls.removeWidget(part)
            self._controls.addWidget(jumps, 0, 0)
            self._controls.addWidget(speed, 0, 2)
            self._controls.addWidget(steps, *((1, 0, 1, 3) if in_rows else (0, 1)))
            self._controls.setColumnStretch(1, 1)
            if layout := self.layout():
                layout.activate()

    def _make_button(self, action: QAction, style: Qt.ToolButtonStyle) -> ActionButton:
        made = ActionButton(action, self)
        made.setToolButtonStyle(style)
        made.setAutoRaise(style == Qt.ToolButtonStyle.ToolButtonIconOnly)
        made.setIconSize(QSize(pixels(22), pixels(22)))
        dress(made)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.setFixedSize(made.sizeHint())
        return made

    @Slot()
    def _show_granularity(self) -> None:
        self.granularity.setCurrentIndex(list(Granularity).index(self._player.granularity))
        self._measure()

    @Slot()
    def _name_buttons(self) -> None:
        """Give each icon the name of its menu entry for a screen reader."""
        for button in self.buttons.values():
            button.setAccessibleName(button.defaultAction().text().replace("&", ""))

    @Slot()
    def _measure(self) -> None:
        """Give the changing texts the space of their longest form, so that nothing beside them moves."""
        run, extent = self._player.visible.run, self._player.extent
        advance = self.position.fontMetrics().horizontalAdvance
        longest = f"{extent:,} / {extent:,}…" if self._player.visible.shows("totals") else f"{extent:,}"
        self.position.setMinimumWidth(advance(longest) + 4)
        words = f"Update w on example {run.dataset.n if run else 0:,}", "Test the rest: no mistake"
        self._least_width = max(map(advance, words))
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        player = self._player
        run = player.visible.recorded
        more = "…" if run is not None and run.stopped is None else ""  # The record has not ended.
        whole = f" / {player.extent:,}{more}" if player.visible.shows("totals") else ""
        self.position.set_text(f"{player.position:,}{whole}")
        words = self._step_text()
        self._step_forward.setIconText(words)
        # The size is fixed: else each text would have the whole window laid out again.
        needed = max(self._least_width, self.position.fontMetrics().horizontalAdvance(words)) + 28
        if self.step.minimumWidth() != needed:
            self.step.setFixedSize(needed, self.step.sizeHint().height())

    def _step_text(self) -> str:
        player, run, ahead = self._player, self._player.visible.recorded, not self._player.at_end
        if ahead and self._quiz.on:
            return "Show"
        hidden = ahead and not player.visible.shows("next")
        if hidden or (player.playing and player.speed > 6.0):  # Nobody could read the words at such a speed.
            return "Step"
        upcoming = player.upcoming()
        by_update = self._player.granularity is Granularity.UPDATE
        if run is not None and upcoming is not None and by_update and upcoming.update == self._player.position:
            return rest_words(run)
        return step_words(upcoming, run)
