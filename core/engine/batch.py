"""What an engine hands out: the updates since the last call, and how far it has come."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from core.datasets.dataset import FloatArray, IntArray

IndexArray = NDArray[np.int32]
Scalar = TypeVar("Scalar", bound=np.generic)


class Stop(StrEnum):
    """Why a run ended by itself."""

    CONVERGED = "converged"
    MAX_EPOCHS = "max-epochs"
    MAX_UPDATES = "max-updates"

    @property
    def counts(self) -> str:
        """What the limit that ended the run counts, e.g. "epochs" for `max_epochs` of a spec; empty without one."""
        return self.value.removeprefix("max-") if self.value.startswith("max-") else ""


@dataclass(frozen=True, eq=False)
class Keyframe:
    """(w, b) (d + 1,) after update k."""

    update: int
    weights: FloatArray


def keyframe_interval(d: int) -> int:
    """How many updates lie between keyframes at least: few enough for a quick seek, enough for 24 bytes an update."""
    return max(1024, 2 * (d + 1))


@dataclass(frozen=True)
class Batch:
    """Updates in the order they were made, m of them (possibly none).

    `index` (m,): row of the data; `example` (m,): t, 1-based place in the stream; `keyframes`: the weights now and
    then, so that those at any update are soon found again.
    `examples` is T, the number of examples seen so far, `stopped` why the run has ended, None while it goes on.
    `activation` (m,): a before each update, where it does not soon follow from the keyframes; None where it does.
    `errors` (m,): mistakes on all of the data after each update, where the engine looks at all of them anyway.
    """

    index: IndexArray
    example: IntArray
    keyframes: tuple[Keyframe, ...]
    examples: int
    stopped: Stop | None
    activation: FloatArray | None = None
    errors: IntArray | None = None


def cut_off(batch: Batch, before: int, example: int) -> tuple[Batch, Batch | None]:
    """`batch`, which follows on `before` updates, up to example t and from there on; None where nothing is left.

    Joined they are the batch again.
    """
    if batch.examples <= example:
        return batch, None
    here = int(np.searchsorted(batch.example, example, side="right"))
    start = replace(_part(batch, slice(here), -1, before + here), examples=example, stopped=None)
    return start, _part(batch, slice(here, None), before + here, sys.maxsize)


def _part(batch: Batch, rows: slice, after: int, until: int) -> Batch:
    """The updates at `rows`, with the keyframes after update `after` up to `until`."""
    return replace(
        batch,
        index=batch.index[rows],
        example=batch.example[rows],
        keyframes=tuple(frame for frame in batch.keyframes if after < frame.update <= until),
        activation=None if batch.activation is None else batch.activation[rows],
        errors=None if batch.errors is None else batch.errors[rows],
    )
