"""An enumeration of Qt is the same to whoever looks, made at once or by `enum`: tested of every one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.gui.program.quick_imports.a_program import pythons, said_by

_AT_ONCE = """
import enum
from perceptron_gui.program.quick_imports.enumerations import make_at_once
by_enum = enum.EnumType._create_
make_at_once()
assert enum.EnumType._create_ is not by_enum
"""
_TRIED = """
from perceptron_gui.program.quick_imports.enumerations import make_at_once
make_at_once()
"""
_TELLING = """
import copy, enum, json, pickle, re
def text(thing):
    return re.sub("0x[0-9a-f]+", "", str(thing))
def answer(question):
    try:
        return text(question())
    except Exception as error:
        return text(repr(error))
def beneath(kind):
    for each in kind.__subclasses__():
        yield each
        yield from beneath(each)
def told_of_member(each):
    whole = [repr(each), str(each), each.name, each.value, hash(each) == hash(each.name)]
    return [text(whole), answer(lambda: f"{each:}"), text(vars(each)), answer(lambda: copy.copy(each) is each)]
def told_of_two(one, other):
    questions = (lambda: one | other, lambda: one & other, lambda: ~one, lambda: one < other)
    return [answer(question) for question in questions]
def told(kind):
    shown = {name: told_of_member(each) for name, each in kind.__members__.items()}
    listed = [[each.name for each in kind], sorted(vars(kind)), dir(kind), kind.__mro__, kind.__doc__]
    names = [kind.__module__, kind.__qualname__, kind._member_names_, kind._value2member_map_]
    values = [answer(lambda: kind(value)) for value in (0, 1, 3, 6, 12_345, "name")]
    kept = [answer(lambda: pickle.loads(pickle.dumps(each)) is each) for each in kind]
    wrong = [answer(lambda: setattr(kind, "new", 1)), answer(lambda: kind["new"])]
    return [shown, text(listed), text(names), values, [*map(told_of_two, kind, [*kind][1:])], kept, wrong]
"""
_OF_QT = """
from PySide6 import QtCore, QtGui, QtSvg, QtWidgets
for module in (QtCore, QtGui, QtSvg, QtWidgets):
    for name in dir(module):
        getattr(module, name)
print(json.dumps({f"{kind.__module__}.{kind.__qualname__}": told(kind) for kind in [*beneath(enum.Enum)]}))
"""
_OF_SAMPLES = """
everything = {}
for kind in (enum.Enum, enum.IntEnum, enum.Flag, enum.IntFlag):
    for values in ([0, 1, 2, 3], [4, 1, 2, 1], [1, 2, 40], [8, 7], [1, 6, -1], [0], []):
        members = [("ABCD"[place], value) for place, value in enumerate(values)]
        made = kind("Sample", members, boundary=enum.KEEP)
        everything[f"{kind.__name__} of {values}"] = told(made)
print(json.dumps(everything))
"""
_ASKED_OTHERWISE = """
import enum, json
def told(kind):
    return [repr(kind), kind.__module__, [repr(each) for each in kind], sorted(map(str, kind.__members__))]
def asked(kind, members, *, boundary=enum.KEEP, **named):
    try:
        return told(kind("E", members, boundary=boundary, **named))
    except Exception as error:
        return repr(error)
answers = []
for kind in (enum.Enum, enum.IntEnum, enum.Flag, enum.IntFlag, enum.StrEnum):
    names = ("mro", "name", "value", "_A_", "__A", "A", "numerator")
    answers += [asked(kind, [("B", 1), (name, 2)]) for name in names]
    values = (1, 2, -1, True, "b", None, (1, 2))
    answers += [asked(kind, [("B", 1), ("C", value)]) for value in values]
    answers += [asked(kind, members) for members in ("A B", {"A": 1}, [], None, [("A", 1), ("A", 2)])]
    others = ({"start": 3}, {"qualname": "X.E"}, {"module": "somewhere"}, {"boundary": None}, {"type": int})
    answers += [asked(kind, [("A", 1), ("B", 4)], **other) for other in others]
class Own(enum.Enum):
    @property
    def own(self):
        return self.value
answers.append(asked(Own, [("own", 1), ("A", 2)]))
print(json.dumps(answers))
"""
_CHANGED = """
import enum, json
enum.Enum._of_another_python_ = None
plain = enum.EnumType.__new__
def new(metacls, *given, **named):
    made = plain(metacls, *given, **named)
    made._told_ = [*made._member_names_]
    return made
enum.EnumType.__new__ = new
by_enum = enum.EnumType._create_
from perceptron_gui.program.quick_imports.enumerations import make_at_once
make_at_once()
print(json.dumps(enum.EnumType._create_ is by_enum))
"""
LEAST = 500
"""So many enumerations Qt has in what the program imports of it."""


def test_every_enumeration_of_qt_is_the_same_either_way(tmp_path: Path) -> None:
    told = _TELLING + _OF_QT
    at_once, by_enum = said_by(_AT_ONCE + told, tmp_path), said_by(told, tmp_path)
    assert at_once.keys() == by_enum.keys()
    assert len(by_enum) > LEAST
    assert [name for name in by_enum if at_once[name] != by_enum[name]] == []


@pytest.mark.parametrize("python", pythons())
@pytest.mark.parametrize("told", [_TELLING + _OF_SAMPLES, _ASKED_OTHERWISE], ids=["samples", "asked otherwise"])
def test_in_every_python_here_all_are_made_or_refused_as_ever(tmp_path: Path, python: str, told: str) -> None:
    by_enum = said_by(told, tmp_path, python)
    assert said_by(_TRIED + told, tmp_path, python) == by_enum


def test_where_enum_has_changed_it_makes_them_all(tmp_path: Path) -> None:
    assert said_by(_CHANGED, tmp_path) is True
