"""PySide6 without its own import.

PySide6 takes the place of Python's import and reads the source of each module that is imported after it, to see
whether that uses `from __feature__ import …`. Python's own import is put back.
"""

from __future__ import annotations

import builtins
from importlib import import_module

_HOOK = "__feature_import__"
QT = ("QtCore", "QtGui", "QtWidgets")


def import_pyside() -> None:
    """Import the modules `QT`."""
    before = builtins.__import__
    for name in QT:
        import_module(f"PySide6.{name}")
    if getattr(builtins.__import__, "__name__", "") == _HOOK:
        builtins.__import__ = before
