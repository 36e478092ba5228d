"""The layers of the canvas for the state on display: one class a layer, and the table of them, from the bottom up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from perceptron_gui.canvas.layers import boundary, drawn_lines, earlier, optimum, points
from perceptron_gui.canvas.layers.layer import Layer
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
    "region": LayerKind("Regions", boundary.RegionLayer, "Boundary", key="R"),
    "shading": LayerKind("Shading by f or by votes", boundary.ShadingLayer, "Boundary"),
    "fan": LayerKind("Voters", earlier.FanLayer, "Learner"),
    "trail": LayerKind("Path of the average", earlier.TrailLayer, "Learner"),
    "band": LayerKind("Margin of ŵ*", optimum.BandLayer, "Theory", key="M"),
    "optimum": LayerKind("Best separator ŵ*", optimum.OptimumLayer, "Theory", key="O"),
    "certificate": LayerKind("Why nothing separates", optimum.CertificateLayer, "Theory", key="C"),
    "measures": LayerKind("γ and R, measured", optimum.MeasuresLayer, "Theory"),
    "coefficients": LayerKind("Examples by their α", points.CoefficientsLayer, "Points"),
    "points": LayerKind("Examples", points.PointsLayer, "Points"),
    "boundary": LayerKind("Boundary", boundary.BoundaryLayer, "Boundary"),
    "margins": LayerKind("Margin lines", boundary.MarginsLayer, "Boundary"),
    "trial": LayerKind("Your line", drawn_lines.OwnSeparatorLayer, "Boundary"),
    "support": LayerKind("Support examples", points.SupportLayer, "Points"),
    "guess": LayerKind("Your guess of the next boundary", drawn_lines.PredictedBoundaryLayer, "Boundary"),
    "reading": LayerKind(boundary.reading_title(), boundary.ReadingLayer, "Learner"),
    "compared": LayerKind("Compared boundaries", drawn_lines.ComparedLayer, "Learner"),
    "arrow": LayerKind("Arrow w", drawn_lines.ArrowLayer, "Boundary", key="W"),
    "current": LayerKind("Current example", points.CurrentLayer, "Points"),
    "update": LayerKind("Update as vectors", drawn_lines.UpdateLayer, "Boundary", key="V"),
}
"""Name → layer, in the order they are drawn."""
