"""What is seen of a step for a while only: its call-outs, which fade once it was read, and the arrival at the end."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QVariantAnimation, Signal, Slot

from core.record.history import State
from perceptron_gui.model.player import Player
from perceptron_gui.model.threads.single_shot import single_shot


class Afterglow(QObject):
    """`words` and `flash` are strengths, 1 to 0, for the eye alone. Where nothing glides (`moves`) nothing fades.

    It also tells when the player may have begun or ended to race: then nothing is said of a step.
    """

    changed = Signal()

    def __init__(self, player: Player, moves: Callable[[], bool], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.words, self.flash = 1.0, 0.0
        self._player = player
        self._moves = moves
        self._before = 0
        self._fading = self._animation(700, self._fade)
        self._flashing = self._animation(1_800, self._dim)
        # So long the call-outs of a step stand before they fade.
        self._reading = single_shot(self, 8_000, self._fading.start)
        player.shown.connect(self._on_shown)
        for raced in (player.playing_changed, player.speed_changed):
            raced.connect(self.changed)

    def finish(self) -> None:
        """All that would come to an end by and by is at it now; nothing moves that nobody sees."""
        self._reading.stop()
        for animation in (self._fading, self._flashing):
            animation.stop()
        self.flash = 0.0
        self.changed.emit()

    def _animation(self, duration: int, follow: Callable[[float], None]) -> QVariantAnimation:
        made = QVariantAnimation(self)
        made.setStartValue(1.0)
        made.setEndValue(0.0)
        made.setDuration(duration)
        made.valueChanged.connect(follow)
        return made

    @Slot(object)
    def _on_shown(self, state: State) -> None:
        before, self._before = self._before, state.example
        self._fading.stop()
        self._flashing.stop()
        self.words, self.flash = 1.0, 0.0
        if not self._moves():
            self._reading.stop()
            return
        self._reading.start()
        run = self._player.visible.run
        if run is not None and run.stopped is not None and before < state.example == run.history.examples:
            self._flashing.start()

    @Slot(object)
    def _fade(self, value: float) -> None:
        self.words = float(value)
        self.changed.emit()

    @Slot(object)
    def _dim(self, value: float) -> None:
        self.flash = float(value)
        self.changed.emit()
