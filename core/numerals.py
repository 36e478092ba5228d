"""Numbers as the window shows them: one notation, the true minus sign, thousands set apart."""

from __future__ import annotations

import math
from collections.abc import Sequence

_LARGEST_PLAIN, _SMALLEST_PLAIN = 1e15, 1e-5
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def number(value: float, digits: int = 4) -> str:
    """`value` to about `digits` digits, e.g. 22,134 or 680.1 or 0.0522 or −4.82; digits before the point all stay.

    From 10¹⁵ up and below 10⁻⁵ as a power of ten, e.g. 1.2·10⁻⁷; what is not a number is a dash.
    """
    if not math.isfinite(value):
        return _not_finite(value)
    return _plain(value, digits) if _is_plain(value) else _power(value, digits)


def column(values: Sequence[float], digits: int = 4) -> list[str]:
    """Numbers that stand below one another: all in plain notation, or all as powers of ten."""
    finite = [value for value in values if math.isfinite(value)]
    if all(_is_plain(value) for value in finite):
        return [number(value, digits) for value in values]
    return [_power(value, digits) if math.isfinite(value) else _not_finite(value) for value in values]


def signed(value: float, digits: int = 4) -> str:
    """`value` as a summand: with a space after its sign, e.g. "+ 1" or "− 0.3"."""
    return f"{'−' if value < 0 else '+'} {number(abs(value), digits)}"


def _is_plain(value: float) -> bool:
    return value == 0 or _SMALLEST_PLAIN <= abs(value) < _LARGEST_PLAIN


def _not_finite(value: float) -> str:
    return "–" if math.isnan(value) else "∞" if value > 0 else "−∞"


def _plain(value: float, digits: int) -> str:
    size = abs(value)
    before = len(str(int(size))) if size >= 1 else 0
    zeros = -math.floor(math.log10(size)) - 1 if 0 < size < 1 else 0
    decimals = max(digits - before, zeros + digits - 1 if zeros else 0, 0)
    return _trimmed(f"{value:,.{decimals}f}")


def _power(value: float, digits: int) -> str:
    if value == 0:
        return "0"
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    return f"{_trimmed(mantissa)}·10{str(int(exponent)).translate(_SUPERSCRIPTS)}"


def _trimmed(text: str) -> str:
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text.replace("-", "−")
