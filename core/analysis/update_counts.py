"""How many updates were made on each example: the α of the dual view, whether or not there is a kernel."""

from __future__ import annotations

import numpy as np

from core.datasets.dataset import IntArray
from core.run import Run


class UpdateCounts:
    """Follows a playhead over the record of a run, forwards and backwards; it looks at what lies between only."""

    def __init__(self, run: Run) -> None:
        self._run, self._update = run, 0
        self._counts = np.zeros(run.dataset.n, np.int64)

    def at(self, update: int) -> IntArray:
        """Updates on each example up to update k; shape (n,), do not write to it."""
        rows = self._run.history.index(*sorted((self._update, update)))
        moved = np.bincount(rows, minlength=len(self._counts))
        self._counts = self._counts + moved if update >= self._update else self._counts - moved
        self._update = update
        return self._counts
