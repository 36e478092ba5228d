"""The layers of the canvas for the state on display: one class a layer, and the table of them, from the bottom up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from perceptron_gui.canvas.layers.boundary import BoundaryLayer, MarginsLayer, ReadingLayer, reading_title
from perceptron_gui.canvas.layers.drawn_lines import ComparedLayer, OwnSeparatorLayer, PredictedBoundaryLayer
from perceptron_gui.canvas.layers.earlier import FanLayer, TrailLayer
from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.layers.optimum import BandLayer, MeasuresLayer, OptimumLayer
from perceptron_gui.canvas.layers.points import CoefficientsLayer, CurrentLayer, PointsLayer, SupportLayer
from perceptron_gui.canvas.layers.region import RegionLayer, ShadingLayer
from perceptron_gui.canvas.layers.vectors import ArrowLayer, UpdateLayer
from perceptron_gui.canvas.layers.verdict import CertificateLayer
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.model.workspace import Workspace


@dataclass(frozen=True)
class LayerKind:
    """A layer as the View menu names it, how it is made, and whether it is `shown` before anyone asks for it."""

    title: str
    make: Callable[[Stage, Workspace], Layer]
    shown: bool = True
    key: str = ""
    """The key that shows and hides it wherever the focus is."""


LAYERS: dict[str, LayerKind] = {
    "region": LayerKind("Regions", RegionLayer, key="R"),
    "shading": LayerKind("Shading by f or by votes", ShadingLayer),
    "fan": LayerKind("Voters", FanLayer),
    "trail": LayerKind("Path of the average", TrailLayer),
    "band": LayerKind("Margin of ŵ*", BandLayer, key="M"),
    "optimum": LayerKind("Best separator ŵ*", OptimumLayer, key="O"),
    "certificate": LayerKind("Why nothing separates", CertificateLayer, key="C"),
    "measures": LayerKind("γ and R, measured", MeasuresLayer),
    "coefficients": LayerKind("Examples by their α", CoefficientsLayer),
    "points": LayerKind("Examples", PointsLayer),
    "boundary": LayerKind("Boundary", BoundaryLayer),
    "margins": LayerKind("Margin lines", MarginsLayer),
    "trial": LayerKind("Your line", OwnSeparatorLayer),
    "support": LayerKind("Support examples", SupportLayer),
    "guess": LayerKind("Your guess of the next boundary", PredictedBoundaryLayer),
    "reading": LayerKind(reading_title(), ReadingLayer),
    "compared": LayerKind("Compared boundaries", ComparedLayer),
    "arrow": LayerKind("Arrow w", ArrowLayer, key="W"),
    "current": LayerKind("Current example", CurrentLayer),
    "update": LayerKind("Update as vectors", UpdateLayer, key="V"),
}
"""Name → layer, in the order they are drawn."""
