"""The predictors, which turn a run into a classifier: one file for each, and the table of them."""

from __future__ import annotations

from core.predictors.averaged import Averaged
from core.predictors.predictor import Predictor, PredictorProgress, lives_between
from core.predictors.single import BestErrors, Last, Pocket
from core.predictors.voted import Count, Vote, Voted, counts_to
from core.spec import Axis

__all__ = ["BestErrors", "Count", "Predictor", "PredictorProgress", "Vote", "counts_to", "lives_between"]

PREDICTORS: Axis[Predictor] = Axis("predictor", "a predictor", (Last(), Averaged(), Voted(), Pocket()))
find_predictor = PREDICTORS.find
