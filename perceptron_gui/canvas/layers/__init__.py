"""The layers of the canvas for the state on display: one class a layer, and the table of them, from the bottom up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from perceptron_gui.canvas.layers.boundary import (
    BoundaryLayer,
    MarginsLayer,
    ReadingLayer,
    RegionLayer,
    ShadingLayer,
    reading_title,
)
from perceptron_gui.canvas.layers.drawn_lines import (
    ArrowLayer,
    ComparedLayer,
    OwnSeparatorLayer,
    PredictedBoundaryLayer,
    UpdateLayer,
)
from perceptron_gui.canvas.layers.earlier import FanLayer, TrailLayer
from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.layers.optimum import BandLayer, CertificateLayer, MeasuresLayer, OptimumLayer
from perceptron_gui.canvas.layers.points import CoefficientsLayer, CurrentLayer, PointsLayer, SupportLayer
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.model.workspace import Workspace


@dataclass(frozen=True)
class LayerKind:
    """A layer as the View menu names it, how it is made, and whether it is `shown` before anyone asks for it."""

    title: str
    make: Callable[[Stage, Workspace], Layer]
    group: str
    """The heading of the sheet *Layers* below which it stands."""
    shown: bool = True
    key: str = ""
    """The key that shows and hides it wherever the focus is."""


LAYERS: dict[str, LayerKind] = {
    "region": LayerKind("Regions", RegionLayer, "Boundary", key="R"),
    "shading": LayerKind("Shading by f or by votes", ShadingLayer, "Boundary"),
    "fan": LayerKind("Voters", FanLayer, "Learner"),
    "trail": LayerKind("Path of the average", TrailLayer, "Learner"),
    "band": LayerKind("Margin of ŵ*", BandLayer, "Theory", key="M"),
    "optimum": LayerKind("Best separator ŵ*", OptimumLayer, "Theory", key="O"),
    "certificate": LayerKind("Why nothing separates", CertificateLayer, "Theory", key="C"),
    "measures": LayerKind("γ and R, measured", MeasuresLayer, "Theory"),
    "coefficients": LayerKind("Examples by their α", CoefficientsLayer, "Points"),
    "points": LayerKind("Examples", PointsLayer, "Points"),
    "boundary": LayerKind("Boundary", BoundaryLayer, "Boundary"),
    "margins": LayerKind("Margin lines", MarginsLayer, "Boundary"),
    "trial": LayerKind("Your line", OwnSeparatorLayer, "Boundary"),
    "support": LayerKind("Support examples", SupportLayer, "Points"),
    "guess": LayerKind("Your guess of the next boundary", PredictedBoundaryLayer, "Boundary"),
    "reading": LayerKind(reading_title(), ReadingLayer, "Learner"),
    "compared": LayerKind("Compared boundaries", ComparedLayer, "Learner"),
    "arrow": LayerKind("Arrow w", ArrowLayer, "Boundary", key="W"),
    "current": LayerKind("Current example", CurrentLayer, "Points"),
    "update": LayerKind("Update as vectors", UpdateLayer, "Boundary", key="V"),
}
"""Name → layer, in the order they are drawn."""
