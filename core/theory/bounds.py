"""Bounds beside R²/γ²: for inseparable data, for one example in a row, and for one's own separator in place of ŵ*."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain

import numpy as np
from numpy.typing import ArrayLike

from core.datasets.arithmetic import EPSILON, BiasFeature, activations, angle, cosine, ordered_dot, squared_norms
from core.datasets.dataset import LARGEST, Dataset, FloatArray
from core.errors import Cancelled, InputError, never
from core.numbers.numerals import at_most, number
from core.theory.margin.exact_hull import ExactPoints, dot, nearest_float, square_root
from core.theory.margin.linear_margin import in_span, signed_examples
from core.theory.margin.margin import Margin, Separating, Start, exact_form, for_rule, in_units
from core.theory.margin.units import Units
from core.ties import MISTAKE

_LEAST_RIDGE = 1e-12

NAME = "u"
"""The name of the separator in formulas."""


@dataclass(frozen=True, eq=False)
class SlackBound:
    """A bound on the updates of a number of epochs for any data (Freund & Schapire 1999, Theorem 2).

    `value` is ((R + D)/γ)² with D² = E·Σ max(0, γ − yᵢu·x̃ᵢ)²: `u` (D,) is a unit vector of the augmented space, γ > 0
    and E = `epochs`. `slack` is D; where it is 0 this is the bound R²/γ² of separable data. `trivial` is E·n: a bound
    above it says nothing, because no more examples than that are seen.

    From another start w·u ≥ w⁽⁰⁾·u + kγ − D√k, and ‖w‖ ≤ ‖w⁽⁰⁾‖ + R√k; so `value` is then the larger root k₊ of
    kγ = √k(R + D) + s, with `lead` s = ‖w⁽⁰⁾‖ − w⁽⁰⁾·u ≥ 0.
    """

    value: float
    u: FloatArray
    gamma: float
    slack: float
    radius: float
    epochs: int
    trivial: int
    lead: float = 0.0

    @property
    def formula(self) -> str:
        return "k₊" if self.lead else "((R + D)/γ)²"

    @property
    def silent(self) -> bool:
        """True if it says no more than that each pass meets every example once; then u, γ and D say nothing."""
        # The search came so far only: a bound nearer to E·n than this share of it says nothing.
        return self.value >= self.trivial * (1 - 1e-6)

    def over(self, epochs: int) -> SlackBound:
        """Return the same u and γ over another number of epochs ≥ 1: D grows with its root."""
        slack = self.slack * math.sqrt(epochs / self.epochs)
        value = _slack_value(self.radius + slack, self.gamma, self.lead)
        return replace(self, value=value, slack=slack, epochs=epochs, trivial=self.trivial // self.epochs * epochs)


def _slack_value(reach: float, gamma: float, lead: float) -> float:
    """Return the larger root k of kγ = √k·`reach` + `lead`."""
    if not lead:
        return (reach / gamma) ** 2
    return ((reach + math.hypot(reach, 2 * math.sqrt(gamma * lead))) / (2 * gamma)) ** 2


def slack_bound_for(
    dataset: Dataset, bias: BiasFeature, u: ArrayLike, gamma: float, epochs: int, start: Start | None = None
) -> SlackBound:
    """Return the bound for a direction u (D,), not 0, scaled to length 1, γ > 0 and `epochs` ≥ 1. Raises InputError."""
    direction = np.asarray(u, np.float64)
    signed, length = signed_examples(dataset, bias), float(np.linalg.norm(direction))
    if direction.shape != signed.shape[1:]:
        raise InputError(f"the direction has shape {direction.shape}; enter {signed.shape[1:]}")
    if not (math.isfinite(length) and length > 0 and math.isfinite(gamma) and gamma > 0 and epochs >= 1):
        raise InputError("give a direction other than 0, a γ above 0 and at least one epoch")
    unit: FloatArray = direction / length
    missing = np.maximum(gamma - ordered_dot(signed, unit), 0.0)
    slack = math.sqrt(epochs * float(missing @ missing))
    radius = math.sqrt(float(squared_norms(signed).max(initial=0.0)))
    lead = 0.0
    if start is not None:
        # s = ‖w̃⁽⁰⁾‖ − w̃⁽⁰⁾·u, made larger by what rounding may have taken from it.
        norm = math.hypot(*bias.augmented(start.weights).tolist())  # Its square may be lost to rounding.
        lead = max(norm - float(bias.augmented(start.weights) @ unit) + 8 * EPSILON * len(unit) * norm, 0.0)
    value = _slack_value(radius + slack, gamma, lead)
    return SlackBound(value, unit, gamma, slack, radius, epochs, epochs * dataset.n, lead)


def best_slack_bound(
    dataset: Dataset, bias: BiasFeature, epochs: int, start: Start | None = None, cancelled: Cancelled = never
) -> SlackBound:
    """Return the least bound that a search finds; it holds in any case, because it holds for any u and γ.

    So once `cancelled` it is the least so far.

    With v = u/γ its root is R‖v‖ + √E·‖max(0, 1 − yᵢv·x̃ᵢ)‖, a convex function of v. It is brought down by turns: the
    least p·‖v‖² + q·‖max(0, …)‖² in v is a squared-hinge SVM, solved by Newton's method, and p and q follow from v
    (a majorisation, so no turn goes up). No chance is involved. Whatever `start` is, the search is that of a run from
    w = 0. Raises InputError without examples other than 0.
    """
    signed = signed_examples(dataset, bias)
    radius = math.sqrt(float(squared_norms(signed).max(initial=0.0)))
    if not radius:
        raise InputError("the bound needs an example that is not at the origin")
    # The least v is a sum of examples.
    basis, coordinates = in_span(signed)
    scaled: FloatArray = coordinates / radius
    best = v = _squared_hinge(scaled, np.zeros(scaled.shape[1]), 1.0, cancelled)
    least = _root(scaled, best, epochs)
    for _ in range(500):
        missed = math.sqrt(_squared(_missing(scaled, v)))
        length = math.sqrt(epochs) * float(np.linalg.norm(v))
        ridge = max(missed / length if length > 0 else 0.0, _LEAST_RIDGE)
        v = _squared_hinge(scaled, v, ridge, cancelled)
        root = _root(scaled, v, epochs)
        gained = least - root
        if root < least:
            best, least = v, root
        # Further steps would gain less than rounding loses.
        if gained <= 1e-10 * least or cancelled():
            break
    length = float(np.linalg.norm(best))
    if not length:
        best, length = coordinates[np.argmax(squared_norms(signed))], _LEAST_RIDGE
    u = best if basis is None else basis @ best
    return slack_bound_for(dataset, bias, u, radius / length, epochs, start)


def repeat_bound_of(dataset: Dataset, bias: BiasFeature, row: int, w: ArrayLike, b: float) -> int | None:
    """Return how many updates in a row example `row` can take from (w, b): ⌊−y·a/‖x̃‖²⌋ + 1 (Perceptron 000), exactly.

    Each adds ‖x̃‖² to y·a, in exact arithmetic of the given floats. The result is 0 if the example is no mistake, and
    None at the origin with B = 0, where it always is one.
    """
    x = [Fraction(v) for v in dataset.X[row].tolist()]
    weights = [Fraction(v) for v in np.asarray(w, np.float64).tolist()]
    signed = int(dataset.y[row]) * (sum((p * q for p, q in zip(weights, x, strict=True)), Fraction(b)))
    squared = sum((v * v for v in x), Fraction(bias.squared))
    if signed > 0:
        return 0
    return math.floor(-signed / squared) + 1 if squared else None


@dataclass(frozen=True, eq=False)
class OwnSeparator:
    """The theorem for a separator (w, b) other than ŵ*.

    `gamma` is min yᵢ(w·xᵢ + b)/‖w̃‖, the margin of (w, b) scaled to length 1: below 0 if an example lies on the wrong
    side; NaN if there is no such number. `bound` is R²/γ², for which γ must be > 0 in rational arithmetic; else it
    is None and `reason` says why in a sentence. `worst` is the row that decides γ, `errors` how many examples are
    mistakes in the arithmetic of a run, `cosine` that of the `angle` to ŵ*, in degrees, where there is one. `exactly`
    is it as a separator, where it is one.
    """

    gamma: float
    bound: float | None
    reason: str
    worst: int | None = None
    errors: int | None = None
    cosine: float | None = None
    exactly: Separating | None = None
    angle: float | None = None

    @property
    def separates(self) -> bool:
        return self.bound is not None


def own_separator(
    dataset: Dataset, bias: BiasFeature, w: ArrayLike, b: float, margin: Margin | None = None
) -> OwnSeparator:
    """Return γ and the bound of (w, b), w (d,), and the angle to ŵ* of `margin`. Raises InputError for bad weights."""
    weights = np.asarray(w, np.float64)
    if weights.shape != (dataset.d,) or not (np.abs([*weights.tolist(), b]) <= LARGEST).all():
        expected = f"enter {dataset.d} and b, none beyond {LARGEST:g}"
        raise InputError(f"the separator has weights {weights.tolist()} and {b}; {expected}")
    if dataset.n == 0:
        return OwnSeparator(math.nan, None, "No examples yet: there is nothing to separate.")
    if not bias.value and b:
        return OwnSeparator(math.nan, None, "With bias 0 a separator goes through the origin, and this one does not.")
    if not (weights.any() or b):
        return OwnSeparator(math.nan, None, "w = 0 and b = 0 have no sides.")
    points, form = ExactPoints(signed_examples(dataset, bias)), exact_form(weights, b, bias)
    worst, least = points.lowest(form)
    squared = Fraction(least * least, dot(form, form) * 4**points.shift)
    gamma = square_root(squared) if least >= 0 else -square_root(squared)
    errors = (margin.rule.tie if margin else MISTAKE).errors(activations(dataset.X, weights, b) * dataset.y, dataset.y)
    reason = f"No bound: example {worst + 1:,} lies {'on the wrong side' if least else 'on it'}."
    found = OwnSeparator(gamma, None, reason, worst, errors)
    if least > 0:
        exactly = Separating(tuple(form), Fraction(least, 2**points.shift), points.longest_squared())
        bound = nearest_float(exactly.radius_squared / squared)
        found = replace(found, bound=bound, reason="", exactly=exactly)
    if margin is None or margin.w_star is None or margin.b_star is None:
        return found
    own, star = _direction(form), _direction(exact_form(margin.w_star, margin.b_star, bias))
    return replace(found, cosine=cosine(own, star), angle=angle(own, star))


def _direction(form: list[int]) -> FloatArray:
    """Return `form` (D,) with its largest entry scaled to ±1; as a float it may be too large."""
    largest = max(map(abs, form))
    return np.array([v / largest for v in form])


def _missing(signed: FloatArray, v: FloatArray) -> FloatArray:
    """Return max(0, 1 − zᵢ·v) of each row; shape (n,)."""
    return np.maximum(1.0 - signed @ v, 0.0)


def _root(signed: FloatArray, v: FloatArray, epochs: int) -> float:
    """Return ‖v‖ + √E·‖max(0, 1 − zᵢ·v)‖, for rows scaled to R = 1."""
    return float(np.linalg.norm(v)) + math.sqrt(epochs * _squared(_missing(signed, v)))


def _squared_hinge(signed: FloatArray, start: FloatArray, ridge: float, cancelled: Cancelled) -> FloatArray:
    """Return the v with the least ½·ridge·‖v‖² + ½‖max(0, 1 − zᵢ·v)‖², by Newton's method with halved steps.

    Piecewise quadratic, so it ends after finitely many (Mangasarian 2002, Optim. Methods Softw. 17, 913–929).
    """
    v, missing = start, _missing(signed, start)
    value = _cost(missing, v, ridge)
    for _ in range(50):
        short = signed[missing > 0]
        slope = ridge * v - short.T @ (1.0 - short @ v)
        step = np.linalg.solve(short.T @ short + ridge * np.eye(len(v)), slope)
        size = 1.0
        while size > 2.0**-30 and not cancelled():
            tried = v - size * step
            missing = _missing(signed, tried)
            cost = _cost(missing, tried, ridge)
            if not cost >= value:
                break
            size /= 2
        else:
            break
        v, value = tried, cost
    return v


def _cost(missing: FloatArray, v: FloatArray, ridge: float) -> float:
    return float(ridge * (v @ v)) + _squared(missing)


def _squared(values: FloatArray) -> float:
    """Return the sum of the squares of very many `values`; linear algebra would wait for its threads."""
    return float(np.square(values).sum())


def theorem_of_own(own: OwnSeparator, margin: Margin) -> Margin | None:
    """Return the raw `margin` with one's own separator in place of ŵ*; None if it does not separate."""
    if own.exactly is None or own.worst is None:
        return None
    w, b = own.exactly.unit(margin.bias)
    known = replace(margin, exactly=own.exactly, gamma_at_most=None, support=np.array([own.worst]))
    plain = replace(known, separable=True, gamma=own.gamma, bound=own.bound, w_star=w, b_star=b)
    held = for_rule(plain, margin.rule, None if margin.start is None else margin.start.weights)
    return replace(held, notation=replace(held.notation, separator=NAME))


def own_words(own: OwnSeparator, held: Margin | None, margin: Margin, units: Units, *, with_bound: bool) -> str:
    """Return γ and, `with_bound`, the bound of one's own separator beside those of ŵ*; `held` is `theorem_of_own`."""
    if held is None:
        return own.reason
    best, mine = in_units(margin, units), in_units(held, units)
    gamma, bound = mine.notation.units.gamma, _bound_words(mine) if with_bound else ""
    words = [f"{gamma} = {number(mine.gamma or 0.0)}{bound}"]
    if best.gamma is not None:
        words.append(f"ŵ*: {gamma} {best.gamma_written()}{_bound_words(best)}")
    if own.angle is not None:
        words.append(f"{number(own.angle, 3)}° between them")
    return f"{'; '.join(words)}."


def _bound_words(margin: Margin) -> str:
    return "" if margin.bound is None else f", k ≤ {at_most(margin.bound_at_most or margin.bound)}"


def tilted(dataset: Dataset, margin: Margin, away: FloatArray | None, gamma: float) -> tuple[FloatArray, float] | None:
    """Return a separator (w, b) of length 1 with this γ, tilted from ŵ* towards `away`, (w, b) (d + 1,).

    Without `away`, or if it is ŵ* itself, it is tilted towards the bias feature, which moves the line in parallel; with
    B = 0 towards the first feature that is not all of ŵ*. A γ above that of ŵ* becomes that of ŵ*, one below 0 becomes
    0, up to rounding. Returns None if the space of the data has no ŵ*, or no direction to tilt it to.
    """
    if margin.w_star is None or margin.b_star is None or margin.gamma is None:
        return None
    star = margin.augmented_star
    aside = _aside(star, None if away is None else margin.bias.augmented(away))
    if aside is None:
        return None
    signed = signed_examples(dataset, margin.bias)
    along, across = ordered_dot(signed, star), ordered_dot(signed, aside)
    near, far = 0.0, np.pi / 2
    for _ in range(60):
        angle = (near + far) / 2
        reached = float((np.cos(angle) * along + np.sin(angle) * across).min())
        near, far = (angle, far) if reached >= max(gamma, 0.0) else (near, angle)
    return margin.bias.parted(np.cos(near) * star + np.sin(near) * aside)


def _aside(star: FloatArray, away: FloatArray | None) -> FloatArray | None:
    """Return a unit vector at right angles to `star` (D,): along `away`, else along a feature, the last first."""
    given = [] if away is None else [away / (np.linalg.norm(away) or 1.0)]
    features = (np.arange(len(star)) == j % len(star) for j in range(-1, len(star) - 1))
    for candidate in chain(given, features):
        across = candidate - (candidate @ star) * star
        length = float(np.linalg.norm(across))
        if length > 1e-6:  # A shorter rest of a unit vector is rounding and has no direction.
            return np.asarray(across / length)
    return None
