"""The tools of the mouse on the canvas: one class a tool, and the table of them, by rows as those of layers are."""

from __future__ import annotations

from importlib import import_module

from core.lessons import vocabulary
from perceptron_gui.canvas.tools.tool import Tool


def _kind(made_by: str) -> type[Tool]:
    module, _, name = made_by.partition(".")
    made: type[Tool] = getattr(import_module(f"{__name__}.{module}"), name)
    return made


TOOLS = {name: _kind(row["made_by"]) for name, row in vocabulary.TOOLS.items()}
"""Name → tool, in the order of the rail."""
