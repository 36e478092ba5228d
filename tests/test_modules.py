"""Every module of the program is there for something: an import or a table leads to it from where a program begins."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from perceptron_gui.panels import PANELS
from tests.places import ROOT

PANEL_MODULES = tuple(f"perceptron_gui.panels.{title.lower()}" for title in PANELS)
"""Imported by their names, when they are first made."""
BEGINNINGS = ("main", "core.__main__", "perceptron_gui.__main__", *PANEL_MODULES)
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


def test_canvas_and_panels_read_a_run_only_as_far_as_it_may_be_shown() -> None:
    """`player.run` is the whole run; `player.visible` ends at the playhead while the future is hidden."""
    rooms = ("perceptron_gui.canvas.", "perceptron_gui.panels.")
    whole = re.compile(r"\bplayer\.run\b")
    readers = [
        module for module, path in FILES.items() if module.startswith(rooms) and whole.search(path.read_text("utf-8"))
    ]
    assert readers == []
