"""Any classifier on a grid, in the way that is fastest for its kind."""

from __future__ import annotations

from core.dataset import FloatArray
from core.fields.expansion import expansion_field, plane_field
from core.fields.grid import Grid
from core.spaces.kernel import Expansion
from core.spaces.space import Decision


def decision_field(decision: Decision, d: int, grid: Grid) -> FloatArray:
    """Decision values of a classifier of `d` features on a grid; shape (q, p)."""
    if isinstance(decision, Expansion):
        return expansion_field(grid, decision.kernel, decision.support, decision.coefficients, decision.offset)
    if decision.weights is not None and decision.intercept is not None:
        return plane_field(grid, decision.weights, decision.intercept)
    return decision.score(grid.points(d)).reshape(grid.shape)
