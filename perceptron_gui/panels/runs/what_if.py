"""As if the selected example lay elsewhere: k, γ and R²/γ² over the plane."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import Slot

from core.analysis.experiments.what_if import WhatIfCell, WhatIfGrid, moved_to, what_if
from core.datasets.dataset import Dataset
from core.errors import InputError
from core.plane.projections import PLANE, Spread
from core.theory.symbols import explained_prose
from perceptron_gui.look.text.small_widgets import ChoiceBox
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.saved_setting import a_count
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.runs.experiment import Experiment, Question, limit_words
from perceptron_gui.panels.runs.plane_map import QUANTITIES, PlaneMap, Quantity

_CELLS = 64


class WhatIfView(Experiment[WhatIfCell]):
    """Of the example that is selected; a click puts it where the cell is.

    The map is of the data without that example's own place, so it stays while the example is moved within it.
    """

    kind = WhatIfCell
    title = "What if"
    tip = "Click: the selected example goes there, as an edit that can be undone."

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        self.map = PlaneMap(theme)
        super().__init__(workspace, theme, self.map)
        self._base, self._example = Dataset.empty(), 0
        self.grid: WhatIfGrid | None = None
        self.quantity = ChoiceBox()
        for name, quantity in QUANTITIES.items():
            self.quantity.addItem(quantity.title, name)
        self.quantity.setToolTip(explained_prose(*(quantity.title for quantity in QUANTITIES.values())))
        self.add_control("&Coloured by", self.quantity)
        self.quantity.currentIndexChanged.connect(self._colour)
        workspace.selection.changed.connect(self.asked)
        workspace.document.view_choice_changed.connect(self.asked)
        self.map.chosen.connect(self._put)

    def question(self) -> Question:
        dataset, spec, selected = self.document.dataset, self.document.spec, self.workspace.selection.indices
        if len(selected) != 1 or selected[0] >= dataset.n:
            raise InputError("choose an example first: select just one in the picture")
        if self.grid is None or not self._stays(dataset, selected[0], self.grid):
            self.grid = WhatIfGrid.around(dataset, _CELLS, self._shown())
            self._base, self._example = dataset, selected[0]
        base, example, grid = self._base, self._example, self.grid
        search = partial(what_if, base, spec, example, grid)
        return Question((base, example, spec, grid.shown), search, grid.columns * grid.rows, "cells")

    def words(self) -> str:
        told = f"What the same learner would do if example {self._example + 1:,} lay there instead"
        if self.grid is None or self._base.d == PLANE:
            return f"{told}."
        across, up = (self._base.features[column] for column in self.grid.shown)
        return f"{told}: → {across}, ↑ {up}, all else as it is."

    def begin(self) -> None:
        if self.grid is not None:
            self.map.show_grid(self.grid)
        super().begin()
        self.mark()

    def show_found(self, new: Sequence[WhatIfCell]) -> None:
        self.map.add(new)
        self._tell()

    def _tell(self) -> None:
        """How many runs came to an end of their own; and what a map without any colour means."""
        told = f"{len(self.found):,} runs; {limit_words([cell.fresh.converged for cell in self.found])}."
        if self.map.empty:
            told = f"{told} {self._quantity.nowhere.format(f'{self._example + 1:,}')}"
        self.result.setText(told if self.found else "")

    @property
    def subject(self) -> tuple[Dataset, int, WhatIfGrid | None]:
        return self._base, self._example, self.grid

    @subject.setter
    def subject(self, subject: tuple[Dataset, int, WhatIfGrid | None]) -> None:
        self._base, self._example, self.grid = subject

    def saved(self) -> Any:
        return self.quantity.currentData()

    def restore(self, value: Any) -> None:
        self.quantity.setCurrentIndex(a_count(self.quantity.findData(value), 0, self.quantity.count() - 1))

    def mark(self) -> None:
        dataset = self.document.dataset
        if dataset.d == self._base.d and dataset.n > self._example:
            self.map.show_examples(dataset, self._example)

    def _shown(self) -> tuple[int, int]:
        """The features on the canvas, → and ↑: the same where there is one. Raises InputError where it shows none."""
        dataset, view_choice = self.document.dataset, self.document.view_choice
        if view_choice.standing:
            raise InputError(view_choice.standing)
        columns = view_choice.projection(Spread(dataset), None, 0.0).columns
        return columns[0], columns[-1]

    def _stays(self, dataset: Dataset, example: int, grid: WhatIfGrid) -> bool:
        """Whether it is the same example of the base, seen alike, and nothing but its place on the map differs."""
        if example != self._example or grid.shown != self._shown():
            return False
        if dataset.X.shape != self._base.X.shape or (dataset.y != self._base.y).any():
            return False
        differs, shown = dataset.X != self._base.X, list(grid.shown)
        differs[example, shown] = False
        x, y = dataset.X[example, shown].tolist()
        return not np.any(differs) and grid.cell_at(x, y) is not None

    @property
    def _quantity(self) -> Quantity:
        return QUANTITIES[self.quantity.currentData()]

    @Slot()
    def _colour(self) -> None:
        self.map.show_quantity(self._quantity)
        self._tell()

    @Slot(int, int)
    def _put(self, column: int, row: int) -> None:
        if self.grid is not None:
            after = moved_to(self.document.dataset, self._example, self.grid.place(column, row), self.grid.shown)
            self.document.edit(after, "move example", rows=slice(self._example, self._example + 1))
