"""pyqtgraph has every name that it had, though most of it waits until it is asked for."""

from __future__ import annotations

from importlib.metadata import files
from pathlib import Path

from perceptron_gui.program.quick_imports.pyside import QT
from tests.gui.program.quick_imports.a_program import said_by

_MIRROR = """
import json, sys
from perceptron_gui.program.quick_imports import import_qt
from perceptron_gui.program.quick_imports.pyside import QT
import_qt()
import PySide6, pyqtgraph
seen = {name: len(vars(sys.modules["pyqtgraph.Qt." + name])) for name in QT}
for name in QT:
    ours, theirs = getattr(pyqtgraph.Qt, name), getattr(PySide6, name)
    for each in dir(theirs):
        assert each.startswith("__") or getattr(ours, each) is getattr(theirs, each) or each in ("Signal", "Slot"), each
assert not hasattr(pyqtgraph.Qt.QtCore, "QNothing")
print(json.dumps([seen, {name: len(dir(getattr(PySide6, name))) for name in QT}]))
"""
_WHOLE = """
import json, sys
import pyqtgraph
def told(value):
    return [str(getattr(value, "__module__", "")), str(getattr(value, "__qualname__", getattr(value, "__name__", "")))]
print(json.dumps({name: told(value) for name, value in vars(pyqtgraph).items() if not name.startswith("__")}))
"""
_PART = """
import json, sys
from perceptron_gui.program.quick_imports import import_qt
import_qt()
modules = [name for name in sys.modules if name.startswith("pyqtgraph")]
import pyqtgraph
def told(value):
    return [str(getattr(value, "__module__", "")), str(getattr(value, "__qualname__", getattr(value, "__name__", "")))]
names = {names}
try:
    pyqtgraph.Nothing
except AttributeError as error:
    assert "Nothing" in str(error)
print(json.dumps([len(modules), {{name: told(getattr(pyqtgraph, name)) for name in names}}]))
"""
_ALONE = """
from perceptron_gui.program.quick_imports import import_qt
import_qt()
import pyqtgraph
assert pyqtgraph.imageview.ImageView is pyqtgraph.ImageView
assert pyqtgraph.{name}.__name__ == "{name}"
print(1)
"""


def test_pyqtgraph_has_nothing_of_its_own_where_its_names_are_handed_on() -> None:
    places = [f"pyqtgraph/Qt/{name}/__init__.py" for name in QT]
    assert [Path(file.locate()).stat().st_size for file in files("pyqtgraph") or () if str(file) in places] == [0] * 3


def test_the_names_of_qt_that_pyqtgraph_hands_on_are_those_of_qt(tmp_path: Path) -> None:
    mirrored, there = said_by(_MIRROR, tmp_path)
    for name in QT:
        assert 0 < mirrored[name] < there[name] / 2


def test_every_name_of_pyqtgraph_is_what_it_was(tmp_path: Path) -> None:
    whole = said_by(_WHOLE, tmp_path)
    mirrors = {name: whole.pop(name) for name in QT}
    assert len(mirrors) == 3
    modules, names = said_by(_PART.format(names=[*whole, *reversed(whole)]), tmp_path)
    assert modules < 60
    assert names == whole


def test_a_name_that_is_asked_for_first_is_there(tmp_path: Path) -> None:
    assert said_by(_ALONE.format(name="SpinBox"), tmp_path) == 1
