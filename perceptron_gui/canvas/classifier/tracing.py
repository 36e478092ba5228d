"""Where the boundaries that are laid over the canvas run: lines at once, others in a thread, finer once they rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from core.datasets.dataset import FloatArray
from core.errors import Cancelled, never
from core.plane.projections import Projection
from core.run import KeptNotes, Run
from core.spaces import space_of
from perceptron_gui.canvas.classifier.maps import Contour, Map, RunMoment, map_of
from perceptron_gui.canvas.viewport import Viewport
from perceptron_gui.model.pointing.compared_boundaries import Outline
from perceptron_gui.model.threads.queued_background import QueuedBackground

_REST_MS = 80
"""How long the same is asked for before it is made finer: while others follow there is no time for that."""


@dataclass(frozen=True, eq=False)
class Traced:
    """The boundary of an outline over a view: segments (m, 2, 2), ends and then x, y; `rough` ones are estimates."""

    outline: Outline
    view: Viewport
    segments: FloatArray
    rough: bool


class Tracing(QObject):
    """`traced` are the boundaries of the outlines that are no lines; `changed` tells of better ones."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None, hurried: Callable[[], bool] = never) -> None:
        super().__init__(parent)
        self.traced: tuple[Traced, ...] = ()
        self._asked: tuple[tuple[Outline, ...], Projection, Viewport] | None = None
        self._maps: dict[Run, Map] = {}
        self._turns = QueuedBackground(self, hurried)
        self._turns.answered.connect(self._take)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_REST_MS)
        self._timer.timeout.connect(self._refine)

    def trace(self, outlines: Sequence[Outline], projection: Projection, view: Viewport) -> None:
        """Work these out over this view of the section of a projection, unless that was asked for already."""
        asked = tuple(outlines), projection, view
        if asked != self._asked:
            self._asked = asked
            if outlines:
                self._turns.ask(partial(self._work, *asked, False))
                self._timer.start()
            else:
                self.rest()

    def rest(self) -> None:
        """Nobody is looking: end the thread."""
        self._timer.stop()
        self._turns.shut_down()
        self._maps.clear()
        self._asked, self.traced = None, ()

    def settle(self) -> None:
        """Work out now, in this thread, what was asked for."""
        self._timer.stop()
        self._turns.shut_down()
        if self._asked is not None:
            for answer in self._work(*self._asked, True, never):
                self._take(answer)

    @Slot()
    def _refine(self) -> None:
        if self._asked is not None:
            self._turns.ask(partial(self._work, *self._asked, True))

    def _work(
        self,
        outlines: Sequence[Outline],
        projection: Projection,
        view: Viewport,
        fine: bool,
        cancelled: Cancelled,
    ) -> Iterator[tuple[Traced, ...]]:
        self._maps = {
            run: known for run, known in self._maps.items() if known.projection is projection and known.view == view
        }
        on_the_way = {}
        traced = {}
        for outline in outlines:
            known = self._map(outline, projection, view)
            on_the_way[outline] = known.outlined(_moment(outline, known.run), cancelled)
            traced[outline] = _traced(outline, view, next(on_the_way[outline]))
        yield tuple(traced.values())
        for outline, better in on_the_way.items() if fine else ():
            for contour in better:
                traced[outline] = _traced(outline, view, contour)
                yield tuple(traced.values())

    def _map(self, outline: Outline, projection: Projection, view: Viewport) -> Map:
        """With a space of its own: what a space remembers of its work is for one thread."""
        if outline.run not in self._maps:
            run = outline.run
            own = Run(
                run.dataset, run.spec, space_of(run.dataset, run.spec), run.history, run.given_margin, KeptNotes()
            )
            self._maps[outline.run] = map_of(_moment(outline, own), projection, view)
        return self._maps[outline.run]

    @Slot(object)
    def _take(self, traced: tuple[Traced, ...]) -> None:
        self.traced = traced
        self.changed.emit()


def _moment(outline: Outline, run: Run) -> RunMoment:
    return RunMoment(run, outline.example, outline.update, outline.decision)


def _traced(outline: Outline, view: Viewport, contour: Contour) -> Traced:
    return Traced(outline, view, contour.segments, contour.rough)
