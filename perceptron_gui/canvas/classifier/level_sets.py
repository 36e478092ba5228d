"""The lines f = 0 of a run's earlier classifiers that are no straight lines, each worked out once, in a thread."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal, Slot

from core.datasets.dataset import FloatArray
from core.errors import Cancelled, never
from core.plane.projections import Projection
from core.run import KeptNotes, Run
from core.spaces import space_of
from core.spaces.space import Decision
from perceptron_gui.canvas.classifier.maps import contour_of
from perceptron_gui.canvas.viewport import Viewport
from perceptron_gui.model.threads.queued_background import QueuedBackground

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

    def pixels(self, view: Viewport) -> FloatArray:
        """The segments in pixels of a view, (m, 2, 2)."""
        return view.to_pixels(self.segments.reshape(-1, 2)).reshape(-1, 2, 2)


class LevelSets(QObject):
    """Of one run, one way to read it and one projection at a time; `changed` tells that there are more, or finer ones.

    While what is wanted changes all the time the first is worked out now and then, so that frames need not wait; all
    once it rests.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None, hurried: Callable[[], bool] = never) -> None:
        super().__init__(parent)
        self._wanted: tuple[tuple[int, ...], Viewport] | None = None
        self._clock = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_REST_MS)
        self._timer.timeout.connect(self._ask)
        self._of: tuple[Run, Read, Projection] | None = None
        self._known: dict[int, LevelSet] = {}
        self._asked: tuple[tuple[int, ...], Viewport] | None = None
        self._turns = QueuedBackground(self, hurried)
        self._turns.answered.connect(self._take)

    def known(
        self, run: Run, read: Read, projection: Projection, view: Viewport, updates: Sequence[int]
    ) -> list[LevelSet]:
        """Those after these `updates` that are known, in their order; the others are worked out, the first soonest.

        One that was worked out for another view is told until there is the one for this.
        """
        of = run, read, projection
        if of != self._of or len(self._known) > _KEPT:
            self._turns.cancel()
            self._of, self._known, self._wanted, self._asked = of, {}, None, None
        missing = tuple(k for k in updates if k not in self._known or self._known[k].view != view)
        asked = self._asked is not None and self._asked[1] == view and set(missing) <= set(self._asked[0])
        self._want(None if asked or not missing else (missing, view))
        return [self._known[k] for k in updates if k in self._known]

    def holds(self, update: int) -> bool:
        """Whether that of update k is known; asks for nothing."""
        return update in self._known

    def rest(self) -> None:
        """Nobody is looking: end the thread."""
        self._timer.stop()
        self._turns.shut_down()
        self._of, self._known, self._wanted, self._asked = None, {}, None, None

    def settle(self) -> None:
        """Work out now, in this thread, what is wanted."""
        self._timer.stop()
        self._turns.shut_down()
        wanted = self._wanted or self._asked
        if self._of is not None and wanted is not None:
            run, read, projection = self._of
            for found in _work(_own(run), read, projection, wanted[1], wanted[0], never):
                self._take(found)

    def _want(self, wanted: tuple[tuple[int, ...], Viewport] | None) -> None:
        """Ask for it as soon as it rests; for its first now and then until it does."""
        if wanted == self._wanted:
            return
        self._wanted = wanted
        if wanted is None:
            self._timer.stop()
            return
        if not self._clock.isValid():
            self._clock.start()
        if not self._turns.busy and self._clock.elapsed() > _PAUSE_MS:
            self._ask_for(wanted[0][:1], wanted[1])
        self._timer.start()

    @Slot()
    def _ask(self) -> None:
        if self._wanted is not None:
            wanted, self._wanted = self._wanted, None
            self._ask_for(*wanted)

    def _ask_for(self, updates: tuple[int, ...], view: Viewport) -> None:
        if self._of is not None:
            self._asked = updates, view
            self._clock.start()
            self._turns.ask(partial(_work, _own(self._of[0]), *self._of[1:], view, updates))

    @Slot(object)
    def _take(self, found: LevelSet) -> None:
        self._known[found.update] = found
        self.changed.emit()


def _own(run: Run) -> Run:
    """With a space of its own: what a space remembers of its work is for one thread."""
    return Run(run.dataset, run.spec, space_of(run.dataset, run.spec), run.history, run.given_margin, KeptNotes())


def _work(
    run: Run, read: Read, projection: Projection, view: Viewport, updates: Sequence[int], cancelled: Cancelled
) -> Iterator[LevelSet]:
    for update in updates:
        if cancelled():
            return
        yield LevelSet(update, view, contour_of(read(run, update), projection, view))
