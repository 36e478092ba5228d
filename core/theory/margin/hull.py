"""The point of a convex hull nearest the origin, where only inner products are known: a search on few of the points.

Of the points z with the Gram matrix G it is Σ λᵢzᵢ / Σλ for the λ ≥ 0 that maximises Σλ − ½λᵀGλ: there (Gλ)ᵢ ≥ 1 for
all i, and = 1 where λᵢ > 0. The search keeps the points with λ > 0, solves Gλ = 1 on them, drops those whose λ
would fall below 0, and adds points with (Gλ)ᵢ < 1 (an active set: Lawson & Hanson 1974, ch. 23; many at a time as
long as that pays, and one at a time, which always does, where it does not).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from core.datasets.arithmetic import EPSILON, BiasFeature
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.errors import Check
from core.kernels import Kernel

Entries = Callable[[IntArray, IntArray], FloatArray]
"""The part of a Gram matrix with given rows (p,) and columns (m,); shape (p, m)."""

_BLOCK = 64
_ONE_CORE = 1 << 18
"""Multiplications up to which OpenBLAS starts no threads."""
_INNER = 256
_TOUCHED = 256
"""Rows written to between two checks: the first time, the system has to find memory for them."""


class Cholesky:
    """Cholesky's factor LLᵀ = G + ridge·I of parts of a Gram matrix: for the next rows only what differs is made.

    It has up to `most` rows; `check` is called every millisecond or so and may raise. The linear algebra library shares
    large products among all cores, and its threads wait much longer than they work where another thread keeps one core
    busy. So every product here is small enough for one core.
    """

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
        """Return x (m,) with x = 0 at the places `pinned` (p,), in order, and (G + ridge·I)x = 1 at the others.

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
        """Return L⁻ᵀ times `forward` (m,); shape (m,)."""
        solution = forward.copy()
        for block in reversed(range(len(self._inverses))):
            self._check()
            start, stop = block * _BLOCK, min((block + 1) * _BLOCK, len(solution))
            known = np.einsum("ij,i->j", self._factor[stop : len(solution), start:stop], solution[stop:])
            solution[start:stop] = np.einsum("ij,i->j", self._inverses[block], solution[start:stop] - known)
        return solution

    def _forward_units(self, places: IntArray) -> FloatArray:
        """Return L⁻¹ times the columns of the identity at `places` (p,), in order; shape (m, p)."""
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
        """Return how many rows, in whole blocks, both lists begin with."""
        size = min(len(rows), len(self._rows))
        differing = np.flatnonzero(rows[:size] != self._rows[:size])
        return int(differing[0] if len(differing) else size) // _BLOCK * _BLOCK

    def _subtract(self, target: FloatArray, left: FloatArray, right: FloatArray) -> None:
        """Compute target −= left·right, in products that the library leaves to one core."""
        inner, columns = right.shape
        if not inner or not columns:
            return
        height = max(_ONE_CORE // (min(inner, _INNER) * columns), 1)
        for i in range(0, len(target), height):
            self._check()
            for j in range(0, inner, _INNER):
                target[i : i + height] -= left[i : i + height, j : j + _INNER] @ right[j : j + _INNER]


Number = TypeVar("Number", np.float64, np.object_)
"""A float, or a Decimal in an array of objects."""

_VALUES = 1 << 26
"""Numbers held at most: 512 MiB."""
_AT_A_TIME = 1 << 18
"""Numbers made or summed between two checks."""
_FEW = 64
_IDLE = 10
"""Rounds in a row that may add no more than rounding to the value."""


class GivenUpError(Exception):
    """The search ended without an answer; its text says in a sentence why."""


@dataclass(frozen=True, eq=False)
class HullPoint:
    """v = Σ λᵢzᵢ: `rows` (m,) with λ > 0, `shares` λ (m,) with Σλ = 1, and `products` v·zᵢ of all points (n,).

    `error` says by how much a product may be off.
    """

    rows: IntArray
    shares: FloatArray
    products: FloatArray
    error: float

    @property
    def length_squared(self) -> float:
        return float(np.einsum("i,i->", self.shares, self.products[self.rows]))


class SignedGram:
    """Rows of Gᵢⱼ = yᵢyⱼk̃(xᵢ, xⱼ), divided by a power of 2 near R²; made when asked for, and kept, at most `most`."""

    def __init__(
        self, dataset: Dataset, kernel: Kernel, bias: BiasFeature, radius_squared: float, check: Check
    ) -> None:
        self.n, self.check = dataset.n, check
        # The inverse of a unit below 2⁻¹⁰⁰⁰ would overflow.
        self.unit = 2.0 ** max(float(np.frexp(radius_squared)[1]), -1000.0)
        self._X, self._kernel, self._bias = dataset.X, kernel, bias
        self._labels = dataset.y.astype(np.float64)
        self._signs = self._labels / self.unit
        self._slots = np.full(self.n, -1)
        self._held: list[int] = []
        # Memory that is never written to costs nothing.
        self._values = np.empty((min(self.n, _VALUES // self.n), self.n))

    def row(self, row: int) -> FloatArray:
        if self._slots[row] < 0:
            self.hold(np.array([row]))
        found: FloatArray = self._values[self._slots[row]]
        return found

    def hold(self, rows: IntArray) -> None:
        """Make those of `rows` that are not there yet. Raises GivenUpError where they are too many."""
        new = rows[self._slots[rows] < 0]
        if len(self._held) + len(new) > len(self._values):
            raise too_many(len(self._values))
        step = max(_AT_A_TIME // self.n, 1)
        for first in range(0, len(new), step):
            self.check()
            part, start = new[first : first + step], len(self._held)
            made = self._values[start : start + len(part)]
            np.add(self._kernel.matrix(self._X[part], self._X), self._bias.squared, out=made)
            made *= self._signs
            made *= self._labels[part, None]
            self._slots[part] = np.arange(start, start + len(part))
            self._held.extend(part.tolist())

    def entries(self, rows: IntArray, columns: IntArray) -> FloatArray:
        """Return G at `rows` (p,) and `columns` (m,), which must be held; shape (p, m)."""
        part: FloatArray = self._values.take(rows[:, None] + self._slots[columns] * self.n)
        return part

    def times(self, weights: FloatArray) -> FloatArray:
        """Return G·weights (n,), where every row with a weight is held; shape (n,)."""
        held, total = weights[self._held], np.zeros(self.n)
        step = max(_AT_A_TIME // self.n, 1)
        for first in range(0, len(held), step):
            self.check()
            part = held[first : first + step]
            total += np.einsum("i,ij->j", part, self._values[first : first + len(part)])
        return total


def too_many(most: int) -> GivenUpError:
    """Return the sentence for a point that depends on too many others."""
    return GivenUpError(f"The search for ŵ* needs more than {most:,} examples at a time, too many.")


def step_inside(current: NDArray[Number], target: NDArray[Number], bold: float) -> NDArray[Number]:
    """Return λ on the way from `current` (m,), ≥ 0, to `target` (m,), not > 0 everywhere; −1 for points to drop.

    Points without a λ so far whose λ would fall below 0 are dropped at once. Otherwise the step goes as far as λ stays
    ≥ 0, or `bold` times that.
    """
    falls = target <= 0
    if (fresh := falls & (current == 0)).any():
        left = current.copy()
        left[fresh] = -1
        return left
    ways = current[falls] / (current[falls] - target[falls])
    way = min(1, bold * ways.min())
    moved: NDArray[Number] = np.maximum(current + way * (target - current), 0)
    moved[np.flatnonzero(falls)[ways <= way]] = -1
    return moved


@dataclass(frozen=True, eq=False)
class _Stage:
    """`weights` λ (n,), the `rows` (m,) that carry it, `products` Gλ (n,), and twice the `value` that is maximised."""

    weights: FloatArray
    rows: IntArray
    products: FloatArray
    value: float

    @property
    def total(self) -> float:
        return float(self.weights.sum())

    @property
    def margin(self) -> float:
        """The least product with the point, over its length; −∞ where there is no such point."""
        length_squared = float(np.einsum("i,i->", self.weights[self.rows], self.products[self.rows]))
        return float(self.products.min()) / length_squared**0.5 if length_squared > 0 else -np.inf


class Search:
    """The search, over a `gram` whose entries are off by up to `rounding` · R², and over at most `most` points."""

    def __init__(self, gram: SignedGram, most: int, rounding: float) -> None:
        self._gram, self._rounding = gram, rounding
        self._most = min(most, gram.n)
        self._order: IntArray = np.empty(0, np.int64)
        # The ridge is added to G's diagonal, relative to its largest entry, so that rounding leaves it positive.
        self._factored(1e-14)

    def nearest(self) -> HullPoint:
        """Return the point nearest the origin, or one so near that rounding hides the rest. Raises GivenUpError."""
        best = closest = self._nothing()
        batch, idle = _FEW, 0
        while len(best.rows) == 0 or best.total * self._error(best) < 1:
            new = self._newcomers(best, batch)
            if not len(new):
                break
            remembered = len(self._order) > len(best.rows)
            stage = self._solved(best, new, 10.0 if batch > 1 else 1.0)
            if stage is None:
                # The equations are singular. A larger ridge makes them solvable, and the result a little less exact.
                self._ridge *= 10
                if self._ridge > 1e-9:
                    break
                self._factored(self._ridge)
                best = self._nothing()
                continue
            gain = stage.value / best.value - 1 if best.value else 1.0
            told = max(1e-14, 4 * EPSILON * stage.total)
            if gain > told or (0 < abs(gain) <= told and idle < _IDLE):
                best, closest = stage, max(closest, stage, key=lambda one: one.margin)
                idle = 0 if gain > told else idle + 1
                batch = 2 * batch if batch < _FEW else max(_FEW, len(stage.rows))
            elif batch > 1 or remembered:
                self._order, batch = best.rows, max(batch // 4, 1)
            else:
                break
        return self._point(closest if len(closest.rows) else self._stage(np.zeros(1, np.int64), np.ones(1)))

    def _factored(self, ridge: float) -> None:
        self._ridge, self._order = ridge, np.empty(0, np.int64)
        self._factor = Cholesky(self._gram.entries, self._most, ridge, self._gram.check)

    def _nothing(self) -> _Stage:
        return _Stage(np.zeros(self._gram.n), np.empty(0, np.int64), np.zeros(self._gram.n), 0.0)

    def _newcomers(self, stage: _Stage, batch: int) -> IntArray:
        """Return up to `batch` points with (Gλ)ᵢ < 1: all if they are few, else those that cheap steps choose."""
        lacking = stage.products < 1 - self._allowed(stage)
        lacking[stage.rows] = False
        rows = np.flatnonzero(lacking)
        if len(stage.rows) and (len(rows) <= min(batch, _FEW) or batch == 1):
            # A stable sort takes up the same points on every machine.
            return rows[np.argsort(stage.products[rows], kind="stable")[:batch]]
        return self._chosen(stage, batch) if len(rows) else rows

    def _chosen(self, stage: _Stage, batch: int) -> IntArray:
        """Give the λ of the point that lacks most what it lacks, alone, `batch` times (coordinate ascent)."""
        lack, known = 1 - stage.products, set(stage.rows.tolist())
        chosen: list[int] = []
        # Such cheap steps end where no point lacks more than this, or than a tenth of what one lacked before.
        enough = min(1e-3, lack.max() / 10)
        for _ in range(batch):
            self._gram.check()
            row = int(lack.argmax())
            if lack[row] <= enough and chosen:
                break
            column = self._gram.row(row)
            lack -= lack[row] / column[row] * column
            if row not in known:
                known.add(row)
                chosen.append(row)
        if chosen:
            return np.array(chosen, np.int64)
        return self._newcomers(stage, 1)

    def _solved(self, stage: _Stage, new: IntArray, bold: float) -> _Stage | None:
        """Return the stage that solves Gλ = 1 on the points of `stage` and `new`, without those whose λ would be ≤ 0.

        None if rounding leaves G not positive.
        """
        order = np.concatenate([self._order, np.setdiff1d(np.concatenate([stage.rows, new]), self._order)])
        free = np.isin(order, stage.rows) | np.isin(order, new)
        self._gram.hold(order)
        current = stage.weights[order]
        while True:
            # Points without λ stay in the factor until they are more than one in eight.
            pinned = np.count_nonzero(~free)
            if pinned > min(max(_FEW // 2, len(order) // 8), _FEW) or len(order) > self._most:
                order, current, free = order[free], current[free], free[free]
            if len(order) > self._most:
                raise too_many(self._most)
            self._order = order
            try:
                self._factor.take(order)
                target = self._factor.solve(np.flatnonzero(~free))
            except np.linalg.LinAlgError:
                return None
            if target[free].max() <= 0:
                return None
            if target[free].min() <= 0:
                moved = step_inside(current[free], target[free], bold)
                current[free], free[free] = np.maximum(moved, 0), moved >= 0
                continue
            solved = self._stage(order[free], target[free])
            rest = 1 - solved.products[solved.rows] - self._ridge * solved.weights[solved.rows]
            if free.all() or np.abs(rest).max() <= self._allowed(solved):
                return solved
            order, current, free = order[free], current[free], free[free]

    def _stage(self, rows: IntArray, carried: FloatArray) -> _Stage:
        weights = np.zeros(self._gram.n)
        weights[rows] = carried
        products = self._gram.times(weights)
        value = float(np.einsum("i,i->", carried, 2 - products[rows] - self._ridge * carried))
        return _Stage(weights, rows, products, value)

    def _allowed(self, stage: _Stage) -> float:
        """Return how far from 1 a (Gλ)ᵢ may be at the end."""
        return max(1e-10, stage.total * self._error(stage))

    def _error(self, stage: _Stage) -> float:
        """Return the largest effect of rounding on (Gλ)ᵢ / Σλ."""
        return self._rounding + len(stage.rows) * EPSILON

    def _point(self, stage: _Stage) -> HullPoint:
        total, unit = stage.total, self._gram.unit
        rows = np.sort(stage.rows)
        return HullPoint(rows, stage.weights[rows] / total, stage.products * (unit / total), self._error(stage) * unit)
