"""The convergence theorem at every update: what grows, what holds it down, and whether each inequality holds."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import ge, le
from typing import NamedTuple

import numpy as np

from core.datasets.dataset import FloatArray, IntArray, read_only
from core.numbers.numerals import MOST_IN_FULL, counted, in_full, number, short
from core.record.history import History, State
from core.theory.bound_gap import BoundGap, Losses
from core.theory.bounds import SlackBound
from core.theory.margin.margin import Margin
from core.theory.quantities import ALONG, CEILING, COST, FLOOR, LENGTH, LOST, MISSED, PROMISES, Relation, worded
from core.theory.vectors import Vectors, vector_at, vectors_along, vectors_at

_FEWEST_DIGITS, _MOST_DIGITS = 4, 17


class Inequality(NamedTuple):
    """`left` `relation` `right` at one k, and whether it `holds`; made by `settled`, which says what rounding may do.

    `left` is NaN if it does not exist (the cosine at w = 0, which breaks nothing). `meaning` is a sentence for a
    student. `whole` where `right` bounds a whole number; `right_written` is how that is written, where it is
    not known to all digits.
    """

    key: str
    formula: str
    left: float
    relation: Relation
    right: float
    holds: bool
    meaning: str
    whole: bool = False
    right_written: str = ""

    @property
    def verdict(self) -> str:
        """A sentence on whether the numbers keep it; if one of them does not exist, they say nothing."""
        return "says nothing here" if math.isnan(self.left) else "holds" if self.holds else "does not hold"

    @property
    def marked(self) -> str:
        return f"{self.mark} {self.verdict}".strip()

    @property
    def mark(self) -> str:
        return "" if math.isnan(self.left) else "✓" if self.holds else "✗"

    @property
    def written(self) -> tuple[str, str]:
        """Both numbers, with the four digits, or more if the relation is broken, that show whether it holds."""
        if self.right_written and self.holds:
            return number(self.left), self.right_written
        if self.whole and self.right < MOST_IN_FULL:
            return number(self.left), in_full(self.right)
        for digits in range(_FEWEST_DIGITS, _MOST_DIGITS + 1):
            left, right = short(self.left, digits), short(self.right, digits)
            if self.holds or left != right:
                break
        return left, right


def settled(
    key: str, formula: str, left: float, relation: Relation, right: float, meaning: str, rounding: float, *, whole: bool
) -> Inequality:
    """Return the inequality between two numbers whose difference is uncertain by `rounding` ≥ 0.

    A proven inequality cannot be broken by less than that. If the two differ by less, both are written as one number;
    if neither differs from 0 by more, as 0.
    """
    near, is_kept = abs(left - right) <= rounding, ge if relation == "≥" else le
    if near and not whole and max(abs(left), abs(right)) <= rounding:
        left = right = 0.0
    elif near and not is_kept(left, right):
        left, right = (left, left) if whole else (right, right)
    holds = math.isnan(left) or is_kept(left, right)
    return Inequality(key, formula, left, relation, right, holds, meaning, whole)


@dataclass(frozen=True, eq=False)
class TheoremTable:
    """One entry per update asked for; all arrays (m,). None if there is no ŵ*, or no theorem for the learner.

    `update` k; `w_dot_wstar` w̃·ŵ* over `lower` kγ; `w_norm_sq` ‖w̃‖² under `upper` kR² (Perceptron 000, Huang 001);
    `cosine` of the angle between w̃ and ŵ* (Pocket 002, Dahua 003), NaN if w̃ = 0; `potential` Φ_k =
    ‖w̃ − (R²/γ)ŵ*‖² (Yuille 004 §1.3). For a rule that makes updates up to y·a = m, R² + 2m replaces R²;
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
    """Return the quantities after updates start+1 … stop; to the end of the record when `stop` is None."""
    stop = len(history) if stop is None else stop
    return quantities_after(np.arange(start + 1, stop + 1), vectors_along(history, margin, start, stop))


def quantities_after(updates: IntArray, vectors: Vectors) -> TheoremTable:
    """Return the quantities of the `vectors` after these updates (m,)."""
    k, margin = updates.astype(np.float64), vectors.margin
    upper = margin.upper(k) if margin.theorem else None
    if not margin.has_star or margin.gamma is None:
        return TheoremTable(updates, None, vectors.squared, None, upper, None, None)
    lower, cosine = margin.lower(k), _cosine(vectors)
    return TheoremTable(updates, vectors.along, vectors.squared, lower, upper, cosine, vectors.potential)


def inequalities(
    state: State, margin: Margin, losses: Losses | None = None, slack: SlackBound | None = None
) -> tuple[Inequality, ...]:
    """Return the rows of the theorem at one state, k = `state.update`: five with a ŵ*, else only ‖w‖² ≤ kR².

    Their keys are progress, length, bound, angle, potential. Where the theorem does not speak of the learner there are
    none of these; but losses and mistakes for a rule that bounds the `losses` it suffers. `slack` is a bound for data
    that nothing separates: its row is called epochs.
    """
    if not margin.theorem:
        return _loss_rows(losses, margin) if losses and margin.gamma else ()
    k, vector = state.update, vector_at(state, margin)
    rounding = vector.rounding(k)
    length = _row("length", float(vector.squared[0]), margin.upper(k), margin, rounding.length)
    if not margin.has_star or margin.gamma is None:
        return (length,) if slack is None else (length, _epochs_row(state, slack, margin))
    reach = margin.potential_centre
    most = margin.start_squared - 2 * reach * margin.along_start + reach * reach - k * margin.growth
    return (
        _row("progress", float(vector.along[0]), margin.lower(k), margin, rounding.progress),
        length,
        _bound_row(k, margin, rounding.bound),
        _angle_row(k, vector, margin, rounding.angle),
        _row("potential", float(vector.potential[0]), most, margin, rounding.potential),
    )


class Curves:
    """The two growing curves of a run, thinned to a bounded number of points: for plots that follow a record.

    The first 128 updates, the multiples of a stride and the last update are kept; the stride doubles when there are
    too many. `k` (m,) are the updates kept, as floats, increasing from 0; `w_norm_sq` is ‖w̃‖² after each of them, and
    `w_dot_wstar` w̃·ŵ*, None if there is no ŵ*.
    """

    def __init__(self, margin: Margin, capacity: int = 4096) -> None:
        self.margin = margin
        self._capacity, self._head = capacity, min(128, capacity // 4)
        self._stride, self.covered = 1, 0
        begun = [0.0, margin.start_squared, *([margin.along_start] if margin.has_star else [])]
        self._kept: FloatArray = np.array(begun)[:, None]
        self._show(self._kept.copy())

    def extend(self, history: History, at_most: int | None = None) -> None:
        """Read the updates of `history` since the last call, `at_most` at a time. Every call needs the same record."""
        end = len(history) if at_most is None else min(len(history), self.covered + at_most)
        while self.covered < end:
            updates = np.arange(self.covered + 1, min(self.covered + (1 << 14), end) + 1)
            places = self._chosen(updates)
            while self._kept.shape[1] + len(places) > self._capacity:
                self._stride *= 2
                self._kept, places = self._kept[:, self._chosen(self._kept[0])], self._chosen(updates)
            wanted = np.append(updates[places], updates[-1])
            vectors = vectors_at(history, self.margin, wanted)
            rows = [wanted.astype(np.float64), vectors.squared]
            measured = np.vstack([*rows, vectors.along] if self.margin.has_star else rows)
            self._kept = np.hstack([self._kept, measured[:, :-1]])
            is_kept = self._kept[0, -1] == updates[-1]
            self._show(self._kept.copy() if is_kept else np.hstack([self._kept, measured[:, -1:]]))
            self.covered = int(updates[-1])

    def _show(self, kept: FloatArray) -> None:
        self.k, self.w_norm_sq, *along = read_only(kept)
        self.w_dot_wstar: FloatArray | None = along[0] if along else None

    def _chosen(self, updates: FloatArray | IntArray) -> IntArray:
        return np.flatnonzero((updates <= self._head) | (updates % self._stride == 0))


def _cosine(vectors: Vectors) -> FloatArray:
    """Return the cosine of the angle between each w̃ and ŵ*; NaN if w̃ = 0. Shape (m,)."""
    squared = vectors.squared
    cosine: FloatArray = np.full(len(squared), math.nan)
    np.divide(vectors.along, np.sqrt(np.maximum(squared, 0.0)), out=cosine, where=squared > 0)
    np.minimum(cosine, 1.0, out=cosine)
    return cosine


def _row(
    key: str, left: float, right: float, margin: Margin, rounding: float, promise: str = "", *, whole: bool = False
) -> Inequality:
    promised = PROMISES[promise or key]
    formula, why = worded(promised.formula, margin), promised.reason(margin)
    return settled(key, formula, left, promised.relation, right, why, rounding, whole=whole)


def _bound_row(k: int, margin: Margin, rounding: float) -> Inequality:
    right = margin.bound if margin.bound is not None else math.inf
    row = _row("bound", k, right, margin, rounding, whole=True)
    if margin.gamma_is_lower_bound:
        unknown = f"Not all digits of γ are known: {margin.notation.bound} is at most this."
        row = row._replace(meaning=f"{row.meaning} {unknown}")
    return row._replace(right_written=margin.bound_written.partition(" ")[2]) if row.right == right else row


def _angle_row(k: int, vector: Vectors, margin: Margin, rounding: float) -> Inequality:
    along, upper, promise = margin.lower(k), margin.upper(k), "angle"
    if not margin.start:
        longest = math.sqrt(margin.growth) if margin.rule.slack else margin.rule.rate * margin.radius
        right = math.sqrt(k) * (margin.progress / longest)
    elif along < 0:
        # A promise below 0 makes a smaller cosine for a shorter w.
        right, promise = -1.0, "no angle"
    else:
        right = along / math.sqrt(upper) if upper else 0.0  # The square of a start may be lost to rounding.
    return _row("angle", float(_cosine(vector)[0]), right, margin, rounding, promise)


def _loss_rows(losses: Losses, margin: Margin) -> tuple[Inequality, ...]:
    """Return the rows for a rule whose squared losses the margin bounds (Crammer et al. 2006, Theorem 2, u = ŵ*/γ)."""
    gamma = margin.gamma or math.nan
    # How far rounding may carry a sum of losses, relative to its bound.
    slip = 1e-9 * margin.radius_squared * (margin.start_squared + 1 / gamma / gamma)
    return (
        _row("losses", losses.squared, margin.losses, margin, slip),
        _row("mistakes", losses.mistakes, margin.losses, margin, slip, whole=True),
    )


def _epochs_row(state: State, slack: SlackBound, margin: Margin) -> Inequality:
    unit, lead = margin.notation.unit, "(‖w⁽⁰⁾‖ − w⁽⁰⁾·u)/η" if margin.notation.rated else "‖w⁽⁰⁾‖ − w⁽⁰⁾·u"
    over = slack.over(max(state.epoch, 1))
    formula, right = (f"k ≤ {over.formula}", over.value) if not over.silent else ("k ≤ E·N", over.trivial)
    meaning = (
        "Freund & Schapire 1999: no end of the run, but a bound on its updates on the examples seen so far, "
        f"E = {counted(over.epochs, 'epoch')}, for any data, any unit u and γ > 0. D is how far u falls short of γ: "
        f"D² = E·Σ max(0, γ − y·(u·x))² over the examples. "
        f"Here γ = {number(over.gamma / unit)} and D = {number(over.slack / unit)}, found by a search."
    )
    if over.silent:
        meaning = (
            f"Each epoch meets every example once, and E = {counted(over.epochs, 'epoch')} "
            f"{'has' if over.epochs == 1 else 'have'} begun. Freund & Schapire's {over.formula}, "
            "a bound for any data (1999), is no smaller for the u and γ that a search found."
        )
    elif over.lead:
        meaning = f"{meaning} k₊ solves kγ = √k·(R + D) + s, with s = {lead} = {number(over.lead / unit)}."
    return settled("epochs", formula, state.update, "≤", right, meaning, 0.0, whole=True)


@dataclass(frozen=True, eq=False)
class TheoremFacts:
    """All numbers of the theorem at a `state` of a run; a number that does not exist, or that is hidden, is None.

    `margin` is that of the run, in the units to be used, or with another separator in the place of ŵ*; `rows` are the
    inequalities there. `floor` p + kγ ≤ `along` w·ŵ* ≤ `length` ‖w‖ ≤ `ceiling` √(q + k(R² + 2m)). `bound` is the most
    that k can be, `loss_bound` the most that squared losses add up to. `met_squared` ‖x̃‖² and `met_along` y·(ŵ*·x̃) are
    those of the example of an update, raw. `cost` is what the rule minimises, and no vector costs less than
    `least_cost`. `bound_gap` is only there where it was asked for. `learns` says whether there are examples.
    """

    margin: Margin
    state: State
    rows: tuple[Inequality, ...]
    learns: bool
    diagnosis: str | None
    gamma: float | None
    floor: float | None
    along: float | None
    length: float | None
    ceiling: float | None
    bound: float | None
    met_squared: float | None
    met_along: float | None
    losses: Losses | None
    loss_bound: float | None
    cost: float | None
    least_cost: Fraction | None
    bound_gap: BoundGap | None

    def row(self, key: str) -> Inequality | None:
        for row in self.rows:
            if row.key == key:
                return row
        return None

    @property
    def lines(self) -> dict[str, float]:
        """Key → the number of each line in the picture of the theorem, if it exists."""
        lines = dict[str, float]()
        for key in (FLOOR, ALONG, LENGTH, CEILING, COST):
            if (number := getattr(self, key)) is not None:
                lines[key] = number
        if self.losses is not None:
            lines |= {LOST: self.losses.squared, MISSED: float(self.losses.mistakes)}
        return lines


def lines_between(margin: Margin, before: State, weights: FloatArray, part: float) -> dict[str, float]:
    """Return the lengths in the picture while w is at `weights` (d + 1,), `part` of the way from the state `before`."""
    vector, k = vector_at(replace(before, w=weights[:-1], b=float(weights[-1])), margin), before.update + part
    lines = {LENGTH: math.sqrt(float(vector.squared[0])), CEILING: math.sqrt(max(float(margin.upper(k)), 0.0))}
    if margin.has_star and margin.gamma is not None:
        lines |= {ALONG: float(vector.along[0]), FLOOR: float(margin.lower(k))}
    return lines


def lengths_at(rows: Iterable[Inequality]) -> tuple[float | None, float | None, float | None, float | None]:
    """Return floor, w·ŵ*, ‖w‖ and ceiling in an order that rounding keeps; None without ŵ* or theorem."""
    found = dict[str, Inequality]()
    for row in rows:
        found[row.key] = row
    squared, progress = found.get("length"), found.get("progress")
    if squared is None:
        return None, None, None, None
    floor, along = (progress.right, progress.left) if progress else (None, None)
    length = max(math.sqrt(max(squared.left, 0.0)), along or 0.0)
    return floor, along, length, max(math.sqrt(max(squared.right, 0.0)), length)
