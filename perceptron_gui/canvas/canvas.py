"""The canvas: composes view, layers and tools, answers the keys that belong to it, and keeps how it is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QPainter, QShowEvent
from PySide6.QtWidgets import QWidget

from core.datasets.dataset import LARGEST
from core.plane.projections import view_choice_from_json
from perceptron_gui.canvas.layers import LAYERS
from perceptron_gui.canvas.layers.drawn_lines import ToolFeedbackLayer
from perceptron_gui.canvas.layers.frame import ChipsLayer, GridLayer, WordsLayer
from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.layers.points import HalosLayer
from perceptron_gui.canvas.layers.proof import ProofLayer
from perceptron_gui.canvas.spoken import ChartWords, StepSpeaker
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.tools import TOOLS
from perceptron_gui.canvas.tools.keys import ChooseKeys, ClickKeys, LineKeys, NudgeKeys
from perceptron_gui.canvas.view import ToolView
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.layouts import in_column
from perceptron_gui.look.motion import let_move
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.look.voice import Role, Voice
from perceptron_gui.model.saved_setting import Kept, SavedSetting, read
from perceptron_gui.model.workspace import Workspace

FIRST_LAYERS = ("region", "certificate", "points", "boundary", "arrow", "current", "update")
"""The layers that a newcomer sees."""
_PROVEN = ("band", "optimum", "measures")
"""The layers that a newcomer sees, too, after the proof."""


class Canvas(Guarded, QWidget):
    """The picture of the document and of the displayed state, where a person edits points.

    `looked_at` comes when a layer, the scales or the gliding was switched.
    """

    looked_at = Signal()

    def __init__(self, workspace: Workspace, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        document, selection = workspace.document, workspace.selection
        self.stage, self.workspace = Stage(workspace, theme, self), workspace
        self.tweened = True
        """True if steps glide while the canvas is visible"""
        self.view, stage = ToolView(self.stage, self), self.stage
        self._clicks, self._nudges = ClickKeys(stage), NudgeKeys(stage)
        self._keys = ChooseKeys(stage), self._clicks, LineKeys(stage), self._nudges
        """The handlers of keys; the first one that knows a key takes it."""
        self.layers = {name: kind.make(stage) for name, kind in LAYERS.items()}
        """all that can be hidden"""
        for name, kind in LAYERS.items():
            self.layers[name].title = kind.title
        self.switches = dict.fromkeys(LAYERS, True)
        """name → whether a layer is switched on"""
        named, proof, self._feedback = list(self.layers.values()), ProofLayer(stage), ToolFeedbackLayer(stage)
        self.grid = GridLayer(stage)
        self.chips = ChipsLayer(stage, self.grid)
        framed = [self.grid, self.chips, *named, proof]
        self.words = WordsLayer(stage, framed)
        drawn = list[Layer](named)
        drawn.insert(list(LAYERS).index("points"), HalosLayer(stage))
        drawn.insert(list(LAYERS).index("fan"), self.grid)
        self.view.add_layers([*drawn, proof, self.chips, self._feedback, self.words])
        self.view.tool_changed.connect(self._on_tool)
        workspace.visible.changed.connect(self._draw_layers)
        document.restored.connect(selection.set)
        selection.changed.connect(self._nudges.end)
        self.view.installEventFilter(self)
        self.setLayout(in_column(self.view, margins=(0, 0, 0, 0)))
        self.setFocusProxy(self.view)
        self.view.setAccessibleName("Canvas")
        self.spoken_steps = self._give_voice(named)
        self._on_tool(self.view.tool)

    def set_layer_visible(self, name: str, visible: bool) -> None:
        """Show or hide a layer; that ends the view of a newcomer. Raise KeyError for a name not in LAYERS."""
        if visible != self.layers[name].visible:
            self.switches[name] = visible
            self.workspace.visible.show_everything()
            self._draw_layers()
            self.looked_at.emit()

    def _draw_layers(self) -> None:
        """Draw what is switched on; for a newcomer outside a lesson a few layers in its place."""
        visible = self.workspace.visible
        few = visible.view.newcomer and not visible.view.lesson
        first = (*FIRST_LAYERS, *(_PROVEN if visible.proven else ()))
        for name, layer in self.layers.items():
            wanted = name in first if few else self.switches[name]
            if wanted != layer.visible:
                layer.set_visible(wanted)
                self.layers["measures"].redraw()
                self.words.redraw()
        self.stage.shows_star = self.layers["optimum"].visible or self.layers["band"].visible
        self.stage.shows_proof = self.layers["certificate"].visible

    def set_equal_scales(self, equal: bool) -> None:
        """Give both axes the same scale (then w is seen at right angles to the boundary), or fill the view."""
        if equal != self.view.equal_scales:
            self.view.equal_scales = equal
            self.view.fit()
        self.looked_at.emit()

    def set_tween(self, tweened: bool) -> None:
        """Let everything glide from one update to the next, or jump."""
        self.tweened = tweened
        let_move(tweened)
        self._let_glide(self.isVisible())
        self.looked_at.emit()

    def _let_glide(self, visible: bool) -> None:
        self.stage.glide.on = self.tweened and visible
        self.stage.glide.finish()
        self.stage.set_viewport(self.stage.aim)

    def paint_picture(self, painter: QPainter, target: QRectF) -> None:
        """Draw exactly what the canvas shows into `target`, as vectors where the painter keeps them."""
        self.stage.glide.finish()
        painter.save()
        painter.setClipRect(target)
        painter.translate(target.topLeft())
        self.view.paint_layers(painter, target.width() / self.stage.viewport.width)
        painter.restore()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent):
            keys = next((keys for keys in self._keys if keys.knows(event)), None)
            if event.type() == QEvent.Type.ShortcutOverride and keys is not None:
                # The canvas takes the key, so that no shortcut of the window gets it.
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                if keys is not None:
                    keys.take(event)
                elif event.key() != Qt.Key.Key_Escape or not self._give_up():
                    event.ignore()
                return True
        elif isinstance(event, QFocusEvent):
            self._nudges.end()
        return bool(super().eventFilter(watched, event))

    def showEvent(self, event: QShowEvent) -> None:
        self._let_glide(True)
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """End all movement, because it is not visible."""
        self._let_glide(False)
        self.stage.afterglow.finish()
        for work in self.stage.beside:
            work.rest()
        super().hideEvent(event)

    def _give_voice(self, layers: Sequence[Layer]) -> StepSpeaker:
        stage, workspace, view = self.stage, self.workspace, self.view
        words = ChartWords(self.words, layers, view.on_widget)
        voice = view.voice = Voice(view, Role.Chart, words.parts, words.summary)
        signals = workspace.player.shown, workspace.player.run_changed, workspace.document.dataset_changed
        drawn = (workspace.own_separator, workspace.quiz, workspace.compared_boundaries, stage.glide, *stage.beside)
        moved = stage.arrived, stage.projection_changed, self.looked_at
        for signal in (*signals, *moved, *(line.changed for line in drawn)):
            signal.connect(voice.changed)
        workspace.selection.changed.connect(voice.focus)
        return StepSpeaker(stage, voice, words)

    def _give_up(self) -> bool:
        """Give up the present drag, else the tried line, else the selection; return False if there is none."""
        if self.view.cancel():
            return True
        for drawn in (self.workspace.quiz, self.workspace.own_separator):
            if drawn.weights_in(self.stage.run) is not None:
                drawn.clear()
                return True
        selected = len(self.workspace.selection) > 0
        self._clicks.forget()
        self.workspace.selection.clear()
        return selected

    def _on_tool(self, name: str) -> None:
        self.words.hint = TOOLS[name].hint
        self.words.redraw()
        self.stage.draws_lines, self._feedback.holds_lines = TOOLS[name].draws_lines, TOOLS[name].holds_lines
        self._feedback.redraw()


def settings_of_canvas(canvas: Canvas) -> dict[str, SavedSetting]:
    """Return name → what a session keeps of a canvas; features and scales first, because they fit the view."""
    document = canvas.workspace.document

    def view_choice() -> Any:
        return document.view_choice.to_json()

    def plane() -> dict[str, list[float]]:
        view = canvas.stage.aim
        return {"middle": [view.cx, view.cy], "unit": [view.ux, view.uy], "size": [view.width, view.height]}

    return {
        "features": Kept(view_choice_from_json, view_choice, document.set_view_choice),
        "equal_scales": Kept(bool, lambda: canvas.view.equal_scales, canvas.set_equal_scales),
        "plane": Kept(_part, plane, canvas.view.show_part),
        "tween": Kept(bool, lambda: canvas.tweened, canvas.set_tween),
        "layers": Kept(dict, lambda: canvas.switches, partial(_show, canvas)),
    }


def _part(value: Any) -> Viewport:
    """Return the inverse of `plane`. Raise as `read`."""
    pairs = [read([float], value[name]) for name in ("middle", "unit", "size")]
    (cx, cy), (ux, uy), (width, height) = pairs
    part = Viewport(cx, cy, ux, uy, width, height)
    if not (np.abs(pairs) <= LARGEST).all() or min(width, height) < 1 or not part.possible:
        raise ValueError
    return part


def _show(canvas: Canvas, told: dict[str, Any]) -> None:
    told = {"band": told.get("optimum", True), **told}  # Earlier versions had one layer for both.
    shown = {name: read(bool, told[name]) for name in canvas.layers if name in told}
    for name, visible in shown.items():
        canvas.set_layer_visible(name, visible)
