"""The perceptron and its theory, without a window: load data, train, and see why it must stop.

>>> import core
>>> run = core.train(core.Dataset([[2, 1], [-1, -2]], [1, -1]), core.RunSpec(bias=0))
>>> run.updates, run.converged
(1, True)
"""

from __future__ import annotations

from core.arithmetic import bias_feature
from core.dataset import Dataset
from core.errors import InputError
from core.explain import explain
from core.files import read as load
from core.run import Run, train
from core.spec import Bias, RunSpec
from core.theory.margin import Margin, margin_of

__all__ = ["Dataset", "InputError", "Margin", "Run", "RunSpec", "explain", "load", "margin", "train"]


def margin(dataset: Dataset, bias: Bias = 1) -> Margin:
    """ŵ*, γ, R and the bound R²/γ² of the data, or the certificate that there is none.

    `bias` is the bias feature B ≥ 0, or "radius". Raises InputError for a bias that is not possible.
    """
    return margin_of(dataset, bias_feature(dataset, RunSpec(bias=bias).bias))
