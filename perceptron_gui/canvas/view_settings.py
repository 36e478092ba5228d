"""How a canvas is looked at, in plain JSON values: part of the plane, scales, gliding, layers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.datasets.dataset import LARGEST
from core.plane.projections import view_choice_from_json
from perceptron_gui.canvas.canvas import Canvas
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.saved_setting import SavedBy, SavedSetting, a_number, give_back, of_kind


@dataclass(frozen=True)
class ViewSettings:
    """What a session's `view` says of the canvas; what it does not say, or not rightly, stays as it is."""

    values: Mapping[str, Any]

    def give(self, canvas: Canvas) -> None:
        give_back(settings_of_canvas(canvas), self.values)


def settings_of_canvas(canvas: Canvas) -> dict[str, SavedSetting]:
    """Name → what a session keeps of a canvas. Features and scales come first, for they fit the view to the points."""
    document = canvas.workspace.document

    def view_choice() -> Any:
        return document.view_choice.to_json()

    return {
        "features": SavedBy(view_choice, lambda value: document.set_view_choice(view_choice_from_json(value))),
        "equal_scales": SavedBy(
            lambda: canvas.view.equal_scales, lambda value: canvas.set_equal_scales(of_kind(value, bool))
        ),
        "plane": SavedBy(lambda: _plane(canvas.stage.viewport), lambda value: canvas.view.show_part(_part(value))),
        "tween": SavedBy(lambda: canvas.tweened, lambda value: canvas.set_tween(of_kind(value, bool))),
        "layers": SavedBy(
            lambda: {name: canvas.layers[name].visible for name in canvas.layers}, lambda value: _show(canvas, value)
        ),
    }


def _plane(view: Viewport) -> dict[str, list[float]]:
    return {"middle": [view.cx, view.cy], "unit": [view.ux, view.uy], "size": [view.width, view.height]}


def _part(value: Any) -> Viewport:
    """The inverse of `_plane`. Raises as `SavedSetting.restore` may."""
    (cx, cy), (ux, uy), (width, height) = (_pair(value[name]) for name in ("middle", "unit", "size"))
    part = Viewport(cx, cy, ux, uy, width, height)
    if not (min(width, height) >= 1 and part.possible):
        raise ValueError
    return part


def _pair(value: Any) -> tuple[float, float]:
    x, y = map(a_number, of_kind(value, list))
    if not max(abs(x), abs(y)) <= LARGEST:
        raise ValueError
    return x, y


def _show(canvas: Canvas, value: Any) -> None:
    told = of_kind(value, dict)
    told = {"band": told.get("optimum", True), **told}  # they were one layer
    shown = {name: of_kind(told[name], bool) for name in canvas.layers if name in told}
    for name, visible in shown.items():
        canvas.set_layer_visible(name, visible)
