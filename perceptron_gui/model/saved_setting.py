"""A setting that can be written as plain JSON values and restored."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable

T = TypeVar("T")


@runtime_checkable
class SavedSetting(Protocol):
    """A setting: `saved` returns it, in plain JSON values unless it says otherwise; `restore` takes such a value.

    For an impossible value `restore` may raise TypeError, ValueError, ArithmeticError or LookupError, and changes
    nothing.
    """

    def saved(self) -> Any: ...

    def restore(self, value: Any, /) -> None: ...


@dataclass(frozen=True)
class SavedBy:
    """A setting of two functions."""

    saved: Callable[[], Any]
    restore: Callable[[Any], None]


def taken_down(settings: Mapping[str, SavedSetting]) -> dict[str, Any]:
    """Return name → value of each setting."""
    return {name: setting.saved() for name, setting in settings.items()}


def give_back(settings: Mapping[str, SavedSetting], values: Mapping[str, Any]) -> None:
    """Restore each setting from the value of its name. A missing or unreadable value changes nothing."""
    for name, setting in settings.items():
        if name in values:
            # A value of another version, or edited by hand, leaves this setting as it is.
            with suppress(TypeError, ValueError, ArithmeticError, LookupError):
                setting.restore(values[name])


def expect_type(value: Any, kind: type[T]) -> T:
    """Return the value, if it is of that kind. Raises TypeError for others, and for a truth in place of a number."""
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise TypeError
    return value


def a_count(value: Any, least: int, most: int) -> int:
    """Return the value, if it is a whole number from `least` to `most`. Raises TypeError or ValueError for another."""
    number = expect_type(value, int)
    if not least <= number <= most:
        raise ValueError
    return number


def a_number(value: Any) -> float:
    """Return the value, if it is a finite number. Raises TypeError or ValueError for another."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    number = float(value)
    if not math.isfinite(number):
        raise ValueError
    return number
