"""The predictors, which turn a run into a classifier: one file for each, and the table of them."""

from __future__ import annotations

from core.predictors.averaged import Averaged
from core.predictors.predictor import Predictor as Predictor
from core.predictors.predictor import PredictorProgress as PredictorProgress
from core.predictors.predictor import errors_along as errors_along
from core.predictors.predictor import lives_between as lives_between
from core.predictors.single import BestErrors as BestErrors
from core.predictors.single import Last, Pocket
from core.predictors.voted import Count as Count
from core.predictors.voted import Vote as Vote
from core.predictors.voted import Voted
from core.predictors.voted import counts_to as counts_to
from core.spec import Axis

PREDICTORS: Axis[Predictor] = Axis("predictor", "a predictor", (Last(), Averaged(), Voted(), Pocket()))
find_predictor = PREDICTORS.find
