"""The tools of the mouse on the canvas: one class a tool, and the table of them."""

from __future__ import annotations

from perceptron_gui.canvas.tools.line import LineTool
from perceptron_gui.canvas.tools.select import PanTool, SelectTool
from perceptron_gui.canvas.tools.tool import EraseTool, NegativeTool, PositiveTool, SprayTool, Tool

TOOLS: dict[str, type[Tool]] = {
    "select": SelectTool,
    "positive": PositiveTool,
    "negative": NegativeTool,
    "spray": SprayTool,
    "erase": EraseTool,
    "line": LineTool,
    "pan": PanTool,
}
"""Name → tool, in the order of the rail."""
