"""Cholesky's factor of parts of a Gram matrix, on one core: for the next list of rows only what differs is made.

The linear algebra library shares large products and factorisations among all cores, and where another thread keeps one
of them busy its threads wait for one another much longer than they work. So every call here is a small one.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from core.datasets.dataset import FloatArray, IntArray

Entries = Callable[[IntArray, IntArray], FloatArray]
"""The part of a Gram matrix with given rows (p,) and columns (m,); shape (p, m)."""

_BLOCK = 64
_ONE_CORE = 1 << 18
"""Multiplications up to which OpenBLAS starts no threads."""
_INNER = 256
_TOUCHED = 256
"""Rows written to between two checks: the first time, the system has to find memory for them."""


class Cholesky:
    """LLᵀ = G + ridge·I, for up to `most` rows; `check` is called every millisecond or so and may raise."""

    def __init__(self, entries: Entries, most: int, ridge: float, check: Callable[[], None]) -> None:
        self._entries, self._ridge, self._check = entries, ridge, check
        # Memory that is never written to costs nothing.
        self._factor = np.empty((most, most))
        self._forward = np.empty(most)
        self._inverses: list[FloatArray] = []
        self._rows: IntArray = np.empty(0, np.int64)

    def take(self, rows: IntArray) -> None:
        """Factor the part of G with `rows` (m,), in this order.

        Raises LinAlgError where rounding leaves it not positive.
        """
        size, kept = len(rows), self._shared(rows)
        factor, self._rows = self._factor[:size, :size], rows[:kept]
        del self._inverses[kept // _BLOCK :]
        for start in range(0, size, _BLOCK):
            self._check()
            stop, top = min(start + _BLOCK, size), max(start, kept)
            part = self._entries(rows[top:], rows[start:stop])
            self._subtract(part, factor[top:, :start], factor[start:stop, :start].T)
            if start >= kept:
                self._corner(part[: stop - start], start, stop)
                part, top = part[stop - start :], stop
            inverse = -self._inverses[start // _BLOCK].T
            for i in range(0, len(part), _TOUCHED):
                target = factor[top + i : min(top + i + _TOUCHED, size), start:stop]
                target[:] = 0.0
                self._subtract(target, part[i : i + _TOUCHED], inverse)
        self._rows = rows

    def solve(self, pinned: IntArray) -> FloatArray:
        """x (m,) with x = 0 at the places `pinned` (p,), in order, and (G + ridge·I)x = 1 at the others.

        That needs no factor without them: with 1 + μ at those places on the right x is 0 there for the right μ.
        """
        forward = self._forward[: len(self._rows)]
        solution = self._backward(forward)
        if len(pinned):
            units = self._forward_units(pinned)
            system = np.zeros((len(pinned), len(pinned)))
            self._subtract(system, units.T, -units)
            multipliers = np.linalg.solve(system, solution[pinned])
            solution = self._backward(forward - np.einsum("ij,j->i", units, multipliers))
            solution[pinned] = 0.0
        return solution

    def _backward(self, forward: FloatArray) -> FloatArray:
        """L⁻ᵀ times `forward` (m,); shape (m,)."""
        solution = forward.copy()
        for block in reversed(range(len(self._inverses))):
            self._check()
            start, stop = block * _BLOCK, min((block + 1) * _BLOCK, len(solution))
            known = np.einsum("ij,i->j", self._factor[stop : len(solution), start:stop], solution[stop:])
            solution[start:stop] = np.einsum("ij,i->j", self._inverses[block], solution[start:stop] - known)
        return solution

    def _forward_units(self, places: IntArray) -> FloatArray:
        """L⁻¹ times the columns of the identity at `places` (p,), in order; shape (m, p)."""
        size = len(self._rows)
        units = np.zeros((size, len(places)))
        units[places, np.arange(len(places))] = 1.0
        first = int(places[0]) // _BLOCK
        for block in range(first, len(self._inverses)):
            start, stop = block * _BLOCK, min((block + 1) * _BLOCK, size)
            part = units[start:stop].copy()
            before = slice(first * _BLOCK, start)
            self._subtract(part, self._factor[start:stop, before], units[before])
            units[start:stop] = 0.0
            self._subtract(units[start:stop], -self._inverses[block], part)
        return units

    def _corner(self, part: FloatArray, start: int, stop: int) -> None:
        part.flat[:: len(part) + 1] += self._ridge
        corner = np.linalg.cholesky(part)
        inverse = np.linalg.inv(corner)
        known = np.einsum("ij,j->i", self._factor[start:stop, :start], self._forward[:start])
        self._factor[start:stop, start:stop] = corner
        self._forward[start:stop] = np.einsum("ij,j->i", inverse, 1 - known)
        self._inverses.append(inverse)

    def _shared(self, rows: IntArray) -> int:
        """How many rows, in whole blocks, both lists begin with."""
        size = min(len(rows), len(self._rows))
        differing = np.flatnonzero(rows[:size] != self._rows[:size])
        return int(differing[0] if len(differing) else size) // _BLOCK * _BLOCK

    def _subtract(self, target: FloatArray, left: FloatArray, right: FloatArray) -> None:
        """target −= left·right, in products that the library leaves to one core."""
        inner, columns = right.shape
        if not inner or not columns:
            return
        height = max(_ONE_CORE // (min(inner, _INNER) * columns), 1)
        for i in range(0, len(target), height):
            self._check()
            for j in range(0, inner, _INNER):
                target[i : i + height] -= left[i : i + height, j : j + _INNER] @ right[j : j + _INNER]
