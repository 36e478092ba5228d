"""The enumerations of Qt, made at once: `enum` takes five times as long, and the start makes five thousand members.

PySide6 asks for those of each class that it makes, by `Enum(name, pairs)`. Each is made here like an empty one of its
kind, which `enum` has made, and its members are put into it. Samples of each kind are made both ways first. Where they
differ, `enum` has changed inside, and goes on making them all; as it does with whatever is asked for in another way.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import KEEP, Enum, EnumType, Flag, IntEnum, IntFlag
from typing import Any

_KINDS = (Enum, IntEnum, Flag, IntFlag)
_SAMPLE = [("NONE", 0), ("FIRST", 1), ("THIRD", 4), ("SECOND", 2), ("BOTH", 6), ("AGAIN", 4)]
_SAMPLES = _SAMPLE, [*_SAMPLE, ("NAMELESS_BITS", 40)], [*_SAMPLE, ("ALL", -1)]
_EACH_ITS_OWN = ("__dict__", "__weakref__")
"""What Python itself puts into a class."""


def make_at_once() -> None:
    """Those that are made from now on; once is enough."""
    inside: Any = EnumType
    plain = inside._create_
    if plain.__module__ == __name__:
        return
    moulds = {kind: _Mould(kind, plain) for kind in _KINDS}
    if not all(map(_Mould.holds, moulds.values())):
        return

    def create(kind: Any, class_name: str, names: Any, *, module: str | None = None, **given: Any) -> Any:
        module = module or sys._getframe(2).f_globals.get("__name__")  # whoever asked, as `enum` finds it
        mould = moulds.get(kind)
        if mould is None or not mould.takes(names, **given):
            return plain(kind, class_name, names, module=module, **given)
        return mould.cast(class_name, names, module)

    inside._create_ = create


class _Mould:
    """What all enumerations of a kind have alike, and how one is made of it."""

    def __init__(self, kind: Any, plain: Any) -> None:
        self._kind = kind
        self._plain = plain
        self._like = {name: value for name, value in vars(self._made([])).items() if name not in _EACH_ITS_OWN}
        self._new = self._like.pop("__new__")
        self._taken = {"mro"}.union(*map(vars, kind.__mro__))
        self._number = kind._member_type_ is int
        self._flag = issubclass(kind, Flag)

    def _made(self, members: list[tuple[str, int]]) -> Any:
        """By `enum`."""
        return self._plain(self._kind, "Sample", members, module=__name__, boundary=KEEP)

    def holds(self) -> bool:
        """Whether `enum` makes the same of the samples."""
        try:
            return all(_contents(self.cast("Sample", s, __name__)) == _contents(self._made(s)) for s in _SAMPLES)
        except (AttributeError, LookupError, TypeError):  # it has other names inside
            return False

    def takes(self, members: Any, boundary: Any = None, **given: Any) -> bool:
        """Whether that is what PySide6 asks for: whole numbers, with names of which the class has none yet."""
        if type(members) is not list or boundary is not KEEP or any(value not in (None, 1) for value in given.values()):
            return False
        if {*map(type, members)} - {tuple}:
            return False
        names = {name for name, _ in members}
        plain = len(names) == len(members) and not any(name.startswith("_") for name in names)
        return plain and names.isdisjoint(self._taken) and {type(value) for _, value in members} <= {int}

    def cast(self, name: str, members: Sequence[tuple[str, int]], module: str | None) -> Any:
        own = {key: value.copy() if type(value) in (dict, list) else value for key, value in self._like.items()}
        made: Any = type.__new__(EnumType, name, (self._kind,), {**own, "__module__": module})
        type.__setattr__(made, "__new__", self._new)
        self._fill(made, members)
        if self._flag:
            _finish_flag(made)
        return made

    def _fill(self, made: Any, members: Sequence[tuple[str, int]]) -> None:
        order, by_name, by_value = made._member_names_, made._member_map_, made._value2member_map_
        for name, value in members:
            member = by_value.get(value)
            if member is None:
                member = by_value[value] = int.__new__(made, value) if self._number else object.__new__(made)
                member._value_ = value
                member._name_ = name
                member.__objclass__ = made
                member._sort_order_ = len(order)
                if not self._flag or value & (value - 1) == 0 != value:
                    order.append(name)
            by_name[name] = member
            type.__setattr__(made, name, member)


def _finish_flag(made: Any) -> None:
    singles = every = 0
    for value in made._value2member_map_:
        every |= value
        if value & (value - 1) == 0 != value:
            singles |= value
    if "_singles_mask_" in vars(made):
        made._flag_mask_, made._singles_mask_ = every, singles
    else:  # until Python 3.11.3 this one was the other
        made._flag_mask_ = singles
    made._all_bits_ = 2 ** every.bit_length() - 1
    values = [made._member_map_[name]._value_ for name in made._member_names_]
    if values != sorted(values):
        made._iter_member_ = made._iter_member_by_def_


def _contents(made: Any) -> dict[str, Any]:
    """All that an enumeration is made of, to be compared with that of another: of a member what it holds."""

    def told(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: told(each) for key, each in value.items()}
        return {**vars(value), "__objclass__": None} if isinstance(value, made) else getattr(value, "__func__", value)

    return {name: told(value) for name, value in vars(made).items() if name not in _EACH_ITS_OWN}
