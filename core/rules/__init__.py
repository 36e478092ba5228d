"""When an example moves the vector, and how: one file a rule, and the table of them."""

from __future__ import annotations

from core.errors import named
from core.rules.margin_perceptron import MarginPerceptron
from core.rules.online_svm import OnlineSvm
from core.rules.passive_aggressive import PassiveAggressive
from core.rules.perceptron import Perceptron
from core.rules.rule import Rule, Verdict
from core.spec import RunSpec, names_stand_in

__all__ = ["RULES", "Perceptron", "Rule", "Verdict", "make_rule"]

RULES: dict[str, type[Rule]] = {
    rule.name: rule for rule in (Perceptron, MarginPerceptron, PassiveAggressive, OnlineSvm)
}
"""Name → rule, made with the numbers of a spec."""
names_stand_in(RULES, "rule", "a rule")


def make_rule(spec: RunSpec) -> Rule:
    """The rule that a resolved spec names. Raises InputError for a name that is not in the table."""
    return named(spec.rule, RULES, "a rule").of(spec)
