"""Decision values on a rectangular grid, fast enough to be drawn while a person watches."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from core.datasets.dataset import FloatArray
from core.plane.fields.crossings import VotesOnGrid, vote_contour, votes_nearer
from core.plane.fields.decision import decision_field
from core.plane.fields.expansion import expansion_field, plane_field
from core.plane.fields.follow import FollowedVote, Reached, follow_vote
from core.plane.fields.grid import Grid
from core.plane.fields.lines import VoteField, vote_of_lines
from core.plane.fields.pieces import VotingLines, distinct_lines, vote_boundary, votes_on_grid
from core.plane.fields.sampled import SampledVote
from core.plane.projections import Projection, first_features
from core.predictors import Vote
from core.run import Run

__all__ = [
    "FollowedVote",
    "Grid",
    "Reached",
    "SampledVote",
    "VoteField",
    "VotesOnGrid",
    "VotingLines",
    "decision_field",
    "distinct_lines",
    "expansion_field",
    "field_at",
    "field_of",
    "follow_vote",
    "plane_field",
    "vote_boundary",
    "vote_contour",
    "vote_of_lines",
    "votes_nearer",
    "votes_on_grid",
]


def field_of(run: Run, update: int, xs: ArrayLike, ys: ArrayLike, projection: Projection | None = None) -> FloatArray:
    """What the learner's own predictor said on a grid just after update k; shape (q, p). See `field_at`."""
    return field_at(run, run.history.example_of(update), xs, ys, projection)


def field_at(run: Run, example: int, xs: ArrayLike, ys: ArrayLike, projection: Projection | None = None) -> FloatArray:
    """Decision values of the run's predictor, as it stood after example t, at `xs` (p,) × `ys` (q,); shape (q, p).

    With one feature every row is the same; features beyond the second are 0, unless the section of a `projection` is
    asked for. Planes and votes of two features are exact, see `expansion_field` for the rest. To move a playhead over a
    vote use `follow_vote`, which works out differences.
    Raises ValueError unless the coordinates are strictly increasing, IndexError for an example beyond the record.
    """
    if not 0 <= example <= run.history.examples:
        raise IndexError(f"example {example} of {run.history.examples}")
    decision = run.decision(example)
    if isinstance(decision, Vote):
        return follow_vote(run, xs, ys, projection).seek(example).astype(np.float64)
    return decision_field(decision, projection or first_features(run.dataset), Grid.of(xs, ys))
