"""The record where every example is an update: its vectors are found again by the same steps (004 §2.7)."""

from __future__ import annotations

from core.datasets.arithmetic import BiasFeature
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.engine.every_example import Steps
from core.orders import Order
from core.record.linear import LinearHistory
from core.rules import Rule


class EveryExampleHistory(LinearHistory):
    """Update k is example t = k, and each vector lives for one example."""

    def __init__(
        self, dataset: Dataset, bias: BiasFeature, order: Order, rule: Rule, start: FloatArray | None = None
    ) -> None:
        super().__init__(dataset, bias, order, rule, start)
        self._steps = Steps(dataset, bias, rule)

    def _replay(self, first: int, stop: int, start: FloatArray) -> FloatArray:
        return self._steps.walk(self.index(first, stop), start)

    def _replay_to(self, first: int, places: IntArray, start: FloatArray) -> FloatArray:
        return self._replay(first, first + int(places[-1]), start)[places]
