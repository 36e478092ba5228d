"""The perceptron's rule: a mistake adds y·x."""

from __future__ import annotations

from dataclasses import dataclass

from core.rules.rule import Rule


@dataclass(frozen=True)
class Perceptron(Rule):
    """y·a ≤ 0: w ← w + y·x, b ← b + y·B² (000 … 004; a tie is a mistake)."""

    name = "perceptron"
    title = "a mistake adds y·x"
