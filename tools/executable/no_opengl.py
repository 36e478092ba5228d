"""Run when the executable starts: in the place of two modules that pyqtgraph imports and draws with only where asked.

9 MB of bindings stay out of the executable. Nothing of Qt is imported before the first of their names is asked for.
"""

from __future__ import annotations

import sys
from types import ModuleType


def _name_of(name: str) -> type:
    from PySide6.QtWidgets import QWidget

    return type(name, (QWidget,), {})


for _name in ("QtOpenGL", "QtOpenGLWidgets"):
    _module = ModuleType(f"PySide6.{_name}")
    _module.__dict__["__getattr__"] = _name_of
    sys.modules[_module.__name__] = _module
