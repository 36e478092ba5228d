"""Every relation of a proof page holds as printed: over runs, playheads, units, separators, starts and kernels."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from core.numbers.formulas import as_written
from core.theory.proof import Value
from tests.core.relations import is_true, relations_in
from tests.core.some_runs import pages_of, some_runs

_FEW, _MANY = 40, 160


def assert_read(value: Value) -> None:
    """A number has the digits that it is written with."""
    read = as_written(value.text)
    if read is not None:
        assert abs(read - Fraction(value.number)) <= max(abs(Fraction(value.number)) / 1990, Fraction(1, 10**300))


def look_through(many: int) -> Counter[str]:
    """Every page of so many runs; how often each relation was seen."""
    seen: Counter[str] = Counter()
    for run, rng in some_runs(many):
        for proof, margin in pages_of(run, rng):
            seen["pages"] += 1
            for line in proof.lines:
                for row in line.numbers.splitlines():
                    for left, sign, right in relations_in(row):
                        assert is_true(left, sign, right), (run.spec, line.name, row)
                        seen[sign] += 1
                assert line.holds == ("✗" not in line.numbers), line
                if line.name != "room":
                    for value in line.values.values():
                        assert_read(value)
                else:
                    whole, *parts = (as_written(line.values[name].text) for name in ("total", *_PARTS))
                    adds_up = f" {line.values['total'].text} = " in line.numbers
                    assert adds_up == (whole == sum(part or 0 for part in parts)), line.numbers
                    seen["rooms"] += 1
                    seen["rooms that add up"] += adds_up
            seen["own"] += margin.notation.separator == "u"
    return seen


_PARTS = ("short", "depth", "sideways", "surplus")


@pytest.mark.slow
def test_every_relation_of_a_page_holds_as_it_is_printed() -> None:
    seen = look_through(_FEW)
    assert min(seen[name] for name in ("pages", "own", "rooms", "=", "≈", "≥", "≤")) > 20
    assert seen["rooms that add up"] > 0.9 * seen["rooms"]


@pytest.mark.slow
def test_every_relation_of_the_pages_of_many_runs_holds_as_it_is_printed() -> None:
    seen = look_through(_MANY)
    print(dict(seen))
    assert seen["rooms that add up"] > 0.9 * seen["rooms"]
