"""How many updates were made on each example: the α of the dual view, whether or not there is a kernel."""

from __future__ import annotations

import numpy as np

from core.datasets.dataset import IntArray
from core.run import Run


class UpdateCounts:
    """Follows a playhead over the record of a run, forwards and backwards; it looks at what lies between only.

    Where the playhead jumps it looks at what lies between it and the end of a `stretch` of updates that it has been to.
    """

    def __init__(self, run: Run, stretch: int = 1 << 15) -> None:
        self._run, self._update = run, 0
        self._counts = np.zeros(run.dataset.n, np.int64)
        # So what is kept takes an eighth of a byte an update.
        self._stretch = max(stretch, 64 * run.dataset.n)
        self._kept = [self._counts]

    def at(self, update: int) -> IntArray:
        """Updates on each example up to update k; shape (n,), do not write to it."""
        # From the end of the last stretch before update k, where that is nearer than where the playhead was.
        whole = update // self._stretch
        while len(self._kept) <= whole:
            end = len(self._kept) * self._stretch
            self._kept.append(self._kept[-1] + self._run.history.counts(end - self._stretch, end))
        if update - whole * self._stretch < abs(update - self._update):
            self._update, self._counts = whole * self._stretch, self._kept[whole]
        moved = self._run.history.counts(*sorted((self._update, update)))
        self._counts = self._counts + moved if update >= self._update else self._counts - moved
        self._update = update
        return self._counts
