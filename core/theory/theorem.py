"""The convergence theorem at every update: what grows, what holds it down, and whether each inequality holds."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from core.datasets.dataset import FloatArray, IntArray, read_only
from core.numbers.numerals import counted, number
from core.record.history import History, State
from core.theory.bounds import SlackBound
from core.theory.inequality import Inequality, settled
from core.theory.margin.margin import Margin
from core.theory.sums import Losses
from core.theory.vectors import Vectors, has_star, potential_centre, vector_at, vectors_along, vectors_at


@dataclass(frozen=True, eq=False)
class TheoremTable:
    """One entry per update asked for; all arrays (m,). None where there is no ŵ*, or no theorem for the learner.

    `update` k; `w_dot_wstar` w̃·ŵ* over `lower` kγ; `w_norm_sq` ‖w̃‖² under `upper` kR² (Perceptron 000, Huang 001);
    `cosine` of the angle between w̃ and ŵ* (Pocket 002, Dahua 003), NaN where w̃ = 0; `potential` Φ_k =
    ‖w̃ − (R²/γ)ŵ*‖² (Yuille 004 §1.3). For a rule that makes updates up to y·a = m, R² + 2m stands in the place of R²;
    from w⁽⁰⁾ ≠ 0 `lower` is p + kγ and `upper` q + kR². With a learning rate η all is as it is shown: that of examples
    which are η times as long.
    """

    update: IntArray
    w_dot_wstar: FloatArray | None
    w_norm_sq: FloatArray
    lower: FloatArray | None
    upper: FloatArray | None
    cosine: FloatArray | None
    potential: FloatArray | None


def theorem_table(history: History, margin: Margin, start: int = 0, stop: int | None = None) -> TheoremTable:
    """The quantities after updates start+1 … stop; to the end of the record when `stop` is None."""
    stop = len(history) if stop is None else stop
    updates, vectors = np.arange(start + 1, stop + 1), vectors_along(history, margin, start, stop)
    k, w_norm_sq = updates.astype(np.float64), vectors.norm_squared()
    upper = margin.upper(k) if margin.theorem else None
    if not has_star(margin) or margin.gamma is None:
        return TheoremTable(updates, None, w_norm_sq, None, upper, None, None)
    w_dot_wstar, lower = vectors.along_star(), margin.lower(k)
    return TheoremTable(updates, w_dot_wstar, w_norm_sq, lower, upper, _cosine(vectors), vectors.potential())


def inequalities(
    state: State, margin: Margin, losses: Losses | None = None, slack: SlackBound | None = None
) -> tuple[Inequality, ...]:
    """The rows of the theorem at one state, k = `state.update`: five with a ŵ*, else only ‖w‖² ≤ kR².

    Their keys are progress, length, bound, angle, potential. Where the theorem does not speak of the learner there are
    none of these; but losses and mistakes for a rule that bounds the `losses` it suffers. `slack` is a bound for data
    that nothing separates: its row is called epochs.
    """
    if not margin.theorem:
        return _loss_rows(losses, margin) if losses and margin.gamma else ()
    k, vector = state.update, vector_at(state, margin)
    rounding = vector.rounding(k)
    length = _length_row(k, vector, margin, rounding.length)
    if not has_star(margin) or margin.gamma is None:
        return (length,) if slack is None else (length, _epochs_row(state, slack, margin))
    return (
        _progress_row(k, vector, margin, rounding.progress),
        length,
        _bound_row(k, margin, rounding.bound),
        _angle_row(k, vector, margin, rounding.angle),
        _potential_row(k, vector, margin, rounding.potential),
    )


class Curves:
    """The two growing curves of a run, thinned to a bounded number of points: for plots that follow a record.

    The first 128 updates, the multiples of a stride and the last update are kept; the stride doubles when there are
    too many.
    """

    def __init__(self, margin: Margin, capacity: int = 4096) -> None:
        self.margin = margin
        self._capacity = capacity
        self._head = min(128, capacity // 4)
        self._stride = 1
        self.covered = 0
        begun = [0.0, margin.start_squared, *([margin.along_start] if has_star(margin) else [])]
        self._kept: FloatArray = np.array(begun)[:, None]
        self._shown = read_only(self._kept.copy())

    def extend(self, history: History, at_most: int | None = None) -> None:
        """Take in what came to `history` since the last call, `at_most` so many updates; it is always one record."""
        end = len(history) if at_most is None else min(len(history), self.covered + at_most)
        while self.covered < end:
            stop = min(self.covered + (1 << 14), end)
            self._take(history, np.arange(self.covered + 1, stop + 1))
            self.covered = stop

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

    def _take(self, history: History, updates: IntArray) -> None:
        places = self._chosen(updates)
        while self._kept.shape[1] + len(places) > self._capacity:
            self._stride *= 2
            self._kept, places = self._kept[:, self._chosen(self._kept[0])], self._chosen(updates)
        wanted = np.append(updates[places], updates[-1])
        vectors = vectors_at(history, self.margin, wanted)
        rows = [wanted.astype(np.float64), vectors.norm_squared()]
        measured = np.vstack([*rows, vectors.along_star()] if has_star(self.margin) else rows)
        self._kept = np.hstack([self._kept, measured[:, :-1]])
        is_kept = self._kept[0, -1] == updates[-1]
        self._shown = read_only(self._kept.copy() if is_kept else np.hstack([self._kept, measured[:, -1:]]))

    def _chosen(self, updates: FloatArray | IntArray) -> IntArray:
        """The places of those among `updates` that are kept now."""
        return np.flatnonzero((updates <= self._head) | (updates % self._stride == 0))


def _cosine(vectors: Vectors) -> FloatArray:
    """Of the angle between each w̃ and ŵ*; NaN where w̃ = 0. Shape (m,)."""
    squared = vectors.norm_squared()
    cosine = np.full(len(squared), math.nan)
    np.divide(vectors.along_star(), np.sqrt(np.maximum(squared, 0.0)), out=cosine, where=squared > 0)
    np.minimum(cosine, 1.0, out=cosine)
    return cosine


def _progress_row(k: int, vector: Vectors, margin: Margin, rounding: float) -> Inequality:
    left, right = float(vector.along_star()[0]), margin.lower(k)
    meaning = (
        f"Each update carries w at least {margin.notation.raw.progress} further along {margin.notation.separator}."
    )
    if margin.start:
        meaning = f"{meaning} p = w⁽⁰⁾·{margin.notation.separator} is where it began."
    return settled(
        "progress", f"{margin.notation.along} ≥ {margin.notation.lower}", left, "≥", right, meaning, rounding=rounding
    )


def _length_row(k: int, vector: Vectors, margin: Margin, rounding: float) -> Inequality:
    left, right = float(vector.norm_squared()[0]), margin.upper(k)
    where = "where y·a ≤ m" if margin.rule.slack else "on a mistake"
    squared = margin.notation.units.squared
    meaning = f"Each update adds at most {margin.notation.growth.strip('()')} to {squared}, because it is made {where}."
    if margin.start:
        meaning = f"{meaning} q = ‖w⁽⁰⁾‖² is what it began with."
    return settled("length", f"{squared} ≤ {margin.notation.upper}", left, "≤", right, meaning, rounding=rounding)


def _bound_row(k: int, margin: Margin, rounding: float) -> Inequality:
    right = margin.bound if margin.bound is not None else math.inf
    root = f", {margin.notation.bound_meaning}" if margin.start else ""
    meaning = f"Both together leave room for no more than {margin.notation.bound} updates{root}."
    if margin.gamma_is_lower_bound:
        meaning = f"{meaning} Not all digits of γ are known: {margin.notation.bound} is at most this."
    formula, written = f"k ≤ {margin.notation.bound}", margin.bound_written.partition(" ")[2]
    return settled("bound", formula, k, "≤", right, meaning, rounding=rounding, whole=True, right_written=written)


def _angle_row(k: int, vector: Vectors, margin: Margin, rounding: float) -> Inequality:
    left, gamma, u = float(_cosine(vector)[0]), margin.progress, margin.notation.separator
    meaning = f"The angle between w and {u} is never wider than this allows, and a cosine cannot pass 1."
    formula = f"cos∠(w, {u}) ≥ {margin.notation.angle}"
    if not margin.start:
        right = math.sqrt(k) * (
            gamma / (math.sqrt(margin.growth) if margin.rule.slack else margin.rate * margin.radius)
        )
    elif (along := margin.lower(k)) < 0:
        # Of a promise below 0 a shorter w makes a smaller cosine.
        right, formula = -1.0, f"cos∠(w, {u}) ≥ −1"
        nothing = f"nothing is promised of the angle between w and {u}; no cosine is below −1."
        meaning = f"While {margin.notation.raw.lower} < 0 {nothing}"
    else:
        right = along / math.sqrt(margin.upper(k))
    return settled("angle", formula, left, "≥", right, meaning, rounding=rounding)


def _potential_row(k: int, vector: Vectors, margin: Margin, rounding: float) -> Inequality:
    left, reach = float(vector.potential()[0]), potential_centre(margin)
    begun = margin.start_squared - 2 * reach * margin.along_start + reach * reach
    right, within = begun - k * margin.growth, margin.notation.raw.growth
    distance = f"the squared distance between w and ({margin.notation.centre}){margin.notation.separator}"
    meaning = f"Each update takes at least {within.strip('()')} from {distance}."
    return settled("potential", margin.notation.potential, left, "≤", right, meaning, rounding=rounding)


def _loss_rows(losses: Losses, margin: Margin) -> tuple[Inequality, ...]:
    """What holds of a rule whose squared losses the margin bounds (Crammer et al. 2006, Theorem 2, u = ŵ*/γ)."""
    gamma = margin.gamma or math.nan
    bound, formula = margin.losses, margin.notation.losses
    # How far rounding may carry a sum of losses, relative to its bound.
    slip = 1e-9 * margin.radius_squared * (margin.start_squared + 1 / gamma / gamma)
    u = margin.notation.separator
    lost = f"{u}/γ loses nothing here, which bounds what the run loses in all."
    missed = "A mistake loses at least 1, so mistakes are no more than all squared losses together."
    return (
        settled("losses", f"Σ loss² ≤ {formula}", losses.squared, "≤", bound, lost, rounding=slip),
        settled("mistakes", f"mistakes ≤ {formula}", losses.mistakes, "≤", bound, missed, rounding=slip, whole=True),
    )


def _epochs_row(state: State, slack: SlackBound, margin: Margin) -> Inequality:
    unit, lead = margin.notation.unit, "(‖w⁽⁰⁾‖ − w⁽⁰⁾·u)/η" if margin.notation.rated else "‖w⁽⁰⁾‖ − w⁽⁰⁾·u"
    over = slack.over(max(state.epoch, 1))
    if over.silent:
        meaning = (
            f"Each epoch meets every example once, and E = {counted(over.epochs, 'epoch')} "
            f"{'has' if over.epochs == 1 else 'have'} begun. Freund & Schapire's {over.formula}, "
            "a bound for any data (1999), is no smaller for the u and γ that a search found."
        )
        return settled("epochs", "k ≤ E·N", state.update, "≤", over.trivial, meaning, rounding=0.0, whole=True)
    meaning = (
        "Freund & Schapire 1999: no end of the run, but a bound on its updates on the examples seen so far, "
        f"E = {counted(over.epochs, 'epoch')}, for any data, any unit u and γ > 0. D is how far u falls short of γ: "
        f"D² = E·Σ max(0, γ − y·(u·x))² over the examples. "
        f"Here γ = {number(over.gamma / unit)} and D = {number(over.slack / unit)}, found by a search."
    )
    if over.lead:
        meaning = f"{meaning} k₊ solves kγ = √k·(R + D) + s, with s = {lead} = {number(over.lead / unit)}."
    formula = f"k ≤ {over.formula}"
    return settled("epochs", formula, state.update, "≤", over.value, meaning, rounding=0.0, whole=True)
