"""What the canvas draws of the state on display: one class a layer, and the table of them, from the bottom up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from perceptron_gui.canvas.layers.arrow import Arrow
from perceptron_gui.canvas.layers.boundary import Boundary
from perceptron_gui.canvas.layers.certificate import CertificateLayer
from perceptron_gui.canvas.layers.classifier import ReadingLayer
from perceptron_gui.canvas.layers.coefficients import Coefficients
from perceptron_gui.canvas.layers.compared import Compared
from perceptron_gui.canvas.layers.current import Current
from perceptron_gui.canvas.layers.ending import Ending
from perceptron_gui.canvas.layers.fan import Fan
from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.layers.margins import Margins
from perceptron_gui.canvas.layers.measures import Measures
from perceptron_gui.canvas.layers.optimum import Optimum
from perceptron_gui.canvas.layers.own_separator import TrialLayer
from perceptron_gui.canvas.layers.points import Points
from perceptron_gui.canvas.layers.predicted_boundary import GuessLayer
from perceptron_gui.canvas.layers.region import Region
from perceptron_gui.canvas.layers.shading import Shading
from perceptron_gui.canvas.layers.support import Support
from perceptron_gui.canvas.layers.trail import Trail
from perceptron_gui.canvas.layers.update import Update
from perceptron_gui.canvas.stage import Stage


@dataclass(frozen=True)
class LayerKind:
    """A layer as the View menu names it, how it is made, and whether it is `shown` before anyone asks for it."""

    title: str
    make: Callable[[Stage], Layer]
    shown: bool = True


LAYERS: dict[str, LayerKind] = {
    "region": LayerKind("Regions", Region),
    "shading": LayerKind("Shading by f or by votes", Shading),
    "fan": LayerKind("Voters", Fan),
    "trail": LayerKind("Path of the average", Trail),
    "optimum": LayerKind("Best separator ŵ* and its margin", Optimum),
    "certificate": LayerKind("Why no line separates", CertificateLayer),
    "measures": LayerKind("γ and R, measured", Measures),
    "coefficients": LayerKind("Examples by their α", Coefficients),
    "points": LayerKind("Examples", Points),
    "boundary": LayerKind("Boundary", Boundary),
    "margins": LayerKind("Margin lines", Margins),
    "trial": LayerKind("What if: a separator tried out", TrialLayer),
    "support": LayerKind("Support examples", Support),
    "guess": LayerKind("Your guess of the next boundary", GuessLayer),
    "reading": LayerKind("Average or pocket", ReadingLayer),
    "compared": LayerKind("Compared boundaries", Compared),
    "arrow": LayerKind("Arrow w", Arrow),
    "current": LayerKind("Current example", Current),
    "update": LayerKind("Update as vectors", Update),
    "ending": LayerKind("How the run ended", Ending),
}
"""Name → layer, in the order they are drawn."""
