"""The perceptron's rule: a mistake adds y·x."""

from __future__ import annotations

from dataclasses import dataclass

from core.idea import Idea
from core.rules.rule import Rule


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
