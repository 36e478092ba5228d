"""The dual of the soft-margin SVM (Yuille 004 §2.4), solved on working sets: daqp sees only the examples that
matter.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import daqp
import numpy as np

from core.datasets.arithmetic import EPSILON
from core.datasets.dataset import FloatArray, IntArray
from core.errors import Cancelled, InputError, end_if, never

_TOLERANCE = 1e-9
"""An optimum lets no example lack more than this of its side of the margin, f = ±1; of C·k(x, x) where that is less."""
_PROXIMAL = (1e-9, 1e-6, 1e-3)
"""Weights of the squared distance to the α before, tried until daqp does not run in circles.

They make a singular Gram matrix safe, and what they change vanishes as α settles.
"""
_STEEP = 1e7
"""Times the largest α, a slope that no sum of 5,000 products makes up for; so daqp is given none that is steeper."""
_STALLED = 5
"""So many rounds in a row without gain are the end of what rounding allows."""


@dataclass(frozen=True, eq=False)
class DualSolution:
    """`alpha` (n,) with 0 ≤ α ≤ C, the intercept `b`, and by how much f misses the conditions of an optimum (`gap`)."""

    alpha: FloatArray
    b: float
    gap: float


def solve_dual(
    gram: FloatArray, y: FloatArray, C: float, start: FloatArray | None = None, cancelled: Cancelled = never
) -> DualSolution:
    """Maximise Σα − ½ΣΣ αᵢαⱼyᵢyⱼkᵢⱼ with 0 ≤ α ≤ C and Σαy = 0 (Yuille 004 §2.4).

    `gram` (n, n) is positive semidefinite, best about its mean, which the dual does not see but rounding does; `y` (n,)
    is ±1 as floats. Whatever is returned is feasible, and `gap` is its own. Raises InputError where C·k(x, x) is no
    number above 0, CancelledError where it is `cancelled`. `start` (n,) is a feasible α to set out from. Where
    every example on the margin is at 0 or at C, b is the middle of what is possible. With one class α is 0, and b is
    that class.
    """
    if abs(y.sum()) == len(y):
        return DualSolution(np.zeros(len(y)), float(y[0]) if len(y) else 0.0, 0.0)
    scale = float(gram.diagonal().max()) or 1.0
    if not 0 < C * scale < math.inf:
        raise InputError(f"C {C:g} is out of proportion to data with k(x, x) = {scale:g}: double precision ends there")
    problem = _Problem(gram / scale, y, C * scale, np.zeros(len(y)) if start is None else start * scale)
    problem.solve(cancelled)
    problem.polish()
    lower, upper = problem.range_of_b()
    alpha = np.where(problem.alpha >= C * scale, C, np.minimum(problem.alpha / scale, C))
    return DualSolution(alpha, (lower + upper) / 2, problem.gap)


class _Problem:
    """The problem with the largest k(x, x) scaled to 1, and the best α so far."""

    def __init__(self, gram: FloatArray, y: FloatArray, C: float, alpha: FloatArray) -> None:
        self._gram, self._y, self._C = gram, y, C
        self._unit = min(C, 1.0)
        self._take(self._balanced(alpha))

    def solve(self, cancelled: Cancelled) -> None:
        """Work on what is free and what violates its condition most, until nothing does or rounding stops it."""
        best, stalled = np.inf, 0
        for _ in range(2000):
            end_if(cancelled)
            lower, upper = self.range_of_b()
            rounding = EPSILON * float(self.alpha.sum())
            if lower - upper <= max(_TOLERANCE * self._unit, rounding, 4 * EPSILON) or stalled == _STALLED:
                return
            middle = (lower + upper) / 2
            b = middle if self.alpha.any() else float(np.sign(self._y.sum()))
            ahead = self._y * (self._products + middle) - 1
            wrong = np.maximum(np.where(self.alpha < self._C, -ahead, 0), np.where(self.alpha > 0, ahead, 0))
            worst = np.argsort(-wrong, kind="stable")[:200]
            working = np.union1d(self._free(), worst[wrong[worst] > 0])
            self._take(self._balanced(self._solved_on(working, b)))
            stalled = 0 if self._value() < best - rounding else stalled + 1
            best = min(best, self._value())
            if stalled:
                self.polish()

    @property
    def gap(self) -> float:
        """By how much the two ends of `range_of_b` lie the wrong way round."""
        lower, upper = self.range_of_b()
        return max(0.0, lower - upper)

    def range_of_b(self) -> tuple[float, float]:
        """What b must reach, and what it must not pass, as α stands; equal at an optimum with an example between."""
        to_margin = self._y - self._products
        can_grow, can_fall = self.alpha < self._C, self.alpha > 0
        positive = self._y > 0
        pushes_up, pushes_down = np.where(positive, can_grow, can_fall), np.where(positive, can_fall, can_grow)
        return float(to_margin[pushes_up].max(initial=-np.inf)), float(to_margin[pushes_down].min(initial=np.inf))

    def polish(self) -> bool:
        """Put the free examples on the margin exactly, where daqp leaves them a little off; whether that helped."""
        free, full = self._free(), np.flatnonzero(self.alpha >= self._C)
        if not len(free):
            return False
        y = self._y[free]
        system = np.zeros((len(free) + 1, len(free) + 1))
        system[:-1, :-1] = self._gram[np.ix_(free, free)] * np.outer(y, y)
        system[:-1, -1] = system[-1, :-1] = y
        pull = self._gram[np.ix_(free, full)] @ (self.alpha[full] * self._y[full])
        wanted = np.append(1 - y * pull, -(self.alpha[full] @ self._y[full]))
        polished = self.alpha.copy()
        polished[free] = np.linalg.lstsq(system, wanted, rcond=None)[0][:-1]
        if polished[free].min() <= 0 or polished[free].max() >= self._C:
            return False
        before, kept = self.gap, self.alpha
        self._take(self._balanced(polished))
        if self.gap < before:
            return True
        self._take(kept)
        return False

    def _take(self, alpha: FloatArray) -> None:
        self.alpha = alpha
        support = np.flatnonzero(alpha)
        self._products: FloatArray = self._gram[:, support] @ (alpha[support] * self._y[support])

    def _value(self) -> float:
        return float((self.alpha * self._y) @ self._products / 2 - self.alpha.sum())

    def _free(self) -> IntArray:
        return np.flatnonzero((self.alpha > 0) & (self.alpha < self._C))

    def _balanced(self, alpha: FloatArray) -> FloatArray:
        """`alpha` with Σαy = 0: what is over is taken from where there is room, the free examples first."""
        for rows in (np.flatnonzero((alpha > 0) & (alpha < self._C)), np.arange(len(alpha))):
            over = math.fsum(alpha * self._y)
            room = np.where(self._y[rows] * over > 0, alpha[rows], self._C - alpha[rows])
            whole = float(room.sum())
            if abs(over) > EPSILON * whole and (whole >= abs(over) or len(rows) == len(alpha)):
                alpha = alpha.copy()
                alpha[rows] = np.clip(alpha[rows] - self._y[rows] * (over * (room / whole)), 0.0, self._C)
        return alpha

    def _solved_on(self, rows: IntArray, b: float) -> FloatArray:
        """α with its entries at `rows` (m,) the best for the others as they are, or as before where daqp gives up.

        `b` changes nothing, as Σαy is given; where it is near that of the optimum, no large number hides a small one.
        Where C is small, daqp sees α/C.
        """
        y, m, others, unit = self._y[rows], len(rows), self.alpha.copy(), self._unit
        others[rows] = 0
        active = np.flatnonzero(others)
        signed = others[active] * self._y[active]
        cost = self._gram[np.ix_(rows, rows)] * np.outer(y, y)
        steep = _STEEP * self._C / unit
        linear = np.clip((y * (self._gram[np.ix_(rows, active)] @ signed + b) - 1) / unit, -steep, steep)
        rest = -signed.sum() / unit
        upper, lower = np.append(np.full(m, self._C / unit), rest), np.append(np.zeros(m), rest)
        # 5 is daqp's word for a constraint that always holds with equality.
        senses = np.append(np.zeros(m, np.int32), np.int32(5))
        for weight in _PROXIMAL:
            nearby, pull = cost + weight * np.eye(m), linear - weight * self.alpha[rows] / unit
            found, _, flag, info = daqp.solve(nearby, pull, y[None, :].copy(), upper, lower, senses, cycle_tol=1000)
            if flag > 0:
                held, inside = info["lam"][:m], np.clip(found * unit, 0.0, self._C)
                others[rows] = np.where(held < 0, 0.0, np.where(held > 0, self._C, inside))
                return others
        return self.alpha
