"""The curves on which other vectors and classifiers are 0 in the view, computed in a thread."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QElapsedTimer, QObject, Signal

from core.datasets.dataset import FloatArray
from core.errors import Cancelled
from core.plane.projections import Projection
from core.run import Run
from core.spaces.space import Decision
from perceptron_gui.canvas.classifier.maps import FAULT, FieldReading, Map, RunMoment, contour_of, map_of
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.pointing.highlight import Outline
from perceptron_gui.model.threads.worker import Work, Worker

_REST_MS, _PAUSE_MS = 120, 1000
"""Milliseconds for which a request must stay the same before it is computed; or since the last time, if they are more.
"""

Read = Callable[[Run, int], Decision]
"""The predictor that reads a run as a classifier after update k."""


@dataclass(frozen=True, eq=False)
class LevelSet:
    """The curve where the classifier of update k is 0: segments (m, 2, 2) in data coordinates, fine for a `view`."""

    update: int
    view: Viewport
    segments: FloatArray


@dataclass(frozen=True)
class _Wish:
    """A request for the level sets after some `updates`."""

    run: Run
    read: Read
    projection: Projection
    view: Viewport
    updates: tuple[int, ...]

    def work(self, run: Run, cancelled: Cancelled) -> Iterator[LevelSet]:
        """Compute the level sets one after another, with a run whose space belongs to this thread."""
        for update in self.updates:
            if cancelled():
                return
            yield LevelSet(update, self.view, contour_of(self.read(run, update), self.projection, self.view))


class LevelSets(Worker):
    """The level sets of one run, read by one predictor in one projection.

    While the request changes all the time, only the first is computed now and then, so that no frame waits. All are
    computed once it rests.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent, fault=FAULT, answers_once=True)
        self.answered.connect(self._take)
        self._clock = QElapsedTimer()
        self._clock.start()
        self._known: dict[int, LevelSet] = {}
        self._wish: _Wish | None = None
        self._asked: _Wish | None = None

    def known(
        self, run: Run, read: Read, projection: Projection, view: Viewport, updates: Sequence[int]
    ) -> list[LevelSet]:
        """Return the known ones after these `updates`, in their order; the others are computed, the first one next.

        Until the level set for this view is ready, that of another view is returned.
        """
        before = self._wish
        same = before is not None and before == _Wish(run, read, projection, before.view, before.updates)
        if not same or len(self._known) > 512:
            self.cancel()
            self._forget()
        missing = tuple(k for k in updates if k not in self._known or self._known[k].view != view)
        self._wish = wish = _Wish(run, read, projection, view, missing)
        if missing and wish != before:
            if not self.busy and self._clock.elapsed() > _PAUSE_MS:
                self.ask(self._work(replace(wish, updates=missing[:1])))
            self.ask_later(_REST_MS, self._find)
        return [self._known[k] for k in updates if k in self._known]

    def holds(self, update: int) -> bool:
        """Return whether that of update k is known, without a request for it."""
        return update in self._known

    def rest(self) -> None:
        self.shut_down()
        self._forget()

    def _find(self) -> Work | None:
        wish, asked = self._wish, self._asked
        if wish is None or (asked is not None and asked.view == wish.view and set(wish.updates) <= set(asked.updates)):
            return None
        return self._work(wish)

    def _take(self, answer: LevelSet) -> None:
        self._known[answer.update] = answer
        self.changed.emit()

    def _forget(self) -> None:
        self._known, self._wish, self._asked = {}, None, None

    def _work(self, wish: _Wish) -> Work:
        self._asked = wish
        self._clock.restart()
        return partial(wish.work, wish.run.with_own_space())


@dataclass(frozen=True, eq=False)
class Traced:
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
        self._asked: tuple[tuple[Outline, ...], Projection, Viewport] | None = None
        self._maps: dict[Run, Map] = {}

    def trace(self, outlines: Sequence[Outline], projection: Projection, view: Viewport) -> None:
        """Request these curves over this view of a section, unless they have been requested already."""
        asked = tuple(outlines), projection, view
        if asked == self._asked:
            return
        self._asked = asked
        if outlines:
            self.ask(partial(self._work, *asked, False))
            # A request must rest this long before the curve is made finer: while others follow there is no time for
            # that.
            self.ask_later(80, lambda: partial(self._work, *asked, True))
        else:
            self.rest()

    def rest(self) -> None:
        self.shut_down()
        self._maps.clear()
        self._asked, self.traced = None, ()

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
        yield _traced(found)
        for outline in outlines:
            if fine and not found[outline].settled:
                known = self._maps[outline.run]
                for better in known.refined(_moment(outline, known.run), cancelled):
                    found[outline] = better
                    yield _traced(found)


def _moment(outline: Outline, run: Run) -> RunMoment:
    return RunMoment(run, outline.example, outline.update, outline.decision)


def _traced(found: dict[Outline, FieldReading]) -> tuple[Traced, ...]:
    return tuple(Traced(outline, field) for outline, field in found.items())
