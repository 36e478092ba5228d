"""The shared things for drawing: viewport, projection, points, the classifier as it moves, and a tool's preview."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from PySide6.QtCore import QObject, QPointF, QRectF, Signal
from PySide6.QtGui import QFont

from core.datasets.arithmetic import activations
from core.datasets.dataset import Dataset, FloatArray, IntArray, same_bits
from core.plane.projections import PLANE, Projection, Spread
from core.record.history import State
from core.run import Run
from perceptron_gui.canvas.classifier.level_sets import LevelSets, Tracing, Voters
from perceptron_gui.canvas.classifier.prediction import ClassifierView
from perceptron_gui.canvas.lines import Grip, VectorScale
from perceptron_gui.canvas.markers import PointDensity, marker_size
from perceptron_gui.look.motion import AXIS_MS, Approach
from perceptron_gui.look.size import letters
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.look.viewport import PixelLine, Viewport
from perceptron_gui.model.document import editing
from perceptron_gui.model.player import Player
from perceptron_gui.model.threads.worker import single_shot
from perceptron_gui.model.workspace import Workspace

_CALM, _MOST_CALM = 0.4, 500
"""The opacity of what stands back, and the most examples of which some do."""


class Afterglow(QObject):
    """The strength of the `words` on a step, 1 to 0, for the eye only. If nothing glides, nothing fades."""

    changed = Signal()

    def __init__(self, player: Player, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._glide = player.glide
        self.words = Approach(self, 700, self.changed.emit)
        self.words.go(1.0, jumps=True)
        # The call-outs of a step stay this long before they fade.
        self._reading = single_shot(self, 8_000, partial(self.words.go, 0.0))
        player.shown.connect(self._on_shown)

    def finish(self) -> None:
        self._reading.stop()
        self.words.stop()
        self.changed.emit()

    def _on_shown(self) -> None:
        self._reading.stop()
        self.words.go(1.0, jumps=True)
        if self._glide.on:
            self._reading.start()


@dataclass(frozen=True)
class ToolPreview:
    """The preview of the tool in hand, in pixels: a rubber band, its reach as centre and radius, the grip of a line.

    `ghosts` are (x, y, label) of examples that are not there yet.
    """

    band: QRectF | None = None
    ghosts: tuple[tuple[float, float, int], ...] = ()
    disc: tuple[QPointF, float] | None = None
    grip: Grip | None = None


class Stage(QObject):
    """The shared things for drawing, with the workspace of the models: layers and tools get this."""

    edited = Signal()
    """Comes first after an edit."""
    aged = Signal()
    """Comes after each change of what the picture shows; the view itself has its own signals."""
    viewport_changed = Signal()
    arrived = Signal()
    projection_changed = Signal()

    def __init__(self, workspace: Workspace, theme: ThemeModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        document, player = workspace.document, workspace.player
        document.dataset_changed.connect(self.edited)
        self.theme_model, self.theme = theme, theme.current
        theme.changed.connect(self._take_theme)
        self.dataset = document.dataset
        self.marker_size = marker_size(self.dataset.n)
        self.run: Run | None = None
        """the run on display; None if the run has other features than the examples"""
        self.state: State | None = None
        self.shows_star = True
        """True if ŵ* or its margin is among the visible layers: γ is only measured there"""
        self.shows_proof = True
        """True if the layer that says why nothing separates is visible"""
        self.label = 1
        """the class of the tool that placed examples last"""
        self.draws_lines = False
        """True while the tool in hand draws lines"""
        self.viewport = self.aim = self._left = Viewport()
        """The view that is drawn; on its way to `aim`, which is the person's, until `arrived` comes."""
        self._way = Approach(self, AXIS_MS, self._pose)
        self._spread = Spread(document.dataset)
        self._projection: Projection | None = None
        self._turns = False
        """True if the projection follows w"""
        document.dataset_changed.connect(self._on_dataset)
        document.view_choice_changed.connect(self._look_anew)
        player.shown.connect(self._on_shown)
        player.run_changed.connect(self._on_shown)
        self.glide = player.glide
        self.afterglow = Afterglow(player, self)
        self.classifier = ClassifierView(player, lambda: self.projection, self)
        self.projection_changed.connect(self.classifier.look_anew)
        self.voters, self.vector_scale = Voters(player), VectorScale()
        self.tracing = Tracing(self)
        self.level_sets = LevelSets(self)
        self.beside = self.classifier, self.tracing, self.level_sets
        """The computations in threads."""
        self.preview = ToolPreview()
        self._take_run()
        steps = player.shown, player.run_changed, player.record_grew, document.dataset_changed
        # A race has fewer words; a step is an update or an example.
        for signal in (*steps, player.playing_changed, player.speed_changed, player.granularity_changed):
            signal.connect(self.aged)
        pointed = workspace.selection, workspace.highlight, workspace.pictured, workspace.by_hand
        lines = workspace.quiz, workspace.own_separator, workspace.compared_boundaries
        for thing in (*pointed, *lines, self.glide, self.afterglow, *self.beside):
            thing.changed.connect(self.aged)

    @cached_property
    def points(self) -> FloatArray:
        return self.projection.points(self.dataset.X)

    @cached_property
    def pixels(self) -> FloatArray:
        """The places of the examples in the view, (n, 2); computed once, and the same array until they move."""
        return self.viewport.to_pixels(self.points)

    @cached_property
    def point_density(self) -> PointDensity:
        # The largest marker, the outline of a wrong one included, reaches this far from its centre.
        return PointDensity(self.points, self.viewport, 0.7 * self.marker_size + 1)

    @property
    def spoken_of(self) -> list[int] | None:
        """The examples that the picture over them speaks of: all else stands back. None without such a picture."""
        picture, run, n = self.workspace.pictured.picture, self.run, self.dataset.n
        if picture is not None and picture.faint:
            return [] if picture.ring is None else [picture.ring]
        certificate = None if run is None or run.predictor.votes else run.margin.certificate
        drawn = self.shows_proof and n <= _MOST_CALM and self.dataset.d == PLANE
        if run is None or certificate is None or run.margin.in_feature_space or not drawn:
            return None
        rows: list[int] = certificate.indices[certificate.indices < n].tolist()
        return rows

    @property
    def calm(self) -> float:
        """The opacity of arrows and examples that stand back."""
        return 1.0 if self.spoken_of is None else _CALM

    def star(self, side: int = 0) -> PixelLine | None:
        """Return the function that is 0 where the activation of ŵ* is `side`·γ in the section; None without ŵ*."""
        margin = None if self.run is None else self.run.margin
        if margin is None or margin.w_star is None or margin.b_star is None or margin.gamma is None:
            return None
        return self.line(margin.w_star, margin.b_star - side * margin.gamma)

    def pixels_of(self, rows: Sequence[int] | IntArray) -> FloatArray:
        """Return the places of these examples of the run, (m, 2); none without a run."""
        if self.run is None or not len(rows):
            return np.empty((0, 2))
        return self.viewport.to_pixels(self.projection.points(self.run.dataset.X[np.array(rows, np.int64)]))

    @property
    def projection(self) -> Projection:
        if self._projection is None:
            state, choice = self.state, self.workspace.document.view_choice
            w, b = (None, 0.0) if state is None or len(state.w) != self.dataset.d else (state.w, state.b)
            self._projection, self._turns = choice.projection(self._spread, w, b), choice.turns
        return self._projection

    def line(self, w: FloatArray, b: float) -> PixelLine:
        """Return w·x + b, w (d,), as a function of the pixel that shows x of the section in view."""
        return self.viewport.line(*self.projection.line(w, b))

    def example_at(self, pixel: QPointF) -> int | None:
        """Return the example whose marker is under a pixel: the nearest, a selected one before others there."""
        if not self.dataset.n:
            return None
        away = self.pixels - (pixel.x(), pixel.y())
        squared = (away * away).sum(axis=1)
        nearest = int(np.argmin(squared))
        # Pixels beside a marker that still count as on it.
        if squared[nearest] > (self.marker_size / 2 + 5.0) ** 2:
            return None
        rows = self.workspace.selection.rows
        selected = rows[squared[rows] == squared[nearest]] if len(rows) and rows[-1] < len(squared) else rows[:0]
        return int(selected[0]) if len(selected) else nearest

    def steps(self, right: float, up: float) -> dict[int, float] | None:
        """Return a move on the plane, feature by feature; if examples cannot be moved, say why and return None."""
        if not self.projection.columns:
            self.refuse()
            return None
        return dict(zip(self.projection.columns, (right, up), strict=False))

    def examples_at(self, pixels: Sequence[QPointF]) -> FloatArray | None:
        """Return the examples that a click would place, (m, d), in short decimals; None if there can be none."""
        if not self.projection.columns:
            return None
        view, places = self.viewport, list[tuple[float, float]]()
        for pixel in pixels:
            places.append(view.rounded(*view.to_data(pixel)))
        return self.projection.lift(np.array(places))

    def place_at(self, pixel: QPointF, label: int) -> None:
        """Add an example under the mouse; if none can be placed, say why."""
        if (X := self.examples_at([pixel])) is None:
            self.refuse()
        else:
            editing.place(self.workspace.document, X, label)

    def refuse(self) -> None:
        self.workspace.document.refused.emit(self.workspace.document.view_choice.standing)

    def show_preview(self, preview: ToolPreview) -> None:
        if preview != self.preview:
            self.preview = preview
            self.aged.emit()

    def set_viewport(self, viewport: Viewport, *, glides: bool = False) -> None:
        """Show another part of the plane: at once, or on a way of some poses if it `glides` and the canvas may move."""
        if viewport == self.aim and (glides or viewport == self.viewport):
            return
        self._left, self.aim = self.viewport, viewport
        self._way.go(1.0, start=0.0, jumps=not (glides and self.glide.on))
        self._pose()

    def _pose(self) -> None:
        self.viewport = self._left.toward(self.aim, self._way.number)
        self._forget("pixels", "point_density")
        self.viewport_changed.emit()
        if self.viewport == self.aim:
            self.arrived.emit()

    @property
    def margins(self) -> FloatArray | None:
        """y·a of every example under the learner's own classifier, (n,), in units of η; None if no state fits."""
        state, dataset, read = self.state, self.dataset, self.classifier.margins
        if read is not None and len(read) == dataset.n:
            return read
        if state is None or len(state.w) != dataset.d:
            return None
        return dataset.y * activations(dataset.X, state.weights_per_rate[:-1], float(state.weights_per_rate[-1]))

    @property
    def call_out_strength(self) -> float:
        """The strength of the words on the last step, 0 to 1: 1 if its example is pointed at.

        It is 0 in a race: the words would flicker, of another step in each picture, and could not be read.
        """
        if self.workspace.player.racing:
            return 0.0
        state, highlight = self.state, self.workspace.highlight
        pointed = state is not None and highlight.kind == "example" and state.index in highlight.rows
        return 1.0 if pointed else self.afterglow.words.number

    def font(self, rung: int, *, bold: bool = False) -> QFont:
        """Return the font of a rung at the usual size: the view enlarges all that is drawn."""
        return letters(rung, bold=bold, scale=1.0)

    def _take_theme(self, theme: Theme) -> None:
        self.theme = theme

    def _on_dataset(self, dataset: Dataset) -> None:
        self.dataset, self.marker_size = dataset, marker_size(dataset.n)
        if not same_bits(dataset.X, self._spread.dataset.X):
            self._forget("points", "pixels", "point_density")
        self._spread = Spread(dataset)
        self._take_run()
        self._look_anew()

    def _on_shown(self) -> None:
        self._take_run()
        if self._turns:
            self._look_anew()

    def _take_run(self) -> None:
        player = self.workspace.player
        run = player.visible.run
        self.run = run if run is not None and run.dataset.d == self.dataset.d else None
        self.state = None if self.run is None else player.state

    def _look_anew(self) -> None:
        before, self._projection = self._projection, None
        if before is not None and self.projection.same_as(before):
            self._projection = before
            return
        self._forget("points", "pixels", "point_density")
        self.projection_changed.emit()

    def _forget(self, *names: str) -> None:
        for name in names:
            vars(self).pop(name, None)
