"""The thing pointed at, which is highlighted everywhere, and the boundaries that a panel lays over the canvas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple

import numpy as np
from PySide6.QtCore import QObject, Signal

from core.datasets.dataset import Dataset, FloatArray
from core.plots.proof_pictures import ProofInPictures, ProofPicture
from core.run import Run
from core.spaces.space import Decision

Kind = Literal["gamma", "radius", "star", "part", "example", "vector"]
"""γ, R, ŵ*; one part of the gap under the bound; an example; or one of the run's vectors."""


class Highlight(QObject):
    """The one thing pointed at: its kind, and its rows, the most important first; for a vector its update."""

    changed = Signal()
    kind: Kind | None = None
    rows: tuple[int, ...] = ()
    update: int | None = None
    """the update that made the vector which is pointed at; None if none is"""
    labels: Mapping[int, str] = MappingProxyType({})
    """Row → the label that a lesson writes beside this example, whatever is pointed at."""
    asks = False
    """True while a lesson waits for an answer: the canvas must not give it away"""

    def show(self, kind: Kind | None, rows: Iterable[int] = (), update: int | None = None) -> None:
        shown = kind, tuple(map(int, rows)), update
        if shown != (self.kind, self.rows, self.update):
            self.kind, self.rows, self.update = shown
            self.changed.emit()

    def show_example(self, row: int | None) -> None:
        """Light one example; None lights nothing."""
        self.show(None if row is None else "example", () if row is None else (row,))

    def show_quantity(self, kind: Kind | None, run: Run | None) -> None:
        """Light γ, R or ŵ* of a run, with the examples that decide it; None lights nothing, and so does what is not."""
        if kind is None or run is None or (kind != "radius" and run.margin.gamma is None):
            self.clear()
        else:
            self.show(kind, run.deciding(kind))

    def clear(self) -> None:
        if self.kind is not None:
            self.show(None)

    def write(self, labels: Mapping[int, str]) -> None:
        if labels != self.labels:
            self.labels = dict(labels)
            self.changed.emit()

    def ask(self, asks: bool) -> None:
        if asks != self.asks:
            self.asks = asks
            self.changed.emit()


class Pictured(QObject):
    """The picture of the proof that a tour draws, or None, and the `street` whose edges can be pulled, as it began."""

    changed = Signal()
    picture: ProofPicture | None = None
    street: ProofInPictures | None = None

    def show(self, picture: ProofPicture | None, street: ProofInPictures | None = None) -> None:
        self.picture, self.street = picture, street
        self.changed.emit()


class HoverPlace(NamedTuple):
    """All d numbers of the point under the mouse, and the example whose marker is there, if any."""

    x: tuple[float, ...]
    row: int | None = None

    def question(self, dataset: Dataset) -> FloatArray | None:
        """Return the numbers (d,) of the example there, else of the point; None if the dataset has other features."""
        if self.row is not None and self.row < dataset.n:
            return np.array(dataset.X[self.row])
        return np.array(self.x) if len(self.x) == dataset.d else None


class HoverPoint(QObject):
    """The place under the mouse; `place` is None while there is none."""

    changed = Signal()
    place: HoverPlace | None = None

    def show(self, place: HoverPlace | None) -> None:
        if place != self.place:
            self.place = place
            self.changed.emit()


@dataclass(frozen=True, eq=False)
class Outline:
    """The boundary of `decision`, which the run's predictor makes of it after `example` examples and `update` updates.

    `role` is its colour; `short` is what it is called where there is little room. The run may be read by other threads,
    its space may not.
    """

    name: str
    role: str
    run: Run
    example: int
    update: int
    decision: Decision
    short: str = ""


@dataclass(frozen=True, eq=False)
class HeldOutExamples:
    """Examples that the runs of the outlines did not learn from: `rows` of the document, or those of another file."""

    examples: Dataset
    rows: bool


class ComparedBoundaries(QObject):
    """The boundaries that a panel asks for; none while no panel asks. The canvas listens to `changed`."""

    changed = Signal()
    outlines: tuple[Outline, ...] = ()
    held_out: HeldOutExamples | None = None

    def show(self, outlines: Iterable[Outline], held_out: HeldOutExamples | None = None) -> None:
        self.outlines, self.held_out = tuple(outlines), held_out
        self.changed.emit()

    def clear(self) -> None:
        if self.outlines or self.held_out is not None:
            self.show(())
