"""Another learner for the same data: what stays of the numbers that were chosen, and what is said of the others."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from core.learners import LEARNERS, rule_of, with_learner
from core.spec import RunSpec


@pytest.mark.parametrize(("before", "after"), list(permutations(LEARNERS, 2)))
def test_a_learning_rate_stays_with_another_learner_or_is_said_to_be_left_out(before: str, after: str) -> None:
    if not rule_of(RunSpec(before)).whole:
        return
    spec = RunSpec(before, rate=Fraction(1, 4))
    changed, told = with_learner(spec, after)
    if rule_of(RunSpec(after)).whole:
        assert changed.rate == Fraction(1, 4)
        assert "learning rate" not in told
    else:
        assert changed.rate == 1
        assert told.endswith("the learning rate 1/4 was left out.") or "the learning rate 0.25 was left out." in told
