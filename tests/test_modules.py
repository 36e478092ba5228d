"""Every module of the program is there for something: an import or a table leads to it from where a program begins."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from perceptron_gui.canvas.layers import LAYERS
from perceptron_gui.canvas.tools import TOOLS
from perceptron_gui.panels import PANELS
from tests.places import ROOT

PANEL_MODULES = tuple(f"perceptron_gui.panels.{title.lower()}" for title in PANELS)
"""Imported by their names, when they are first made."""
LAYER_MODULES = tuple({kind.make.__module__ for kind in LAYERS.values()})
TOOL_MODULES = tuple({tool.__module__ for tool in TOOLS.values()})
BEGINNINGS = ("main", "core.__main__", "perceptron_gui.__main__", *PANEL_MODULES, *LAYER_MODULES, *TOOL_MODULES)
PACKAGES = ("core", "perceptron_gui")


def named(path: Path) -> str:
    """The module that a file is."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {
    named(path): path
    for top in ("main.py", *PACKAGES)
    for path in ([ROOT / top] if "." in top else (ROOT / top).rglob("*.py"))
}
"""The file of each module."""


def imported(module: str) -> Iterator[str]:
    """What a module imports, wherever in it: a table may do so only when an entry of it is asked for."""
    for node in ast.walk(ast.parse(FILES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def with_packages(module: str) -> Iterator[str]:
    """A module, and the packages that it lies in, which are imported with it."""
    parts = module.split(".")
    yield from (".".join(parts[:length]) for length in range(1, len(parts) + 1))


def test_every_module_is_imported_on_the_way_from_where_a_program_begins() -> None:
    reached: set[str] = set()
    to_read = list(BEGINNINGS)
    while to_read:
        found = {part for part in with_packages(to_read.pop()) if part in FILES} - reached
        reached |= found
        to_read += [name for module in found for name in imported(module)]
    assert sorted(FILES.keys() - reached) == [], "imported by nothing"


def needed(module: str) -> set[str]:
    """The modules that an import in a module names: of `from a import b` it is a.b if that is a module, else a."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(FILES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inner & FILES.keys() or {node.module}
    return found & FILES.keys()


@pytest.mark.parametrize("package", PACKAGES)
def test_no_imports_go_in_a_circle_not_even_those_inside_functions(package: str) -> None:
    inside = [module for module in FILES if module.partition(".")[0] == package]
    TopologicalSorter({module: needed(module) for module in inside}).prepare()  # A CycleError names the circle.


def test_canvas_and_panels_read_a_run_only_as_far_as_it_may_be_shown() -> None:
    """`player.run` is the whole run; `player.visible` ends at the playhead while the future is hidden."""
    rooms = ("perceptron_gui.canvas.", "perceptron_gui.panels.")
    whole = re.compile(r"\bplayer\.run\b")
    readers = [
        module for module, path in FILES.items() if module.startswith(rooms) and whole.search(path.read_text("utf-8"))
    ]
    assert readers == []
