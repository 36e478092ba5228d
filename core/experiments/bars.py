"""Numbers of updates gathered into the bars of a histogram."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.numerals import round_steps


@dataclass(frozen=True)
class Bar:
    """The runs of `first` to `last` updates, both included: `members` are their places in the list."""

    first: int
    last: int
    members: tuple[int, ...]


def bars(updates: Sequence[int], most: int = 40) -> tuple[Bar, ...]:
    """Bars of one width, a round number of updates, from the fewest to the most; at most `most`, empty ones too.

    A bar begins at a multiple of the width, and one of width 1 holds a single number.
    """
    if not updates:
        return ()
    low, high = min(updates), max(updates)
    width = next(round(step) for step in round_steps(1.0) if high // round(step) - low // round(step) < most)
    members: dict[int, list[int]] = {place: [] for place in range(low // width, high // width + 1)}
    for index, count in enumerate(updates):
        members[count // width].append(index)
    return tuple(Bar(place * width, (place + 1) * width - 1, tuple(held)) for place, held in members.items())
