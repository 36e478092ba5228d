"""A dataclass whose methods are written later is the same to whoever looks: tested of every one of the program."""

from __future__ import annotations

from pathlib import Path

from perceptron_gui.program.quick_imports.late_methods import Later
from tests.gui.program.quick_imports.a_program import said_by, where_methods_can_be_put_off

_LATER = """
import dataclasses
from perceptron_gui.program.quick_imports import late_methods
plain = dataclasses._create_fn
late_methods.write_methods_later()
late_methods.write_methods_later()
assert dataclasses._create_fn is not plain
"""
_TOLD = """
import dataclasses, inspect, json, pkgutil, re, sys
from importlib import import_module
import core, perceptron_gui
for package in (core, perceptron_gui):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.endswith(("__main__", ".loops")):
            import_module(module.name)
def text(thing):
    return re.sub("0x[0-9a-f]+", "", str(thing))
def told(method):
    if not inspect.isfunction(method):
        return str(type(method))
    code = inspect.unwrap(method).__code__
    names = [method.__qualname__, method.__name__, method.__module__, code.co_names, code.co_varnames]
    rest = [method.__doc__, hasattr(method, "__wrapped__"), text(inspect.signature(method)), text(code.co_consts)]
    return [*names, *rest, code.co_code.hex()]
def ours(thing):
    known = inspect.isclass(thing) and dataclasses.is_dataclass(thing)
    return known and thing.__module__.startswith(("core", "perceptron_gui"))
NAMES = "init repr eq hash lt le gt ge setattr delattr replace".split()
classes = {each for module in [*sys.modules.values()] for each in vars(module).values() if ours(each)}
late = sum(type(vars(each).get(f"__{name}__")).__name__ == "Later" for each in classes for name in NAMES)
everything = {}
for each in classes:
    methods = {name: told(getattr(each, f"__{name}__", None)) for name in NAMES}
    own = sorted(name for name in vars(each) if name.startswith("__"))
    fields = [field.name for field in dataclasses.fields(each)]
    shown = [inspect.signature(each), each.__doc__, own, each.__match_args__, fields]
    everything[f"{each.__module__}.{each.__qualname__}"] = [methods, text(shown)]
print(json.dumps([late, everything]))
"""
_USED = """
import copy, dataclasses, json, pickle
@dataclasses.dataclass(frozen=True, order=True)
class A:
    "An a."
    x: int
    y: list = dataclasses.field(default_factory=list, hash=False)
@dataclasses.dataclass(frozen=True)
class B(A):
    z: int = 3
@dataclasses.dataclass(slots=True)
class C:
    me: object = None
    n: int = dataclasses.field(default=2, kw_only=True)
told = []
def tell(what):
    try:
        told.append(repr(what()))
    except Exception as error:
        told.append([type(error).__name__, str(error)])
circle = C()
circle.me = circle
tell(lambda: A())
tell(lambda: A(1))
tell(lambda: A(1) == A(1, []))
tell(lambda: A(1) < A(2))
tell(lambda: A(1) < 3)
tell(lambda: hash(A(1)) == hash((1,)))
tell(lambda: setattr(A(1), "x", 2))
tell(lambda: delattr(B(1), "z"))
tell(lambda: setattr(B(1), "new", 2))
tell(lambda: B(1, z=4))
tell(lambda: dataclasses.replace(B(1), z=9))
tell(lambda: pickle.loads(pickle.dumps(B(1, [2]))))
tell(lambda: copy.deepcopy(B(1)))
tell(lambda: C(1, n=5))
tell(lambda: C(1, 5))
tell(lambda: circle)
tell(lambda: {C()})
tell(lambda: C(1) == C(1))
try:
    @dataclasses.dataclass
    class Wrong:
        x: int = 1
        y: int
except TypeError as error:
    told.append(str(error))
print(json.dumps(told))
"""
_CHANGED = """
import dataclasses, json
from perceptron_gui.program.quick_imports.late_methods import write_methods_later
def _create_fn(name, args, text):
    pass
dataclasses._create_fn = _create_fn
write_methods_later()
print(json.dumps(dataclasses._create_fn is _create_fn))
"""
LEAST = 1_000
"""So many methods nobody has asked for after all of the program is imported."""


@where_methods_can_be_put_off
def test_every_dataclass_of_the_program_is_the_same_either_way(tmp_path: Path) -> None:
    late, either = said_by(_LATER + _TOLD, tmp_path)
    none, plain = said_by(_TOLD, tmp_path)
    assert none == 0
    assert late > LEAST
    assert either.keys() == plain.keys()
    assert [name for name in plain if either[name] != plain[name]] == []


@where_methods_can_be_put_off
def test_they_are_made_compared_shown_frozen_and_pickled_as_ever(tmp_path: Path) -> None:
    assert said_by(_LATER + _USED, tmp_path) == said_by(_USED, tmp_path)


def test_where_dataclasses_has_changed_nothing_is_put_off(tmp_path: Path) -> None:
    assert said_by(_CHANGED, tmp_path) is True


def test_a_method_stands_where_it_was_put_off_and_not_in_a_class_below() -> None:
    class Above:
        told = Later("told", lambda: lambda self: type(self).__name__)

    class Below(Above):
        pass

    assert Below().told() == "Below"
    assert "told" not in vars(Below)
    assert not isinstance(vars(Above)["told"], Later)
    assert vars(Above)["told"].__qualname__.endswith("Above.told")
