"""PySide6 without what it makes ready for those who ask it about itself.

- It takes the place of Python's import and reads the source of whatever is imported after it, to see whether it speaks
  of PySide6, for `from __feature__ import …`. Python's own import is put back.
- It compiles, at every start, the modules that know the signatures of its functions, which `help` and its messages of
  a wrong argument tell. They are compiled when something first asks for a name of theirs; the others are `kept`.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from threading import RLock
from typing import Any

from perceptron_gui.program.quick_imports.kept import kept

_HOOK = "__feature_import__"
_ROOM = "shibokensupport/signature/"
_TOLD_LATER = frozenset(
    f"{_ROOM}{name}.py"
    for name in ("errorhandler", "layout", "mapping", "parser", "lib/enum_sig", "lib/pyi_generator", "lib/tool")
)
QT = ("QtCore", "QtGui", "QtWidgets")


def import_pyside() -> None:
    """The modules `QT`."""
    before = builtins.__import__
    with _compiled_later():
        for name in QT:
            import_module(f"PySide6.{name}")
    if getattr(builtins.__import__, "__name__", "") == _HOOK:
        builtins.__import__ = before


@contextmanager
def _compiled_later() -> Iterator[None]:
    """What has no file is compiled by Python's own `compile`: which hands out less in the block for modules known."""
    compiled = builtins.compile

    def less(source: Any, filename: Any, *given: Any, **named: Any) -> Any:
        if filename not in _TOLD_LATER:
            known = (type(source), given, named) == (bytes, ("exec",), {})
            return kept.code(source, filename, compiled) if known else compiled(source, filename, *given, **named)
        put_off[filename] = source
        own = f"from {__name__} import made_whole\n__getattr__ = made_whole({filename!r}, globals())"
        return compiled(own, filename, *given, **named)

    builtins.compile = less
    try:
        yield
    finally:
        builtins.compile = compiled


put_off: dict[str, Any] = {}
_lock = RLock()


def made_whole(filename: str, scope: dict[str, Any]) -> Callable[[str], Any]:
    """The `__getattr__` of a module that is put off: it has the module, whose names are `scope`, made as it is."""

    def get(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        with _lock:
            if (source := put_off.pop(filename, None)) is not None:
                del scope["__getattr__"], scope["made_whole"]
                exec(kept.code(source, filename), scope)
        try:
            return scope[name]
        except KeyError:
            raise AttributeError(f"module {scope['__name__']!r} has no attribute {name!r}") from None

    return get
