"""The examples, ○ and ×, and their marks: wrong, selected, current, support, and terms of the sum."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property, partial
from itertools import product

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from core.datasets.arithmetic import activations
from core.datasets.dataset import FloatArray, IntArray
from core.explain.wording import NAMED, beside_example, since_test
from core.numbers.numerals import number
from perceptron_gui.canvas.layers.layer import Hit, Layer, RunLayer, Word
from perceptron_gui.canvas.markers import (
    TESTED,
    MarkerStyle,
    argb,
    draw_chosen,
    draw_markers,
    draw_rings,
    mark_style,
    ring_radius,
    square_about,
    visible,
    wrong_style,
)
from perceptron_gui.look.labels import Label, Spot, about
from perceptron_gui.look.theme import PALEST, Theme
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.player import Granularity

_NOBODY = np.empty(0, np.int64)
_WIDEST = 46.0
"""Pixels across the disc of the largest α, beyond the marker."""
_FEWEST = 4.0
"""The largest α has a full disc from this value on: after the first updates the discs are small, and grow."""
_SIZES = 12


class CoefficientsLayer(RunLayer):
    """Drawn where the vector is a sum over examples, in a kernel's feature space."""

    @property
    def applies(self) -> bool:
        return super().applies and self.state.alpha is not None and len(self.state.alpha) == self.stage.dataset.n

    def kept(self) -> tuple[object, ...] | None:
        """Keep the picture, unless each picture of the screen shows other coefficients, or there are none."""
        if not self._alpha.any() or self.workspace.player.racing:
            return None
        return self.state, self.stage.dataset, self.stage.pixels, self.stage.theme

    def draw(self, painter: QPainter, view: Viewport) -> None:
        rows = np.flatnonzero((self._alpha > 0) & visible(self.stage.pixels, view.rect, _WIDEST))
        pixels, labels = self.stage.pixels[rows], self.stage.dataset.y[rows]
        steps = np.ceil(share_of(self._alpha)[rows] * _SIZES)
        for (step, label), disc in _discs(self.stage.theme, self.stage.marker_size).items():
            draw_markers(painter, pixels[(steps == step) & (labels == label)], disc)

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        alpha = self._alpha
        return None if row is None else Hit(lambda: f"α = {number(float(alpha[row]))}", example=row)

    @property
    def _alpha(self) -> FloatArray:
        """The α of every example, (n,)."""
        return np.asarray(self.state.alpha, np.float64)


@cache
def _discs(theme: Theme, least: float) -> dict[tuple[int, int], MarkerStyle]:
    """Return (step of the size, label) → disc, the largest first."""
    discs = {}
    for step, label in product(range(_SIZES, 0, -1), (1, -1)):
        role, size = theme.of_label(label), least + _WIDEST * step / _SIZES
        discs[step, label] = MarkerStyle(1, size, argb(theme.color(role, 0.26)), argb(theme.pale(role, PALEST)), 1.0)
    return discs


def share_of(alpha: FloatArray) -> FloatArray:
    """Return the width of the disc of each α (n,) as a share of the widest: the root, so that the area grows with α."""
    share: FloatArray = np.sqrt(alpha / max(float(alpha.max(initial=0.0)), _FEWEST))
    return share


_MANY = 5_000


class HalosLayer(Layer):
    """A disc with a dark rim behind every selected example."""

    @property
    def applies(self) -> bool:
        return len(self.workspace.selection.rows) > 0

    def kept(self) -> tuple[object, ...]:
        """Keep the picture until the selected examples are elsewhere: a flip, of which there are many, moves none."""
        return self.stage.pixels, self.workspace.selection.rows, self.stage.theme

    def draw(self, painter: QPainter, view: Viewport) -> None:
        theme, rows, size = self.stage.theme, self.workspace.selection.rows, self.stage.marker_size + 9.0
        pixels = self.stage.pixels.T.take(rows[: np.searchsorted(rows, self.stage.dataset.n)], axis=1).T
        places = pixels.T.compress(visible(pixels, view.rect, size), axis=1).T
        if len(places) > _MANY:  # One disc in each square of two pixels hides the others.
            columns, lines = ((places + size) / 2.0).astype(np.int64).T
            squares = np.full((lines.max() + 1, columns.max() + 1), -1)
            squares[lines, columns] = np.arange(len(places))
            places = places[squares[squares >= 0]]
        for role, width in (("ink", size), ("page", size - 2.0 * 1.5)):
            disc = MarkerStyle(1, width, argb(theme.color(role)), argb(theme.color(role, 0.0)), 1.0)
            draw_markers(painter, places, disc)


MOST_WRONG = 500
"""The most wrong examples with a ring: of more the rings make one blob of gold, and a note says how many there are."""
_FEW = 12
"""Examples up to which each has its number beside it."""


class PointsLayer(Layer):
    """All examples, each as a solid mark of its class; this picture stays while a run plays.

    A dashed ring about each example that the displayed state gets wrong is drawn over it, unless a question asks for
    these. A tooltip gives the number of examples at one place.
    """

    def kept(self) -> tuple[object, ...] | None:
        """Keep the picture of more than 500 examples: fewer stamps are drawn sooner than copied."""
        stage = self.stage
        return (stage.pixels, stage.dataset.y, stage.theme, stage.calm) if stage.dataset.n > 500 else None

    def _paint(self, painter: QPainter) -> None:
        super()._paint(painter)
        if self.visible and 0 < len(self.wrong) <= MOST_WRONG:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            ring = wrong_style(self.stage.theme, self.stage.marker_size)
            painter.setOpacity(self.stage.calm)
            draw_markers(painter, self.stage.pixels[self.wrong], ring)
            painter.setOpacity(1.0)
            spoken_of = self.wrong[np.isin(self.wrong, self.stage.spoken_of or ())]
            draw_markers(painter, self.stage.pixels[spoken_of], ring)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        stage = self.stage
        painter.setOpacity(stage.calm)
        for label in (1, -1):
            style = mark_style(stage.theme, label, stage.marker_size)
            draw_chosen(painter, stage.points, stage.pixels, stage.dataset.y == label, view, style)
        painter.setOpacity(1.0)
        for label in (1, -1):
            rows = [row for row in stage.spoken_of or () if stage.dataset.y[row] == label]
            draw_markers(painter, stage.pixels[rows], mark_style(stage.theme, label, stage.marker_size))

    def words(self, view: Viewport) -> Iterable[Word]:
        if len(self.wrong) > MOST_WRONG:
            yield f"{len(self.wrong):,} examples are wrong now: too many to ring each"
        size = self.stage.marker_size
        gaps, ways = (0.7 * size + 4.0, ring_radius(size, TESTED) + 3.0), ((1, 1), (-1, 1), (1, -1), (-1, -1))
        spoken_of, calm = self.stage.spoken_of or (), self.stage.calm
        for row in self._numbered:
            x, y = self.stage.pixels[row].tolist()
            spots = list[Spot]()
            for away, (dx, dy) in product(gaps, ways):
                spots.append((x + dx * away, y + dy * away / 2, dx, dy))
            yield Label(f"{row + 1:,}", "secondary", spots, small=True, opacity=1.0 if row in spoken_of else calm)
        for row, text in self.workspace.highlight.labels.items():
            if row < self.stage.dataset.n:
                place = QPointF(*self.stage.pixels[row].tolist())
                yield Label(text, "now", about(place, size / 2 + 4.0), bold=True, vital=True)

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        return None if row is None else Hit(partial(self._tooltip, row), example=row)

    def _tooltip(self, row: int) -> str:
        """Return how many examples of which class are at the same place, if there are others."""
        here = self.stage.dataset.y[(self.stage.points == self.stage.points[row]).all(axis=1)]
        if len(here) < 2:
            return ""
        counts = ((int(np.count_nonzero(here == label)), marker) for label, marker in ((1, "○"), (-1, "×")))
        told = ", ".join(f"{count:,} {marker}" for count, marker in counts if count)
        return f"{len(here):,} examples at this place: {told}"

    @property
    def _numbered(self) -> Iterable[int]:
        """The rows with a number beside their marks: all of few examples, else those pointed at or named.

        Named are the example under test, those drawn to prove that nothing separates, and a newcomer's few mistakes.
        """
        n, state, run, highlight = self.stage.dataset.n, self.stage.state, self.stage.run, self.workspace.highlight
        if n <= _FEW:
            return range(n)
        pointed = highlight.rows[:_FEW] if highlight.kind == "example" else ()
        named = () if state is None or self.workspace.player.racing else (state.index,)
        certificate = None if run is None or not self.stage.shows_proof else run.margin.certificate
        proving = () if certificate is None else certificate.indices[:_FEW].tolist()
        wrong = self.wrong if self.workspace.visible.view.newcomer and len(self.wrong) <= NAMED else _NOBODY
        return sorted(row for row in {*pointed, *named, *proving, *wrong.tolist()} if 0 <= row < n)

    @cached_property
    def wrong(self) -> IntArray:
        """The examples that the drawn vector gets wrong; none before the first update, or while these are asked for.

        The drawn vector is the last one on its way, unless the learner predicts with another.
        """
        run, state, dataset, glide = self.stage.run, self.stage.state, self.stage.dataset, self.stage.glide
        asks = self.workspace.highlight.asks or self.workspace.quiz.on or self.workspace.by_hand.on
        if state is None or not state.update or asks:
            return _NOBODY
        turns = glide.moving and self.stage.classifier.margins is None and len(glide.w) == dataset.d
        margins = dataset.y * activations(dataset.X, glide.w, glide.b) if turns else self.stage.margins
        if run is None or margins is None or len(margins) != dataset.n:
            return _NOBODY
        return np.flatnonzero(run.tie.wrong(margins, dataset.y))


MOST_RINGED = 2_000
"""Support examples ringed in a frame; of more the rings run into one another, and the margin lines say it better."""


class SupportLayer(RunLayer):
    """Under the last vector, which is the one that the rule tests; nothing for a rule whose threshold is 0."""

    @property
    def applies(self) -> bool:
        return super().applies and self.run.rule.threshold > 0

    def draw(self, painter: QPainter, view: Viewport) -> None:
        if not 0 < len(self.rows) <= MOST_RINGED:
            return
        theme, size = self.stage.theme, self.stage.marker_size + 7.0
        pixels = view.to_pixels(self.stage.points[self.rows])
        ring = MarkerStyle(1, size, argb(theme.color("page", 0.0)), argb(theme.pale("ink", 0.8)), 1.3)
        draw_markers(painter, pixels[visible(pixels, view.rect, size)], ring)

    def words(self, view: Viewport) -> Iterable[Word]:
        if len(self.rows) > MOST_RINGED:
            yield f"{len(self.rows):,} support examples: too many to ring each"

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        """Say y·f, because the rule asks for more than the right side."""
        scores = None if row is None else self.scores
        if row is None or scores is None or row >= len(scores):
            return None
        return Hit(lambda: f"y·f = {number(self.run.rule.times_rate(float(scores[row])))}", example=row)

    @cached_property
    def rows(self) -> IntArray:
        scores = self.scores
        return _NOBODY if scores is None else np.flatnonzero(self.run.rule.adds(scores, self.run.dataset.y))

    @property
    def scores(self) -> FloatArray | None:
        """y·f of every example under the vector as it is drawn (n,), in units of the learning rate."""
        run, state, dataset = self.run, self.state, self.stage.dataset
        if not run.has_vector(state):
            return None
        if len(state.w) == dataset.d:
            return dataset.y * activations(dataset.X, *self.stage.glide.in_units(run.rule.rate))
        margins = None if run.predictor.own else self.stage.classifier.margins
        return None if margins is None or len(margins) != dataset.n or np.isnan(margins).any() else margins


class CurrentLayer(RunLayer):
    """A ring around the example of the step, with y·a before the update.

    If the next boundary is to be predicted, a ring is around the example that it comes from, and this one is thin.
    """

    def draw(self, painter: QPainter, view: Viewport) -> None:
        theme, radius = self.stage.theme, ring_radius(self.stage.marker_size, TESTED)
        following = self._following if self.workspace.quiz.on else self._place
        if self.workspace.quiz.on:
            draw_rings(painter, self._place, radius, theme.pen("now", 1.5))
        draw_rings(painter, following, radius + 0.5, theme.pen("page", 5.5))
        draw_rings(painter, following, radius, theme.pen("now", 3.0))

    def words(self, view: Viewport) -> Iterable[Word]:
        state, glide, clear = self.state, self.stage.glide, ring_radius(self.stage.marker_size, TESTED) + 2.0
        for x, y in self._following.tolist() if self.workspace.quiz.on else ():
            yield square_about(QPointF(x, y), clear)
            yield Label("next", "now_text", about(QPointF(x, y), clear + 3), bold=True, vital=True)
        turned, plain = bool(not glide.moving or glide.turned), self.workspace.visible.view.newcomer
        role, strength = "now_text" if state.added else "secondary", self.stage.call_out_strength
        for x, y in self._place.tolist():
            yield square_about(QPointF(x, y), clear)
            if not self.workspace.player.racing:
                told = beside_example(self.run, state, plain=plain, turned=turned)
                spots = about(QPointF(x, y), clear + 3)
                yield Label(told, role, spots, bold=True, key="call-out", vital=True, opacity=strength)

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        if row != self.state.index or self.workspace.visible.view.newcomer:
            return None
        return Hit(partial(since_test, self.run, self.state), example=row)

    @cached_property
    def _following(self) -> FloatArray:
        """The place of the next step's example, (1, 2), while a quiz asks and it is no secret; else (0, 2)."""
        player = self.workspace.player
        upcoming = player.upcoming() if self.workspace.visible.shows("next") else None
        asked = upcoming is not None and (upcoming.moved or player.granularity is Granularity.EXAMPLE)
        return self.stage.pixels_of([upcoming.index] if upcoming is not None and asked else [])

    @cached_property
    def _place(self) -> FloatArray:
        """The place of the current example, (1, 2); (0, 2) before the first."""
        return self.stage.pixels_of([self.state.index] if self.state.index >= 0 else [])
