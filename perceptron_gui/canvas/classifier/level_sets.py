"""The vectors of the run with the most votes, and the curves on which vectors and classifiers are 0, from a thread."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import starmap
from time import perf_counter
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QObject, Signal

from core.analysis.updates import LongestLived
from core.datasets.dataset import FloatArray
from core.errors import Cancelled
from core.plane.projections import Projection
from core.run import Run
from core.spaces.space import Decision
from perceptron_gui.canvas.classifier.maps import FAULT, FieldReading, Map, RunMoment, contour_of, map_of
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.player import Player
from perceptron_gui.model.threads.worker import Work, Worker
from perceptron_gui.model.workspace import Outline

MOST = 48
"""The most lines in a fan: of more, one could not tell one from another."""
MOST_CURVES = 12
"""The most curves in one field: they cross more often than lines, and each needs its own field."""
_NO_W = np.empty(0)
_REST_MS = 120
"""Milliseconds for which a request must stay the same before it is computed."""
_PAUSE_S = 1.0
"""Seconds after which the first of a request that changes all the time is computed, too."""
Read = Callable[[Run, int], Decision]
"""The predictor that reads a run as a classifier after update k."""


class Voter(NamedTuple):
    """The vector that update k = `update` made, and its `votes` so far; in a feature space w has no components."""

    update: int
    votes: int
    w: FloatArray
    b: float


class Voters:
    """Those at the state on display, of a run whose every vector votes."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.among = 0
        """the number of vectors so far, of which those `shown` are the longest-lived"""
        self._longest = lru_cache(1)(lambda run: LongestLived(run.history, MOST))
        # Most of the voters are the same from one picture to the next.
        self._weights = lru_cache(1)(lambda run: lru_cache(40 * MOST)(lambda k: run.history.weights(k, k)[0]))
        self._at = lru_cache(1)(self._read)

    @property
    def shown(self) -> list[Voter]:
        """The longest-lived vectors other than 0, the longest first; in a feature space few of them, without w⁽⁰⁾."""
        run, state = self._player.visible.run, self._player.state
        if run is None or state is None or not run.predictor.votes or not run.has_vector(state):
            self.among = 0
            return []
        self.among, shown = self._at(run, state.example)
        return shown

    def _read(self, run: Run, example: int) -> tuple[int, list[Voter]]:
        survivors = self._longest(run).at(example)
        standings = zip(survivors.updates.tolist(), survivors.lives.tolist(), strict=True)
        if not run.space.has_coordinates:
            return survivors.among, [Voter(k, votes, _NO_W, 0.0) for k, votes in standings if k][:MOST_CURVES]
        rows = [(k, votes, self._weights(run)(k)) for k, votes in standings]
        return survivors.among, [Voter(k, lived, w[:-1], float(w[-1])) for k, lived, w in rows if w[:-1].any()]


class LevelSet(NamedTuple):
    """The curve where the classifier of update k is 0: segments (m, 2, 2) in data coordinates, fine for a `view`."""

    update: int
    view: Viewport
    segments: FloatArray


class LevelSets(Worker):
    """The level sets of one run. While requests change all the time the first is computed now and then, at rest all."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent, fault=FAULT, answers_once=True)
        self.answered.connect(self._take)
        self._began = perf_counter()
        self._known: dict[int, LevelSet] = {}
        self._of: tuple[Run, Read, Projection] | None = None
        self._asked: tuple[Viewport | None, Sequence[int]] = None, ()

    def known(self, run: Run, read: Read, projection: Projection, view: Viewport, updates: list[int]) -> list[LevelSet]:
        """Return those known after these `updates`, in their order, maybe for another view; the rest are computed."""
        if self._of != (run, read, projection) or len(self._known) > 512:
            self.cancel()
            self._known, self._of, self._asked = {}, (run, read, projection), (None, ())
        missing = [k for k in updates if k not in self._known or self._known[k].view != view]
        if missing and not (view == self._asked[0] and set(missing) <= set(self._asked[1])):
            self._asked = view, missing
            if not self.busy and perf_counter() - self._began > _PAUSE_S:
                self.ask(self._work(run, read, projection, view, missing[:1]))
            self.ask_later(_REST_MS, lambda: self._work(run, read, projection, view, missing))
        return [self._known[k] for k in updates if k in self._known]

    def rest(self) -> None:
        self.shut_down()
        self._known, self._of = {}, None

    def _take(self, answer: LevelSet) -> None:
        self._known[answer.update] = answer
        self.changed.emit()

    def _work(self, run: Run, read: Read, projection: Projection, view: Viewport, updates: Sequence[int]) -> Work:
        """Return the work on level sets one after another, with a run whose space belongs to its thread."""
        own, self._began = run.with_own_space(), perf_counter()

        def work(cancelled: Cancelled) -> Iterator[LevelSet]:
            for update in updates:
                if cancelled():
                    return
                yield LevelSet(update, view, contour_of(read(own, update), projection, view))

        return work


class Traced(NamedTuple):
    """An outline that is no line, and its `field` over the view, whose `boundary` is that of the outline."""

    outline: Outline
    field: FieldReading


class Tracing(Worker):
    """`traced` are the boundaries of the outlines that are no lines."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent, fault=FAULT, answers_once=True)
        self.answered.connect(self._take)
        self.traced: tuple[Traced, ...] = ()
        self.asked: tuple[tuple[Outline, ...], Projection, Viewport] | None = None
        """from the request for a curve until none is requested"""
        self._maps: dict[Run, Map] = {}

    def trace(self, outlines: Sequence[Outline], projection: Projection, view: Viewport) -> None:
        """Request these curves over this view of a section, unless they have been requested already."""
        asked = tuple(outlines), projection, view
        if asked == self.asked:
            return
        if not outlines:
            if self.asked is not None:
                self.rest()
            return
        self.ask(partial(self._work, *asked, False))
        # The curve is made finer once a request has rested this long: while others follow there is no time.
        self.ask_later(80, lambda: partial(self._work, *asked, True))
        self.asked = asked

    def rest(self) -> None:
        self.shut_down()
        self._maps.clear()
        self.asked, self.traced = None, ()

    def _take(self, answer: tuple[Traced, ...]) -> None:
        self.traced = answer
        self.changed.emit()

    def _work(
        self, outlines: Sequence[Outline], projection: Projection, view: Viewport, fine: bool, cancelled: Cancelled
    ) -> Iterator[tuple[Traced, ...]]:
        kept = self._maps.items()
        self._maps = {run: known for run, known in kept if known.projection is projection and known.view == view}
        found: dict[Outline, FieldReading] = {}
        for outline in outlines:
            if cancelled():
                return
            if outline.run not in self._maps:
                moment = _moment(outline, outline.run.with_own_space())
                self._maps[outline.run] = map_of(moment, projection, view)
            known = self._maps[outline.run]
            found[outline] = known.soon(_moment(outline, known.run))
        yield tuple(starmap(Traced, found.items()))
        for outline in outlines:
            if fine and not found[outline].settled:
                known = self._maps[outline.run]
                for better in known.refined(_moment(outline, known.run), cancelled):
                    found[outline] = better
                    yield tuple(starmap(Traced, found.items()))


def _moment(outline: Outline, run: Run) -> RunMoment:
    return RunMoment(run, outline.example, outline.update, outline.decision)
