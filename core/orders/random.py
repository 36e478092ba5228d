"""One example after another, drawn at random."""

from __future__ import annotations

import ctypes

import numpy as np

from core.datasets.dataset import FloatArray, IntArray
from core.orders.order import Bits, Pick


class Random(Pick):
    """Drawn uniformly from those that are up for it (002), by `Generator(PCG64(seed)).integers`."""

    name = "random"
    title = "random"
    choice = "drawn at random"
    seeded = True
    compiled = True

    def __init__(self, n: int, seed: int) -> None:
        self._generator = np.random.Generator(np.random.PCG64(seed))

    def pick(self, rows: IntArray, scores: FloatArray) -> int:
        return int(rows[self._generator.integers(len(rows))])

    def bits(self) -> Bits:
        """Those of the generator: what is drawn from them there is not drawn here again."""
        interface = self._generator.bit_generator.ctypes
        address = ctypes.cast(interface.next_uint32, ctypes.c_void_p).value
        if address is None:
            raise RuntimeError("the bit generator has no function for its next 32 bits")
        return Bits(address, interface.state_address)

    def ahead(self, count: int, many: int) -> IntArray:
        """The next `many` numbers, as drawn one by one; shape (many,)."""
        return self._generator.integers(count, size=many)
