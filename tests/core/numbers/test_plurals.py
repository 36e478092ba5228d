"""What is counted has its noun in the right number."""

from __future__ import annotations

import pytest

from core.numbers.numerals import counted, ordinal


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 updates"), (1, "1 update"), (2, "2 updates"), (1_562, "1,562 updates")]
)
def test_only_one_is_singular(count: int, said: str) -> None:
    assert counted(count, "update") == said


@pytest.mark.parametrize(
    ("count", "told"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (13, "13th"), (112, "112th"), (1_563, "1,563rd")],
)
def test_the_place_in_a_row_is_told(count: int, told: str) -> None:
    assert ordinal(count) == told
