"""What an engine hands out: the updates since the last call, and how far it has come."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.dataset import FloatArray, IntArray

IndexArray = NDArray[np.int32]


class Stop(StrEnum):
    """Why a run ended by itself."""

    CONVERGED = "converged"
    MAX_EPOCHS = "max-epochs"
    MAX_UPDATES = "max-updates"


def keyframe_interval(d: int) -> int:
    """After how many updates the weights are kept: for a quick seek, and never over 24 bytes an update."""
    return max(1024, 2 * (d + 1))


@dataclass(frozen=True)
class Batch:
    """Updates in the order they were made, m of them (possibly none).

    `index` (m,): row of the data; `example` (m,): t, 1-based place in the stream; `activation` (m,): a before the
    update; `keyframes` (q, d + 1): (w, b) after those updates whose number is a multiple of `keyframe_interval(d)`.
    `examples` is T, the number of examples seen so far, `stopped` why the run has ended, None while it goes on.
    """

    index: IndexArray
    example: IntArray
    activation: FloatArray
    keyframes: FloatArray
    examples: int
    stopped: Stop | None


class Engine(Protocol):
    """Advances a run; equal inputs give equal updates however the calls are cut."""

    def advance(self, max_updates: int, budget_s: float) -> Batch:
        """Work until `max_updates` more updates are made, about `budget_s` seconds are spent, or the run ends."""
        ...
