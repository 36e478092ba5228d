"""The canvas: the picture of the points and of the run, and where points are edited."""

from __future__ import annotations

from perceptron_gui.canvas.canvas import Canvas
from perceptron_gui.canvas.layers import LAYERS
from perceptron_gui.canvas.tools import TOOLS

__all__ = ["LAYERS", "TOOLS", "Canvas"]
