"""Where the boundaries that are laid over the canvas run: lines at once, others in a thread, finer once they rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject

from core.datasets.dataset import FloatArray
from core.errors import Cancelled, never
from core.plane.projections import Projection
from core.run import Run
from perceptron_gui.canvas.classifier.beside import WorkedBeside
from perceptron_gui.canvas.classifier.maps import FieldReading, Map, RunMoment, map_of
from perceptron_gui.canvas.viewport import Viewport
from perceptron_gui.model.pointing.compared_boundaries import Outline
from perceptron_gui.model.threads.background import QueuedBackground, Work

_REST_MS = 80
"""How long the same is asked for before it is made finer: while others follow there is no time for that."""


@dataclass(frozen=True, eq=False)
class Traced:
    """The boundary of an outline: segments (m, 2, 2) of the plane, ends and then x, y; `rough` ones are estimates."""

    outline: Outline
    segments: FloatArray
    rough: bool


class Tracing(WorkedBeside):
    """`traced` are the boundaries of the outlines that are no lines."""

    def __init__(self, parent: QObject | None = None, hurried: Callable[[], bool] = never) -> None:
        super().__init__(QueuedBackground, hurried, parent)
        self.traced: tuple[Traced, ...] = ()
        self._asked: tuple[tuple[Outline, ...], Projection, Viewport] | None = None
        self._maps: dict[Run, Map] = {}

    def trace(self, outlines: Sequence[Outline], projection: Projection, view: Viewport) -> None:
        """Work these out over this view of the section of a projection, unless that was asked for already."""
        asked = tuple(outlines), projection, view
        if asked == self._asked:
            return
        self._asked = asked
        if outlines:
            self.background.ask(partial(self._work, *asked, False))
            self.timer.start(_REST_MS)
        else:
            self.rest()

    def rest(self) -> None:
        self.stop()
        self._maps.clear()
        self._asked, self.traced = None, ()

    def wanted(self) -> Work | None:
        return None if self._asked is None else partial(self._work, *self._asked, True)

    def take(self, answer: tuple[Traced, ...]) -> None:
        self.traced = answer

    def _work(
        self, outlines: Sequence[Outline], projection: Projection, view: Viewport, fine: bool, cancelled: Cancelled
    ) -> Iterator[tuple[Traced, ...]]:
        self._maps = {
            run: known for run, known in self._maps.items() if known.projection is projection and known.view == view
        }
        found: dict[Outline, FieldReading] = {}
        for outline in outlines:
            if outline.run not in self._maps:
                moment = _moment(outline, outline.run.apart())
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
    return tuple(Traced(outline, field.boundary, field.rough) for outline, field in found.items())
