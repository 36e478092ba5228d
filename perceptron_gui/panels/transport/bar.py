"""The transport bar: step, play, scrub and choose the speed of the playhead."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from core.numbers.numerals import number
from core.pace import FASTEST, SLOWEST, USUAL_SPEED
from perceptron_gui.look.fields.steps_slider import StepsSlider, equal_ratios
from perceptron_gui.look.layouts import in_column, in_row
from perceptron_gui.look.size import pixels
from perceptron_gui.look.text.lettering import readable
from perceptron_gui.look.text.painted_text import TextLine
from perceptron_gui.look.text.sentences import rest_words, step_words
from perceptron_gui.look.text.small_widgets import ActionButton, Dye, choice_of, label_of
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Granularity, Player
from perceptron_gui.model.pointing.drawn_line import PredictionQuiz
from perceptron_gui.panels.transport.timeline import Timeline

_FORMS = (
    "Press Play, or Space, and watch the line learn from its mistakes",
    "Press Play, or Space, and watch it learn",
    "Press Play, or Space",
    "Press Space",
)


class Invitation(TextLine):
    """The longest form that has room, where there is something to play. With the first step it goes for good."""

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
        """It is not wanted any more."""
        self._wanted = False
        self._fit()

    @Slot()
    def _fit(self) -> None:
        if self._player.playing or self._player.position:
            self._wanted = False
        run, advance = self._player.visible.recorded, self.fontMetrics().horizontalAdvance
        playable = run is None or run.stopped is None or run.history.examples > 0
        fitting = (text for text in _FORMS if self._wanted and playable and advance(text) <= self.width())
        self.set_text(next(fitting, ""))


class SpeedControl(QWidget):
    """A slider and the speed in words; a double click on the slider brings the speed of the start back."""

    def __init__(self, player: Player, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._player = player
        tip = f"Speed of playing (+ and −); double click brings back {number(USUAL_SPEED)} a second"
        self.slider = StepsSlider("Speed", equal_ratios(SLOWEST, FASTEST, 100), USUAL_SPEED, tip, theme)
        self.slider.setMaximumWidth(pixels(160))
        self.slider.picked.connect(player.set_speed)
        self.label = label_of(scale=1.0, wraps=False)
        self.label.setMinimumWidth(self.label.fontMetrics().horizontalAdvance(f"{FASTEST:,.0f} examples/s"))
        self.setLayout(in_row(self.slider, self.label, margins=(0, 0, 0, 0)))
        player.speed_changed.connect(self._refresh)
        player.granularity_changed.connect(self._refresh)
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        self.label.setText(f"{number(self._player.speed, 2)} {self._player.granularity}s/s")
        self.slider.show_number(self._player.speed)


_MORE = "…"
"""Behind the length of a record that is not at its end."""

_BUTTONS = ("home", "previous_epoch", "step_back", "play", "step_forward", "next_epoch", "end")
"""The actions that have a button, in the order of the buttons."""


class TransportBar(QWidget):
    """Buttons, the timeline, what one step is, and the speed.

    The buttons are those of `actions`, by their names; the words of the step forward name what it will do, but where
    that is asked in a `quiz`.
    """

    def __init__(self, player: Player, actions: Mapping[str, QAction], theme: ThemeModel, quiz: PredictionQuiz) -> None:
        super().__init__()
        self._player, self._quiz = player, quiz
        self._step_forward = actions["step_forward"]
        self._least_width = 0
        icons, words = Qt.ToolButtonStyle.ToolButtonIconOnly, Qt.ToolButtonStyle.ToolButtonTextOnly
        self.buttons = {name: self._make_button(actions[name], icons) for name in _BUTTONS}
        self.step = self._make_button(self._step_forward, words)
        tip = "By update: only examples that move w. By example: the others too."
        self.granularity = choice_of("What one step is", tip, {each: f"by {each}" for each in Granularity}, scale=1.0)
        self.granularity.activated.connect(lambda row: player.set_granularity(list(Granularity)[row]))
        self.timeline = Timeline(player, theme, self)
        self.position = TextLine(self, Qt.AlignmentFlag.AlignRight)
        self.speed = SpeedControl(player, theme, self)
        self.invitation = Invitation(player, theme, self)
        scrubbing = in_row((self.timeline, 1), self.position)
        none = (0, 0, 0, 0)
        jumps, steps = QWidget(), QWidget()
        jumps.setLayout(in_row(*self.buttons.values(), margins=none, spacing=4))
        steps.setLayout(in_row(8, self.step, self.granularity, 8, (self.invitation, 1), margins=none, spacing=4))
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
        """In two rows where one has no room for all."""
        needed = sum(part.minimumSizeHint().width() for part in self._parts)
        self._share_out(in_rows=needed + 40 > room)  # the pixels beside and between the parts, together

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
        made.setFont(readable(self.font()))
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.setFixedSize(made.sizeHint())
        return made

    @Slot()
    def _show_granularity(self) -> None:
        self.granularity.setCurrentIndex(list(Granularity).index(self._player.granularity))
        self._measure()

    @Slot()
    def _name_buttons(self) -> None:
        """An icon is read aloud as the menu has it."""
        for button in self.buttons.values():
            button.setAccessibleName(button.defaultAction().text().replace("&", ""))

    @Slot()
    def _measure(self) -> None:
        """Give the changing texts the room of their longest form, so that nothing beside them moves."""
        run, extent = self._player.visible.run, self._player.extent
        advance = self.position.fontMetrics().horizontalAdvance
        longest = f"{extent:,} / {extent:,}{_MORE}" if self._player.visible.shows("totals") else f"{extent:,}"
        self.position.setMinimumWidth(advance(longest) + 4)
        words = f"Update w on example {run.dataset.n if run else 0:,}", "Test the rest: no mistake"
        self._least_width = max(map(advance, words))
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        player = self._player
        run = player.visible.recorded
        more = _MORE if run is not None and run.stopped is None else ""
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
        if hidden or (player.playing and player.speed > 6.0):  # so many steps a second nobody could read
            return "Step"
        upcoming = player.upcoming()
        by_update = self._player.granularity is Granularity.UPDATE
        if run is not None and upcoming is not None and by_update and upcoming.update == self._player.position:
            return rest_words(run)
        return step_words(upcoming, run)
