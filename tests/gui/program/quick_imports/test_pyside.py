"""PySide6 is what it was, though it waits with what it knows of its signatures, and leaves Python's import alone."""

from __future__ import annotations

from pathlib import Path

from tests.gui.program.quick_imports.a_program import said_by

_QUICKLY = """
import builtins
plain = builtins.__import__, builtins.compile
from perceptron_gui.program.quick_imports import pyside
pyside.import_pyside()
assert (builtins.__import__, builtins.compile) == plain
assert len(pyside.put_off) == 7
"""
_TOLD = """
import json
from PySide6.QtCore import QObject, QPointF, QRect
from PySide6.QtWidgets import QWidget
from PySide6.support.signature import get_signature, mapping, parser
from PySide6.support.signature.lib import enum_sig, pyi_generator
told = [str(get_signature(each)) for each in (QRect, QPointF.dotProduct, QObject.connect, QWidget.setGeometry)]
told += [QRect.__doc__, QRect.setLeft.__doc__]
for wrong in (lambda: QPointF("a"), lambda: QRect.setLeft(), lambda: QObject(no_such=1), lambda: QRect().setTop("1")):
    try:
        wrong()
    except Exception as error:
        told.append(repr(error))
told += [sorted(map(str, mapping.type_map)), enum_sig.ExactEnumerator.__module__, pyi_generator.Formatter.__qualname__]
told += [[name for name in dir(each) if not name.startswith("__")] for each in (parser, enum_sig)]
try:
    mapping.nothing
except AttributeError as error:
    told.append(str(error))
print(json.dumps(told))
"""


def test_qt_tells_its_signatures_texts_and_errors_as_without(tmp_path: Path) -> None:
    assert said_by(_QUICKLY + _TOLD, tmp_path) == said_by(_TOLD, tmp_path)
