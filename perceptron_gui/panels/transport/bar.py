"""The transport bar: step, play, scrub and choose the speed of the playhead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from core.record.history import State
from perceptron_gui.look.icons import icon
from perceptron_gui.look.lettering import readable
from perceptron_gui.look.sentences import rest_words, step_words
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Granularity, Player
from perceptron_gui.panels.transport.speed import SpeedControl
from perceptron_gui.panels.transport.timeline import Timeline

_READING_SPEED = 6.0
"""Steps a second above which the step button names no step: nobody could read it."""


@dataclass(frozen=True)
class _Button:
    icon: str
    name: str
    keys: str
    act: Callable[[Player], None]


_BUTTONS = (
    _Button("first", "To the start", "Home", Player.home),
    _Button("epoch_back", "Back by an epoch", "Shift+←", Player.previous_epoch),
    _Button("back", "Step back", "←", Player.step_back),
    _Button("play", "Play", "Space", Player.toggle),
    _Button("forward", "Step forward", "→", Player.step_forward),
    _Button("epoch_forward", "Forward by an epoch", "Shift+→", Player.next_epoch),
    _Button("last", "To the end", "End", Player.end),
)
_BACKWARD, _FORWARD = ("first", "epoch_back", "back"), ("forward", "epoch_forward", "last")


class TransportBar(QWidget):
    """Buttons, the timeline, what one step is, and the speed."""

    def __init__(self, player: Player, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self._theme = theme
        self.buttons = {button.icon: self._make_button(button) for button in _BUTTONS}
        self.step = self._make_step()
        self.granularity = self._make_granularity()
        self.timeline = Timeline(player, theme, self)
        self.position = QLabel(self)
        self.position.setFont(readable(self.font()))
        self.position.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.speed = SpeedControl(player, theme, self)
        self._lay_out()
        player.shown.connect(self._refresh)
        player.run_changed.connect(self._measure)
        player.record_grew.connect(self._measure)
        player.playing_changed.connect(self._show_playing)
        player.granularity_changed.connect(self._show_granularity)
        player.speed_changed.connect(self._refresh)
        theme.changed.connect(self._restyle)
        self._restyle()
        self._measure()

    def _make_button(self, button: _Button) -> QToolButton:
        made = QToolButton(self)
        made.setAutoRaise(True)
        made.setIconSize(QSize(22, 22))
        made.setAccessibleName(button.name)
        made.setToolTip(f"{button.name} ({button.keys})")
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.clicked.connect(lambda: button.act(self._player))
        return made

    def _make_step(self) -> QPushButton:
        made = QPushButton(self)
        made.setFont(readable(self.font()))
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.setToolTip("Do the next step (→)")
        made.clicked.connect(self._player.step_forward)
        return made

    def _make_granularity(self) -> QComboBox:
        made = QComboBox(self)
        made.setFont(readable(self.font()))
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.setAccessibleName("What one step is")
        made.setToolTip("By update: only mistakes. By example: the correct ones too.")
        for granularity in Granularity:
            made.addItem(f"by {granularity}", granularity)
        made.activated.connect(self._choose_granularity)
        return made

    def _lay_out(self) -> None:
        scrubbing = QHBoxLayout()
        scrubbing.addWidget(self.timeline, 1)
        scrubbing.addWidget(self.position)
        controls = QHBoxLayout()
        controls.setSpacing(4)
        for button in self.buttons.values():
            controls.addWidget(button)
        controls.addSpacing(8)
        controls.addWidget(self.step)
        controls.addWidget(self.granularity)
        controls.addStretch(1)
        controls.addWidget(self.speed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 12, 4)
        layout.setSpacing(2)
        layout.addLayout(scrubbing)
        layout.addLayout(controls)

    @Slot(int)
    def _choose_granularity(self, row: int) -> None:
        self._player.set_granularity(list(Granularity)[row])

    @Slot()
    def _show_granularity(self) -> None:
        self.granularity.setCurrentIndex(list(Granularity).index(self._player.granularity))
        self._measure()

    @Slot(bool)
    def _show_playing(self, playing: bool) -> None:
        name = "Pause" if playing else "Play"
        self.buttons["play"].setAccessibleName(name)
        self.buttons["play"].setToolTip(f"{name} (Space)")
        self.buttons["play"].setIcon(icon(name.lower(), self._theme.current))
        self._refresh()

    @Slot()
    def _restyle(self) -> None:
        for name, button in self.buttons.items():
            button.setIcon(icon(name, self._theme.current))
        self._show_playing(self._player.playing)

    @Slot()
    def _measure(self) -> None:
        """Give the changing texts the room of their longest form, so that nothing beside them moves."""
        run, extent = self._player.run, self._player.extent
        advance = self.position.fontMetrics().horizontalAdvance
        self.position.setMinimumWidth(advance(f"{extent:,} / {extent:,}") + 4)
        longest = f"Update w on example {run.dataset.n if run else 0:,}", "Test the rest: no mistake"
        self.step.setMinimumWidth(max(map(advance, longest)) + 28)
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        player = self._player
        self.position.setText(f"{player.position:,} / {player.extent:,}")
        upcoming = player.upcoming()
        for name in _BACKWARD:
            self.buttons[name].setEnabled(player.state is not None and player.state.example > 0)
        for name in _FORWARD:
            self.buttons[name].setEnabled(upcoming is not None)
        self.buttons["play"].setEnabled(player.extent > 0 or player.playing)
        self.step.setEnabled(upcoming is not None)
        unreadable = player.playing and player.speed > _READING_SPEED
        self.step.setText("Step" if unreadable else self._step_text(upcoming))

    def _step_text(self, upcoming: State | None) -> str:
        run = self._player.run
        by_update = self._player.granularity is Granularity.UPDATE
        if run is not None and upcoming is not None and by_update and upcoming.update == self._player.position:
            return rest_words(run)
        return step_words(upcoming, run)
