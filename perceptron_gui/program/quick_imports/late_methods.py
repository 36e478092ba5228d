"""The methods of a dataclass, written when they are first asked for: the start makes hundreds of such classes.

`dataclasses` writes a source for each method and compiles it, half a dozen a class, and few of them are ever called. A
descriptor stands in the place of each until someone gets it from the class or an instance, or Python itself calls it;
from then on the method is there as it would have been. What is compiled is `kept` from one start to the next. Where
`dataclasses` has changed inside, nothing is put off.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial
from typing import Any

from perceptron_gui.program.quick_imports.kept import kept

_KNOWN = ("name", "args", "body", "globals", "locals", "return_type")
"""What the function that compiles a method takes, in Python 3.11 and 3.12."""


def write_methods_later() -> None:
    """Of the dataclasses that are made from now on; once is enough."""
    inside: Any = dataclasses
    write, guard = getattr(inside, "_create_fn", None), getattr(inside, "_recursive_repr", None)
    if write is None or guard is None or _parameters(write) != _KNOWN:
        return

    def write_later(name: str, *given: Any, **named: Any) -> Later:
        return Later(name, partial(write, name, *given, **named))

    def guard_later(method: Later) -> Later:
        return Later(method.__name__, lambda: guard(method.written()))

    inside._create_fn, inside._recursive_repr, inside.exec = write_later, guard_later, _execute


def _execute(source: str, scope: dict[str, Any], names: dict[str, Any]) -> None:
    """What `dataclasses` has Python do with a method's source."""
    exec(kept.code(source, "<string>"), scope, names)


def _parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    code = function.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


class Later:
    """Stands for a method until it is asked for."""

    __slots__ = ("__name__", "_write")

    def __init__(self, name: str, write: Callable[[], Any]) -> None:
        self.__name__ = name
        self._write = write

    def written(self) -> Any:
        return self._write()

    def __get__(self, instance: object, owner: type) -> Any:
        """The method, which from now on is in the place of this: in the first class of those above that has this."""
        method = self._write()
        for each in owner.__mro__:
            if vars(each).get(self.__name__) is self:
                method.__qualname__ = f"{each.__qualname__}.{self.__name__}"
                setattr(each, self.__name__, method)
                break
        return method.__get__(instance, owner)
