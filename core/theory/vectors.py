"""w̃ = (w, b/B), or w with B = 0, compared with ŵ* = (w*, b*/B), in coordinates or in a kernel's feature space."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from core.datasets.arithmetic import EPSILON, ordered_dot, squared_norms
from core.datasets.dataset import FloatArray, IntArray
from core.record.history import History, State
from core.theory.margin.margin import Margin


class Rounding(NamedTuple):
    """The most by which the rounding of k updates may break each row of the theorem; `across` that of ‖w⊥‖² near 0."""

    length: float
    across: float
    progress: float = 0.0
    bound: float = 0.0
    angle: float = 0.0
    potential: float = 0.0


@dataclass(frozen=True, eq=False)
class Vectors:
    """Several w̃, as shown and in the units of the margin: ‖w̃‖² (m,), and w̃·ŵ* (m,), NaN if there is no ŵ*.

    `augmented` are the vectors themselves (m, D), None in a kernel's feature space, where they have no coordinates.
    """

    margin: Margin
    squared: FloatArray
    along: FloatArray
    augmented: FloatArray | None = None

    @property
    @np.errstate(over="ignore", invalid="ignore")
    def potential(self) -> FloatArray:
        """Φ = ‖w̃ − (R²/γ)ŵ*‖² (Yuille 004 §1.3), infinite or NaN where it is beyond all floats; shape (m,)."""
        reach = self.margin.potential_centre
        if self.augmented is None:
            return self.squared - 2 * reach * self.along + reach * reach
        return squared_norms(self.augmented - reach * self.margin.augmented_star)

    def across_of(self, k: int) -> float:
        """Return ‖w⊥‖² of the only vector here after k updates: 0 within rounding; a difference may be < 0."""
        across = float(self.squared[0] - self.along[0] * self.along[0])
        if self.augmented is not None:
            across = float(squared_norms(self.augmented - self.along[:, None] * self.margin.augmented_star)[0])
        return 0.0 if abs(across) <= self.rounding(k).across else across

    def angle(self, k: int) -> float:
        """Return the angle between that vector, not 0, and ŵ*, in degrees. Near 1 an arc cosine is mostly rounding."""
        return math.degrees(math.atan2(math.sqrt(max(self.across_of(k), 0.0)), float(self.along[0])))

    def rounding(self, k: int) -> Rounding:
        """Return how far w̃ may have drifted from the exact sum of its updates."""
        if self.augmented is None:
            return self._summed(k)
        margin, gamma, reach = self.margin, self.margin.progress, self.margin.potential_centre
        each, begun = EPSILON * (self.augmented.shape[1] + 5), math.sqrt(margin.start_squared)
        drift = each * (k + 4) * (begun + math.sqrt(k) * margin.rule.rate * margin.radius)
        length, across = 4 * (begun + math.sqrt(k * margin.growth)) * drift, 16 * drift * drift
        if not gamma:
            return Rounding(length, across)
        angle, bound = 4 * drift / math.sqrt(self.squared[0] or 1.0), 4 * drift / gamma
        error = drift + each * reach
        if margin.start is not None:
            # k₊ moves with the promises this many times more than R²/γ² does: √(q + k₊G)/(γ(k₊ − k₋)).
            low, high = margin.start.roots
            longest = math.sqrt(margin.start_squared + high * margin.growth)
            bound *= longest / (gamma * (high - low)) if high > low else 1.0
        return Rounding(length, across, drift, bound, angle, 4 * (begun + reach + error) * error)

    def _summed(self, k: int) -> Rounding:
        """Return the rounding of sums of k terms that keep to the theorem in floats."""
        margin, n = self.margin, 0 if self.margin.products is None else len(self.margin.products)
        relative = 4 * EPSILON * (k + n + 8)
        length = relative * k * margin.growth
        if not margin.gamma or margin.bound is None:
            return Rounding(length, length)
        progress, bound = relative * abs(float(self.along[0])), relative * math.sqrt(k + 1) * margin.bound
        angle = 2 * relative * math.sqrt(k) * margin.gamma / margin.radius
        potential = 8 * relative * margin.potential_centre * margin.potential_centre
        return Rounding(length, length, progress, bound, angle, potential)


def vectors_along(history: History, margin: Margin, start: int, stop: int) -> Vectors:
    """Return the vectors after updates start+1 … stop."""
    if (squared := history.norm_squared(start, stop)) is None:
        return _in_coordinates(margin, history.weights(start, stop)[1:])
    return _in_feature_space(margin, squared[1:], history.along(margin.products, start, stop))


def vectors_at(history: History, margin: Margin, updates: IntArray) -> Vectors:
    """Return the vectors after each of `updates` (m,), from 1, not decreasing."""
    start, stop, places = int(updates[0]) - 1, int(updates[-1]), updates - updates[0]
    if (squared := history.norm_squared(start, stop)) is None:
        return _in_coordinates(margin, history.weights_at(updates))
    along = history.along(margin.products, start, stop)
    return _in_feature_space(margin, squared[1:][places], None if along is None else along[places])


def vector_at(state: State, margin: Margin) -> Vectors:
    """Return the vector of a state."""
    if state.norm_squared is not None and state.alpha is not None:
        along = None if margin.products is None else np.array([(state.alpha * margin.products).sum()])
        return _in_feature_space(margin, np.array([state.norm_squared]), along)
    return _in_coordinates(margin, np.append(state.w, state.b)[None, :])


def _in_coordinates(margin: Margin, weights: FloatArray) -> Vectors:
    augmented = margin.bias.augmented(weights) / margin.notation.unit
    has_star = margin.w_star is not None
    along = ordered_dot(augmented, margin.augmented_star) if has_star else np.full(len(augmented), math.nan)
    return Vectors(margin, squared_norms(augmented), along, augmented)


def _in_feature_space(margin: Margin, squared: FloatArray, along: FloatArray | None) -> Vectors:
    """Return vectors from ‖w̃‖² and w̃·ŵ* (m,), in the units of the margin."""
    unit = margin.notation.unit
    with np.errstate(over="ignore"):  # In units of a tiny R a number may be beyond all floats: infinite.
        reached = np.full(len(squared), math.nan) if along is None else along / unit
        return Vectors(margin, squared / unit / unit, reached)
