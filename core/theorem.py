"""The convergence theorem at every update: what grows, what holds it down, and whether each inequality holds.

Everything is measured in the augmented space, w̃ = (w, b/B) and ŵ* = (w*, b*/B); with B = 0 there is no last coordinate.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from core.arithmetic import BiasFeature, ordered_dot, squared_norms
from core.dataset import FloatArray, IntArray
from core.history import History, State
from core.margin import Margin

_EPSILON = float(np.finfo(np.float64).eps)
_CHUNK = 1 << 16


@dataclass(frozen=True, eq=False)
class TheoremTable:
    """One entry per update asked for; all arrays (m,). None where there is no ŵ*, or no theorem for the learner.

    `update` k; `w_dot_wstar` w̃·ŵ* over `lower` kγ; `w_norm_sq` ‖w̃‖² under `upper` kR² (000, 001); `cosine` of the angle
    between w̃ and ŵ* (002, 003), NaN where w̃ = 0; `potential` Φ_k = ‖w̃ − (R²/γ)ŵ*‖² (004 §1.3).
    """

    update: IntArray
    w_dot_wstar: FloatArray | None
    w_norm_sq: FloatArray
    lower: FloatArray | None
    upper: FloatArray | None
    cosine: FloatArray | None
    potential: FloatArray | None


@dataclass(frozen=True)
class Inequality:
    """One line of the theorem with its numbers at one k.

    `holds` allows for the rounding of k updates. `left` is NaN where it does not exist (the cosine at w = 0, which
    breaks nothing). `meaning` is a sentence for a student.
    """

    key: str
    formula: str
    left: float
    relation: Literal["≥", "≤"]
    right: float
    holds: bool
    meaning: str


@dataclass(frozen=True, eq=False)
class _Star:
    """ŵ* (D,) with its γ, and the length R²/γ at which Φ is centred."""

    unit: FloatArray
    gamma: float
    reach: float


def theorem_table(history: History, margin: Margin, start: int = 0, stop: int | None = None) -> TheoremTable:
    """The quantities after updates start+1 … stop; to the end of the record when `stop` is None."""
    stop = len(history) if stop is None else stop
    return _table(np.arange(start + 1, stop + 1), history.weights(start, stop)[1:], margin)


def inequalities(state: State, margin: Margin) -> tuple[Inequality, ...]:
    """The rows of the theorem at one state, k = `state.update`: five with a ŵ*, else only ‖w‖² ≤ kR².

    Their keys are progress, length, bound, angle, potential. No rows where the theorem does not speak of the learner.
    """
    if not margin.theorem:
        return ()
    k = state.update
    augmented = _augmented(np.append(state.w, state.b)[None, :], margin.bias)
    rounding = _EPSILON * (augmented.shape[1] + 5)
    drift = rounding * (k + 4) * math.sqrt(k) * margin.radius
    length = _length_row(k, augmented, margin, drift)
    star = _star(margin)
    if star is None:
        return (length,)
    return (
        _progress_row(k, augmented, star, drift),
        length,
        _bound_row(k, margin, 4 * drift / star.gamma),
        _angle_row(k, augmented, margin, star, drift),
        _potential_row(k, augmented, margin, star, drift + rounding * star.reach),
    )


class Curves:
    """The two growing curves of a run, thinned to a bounded number of points: for plots that follow a record.

    Update 0, the multiples of a stride and the last update are kept; the stride doubles when there are too many.
    """

    def __init__(self, margin: Margin, capacity: int = 4096) -> None:
        self._margin = margin
        self._capacity = capacity
        self._stride = 1
        self._covered = 0
        self._kept: FloatArray = np.zeros((2 if _star(margin) is None else 3, 1))
        self._shown = _read_only(self._kept.copy())

    def extend(self, history: History) -> None:
        """Take in the updates of `history` that came since the last call; always call it with the same record."""
        while self._covered < len(history):
            stop = min(self._covered + _CHUNK, len(history))
            updates = np.arange(self._covered + 1, stop + 1)
            self._take(updates, history.weights(self._covered, stop)[1:])
            self._covered = stop

    def __len__(self) -> int:
        return len(self.k)

    @property
    def k(self) -> FloatArray:
        """The updates kept, increasing from 0; shape (m,), floats because plots want them so."""
        return self._shown[0, :]

    @property
    def w_norm_sq(self) -> FloatArray:
        """‖w̃‖² after each of them; shape (m,)."""
        return self._shown[1, :]

    @property
    def w_dot_wstar(self) -> FloatArray | None:
        """w̃·ŵ* after each of them; shape (m,). None where there is no ŵ*."""
        return self._shown[2, :] if self._shown.shape[0] > 2 else None

    def _take(self, updates: IntArray, weights: FloatArray) -> None:
        first = -int(updates[0]) % self._stride
        more = self._measured(updates[first :: self._stride], weights[first :: self._stride])
        self._kept = np.hstack([self._kept, more])
        while self._kept.shape[1] > self._capacity:
            self._kept = self._kept[:, ::2]
            self._stride *= 2
        last = self._measured(updates[-1:], weights[-1:])
        is_kept = updates[-1] % self._stride == 0
        self._shown = _read_only(self._kept.copy() if is_kept else np.hstack([self._kept, last]))

    def _measured(self, updates: IntArray, weights: FloatArray) -> FloatArray:
        augmented = _augmented(weights, self._margin.bias)
        rows = [updates.astype(np.float64), squared_norms(augmented)]
        star = _star(self._margin)
        if star is not None:
            rows.append(ordered_dot(augmented, star.unit))
        return np.vstack(rows)


def _table(updates: IntArray, weights: FloatArray, margin: Margin) -> TheoremTable:
    augmented = _augmented(weights, margin.bias)
    k, w_norm_sq = updates.astype(np.float64), squared_norms(augmented)
    upper = k * margin.radius_squared if margin.theorem else None
    star = _star(margin)
    if star is None:
        return TheoremTable(updates, None, w_norm_sq, None, upper, None, None)
    w_dot_wstar, lower = ordered_dot(augmented, star.unit), k * star.gamma
    cosine, potential = _cosine(augmented, star), _potential(augmented, star)
    return TheoremTable(updates, w_dot_wstar, w_norm_sq, lower, upper, cosine, potential)


def _read_only(array: FloatArray) -> FloatArray:
    array.setflags(write=False)
    return array


def _augmented(weights: FloatArray, bias: BiasFeature) -> FloatArray:
    """w̃ for rows (w, b) of shape (m, d + 1): shape (m, D)."""
    if not bias.value:
        return weights[:, :-1]
    return np.hstack([weights[:, :-1], weights[:, -1:] / bias.value])


def _star(margin: Margin) -> _Star | None:
    if not margin.theorem or margin.w_star is None or margin.b_star is None or margin.gamma is None:
        return None
    unit = _augmented(np.append(margin.w_star, margin.b_star)[None, :], margin.bias)[0]
    return _Star(unit, margin.gamma, margin.radius_squared / margin.gamma)


def _cosine(augmented: FloatArray, star: _Star) -> FloatArray:
    """Of the angle between each w̃ (m, D) and ŵ*; NaN where w̃ = 0."""
    lengths = np.sqrt(squared_norms(augmented))
    cosine = np.full(len(augmented), math.nan)
    np.divide(ordered_dot(augmented, star.unit), lengths, out=cosine, where=lengths > 0)
    np.minimum(cosine, 1.0, out=cosine)
    return cosine


def _potential(augmented: FloatArray, star: _Star) -> FloatArray:
    """‖w̃ − (R²/γ)ŵ*‖² for each w̃ (m, D)."""
    from_centre: FloatArray = augmented - star.reach * star.unit
    return squared_norms(from_centre)


def _progress_row(k: int, augmented: FloatArray, star: _Star, drift: float) -> Inequality:
    left, right = float(ordered_dot(augmented, star.unit)[0]), k * star.gamma
    meaning = "Each update carries w at least γ further along ŵ*."
    return Inequality("progress", "w·ŵ* ≥ kγ", left, "≥", right, left >= right - drift, meaning)


def _length_row(k: int, augmented: FloatArray, margin: Margin, drift: float) -> Inequality:
    left, right = float(squared_norms(augmented)[0]), k * margin.radius_squared
    meaning = "Each update adds at most R² to ‖w‖², because it is made on a mistake."
    return Inequality("length", "‖w‖² ≤ kR²", left, "≤", right, left <= right + 4 * math.sqrt(right) * drift, meaning)


def _bound_row(k: int, margin: Margin, slack: float) -> Inequality:
    right = margin.bound if margin.bound is not None else math.inf
    meaning = "Both together leave room for no more than R²/γ² updates."
    return Inequality("bound", "k ≤ R²/γ²", k, "≤", right, k <= right + slack, meaning)


def _angle_row(k: int, augmented: FloatArray, margin: Margin, star: _Star, drift: float) -> Inequality:
    left, right = float(_cosine(augmented, star)[0]), math.sqrt(k) * star.gamma / margin.radius
    slack = 4 * drift / math.sqrt(squared_norms(augmented)[0] or 1.0)
    meaning = "The angle between w and ŵ* must close at least this fast, and a cosine cannot pass 1."
    return Inequality("angle", "cos∠(w, ŵ*) ≥ √k·γ/R", left, "≥", right, not left < right - slack, meaning)


def _potential_row(k: int, augmented: FloatArray, margin: Margin, star: _Star, error: float) -> Inequality:
    left, right = float(_potential(augmented, star)[0]), star.reach * star.reach - k * margin.radius_squared
    slack = 4 * (star.reach + error) * error
    meaning = "Each update takes at least R² from the squared distance between w and (R²/γ)ŵ*."
    return Inequality("potential", "Φ(k) ≤ Φ(0) − kR²", left, "≤", right, left <= right + slack, meaning)
