"""Linear and logarithmic scales for the plots: where a value lies, and which round values get a tick."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np

from core.datasets.dataset import FloatArray
from core.numbers.numerals import column, decade, round_steps, short

_ROUNDING = 1e-9
_DIGITS = 3
_ROOM = 1.06


@dataclass(frozen=True)
class Scale:
    """From `low` to `high` (> `low`). Where it is `logarithmic` by equal ratios of value + `shift`, which is > 0."""

    low: float
    high: float
    logarithmic: bool = False
    whole: bool = False
    """Whether only whole numbers have a meaning."""
    shift: float = 0.0

    @classmethod
    def counting(cls, count: int) -> Scale:
        """Whole numbers from 0 to `count`."""
        return cls(0, max(count, 1), whole=True)

    @classmethod
    def unfolding(cls, count: int, first: int = 0) -> Scale:
        """Whole numbers from `first`, 0 or 1, to `count`; many by equal ratios, which tells the first hundred apart."""
        if count > 400:  # more would leave the first hundred too little room
            return cls(first, count, True, shift=1 - first)
        return cls(first, max(count, first + 1), whole=True)

    @classmethod
    def up_to(cls, top: float) -> Scale:
        """From 0 to a little more than `top` ≥ 0."""
        return cls(0, top * _ROOM or 1.0)

    @classmethod
    def between(cls, low: float, top: float) -> Scale:
        """From a little less than `low` to a little more than `top` > `low`."""
        room = (_ROOM - 1) * (top - low)
        return cls(low - room, top + room)

    @classmethod
    def around(cls, low: float, top: float) -> Scale:
        """From a little less than `low` to a little more than `top`, and 0 within."""
        return cls.up_to(top) if low >= 0 else cls(low * _ROOM, max(top, 0.0) * _ROOM)

    @property
    def note(self) -> str:
        """What a title says of a scale from left to right, where it is not what one expects."""
        return " (→ log scale)" if self.logarithmic else ""

    @overload
    def share(self, values: float) -> float: ...

    @overload
    def share(self, values: FloatArray) -> FloatArray: ...

    def share(self, values: FloatArray | float) -> FloatArray | float:
        """How far along each value lies, 0 at `low` and 1 at `high`; values outside are brought to the edge."""
        if not isinstance(values, np.ndarray):  # fifty a frame, and an array of one takes ten times as long
            inside = min(max(values, self.low), self.high)
            if self.logarithmic:
                return math.log((inside + self.shift) / self._first) / self._span
            return (inside - self.low) / (self.high - self.low)
        within = np.clip(values, self.low, self.high)
        if self.logarithmic:
            return np.asarray(np.log((within + self.shift) / self._first) / self._span)
        return np.asarray((within - self.low) / (self.high - self.low))

    def value(self, share: float) -> float:
        share = min(max(share, 0.0), 1.0)
        if self.logarithmic:
            return self._first * math.exp(share * self._span) - self.shift
        return self.low + (self.high - self.low) * share

    def spread(self, end: float, count: int) -> FloatArray:
        """Return so many values from `low` to `end`, equally far from each other on the scale."""
        if self.logarithmic:
            return np.geomspace(self._first, end + self.shift, count) - self.shift
        return np.linspace(self.low, end, count)

    def ticks(self, at_most: int) -> list[float]:
        """Round values within the scale, at least one and at most `at_most` (≥ 2)."""
        if self.logarithmic:
            return self._decades(at_most)
        least = (self.high - self.low) / (at_most + 1)
        for step in round_steps(max(least, 1.0) if self.whole else least):
            first, last = math.ceil(self.low / step - _ROUNDING), math.floor(self.high / step + _ROUNDING)
            if last - first < at_most:
                break
        return [multiple * step for multiple in range(first, last + 1)]

    def labels(self, ticks: Sequence[float]) -> list[str]:
        """How ticks are written: powers of ten as 10, 100, … 10⁵ on a logarithmic scale."""
        if self.logarithmic:
            return [decade(round(math.log10(tick))) if tick else "0" for tick in ticks]
        return [short(tick, _DIGITS) for tick in ticks] if self.high >= 1e9 else column(ticks, _DIGITS)

    @property
    def _first(self) -> float:
        return self.low + self.shift

    @property
    def _span(self) -> float:
        return math.log((self.high + self.shift) / self._first)

    def _decades(self, at_most: int) -> list[float]:
        """Powers of ten; and 0 where it is on the scale, for 1 would stand too near."""
        last = math.floor(math.log10(self.high) + _ROUNDING)
        if self.low <= 0:
            every = max(-(-last // (at_most - 1)), 1)
            return [0.0, *(10.0**exponent for exponent in range(every, last + 1, every))]
        first = math.ceil(math.log10(self.low) - _ROUNDING)
        every = max(-(-(last - first + 1) // at_most), 1)
        return [10.0**exponent for exponent in range(first, last + 1, every)]
