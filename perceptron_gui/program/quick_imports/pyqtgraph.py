"""pyqtgraph without what it makes ready for others: more than a tenth of the start.

- It copies QtCore, QtGui and QtWidgets name by name into modules of its own, for which PySide6 makes each of their
  classes. Modules that ask for a name when it is used stand in their place.
- Its package imports all that it hands on. Here it waits with each until somebody asks for it.
- It loads OpenGL, with which it draws only where that is turned on, and Qt's tests. Neither is there for it.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Any

from perceptron_gui.program.quick_imports.pyside import QT

_PACKAGE = "pyqtgraph"
_COPY = "_copy_attrs"
_OPENGL = ("QtOpenGL", "QtOpenGLWidgets")
_MISSED_BY_NOBODY = "PySide6.QtTest"
_HANDED_ON = ("colormap", "graphicsItems", "imageview", "util", "widgets")
"""Where in pyqtgraph the names are that its package has for others only."""
_AT_THE_END = "ViewBox"
"""The one among them that it calls itself."""


def import_pyqtgraph() -> None:
    """Once is enough; does nothing where it is imported already, or not there."""
    for name in QT:
        sys.modules.setdefault(f"{_PACKAGE}.Qt.{name}", _Mirror(name, import_module(f"PySide6.{name}")))
    spec = find_spec(_PACKAGE) if _PACKAGE not in sys.modules else None
    if spec is None or spec.loader is None:
        return
    for name in _OPENGL:
        sys.modules.setdefault(f"PySide6.{name}", _Blank(f"PySide6.{name}"))
    tests = sys.modules.setdefault(_MISSED_BY_NOBODY, _NOT_THERE)
    package = sys.modules[_PACKAGE] = module_from_spec(spec)
    package.__class__ = _Package
    package.__dict__.update(_awaited=[], __builtins__={**vars(builtins), "__import__": package.take})
    spec.loader.exec_module(package)
    for name in [name for name, value in vars(package).items() if value is _NOTHING]:
        delattr(package, name)
    getattr(package, _AT_THE_END)
    if tests is _NOT_THERE:
        del sys.modules[_MISSED_BY_NOBODY]


class _Mirror(ModuleType):
    """What pyqtgraph takes for its own QtCore, QtGui or QtWidgets: names it sets, and those of Qt when asked for."""

    def __init__(self, name: str, source: ModuleType) -> None:
        super().__init__(f"{_PACKAGE}.Qt.{name}")
        self._source = source

    def __getattr__(self, name: str) -> Any:
        if sys._getframe(1).f_code.co_name == _COPY:
            return None  # it only asks whether the name is there, to copy it if not
        value = getattr(self._source, name)
        setattr(self, name, value)
        return value


class _Package(ModuleType):
    """pyqtgraph's own, with the names that it hands on from `_awaited` modules when they are asked for."""

    _awaited: list[str]

    def take(self, name: str, scope: Any = None, local: Any = None, names: Sequence[str] = (), level: int = 0) -> Any:
        """What the package imports as it is made: nothing of what it hands on."""
        if level != 1 or name.partition(".")[0] not in _HANDED_ON:
            return builtins.__import__(name, scope, local, names, level)
        self._awaited.append(f"{_PACKAGE}.{name}")
        return _NOTHING

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if find_spec(f"{_PACKAGE}.{name}") is not None:
            return import_module(f"{_PACKAGE}.{name}")
        namesakes = [module for module in self._awaited if module.endswith(f".{name}")]
        for module in namesakes or self._awaited:
            self._hand_on(import_module(module))
        if name not in vars(self):
            raise AttributeError(f"module {_PACKAGE!r} has no attribute {name!r}")
        return vars(self)[name]

    def _hand_on(self, module: ModuleType) -> None:
        public = [name for name in vars(module) if not name.startswith("_")]
        for name in getattr(module, "__all__", public):
            setattr(self, name, getattr(module, name))


class _Blank(ModuleType):
    """In the place of a module from whose classes others are derived, though nobody makes one."""

    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (sys.modules["PySide6.QtWidgets"].QWidget,), {})


class _Nothing:
    """What is imported by name or by star, and has nothing."""

    __all__ = ()

    def __getattr__(self, name: str) -> _Nothing:
        return self


_NOTHING = _Nothing()
_NOT_THERE: Any = None
"""As which Python takes no module for one that cannot be imported."""
