"""What is counted has its noun in the right number."""

from __future__ import annotations

import pytest

from core.numbers.numerals import counted


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 updates"), (1, "1 update"), (2, "2 updates"), (1_562, "1,562 updates")]
)
def test_only_one_is_singular(count: int, said: str) -> None:
    assert counted(count, "update") == said
