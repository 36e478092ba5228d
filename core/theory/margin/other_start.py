"""What another start than 0 means for the theorem: with p = w⁽⁰⁾·ŵ* and q = ‖w⁽⁰⁾‖² the two promises are
w·ŵ* ≥ p + kγ and ‖w‖² ≤ q + kG, where G is R², or R² + 2m.

With a learning rate η it is the same for examples that are η times as long: ηγ in the place of γ, η²R² + 2ηm in that
of G. So γ²k² − (G − 2pγ)k − (q − p²) ≤ 0, and k lies between the roots k₋ ≤ 0 ≤ k₊ of that. Where p + kγ < 0 the
promises cannot be squared, but there k < −p/γ ≤ k₊ all the same.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from core.datasets.arithmetic import BiasFeature
from core.datasets.dataset import FloatArray
from core.rules import Perceptron, Rule
from core.theory.margin.exact_hull import dot, nearest_float, square_root

_PLAIN = Perceptron()
_PRECISION = 512
"""Bits of the roots before they are rounded once."""


@dataclass(frozen=True, eq=False)
class Separating:
    """A separator, exactly: whole numbers `direction` (D,), `reach` = min zᵢ·direction > 0, and R² of the data.

    The unit vector u along it has the margin γ = `reach`/‖direction‖.
    """

    direction: tuple[int, ...]
    reach: Fraction
    radius_squared: Fraction

    @property
    def gamma_squared(self) -> Fraction:
        """γ²."""
        return self.reach**2 / dot(self.direction, self.direction)

    def unit(self, bias: BiasFeature) -> tuple[FloatArray, float]:
        """(w, b) of u, each component of (w, b/B) the nearest float."""
        squared = dot(self.direction, self.direction)
        lengths = [square_root(Fraction(c * c, squared)) for c in self.direction]
        return bias.parted(np.array([-v if c < 0 else v for c, v in zip(self.direction, lengths, strict=True)]))


def exact_vector(w: FloatArray, b: float, bias: BiasFeature) -> list[Fraction]:
    """w̃ = (w, b/B) of the given floats; D fractions."""
    exact = [Fraction(v) for v in w.tolist()]
    return [*exact, Fraction(float(b)) / Fraction(bias.value)] if bias.value else exact


@dataclass(frozen=True, eq=False)
class Start:
    """w̃⁽⁰⁾ ≠ 0 held against a separator u, or against none.

    `weights` are (w⁽⁰⁾, b⁽⁰⁾) (d + 1,), `squared` is q = ‖w̃⁽⁰⁾‖². Only with a separator: `along` is p = w̃⁽⁰⁾·u, `roots`
    are k₋ and k₊ and `apart_squared` is ‖w̃⁽⁰⁾ − u/γ‖². Every number is exact but for one rounding.
    """

    weights: FloatArray
    squared: float
    along: float = math.nan
    roots: tuple[float, float] = (math.nan, math.nan)
    apart_squared: float = math.nan

    def in_units(self, rate: float) -> Start:
        """The same in units of a learning rate."""
        squared, along = self.squared / rate / rate, self.along / rate
        return replace(self, weights=self.weights / rate, squared=squared, along=along)


def start_of(
    weights: FloatArray, bias: BiasFeature, separating: Separating | None = None, rule: Rule = _PLAIN
) -> Start | None:
    """Of (w⁽⁰⁾, b⁽⁰⁾) (d + 1,), as shown, and a rule with its m and η; None where all of it is 0."""
    exact = exact_vector(weights[:-1], weights[-1], bias)
    squared = sum((v * v for v in exact), Fraction(0))
    if not squared:
        return None
    if separating is None:
        return Start(weights, nearest_float(squared))
    product = sum((v * c for v, c in zip(exact, separating.direction, strict=True)), Fraction(0))
    length_squared = dot(separating.direction, separating.direction)
    along = square_root(product**2 / length_squared)
    gamma_squared, along_gamma = separating.gamma_squared, product * separating.reach / length_squared
    rate, slack = rule.exact_rate, Fraction(rule.slack)
    growth = rate * rate * separating.radius_squared + 2 * rate * slack
    apart = ((v - Fraction(c) / separating.reach) ** 2 for v, c in zip(exact, separating.direction, strict=True))
    return Start(
        weights,
        nearest_float(squared),
        -along if product < 0 else along,
        _roots(rate * rate * gamma_squared, growth - 2 * rate * along_gamma, squared - along_gamma**2 / gamma_squared),
        nearest_float(sum(apart, Fraction(0))),
    )


def _roots(a: Fraction, b: Fraction, c: Fraction) -> tuple[float, float]:
    """Of ax² − bx − c with a > 0 and c ≥ 0, the lesser first; neither as a difference of near numbers."""
    spread = _root(b * b + 4 * a * c)
    larger = abs(b) + spread
    if not larger:
        return 0.0, 0.0
    far, near = larger / (2 * a), 2 * c / larger
    return (-nearest_float(near), nearest_float(far)) if b >= 0 else (-nearest_float(far), nearest_float(near))


def _root(square: Fraction) -> Fraction:
    """√square, exact where it is a fraction, else to 512 bits."""
    whole = square.numerator * square.denominator
    shift = max(_PRECISION - whole.bit_length() // 2, 0)
    return Fraction(math.isqrt(whole << 2 * shift), square.denominator << shift)
