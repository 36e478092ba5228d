"""The record of an online SVM: every example is a row, and its vectors are had back by the same steps (004 §2.7)."""

from __future__ import annotations

from dataclasses import replace

from core.arithmetic import BiasFeature
from core.dataset import Dataset, FloatArray
from core.engine.batch import IndexArray
from core.engine.online_svm import Steps
from core.orders import Order
from core.record.history import Moment, State
from core.record.linear import LinearHistory


class OnlineSvmHistory(LinearHistory):
    """Update k is example t = k, and each vector lives for one example.

    A State's `mistake` says that the step added to w, because y·a < 1; w shrinks whether or not.
    """

    def __init__(self, dataset: Dataset, bias: BiasFeature, penalty: float, order: Order) -> None:
        super().__init__(dataset, bias, order)
        self._steps = Steps(dataset, bias, penalty)

    def _replay(self, index: IndexArray, start: FloatArray) -> tuple[FloatArray, FloatArray]:
        return self._steps.walk(index, start)

    def _state(self, moment: Moment) -> State:
        state = super()._state(moment)
        return replace(state, mistake=state.example > 0 and state.label * state.activation < 1)
