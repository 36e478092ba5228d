"""The fields that a session keeps: each is declared once, with its kind, and `read` reads them all."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, overload, runtime_checkable

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
class Kept(Generic[T]):
    """A field of a session: the kind of its values, as for `read`; how it is taken down, and how it is restored."""

    kind: Callable[[Any], T] | list[Any] | dict[str, Any]
    saved: Callable[[], T | None]
    put: Callable[[T], object]

    def restore(self, value: Any, /) -> None:
        self.put(read(self.kind, value))


@overload
def read(kind: Callable[[Any], T], value: Any) -> T: ...
@overload
def read(kind: list[Any] | dict[str, Any], value: Any) -> Any: ...


def read(kind: Any, value: Any) -> Any:
    """Return a JSON value of this kind. Raise TypeError, ValueError, ArithmeticError or LookupError for any other.

    A kind is bool, int, float (any finite number), str, list or dict; an enum, or another function that reads a value;
    [kind] for a list, {name: kind} for a dict that has these entries.
    """
    if isinstance(kind, dict):
        return {name: read(part, read(dict, value)[name]) for name, part in kind.items()}
    if isinstance(kind, list):
        return [read(kind[0], part) for part in read(list, value)]
    if kind not in (bool, int, float, str, list, dict):
        return kind(value)
    # A truth is an int to Python, and a whole number in JSON is a float to us.
    if not isinstance(value, (int, float) if kind is float else kind) or (isinstance(value, bool) and kind is not bool):
        raise TypeError
    if kind is float and not math.isfinite(value):
        raise ValueError
    return float(value) if kind is float else value


def a_count(value: Any, least: int, most: int) -> int:
    """Return the value, if it is a whole number from `least` to `most`. Raise as `read` for another."""
    if not least <= read(int, value) <= most:
        raise ValueError
    return int(value)


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
