"""Where the average points beside w: the one is turned by every update, the other hardly."""

from __future__ import annotations

from math import atan2, ceil, degrees
from typing import ClassVar

from PySide6.QtCore import Slot

from core.analysis.vector_paths import Directions
from core.datasets.dataset import FloatArray
from core.numbers.numerals import number
from core.record.history import State
from core.run import Run
from perceptron_gui.look.plots.picture import Picture, Sampled
from perceptron_gui.look.scale import Scale
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.pointing.highlight import HoverPlace
from perceptron_gui.model.threads.single_shot import single_shot
from perceptron_gui.panels.learner.view import ChartView

_AT_ONCE, _PAUSE_MS = 1 << 17, 30
"""Updates: what they take of a frame is not noticed; and until the next are taken in."""


class PathView(ChartView):
    """For a predictor that blends the vectors of a run in two features: both angles against k; a click goes there."""

    title: ClassVar[str] = "The path of the average"

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(theme)
        self._directions = Directions()
        self._run: Run | None = None
        self._behind = single_shot(self, _PAUSE_MS, self._catch_up)
        self.chart.jumped.connect(self.jumped)

    @staticmethod
    def fits(run: Run) -> bool:
        """Where an average of lines is seen in the plane as it is."""
        return run.predictor.blends and run.dataset.d == 2 and bool(run.dataset.n) and run.spec.kernel is None

    def take_run(self, run: Run) -> None:
        self._directions = Directions()
        self.grow(run)

    def rest(self) -> None:
        self._behind.stop()

    @Slot()
    def _catch_up(self) -> None:
        if self._run is not None:
            self.grow(self._run)
            self.changed.emit()

    def grow(self, run: Run) -> None:
        """As far as the run is recorded, or a part further than before: the rest follows in later frames."""
        self._run = run
        self._directions.extend(run.history, _AT_ONCE)
        if self._directions.covered < run.updates:
            self._behind.start()
        k, steady, wandering = self._directions.curves()
        x, title = Scale.unfolding(run.updates), "direction, in degrees"
        if not len(k):
            self.chart.set_picture(Picture(title, (), x, Scale.up_to(1), remark="no vector yet"))
            return
        curves = (
            Sampled("w", k, wandering, "secondary", row="last"),
            Sampled(run.predictor.title, k, steady, run.predictor.role, row="own"),
        )
        low, high = float(min(steady.min(), wandering.min())), float(max(steady.max(), wandering.max()))
        room = max(high - low, 1.0) * 0.05
        title = f"{title}{x.note}{_round_again(low, high)}"
        self.chart.set_picture(Picture(title, curves, x, Scale(low - room, high + room), told_in_key=True))

    def show_state(self, run: Run, state: State, place: HoverPlace | None) -> None:
        """Move the playhead; the angles there are those of the vectors themselves."""
        picture = self.chart.picture
        if picture is None:
            return
        known = {}
        average = run.decision(state.example).weights
        if picture.own and average is not None and average.any() and state.w.any():
            steady = _near(_angle(average), picture.own[1].on_line(state.update))
            known = {"own": steady, "last": _near(_angle(state.w), steady)}
        dots = picture.dots(state.update, known) if known else ()
        numbers = picture.numbers(state.update, known) if known else ""
        self.chart.set_playhead(state.update, dots, numbers, each=picture.each(state.update, known) if known else {})


def _angle(w: FloatArray) -> float:
    return degrees(atan2(w[1], w[0]))


def _round_again(low: float, high: float) -> str:
    """What an angle beyond ±180° means, by one of the scale: where the direction comes round the curves go on."""
    beyond = next((angle for angle in (round(low), round(high)) if not -180 < angle <= 180), None)
    if beyond is None:
        return ""
    return f"; {number(beyond)}° is {number(beyond - 360 * ceil((beyond - 180) / 360))}°"


def _near(angle: float, other: float) -> float:
    """The same direction, within 180° of `other`."""
    return angle - 360 * round((angle - other) / 360)
