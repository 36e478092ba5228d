"""How a run that is played from its start gathers speed: its first updates take their time."""

from __future__ import annotations

USUAL_SPEED = 4.0
"""Steps a second, before anybody chooses a speed."""

UNHURRIED = 3
"""So many updates are shown one act after another before the run gathers speed."""

_LONG = 1.8
"""Seconds that each of them is on display."""
_SHORTER = 0.7
"""What is left of that from each later update to the next."""


def seconds_before(update: int) -> float:
    """How long the playhead waits before update k ≥ 1: the first comes soon, for somebody has just pressed Play."""
    usual = 1 / USUAL_SPEED
    if update <= 1:
        return usual
    return max(_LONG * _SHORTER ** max(update - UNHURRIED - 1, 0), usual)
