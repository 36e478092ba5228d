"""By how much w turns is true to its last digit, and where it does not turn no angle is told."""

from __future__ import annotations

import math
import re
from fractions import Fraction

import pytest

from core.explain import why
from core.record.history import State
from tests.core.relations import value_of
from tests.core.some_runs import some_runs

_FEW, _MANY = 40, 320


def true_turn(state: State) -> float:
    """The angle between w before and after, in degrees, from exact sums of the floats."""
    before, after = ([Fraction(value) for value in w.tolist()] for w in (state.w_before, state.w))
    along = sum((a * b for a, b in zip(before, after, strict=True)), Fraction(0))
    lengths = [sum((a * a for a in w), Fraction(0)) for w in (before, after)]
    across = 1 - along * along / (lengths[0] * lengths[1])
    sine, cosine = math.sqrt(across), math.copysign(math.sqrt(1 - across), along)
    return math.degrees(math.atan2(sine, cosine))


def look_through(many: int) -> int:
    seen = 0
    for run, _ in some_runs(many):
        if not run.space.has_coordinates:
            continue
        for k in range(1, run.updates + 1):
            state = run.history.seek(k)
            if not (state.w_before.any() and state.w.any()):
                continue
            told, true = re.search(r"turns w by (\S+)°", why(run, state)), true_turn(state)
            if told is None:
                assert true < 1e-12
                continue
            angle = value_of(told[1])
            assert angle is not None
            assert float(angle) == pytest.approx(true, rel=5.1e-3)
            seen += 1
    return seen


def test_the_angle_of_a_turn_is_true_to_its_last_digit() -> None:
    assert look_through(_FEW) > 100


@pytest.mark.slow
def test_the_angles_of_the_turns_of_many_runs_are_true_to_their_last_digit() -> None:
    assert look_through(_MANY) > 1_000
