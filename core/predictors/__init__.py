"""The predictors, which turn a run into a classifier: one file for each, and the table of them."""

from __future__ import annotations

from core.predictors.averaged import Averaged
from core.predictors.predictor import Code as Code
from core.predictors.predictor import Predicting as Predicting
from core.predictors.predictor import Predictor as Predictor
from core.predictors.predictor import PredictorProgress as PredictorProgress
from core.predictors.predictor import Step as Step
from core.predictors.predictor import Symbols as Symbols
from core.predictors.predictor import decision_blocks as decision_blocks
from core.predictors.predictor import errors_along as errors_along
from core.predictors.predictor import errors_of as errors_of
from core.predictors.predictor import lives_between as lives_between
from core.predictors.predictor import summed as summed
from core.predictors.single import BestErrors as BestErrors
from core.predictors.single import Last, Pocket
from core.predictors.voted import Count as Count
from core.predictors.voted import Vote as Vote
from core.predictors.voted import VoteCounts as VoteCounts
from core.predictors.voted import Voted
from core.predictors.voted import counts_to as counts_to
from core.predictors.voted import votes_between as votes_between
from core.spec import Axis

PREDICTORS: Axis[Predictor] = Axis("predictor", "a predictor", (Last(), Averaged(), Voted(), Pocket()))
find_predictor = PREDICTORS.find
