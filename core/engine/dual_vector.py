"""A learner's vector in a kernel's feature space, known by its decision values at the examples (004 §2.5)."""

from __future__ import annotations

import numpy as np

from core.datasets.arithmetic import BiasFeature
from core.datasets.dataset import Dataset, FloatArray
from core.engine.dual_compiled import DualLoop
from core.engine.picks_compiled import CompiledPicks
from core.engine.scan_compiled import can_scan
from core.kernels import Kernel
from core.kernels.gram import GramColumns
from core.orders import Pick
from core.rules import Rule


def dual_keyframe_interval(n: int) -> int:
    """How many updates lie between keyframes of n decision values: two bytes an update at most."""
    return max(4096, 4 * n)


class DualVector:
    """`values` f(xᵢ) = Σ τyⱼk̃(xⱼ, xᵢ) (n,), summed over the updates in their order.

    The compiled `loop` is there where it knows the rule.
    """

    keeps_activation = True

    def __init__(self, dataset: Dataset, kernel: Kernel, bias: BiasFeature, rule: Rule) -> None:
        self.dataset, self.rule = dataset, rule
        self.values: FloatArray = np.zeros(dataset.n)
        self.interval = dual_keyframe_interval(dataset.n)
        self._labels = dataset.y.astype(np.float64)
        self._norms = kernel.diagonal(dataset.X) + bias.squared
        self._columns = GramColumns(dataset, kernel, bias, dataset.X)
        self.loop = DualLoop(dataset, rule, self._columns, self._norms, self.values) if can_scan(rule) else None

    def scores(self) -> FloatArray:
        return self.values * self._labels

    def learn(self, row: int, score: float) -> None:
        """f ← f + τyⱼk̃(xⱼ, ·) for example j = `row`, with yⱼf(xⱼ) = `score`."""
        column = self._columns.column(row)
        self.values += self.rule.size(score, float(self._norms[row])) * column if self.rule.sized else column

    def picks(self, order: Pick) -> CompiledPicks:
        if self.loop is None:
            raise RuntimeError("the compiled loops are not there")
        return self.loop.picks(order)
