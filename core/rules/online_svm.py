"""The rule of the online SVM: every example shrinks w, and one within the margin adds C·y·x."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from core.datasets.dataset import FloatArray
from core.rules.rule import Rule
from core.spec import RunSpec


@dataclass(frozen=True)
class OnlineSvm(Rule):
    """w ← (1 − 1/(2N))·w; and y·a < 1: w ← w + C·y·x, b ← b + C·y·B² (004 §2.7, where C is called γ).

    b is not shrunk. a = w·x + b is that of the vector that meets the example.
    """

    weight: float

    name: ClassVar[str] = "online-svm"
    title: ClassVar[str] = "every example shrinks w; y·a < 1 adds C·y·x"
    parameters: ClassVar[tuple[str, ...]] = ("penalty",)
    strict: ClassVar[bool] = True
    every_example: ClassVar[bool] = True
    shrinking: ClassVar[str] = "w ← (1 − 1/(2N))·w"
    factor: ClassVar[str] = "C·"
    idle: ClassVar[str] = "w only shrinks"
    passing: ClassVar[str] = "Shrink w on"
    silence: ClassVar[str] = "The theorem does not speak of this learner: it is not driven by mistakes."
    instead: ClassVar[str] = "Every example moves w. The cost to watch is ½‖w‖² + C·Σ max(0, 1 − y·a)."
    cost: ClassVar[str] = "½‖w‖² + C·Σ max(0, 1 − y·a)"

    @classmethod
    def of(cls, spec: RunSpec) -> Self:
        """With the C of `spec`."""
        return cls(spec.penalty)

    @property
    def threshold(self) -> float:
        """1, where the hinge loss ends."""
        return 1.0

    @property
    def penalty(self) -> float:
        """C."""
        return self.weight

    def shrink(self, n: int) -> float:
        """1 − 1/(2N)."""
        return 1 - 1 / (2 * max(n, 1))

    def size(self, score: float, squared: float) -> float:
        """C, whatever the example."""
        return self.weight

    def sizes(self, scores: FloatArray, squared: FloatArray) -> FloatArray:
        """C for each; shape (m,)."""
        return np.full(len(scores), self.weight)
