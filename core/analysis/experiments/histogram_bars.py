"""Numbers of updates gathered into the bars of a histogram."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.numbers.numerals import round_steps

_MOST_OF_THEM = 0.98
"""Runs longer than so many of them may share a bar."""
_FAR = 2.0


@dataclass(frozen=True)
class Bar:
    """The runs of `first` to `last` updates, both included: `members` are their places in the list."""

    first: int
    last: int
    members: tuple[int, ...]


def bars(updates: Sequence[int], most: int = 40) -> tuple[Bar, ...]:
    """Bars of one width, a round number of updates, from the fewest to the most; `most` and one more, empty ones too.

    A bar begins at a multiple of the width, and one of width 1 holds a single number. Where a few runs are much longer
    than all others, the last bar holds them all, whatever its width.
    """
    if not updates:
        return ()
    in_order = sorted(updates)
    low, high = in_order[0], in_order[round((len(updates) - 1) * _MOST_OF_THEM)]
    if in_order[-1] - low <= _FAR * (high - low):
        high = in_order[-1]
    width = next(round(step) for step in round_steps(1.0) if high // round(step) - low // round(step) < most)
    end = (high // width + 1) * width
    members: dict[int, list[int]] = {place: [] for place in range(low // width, end // width)}
    beyond: list[int] = []
    for index, count in enumerate(updates):
        (members[count // width] if count < end else beyond).append(index)
    made = tuple(Bar(place * width, (place + 1) * width - 1, tuple(held)) for place, held in members.items())
    return (*made, Bar(end, in_order[-1], tuple(beyond))) if beyond else made
