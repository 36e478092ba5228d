"""How numbers are written for a person: one notation, the true minus sign, thousands set apart; steps and plurals."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_CEILING, Decimal
from fractions import Fraction
from html import escape
from itertools import count
from typing import Any

DIGITS = 4
"""Digits that a number is written with, γ among them, unless a place has a reason for more or fewer."""

SUPERSCRIPTS = "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"
"""The characters of a raised whole number: the minus sign, then 0 to 9."""

_RAISED = str.maketrans("-0123456789", SUPERSCRIPTS)
_LARGEST_PLAIN, _SMALLEST_PLAIN = 1e15, 1e-5
_ROUNDING, _MOST_ROUNDING = 1e-9, 1e-4
MOST_IN_FULL = 1e9
"""From here on a number has a power of ten where there is no room for thirteen digits."""
_FEWEST_DIGITS, _MOST_DIGITS = 4, 17
_MOST_LISTED = 8


def number(value: float, digits: int = DIGITS, *, grouped: bool = True) -> str:
    """Return `value` to `digits` digits, e.g. 22,134 or 680.1 or 0.05217 or −4.82; digits before the point all stay.

    From 10¹⁵ and below 10⁻⁵ a power of ten is used, e.g. 1.2·10⁻⁷; NaN becomes a dash. Thousands are separated only if
    `grouped`.
    """
    if not math.isfinite(value):
        return _not_finite(value)
    decimal = rounded(value, digits)
    return _plain(decimal, grouped) if _is_plain(value) else _with_power(decimal)


def share_text(value: float, digits: int = DIGITS, whole: float = 1) -> str:
    """Return a share of `whole` to `digits` digits, or to more where these would say all of a smaller one."""
    while float(rounded(value, digits)) == whole and value < whole:
        digits += 1
    return number(value, digits)


def percent_text(share: float) -> str:
    """Return a share in percent, with more digits where fewer would say 100 % of a smaller one."""
    return f"{share_text(100 * share, 2 if share < 1 else 3, 100)} %"


def fraction_in(text: str) -> float:
    """Return the float nearest to a number or a fraction, e.g. 0.5, 1e-3 or −1/3. Raises ValueError."""
    match = re.fullmatch(r"([+-]?[0-9]{1,300})\s*/\s*([0-9]{1,300})", text.strip().replace("−", "-"))
    if match is None:
        return float(text.replace("−", "-"))
    try:
        return float(Fraction(int(match[1]), int(match[2])))
    except (ZeroDivisionError, OverflowError) as error:
        # A fraction such as 1/0 is text like any other that is no number.
        raise ValueError(f"{text} is no number") from error


def of_decimal(value: Decimal) -> str:
    """Return all digits of `value`, in the style of `short`."""
    plain = _is_plain(float(value)) and abs(value) < MOST_IN_FULL
    return _plain(value, grouped=True) if plain else _with_power(value)


def short(value: float, digits: int = DIGITS) -> str:
    """Return the number in the style of `number`, but from 10⁹ with a power of ten, which is shorter."""
    long = math.isfinite(value) and abs(value) >= MOST_IN_FULL
    return _with_power(_significant(value, digits)) if long else number(value, digits)


def column(values: Sequence[float], digits: int = DIGITS) -> list[str]:
    """Return numbers that stand below one another: all in plain notation, or all with powers of ten."""
    plain = [number(value, digits) for value in values if not math.isfinite(value) or _is_plain(value)]
    if len(plain) == len(values):
        return plain
    return [_with_power(_significant(v, digits)) if math.isfinite(v) else _not_finite(v) for v in values]


def signed(value: float, digits: int = DIGITS) -> str:
    """Return `value` as a summand: with a space after its sign, e.g. "+ 1" or "− 0.3"."""
    return f"{'−' if value < 0 else '+'} {number(abs(value), digits)}"


def decade(exponent: int) -> str:
    """Return a power of ten on an axis: 1, 10, 100, 1,000, then 10⁴; 0.01, then 10⁻³."""
    return number(10.0**exponent) if exponent in range(-2, 4) else f"10{superscript(exponent)}"


def superscript(exponent: int) -> str:
    """Return a number above the line."""
    return str(exponent).translate(_RAISED)


def rounded(value: float, digits: int) -> Decimal:
    """Return the exact value of the text that `number` writes for a finite `value`."""
    if not _is_plain(value):
        return _significant(value, digits)
    before = math.floor(math.log10(abs(value))) + 1 if value else 1
    return Decimal(f"{value:.{max(digits - before, 0)}f}")


def whole_below(bound: float) -> int:
    """Return the largest whole number ≤ `bound`; one that rounding missed by 10⁻⁹ of it, and 10⁻⁴, is that one."""
    return math.floor(bound + min(bound * _ROUNDING, _MOST_ROUNDING))


def at_most(bound: float) -> str:
    """Return the largest whole number ≤ `bound`, e.g. 22,133 for 22,133.78; from 10⁹ a power of ten, rounded up."""
    if not math.isfinite(bound):
        return _not_finite(bound)
    if bound < MOST_IN_FULL:
        return number(whole_below(bound))
    return _with_power(_up(bound, math.floor(math.log10(bound)) - 3))


def in_full(bound: float) -> str:
    """Return a bound on a whole number with the digits that keep it below the next one, e.g. 22,133.8 or 680.1."""
    return number(bound, _digits_in_full(bound))


def up_to(bound: float) -> str:
    """Return the number as `in_full` does, but rounded up, so that it stays a bound; from 10⁹ as `at_most`."""
    if not math.isfinite(bound) or bound >= MOST_IN_FULL:
        return at_most(bound)
    return _plain(_up(bound, int(rounded(bound, _digits_in_full(bound)).as_tuple().exponent)), grouped=True)


def at_least(value: float | Fraction, digits: int = DIGITS) -> str:
    """Return the number as `number` does, but rounded towards 0, so that larger values stay larger."""
    decimal, plain = rounded(float(value), digits), _is_plain(float(value))
    if abs(Fraction(decimal)) > abs(Fraction(value)):
        decimal -= Decimal(1).scaleb(int(decimal.as_tuple().exponent)).copy_sign(decimal)
    return _plain(decimal, grouped=True) if plain else _with_power(decimal)


def known(low: float, high: float, digits: int = DIGITS) -> str:
    """Return a number between `low` and `high` with all known digits, at most `digits`; empty if none is known."""
    return next((text for d in range(digits, 0, -1) if (text := number(high, d)) == number(low, d)), "")


def known_in_full(low: float, high: float) -> bool:
    """Return whether all digits that `in_full` writes are known; from 10⁹, four of them."""
    if high >= MOST_IN_FULL:
        return short(low) == short(high)
    return number(low, _digits_in_full(high)) == in_full(high)


def _digits_in_full(bound: float) -> int:
    if not math.isfinite(bound) or bound >= MOST_IN_FULL:
        return _FEWEST_DIGITS
    whole = whole_below(bound)
    for digits in range(_FEWEST_DIGITS, _MOST_DIGITS):
        if math.floor(rounded(bound, digits)) == whole:
            return digits
    return _MOST_DIGITS


def _up(value: float, exponent: int) -> Decimal:
    """Return the least multiple of 10^`exponent` that is not below `value`."""
    return Decimal(value).scaleb(-exponent).to_integral_value(ROUND_CEILING).scaleb(exponent)


def round_steps(least: float) -> Iterator[float]:
    """Yield the numbers 1, 2 and 5 · 10ᵐ above 0 that are not below `least`, in order and without end."""
    least = max(least, math.ulp(0.0))  # Part of the smallest numbers is rounded to 0.
    for exponent in count(math.floor(math.log10(least))):
        for factor in (1, 2, 5):
            if (step := float(f"{factor}e{exponent}")) >= least:
                yield step


def _is_plain(value: float) -> bool:
    return value == 0 or _SMALLEST_PLAIN <= abs(value) < _LARGEST_PLAIN


def _significant(value: float, digits: int) -> Decimal:
    return Decimal(f"{value:.{digits - 1}e}")


def _not_finite(value: float) -> str:
    return "–" if math.isnan(value) else "∞" if value > 0 else "−∞"


def _plain(decimal: Decimal, grouped: bool) -> str:
    text = f"{decimal:,f}" if grouped else f"{decimal:f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return text.replace("-", "−") if decimal else "0"


def _with_power(decimal: Decimal) -> str:
    """Return mantissa and power of ten, without a factor of 1: 3.2 for 3.2·10⁰, 10⁵ for 1·10⁵."""
    exponent = decimal.adjusted()
    if not decimal or not exponent:
        return _plain(decimal, grouped=True)
    mantissa = _plain(decimal.scaleb(-exponent), grouped=True)
    power = f"10{superscript(exponent)}"
    return {"1": power, "−1": f"−{power}"}.get(mantissa, f"{mantissa}·{power}")


def plural(noun: str, count: int) -> str:
    """Return the noun for that number, e.g. "update", "updates"."""
    return noun if count == 1 else f"{noun}s"


def counted(count: int, noun: str) -> str:
    """Return a number with its noun, e.g. "1 update" or "1,562 updates"."""
    return f"{count:,} {plural(noun, count)}"


class Summary(dict[str, Any]):
    """Plain JSON values, exactly; shown to a person as two columns, in which floats have six digits."""

    def __repr__(self) -> str:
        rows = list(_rows(self))
        width = max((len(name) for name, _ in rows), default=0)
        return "\n".join(f"{name:<{width}}  {value}" for name, value in rows)

    def _repr_html_(self) -> str:
        rows = (f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in _rows(self))
        return f"<table>{''.join(rows)}</table>"


def _rows(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from ((f"{name} {inner}", text) for inner, text in _rows(value))
        else:
            yield name, _text(value)


def _text(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return number(value, 6)
    if isinstance(value, Sequence) and not isinstance(value, str):
        texts = [_text(each) for each in value]
        return f"({', '.join([*texts[: _MOST_LISTED - 2], '…', texts[-1]] if len(texts) > _MOST_LISTED else texts)})"
    if isinstance(value, Mapping):
        return f"({', '.join(f'{name} {_text(each)}' for name, each in value.items())})"
    return str(value)
