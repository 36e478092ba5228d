"""What two libraries do at their import and nobody here has a use for, left undone: about a third of the start.

- PySide6 takes the place of Python's import and reads the source of whatever is imported after it, to see whether it
  speaks of PySide6, for `from __feature__ import …`. Python's own import is put back.
- pyqtgraph copies QtCore, QtGui and QtWidgets name by name into modules of its own, for which PySide6 makes each of
  their classes. Modules that ask for a name when it is used stand in their place.

Both are inside of these libraries. Where they have changed, this does nothing or less, and all works as without it.
"""

from __future__ import annotations

import builtins
import sys
from importlib import import_module
from types import ModuleType
from typing import Any

_HOOK = "__feature_import__"
_COPY = "_copy_attrs"
MIRRORED = ("QtCore", "QtGui", "QtWidgets")


def import_quickly() -> None:
    """To be called before anything imports Qt; once is enough."""
    before = builtins.__import__
    sources = [import_module(f"PySide6.{name}") for name in MIRRORED]
    if getattr(builtins.__import__, "__name__", "") == _HOOK:
        builtins.__import__ = before
    for name, source in zip(MIRRORED, sources, strict=True):
        sys.modules.setdefault(f"pyqtgraph.Qt.{name}", _Mirror(name, source))


class _Mirror(ModuleType):
    """What pyqtgraph takes for its own QtCore, QtGui or QtWidgets: names it sets, and those of Qt when asked for."""

    def __init__(self, name: str, source: ModuleType) -> None:
        super().__init__(f"pyqtgraph.Qt.{name}")
        self._source = source

    def __getattr__(self, name: str) -> Any:
        if sys._getframe(1).f_code.co_name == _COPY:
            return None  # it only asks whether the name is there, to copy it if not
        value = getattr(self._source, name)
        setattr(self, name, value)
        return value
