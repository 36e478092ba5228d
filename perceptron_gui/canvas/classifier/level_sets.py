"""The lines f = 0 of a run's earlier classifiers that are no straight lines, each worked out once, in a thread."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QElapsedTimer, QObject

from core.datasets.dataset import FloatArray
from core.errors import Cancelled, never
from core.plane.projections import Projection
from core.run import Run
from core.spaces.space import Decision
from perceptron_gui.canvas.classifier.beside import WorkedBeside
from perceptron_gui.canvas.classifier.maps import contour_of
from perceptron_gui.canvas.viewport import Viewport
from perceptron_gui.model.threads.background import QueuedBackground, Work

_KEPT = 512
_REST_MS, _PAUSE_MS = 120, 1000
"""Milliseconds for which the same is wanted before it is worked out; or since the last time, if they are more."""

Read = Callable[[Run, int], Decision]
"""The classifier that is meant, of a run after update k."""


@dataclass(frozen=True, eq=False)
class LevelSet:
    """Where the classifier of update k is 0: segments (m, 2, 2) in data coordinates, as fine as a `view` needs them."""

    update: int
    view: Viewport
    segments: FloatArray


@dataclass(frozen=True)
class _Wish:
    """The level sets after some `updates`."""

    run: Run
    read: Read
    projection: Projection
    view: Viewport
    updates: tuple[int, ...]

    def work(self, run: Run, cancelled: Cancelled) -> Iterator[LevelSet]:
        """One after another, of the run with a space for this thread."""
        for update in self.updates:
            if cancelled():
                return
            yield LevelSet(update, self.view, contour_of(self.read(run, update), self.projection, self.view))


class LevelSets(WorkedBeside):
    """Of one run, one way to read it and one projection at a time.

    While what is wanted changes all the time the first is worked out now and then, so that frames need not wait; all
    once it rests.
    """

    def __init__(self, parent: QObject | None = None, hurried: Callable[[], bool] = never) -> None:
        super().__init__(QueuedBackground, hurried, parent)
        self._clock = QElapsedTimer()
        self._clock.start()
        self._known: dict[int, LevelSet] = {}
        self._wish: _Wish | None = None
        self._asked: _Wish | None = None

    def known(
        self, run: Run, read: Read, projection: Projection, view: Viewport, updates: Sequence[int]
    ) -> list[LevelSet]:
        """Those after these `updates` that are known, in their order; the others are worked out, the first soonest.

        One that was worked out for another view is told until there is the one for this.
        """
        before = self._wish
        if (
            before is None
            or before != _Wish(run, read, projection, before.view, before.updates)
            or len(self._known) > _KEPT
        ):
            self.background.cancel()
            self._forget()
        missing = tuple(k for k in updates if k not in self._known or self._known[k].view != view)
        self._wish = wish = _Wish(run, read, projection, view, missing)
        if self._asked is not None and self._asked.view == view and set(missing) <= set(self._asked.updates):
            self.timer.stop()
        elif missing and wish != before:
            if not self.background.busy and self._clock.elapsed() > _PAUSE_MS:
                self.background.ask(self._work(replace(wish, updates=missing[:1])))
            self.timer.start(_REST_MS)
        return [self._known[k] for k in updates if k in self._known]

    def holds(self, update: int) -> bool:
        """Whether that of update k is known; asks for nothing."""
        return update in self._known

    def rest(self) -> None:
        self.stop()
        self._forget()

    def wanted(self) -> Work | None:
        return None if self._wish is None else self._work(self._wish)

    def take(self, answer: LevelSet) -> None:
        self._known[answer.update] = answer

    def _forget(self) -> None:
        self._known, self._wish, self._asked = {}, None, None

    def _work(self, wish: _Wish) -> Work:
        self._asked = wish
        self._clock.restart()
        return partial(wish.work, wish.run.apart())
