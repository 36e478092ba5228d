"""The passive-aggressive rule: the smallest step that brings an example to y·a = 1."""

from __future__ import annotations

from dataclasses import dataclass

from core.datasets.dataset import FloatArray
from core.idea import Idea
from core.rules.rule import Rule


@dataclass(frozen=True)
class PassiveAggressive(Rule):
    """y·a < 1: w ← w + τ·y·x, b ← b + τ·y·B² with τ = (1 − y·a)/‖x̃‖² (Crammer et al. 2006, JMLR 7, §3).

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
    instead = "On separable data it meets at most {losses} mistakes, and goes on to bring every example to y·a ≥ 1."
    lingers = (
        "An update for one example may take another below 1 again: then they come nearer and nearer to 1, and the run "
        "need not stop by itself."
    )
    hopeless = "No vector brings every example of these data to y·a ≥ 1, so no run can stop by itself."

    @property
    def threshold(self) -> float:
        return 1.0

    @property
    def target(self) -> float:
        return 1.0

    def size(self, score: float, squared: float) -> float:
        """(1 − y·a)/‖x̃‖², 0 for an example at the origin."""
        return (1.0 - score) / squared if squared else 0.0

    def sizes(self, scores: FloatArray, squared: FloatArray) -> FloatArray:
        sizes = 1.0 - scores
        sizes[squared == 0] = 0.0
        sizes[squared != 0] /= squared[squared != 0]
        return sizes
