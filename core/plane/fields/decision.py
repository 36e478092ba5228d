"""Any classifier on a grid, in the way that is fastest for its kind."""

from __future__ import annotations

from core.datasets.dataset import FloatArray
from core.plane.fields.expansion import expansion_field, plane_field
from core.plane.fields.grid import Grid
from core.plane.projections import PLANE, Projection
from core.spaces.kernel import Expansion
from core.spaces.space import Decision


def decision_field(decision: Decision, projection: Projection, grid: Grid) -> FloatArray:
    """Decision values of a classifier where a grid lies in the section of a projection; shape (q, p)."""
    if isinstance(decision, Expansion):
        support = projection.reduced(decision.support)
        return expansion_field(grid.seen(projection), decision.kernel, support, decision.coefficients, decision.offset)
    if decision.weights is not None and decision.intercept is not None:
        return plane_field(grid, *projection.line(decision.weights, decision.intercept))
    return decision.score(projection.lift(grid.points(PLANE))).reshape(grid.shape)
