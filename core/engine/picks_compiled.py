"""Picks in the loop in C, in either space: the same as those of the Python beside it."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.compiled import Picks
from core.datasets.arithmetic import BiasFeature
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.engine.batch import IndexArray
from core.engine.scan_compiled import can_scan, library, target_of
from core.engine.stream import signed_blocks
from core.orders import Pick
from core.rules import Rule

_STRETCH = 64
"""Examples that the loop counts together."""
_AT_ONCE = 1 << 21
"""Features, or values, looked at in one call: a millisecond or so."""

_DUAL = ("columns", "norms", "y", "f")


@dataclass(frozen=True, eq=False)
class Made:
    """Updates on rows `index` (m,), the activations before them, and the mistakes on all of the data after each."""

    index: IndexArray
    activation: FloatArray
    errors: IntArray


def can_pick(order: Pick, rule: Rule) -> bool:
    """Whether the library is there and knows both."""
    return order.compiled and can_scan(rule)


class CompiledPicks:
    """`order` picks among the examples that `rule` would add, again and again.

    The vector is changed in place, and looked at for the first time right away. Only where one `can_pick`.
    """

    def __init__(
        self,
        order: Pick,
        rule: Rule,
        n: int,
        struct: Picks,
        *arrays: FloatArray | IntArray,
        make: Callable[[int], None] | None = None,
    ) -> None:
        bits = order.bits()
        self._up = np.zeros(-(-n // _STRETCH), np.uint32)
        self._kept = (order, *arrays)
        self._make = make
        self._most = max(_AT_ONCE // (n * max(struct.d, 1) + _STRETCH), 1)
        struct.n, struct.up, struct.awaited = n, self._up.ctypes.data, -1
        struct.below, struct.target = rule.below, target_of(rule)
        struct.draw, struct.state = (bits.next, bits.state) if bits else (None, None)
        self._struct = struct
        self._learn(0)

    @classmethod
    def linear(cls, order: Pick, rule: Rule, dataset: Dataset, bias: BiasFeature, weights: FloatArray) -> CompiledPicks:
        """In the space of the data, where `weights` are (w, b) (d + 1,)."""
        blocks = signed_blocks(dataset.X, dataset.y, _STRETCH)
        struct = Picks(d=dataset.d, Z=blocks.ctypes.data, w=weights.ctypes.data, bias_squared=bias.squared)
        return cls(order, rule, dataset.n, struct, blocks, weights)

    @classmethod
    def dual(
        cls,
        order: Pick,
        rule: Rule,
        arrays: tuple[IntArray, FloatArray, FloatArray, FloatArray],
        make: Callable[[int], None] | None = None,
    ) -> CompiledPicks:
        """In a feature space: where the columns y·k̃(xᵢ, ·) begin, 0 for none; k̃(xᵢ, xᵢ); y; f(xᵢ). All (n,).

        `make` makes the column of a row that was picked.
        """
        struct = Picks(**{name: array.ctypes.data for name, array in zip(_DUAL, arrays, strict=True)})
        return cls(order, rule, len(arrays[-1]), struct, *arrays, make=make)

    @property
    def up(self) -> int:
        """How many examples are up for an update."""
        return int(self._up.sum())

    def learn(self, most: int) -> Made:
        """At most `most` updates; none where none is up, or where the column of the row picked had to be made first."""
        made = self._learn(min(most, self._most))
        if self._make is not None and self._struct.awaited >= 0:
            self._make(self._struct.awaited)
        return made

    def _learn(self, most: int) -> Made:
        index, activation, errors = np.empty(most, np.int32), np.empty(most), np.empty(most, np.int64)
        made = library().pick(
            ctypes.byref(self._struct), most, index.ctypes.data, activation.ctypes.data, errors.ctypes.data
        )
        return Made(index[:made], activation[:made] + 0.0, errors[:made])
