"""The rule of the online SVM: every example shrinks w, and one within the margin adds C·y·x."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from core.idea import Idea
from core.rules.rule import Rule
from core.spec import RunSpec


@dataclass(frozen=True)
class OnlineSvm(Rule):
    """w ← (1 − 1/(2N))·w; and y·a < 1: w ← w + C·y·x, b ← b + C·y·B² (Yuille 004 §2.7, where C is called γ).

    b is not shrunk. a = w·x + b is that of the vector that meets the example.
    """

    weight: float

    name = "online-svm"
    title = "every example shrinks w; y·a < 1 adds C·y·x"
    idea = Idea(
        "Every example shrinks w a little, and one with y·a < 1 also adds C·y·x.",
        "The shorter w, the wider the band |a| < 1 beside the boundary: "
        "a wide band is weighed against the examples that do not keep out of it.",
        "Every example moves w, so it does not settle: what a run ends with hangs on the order of the examples "
        "and on the number of epochs.",
    )
    parameters = ("penalty",)
    effects: ClassVar[Mapping[str, str]] = {"penalty": "Larger: an example with y·a < 1 costs more."}
    limit = "1"
    strict = True
    every_example = True
    shrinking = "w ← (1 − 1/(2N))·w"
    step = "C·"
    idle = "w only shrinks"
    passing = "Shrink w on"
    silence = "The theorem does not speak of this learner: it is not driven by mistakes."
    instead = "The cost to watch is ½‖w‖² + C·Σ max(0, 1 − y·a)."
    lingers = "Every example moves w, so a run goes on to its limits."
    cost = "½‖w‖² + C·Σ max(0, 1 − y·a)"

    @classmethod
    def of(cls, spec: RunSpec) -> Self:
        return cls(spec.penalty)

    @property
    def threshold(self) -> float:
        return 1.0

    @property
    def penalty(self) -> float:
        return self.weight

    def shrink(self, n: int) -> float:
        return 1 - 1 / (2 * max(n, 1))

    def size(self, score: float, squared: float) -> float:
        return self.weight
