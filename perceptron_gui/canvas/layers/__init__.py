"""The layers of the canvas for the state on display: one class a layer, and the table of them, from the bottom up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pkgutil import resolve_name

from core.lessons import vocabulary
from perceptron_gui.canvas.layers.boundary import reading_title
from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.stage import Stage


@dataclass(frozen=True)
class LayerKind:
    """A layer as the View menu names it, and how it is made."""

    title: str
    make: Callable[[Stage], Layer]
    group: str
    """The heading of the sheet *Layers* below which it stands."""
    key: str = ""
    """The key that shows and hides it wherever the focus is."""


def _kind(row: Mapping[str, str]) -> LayerKind:
    """Return the layer of a row in resources/vocabulary.toml, drawn by a class such as "boundary.RegionLayer"."""
    make: type[Layer] = resolve_name(f"{__name__}.{row['drawn_by'].replace('.', ':')}")
    return LayerKind(row["title"].format(predictors=reading_title()), make, row["group"], row.get("key", ""))


LAYERS = {name: _kind(row) for name, row in vocabulary.LAYERS.items() if "drawn_by" in row}
"""Name → layer, in the order they are drawn."""
