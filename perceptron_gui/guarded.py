"""The door between Qt and the methods of ours that Qt calls: no Python error leaves it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from traceback import walk_tb
from types import FunctionType
from typing import Any

from PySide6.QtCore import QItemSelectionModel, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QAccessible, QImage, QPainterPath, QPixmap

ANSWERS: dict[str, Callable[[], object]] = {
    "bool": bool,
    "int": int,
    "str": str,
    "list[QModelIndex]": list,
    "list[str]": list,
    "QAccessible.State": QAccessible.State,
    "QImage": QImage,
    "QItemSelectionModel.SelectionFlag": lambda: QItemSelectionModel.SelectionFlag.NoUpdate,
    "QPainterPath": QPainterPath,
    "QPixmap": QPixmap,
    "QRect": QRect,
    "QRectF": QRectF,
    "QSize": QSize,
    "QSizeF": QSizeF,
    "Qt.ItemFlag": lambda: Qt.ItemFlag.NoItemFlags,
    "Role": lambda: QAccessible.Role.NoRole,
}
"""Type that an override returns, as its source writes it → what Qt gets if the override fails; else None."""


def report(error: Exception) -> None:
    """Hand a caught error to `sys.excepthook`, as Python does with one that nobody catches."""
    sys.excepthook(type(error), error, error.__traceback__)


def guarded(method: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap an override: an error is reported, once for an object and a line, and Qt gets an empty answer.

    PySide6 carries an error from one override through later ones, and then the process crashes.
    """
    answer = ANSWERS.get(method.__annotations__.get("return", ""), lambda: None)

    @wraps(method)
    def call(self: Any, *given: Any, **named: Any) -> Any:
        try:
            return method(self, *given, **named)
        except Exception as error:
            # Once only: a paint event comes often.
            frame, line = [*walk_tb(error.__traceback__)][-1]
            place, reported = (type(error), frame.f_code, line), vars(self).setdefault("_reported", set())
            if place not in reported:
                reported.add(place)
                report(error)
            return answer()

    return call


class Guarded:
    """First base of a class that overrides methods of Qt or pyqtgraph: its overrides and those below are `guarded`."""

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        ours = __name__.partition(".")[0]
        theirs = [vars(base) for base in cls.__mro__[1:] if base.__module__.partition(".")[0] != ours]
        for name, method in list(vars(cls).items()):
            overrides = not name.startswith("__") and any(name in known for known in theirs)
            if overrides and isinstance(method, FunctionType):
                setattr(cls, name, guarded(method))
