"""The playhead over a recorded run: play, pause, step, scrub. It never asks the engine."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Signal

from core.pace import FASTEST, SLOWEST, USUAL_SPEED
from core.record.history import State
from core.run import Run
from perceptron_gui.model.glide import FASTEST_GLIDE, Glide, motion_ms
from perceptron_gui.model.visible_run import VisibleRun

UNHURRIED = 3
"""Number of updates played slowly before playback speeds up."""

_LONG = 1.8
"""The seconds for which each of them is on display."""
_UNHURRIED_MS = 1400.0
"""The milliseconds of it that the glide takes."""
_SHORTER = 0.7
"""Factor by which each later update waits less."""
_FRAME_MS = 16


def seconds_before(update: int) -> float:
    """Return the seconds before update k ≥ 1 during the slow start; the wait after the click on Play is short."""
    usual = 1 / USUAL_SPEED
    return usual if update <= 1 else max(_LONG * _SHORTER ** max(update - UNHURRIED - 1, 0), usual)


class Granularity(StrEnum):
    """The size of one step."""

    UPDATE = "update"
    EXAMPLE = "example"


class Player(QObject):
    """A playhead over the record of a run.

    The playhead is t, the number of examples seen; `position` and `extent` give it in the present granularity. `shown`
    carries the State on display, once for every state shown; above the screen's rate states are skipped, never altered.
    A step there is a `glide`; words and digits follow with `glide.settled`. `run` is the run as far as it is recorded,
    `visible` what may be shown of it. `run_changed` carries the visible run and comes before the first `shown` of
    another run, `record_grew` when there is more to play, `rested` when there will not be more for now.
    """

    run_changed = Signal(object)
    record_grew = Signal()
    rested = Signal()
    shown = Signal(object)
    playing_changed = Signal(bool)
    speed_changed = Signal(float)
    granularity_changed = Signal(object)

    def __init__(self, parent: QObject | None = None, visible: VisibleRun | None = None) -> None:
        super().__init__(parent)
        self.visible = visible or VisibleRun(self)
        self.glide = Glide(self)
        self.run: Run | None = None
        self.state: State | None = None
        self.granularity = Granularity.UPDATE
        self.speed = USUAL_SPEED
        self.eases_in = False
        """True if play from the start, at a usual speed that nobody chose, begins slowly."""
        self._gathering = False
        self._credit = 0.0
        self._at_end = False
        self.resting = False
        """True if the record does not grow for now"""
        self.playing = False
        """True if the playhead moves by itself; any thread may ask"""
        self._wanted = 0
        self.awaited = 0
        """t of a place beyond the record; the playhead goes there as soon as it is recorded. Else 0"""
        self._clock = QElapsedTimer()
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=_FRAME_MS)
        self._timer.timeout.connect(lambda: self.advance(self._clock.restart() / 1000))
        self.stop_at = 0
        """The example at which playing pauses once; 0: none."""
        self.visible.changed.connect(self._show_again)
        self._known = self.visible.view.hidden, self.visible.view.revealed
        """What may be known of the future, as it was last shown."""

    @property
    def racing(self) -> bool:
        """True if it plays so fast that each picture of the screen shows another state."""
        return self.playing and self.speed * _FRAME_MS >= 1000

    @property
    def pace(self) -> float:
        """The steps a second just now: the speed, or less during the slow start."""
        return 1 / seconds_before(self.position + 1) if self._gathers else self.speed

    @property
    def _gathers(self) -> bool:
        return self._gathering and self.playing and (self.speed, self.granularity) == (USUAL_SPEED, Granularity.UPDATE)

    @property
    def position(self) -> int:
        return self._place_of(self.state)

    def _place_of(self, state: State | None) -> int:
        if state is None:
            return 0
        return state.update if self.granularity is Granularity.UPDATE else state.example

    @property
    def extent(self) -> int:
        """The last place of the playhead: updates recorded, or examples seen by the engine."""
        return self._extent_of(self.visible.run_for("totals"))

    def _extent_of(self, run: Run | None) -> int:
        if run is None:
            return 0
        return len(run.history) if self.granularity is Granularity.UPDATE else run.history.examples

    @property
    def told(self) -> State | None:
        """The state of words and digits: the one on display, once its glide is over."""
        return self.glide.told

    @property
    def told_position(self) -> int:
        return self._place_of(self.told)

    @property
    def told_end(self) -> bool:
        """True if words and digits are those of the end of the record."""
        return self.at_end and not self.glide.moving

    @property
    def at_start(self) -> bool:
        return self.state is None or self.state.example == 0

    @property
    def at_end(self) -> bool:
        return self.run is None or self.state is None or self.state.example >= self.run.history.examples

    def upcoming(self) -> State | None:
        """Return what the next step will show, or None at the end of the record."""
        if self.run is None or self.state is None or self.at_end:
            return None
        return self.run.history.at_example(self._example_at(self.position + 1))

    def set_run(self, run: Run) -> None:
        """Take another run, at the same place; a playhead at the end stays at the end."""
        # It does not stay at the end if it only waits there for more, or for a place beyond.
        seen = self.state is not None and self.state.example > 0
        self._at_end |= seen and self.at_end and not self.playing and self._wanted == self.position
        self.resting = False
        self._begin(run, 0)
        self._catch_up()

    def join(self, run: Run) -> None:
        """Take the same run with more numbers known, and show it again at the same place."""
        resting = self.resting
        self.set_run(run)
        self.resting = resting

    def grow(self) -> None:
        self.resting = False
        self._tell_until(self.state.example if self.state is not None else 0)
        if self._at_end or self.awaited or self._wanted > self.position:
            self._catch_up()

    def rest(self) -> None:
        """Expect no growth of the record for now: the run has ended or paused."""
        self.resting = True
        if self.playing and self.at_end:
            self.pause()
        self.rested.emit()

    def play(self) -> None:
        """Start to play; from the start of the run if the playhead is at its end."""
        if self.run is None or self.playing:
            return
        if self._is_over():
            self.home()
        if self._is_over():
            return
        self._at_end, self.awaited, self._credit = False, 0, 0.0
        self._gathering = self.eases_in and self.position == 0
        self.playing = True
        self._clock.start()
        self._timer.start()
        self.playing_changed.emit(True)

    def pause(self) -> None:
        if self.playing:
            self.playing = False
            self._timer.stop()
            self.glide.pause()
            self.playing_changed.emit(False)

    def toggle(self) -> None:
        (self.pause if self.playing else self.play)()

    def step_forward(self) -> None:
        self.pause()
        self.go_to_example(self._example_at(self.position + 1), step=True)

    def step_back(self) -> None:
        """Go to the step before this one; from between two updates, to the one that made the present w."""
        self.pause()
        before = self._example_at(self.position)
        if self.state is None or before == self.state.example:
            before = self._example_at(max(self.position - 1, 0))
        self.go_to_example(before)

    def jump_epochs(self, direction: int) -> None:
        """Go to the end of this epoch, or of the next one if this one is over; with −1 back to the end of the last."""
        if self.run is None or self.state is None or not self.run.history.epochs:
            return
        n, seen = self.run.dataset.n, self.state.example
        over = seen // n if direction > 0 else -(-seen // n)
        self.go_to_example((over + direction) * n)

    def home(self) -> None:
        self.go_to_example(0)

    def end(self) -> None:
        """Go to the end of the record, and follow it while it grows."""
        self.pause()
        if self.run is not None:
            self._at_end, self.awaited = True, 0
            self._show(self.run.history.examples)

    def go_to(self, position: int) -> None:
        """Go to `position` in the present granularity; past the last one, to the end of the record."""
        self.go_to_example(self._example_at(max(position, 0)))

    def go_to_update(self, update: int) -> None:
        """Go to just after update k as soon as it is recorded; until then follow the end of the record."""
        if self.run is not None:
            self.go_to_example(self.run.history.example_of(min(max(update, 0), len(self.run.history))))
        self.awaited = 0
        if self.granularity is Granularity.UPDATE:
            self._wanted = update

    def go_to_example(self, example: int, *, step: bool = False) -> None:
        self._at_end, self.awaited = False, 0
        if self.run is not None:
            self._show(min(max(example, 0), self.run.history.examples), step=step)

    def visit_update(self, update: int) -> None:
        """Go to just after update k if that is visible, else as far as possible."""
        told = self.visible.run_for("totals") if self.visible.view.hidden else None
        self.go_to_update(update if told is None else min(update, len(told.history)))

    def visit_example(self, example: int) -> None:
        """Go to just after example t if that is visible, else as far as possible."""
        told = self.visible.run_for("totals") if self.visible.view.hidden else None
        self.go_to_example(example if told is None else min(example, told.history.examples))

    def await_example(self, example: int) -> None:
        """Go to just after example t in the next run, as soon as it is recorded, and follow the end until then.

        A move of the playhead ends the waiting, and so does a run that ends earlier.
        """
        self._at_end, self.awaited = False, example

    def set_speed(self, speed: float) -> None:
        """Set the speed in steps a second, kept between SLOWEST and FASTEST."""
        speed = min(max(speed, SLOWEST), FASTEST)
        if speed != self.speed:
            self.speed, self._credit = speed, 0.0
            self.speed_changed.emit(speed)

    def set_granularity(self, granularity: Granularity) -> None:
        if granularity is not self.granularity:
            self.granularity = granularity
            self._wanted = self.position
            self.granularity_changed.emit(granularity)

    def advance(self, seconds: float) -> None:
        """Play for this many seconds: as many steps as the speed asks for, with one state shown."""
        steps = self._steps_in(seconds)
        if not steps or self.run is None:
            return
        target = self.position + steps
        if not self._is_finished():
            target = min(target, self._extent_of(self.run))
        example = self._example_at(target)
        stops = 0 < self.stop_at <= example
        self._show(self.stop_at if stops else example, step=True)
        if stops or self._is_over():
            self.stop_at = 0
            self.pause()

    def _steps_in(self, seconds: float) -> int:
        """Return the whole steps that fit into the time; the rest of the time counts next time."""
        if self._gathers:
            eased = 0
            while (needed := (1 - self._credit) * seconds_before(self.position + eased + 1)) <= seconds:
                seconds, self._credit, eased = seconds - needed, 0.0, eased + 1
            self._credit += seconds / seconds_before(self.position + eased + 1)
            return eased
        self._credit += seconds * self.speed
        steps = int(self._credit)
        self._credit -= steps
        return steps

    def _is_over(self) -> bool:
        return self._is_finished() and self.at_end

    def _is_finished(self) -> bool:
        return self.run is not None and (self.resting or self.run.stopped is not None)

    def _example_at(self, position: int) -> int:
        """Return t of a position in the present granularity; past the last it is the end of the record."""
        if self.run is None:
            return 0
        history = self.run.history
        if self.granularity is Granularity.EXAMPLE:
            return min(position, history.examples)
        return history.example_of(position) if position <= len(history) else history.examples

    def _catch_up(self) -> None:
        """Go to the place that was asked for, or as near as the record allows."""
        if self.run is None:
            return
        wanted, examples = self._wanted, self.run.history.examples
        if self.awaited:
            self._show(min(self.awaited, examples))
            if self.awaited <= examples or self.run.stopped is not None:
                self.awaited = 0
            return
        self._show(examples if self._at_end else self._example_at(min(wanted, self._extent_of(self.run))))
        self._wanted = wanted

    def _show(self, example: int, *, step: bool = False) -> None:
        """Show the state just after example t; a `step` glides there if there is time, anything else jumps."""
        if self.run is None:
            return
        known = self.state is not None and self.state.example == example
        if not known:
            if self.visible.view.hidden:
                self._tell_until(example)
            self.state = self.run.history.at_example(example)
            # A step glides to the state, and the track sweeps on for the rest of its time; the first steps take longer.
            glide = motion_ms(self.pace, playing=self.playing) if step else 0.0
            if step and self._gathers and self.position <= UNHURRIED:
                glide = _UNHURRIED_MS
            rest = 1000 / self.pace - glide if self.playing and self.granularity is Granularity.UPDATE else 0.0
            self.glide.take(self.state, glide, max(rest, 0.0), races=self.playing and self.pace > FASTEST_GLIDE)
        self._wanted = self.position
        if not known:
            self.shown.emit(self.state)
            self.glide.begin()

    def swept_example(self) -> float:
        """Return the t at the head of what is swept in the rest between two updates; a right example, or the update."""
        told = self.glide.told
        if told is None or not self.glide.swept:
            return 0.0 if told is None else told.example
        ahead = self.glide.state if self.glide.moving else None
        last = (self._example_at(self.position + 1) if ahead is None else ahead.example) - 1
        return told.example + max(last - told.example, 0) * self.glide.swept

    def _tell_until(self, example: int) -> None:
        """Let the visible run end at example t while the future is hidden."""
        if self.run is None:
            return
        if self.visible.extend(example):
            self.record_grew.emit()
        else:
            self._begin(self.run, example)

    def _begin(self, run: Run, example: int) -> None:
        """Have another run, or another part of it, which ends at example t while the future is hidden."""
        self.run, self.state = run, None
        self.glide.forget()
        self.visible.take(run, example)
        self.run_changed.emit(self.visible.run)

    def _show_again(self) -> None:
        """Show the run and the same state again, because another part of it is visible now."""
        view = self.visible.view
        before, self._known = self._known, (view.hidden, view.revealed)
        if self.run is None or before == self._known:
            return
        state = self.state
        self._begin(self.run, state.example if state is not None else 0)
        if state is not None:
            self.state = state
            self.glide.take(state, 0.0)
            self.shown.emit(state)
            self.glide.begin()
