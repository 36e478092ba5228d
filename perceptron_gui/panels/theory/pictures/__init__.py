"""The plots of the theory panel, and the table of them, from the top down."""

from collections.abc import Callable

from perceptron_gui.look.plots.picture import Picture
from perceptron_gui.panels.theory.pictures.halves import length, progress
from perceptron_gui.panels.theory.pictures.sampled import cost, losses, mistakes
from perceptron_gui.panels.theory.pictures.squeeze import squeeze
from perceptron_gui.panels.theory.run_snapshot import RunSnapshot

HERO = "squeeze"
"""The largest, at the top: what the theorem is about."""

HALVES = ("progress", "length")
"""The two halves of the theorem: beside each other, at the bottom."""

PICTURES: dict[str, Callable[[RunSnapshot], Picture | None]] = {
    HERO: squeeze,
    "cost": cost,
    "losses": losses,
    "mistakes": mistakes,
    "progress": progress,
    "length": length,
}
"""Name → what draws it from what was seen of a run; None where it does not apply to the run, and takes no room then."""
