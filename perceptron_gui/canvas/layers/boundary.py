"""The boundary, the one before the last update, that of the learner's own predictor, margin lines, and the sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache, lru_cache, partial

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from core.numbers.numerals import counted, number
from core.plane.fields.contours import zero_lines
from core.predictors import PREDICTORS
from core.rules import Rule
from perceptron_gui.canvas.classifier.maps import BANDS, CIRCLES, CROSSES, FieldReading, bands_of
from perceptron_gui.canvas.layers.layer import Hit, NamedCurve, NamedLine, RunLayer, Word
from perceptron_gui.canvas.markers import indexed_image
from perceptron_gui.look.labels import Label, along, beside, beyond
from perceptron_gui.look.plots.axes import draw_curve, draw_lines, fill, is_raster
from perceptron_gui.look.theme import Theme
from perceptron_gui.look.viewport import PixelLine, Viewport

_WIDTH = 3.0
_TRIED = 60
"""Places in the regions of ties at which these may be named."""


class BoundaryLayer(RunLayer):
    """The present boundary in ink; after an update also the previous one, thin and named, unless the player races."""

    def draw(self, painter: QPainter, view: Viewport) -> None:
        theme, glide = self.stage.theme, self.stage.glide
        for age, state in enumerate(reversed(glide.traces)):
            pen = theme.pen("secondary", 1.5, share=0.75 * 0.7**age)
            self.draw_line(painter, self.stage.line(state.w, state.b), pen)
        self.draw_line(painter, self._before, theme.pen("secondary", 1.5, Qt.PenStyle.DotLine))
        self.draw_line(painter, self.stage.line(glide.w, glide.b), theme.pen("boundary", _WIDTH))

    def words(self, view: Viewport) -> Iterable[Word]:
        """Name the boundary before, and the present one with its mistakes if another vector predicts."""
        glide, reading, state, run = self.stage.glide, self.stage.classifier, self.state, self.run
        line = self.stage.line(glide.w, glide.b)
        if not glide.turned and (still := view.segment(line)) is not None:
            yield still  # Else a label lies on it until it turns.
        if len(glide.w) or not reading.curved:
            rest = self.stage.line(state.w, state.b) if glide.moving else None
            yield NamedLine(line, "boundary", "boundary", sought=True, rest=rest)
        if (before := self._before) is not None and (segment := view.segment(before)) is not None:
            yield NamedLine(before, "before", "secondary")
            if not run.predictor.votes:  # Among the lines of those that vote it has no room.
                yield Label("line before", "secondary", beside(segment))
        other = (reading.plane is not None or reading.curved) and not self.workspace.compared_boundaries.outlines
        if other and (now := view.segment(line)) is not None:
            mistakes = counted(len(run.tie.mistaken(run.dataset, state.weights_per_rate)), "mistake")
            yield Label(f"w: {mistakes}", "boundary", beside(now), key="mistakes of w")

    @property
    def _before(self) -> PixelLine | None:
        state, glide, compares = self.state, self.stage.glide, self.workspace.compared_boundaries.outlines
        hidden = compares or self.workspace.player.racing or glide.traces or not (state.moved and glide.turned)
        return None if hidden else self.stage.line(state.w_before, state.b_before)


def reading_title() -> str:
    """Return the predictors that are one vector, and another than the last one."""
    *others, last = (each.title for each in PREDICTORS.values() if each.own and not each.votes)
    title = f"{', '.join(others)} or {last}" if others else last
    return title[:1].upper() + title[1:]


class _ReadingLayer(RunLayer):
    """A layer of the classifier of a predictor other than the last vector."""

    @property
    def applies(self) -> bool:
        return super().applies and self.stage.classifier.moment is not None


class ReadingLayer(_ReadingLayer):
    """The boundary of a predictor other than the last vector, with its mistakes on the data."""

    def draw(self, painter: QPainter, view: Viewport) -> None:
        if (reading := self.stage.classifier.plane) is not None:
            pen = self.stage.theme.pen(self.run.predictor.role, _WIDTH, Qt.PenStyle.DashDotLine)
            self.draw_line(painter, self.stage.line(reading.w, reading.b), pen)
        if (field := self.stage.classifier.field(view)) is not None:
            style = Qt.PenStyle.DotLine if field.rough else Qt.PenStyle.SolidLine
            pen = self.stage.theme.pen(self.run.predictor.role, _WIDTH, style)
            if self.workspace.player.playing:  # Pieces one by one are drawn soonest.
                painter.setPen(pen)
                draw_lines(painter, view.ends(field.boundary))
            else:
                draw_curve(painter, view.ends(field.boundary), pen)

    def words(self, view: Viewport) -> Iterable[Word]:
        """Name it and count its mistakes; during a comparison it is named there."""
        reading, field = self.stage.classifier.plane, self.stage.classifier.field(view)
        compared, predictor = bool(self.workspace.compared_boundaries.outlines), self.run.predictor
        if reading is not None:
            line = self.stage.line(reading.w, reading.b)
            yield NamedLine(line, predictor.title, predictor.role, sought=True)
            if not compared and (segment := view.segment(line)) is not None:
                title = f"{predictor.title}{self._mistakes()}"
                yield Label(title, predictor.role, beside(segment, 8), bold=True, key=predictor.title)
        if field is None:
            return
        title = predictor.title if predictor.own else "f = 0"
        name = f"boundary {'of the ' if predictor.own else ''}{title}{self._mistakes()}"
        yield NamedCurve(view.ends(field.boundary), name, field, estimate=not field.settled)
        if field.rough:
            yield f"{title}: an estimate, the exact picture is being computed …"
        if compared:
            return
        if len(field.boundary):
            spots = along(view.ends(field.boundary))
            yield Label(f"{title}{self._mistakes()}", predictor.role, spots, bold=True, key=title)
        rows, columns = np.nonzero(field.values == 0)
        if len(rows) and not field.rough:  # A region of ties has its name where that touches no boundary.
            some = slice(0, None, max(len(rows) // _TRIED, 1))
            pixels = view.to_pixels(np.column_stack([field.xs[columns[some]], field.ys[rows[some]]])).tolist()
            yield Label("tie", "secondary", [(x, y, 0.0, 0.0) for x, y in pixels])

    def _mistakes(self) -> str:
        mistakes = self.stage.classifier.mistakes
        return ": counting mistakes …" if mistakes is None else f": {counted(mistakes, 'mistake')}"

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        """Say what the line is; for a vote, also how many votes each side has."""
        reading, view = self.stage.classifier.plane, self.stage.viewport
        if reading is None:
            return Hit(partial(self._votes, *view.to_data(pixel)))
        foot = self.stage.line(reading.w, reading.b).foot(pixel)
        near = foot is not None and QLineF(foot, pixel).length() < 6
        return Hit(partial(str, self.run.predictor.meaning)) if near else None

    def _votes(self, x: float, y: float) -> str:
        """Return the votes at a point; if there are too many to count now, the lead of one side close by."""
        votes, lead = self.stage.classifier.votes_at(x, y), self.stage.classifier.lead_at(x, y)
        if votes is not None:
            told = [f"{votes[0]:,} for ○, {votes[1]:,} for ×{', a tie' if votes[0] == votes[1] else ''}"]
        elif lead is None:
            return ""
        elif lead == 0:
            told = ["a tie: as many votes for ○ as for ×"]
        else:
            told = [f"{abs(lead):,} more for {'○' if lead > 0 else '×'} than for {'×' if lead > 0 else '○'}"]
        question = self.stage.projection.lift(np.array([[x, y]]))
        for voter in self.stage.voters.shown[:3]:  # The most whose votes are listed.
            value = float(self.run.space.at(self.run.history, voter.update).score(question)[0])
            says = "○" if value > 0 else "×" if value < 0 else "neither"
            told.append(f"w of update {voter.update:,}: {counted(voter.votes, 'vote')} for {says}")
        return "\n".join(told)


_SIDES = "smaller f", "larger f"


class MarginsLayer(RunLayer):
    """The margin lines of the last vector, which the rule tests; nothing for a rule whose threshold is 0."""

    @property
    def applies(self) -> bool:
        return super().applies and self.run.rule.threshold > 0

    def draw(self, painter: QPainter, view: Viewport) -> None:
        painter.setPen(self.stage.theme.pen("ink", 1.6, Qt.PenStyle.DashLine, share=0.75))
        for segments in self.levels(view).values():
            painter.drawLines(segments)

    def words(self, view: Viewport) -> Iterable[Word]:
        """Name both lines, each from outside: between them a name could be nearer to the other line."""
        glide, state, drawn = self.stage.glide, self.state, self.levels(view)
        for level, segments in drawn.items():
            name = f"f = {'+' if level > 0 else '−'}{number(abs(level))}"
            if glide.w.any():
                rest = self.stage.line(state.w, state.b - level) if glide.moving else None
                yield NamedLine(self.stage.line(glide.w, glide.b - level), name, "ink", _SIDES, rest=rest)
            elif (field := self._fields.get(level)) is not None:
                yield NamedCurve(view.ends(field.boundary), name, field, _SIDES, not field.settled)
            if segments:
                yield Label(name, "ink", beyond(segments[len(segments) // 2], drawn[-level]))

    def levels(self, view: Viewport) -> dict[float, list[QLineF]]:
        """Return ±θ with what is seen of the lines there; nothing before the first vector."""
        run, glide = self.run, self.stage.glide
        if not run.has_vector(self.state):
            return {}
        levels = run.rule.threshold, -run.rule.threshold
        if glide.w.any():
            lines = {level: view.segment(self.stage.line(glide.w, glide.b - level)) for level in levels}
            return {level: [] if line is None else [line] for level, line in lines.items()}
        ends = {level: view.ends(field.boundary).tolist() for level, field in self._fields.items()}
        return {level: [QLineF(*each) for each in ends.get(level, ())] for level in levels}

    @property
    def _fields(self) -> Mapping[float, FieldReading]:
        """By level what is 0 there, of a vector in a feature space; none where the map is the predictor's, not f."""
        field = self.stage.classifier.field(self.stage.viewport)
        return {} if field is None or self.run.predictor.own else _level_fields(field, self.run.rule)


@lru_cache(maxsize=1)
def _level_fields(field: FieldReading, rule: Rule) -> Mapping[float, FieldReading]:
    """Return ±θ with the fields that are 0 where f has that value."""
    fields = {}
    for level in (rule.threshold, -rule.threshold):
        values = field.values - level / rule.rate
        fields[level] = replace(field, values=values, boundary=zero_lines(values, field.xs, field.ys), nearer=None)
    return fields


_PARTS, _ASIDE = (0.2, 0.12, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9), 48.0
"""Heights, as shares of the view, at which a sentence on the whole picture may stand, and its pixels from the edges."""


class RegionLayer(RunLayer):
    """Each side of the learner's own predictor in the colour of its class; none while w = 0 and b = 0."""

    def draw(self, painter: QPainter, view: Viewport) -> None:
        glide, theme = self.stage.glide, self.stage.theme
        if (field := self.stage.classifier.field(view)) is not None:
            # The edges are smooth; while the player races they are those of cells, in a sixth of the time.
            racing = self.workspace.player.racing and is_raster(painter)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not racing)
            painter.drawImage(view.rect, indexed_image(field.soon_sides if racing else field.sides, _colors(theme)))
            return
        if self.stage.classifier.curved:
            return
        reading = self.stage.classifier.plane
        line = self.stage.line(glide.w, glide.b) if reading is None else self.stage.line(reading.w, reading.b)
        for sign, place in ((1, CIRCLES), (-1, CROSSES)):
            fill(painter, view.half_plane(line, sign), _colors(theme)[place])

    def words(self, view: Viewport) -> Iterable[Word]:
        """Return why there are no sides where the classifier that is shown has w = 0."""
        state, plane = self.state, self.stage.classifier.plane
        if not self.stage.dataset.n or self.stage.classifier.curved:
            return
        title, shown = self.run.predictor.title, self.workspace.visible.view
        name, w, b = ("", state.w, state.b) if plane is None else (f"{title}: ", plane.w, plane.b)
        if w.any() or shown.newcomer or shown.lesson:  # A newcomer's panel, or the lesson, says it in plain words.
            return
        told = f"{name}w = 0: every activation is 0, {self.run.tie.nothing}"
        if b:
            told = f"{name}w = 0, b = {number(b)}: every example is classified as {'○' if b > 0 else '×'}"
        sides = (view.width / 2, 0.0), (view.width - _ASIDE, -1.0), (_ASIDE, 1.0)
        spots = [(x, view.height * part, way, 0.0) for part in _PARTS for x, way in sides]
        yield Label(told, "ink", spots, key="no sides", vital=True)


@cache
def _colors(theme: Theme) -> tuple[QColor, ...]:
    """Return the colours of CROSSES, NOTHING, CIRCLES and HATCHED in the picture of a field."""
    crosses, circles = (theme.color(theme.of_label(label), theme.region(label)) for label in (-1, 1))
    return crosses, theme.color("page", 0.0), circles, theme.color("secondary", 0.5)


class ShadingLayer(_ReadingLayer):
    """Drawn over the regions of a classifier that is no line.

    The strongest shade is that of the largest value on an example, of a vote that of all votes: so the shade of a
    place is the same however near one looks.
    """

    def draw(self, painter: QPainter, view: Viewport) -> None:
        """Draw the shades smoothly; while the player races in cells, as the regions below, which takes half as long."""
        field, largest = self.stage.classifier.field(view), self.largest
        if field is not None and largest:
            racing = self.workspace.player.racing and is_raster(painter)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not racing)
            painter.drawImage(view.rect, _shaded(field, largest, self.stage.theme))

    @property
    def largest(self) -> float | None:
        """The value that is shaded strongest; None if it is not known yet, or there are no shades."""
        if self.run.predictor.votes:
            return float(self.state.example)
        margins = self.stage.classifier.margins
        if margins is None or not len(margins) or np.isnan(margins).any():
            return None
        return float(np.abs(margins).max())


@lru_cache(maxsize=1)
def _shaded(field: FieldReading, largest: float, theme: Theme) -> QImage:
    """Return the picture of the shades, the top row first."""
    places = (bands_of(field.shown, largest)[::-1] + np.int8(BANDS)).view(np.uint8)
    bands = range(-BANDS, BANDS + 1)
    return indexed_image(places, [theme.color(theme.of_label(band), 0.34 * abs(band) / BANDS) for band in bands])
