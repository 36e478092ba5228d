"""When an example moves the vector, and how: one file a rule, and the table of them."""

from __future__ import annotations

from core.errors import InputError, named
from core.rules.margin_perceptron import MarginPerceptron
from core.rules.online_svm import OnlineSvm
from core.rules.passive_aggressive import PassiveAggressive
from core.rules.perceptron import Perceptron
from core.rules.rule import Rule, Verdict
from core.spec import RunSpec, names_stand_in
from core.ties import find_tie

__all__ = ["RULES", "Perceptron", "Rule", "Verdict", "make_rule"]

RULES: dict[str, type[Rule]] = {
    rule.name: rule for rule in (Perceptron, MarginPerceptron, PassiveAggressive, OnlineSvm)
}
"""Name → rule, made with the numbers of a spec."""
names_stand_in(RULES, "rule", "a rule")


def make_rule(spec: RunSpec) -> Rule:
    """The rule that a resolved spec names, with its convention for ties and its learning rate.

    Raises InputError for a name that is in no table, and for a rate that the rule has no use for.
    """
    rule = named(spec.rule, RULES, "a rule").of(spec)
    if spec.rate != 1 and not rule.whole:
        raise InputError(
            f"the rule {rule.name} has its own step; a learning rate is expected only for {' and '.join(_rated(spec))}"
        )
    return rule.under(find_tie(spec.tie), spec.rate)


def _rated(spec: RunSpec) -> list[str]:
    return [name for name, rule in RULES.items() if rule.of(spec).whole]
