"""Mistakes at the playhead and against k, the pocket, and the direction of the average beside w."""

from __future__ import annotations

from dataclasses import replace
from math import atan2, ceil, degrees
from typing import ClassVar

import numpy as np

from core.analysis.held_out_errors import MistakeSample, counted_at, snapshot, wrong_at
from core.analysis.vector_paths import Directions
from core.datasets.dataset import Dataset, FloatArray
from core.numbers.numerals import counted, number
from core.plots.spec import PlotSpec, Sampled, Scale
from core.plots.theorem import mistakes_plot
from core.predictors import BestErrors
from core.record.history import State
from core.run import Run
from core.ties import Confusion
from perceptron_gui.look.text.sentences import accuracy_words
from perceptron_gui.look.text.small_widgets import label_of
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.threads.sampler import Sampler
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.learner.view import ChartView, LearnerView, ListRow, ListTable, vector_name

_Counts = tuple[Confusion, Confusion | None]


class AccuracyView(LearnerView):
    """Follows the playhead: as soon as it rests, the examples are counted beside the window."""

    title: ClassVar[str] = "Accuracy now"

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__(workspace, theme)
        self.said = label_of("…")
        self.column.addWidget(self.said)
        self.found: _Counts | None = None
        self._counting = self.worker("the accuracy at the playhead could not be counted")

    def show_state(self, run: Run, state: State) -> None:
        file = self.workspace.held_out_file.file
        asked = run, state.example, None if file is None else file.dataset
        self.ask_at_rest(self._counting, asked, lambda: _counts(*asked))
        self.said.setText("…" if self.found is None else "\n".join(accuracy_words(run, *self.found)))


def _counts(run: Run, example: int, held_out: Dataset | None) -> _Counts:
    fixed = snapshot(run)
    return fixed.confusion(None, example), None if held_out is None else fixed.confusion(held_out, example)


class ErrorsView(ChartView):
    """The mistakes of a predictor that is not the vector on display."""

    title: ClassVar[str] = "Mistakes on all of the data"

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__(workspace, theme)
        self._run: Run | None = None
        self.sampler = Sampler(self)
        self.workers.append(self.sampler)
        self.found: MistakeSample | None = None
        self._counting = self.worker("the mistakes at the playhead could not be counted")
        self.chart.jumped.connect(self._jump)
        self.sampler.changed.connect(self._redraw)

    def take_run(self, run: Run) -> None:
        self._run = run
        self.sampler.follow(run)
        self._redraw()

    def grow(self, run: Run) -> None:
        self.sampler.grow()
        self._redraw()

    def show_state(self, run: Run, state: State) -> None:
        if (picture := self.chart.spec) is None:
            return
        known = self._known(run, state, picture)
        each = {curve.name: number(known[curve.key]) if curve.key in known else "…" for curve in picture.sampled}
        self.chart.set_playhead(state.update, picture.dots(state.update, known), each=each)

    def _redraw(self) -> None:
        if self._run is not None:
            run, n = self._run, self._run.dataset.n
            over = f" on {f'all {n:,} examples' if n > 1 else counted(n, 'example')}"
            plot = mistakes_plot(run, self.sampler.samples, "w", over, best_of(run))
            self.chart.set_spec(replace(plot, values_in_key=True))
            self.changed.emit()

    def _jump(self, place: int) -> None:
        near = min(best_of(self._run).updates, key=lambda drop: abs(drop - place), default=place)
        meant = abs(self.chart.x_of(near) - self.chart.x_of(place)) <= 8.0  # These are pixels.
        self.workspace.player.visit_update(near if meant else place)

    def _known(self, run: Run, state: State, picture: PlotSpec) -> dict[str, float]:
        """Return the values at the playhead; those that are not known yet are counted as soon as it rests."""
        known, example, best = dict[str, float](), state.example, best_of(run)
        if run.history.example_of(state.update) == example:
            sampled = {curve.key: curve.at(state.update) for curve in picture.sampled}
            known = {key: value for key, value in sampled.items() if not np.isnan(value)}
        if (wrong := wrong_at(run, state)) is not None:
            known["last"] = float(wrong)
        if best.errors:
            known["own"] = float(best.errors[best.place(state.update)])
        if len(known) < 2:
            self.ask_at_rest(self._counting, (run, example), lambda: counted_at(snapshot(run), example))
            if self.found is not None:
                known = {"last": self.found.last, "own": self.found.own}
        return known


def best_of(run: Run | None) -> BestErrors:
    """Return the vectors that went into the pocket, where the predictor keeps one; none where it does not."""
    if run is not None and run.predictor.counts_errors:
        run.decision(run.history.examples)
        if isinstance(run.kept.notes, BestErrors):
            return run.kept.notes
    return BestErrors(0, 0, (), ())


class PocketView(LearnerView):
    """The vectors that were in the pocket, the latest first, if the predictor keeps one; a click goes there."""

    title: ClassVar[str] = "In the pocket, the latest first"

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__(workspace, theme)
        titles = ("vector", "mistakes", "at t", "updates kept")
        self.table = self.add_table(ListTable(self.title, titles, 7), of_updates=True)

    def show_state(self, run: Run, state: State) -> None:
        best, lines = best_of(run), []
        now = best.place(state.update)
        ends = [*best.updates[1 : now + 1], state.update]
        for drop, (k, errors, end) in enumerate(zip(best.updates, best.errors, ends, strict=False)):
            texts = vector_name(k), f"{errors:,}", f"{run.history.example_of(k):,}", f"{end - k:,}"
            lines.append(ListRow(texts, k, marked=drop == now))
        self.table.show_lines(lines[::-1])


class PathView(ChartView):
    """The angles of w and of the average against k, for a predictor that blends the vectors in two features."""

    title: ClassVar[str] = "The path of the average"

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        super().__init__(workspace, theme)
        self._directions = Directions()
        self.chart.jumped.connect(workspace.player.visit_update)

    def take_run(self, run: Run) -> None:
        self._directions = Directions()
        self.grow(run)

    def grow(self, run: Run) -> None:
        self._directions.extend(run.history)
        k, steady, wandering = self._directions.curves()
        x, title = Scale.unfolding(run.updates), "direction, in degrees"
        if not len(k):
            self.chart.set_spec(PlotSpec(title, (), x, Scale.up_to(1), remark="no vector yet"))
            return
        own = Sampled(run.predictor.title, k, steady, run.predictor.role, key="own")
        curves = Sampled("w", k, wandering, "secondary", key="last"), own
        low, high = float(min(steady.min(), wandering.min())), float(max(steady.max(), wandering.max()))
        room = max(high - low, 1.0) * 0.05
        title = f"{title}{x.note}{_round_again(low, high)}"
        self.chart.set_spec(PlotSpec(title, curves, x, Scale(low - room, high + room), values_in_key=True))

    def show_state(self, run: Run, state: State) -> None:
        """Move the playhead; the angles there are those of the vectors themselves."""
        if (picture := self.chart.spec) is None:
            return
        known, average = {}, run.decision(state.example).weights
        if picture.sampled and average is not None and average.any() and state.w.any():
            steady = _near(_angle(average), picture.sampled[1].on_line(state.update))
            known = {"own": steady, "last": _near(_angle(state.w), steady)}
        dots = picture.dots(state.update, known) if known else ()
        self.chart.set_playhead(state.update, dots, each=picture.each(state.update, known) if known else {})


def _angle(w: FloatArray) -> float:
    return degrees(atan2(w[1], w[0]))


def _round_again(low: float, high: float) -> str:
    """Say which angle of the scale one beyond ±180° is: curves go on when a direction comes round."""
    beyond = next((angle for angle in (round(low), round(high)) if not -180 < angle <= 180), None)
    if beyond is None:
        return ""
    return f"; {number(beyond)}° is {number(beyond - 360 * ceil((beyond - 180) / 360))}°"


def _near(angle: float, other: float) -> float:
    """Return the same direction as an angle within 180° of `other`."""
    return angle - 360 * round((angle - other) / 360)
