"""The place that is pointed at in the picture: who can say something about a point of the plane listens to it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject, Signal

from core.datasets.dataset import Dataset, FloatArray


@dataclass(frozen=True)
class HoverPlace:
    """All d numbers of the point that is seen there, and the example whose marker is there, if there is one."""

    x: tuple[float, ...]
    row: int | None = None

    def question(self, dataset: Dataset) -> FloatArray | None:
        """The numbers (d,) of the example there, else of the point; None where the dataset has other features."""
        if self.row is not None and self.row < dataset.n:
            known: FloatArray = dataset.X[self.row]
            return known
        return np.array(self.x) if len(self.x) == dataset.d else None


class HoverPoint(QObject):
    """`place` is None while nothing is pointed at."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.place: HoverPlace | None = None

    def show(self, x: tuple[float, ...], row: int | None = None) -> None:
        self._set(HoverPlace(x, row))

    def clear(self) -> None:
        self._set(None)

    def _set(self, place: HoverPlace | None) -> None:
        if place != self.place:
            self.place = place
            self.changed.emit()
