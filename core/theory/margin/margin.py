"""Everything known about ŵ*, γ, R and the bound R²/γ², or about their absence, and its meaning for a run."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

import numpy as np

from core.datasets.arithmetic import BiasFeature, activations
from core.datasets.dataset import Dataset, FloatArray, IntArray
from core.numbers.numerals import DIGITS, MOST_IN_FULL, at_least, in_full, known, known_in_full, number, up_to
from core.rules import Perceptron, Rule
from core.theory.margin.exact_hull import dot, nearest_float, square_root, whole_multiple
from core.theory.margin.units import Notation, Units


@dataclass(frozen=True, eq=False)
class Separating:
    """A separator: whole numbers `direction` (D,), `reach` = min zᵢ·direction > 0, R²; its γ is reach/‖direction‖."""

    direction: tuple[int, ...]
    reach: Fraction
    radius_squared: Fraction

    @cached_property
    def length_squared(self) -> int:
        return dot(self.direction, self.direction)

    @property
    def gamma_squared(self) -> Fraction:
        return self.reach**2 / self.length_squared

    def unit(self, bias: BiasFeature) -> tuple[FloatArray, float]:
        """Return (w, b) of u, each component of (w, b/B) the nearest float."""
        # With this many bits of the length only the division is rounded.
        shift = max(128 - self.length_squared.bit_length() // 2, 0)
        length = math.isqrt(self.length_squared << 2 * shift)
        return bias.parted(np.array([(c << shift) / length for c in self.direction]))


def exact_form(w: FloatArray, b: float, bias: BiasFeature) -> list[int]:
    """Return w̃ = (w, b/B) of the given floats up to a positive factor; D whole numbers."""
    *form, last = whole_multiple(np.append(w, b))
    numerator, denominator = bias.value.as_integer_ratio()
    return [*(c * numerator for c in form), last * denominator] if bias.value else form


@dataclass(frozen=True, eq=False)
class Start:
    """A start w̃⁽⁰⁾ ≠ 0, compared with a separator u if there is one.

    The two promises are w·u ≥ p + kγ and ‖w‖² ≤ q + kG, where G is R², or R² + 2m. With a learning rate η, ηγ
    replaces γ and η²R² + 2ηm replaces G. So γ²k² − (G − 2pγ)k − (q − p²) ≤ 0, and k lies between the roots
    k₋ ≤ 0 ≤ k₊. Where p + kγ < 0 the promises cannot be squared, but k < −p/γ ≤ k₊ holds there anyway.

    `weights` are (w⁽⁰⁾, b⁽⁰⁾) (d + 1,), `squared` is q = ‖w̃⁽⁰⁾‖². Only with a separator: `along` is p = w̃⁽⁰⁾·u, `roots`
    are k₋ and k₊ and `apart_squared` is ‖w̃⁽⁰⁾ − u/γ‖². Every number is exact but for one rounding.
    """

    weights: FloatArray
    squared: float
    along: float = math.nan
    roots: tuple[float, float] = (math.nan, math.nan)
    apart_squared: float = math.nan

    def in_units(self, rate: float) -> Start:
        """Return the same in units of a learning rate."""
        squared, along = self.squared / rate / rate, self.along / rate
        return replace(self, weights=self.weights / rate, squared=squared, along=along)


def margin_start(weights: FloatArray, bias: BiasFeature, separating: Separating | None, rule: Rule) -> Start | None:
    """Return the start (w⁽⁰⁾, b⁽⁰⁾) (d + 1,), as shown, for a rule with its m and η; None if all of it is 0."""
    *exact, b = map(Fraction, weights.tolist())
    if bias.value:
        exact.append(b / Fraction(bias.value))
    squared = sum((v * v for v in exact), Fraction(0))
    if not squared:
        return None
    if separating is None:
        return Start(weights, nearest_float(squared))
    product = sum((v * c for v, c in zip(exact, separating.direction, strict=True)), Fraction(0))
    length_squared = separating.length_squared
    along = square_root(product**2 / length_squared) * (-1 if product < 0 else 1)
    gamma_squared, along_gamma = separating.gamma_squared, product * separating.reach / length_squared
    rate, slack = rule.exact_rate, Fraction(rule.slack)
    growth = rate * rate * separating.radius_squared + 2 * rate * slack
    apart = ((v - Fraction(c) / separating.reach) ** 2 for v, c in zip(exact, separating.direction, strict=True))
    constant = squared - along_gamma**2 / gamma_squared
    roots = _roots(rate * rate * gamma_squared, growth - 2 * rate * along_gamma, constant)
    return Start(weights, nearest_float(squared), along, roots, nearest_float(sum(apart, Fraction(0))))


def _roots(a: Fraction, b: Fraction, c: Fraction) -> tuple[float, float]:
    """Return the roots of ax² − bx − c with a > 0 and c ≥ 0, the smaller one first, without cancellation."""
    square = b * b + 4 * a * c
    # The root is exact where it is a fraction, else to 512 bits.
    whole = square.numerator * square.denominator
    shift = max(512 - whole.bit_length() // 2, 0)
    larger = abs(b) + Fraction(math.isqrt(whole << 2 * shift), square.denominator << shift)
    if not larger:
        return 0.0, 0.0
    far, near = nearest_float(larger / (2 * a)), nearest_float(2 * c / larger)
    return (-near, far) if b >= 0 else (-far, near)


_Count = TypeVar("_Count", float, FloatArray)

CANCELLED = "The search for ŵ* was cancelled."


@dataclass(frozen=True, eq=False)
class Certificate:
    """Proof that no separator exists: λ > 0 with Σλ = 1 and Σ λᵢyᵢx̃ᵢ = 0.

    At most d + 2 examples, d + 1 with B = 0 (Kirchberger). `indices` (m,) are rows of the data in order, `weights` (m,)
    the λ, each the float nearest its exact value. `point` (d,) is the common point of the two hulls, None with B = 0
    (there the hull of the yᵢxᵢ holds the origin) and for most of those in a kernel's feature space.
    """

    indices: IntArray
    weights: FloatArray
    point: FloatArray | None

    @classmethod
    def of(cls, weights: dict[int, int], point: FloatArray | None = None) -> Certificate:
        """Return the separator of whole numbers in the ratios of the λ, by row."""
        rows, total = sorted(weights), sum(weights.values())
        return cls(np.array(rows), np.array([weights[row] / total for row in rows]), point)


@dataclass(frozen=True, eq=False)
class Margin:
    """What the convergence theorem needs of a dataset (Block & Novikoff 1962; notes Perceptron 000, Huang 001).

    `separable` is True (the ŵ* given here has a margin > 0 in rational arithmetic), False (there is a certificate) or
    None (too close to tell in double precision, or no examples). `radius` is R = max‖x̃ᵢ‖, `radius_squared` R². Only
    where separable: `gamma`, `bound` R²/γ², `w_star` (d,) and `b_star` with |(w_star, b_star/B)| = 1, and `support`
    (m,), the rows that lie on the margin up to rounding.
    `in_feature_space` says that all this is meant in a kernel's feature space, where there is no `w_star` to write
    down: `products` (n,) are the yᵢ⟨ŵ*, φ̃(xᵢ)⟩, where `gamma` is known, and ŵ* = Σ sᵢyᵢφ̃(xᵢ) with `shares` s (n,).
    There `separable` may be True without a `gamma`, for a kernel that separates any distinct points. A `gamma` is the
    margin of a true separator, so `bound` holds however it was found.
    `exactly` is ŵ* before rounding; the `certificate` proves that there is none. No separator has a margin above
    `gamma_at_most`, and one has at least `gamma_at_least`. Both are None if γ is exact up to one rounding. `unknown` is
    a sentence on why γ is missing. `sought` means that the search goes on, `withheld` that a part is hidden.
    `rule` is the one that is run. Where it makes updates up to y·a = m, R² + 2m holds ‖w‖² down in the place of R², and
    `bound` is (R² + 2m)/γ²; where the theorem does not speak of it, there is no bound. `start` is what a run from
    another start than 0 needs: then `bound` is k₊. `notation` is how all is written, and in which units γ, R and
    `start` are measured; another separator may replace ŵ*.
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
    products: FloatArray | None = None
    shares: FloatArray | None = None
    in_feature_space: bool = False
    certificate: Certificate | None = None
    exactly: Separating | None = None
    gamma_at_most: float | None = None
    gamma_at_least: float | None = None
    unknown: str = ""
    sought: bool = False
    withheld: bool = False
    rule: Rule = field(default_factory=Perceptron)
    start: Start | None = None
    notation: Notation = field(default_factory=Notation)

    @property
    def hides_separators(self) -> bool:
        """True if the separators, and whether there are any, are hidden."""
        return self.withheld and self.separable is None

    @cached_property
    def gamma_is_lower_bound(self) -> bool:
        """True if fewer digits of γ are known than a bound is written with; then `gamma` is the least it can be."""
        return self.gamma is not None and not known_in_full(*self._ends)

    @cached_property
    def bound_at_most(self) -> float | None:
        """The most that the bound can be, as far as γ is known."""
        return None if self.bound is None else max(self.bound, self._ends[1])

    @cached_property
    def bound_written(self) -> str:
        """The bound with its relation, e.g. "= 680.1", or "≤ 1.235·10⁹" without space or knowledge of more digits."""
        most = self.bound_at_most
        if most is None:
            return ""
        exact = most < MOST_IN_FULL and not self.gamma_is_lower_bound
        return f"= {in_full(most)}" if exact else f"≤ {up_to(most)}"

    def gamma_written(self, digits: int = DIGITS) -> str:
        """Return γ with its relation: as many of `digits` digits as are known, or a lower bound."""
        low, high = self.gamma_at_least, self.gamma_at_most
        if self.gamma is None:
            return ""
        if low is None or high is None:
            return f"= {number(self.gamma, digits)}"
        text = known(low, high, digits)
        exact = text == number(high, digits) or not self.gamma_is_lower_bound
        return f"= {text}" if exact else f"≥ {at_least(low, digits)}"

    @property
    def _ends(self) -> tuple[float, float]:
        """The least and the greatest value that the bound can have; the bound itself for an exact γ."""
        low, high = self.gamma_at_least, self.gamma_at_most
        if not (low and high):
            value = self.bound or 0.0
            return value, value
        growth, rate = self.growth, self.rule.rate
        return growth / (rate * high) / (rate * high), growth / (rate * low) / (rate * low)

    @cached_property
    def theorem(self) -> bool:
        """True if the theorem speaks of the rule that is run."""
        return not self.rule.silence

    @cached_property
    def has_star(self) -> bool:
        """True if there is a ŵ* that the theorem can speak of."""
        known = self.w_star is not None or self.products is not None
        return self.theorem and known and self.gamma is not None

    @cached_property
    def star(self) -> FloatArray | None:
        """w* and then b*, (d + 1,); None if there is no ŵ*, or it has no coordinates."""
        return None if self.w_star is None or self.b_star is None else np.append(self.w_star, self.b_star)

    @cached_property
    def augmented_star(self) -> FloatArray:
        """ŵ* in the augmented space, (w*, b*/B); shape (D,). Only where it has coordinates."""
        if self.star is None:
            raise ValueError("there is no ŵ*")
        return self.bias.augmented(self.star)

    @cached_property
    def growth(self) -> float:
        """The most by which an update lets ‖w‖² grow: η²R² + 2ηm, which is R² + 2m for η = 1."""
        rate, unit = self.rule.rate, self.notation.unit
        return rate * rate * self.radius_squared + 2 * rate * self.rule.slack / unit / unit

    @cached_property
    def progress(self) -> float:
        """The least by which an update carries w along ŵ*: ηγ; only if there is a ŵ*."""
        return self.rule.rate * (self.gamma or 0.0)

    @cached_property
    def potential_centre(self) -> float:
        """ηR²/γ, or (ηR² + 2m)/γ, the length at which Φ is centred; 0 if there is no ŵ*."""
        return self.growth / self.progress if self.gamma else 0.0

    @cached_property
    def along_start(self) -> float:
        """The product p = w⁽⁰⁾·ŵ*, 0 from w = 0; only if there is a ŵ*."""
        return self.start.along if self.start else 0.0

    @cached_property
    def start_squared(self) -> float:
        return self.start.squared if self.start else 0.0

    @property
    def least_root(self) -> float:
        """The other root k₋ ≤ 0 of the equation whose larger root is k₊; 0 from w = 0."""
        return self.start.roots[0] if self.start else 0.0

    def lower(self, k: _Count) -> _Count:
        """Return p + ηkγ, the least that w·ŵ* is after k updates, one k or many (m,); only if there is a ŵ*."""
        return self.along_start + k * self.progress

    def upper(self, k: _Count) -> _Count:
        """Return q + k(η²R² + 2ηm), the most that ‖w‖² is after k updates."""
        return self.start_squared + k * self.growth

    def ceiling(self, k: _Count) -> _Count:
        """Return the root of that, the most that ‖w‖ is after k updates."""
        root: _Count = np.sqrt(self.upper(k))
        return root

    def along_star(self, dataset: Dataset, rows: slice = slice(None)) -> FloatArray | None:
        """Return y·(ŵ*·x̃) of the examples at `rows`, in no units but those of the data; None if there is no ŵ*."""
        if self.products is not None:
            return self.products[rows]
        if self.w_star is None or self.b_star is None:
            return None
        return dataset.y[rows] * activations(dataset.X[rows], self.w_star, self.b_star)

    @property
    def losses(self) -> float:
        """The most that the squared losses of a rule that bounds them add up to (Crammer et al. 2006, u = ŵ*/γ)."""
        if self.gamma is None:
            return math.nan
        if self.start:
            return self.radius_squared * self.start.apart_squared
        return self.radius_squared / self.gamma / self.gamma


def careful(margin: Margin) -> Margin:
    """Return the margin with a lower bound in place of γ if too few digits of γ are known; its results hold."""
    low = margin.gamma_at_least
    if low is None or not margin.gamma_is_lower_bound:
        return margin
    progress = margin.rule.rate * low
    bound = None if margin.bound is None else margin.growth / progress / progress
    return replace(margin, gamma=low, bound=bound)


_FIXED = (
    "No line through the origin separates them. With the fixed threshold b that is not decided: the run may stop, "
    "or repeat the same updates."
)


def for_rule(margin: Margin, rule: Rule, weights: FloatArray | None = None) -> Margin:
    """Return `margin` for a run by `rule` from (w⁽⁰⁾, b⁽⁰⁾) = `weights` (d + 1,) or 0: its bound, if it has one."""
    start = None if weights is None else margin_start(weights, margin.bias, margin.exactly, rule)
    bound = None if rule.silence else margin.bound
    if rule.fixed and margin.separable is False:
        margin = replace(margin, separable=None, certificate=None, unknown=_FIXED)
    if bound is not None and margin.gamma is not None:
        bound = start.roots[1] if start else bound + 2 * rule.slack / rule.rate / margin.gamma / margin.gamma
    notation = Notation(slack=rule.slack_sign, started=start is not None, rated=rule.exact_rate != 1)
    return careful(replace(margin, rule=rule, bound=bound, start=start, notation=notation))


def in_units(margin: Margin, units: Units) -> Margin:
    """Return a raw `margin` in other units; unchanged for R = 0, where nothing can be divided."""
    radius, start = margin.radius, margin.start
    if not units.by_radius or not radius:
        return margin
    if start is not None:
        apart = start.apart_squared * radius * radius
        start = replace(start, squared=start.squared / radius / radius, along=start.along / radius, apart_squared=apart)
    most, least = (end and end / radius for end in (margin.gamma_at_most, margin.gamma_at_least))
    gamma, notation = margin.gamma and margin.gamma / radius, replace(margin.notation, units=units, unit=radius)
    scaled = replace(margin, radius=1.0, radius_squared=1.0, gamma=gamma)
    return replace(scaled, notation=notation, gamma_at_most=most, gamma_at_least=least, start=start)


def as_told(margin: Margin, tells: Callable[[str], bool]) -> Margin:
    """Return `margin` without the parts that `tells` does not show: "star", "bound", "separable".

    The names are those of `core.lessons.vocabulary`. If ŵ* is shown, so is that it separates.
    """
    star, found = tells("star"), margin.separable is True
    if (star and tells("bound")) if found else tells("separable"):
        return margin
    if found and star:
        return replace(margin, bound=None, withheld=True)
    start = margin.start and Start(margin.start.weights, margin.start.squared)
    known = margin.separable if tells("separable") else None
    shown = Margin(known, margin.radius, margin.bias, margin.radius_squared, in_feature_space=margin.in_feature_space)
    shown = replace(shown, unknown="That is hidden for now.", withheld=True)
    return replace(shown, start=start, rule=margin.rule, notation=margin.notation)


def still_sought(margin: Margin) -> Margin:
    """Return what is known while the search for ŵ* goes on."""
    return replace(margin, unknown="ŵ* is still being looked for.", sought=True)
