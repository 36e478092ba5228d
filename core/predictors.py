"""What a run means as a classifier: one function a predictor, and the table of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from core.dataset import Dataset, FloatArray, IntArray
from core.errors import InputError
from core.record.history import History
from core.spaces.space import Decision, Space, WithoutWeights

_VALUES = 1 << 20
"""Decision values held at a time."""

Predictor = Callable[[Space, History, Dataset], Decision]
"""Reads a recorded run as a classifier; the dataset is the one it was run on."""


def last(space: Space, history: History, dataset: Dataset) -> Decision:
    """The vector at the end of the run."""
    return space.at(history, len(history))


def averaged(space: Space, history: History, dataset: Dataset) -> Decision:
    """The average of the vectors, each weighed by its survival (000, 001)."""
    return space.averaged(history)


def voted(space: Space, history: History, dataset: Dataset) -> Decision:
    """Each vector has as many votes as it survived examples (000, 001; Freund & Schapire 1999)."""
    return Vote(space, history)


def pocket(space: Space, history: History, dataset: Dataset) -> Decision:
    """The vector with the fewest mistakes on all of the data, the earlier one on a tie (002)."""
    return space.at(history, int(np.argmin(errors_along(space, history, dataset))))


@dataclass(frozen=True, eq=False)
class Vote(WithoutWeights):
    """`Σ c⁽ᵏ⁾ sign(w⁽ᵏ⁾·x + b⁽ᵏ⁾)` with sign(0) = 0, over the vectors of a run."""

    space: Space
    history: History

    def score(self, Q: FloatArray) -> FloatArray:
        """Votes for +1 less votes for −1 on each question of Q (m, d); whole numbers, shape (m,)."""
        votes = np.zeros(len(Q))
        for start, values in blocks(self.space, self.history, Q):
            if start:
                survival = self.history.survival(start - 1, start - 1 + len(values))
                votes += survival.astype(np.float64) @ np.sign(values)
        return votes


def blocks(space: Space, history: History, Q: FloatArray) -> Iterator[tuple[int, FloatArray]]:
    """Decision values of Q (m, d) along a run: k, then those (p, m) after updates k … k + p − 1; k = 0 alone first."""
    yield 0, space.trajectory(history, Q, 0, 0)
    size = max(_VALUES // max(len(Q), 1), 1)
    for start in range(1, len(history) + 1, size):
        stop = min(start + size - 1, len(history))
        yield start, space.trajectory(history, Q, start, stop)


def errors_along(space: Space, history: History, dataset: Dataset) -> IntArray:
    """Examples that each vector of a run gets wrong, w⁽⁰⁾ = 0 included; a tie is wrong. Shape (updates + 1,)."""
    counts = [np.count_nonzero(values * dataset.y <= 0, axis=1) for _, values in blocks(space, history, dataset.X)]
    return np.concatenate(counts)


PREDICTORS: dict[str, Predictor] = {"last": last, "averaged": averaged, "voted": voted, "pocket": pocket}
"""Name → predictor."""


def find_predictor(name: str) -> Predictor:
    """The predictor called `name`; raises InputError for a name that is not in the table."""
    if name not in PREDICTORS:
        raise InputError(f"{name!r} is not a predictor; {', '.join(PREDICTORS)} is expected")
    return PREDICTORS[name]
