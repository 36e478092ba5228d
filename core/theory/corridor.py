"""The theorem in one picture: in lengths, against k, a run lies between a floor and a ceiling that meet.

Squared and joined by Cauchy and Schwarz, the two promises of Block and Novikoff 1962 (Perceptron 000, Huang 001) are

    p + kγ ≤ w·ŵ* ≤ ‖w‖ ≤ √(q + k(R² + 2m)),

with p = q = 0 from w = 0 and m = 0 for the perceptron's own rule. The floor is a line and the ceiling a root, so they
meet once, at the bound on k.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite, nan

import numpy as np

from core.datasets.dataset import FloatArray
from core.theory.bound_gap import DEPTH, SHORT, SIDEWAYS, SURPLUS, Part
from core.theory.margin.margin import Margin
from core.theory.vectors import has_star

FLOOR, ALONG, LENGTH, CEILING, MEETING = "floor", "along", "length", "ceiling", "meeting"
"""What can be pointed at in the picture."""
LOST, MISSED, LIMIT, COST, LEAST = "lost", "missed", "limit", "cost", "least"
"""The lines of learners of which the theorem does not speak."""

LEAST_ROOM = 4.0
"""The fewest updates that there is room for."""
_BEHIND = 1.08
"""How far beyond the bound, or beyond the run, the picture goes."""


@dataclass(frozen=True)
class Meeting:
    """Where floor and ceiling meet: after `update` updates, which no run makes more of, both are `length` long."""

    update: float
    length: float


@dataclass(frozen=True)
class Gap:
    """One of the three that lie between floor and ceiling at a k, from `low` to `high`, and the `parts` that fill it.

    The parts are what the room under the bound is made of: as differences of squares they are these gaps.
    """

    low: str
    high: str
    parts: tuple[Part, ...]

    @property
    def name(self) -> str:
        """E.g. "short and depth"."""
        return " and ".join(part.name for part in self.parts)


GAPS = (Gap(FLOOR, ALONG, (SURPLUS,)), Gap(ALONG, LENGTH, (SIDEWAYS,)), Gap(LENGTH, CEILING, (SHORT, DEPTH)))
"""From the bottom up."""


@dataclass(frozen=True, eq=False)
class Corridor:
    """What the theorem promises of the lengths of a run with this `margin`, in its units; made by `corridor_of`."""

    margin: Margin

    @property
    def has_floor(self) -> bool:
        """Whether there is a ŵ* to reach along."""
        return has_star(self.margin)

    def floor(self, k: FloatArray) -> FloatArray:
        """p + kγ after each of k updates (m,); NaN where there is no floor."""
        return self.margin.lower(k) if self.has_floor else np.full(len(k), nan)

    def ceiling(self, k: FloatArray) -> FloatArray:
        """√(q + k(R² + 2m)) after each of k updates (m,)."""
        return np.sqrt(self.margin.upper(k))

    @property
    def meeting(self) -> Meeting | None:
        """Where they meet; None where they do not, or where floats do not reach."""
        bound = self.margin.bound
        if not self.has_floor or bound is None or not isfinite(bound):
            return None
        return Meeting(bound, self.margin.lower(bound))

    def lowest(self, updates: float) -> float:
        """The lowest place of the floor up to that many updates; 0 at most."""
        return min(0.0, float(np.nan_to_num(self.floor(np.array([0.0, updates])), nan=inf).min()))


def axis_reach(last: float, meeting: Meeting | None) -> tuple[float, float]:
    """Return how far the axis reaches by itself, and at most, for a run up to `last`: to the bound, unless far off.

    A run that ends before a fifth of a bound of more than 8 updates is shown in full width.
    """
    end = max(last * _BEHIND, LEAST_ROOM)
    if meeting is None:
        return end, end
    bound = max(meeting.update * _BEHIND, meeting.update + 0.5)
    far = last < 0.2 * meeting.update and meeting.update > 8
    return end if far else bound, max(bound, end)


def corridor_of(margin: Margin) -> Corridor | None:
    """None where the theorem does not speak of the learner."""
    return Corridor(margin) if margin.theorem else None


def lengths_of(w_norm_sq: FloatArray, w_dot_wstar: FloatArray | None) -> FloatArray:
    """‖w‖ of many vectors (m,), as `lengths_at` has it of one: rounding lifts no w·ŵ* above it."""
    lengths: FloatArray = np.sqrt(np.maximum(w_norm_sq, 0.0))
    return lengths if w_dot_wstar is None else np.maximum(lengths, w_dot_wstar)
