"""When an example moves the vector, and how: those that are alike in one file, and the table of them."""

from __future__ import annotations

from dataclasses import replace

from core.errors import InputError
from core.rules.kinds import MarginPerceptron, OnlineSvm, PassiveAggressive, Perceptron
from core.rules.rule import Rule, Verdict
from core.spec import Axis, RunSpec
from core.ties import find_tie

__all__ = ["RULES", "Perceptron", "Rule", "Verdict", "make_rule"]

RULES: Axis[type[Rule]] = Axis("rule", "a rule", (Perceptron, MarginPerceptron, PassiveAggressive, OnlineSvm))
"""Name → rule, made with the numbers of a spec."""


def make_rule(spec: RunSpec) -> Rule:
    """Return the rule of a resolved spec. Raises InputError for an unknown name, and a rate that it has no use for."""
    rule = RULES.find(spec.rule).of(spec)
    if spec.rate != 1 and not rule.whole:
        rated = " and ".join(name for name, other in RULES.items() if other.of(spec).whole)
        raise InputError(
            f"the rule {rule.name} has its own step; leave out the learning rate, which is only for {rated}"
        )
    fixed = spec.start[-1] if isinstance(spec.start, tuple) and spec.bias == 0 else 0.0
    return replace(rule, tie=find_tie(spec.tie), exact_rate=spec.rate, fixed=fixed)
