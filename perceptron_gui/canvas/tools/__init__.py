"""What the mouse does on the canvas: one class a tool, and the table of them."""

from __future__ import annotations

from perceptron_gui.canvas.tools.erase import Erase
from perceptron_gui.canvas.tools.line import Line
from perceptron_gui.canvas.tools.pan import Pan
from perceptron_gui.canvas.tools.place import Negative, Positive
from perceptron_gui.canvas.tools.select import Select
from perceptron_gui.canvas.tools.spray import Spray
from perceptron_gui.canvas.tools.tool import Tool

TOOLS: dict[str, type[Tool]] = {
    "select": Select,
    "positive": Positive,
    "negative": Negative,
    "spray": Spray,
    "erase": Erase,
    "line": Line,
    "pan": Pan,
}
"""Name → tool, in the order of the toolbar."""
