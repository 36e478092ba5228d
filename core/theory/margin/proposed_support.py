"""Which examples ŵ*, or the proof that there is none, hangs on: a guess in floating point, for others to prove."""

from __future__ import annotations

import math

import daqp
import numpy as np

from core.datasets.dataset import FloatArray, IntArray
from core.theory.margin.search import Check

_WEIGHT_SCALE = 2**30
_NO_LIMIT = 1e30
_AT_ONCE = 20_000
"""So many examples are soon looked at together; of more, those that seem to matter."""
_FIRST, _WORST = 4_096, 512
_VIOLATED = 1e-9
_ROUNDS = 30


def propose(signed: FloatArray, slack_cost: float, check: Check) -> dict[int, int]:
    """The rows of zᵢ = `signed` (n, D) that matter and their weights, whole numbers > 0, as daqp sees it.

    It solves min ½‖v‖² + ½ρs² subject to zᵢ·v + s ≥ 1 with zᵢ scaled to about 1: always feasible, strictly convex, one
    slack s shared by all. The multipliers are > 0 on the support examples of separable data; else v = 0, s = 1 and they
    are the λ of a certificate. A small `slack_cost` ρ is kinder to certificates, a large one to small margins.

    Of many examples some are taken, and then, again and again, those that their solution violates most: few are ever
    looked at together, and where some of them cannot be separated no others need to be. `check` is called now and then.
    """
    scale = float(np.abs(signed).max())
    n = len(signed)
    rows = np.unique(np.linspace(0, n - 1, n if n <= _AT_ONCE else _FIRST).astype(np.int64))
    for _ in range(_ROUNDS):
        check()
        solution, multipliers = _solved(signed[rows] / scale, slack_cost)
        if len(rows) == n:
            break
        values = signed @ (solution[:-1] / scale) + solution[-1]
        violated = np.flatnonzero(values < 1 - _VIOLATED)
        more = np.setdiff1d(violated[np.argsort(values[violated])[:_WORST]], rows)
        if not len(more):
            break
        rows = np.union1d(rows, more)
    return _whole(rows, multipliers)


def _solved(scaled: FloatArray, slack_cost: float) -> tuple[FloatArray, FloatArray]:
    """(v, s), shape (D + 1,), and the multipliers (n,), all 0 where daqp gives up."""
    n, dimensions = scaled.shape
    constraints = np.hstack([scaled, np.ones((n, 1))])
    cost, linear = np.diag([*np.ones(dimensions), slack_cost]), np.zeros(dimensions + 1)
    upper, lower, senses = np.full(n, _NO_LIMIT), np.ones(n), np.zeros(n, np.int32)
    solution, _, flag, info = daqp.solve(cost, linear, constraints, upper, lower, senses, primal_tol=1e-12)
    if flag <= 0:
        return np.append(np.zeros(dimensions), 1.0), np.zeros(n)
    return np.asarray(solution), np.abs(info["lam"])


def _whole(rows: IntArray, multipliers: FloatArray) -> dict[int, int]:
    """The multipliers (m,) of `rows` in about these ratios; any row will do to begin with where there are none."""
    if not multipliers.any():
        return {0: 1}
    shares = multipliers * (_WEIGHT_SCALE / multipliers.sum())
    matter = np.flatnonzero(multipliers)
    return {row: math.ceil(share) for row, share in zip(rows[matter].tolist(), shares[matter].tolist(), strict=True)}
