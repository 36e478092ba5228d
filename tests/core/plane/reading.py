"""What the predictor of a run says on a grid, in the way in which the canvas works it out."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from core.datasets.dataset import Dataset, FloatArray
from core.plane.fields.grid import Grid, decision_field
from core.plane.fields.votes import FollowedVote, follow_vote
from core.plane.projections import PLANE, Projection
from core.predictors import Vote
from core.run import Run


def first_features(dataset: Dataset) -> Projection:
    """The first two features, the others at 0; or the only one."""
    columns = tuple(range(min(dataset.d, PLANE)))
    return Projection(("", ""), "", columns, np.eye(PLANE, dataset.d), np.zeros(dataset.d))


def followed(run: Run, xs: ArrayLike, ys: ArrayLike) -> FollowedVote:
    """Its vote, at the first features."""
    return follow_vote(run, Grid.of(xs, ys), first_features(run.dataset))


def field_at(run: Run, example: int, xs: ArrayLike, ys: ArrayLike, projection: Projection | None = None) -> FloatArray:
    """Just after example t, at `xs` (p,) × `ys` (q,) of a section; shape (q, p)."""
    grid, projection, decision = Grid.of(xs, ys), projection or first_features(run.dataset), run.decision(example)
    if isinstance(decision, Vote):
        return follow_vote(run, grid, projection).seek(example).astype(np.float64)
    return decision_field(decision, projection, grid)
