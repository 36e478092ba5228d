"""The tools of the mouse on the canvas: one class a tool, and the table of them, by rows as those of layers are."""

from __future__ import annotations

from pkgutil import resolve_name

from core.lessons import vocabulary
from perceptron_gui.canvas.tools.tool import Tool

TOOLS: dict[str, type[Tool]] = {
    name: resolve_name(f"{__name__}.{row['made_by'].replace('.', ':')}") for name, row in vocabulary.TOOLS.items()
}
"""Name → tool, in the order of the rail."""
