"""The start imports no more than it did: nothing reads a source twice, no class of Qt is made that nobody uses."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import files
from pathlib import Path
from typing import Any

from perceptron_gui.program.quick_imports import MIRRORED
from tests.places import ROOT

MOST_MODULES, MOST_SOURCES = 800, 10
"""What the first picture takes by now, and little more; of sources the few that Qt itself looks into."""
TABLES = (
    *("core.orders.", "core.rules.", "core.kernels.", "core.predictors.", "core.files.formats."),
    *("perceptron_gui.canvas.layers.", "perceptron_gui.canvas.tools."),
)
"""Rooms of which a first picture takes every entry: one more may be one more module."""

_COUNT = """
import json, sys
sources = []
def opened(event, given):
    if event == "open" and str(given[0]).endswith(".py"):
        sources.append(given[0])
sys.addaudithook(opened)
sys.argv = ["main.py", "--exit-after-first-frame"]
from perceptron_gui.program import command_line
assert command_line.main() == 0
print(json.dumps([list(sys.modules), sources]))
"""
_MIRROR = """
import builtins, json, sys
plain = builtins.__import__
from perceptron_gui.program.quick_imports import MIRRORED, import_quickly
import_quickly()
assert builtins.__import__ is plain
import PySide6, pyqtgraph
seen = {name: len(vars(sys.modules["pyqtgraph.Qt." + name])) for name in MIRRORED}
for name in MIRRORED:
    ours, theirs = getattr(pyqtgraph.Qt, name), getattr(PySide6, name)
    for each in dir(theirs):
        assert each.startswith("__") or getattr(ours, each) is getattr(theirs, each) or each in ("Signal", "Slot"), each
assert not hasattr(pyqtgraph.Qt.QtCore, "QNothing")
print(json.dumps([seen, {name: len(dir(getattr(PySide6, name))) for name in MIRRORED}]))
"""


def said_by(script: str, home: Path) -> Any:
    """What a program of its own prints last, as JSON; with its bytecode written in `home`."""
    environment = {"QT_QPA_PLATFORM": "offscreen", "HOME": str(home), "PYTHONPYCACHEPREFIX": str(home / "bytecode")}
    command = [sys.executable, "-c", script]
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return json.loads(ended.stdout.splitlines()[-1])


def test_pyqtgraph_has_nothing_of_its_own_where_its_names_are_handed_on() -> None:
    places = [f"pyqtgraph/Qt/{name}/__init__.py" for name in MIRRORED]
    assert [Path(file.locate()).stat().st_size for file in files("pyqtgraph") or () if str(file) in places] == [0] * 3


def test_the_names_of_qt_that_pyqtgraph_hands_on_are_those_of_qt(tmp_path: Path) -> None:
    mirrored, there = said_by(_MIRROR, tmp_path)
    for name in MIRRORED:
        assert 0 < mirrored[name] < there[name] / 2


def test_the_first_picture_takes_no_more_modules_and_sources(tmp_path: Path) -> None:
    said_by(_COUNT, tmp_path)  # writes the bytecode
    modules, sources = said_by(_COUNT, tmp_path)
    assert len([name for name in modules if not name.startswith(TABLES)]) <= MOST_MODULES
    assert len(sources) <= MOST_SOURCES, sources
