"""The place that is pointed at in the picture: who can say something about a point of the plane listens to it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject, Signal

from core.dataset import Dataset, FloatArray


@dataclass(frozen=True)
class Place:
    """A point (x, y) of the plane, and the example whose marker is there, if there is one."""

    x: float
    y: float
    row: int | None = None

    def question(self, dataset: Dataset) -> FloatArray:
        """All d numbers of the example there; or of the point, where features that the plane does not show are 0."""
        if self.row is not None and self.row < dataset.n:
            known: FloatArray = dataset.X[self.row]
            return known
        question = np.zeros(dataset.d)
        question[:2] = (self.x, self.y)[: dataset.d]
        return question


class Pointed(QObject):
    """`place` is None while nothing is pointed at."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._place: Place | None = None

    @property
    def place(self) -> Place | None:
        """Where."""
        return self._place

    def show(self, x: float, y: float, row: int | None = None) -> None:
        """Here, from now on."""
        self._set(Place(x, y, row))

    def clear(self) -> None:
        """Nowhere."""
        self._set(None)

    def _set(self, place: Place | None) -> None:
        if place != self._place:
            self._place = place
            self.changed.emit()
