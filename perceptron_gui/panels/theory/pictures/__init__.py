"""The plots of the theory panel, one a file, and the table of them, from the top down."""

from __future__ import annotations

from collections.abc import Callable

from core.run import Run
from core.theory.theorem import Curves
from perceptron_gui.panels.theory.picture import Picture
from perceptron_gui.panels.theory.pictures.length import length
from perceptron_gui.panels.theory.pictures.progress import progress
from perceptron_gui.panels.theory.pictures.squeeze import squeeze

PICTURES: dict[str, Callable[[Curves, Run], Picture | None]] = {
    "progress": progress,
    "length": length,
    "squeeze": squeeze,
}
"""Name → what draws it from the curves of a run; None where it does not apply to the run, and takes no room then."""
