"""The classifier of the run at the playhead, if it is another one than the last vector."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QObject, Signal

from core.datasets.dataset import FloatArray
from core.errors import Cancelled, never
from core.plane.projections import Projection
from core.predictors import Count, PredictorProgress, Vote, counts_to
from core.record.history import History
from core.run import Run
from core.spaces.kernel import Recorded
from perceptron_gui.canvas.classifier.maps import AT_ONCE, FAULT, FieldReading, Map, RunMoment, VoteMap, map_of
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.player import Player
from perceptron_gui.model.threads.worker import Work, Worker


@dataclass(frozen=True, eq=False)
class ScoredMargins:
    """The `margins` (n,); for a vote also the `count` that has been reached."""

    margins: FloatArray
    count: Count | None = None


def margins_cost(moment: RunMoment, count: Count | None) -> float:
    """Return the approximate number of decision values that it takes; a vote may go on from `count`."""
    decision, n, history = moment.decision, moment.run.dataset.n, moment.run.history
    if isinstance(decision, Vote):
        start = _nearest(moment, decision, count)
        return float(abs(moment.update - history.updates_before(start.example)) * n)
    if isinstance(decision, Recorded):
        return float(decision.walk * n)
    # The cost of a kernel value, in products.
    return float(decision.terms * (1 if decision.weights is not None else 8) * n)


def margins_at(moment: RunMoment, count: Count | None, cancelled: Cancelled) -> ScoredMargins:
    """Return the margins, or how far they have come once `cancelled`, which is asked every few milliseconds."""
    dataset, decision = moment.run.dataset, moment.decision
    if isinstance(decision, Vote):
        reached = _nearest(moment, decision, count)
        for later in counts_to(moment.run.space, moment.run.history, reached, moment.example):
            reached = later
            if cancelled():
                break
        return ScoredMargins(dataset.y * reached.votes, reached)
    for _ in decision.approach() if isinstance(decision, Recorded) else ():
        if cancelled():
            return ScoredMargins(np.full(dataset.n, np.nan))
    return ScoredMargins(dataset.y * decision.score(dataset.X))


def _nearest(moment: RunMoment, decision: Vote, count: Count | None) -> Count:
    known = [decision.start] if count is None else [decision.start, count]
    updates_before = moment.run.history.updates_before
    return min(known, key=lambda start: abs(updates_before(start.example) - moment.update))


_REST_MS = 80
"""Milliseconds for which the playhead must rest before the picture of a classifier is made finer."""
_PASSING_MS = 30
"""Milliseconds for which a playing playhead must stay before a thread works: else the next frame overtakes it."""
_FEW_UPDATES = 50_000
"""Updates up to which the votes at a point are counted on request."""


class PlaneReading(NamedTuple):
    """A classifier w·x + b that a predictor made of the run."""

    w: FloatArray
    b: float


@dataclass(frozen=True, eq=False)
class MapRequest:
    """A request for a moment of a run, its `record` and `notes` there: the map of a `view`, or None, and `margins`."""

    run: Run
    record: History
    notes: PredictorProgress | None
    projection: Projection
    view: Viewport | None
    margins: bool
    count: Count | None


class ClassifierView(Worker):
    """The classifier of the learner's own predictor at the displayed state, computed when it is first needed.

    A computation longer than a frame runs in its own thread; until it ends there is a rough map, and no answer for the
    examples. `changed` comes with a better result.
    """

    changed = Signal()

    def __init__(self, player: Player, projection: Callable[[], Projection], parent: QObject | None = None) -> None:
        super().__init__(parent, fault=FAULT)
        self._player, self._projection = player, projection
        self._map: Map | None = None
        self._counted: dict[Run, Count] = {}
        """The run whose votes were counted last, and how far."""
        self._field: FieldReading | None = None
        self._field_view: Viewport | None = None
        self._margins_wanted = False
        self._view_wanted: Viewport | None = None
        self._bench = _Bench()
        self.synchronous = False
        """True if everything is computed on request, however long it takes: for a picture file, which waits for it."""
        self.answered.connect(self._take)
        player.run_changed.connect(self.look_anew)
        player.shown.connect(self.look_anew)

    @cached_property
    def moment(self) -> RunMoment | None:
        """The state on display with the classifier of its predictor; None if that is the vector on display."""
        run, state = self._player.visible.run, self._player.state
        if run is None or state is None or not run.has_vector(state) or not (run.predictor.own or not len(state.w)):
            return None
        return RunMoment(run, state.example, state.update, run.decision(state.example))

    @cached_property
    def plane(self) -> PlaneReading | None:
        """The classifier where it is a line beside that of the vector on display."""
        if (moment := self.moment) is None or moment.decision.weights is None or moment.decision.intercept is None:
            return None
        return PlaneReading(moment.decision.weights, moment.decision.intercept)

    @cached_property
    def margins(self) -> FloatArray | None:
        """y times the predictor's decision on each example of the run (n,), in units of η; NaN while it is worked out.

        0 before the first update in a kernel's feature space. None if the classifier is the vector on display.
        """
        if (moment := self.moment) is None:
            run, state = self._player.visible.run, self._player.state
            if run is None or state is None or len(state.w) or run.has_vector(state):
                return None
            return np.zeros(run.dataset.n)
        count = self._counted.get(moment.run)
        if self.synchronous or margins_cost(moment, count) <= AT_ONCE / 4:
            return self._accepted(margins_at(moment, count, never))
        self._margins_wanted = True
        self.ask_later(_PASSING_MS if self._player.playing else 0, self._find)
        return np.full(moment.run.dataset.n, np.nan)

    @property
    def mistakes(self) -> int | None:
        """The number of examples that the predictor gets wrong; None while it is computed."""
        run, margins = self._player.visible.run, self.margins
        if run is None or margins is None or np.isnan(margins).any():
            return None
        return run.tie.errors(margins, run.dataset.y)

    def field(self, view: Viewport) -> FieldReading | None:
        """Return the decision values over the view; None if a line says it all."""
        if self._field_view == view:
            return self._field
        self._field_view, self._field = view, None
        if (moment := self.moment) is None or not self.curved:
            return None
        self._map = map_of(moment, self._projection(), view, self._map)
        if self.synchronous:
            *_, self._field = self._map.refined(moment, never)
            return self._field
        self._field = field = self._map.soon(moment)
        if not field.settled:
            self._view_wanted = view
            soon = _PASSING_MS if self._player.playing else 0
            self.ask_later(soon if field.rough or self._margins_wanted else _REST_MS, self._find)
        return field

    @property
    def curved(self) -> bool:
        run, state = self._player.visible.run, self._player.state
        if run is None or state is None or not run.has_vector(state) or run.dataset.d != self._projection().d:
            return False
        return not len(state.w) or (self.moment is not None and self.moment.decision.weights is None)

    def votes_at(self, x: float, y: float) -> tuple[int, int] | None:
        """Return votes for +1 and for −1 at a point of the section; None without a vote, or of too many to count."""
        if (moment := self.moment) is None or not isinstance(moment.decision, Vote) or moment.update > _FEW_UPDATES:
            return None
        return moment.decision.at(self._projection().lift(np.array([[x, y]]))[0])

    def lead_at(self, x: float, y: float) -> int | None:
        """Return votes for +1 less those for −1, at the nearest point at which they were counted; None if none were."""
        field, moment = self._field, self.moment
        if field is None or field.rough or moment is None or not isinstance(moment.decision, Vote):
            return None
        return int(field.values[np.abs(field.ys - y).argmin(), np.abs(field.xs - x).argmin()])

    def look_anew(self) -> None:
        self.cancel()
        for name in ("moment", "plane", "margins"):
            vars(self).pop(name, None)
        self._field_view = self._view_wanted = None
        self._margins_wanted = False
        self.changed.emit()

    def rest(self) -> None:
        """End the thread while the canvas is not visible. Unfinished work is requested again later."""
        self.shut_down()
        if self._view_wanted is not None or self._margins_wanted:
            self.look_anew()

    def _accepted(self, answer: ScoredMargins) -> FloatArray:
        run = self._player.visible.run
        if run is not None and answer.count is not None:
            self._counted = {run: answer.count}
        return answer.margins

    def _find(self) -> Work | None:
        run, state = self._player.visible.run, self._player.state
        if run is None or state is None or not (self._margins_wanted or self._view_wanted):
            return None
        record, view = run.history.until(state.example), self._view_wanted
        count, margins = self._counted.get(run), self._margins_wanted
        wish = MapRequest(run, record, run.kept.notes, self._projection(), view, margins, count)
        return partial(self._bench.work, wish)

    def _take(self, answer: ScoredMargins | FieldReading) -> None:
        if isinstance(answer, ScoredMargins):
            self._margins_wanted = False
            self.margins = self._accepted(answer)
        elif answer.view == self._field_view:
            if answer.settled:
                self._view_wanted = None
            if isinstance(self._map, VoteMap) and self._map.view == answer.view and answer.reached is not None:
                self._map.adopt(answer.reached)
            self._field = answer
        self.changed.emit()


class _Bench:
    """The worker's own state: a map and a count to go on from, used by one thread at a time."""

    _asked: Run | None = None
    _run: Run | None = None
    _map: Map | None = None
    _count: Count | None = None

    def work(self, wish: MapRequest, cancelled: Cancelled) -> Iterator[ScoredMargins | FieldReading]:
        """Yield the decisions on the examples, then better and better maps, with a run whose space is this thread's."""
        if self._run is None or self._asked is not wish.run:
            self._asked, self._run = wish.run, wish.run.with_own_space(wish.notes)
            self._map = self._count = None
        run = self._run
        decision = run.predictor.recall(run.space, wish.record, wish.notes)
        moment = RunMoment(run, wish.record.examples, len(wish.record), decision)
        if wish.margins:
            answer = margins_at(moment, self._count or wish.count, cancelled)
            self._count = answer.count
            if not cancelled():
                yield answer
        if wish.view is not None:
            self._map = map_of(moment, wish.projection, wish.view, self._map)
            yield from self._map.refined(moment, cancelled)
