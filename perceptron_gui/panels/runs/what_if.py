"""The plane coloured by k, γ or R²/γ² of a fresh run with the selected example at each place."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QImage, QLinearGradient, QPainter, QPixmap

from core.analysis.experiments.what_if import Fresh, WhatIfCell, WhatIfGrid, moved_to, what_if
from core.datasets.dataset import Dataset, FloatArray
from core.errors import InputError
from core.numbers.numerals import column, short
from core.plane.projections import PLANE, Spread
from core.plots.spec import Scale
from core.theory.quantities import explained_prose
from perceptron_gui.look.plots.axes import GAP, Frame, draw_with, paint_cross
from perceptron_gui.look.plots.chart import PlotSheet
from perceptron_gui.look.size import SMALL, sized
from perceptron_gui.look.text.small_widgets import ChoiceBox
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.model.saved_setting import Kept
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.runs.experiment import Experiment, Question, limit_words

_SHADES, _CELLS = 256, 64
_BAR = 12.0
_MARKER, _RING = 3.5, 7.0


@dataclass(frozen=True)
class Quantity:
    """A quantity of the map: its `title`, the role of its colour, and its value in a fresh run; None for no value."""

    title: str
    role: str
    of: Callable[[Fresh], float | None]
    missing: str
    """The reason for a missing value, in a word or two."""
    nowhere: str = "No {title} is known for any of these places of example {example:,}."
    """The sentence for a map without any value."""
    digits: int = 3
    shift: float = 0.0
    """The number added before a logarithm is taken: with 1 there is a shade for 0."""


QUANTITIES: dict[str, Quantity] = {
    "updates": Quantity(
        "k",
        "ink",
        lambda fresh: fresh.updates if fresh.converged else None,
        "at the limit",
        "None of these places of example {example:,} lets the run stop within the limit.",
        digits=0,
        shift=1,
    ),
    "gamma": Quantity("γ", "promise", lambda fresh: fresh.gamma, "no γ"),
    "bound": Quantity("bound on k", "promise", lambda fresh: fresh.bound, "no bound"),
}
"""The quantities of the map, in the order of the switch."""


NO_GRID = WhatIfGrid(0.0, 0.0, 1.0, 0, 0)
"""The grid before there is one: it has no cells."""


class PlaneMap(PlotSheet[tuple[int, int]]):
    """`chosen` carries the column and the row of a cell that was clicked."""

    chosen = Signal(int, int)

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(theme, "The plane of places for the selected example", SMALL)
        sized(self, PlotSheet.setMinimumHeight, 110)
        self._grid = NO_GRID
        self._dataset, self._example = Dataset.empty(), 0
        self.found: dict[tuple[int, int], WhatIfCell] = {}
        """column and row → what a fresh run does there"""
        self._values: FloatArray = np.empty((0, 0))
        self._quantity = QUANTITIES["updates"]
        self._points: QPixmap | None = None

    @property
    def empty(self) -> bool:
        """True if no known cell has a value of the visible quantity."""
        return bool(self.found) and not np.isfinite(self._values).any()

    def show_grid(self, grid: WhatIfGrid) -> None:
        self._grid, self.thing = grid, None
        self.restyle()

    def show_examples(self, dataset: Dataset, example: int) -> None:
        """Draw these examples, the selected one ringed."""
        self._dataset, self._example = dataset, example
        self.restyle()

    def show_cells(self, cells: Sequence[WhatIfCell], quantity: Quantity) -> None:
        """Colour these cells by a quantity, and those that they represent until better ones are known."""
        self.found, self._quantity = {(cell.column, cell.row): cell for cell in cells}, quantity
        self._values = np.full((self._grid.rows, self._grid.columns), np.nan)
        for cell in cells:
            value = quantity.of(cell.fresh)
            block = np.s_[cell.row : cell.row + cell.size, cell.column : cell.column + cell.size]
            self._values[block] = math.nan if value is None else value
        self.update()

    def draw(self, painter: QPainter, theme: Theme) -> None:
        self.paint_ground(painter, theme)
        if self._grid is NO_GRID:
            return
        frame = self._frame()
        painter.drawImage(frame.area, self._drawn_cells(theme))
        if self._points is None or self._points.devicePixelRatio() != self.devicePixelRatioF():
            self._points = self.layer(partial(self._paint_points, theme=theme, frame=frame))
        painter.drawPixmap(0, 0, self._points)
        if self.thing is not None:
            column, row = self.thing
            draw_with(painter, theme.pen("now", 1.5))
            painter.drawRect(QRectF(frame.point(column, row + 1), frame.point(column + 1, row)))
        self._paint_scale(painter, theme)

    def in_order(self) -> Sequence[tuple[int, int]]:
        """Return the cells of each row from the left, from the lowest row up."""
        return [(column, row) for row in range(self._grid.rows) for column in range(self._grid.columns)]

    def open(self, thing: tuple[int, int], *, first: bool) -> None:
        if first:
            self.chosen.emit(*thing)

    def scale(self, room: float) -> list[tuple[str, float]]:
        """Return the labels below the shades, and how far along `room` pixels each begins."""
        return along_scale(self._quantity, *self._ends(), room, self.fontMetrics().horizontalAdvance)

    def describe(self, thing: tuple[int, int]) -> str:
        x, y = column(self._grid.place(*thing), 3)
        cell = self.found.get(thing)
        return f"({x}, {y}): {'not computed yet' if cell is None else cell.fresh.words(gamma=True)}"

    def tip_at(self, place: QPointF) -> str:
        """Return the meaning of the quantity, which is written below the map."""
        below = place.y() > self._frame().area.bottom()
        return explained_prose(f"{self._quantity.title}, {self._quantity.missing}") if below else ""

    def _frame(self) -> Frame:
        """Return the frame of the cells: squares, as large as there is room for above the scale."""
        grid, below = self._grid, self.fontMetrics().height() + _BAR + 3 * GAP
        room = QRectF(self.rect()).adjusted(GAP, GAP, -GAP, -below)
        cell = max(min(room.width() / grid.columns, room.height() / grid.rows), 0.1) if grid.rows else 0.0
        area = QRectF(0, 0, cell * grid.columns, cell * grid.rows)
        area.moveCenter(room.center())
        return Frame(area, Scale(0, grid.columns), Scale(0, grid.rows))

    def thing_at(self, place: QPointF) -> tuple[int, int] | None:
        frame = self._frame()
        if not frame.area.contains(place):
            return None
        column, row = int(frame.place_at(place.x())), int(frame.value_at(place.y()))
        return min(column, self._grid.columns - 1), min(row, self._grid.rows - 1)

    def _ends(self) -> tuple[float, float]:
        """Return the least and the largest value so far that has a logarithm."""
        values = self._values[np.isfinite(self._values) & (self._values + self._quantity.shift > 0)]
        return (float(values.min()), float(values.max())) if len(values) else (1.0, 1.0)

    def _drawn_cells(self, theme: Theme) -> QImage:
        """Return an image, a pixel a cell: 0 if there is nothing, else a shade by the logarithm of its value."""
        shift, (low, high) = self._quantity.shift, self._ends()
        span = math.log((high + shift) / (low + shift)) or 1.0
        shares = np.log((np.clip(self._values, low, high) + shift) / (low + shift)) / span
        shades = np.where(np.isnan(shares), 0, 1 + np.rint(np.nan_to_num(shares) * (_SHADES - 2))).astype(np.uint8)
        height, width = shades.shape
        # The first row of an image is at the top, that of the plane at the bottom.
        image = QImage(shades[::-1].tobytes(), width, height, width, QImage.Format.Format_Indexed8)
        colors = [theme.color("page", 0.0)]
        colors += [theme.color(self._quantity.role, _alpha(shade / (_SHADES - 2))) for shade in range(_SHADES - 1)]
        image.setColorTable([color.rgba() for color in colors])
        return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)

    def _paint_points(self, painter: QPainter, theme: Theme, frame: Frame) -> None:
        """Paint the examples: ○ and × in their colours, on a rim of the page's so that they stand out."""
        grid = self._grid
        cells = (self._dataset.X[:, list(grid.shown)] - (grid.left, grid.bottom)) / grid.cell
        places = [frame.point(x, y) for x, y in cells.tolist()]
        for width, rim in ((4.0, True), (1.8, False)):
            for at, label in zip(places, self._dataset.y.tolist(), strict=True):
                painter.setPen(theme.pen("page" if rim else theme.of_label(label), width))
                if label > 0:
                    painter.drawEllipse(at, _MARKER, _MARKER)
                else:
                    paint_cross(painter, at, _MARKER)
        if places:
            painter.setPen(theme.pen("now", 2))
            painter.drawEllipse(places[self._example], _RING, _RING)

    def _paint_scale(self, painter: QPainter, theme: Theme) -> None:
        metrics = painter.fontMetrics()
        side = metrics.horizontalAdvance(self._quantity.missing) + GAP
        bar = QRectF(2 * GAP, self.height() - metrics.height() - _BAR - GAP, self.width() - 6 * GAP - side, _BAR)
        painter.setPen(theme.color("secondary"))
        if not self.empty:
            low, high = self._ends()
            shades = QLinearGradient(bar.topLeft(), bar.topRight())
            for share in (0.0, 1.0):
                shades.setColorAt(share, theme.color(self._quantity.role, _alpha(share if high > low else 0.0)))
            painter.fillRect(bar, shades)
            for text, at in self.scale(bar.width()):
                room = QRectF(bar.left() + at, bar.bottom() + 2, bar.width(), metrics.height())
                painter.drawText(room, Qt.TextFlag.TextDontClip, text)
        blank = QRectF(bar.right() + 2 * GAP, bar.top(), side, _BAR)
        painter.drawText(blank.adjusted(0, _BAR + 2, 20, metrics.height() + 2), self._quantity.missing)
        draw_with(painter, theme.pen("secondary", 1))
        painter.drawRect(blank)

    def restyle(self) -> None:
        self._points = None
        self.update()


def along_scale(
    quantity: Quantity, low: float, high: float, room: float, measure: Callable[[str], float]
) -> list[tuple[str, float]]:
    """Return the labels below the shades, and how far along `room` each begins: four values, or fewer that fit."""
    first, shift = low + quantity.shift, quantity.shift
    for steps in (3, 2, 1):
        ratio = ((high + shift) / first) ** (1 / steps)
        values = [low] if low == high else [first * ratio**step - shift for step in range(steps + 1)]
        texts = [short(value, quantity.digits) if quantity.digits else f"{round(value):,}" for value in values]
        texts[0] = f"{quantity.title} = {texts[0]}"
        widths = [measure(text) for text in texts]
        places = [(room - width) * step / steps for step, width in enumerate(widths)]
        if all(at + width + GAP <= after for at, width, after in zip(places, widths, places[1:], strict=False)):
            break
    return list(zip(texts, places, strict=True))


def _alpha(share: float) -> float:
    return 0.06 + 0.89 * share


class WhatIfView(Experiment[WhatIfCell]):
    """The map for the selected example, of the data without its place: it stays while the example moves in it."""

    kind = WhatIfCell
    title = "What if"
    tip = "Click: the selected example goes there, as an edit that can be undone."

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        self.map = PlaneMap(theme)
        super().__init__(workspace, theme, self.map)
        self.subject: tuple[Dataset, int, WhatIfGrid] = Dataset.empty(), 0, NO_GRID
        self.quantity = ChoiceBox({name: quantity.title for name, quantity in QUANTITIES.items()})
        self.quantity.setToolTip(explained_prose(*(quantity.title for quantity in QUANTITIES.values())))
        self.add_control("&Coloured by", self.quantity)
        self.choices = Kept(list(QUANTITIES).index, self.quantity.currentData, self.quantity.setCurrentIndex)
        self.quantity.currentIndexChanged.connect(self.show_found)
        workspace.selection.changed.connect(self.asked)
        workspace.document.view_choice_changed.connect(self.asked)
        self.map.chosen.connect(self._put)

    def question(self) -> Question:
        dataset, spec, selected = self.document.dataset, self.document.spec, self.workspace.selection.indices
        if len(selected) != 1 or selected[0] >= dataset.n:
            raise InputError("choose an example first: select just one in the picture")
        if not self._stays(dataset, selected[0]):
            self.subject = dataset, selected[0], WhatIfGrid.around(dataset, _CELLS, self._shown())
        base, example, grid = self.subject
        search = partial(what_if, base, spec, example, grid)
        return Question((base, example, spec, grid.shown), search, grid.columns * grid.rows, "cells")

    def words(self) -> str:
        base, example, grid = self.subject
        told = f"What the same learner would do if example {example + 1:,} lay there instead"
        if base.d == PLANE:
            return f"{told}."
        across, up = (base.features[column] for column in grid.shown)
        return f"{told}: → {across}, ↑ {up}, all else as it is."

    def begin(self, question: Question) -> None:
        self.map.show_grid(self.grid)
        super().begin(question)
        self.mark()

    def show_found(self) -> None:
        found, quantity = self.found, QUANTITIES[self.quantity.currentData()]
        self.map.show_cells(found, quantity)
        told = f"{len(found):,} runs; {limit_words([cell.fresh for cell in found])}."
        if self.map.empty:
            told = f"{told} {quantity.nowhere.format(title=quantity.title, example=self.subject[1] + 1)}"
        self.result.setText(told if found else "")

    @property
    def grid(self) -> WhatIfGrid:
        return self.subject[2]

    def mark(self) -> None:
        dataset, (base, example, _) = self.document.dataset, self.subject
        if dataset.d == base.d and dataset.n > example:
            self.map.show_examples(dataset, example)

    def _shown(self) -> tuple[int, int]:
        """Return the features on the canvas, → and ↑: equal where it has one. Raises InputError where it has none."""
        dataset, view_choice = self.document.dataset, self.document.view_choice
        if view_choice.standing:
            raise InputError(view_choice.standing)
        columns = view_choice.projection(Spread(dataset), None, 0.0).columns
        return columns[0], columns[-1]

    def _stays(self, dataset: Dataset, example: int) -> bool:
        """Return whether it is the same example of the base in the same view, and only its place on the map differs."""
        base, kept, grid = self.subject
        if (example, self._shown(), dataset.X.shape) != (kept, grid.shown, base.X.shape):
            return False
        differs, shown = dataset.X != base.X, list(grid.shown)
        differs[example, shown] = False
        x, y = dataset.X[example, shown].tolist()
        return not differs.any() and not (dataset.y != base.y).any() and grid.cell_at(x, y) is not None

    def _put(self, column: int, row: int) -> None:
        _, example, grid = self.subject
        after = moved_to(self.document.dataset, example, grid.place(column, row), grid.shown)
        self.document.edit(after, "move example", rows=slice(example, example + 1))
