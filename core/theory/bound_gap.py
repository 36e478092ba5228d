"""The parts of the gap under the bound: R²/γ² − k as a sum of four parts, after every update k > 0.

With ‖w‖² = Σ‖x̃‖² + Σ2y·a and ‖w‖² = (w·ŵ*)² + ‖w⊥‖², both taken from kR²,

    kγ²·(R²/γ² − k) = Σ(R² − ‖x̃‖²) + Σ2|y·a| + ‖w⊥‖² + ((w·ŵ*)² − k²γ²),

with the sums over the updates so far. For a rule that makes updates up to y·a = m, R² + 2m replaces R² on
the left and 2(m − y·a) in that of 2|y·a| on the right.

From w⁽⁰⁾ ≠ 0, with p = w⁽⁰⁾·ŵ* and q = ‖w⁽⁰⁾‖², all is taken from q + kR²; with the roots k₋ and k₊ of
(p + kγ)² = q + kR²

    γ²(k − k₋)(k₊ − k) = Σ(R² − ‖x̃‖²) + Σ2|y·a| + ‖w⊥‖² + ((w·ŵ*)² − (p + kγ)²).

With a learning rate η all of it is that of the run in units of η. While p + kγ < 0 the last part may be negative, so
none are told then.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from math import atan2, degrees, nan, sqrt
from typing import NamedTuple

import numpy as np

from core.datasets.arithmetic import EPSILON, activations
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.numbers.formulas import WrittenSum, adding_up
from core.numbers.numerals import DIGITS, number, plural
from core.record.history import History, State
from core.theory.margin.margin import Margin
from core.theory.margin.units import TEXTS
from core.theory.vectors import Vectors, vector_at
from core.ties import Tie

_NAMED = 4
_STRETCH = 1 << 12
_BLOCK = 1 << 16

Terms = Callable[[History, int, int], FloatArray]
"""The amounts that updates start+1 … stop of a record add to each of q sums; shape (q, stop − start)."""


class RunningSums:
    """q sums over the first k updates of a record, kept at the end of every stretch of 4,096 updates."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._kept: list[FloatArray] = []

    def at(self, history: History, update: int) -> FloatArray:
        """Return the sums over updates 1 … k of a record, always the same one; shape (q,)."""
        for start in range(len(self._kept) * _STRETCH, update - _STRETCH + 1, _STRETCH):
            added: FloatArray = self._terms(history, start, start + _STRETCH).sum(axis=1)
            self._kept.append(self._kept[-1] + added if self._kept else added)
        stretches = update // _STRETCH
        rest: FloatArray = self._terms(history, stretches * _STRETCH, update).sum(axis=1)
        return self._kept[stretches - 1] + rest if stretches else rest


class Losses(NamedTuple):
    """The losses up to update k: `squared` is Σ max(0, 1 − y·a)², `mistakes` the number of mistakes."""

    squared: float
    mistakes: int


class LossesAlong:
    """The losses at any update of one run whose rule updates wherever the hinge loss is not 0."""

    def __init__(self, dataset: Dataset, tie: Tie) -> None:
        self._labels, self._tie = dataset.y.astype(np.float64), tie
        self._sums = RunningSums(self._terms)

    def at(self, history: History, update: int) -> Losses:
        squared, mistakes = self._sums.at(history, update).tolist()
        return Losses(squared, round(mistakes))

    def _terms(self, history: History, start: int, stop: int) -> FloatArray:
        labels = self._labels.take(history.index(start, stop))
        scores = labels * history.activation_per_rate(start, stop)
        with np.errstate(over="ignore"):  # Then no bound follows.
            return np.vstack([np.maximum(1.0 - scores, 0.0) ** 2, self._tie.wrong(scores, labels)])


_SURE = 1e5
"""A ‖w⊥‖² this many times above its rounding has four certain digits."""

Gram = Callable[[IntArray], FloatArray]
"""Returns the products yᵢyⱼ·x̃ᵢ·x̃ⱼ of the examples at some rows (m,); shape (m, m)."""


class Part(NamedTuple):
    """One of the four parts: its `name`, its `formula` and its meaning in a sentence."""

    name: str
    formula: str
    meaning: str

    def meant(self, margin: Margin) -> str:
        deep = "far below y·a = m" if margin.rule.threshold else "deep on the wrong side, not on the boundary,"
        return self.meaning.format(deep=deep)

    def written(self, margin: Margin) -> str:
        product = "y·(w·x)" if margin.rule.fixed else "y·a"
        depth = f"2({margin.notation.slack.strip('()')} − {product})" if margin.rule.slack else "2·|y·a|"
        promised = "(p + kγ)²" if margin.start else "k²γ²"
        formula = margin.notation.squared(self.formula.format(depth=depth, promised=promised))
        return _RATED.sub(r"\1/η", formula) if margin.notation.rated else formula


_RATED = re.compile(r"(y·a\b|y·\(w·x\)|\bm\b|\|b\||\bp\b|w⊥|w·ŵ\*)")
"""The words for lengths in units of the learning rate."""

PARTS = tuple(Part(name, **texts) for name, texts in TEXTS["parts"].items())
SHORT, DEPTH, SIDEWAYS, SURPLUS = PARTS
"""The four parts in the order of the formula."""


class BoundGap(NamedTuple):
    """The `parts` after update k > 0, by their names.

    Each is ≥ 0, in updates: divided by kγ², (k − k₋)γ². They add up to R²/γ² − k, k₊ − k.
    `angle` is that between w and ŵ*, in degrees, which says what "sideways" means. Where rounding hides their digits
    they are not `known`: both are what they are at most.
    """

    update: int
    parts: dict[str, float]
    angle: float
    known: bool = True

    def of(self, part: Part) -> float:
        return self.parts[part.name]

    @property
    def total(self) -> float:
        return sum(self.parts.values())

    def relation(self, margin: Margin) -> str:
        """Return how R²/γ² − k stands to the total: "≤" where that, or γ, is known only as a bound."""
        return "=" if self.known and not margin.gamma_is_lower_bound else "≤"

    def written(self, digits: int = DIGITS) -> WrittenSum:
        """Return the parts and their total, so that they add up to it as they are written."""
        return adding_up(list(self.parts.values()), self.total, digits)


class BoundGapAlong:
    """The room at any update of one run, for a playhead that asks for one after another.

    `norms_squared` (n,) are the ‖x̃ᵢ‖². `gram` gives the products of examples in a kernel's feature space. Ask only
    where there is a finite bound.
    """

    def __init__(self, dataset: Dataset, margin: Margin, norms_squared: FloatArray, gram: Gram | None = None) -> None:
        self._dataset, self._margin, self._gram = dataset, margin, gram
        self._gamma = margin.gamma or nan
        self._labels = dataset.y.astype(np.float64)
        if (products := margin.along_star(dataset)) is None:
            raise ValueError("there is no ŵ*")
        self._products = products
        slip = 8 * (dataset.d + 8) * EPSILON
        # γ, rounded once, may lie so far above what ŵ*, rounded too, says of a support example; relative to R.
        spread = (margin.gamma_at_most or 0.0) - (margin.gamma_at_least or 0.0)
        unsure = 2 * spread + (slip + 64 * EPSILON) * margin.radius
        short, beyond = margin.radius_squared - norms_squared, products - self._gamma
        # A part is 0 if only rounding, or an unknown γ, may have brought it below 0 or off it.
        self._short = np.where((short < 0) & (short >= -slip * margin.radius_squared), 0.0, short)
        self._beyond = np.where(np.abs(beyond) <= unsure, 0.0, beyond)
        self._sums = RunningSums(self._terms)

    def at(self, history: History, state: State) -> BoundGap | None:
        """Return the gap at a state of this record; None before the first update, and while p + kγ < 0."""
        k, gamma, margin = state.update, self._gamma, self._margin
        promised = margin.lower(k) / margin.rule.rate
        if not k or promised < 0:
            return None
        short, depth, beyond = self._sums.at(history, k).tolist()
        vector = vector_at(state, margin)
        length_squared, known = self._across_squared(state, vector)
        angle = degrees(atan2(sqrt(length_squared), float(vector.along[0])))
        across = length_squared / margin.rule.rate / margin.rule.rate
        along = promised + beyond
        surplus, unit = beyond * (along + promised), k - margin.least_root
        amounts = zip(PARTS, (short, depth, across, surplus), strict=True)
        return BoundGap(k, {part.name: amount / unit / gamma / gamma for part, amount in amounts}, angle, known)

    def _across_squared(self, state: State, vector: Vectors) -> tuple[float, bool]:
        """Return ‖w⊥‖², and whether its digits are known; else it is what ‖w⊥‖² is at most.

        In a feature space it is ‖w‖² − (w·ŵ*)². Where rounding hides digits of that difference, w⊥ itself is made: by
        its coordinates, or as Σ cᵢyᵢφ̃(xᵢ) with c = α − (w·ŵ*)·s, where ŵ* = Σ sᵢyᵢφ̃(xᵢ).
        """
        margin, rounding = self._margin, vector.rounding(state.update).across
        across = max(vector.across_of(state.update), 0.0)
        if state.alpha is None or across > _SURE * rounding:
            return across, True
        if margin.w_star is not None:
            weights: FloatArray = np.einsum("i,ij->j", state.alpha * self._labels, self._dataset.X)
            vector = vector_at(replace(state, w=weights, norm_squared=None), margin)
            return vector.across_of(state.update), True
        along, shares = float(vector.along[0]), margin.shares
        coefficients = np.zeros(0) if shares is None else state.alpha - along * shares
        rows = np.flatnonzero(coefficients)
        # The products of so few examples with each other take a frame or two.
        if shares is None or self._gram is None or len(rows) > 2048:
            return across + rounding, False
        c, radius = coefficients[rows], margin.radius
        squared = max(float(np.einsum("i,ij,j->", c, self._gram(rows), c)), 0.0)
        slip = EPSILON * (len(rows) * along + 8 * float((state.alpha + along * shares).sum()) * radius)
        error = slip * (2 * sqrt(squared) + slip) + 8 * EPSILON * (float(np.abs(c).sum()) * radius) ** 2
        known = squared > _SURE * error
        return (squared if known else squared + error), known

    def contributions(self, history: History, state: State, part: Part) -> FloatArray:
        """Return how much each example adds to a part, up to a common factor; shape (n,).

        Across ŵ* an example may take something away. It is (0,) for that part in a kernel's feature space, where w is
        not available, and from w⁽⁰⁾ ≠ 0, which adds to it too.
        """
        if part is SIDEWAYS:
            if not len(state.w) or self._margin.start:
                return np.empty(0)
            # αᵢyᵢx̃ᵢ·w⊥ of each example, which add up to ‖w⊥‖²: x̃·w⊥ = x̃·w − (w·ŵ*)(x̃·ŵ*).
            per_rate = state.weights_per_rate
            scores = self._labels * activations(self._dataset.X, per_rate[:-1], float(per_rate[-1]))
            along = float(vector_at(state, self._margin).along[0]) / self._margin.rule.rate
            return history.counts(0, state.update) * (scores - along * self._products)
        row = (SHORT, DEPTH, SURPLUS).index(part)
        total = np.zeros(self._dataset.n)
        for start in range(0, state.update, _BLOCK):
            stop = min(start + _BLOCK, state.update)
            terms = self._terms(history, start, stop)[row]
            total += np.bincount(history.index(start, stop), weights=terms, minlength=len(total))
        return total

    def _terms(self, history: History, start: int, stop: int) -> FloatArray:
        """Return what each update adds to Σ(R² − ‖x̃‖²), to Σ2(m − y·a) and to w·ŵ* − kγ, all ≥ 0; shape (3, m)."""
        index = history.index(start, stop)
        scores = self._labels.take(index) * history.activation_per_rate(start, stop)
        rule = self._margin.rule
        scores -= self._labels.take(index) * (rule.fixed / rule.rate)
        return np.vstack([self._short.take(index), 2 * (rule.slack / rule.rate - scores), self._beyond.take(index)])


def missing(margin: Margin, update: int) -> str:
    """Return the reason why there is no gap after update k; empty if there is one."""
    if not update:
        return "before the first update"
    return f"hidden while {margin.notation.raw.lower} < 0" if margin.lower(update) < 0 else ""


def leading(contributions: FloatArray, most: int = 8) -> IntArray:
    """Return the examples that make up half of a part or more, the largest first, or the `most` largest; shape (m,)."""
    # A stable sort names the earlier of two equal examples first.
    order = np.argsort(-contributions, kind="stable")[:most]
    order = order[contributions[order] > 0]
    gathered = np.cumsum(contributions[order])
    half = contributions[contributions > 0].sum() / 2
    return order[: int(np.searchsorted(gathered, half)) + 1]


def contributors_words(contributions: FloatArray, gap: BoundGap | None, part: Part) -> str:
    """Return the words on the examples that contribute most to a part, and for `SIDEWAYS` on the angle."""
    angle = ""
    if part is SIDEWAYS and gap is not None:
        angle = f"The angle between w and ŵ* is {'' if gap.known else 'at most '}{number(gap.angle, 3)}°. "
    rows = leading(contributions)
    if not len(rows):
        return angle
    half = contributions[rows].sum() >= contributions[contributions > 0].sum() / 2
    share = "At least half of it comes" if half else "The largest parts of it come"
    named = ", ".join(f"{row + 1:,}" for row in rows[:_NAMED].tolist())
    more = f" and {len(rows) - _NAMED} more" if len(rows) > _NAMED else ""
    return f"{angle}{share} from {plural('example', len(rows))} {named}{more}."
