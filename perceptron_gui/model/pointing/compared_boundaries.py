"""Boundaries that a panel asks the canvas to draw beside that of the run on display, and the examples held out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from core.datasets.dataset import Dataset
from core.run import Run
from core.spaces.space import Decision


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
    """Examples that the runs of the outlines did not learn from: `rows` of the document's, or those of another file."""

    examples: Dataset
    rows: bool


class ComparedBoundaries(QObject):
    """What is asked for now; empty while no panel asks. Who draws listens to `changed`."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.outlines: tuple[Outline, ...] = ()
        self.held_out: HeldOutExamples | None = None
        """examples that were not learned from; None where there are none"""

    def show(self, outlines: Iterable[Outline], held_out: HeldOutExamples | None = None) -> None:
        self.outlines, self.held_out = tuple(outlines), held_out
        self.changed.emit()

    def clear(self) -> None:
        if self.outlines or self.held_out is not None:
            self.show(())
