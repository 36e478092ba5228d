"""Rules that add y·x: for a mistake, or for an example that is not more than m on the right side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from core.rules.rule import Rule
from core.spec import Idea


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
