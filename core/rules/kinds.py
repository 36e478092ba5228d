"""The rules: those that add y·x for a mistake, or within a margin m; and those by which y·a < 1 moves w.

The latter move it as far as the example needs, or by a step of one size while w shrinks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from core.datasets.dataset import FloatArray
from core.rules.rule import Rule
from core.spec import Idea, RunSpec


@dataclass(frozen=True)
class Perceptron(Rule):
    """y·a ≤ 0: w ← w + y·x, b ← b + y·B² (Perceptron 000 … Yuille 004; a tie is a mistake)."""

    name = "perceptron"
    title = "a mistake adds y·x"
    idea = Idea(
        "An example on the wrong side, or on the boundary, adds y·x to w; every other leaves w as it is.",
        "It is the simplest rule with a proof: where some boundary separates the examples, "
        "it makes no more updates than the theorem's bound.",
        usual=True,
    )


@dataclass(frozen=True)
class MarginPerceptron(Rule):
    """y·a ≤ m: w ← w + y·x, b ← b + y·B², with a fixed margin m in the order of the file (Duda & Hart 1973).

    ‖w‖² grows by 2y·a + ‖x̃‖² ≤ R² + 2m in an update, so there are at most (R² + 2m)/γ² of them from w = 0.
    With a learning rate η it is m/η in the place of m.
    """

    margin: float

    name = "margin"
    title = "y·a ≤ m adds y·x"
    idea = Idea(
        "Not only a mistake adds y·x: so does an example that is right by m or less.",
        "A boundary that is only just right has examples close beside it; this one goes on until each has y·a > m.",
        "y·a > m is no distance: how far an example lies from the boundary is y·a/‖w‖.",
    )
    parameters = ("margin",)
    effects: ClassVar[Mapping[str, str]] = {
        "margin": "Larger: more examples are too near, and a run may take more updates; 0: only mistakes are."
    }
    limit = "m"
    outcome = "no example within the margin"

    @property
    def threshold(self) -> float:
        return self.margin


_MET = 1.0 - 2.0**-40
"""The y·a from which on an example counts as met: a step that aims at 1 misses it by rounding, but hardly by 2⁻⁴⁰."""


@dataclass(frozen=True)
class PassiveAggressive(Rule):
    """y·a < 1: w ← w + τ·y·x, b ← b + τ·y·B² with τ = (1 − y·a)/‖x̃‖² (Crammer et al. 2006, JMLR 7, §3).

    A run adds examples with y·a < 1 − 2⁻⁴⁰: what a step that aims at 1 leaves by rounding is no reason for another.

    On separable data the squared hinge losses add up to at most R²/γ², so no more than R²/γ² of the examples it meets
    are mistakes (their Theorem 2, u = ŵ*/γ); its updates may go on. From another start both are at most
    R²·‖w⁽⁰⁾ − ŵ*/γ‖², for w comes nearer to u by loss²/‖x̃‖² or more in an update (their Lemma 1). An example at the
    origin, B = 0, moves nothing.
    """

    name = "passive-aggressive"
    title = "y·a < 1 adds τ·y·x, so that y·a = 1"
    idea = Idea(
        "An example with y·a < 1 moves w, and no farther than it takes to bring that example to y·a = 1.",
        "Each step has the size that its example needs: a slight lack is mended by a small step, "
        "a deep mistake by a large one.",
    )
    limit = "1"
    strict = True
    sized = True
    sizing = "τ ← (1 − y·a)/‖x̃‖²"
    step = "τ·"
    outcome = "no example within the margin"
    bounds_losses = True
    silence = "The convergence theorem does not bound the updates of this learner; Crammer et al. bound its losses."
    promise = "On separable data it meets at most {losses} mistakes, and goes on to bring every example to y·a ≥ 1."
    lingers = (
        "An update for one example may take another below 1 again: then they come nearer and nearer to 1, and it may "
        "take many updates until all are within 2⁻⁴⁰ of it."
    )
    hopeless = "No vector brings every example of these data to y·a ≥ 1, so the learner never stops."

    @property
    def target(self) -> float:
        return 1.0

    @property
    def bars(self) -> tuple[float, float]:
        return _MET, _MET

    def size(self, score: float, squared: float) -> float:
        """Return (1 − y·a)/‖x̃‖², 0 for an example at the origin."""
        return (1.0 - score) / squared if squared else 0.0

    def sizes(self, scores: FloatArray, squared: FloatArray) -> FloatArray:
        sizes = 1.0 - scores
        sizes[squared == 0] = 0.0
        sizes[squared != 0] /= squared[squared != 0]
        return sizes


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
        "Every example moves w, so it does not settle: the end of a run depends on the order of the examples "
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
    promise = "The cost to watch is ½‖w‖² + C·Σ max(0, 1 − y·a)."
    lingers = "Every example moves w, so a run goes on to its limits."
    cost = "½‖w‖² + C·Σ max(0, 1 − y·a)"

    @classmethod
    def of(cls, spec: RunSpec) -> Self:
        return cls(spec.penalty)

    @property
    def penalty(self) -> float:
        return self.weight

    def shrink(self, n: int) -> float:
        return 1 - 1 / (2 * max(n, 1))

    def size(self, score: float, squared: float) -> float:
        return self.weight
