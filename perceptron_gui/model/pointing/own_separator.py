"""A separator that a person tries out beside the run: the run itself is untouched."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from PySide6.QtCore import QObject, Signal, Slot

from core.datasets.dataset import LARGEST, Dataset, FloatArray, read_only
from core.run import Run
from core.theory.bounds import OwnSeparator, own_separator
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.saved_setting import a_number, of_kind


class TriedSeparator(QObject):
    """One (w, b), or none; `changed` comes with every new one, and when it is gone.

    It stays while points move, and goes with them: when a file is opened, or the number of features is another.
    """

    changed = Signal()

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.weights: FloatArray | None = None
        """w and then b, (d + 1,), read-only; None where nothing is tried"""
        self._judged: tuple[Run, FloatArray, OwnSeparator] | None = None
        document.opened.connect(self.clear)
        document.dataset_changed.connect(self._fit)

    def put(self, weights: ArrayLike) -> None:
        """Try this w and then b, (d + 1,); numbers beyond ±1e100 are brought back to there."""
        vector = read_only(np.clip(np.array(weights, np.float64), -LARGEST, LARGEST) + 0.0)
        if self.weights is None or not np.array_equal(vector, self.weights):
            self.weights = vector
            self.changed.emit()

    @Slot()
    def clear(self) -> None:
        if self.weights is not None:
            self.weights = None
            self.changed.emit()

    def saved(self) -> list[float] | None:
        """w and then b in plain JSON values; None where nothing is tried."""
        return None if self.weights is None else self.weights.tolist()

    def restore(self, value: Any) -> None:
        if value is None:
            self.clear()
            return
        weights = [a_number(weight) for weight in of_kind(value, list)]
        if len(weights) != self._document.dataset.d + 1:
            raise ValueError
        self.put(weights)

    def weights_in(self, run: Run | None) -> FloatArray | None:
        """The same over a run; None where its w has other components, or none that can be written down."""
        if run is None or self.weights is None or run.margin.in_feature_space:
            return None
        return self.weights if len(self.weights) == run.dataset.d + 1 else None

    def judged(self, run: Run | None) -> OwnSeparator | None:
        """What the theorem says for it over the data of a run; None where there is none to judge."""
        weights = self.weights_in(run)
        if run is None or weights is None:
            return None
        if self._judged is None or self._judged[0] is not run or self._judged[1] is not weights:
            told = own_separator(run.dataset, run.margin.bias, weights[:-1], float(weights[-1]), run.margin, first=1)
            self._judged = run, weights, told
        return self._judged[2]

    @Slot(object)
    def _fit(self, dataset: Dataset) -> None:
        if self.weights is not None and len(self.weights) != dataset.d + 1:
            self.clear()
