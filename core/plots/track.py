"""The track: a run as a line of visits, in bands of an epoch each, and where they are dense as shares of mistakes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.datasets.dataset import FloatArray, IntArray
from core.explain.wording import end_of
from core.record.history import History
from core.run import Run

_ROOM = 3
"""Epochs for which a track has room at first where the length of the run is hidden."""


@dataclass(frozen=True)
class Track:
    """The part of a run that a track shows: visits 1 … `known` of `length`, which is hidden unless `whole`."""

    run: Run
    known: int
    length: int
    whole: bool

    @cached_property
    def band(self) -> int:
        """The visits of a band: an epoch, or all there are where the order knows none."""
        return self._n if self.run.order.has_epochs else max(self.end, 1)

    @cached_property
    def end(self) -> int:
        """The visits of all bands together, whole epochs."""
        if self.whole and not self.run.order.has_epochs:
            return max(self.length, 1)
        return max(-(-self.length // self._n), 1) * self._n

    @cached_property
    def span(self) -> int:
        """The visits for which the track has room."""
        room = _ROOM * self._n
        while room < self.end:
            room *= 2
        return self.end if self.whole or self.run.stopped else room

    @cached_property
    def waiting(self) -> int:
        """The visits after the known ones that are still to come for certain: the rest of the run, or of its bands."""
        over = self.run.stopped is not None or not self.run.order.has_epochs
        return (self.length if over else self.end) - self.known

    @property
    def _n(self) -> int:
        return max(self.run.dataset.n, 1)

    def name(self, band: int) -> str:
        """Return the name of a band, counted from 1; the last one says why the run ended."""
        name = f"epoch {band:,}" if self.run.order.has_epochs else "updates"
        last = self.length > 0 and band * self.band >= self.end  # Without a visit nothing has ended.
        return f"{name} · {ended}" if last and (ended := end_of(self.run)) else name


def bin_size(span: int, most: int) -> int:
    """Return the visits of a bin, a power of two, so that at most `most` bins cover `span` visits."""
    return 1 << (-(-span // max(most, 1)) - 1).bit_length()


def update_shares(history: History, visits: int, every: int) -> FloatArray:
    """Return the share of updates in each bin of `every` of the first `visits`; the last may have fewer. Shape (m,)."""
    edges = np.append(np.arange(0, visits, every, dtype=np.int64), visits)
    return np.diff(history.updates_before_each(edges)) / np.diff(edges)


def visited(track: Track) -> tuple[IntArray, list[int]]:
    """Return the rows (m,) of the known visits, and those of the visits, from 1, that were mistakes: of few visits."""
    run, history = track.run, track.run.history
    rows, updates = history.visited(track.known), history.updates_before(track.known)
    labels = run.dataset.y[history.index(0, updates)]
    scores = (labels * history.activation_per_rate(0, updates)).tolist()
    places = zip(history.example(0, updates).tolist(), scores, labels.tolist(), strict=True)
    return rows, [visit for visit, score, label in places if run.rule.admits(score, label)]
