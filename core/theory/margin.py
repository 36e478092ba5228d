"""ŵ*, γ, R and the bound R²/γ², or the proof that there is none: daqp proposes, exact arithmetic proves."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from fractions import Fraction

import daqp
import numpy as np

from core.arithmetic import BiasFeature
from core.dataset import Dataset, FloatArray, IntArray
from core.rules import Perceptron, Rule
from core.theory.exact import ExactPoints, dot, nearest_to_origin, over_common_denominator, square_root
from core.theory.start import Separating, Start, start_of
from core.theory.units import RAW, Units

_SMALL_SPACE = 16
"""Up to this many dimensions the exact ŵ* costs milliseconds and is always found."""

_LARGE_SPACE = 65
"""Up to this many dimensions an exact linear system costs about a second; a proof may then take a few of them."""

_FEW_ROUNDS = 3
_MANY_ROUNDS = 10_000
_WEIGHT_SCALE = 2**30
_NO_LIMIT = 1e30
_EPSILON = Fraction(float(np.finfo(np.float64).eps))
_LAG = 1e-3
_POLISH = 1e-9
_TIE = 16 * float(_EPSILON)
"""Rows this close to γ, relative to γ and to R, are on the margin but for rounding."""


@dataclass(frozen=True, eq=False)
class Certificate:
    """Proof that no separator exists: λ > 0 with Σλ = 1 and Σ λᵢyᵢx̃ᵢ = 0.

    At most d + 2 examples, d + 1 with B = 0 (Kirchberger). `indices` (m,) are rows of the data in order, `weights` (m,)
    the λ, each the float nearest its exact value. `point` (d,) is the common point of the two hulls, None with B = 0
    (there the hull of the yᵢxᵢ holds the origin).
    """

    indices: IntArray
    weights: FloatArray
    point: FloatArray | None


@dataclass(frozen=True, eq=False)
class Margin:
    """What the convergence theorem needs of a dataset (Block & Novikoff 1962; notes 000, 001).

    `separable` is True (the ŵ* given here has a margin > 0 in rational arithmetic), False (there is a certificate) or
    None (too close to tell in double precision, or no examples). `radius` is R = max‖x̃ᵢ‖, `radius_squared` R². Only
    where separable: `gamma`, `bound` R²/γ², `w_star` (d,) and `b_star` with |(w_star, b_star/B)| = 1, and `support`
    (m,), the rows that lie on the margin up to rounding.
    `rule` is the one that is run. Where it makes updates up to y·a = m, R² + 2m holds ‖w‖² down in the place of R², and
    `bound` is (R² + 2m)/γ²; where the theorem does not speak of it, there is no bound.
    `in_feature_space` says that all this is meant in a kernel's feature space, where there is no `w_star` to write
    down: `products` (n,) are the yᵢ⟨ŵ*, φ̃(xᵢ)⟩, where `gamma` is known. There `separable` may be True without a
    `gamma`, for a kernel that separates any distinct points; `unknown` says in a sentence why there is none. A `gamma`
    is the margin of a true separator, so `bound` holds however it was found; no separator's margin is larger than
    `gamma_at_most`. `exactly` is ŵ* before it was rounded, `start` what a run from another start than 0 needs of it:
    then `bound` is k₊. `units` is how γ, R and `start` are measured and all is written, and `unit` the length of the
    data that is called 1 there; `separator` is what ŵ* is called, for another may stand in its place. `sought` says
    that the search for ŵ* is not over.
    """

    separable: bool | None
    radius: float
    bias: BiasFeature
    radius_squared: float
    gamma: float | None = None
    bound: float | None = None
    w_star: FloatArray | None = None
    b_star: float | None = None
    support: IntArray | None = None
    certificate: Certificate | None = None
    rule: Rule = field(default_factory=Perceptron)
    in_feature_space: bool = False
    products: FloatArray | None = None
    gamma_at_most: float | None = None
    unknown: str = ""
    exactly: Separating | None = None
    start: Start | None = None
    units: Units = RAW
    unit: float = 1.0
    separator: str = "ŵ*"
    sought: bool = False

    @property
    def gamma_is_lower_bound(self) -> bool:
        """Whether there may be a separator whose margin is larger than `gamma` by a thousandth or more."""
        return self.gamma is not None and self.gamma_at_most is not None and lags(self.gamma, self.gamma_at_most)

    @property
    def theorem(self) -> bool:
        """Whether the theorem speaks of the rule that is run."""
        return not self.rule.silence

    @property
    def growth(self) -> float:
        """By how much an update may let ‖w‖² grow at most: R² + 2m."""
        return self.radius_squared + 2 * self.rule.slack / self.unit**2

    @property
    def growth_formula(self) -> str:
        """How that is written."""
        return self.units.growth_of(within=bool(self.rule.slack))

    @property
    def bound_formula(self) -> str:
        """How the bound on k is written."""
        return "k₊" if self.start else f"{self.growth_formula}/{self.units.gamma_squared}"

    @property
    def bound_meaning(self) -> str:
        """What its letters stand for, where that must be said."""
        within = RAW.growth_of(within=bool(self.rule.slack))
        return f"the larger root of (p + kγ)² = q + k{within}" if self.start else ""

    @property
    def along_start(self) -> float:
        """p = w⁽⁰⁾·ŵ*, 0 from w = 0; only where there is a ŵ*."""
        return self.start.along if self.start else 0.0

    @property
    def start_squared(self) -> float:
        """q = ‖w⁽⁰⁾‖²."""
        return self.start.squared if self.start else 0.0

    @property
    def least_root(self) -> float:
        """k₋ ≤ 0, the other root of what k₊ is the larger root of: 0 from w = 0."""
        return self.start.roots[0] if self.start else 0.0

    @property
    def lower_formula(self) -> str:
        """How the promise for w·ŵ* is written."""
        return self.units.lower_from if self.start else self.units.lower

    @property
    def upper_formula(self) -> str:
        """How the promise for ‖w‖² is written."""
        return f"{self.units.begun if self.start else ''}{self.units.times(self.growth_formula)}"

    @property
    def along_formula(self) -> str:
        """How w·ŵ* is written."""
        return self.units.along.format(u=self.separator)

    @property
    def losses(self) -> float:
        """The most that the squared losses of a rule that bounds them add up to (Crammer et al. 2006, u = ŵ*/γ)."""
        if self.gamma is None:
            return math.nan
        if self.start:
            return self.radius_squared * self.start.apart_squared
        return self.radius_squared / self.gamma / self.gamma

    @property
    def losses_formula(self) -> str:
        """How that is written."""
        if self.start:
            return self.units.losses_from.format(u=self.separator)
        return f"{self.units.growth}/{self.units.gamma_squared}"


def lags(gamma: float, at_most: float) -> bool:
    """Whether `gamma` falls so far short of what it is at most that it can only be called a lower bound."""
    return gamma < at_most * (1 - _LAG)


def for_rule(margin: Margin, rule: Rule, weights: FloatArray | None = None) -> Margin:
    """What `margin` means for a run by `rule` from (w⁽⁰⁾, b⁽⁰⁾) = `weights` (d + 1,) or 0: its bound, if it has one."""
    start = None if weights is None else start_of(weights, margin.bias, margin.exactly, rule.slack)
    bound = None if rule.silence else margin.bound
    if bound is not None and margin.gamma is not None:
        bound = start.roots[1] if start else bound + 2 * rule.slack / margin.gamma / margin.gamma
    return replace(margin, rule=rule, bound=bound, start=start)


def in_units(margin: Margin, units: Units) -> Margin:
    """A raw `margin` in other units; as it is where there is nothing to divide by, for R = 0."""
    radius = margin.radius
    if not units.by_radius or not radius:
        return margin
    start = margin.start and replace(
        margin.start,
        squared=margin.start.squared / radius / radius,
        along=margin.start.along / radius,
        apart_squared=margin.start.apart_squared * radius * radius,
    )
    return replace(
        margin,
        units=units,
        unit=radius,
        radius=1.0,
        radius_squared=1.0,
        gamma=margin.gamma and margin.gamma / radius,
        gamma_at_most=margin.gamma_at_most and margin.gamma_at_most / radius,
        start=start,
    )


def margin_of(dataset: Dataset, bias: BiasFeature) -> Margin:
    """The maximum-margin separator of the augmented examples, or why there is none.

    Up to 16 dimensions, bias included, γ and the bound are those of the exact ŵ*, rounded once. Above, those of a
    float ŵ* that separates, as good as daqp's tolerance.
    """
    if dataset.n == 0:
        return Margin(None, 0.0, bias, 0.0)
    return _Question(dataset, bias).answer()


def opposite_twins(dataset: Dataset) -> IntArray:
    """Points of a dataset (n ≥ 1) that carry both labels, the earliest first; shape (m, 2).

    For each the first row with +1 and the first row with −1.
    """
    order = np.lexsort([*dataset.X.T])
    X, y = dataset.X[order], dataset.y[order]
    group = np.concatenate([[0], np.cumsum((X[1:] != X[:-1]).any(axis=1))])
    first = np.full((dataset.n, 2), dataset.n)
    np.minimum.at(first, (group, (y < 0).astype(np.intp)), order)
    twins: IntArray = first[first.max(axis=1) < dataset.n]
    return twins[np.argsort(twins.min(axis=1))]


class _Question:
    """One set of examples zᵢ = yᵢx̃ᵢ, and the steps that decide about it."""

    def __init__(self, dataset: Dataset, bias: BiasFeature) -> None:
        self._dataset = dataset
        self._bias = bias
        self._signed = signed_examples(dataset, bias)
        self._points = ExactPoints(self._signed)
        self._radius_squared = self._points.longest_squared()
        radius = square_root(self._radius_squared)
        self._undecided = Margin(None, radius, bias, float(self._radius_squared))

    def answer(self) -> Margin:
        """The margin, by the cheapest way that proves it."""
        origin = np.flatnonzero(~self._signed.any(axis=1))[:1]
        if origin.size:
            return self._not_separable(dict.fromkeys(origin.tolist(), 1))
        if self._signed.shape[1] <= _SMALL_SPACE:
            return self._exact_answer(_propose(self._signed, slack_cost=1.0), _MANY_ROUNDS)
        margin = self._separable(_polished(self._signed, _propose(self._signed, slack_cost=1e6)))
        if margin.separable or self._signed.shape[1] > _LARGE_SPACE:
            return margin
        return self._exact_answer(_propose(_equilibrated(self._signed), slack_cost=1.0), _FEW_ROUNDS)

    def _exact_answer(self, proposal: dict[int, int], rounds: int) -> Margin:
        nearest = nearest_to_origin(self._points, proposal, rounds)
        if nearest is None:
            return self._undecided
        if not nearest.is_origin:
            return self._separable(nearest.numerator)
        twins = opposite_twins(self._dataset)[:1].ravel().tolist()
        return self._not_separable(dict.fromkeys(twins, 1) or nearest.weights)

    def _separable(self, direction: list[int]) -> Margin:
        """The margin of a `direction` (D,), or "too close to tell".

        It must still separate when rounded to floats, and by more than rounding may do to an activation of that length,
        D·ε·R: below that no run in floats can tell the sides apart.
        """
        if not any(direction):
            return self._undecided
        w_star, b_star = self._rounded(direction)
        exactly = Separating(tuple(direction), self._reach(direction), self._radius_squared)
        gamma_squared = exactly.gamma_squared
        least = (len(direction) * _EPSILON) ** 2 * self._radius_squared
        if gamma_squared <= least or self._points.lowest(self._form(w_star, b_star))[1] <= 0:
            return self._undecided
        gamma = square_root(gamma_squared)
        products = self._dataset.y * (self._dataset.X @ w_star + b_star)
        return replace(
            self._undecided,
            separable=True,
            gamma=gamma,
            bound=float(self._radius_squared / gamma_squared),
            w_star=w_star,
            b_star=b_star,
            support=np.flatnonzero(products <= gamma * (1 + _POLISH) + _TIE * self._undecided.radius),
            exactly=exactly,
        )

    def _reach(self, direction: list[int]) -> Fraction:
        """min zᵢ·direction, 0 where that is less."""
        return Fraction(max(self._points.lowest(direction)[1], 0), 2**self._points.shift)

    def _rounded(self, direction: list[int]) -> tuple[FloatArray, float]:
        """(w*, b*) of length 1 along `direction`, each component the nearest float."""
        length_squared = dot(direction, direction)
        lengths = [square_root(Fraction(c * c, length_squared)) for c in direction]
        unit = [-length if c < 0 else length for c, length in zip(direction, lengths, strict=True)]
        return np.array(unit[: self._dataset.d]), unit[-1] * self._bias.value if self._bias.value else 0.0

    def _form(self, w_star: FloatArray, b_star: float) -> list[int]:
        """What (w*, b*) says of a z, exactly and up to a positive factor."""
        exact = [Fraction(c) for c in w_star.tolist()]
        if self._bias.value:
            exact.append(Fraction(b_star) / Fraction(self._bias.value))
        return over_common_denominator(exact)

    def _not_separable(self, weights: dict[int, int]) -> Margin:
        """The certificate Σ weight·z = 0, rows in order."""
        total = sum(weights.values())
        rows = sorted(weights)
        shares = np.array([weights[row] / total for row in rows])
        certificate = Certificate(np.array(rows), shares, self._meeting_point(weights))
        return replace(self._undecided, separable=False, certificate=certificate)

    def _meeting_point(self, weights: dict[int, int]) -> FloatArray | None:
        """Where the hulls of the two classes meet: the weighted mean of the positive examples of a certificate."""
        if not self._bias.value:
            return None
        positive = {row: weight for row, weight in weights.items() if self._dataset.y[row] > 0}
        scale = sum(positive.values()) << self._points.shift
        return np.array([c / scale for c in self._points.combination(positive)[: self._dataset.d]])


def signed_examples(dataset: Dataset, bias: BiasFeature) -> FloatArray:
    """zᵢ = yᵢx̃ᵢ: shape (n, d + 1), or (n, d) with B = 0, where the bias feature says nothing."""
    y = dataset.y.astype(np.float64)[:, None]
    signed = dataset.X * y
    return np.hstack([signed, y * bias.value]) if bias.value else signed


def _propose(signed: FloatArray, slack_cost: float) -> dict[int, int]:
    """The rows that matter and their weights, whole numbers > 0, as daqp sees it.

    It solves min ½‖v‖² + ½ρs² subject to zᵢ·v + s ≥ 1 with zᵢ scaled to about 1: always feasible, strictly convex, one
    slack s shared by all. The multipliers are > 0 on the support examples of separable data; else v = 0, s = 1 and they
    are the λ of a certificate. A small `slack_cost` ρ is kinder to certificates, a large one to small margins.
    """
    n, dimensions = signed.shape
    constraints = np.hstack([signed / np.abs(signed).max(), np.ones((n, 1))])
    cost, linear = np.diag([*np.ones(dimensions), slack_cost]), np.zeros(dimensions + 1)
    upper, lower, senses = np.full(n, _NO_LIMIT), np.ones(n), np.zeros(n, np.int32)
    *_, flag, info = daqp.solve(cost, linear, constraints, upper, lower, senses, primal_tol=1e-12)
    multipliers = np.abs(info["lam"])
    if flag <= 0 or not multipliers.any():
        return {0: 1}
    rows = np.flatnonzero(multipliers)
    shares = multipliers[rows] * (_WEIGHT_SCALE / multipliers.sum())
    return {row: math.ceil(share) for row, share in zip(rows.tolist(), shares.tolist(), strict=True)}


def _equilibrated(signed: FloatArray) -> FloatArray:
    """The same examples in units in which no feature dwarfs another: ŵ* changes, a certificate does not."""
    largest = np.abs(signed).max(axis=0)
    scaled: FloatArray = signed / np.where(largest > 0, largest, 1.0)
    return scaled


def _polished(signed: FloatArray, proposal: dict[int, int]) -> list[int]:
    """The direction of the shortest v with zᵢ·v = 1 on the proposed support."""
    support = signed[list(proposal)]
    v = np.linalg.lstsq(support / np.abs(support).max(), np.ones(len(support)))[0]
    return over_common_denominator(Fraction(c) for c in v.tolist())
