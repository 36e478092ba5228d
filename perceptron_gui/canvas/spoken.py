"""The picture in words: examples, the lines and curves with the class on each side, a summary, and each step."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QAccessible, QGuiApplication

from core.datasets.dataset import FloatArray, IntArray
from core.explain import tell
from core.explain.wording import ending, in_numbers, in_plain_words, place_in_run, text_of, why
from core.learners import title_of
from core.numbers.numerals import counted, number
from core.pace import SLOWEST
from core.plane.fields.contours import JoinedPieces, curves_of
from core.record.history import State
from core.run import Run
from perceptron_gui.canvas.classifier.maps import FieldReading
from perceptron_gui.canvas.layers.frame import WordsLayer
from perceptron_gui.canvas.layers.layer import Layer, NamedCurve, NamedLine
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.look.labels import Label
from perceptron_gui.look.plots.axes import polygon_of
from perceptron_gui.look.text.sentences import class_name
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.look.voice import Role, SpokenPart, SpokenSteps, Voice
from perceptron_gui.model.threads.worker import single_shot

_DIAGONAL = 1 / np.sqrt(5)
"""The least share of up or of right in a direction, of 1 in all, that is described."""
_AROUND = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
"""The corners of a cell, by row and column."""
MOST_TOLD = 6
"""The most curves, and ends of one, that are described one by one."""
_NEAR = 1.0
"""The pixels between pieces that are one curve: the picture of a vote may leave out smaller gaps."""
_HALF_PEN = 2.0


@dataclass(frozen=True, eq=False)
class Sides:
    """Of some pieces of a curve where f is larger, and the sign of f on either side, at points in pixels.

    `ways` (k, 2) lead to the larger f; `lower` and `higher` (k, 2) are points beside, `signs` (k, 2) those of f there.
    """

    ways: FloatArray
    lower: FloatArray
    higher: FloatArray
    signs: FloatArray

    def inside(self, curve: JoinedPieces) -> int | None:
        """Return the sign of f just inside the curve, between it and its chord if it has ends; None for both signs."""
        points = np.concatenate([self.lower, self.higher])
        found = np.unique(self.signs.T.ravel()[curve.holds(points)]) if curve.even else np.empty(0)
        return int(found[0]) if len(found) == 1 else None


def sides_beside(curve: JoinedPieces, field: FieldReading, view: Viewport) -> Sides:
    """Return what the grid tells about a curve in pixels: of pieces in cells that it parts into two sides."""
    # Pieces of a curve that are asked, from one end of the list to the other.
    pieces = curve.pieces[np.linspace(0, len(curve.pieces) - 1, min(len(curve.pieces), 24)).astype(np.intp)]
    middles, along = pieces.mean(axis=1), pieces[:, 1] - pieces[:, 0]
    normals = np.column_stack([-along[:, 1], along[:, 0]]) / np.hypot(*along.T)[:, None]
    x = view.cx + (middles[:, 0] - view.width / 2) * view.ux
    y = view.cy - (middles[:, 1] - view.height / 2) * view.uy
    column, row = _cell(field.xs, x)[:, None] + _AROUND[:, 1], _cell(field.ys, y)[:, None] + _AROUND[:, 0]
    # The corners of the cells that hold these middles, (k, 4, 2) in pixels, and their signs.
    corners = np.stack([field.xs[column], field.ys[row]], axis=-1)
    places, signs = view.to_pixels(corners.reshape(-1, 2)).reshape(-1, 4, 2), np.sign(field.values[row, column])
    off = ((places - middles[:, None]) * normals[:, None]).sum(axis=2)
    (below, least), (above, most) = _outermost(-off, signs), _outermost(off, signs)
    turned = np.where(least > most, -1.0, 1.0)
    clear = ~np.isnan(least) & ~np.isnan(most) & (least != most)
    rows, flip = np.arange(len(pieces)), (turned < 0)[:, None]
    lower, higher = places[rows, below], places[rows, above]
    beside = np.where(flip, higher, lower), np.where(flip, lower, higher)
    found = normals * turned[:, None], *beside, np.sort(np.column_stack([least, most]), axis=1)
    return Sides(*(each[clear] for each in found))


def way_words(ways: FloatArray) -> str:
    """Return the direction of unit vectors (k, 2) in pixels, e.g. "above and left"; empty if they do not agree."""
    across, down = ways.T
    return " and ".join(filter(None, (_agreed(-down, "above", "below"), _agreed(across, "right", "left"))))


def _agreed(parts: FloatArray, ahead: str, behind: str) -> str:
    if not len(parts) or abs(parts.mean()) < _DIAGONAL * (1 - 1e-12):
        return ""
    return ahead if (parts > 0).all() else behind if (parts < 0).all() else ""


def _cell(grid: FloatArray, places: FloatArray) -> IntArray:
    return np.clip(np.searchsorted(grid, places) - 1, 0, len(grid) - 2)


def _outermost(off: FloatArray, signs: FloatArray) -> tuple[IntArray, FloatArray]:
    """Return the farthest corner on one side, (k,), and the sign of all there; NaN if they are not alike."""
    there = off > 0
    most = np.where(there, signs, -np.inf).max(axis=1)
    alike = there.any(axis=1) & (most == np.where(there, signs, np.inf).min(axis=1))
    return off.argmax(axis=1), np.where(alike, most, np.nan)


class OutlineWords:
    """Words for what is drawn over the state on display, with coordinates as fine as a pixel."""

    def __init__(self, stage: Stage) -> None:
        self._stage, self._view = stage, stage.viewport
        self._axes = sum(map(bool, stage.projection.titles)) or 1

    def describe(self, layer: Layer) -> Iterator[tuple[str, QRectF]]:
        """Yield the words on each line and curve, and its place in pixels: the view for one that is out of it."""
        words = layer.said(self._view) if self._stage.state is not None else []
        labels = [word.text for word in words if isinstance(word, Label)]
        for outline in words:
            if isinstance(outline, NamedLine):
                yield self._of_line(outline, labels)
            elif isinstance(outline, NamedCurve):
                yield _said(outline.name, self._curves(outline)), self._box(outline.pieces)

    def _of_line(self, line: NamedLine, labels: Sequence[str]) -> tuple[str, QRectF]:
        segment = self._view.segment(line.line)
        if segment is None:
            value = line.line.at(self._view.rect.center())
            where = "not in view" if line.line.a or line.line.b else "none"
            if not value:  # Without a direction its vector is 0 in the section.
                where += ", 0 everywhere" * (where == "none")
            elif not math.isnan(value):
                where += f", all of the view is on its {line.sides[value > 0]} side"
            return _said(line.name, where), self._view.rect
        name = next((text for text in labels if text.startswith(line.name)), line.name)
        ends = np.array([segment.toTuple()])
        start, end = map(self._place, _from_left(ends.reshape(2, 2)))
        # The side on which its function is above 0; squares of the parts may be beyond all floats.
        way = np.array([line.line[:2]]) / max(map(abs, line.line[:2]))
        side = way_words(way / np.hypot(*way[0]))
        return _said(name, f"from {start} to {end}, {line.sides[1]} {side}"), self._box(ends)

    def _box(self, pieces: FloatArray) -> QRectF:
        if not len(pieces):
            return self._view.rect
        box = polygon_of(pieces.reshape(-1, 2)).boundingRect()
        return box.adjusted(-_HALF_PEN, -_HALF_PEN, _HALF_PEN, _HALF_PEN) & self._view.rect

    def _curves(self, drawn: NamedCurve) -> str:
        if drawn.estimate:
            return "an estimate, the exact one is being computed"
        if not len(drawn.pieces):
            signs = [] if drawn.field is None else np.unique(np.sign(drawn.field.values)).tolist()
            if len(signs) != 1 or math.isnan(signs[0]):
                return "not in view"
            side = f"not in view, all of the view is on its {drawn.sides[signs[0] > 0]} side"
            return side if signs[0] else "none in view, everything is a tie"
        curves = curves_of(drawn.pieces.reshape(-1, 2, 2), _NEAR)
        if curves is None:
            return f"{counted(len(drawn.pieces), 'piece')}, too many to follow"
        told = [self._curve(curve, drawn.field, drawn.sides) for curve in curves[:MOST_TOLD]]
        if len(told) < 2:
            return told[0] if told else "no larger than a pixel"
        return f"{len(curves):,} curves: {'; '.join(_first(told, len(curves)))}"

    def _curve(self, curve: JoinedPieces, field: FieldReading | None, names: tuple[str, str]) -> str:
        sides = None if field is None else sides_beside(curve, field, self._view)
        if not len(curve.ends):
            across, up = self._view.rounded(*(curve.size * (self._view.ux, self._view.uy)).tolist())
            middle, kind = self._place(curve.low + curve.size / 2), "closed" if curve.even else "a closed net"
            size = f"{number(across)} wide, {number(up)} high"
            return ", ".join([f"{kind}, middle {middle}, {size}", *_inside(curve, sides, names, "inside")])
        if len(curve.ends) != 2:
            told = []
            for end in _from_left(curve.ends)[:MOST_TOLD]:
                aside = () if field is None else self._at_end(curve, end, field, names)
                told.append(" with ".join([f"{self._place(end)}{self._edge(end)}", *aside]))
            return f"branched, {counted(len(curve.ends), 'end')}: {', '.join(_first(told, len(curve.ends)))}"
        start, end = _from_left(curve.ends)
        told = list(_beside(curve, sides, names))
        if not told and field is not None:
            told = [f"{side} at its start" for side in self._at_end(curve, start, field, names)]
        return ", ".join([self._open(curve, start, end), *told])

    def _at_end(
        self, curve: JoinedPieces, end: FloatArray, field: FieldReading, names: tuple[str, str]
    ) -> Iterable[str]:
        away = np.hypot(*np.moveaxis(curve.pieces - end, 2, 0)).min(axis=1)
        # Pixels from an end of a curve that belong to it.
        last = JoinedPieces(curve.pieces[away < 4.0], curve.ends, even=False)
        return _beside(last, sides_beside(last, field, self._view), names)

    def _open(self, curve: JoinedPieces, start: FloatArray, end: FloatArray) -> str:
        """Describe a curve from one end to the other, through the place farthest off the straight line."""
        points, way = curve.pieces.reshape(-1, 2), end - start
        off = np.abs((points - start) @ np.array([-way[1], way[0]])) / max(float(np.hypot(*way)), _NEAR)
        # The points of a grid are this many pixels apart: a smaller bend is not worth a word.
        bent = f" through {self._place(points[off.argmax()])}" if off.max() > 4.0 else ""
        return f"from {self._place(start)}{self._edge(start)}{bent} to {self._place(end)}{self._edge(end)}"

    def _place(self, pixel: FloatArray) -> str:
        at = self._view.rounded(*self._view.to_data(QPointF(*pixel.tolist())))
        return ", ".join(map(number, at[: self._axes]))

    def _edge(self, pixel: FloatArray) -> str:
        """Return the side of a place, e.g. " at the top"; empty for a place within the view."""
        x, y = pixel.tolist()
        away = {"left edge": x, "right edge": self._view.width - x, "top": y, "bottom": self._view.height - y}
        edge = min(away, key=lambda name: away[name])
        return f" at the {edge}" if away[edge] < 2.0 else ""


def _said(name: str, what: str) -> str:
    return f"{name.replace(': ', ', ')}: {what}"


def _first(told: Sequence[str], of: int) -> list[str]:
    """Return the parts that are described one by one, and how many more there are."""
    return [*told, *([f"and {of - len(told):,} more"] if of > len(told) else [])]


def _from_left(places: FloatArray) -> list[FloatArray]:
    """Return places (m, 2) in pixels from left to right, and from the bottom up."""
    return sorted(places, key=lambda place: (place[0], -place[1]))


def _inside(curve: JoinedPieces, sides: Sides | None, names: tuple[str, str], where: str) -> Iterator[str]:
    sign = None if sides is None else sides.inside(curve)
    if sign is not None:
        yield f"{names[sign > 0] if sign else 'a tie'} {where}"


def _beside(curve: JoinedPieces, sides: Sides | None, names: tuple[str, str]) -> Iterable[str]:
    """Say what is on each side of a curve from end to end, if that is the same along it."""
    if sides is not None and (sides.signs[:, 1] > 0).all() and (way := way_words(sides.ways)):
        return [f"{names[1]} {way}"]
    if sides is not None and (sides.signs[:, 0] < 0).all() and (way := way_words(-sides.ways)):
        return [f"{names[0]} {way}"]
    return _inside(curve, sides, names, "within the bend")


WINDOW = 50
"""The most examples that are described one by one: a hundred thousand would keep a screen reader busy for minutes."""
_ROOM = 8
"""The least number of examples before and after the current one."""


class ChartWords(QObject):
    """The picture for a screen reader, in words on request: examples, the one met last first, then lines and curves."""

    def __init__(self, written: WordsLayer, layers: Sequence[Layer], on_view: Callable[[QRectF], QRect]) -> None:
        super().__init__(written.stage)
        self._stage, self._workspace, self._written = written.stage, written.workspace, written
        self._layers, self._on_view = layers, on_view
        self._first = 0
        self._chosen_at: State | None = None
        """the state on display when the selection changed last"""
        self._workspace.selection.changed.connect(self._on_selected)

    def parts(self) -> list[SpokenPart]:
        """Return the examples, then the lines and curves of the visible layers, each of which has its own slot."""
        rows, size, parts = self._rows(), self._stage.marker_size, []
        for row, name in zip(rows.tolist(), self._names(rows), strict=True):
            x, y = self._stage.pixels[row].tolist()
            place = self._on_view(QRectF(x - size / 2, y - size / 2, size, size))
            parts.append(SpokenPart(name, place, row % WINDOW, selected=row == self._chosen))
        words, layers = OutlineWords(self._stage), len(self._layers)
        for first, layer in enumerate(self._layers, WINDOW):
            for nth, (name, covered) in enumerate(words.describe(layer)):
                parts.append(SpokenPart(name, self._on_view(covered), first + nth * layers, Role.Graphic))
        return parts

    def summary(self) -> str:
        """Return which things are shown and how many, and how the run goes, as far as that may be shown."""
        dataset = self._stage.dataset
        if not dataset.n:
            return "No examples yet"
        negative, positive = map(class_name, dataset.labels)
        counts = f"{dataset.positives:,} ○ {positive}, {dataset.negatives:,} × {negative}"
        lows, highs = self._stage.points.min(axis=0).tolist(), self._stage.points.max(axis=0).tolist()
        axes = zip(self._stage.projection.titles, lows, highs, strict=True)
        spans = [f"{title} from {number(low)} to {number(high)}" for title, low, high in axes if title]
        told = [f"{counted(dataset.n, 'example')}: {counts}", *spans, *self._of_run()]
        return ". ".join([*told, *(note.rstrip(".") for note in self._written.all_notes())])

    def chosen(self) -> str:
        """Return the example that is selected, or how many are."""
        rows = self._workspace.selection.rows
        if len(rows) == 1 and rows[0] < self._stage.dataset.n:
            return self._names(rows)[0]
        selected = f", {len(rows):,} selected" if len(rows) else ""
        return f"{counted(self._stage.dataset.n, 'example')}{selected}"

    def _of_run(self) -> Iterator[str]:
        run, state, player = self._stage.run, self._stage.state, self._workspace.player
        if run is None or state is None:
            return
        yield f"{title_of(run.spec)}, {run.order.title} order"
        if state.example:
            yield place_in_run(state, player.visible.totals)
        yield text_of(in_numbers(run, state))
        margins = self._stage.margins
        if margins is not None and not np.isnan(margins).any():
            yield f"{counted(run.tie.errors(margins, self._stage.dataset.y), 'example')} wrong now"
        if player.told_end and (ended := ending(run)):
            yield f"{ended[0].upper()}{ended[1:]}"

    @property
    def _chosen(self) -> int | None:
        rows = self._workspace.selection.rows
        return int(rows[0]) if len(rows) == 1 else None

    def _rows(self) -> IntArray:
        """Return the example chosen or met in the last step, whichever came last; then others in their order."""
        n, state, chosen = self._stage.dataset.n, self._stage.state, self._chosen
        at = state.index if state is not None and state.example else 0
        passed = state is not None and self._chosen_at is not state
        here = min(at if chosen is None or passed else chosen, n - 1)
        if not self._first + _ROOM <= here < self._first + WINDOW - _ROOM:
            self._first = here - WINDOW // 2
        self._first = max(min(self._first, n - WINDOW), 0)
        rows = np.arange(self._first, min(self._first + WINDOW, n))
        return np.concatenate([rows[rows == here], rows[rows != here]])

    def _names(self, rows: IntArray) -> list[str]:
        stage, dataset = self._stage, self._stage.dataset
        places = stage.points[rows, : sum(map(bool, stage.projection.titles)) or 1]
        current = stage.state.index if stage.state is not None and stage.state.example else None
        told = zip(rows.tolist(), places.tolist(), dataset.y[rows].tolist(), self._verdicts(rows), strict=True)
        names = []
        for row, place, label, verdict in told:
            example = f"{'○' if label > 0 else '×'} {row + 1:,} at {', '.join(map(number, place))}"
            names.append(", ".join([example, *verdict, *["current example"] * (row == current)]))
        return names

    def _verdicts(self, rows: IntArray) -> list[list[str]]:
        """Say of each example whether it is wrong now, and its y·a; nothing if that is not known."""
        run, labels, known = self._stage.run, self._stage.dataset.y[rows], self._stage.margins
        if run is None or known is None:
            return [[]] * len(rows)
        margins = known[rows]
        values, wrong = margins if run.predictor.votes else run.rule.times_rate(margins), run.tie.wrong(margins, labels)
        signed = not run.predictor.own  # Otherwise the verdict is not that of w, which has the activation a.
        return [
            [] if math.isnan(margin) else ["wrong" if is_wrong else "right", *[f"y·a = {number(margin)}"] * signed]
            for margin, is_wrong in zip(values.tolist(), wrong.tolist(), strict=True)
        ]

    def _on_selected(self) -> None:
        self._chosen_at = self._stage.state


class StepSpeaker(QObject):
    """Says what was done through the `voice` of the canvas, as much as `spoken` wants."""

    def __init__(self, stage: Stage, voice: Voice, words: ChartWords) -> None:
        super().__init__(stage)
        self.spoken = SpokenSteps.CHANGE
        workspace = self._workspace = stage.workspace
        self._stage, self._voice, self._words = stage, voice, words
        self._said: State | None = None
        self._run, self._dataset = stage.run, stage.dataset
        self._rest = single_shot(self, 200, self._speak)  # Of repeated keys, and of a drag, only the end is spoken.
        workspace.player.glide.settled.connect(self._on_shown)
        workspace.player.playing_changed.connect(self._await)
        workspace.document.dataset_changed.connect(self._await)

    def _on_shown(self, state: State) -> None:
        """Say nothing of a new run, because nobody has made a step."""
        if self._stage.run is not self._run:
            self._run, self._said = self._stage.run, state
        self._await()

    def _await(self) -> None:
        if QAccessible.isActive() and self.spoken is not SpokenSteps.OFF:
            self._rest.start()

    def _speak(self) -> None:
        player = self._workspace.player
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:  # The mouse is dragging.
            self._rest.start()
        elif self._stage.dataset is not self._dataset:
            self._dataset, self._said = self._stage.dataset, self._stage.state
            self._voice.say(self._words.chosen())
        elif not player.playing or player.pace <= SLOWEST:
            run, state = self._stage.run, self._stage.state
            if run is not None and state is not None and state is not self._said:
                self._said = state
                self._voice.say(self._told(run, state))

    def _told(self, run: Run, state: State) -> str:
        player = self._workspace.player
        if player.visible.view.newcomer and self.spoken is SpokenSteps.CHANGE:
            return text_of(in_plain_words(run, state, at_end=player.told_end))
        ended = ending(run) if player.told_end else ""
        if not state.example:
            told = f"{text_of(in_numbers(run, state))}. "
        elif self.spoken is SpokenSteps.WHOLE:
            told = f"{'. '.join([place_in_run(state, player.visible.totals), *tell(run, state).numbers])}. "
        else:
            told = f"{why(run, state)} "
        return f"{told}{ended[:1].upper()}{ended[1:]}".strip().replace("`", "")
