"""What a run means as a classifier: one file a predictor, and the table of them."""

from __future__ import annotations

from core.errors import InputError
from core.predictors.averaged import Averaged
from core.predictors.last import Last
from core.predictors.pocket import BestErrors, Pocket
from core.predictors.predictor import (
    Code,
    Follower,
    Notes,
    Predictor,
    Step,
    Symbols,
    decision_blocks,
    errors_along,
    errors_of,
)
from core.predictors.voted import Count, Vote, VoteCounts, Voted, counts_to, lives_between, votes_between

__all__ = [
    "PREDICTORS",
    "BestErrors",
    "Code",
    "Count",
    "Follower",
    "Notes",
    "Predictor",
    "Step",
    "Symbols",
    "Vote",
    "VoteCounts",
    "counts_to",
    "decision_blocks",
    "errors_along",
    "errors_of",
    "find_predictor",
    "lives_between",
    "votes_between",
]

PREDICTORS: dict[str, Predictor] = {predictor.name: predictor for predictor in (Last(), Averaged(), Voted(), Pocket())}
"""Name → predictor."""


def find_predictor(name: str) -> Predictor:
    """The predictor called `name`; raises InputError for a name that is not in the table."""
    if name not in PREDICTORS:
        raise InputError(f"{name!r} is not a predictor; {', '.join(PREDICTORS)} is expected")
    return PREDICTORS[name]
