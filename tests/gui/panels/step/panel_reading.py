"""What a Step panel shows, and clicks in it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from core.datasets.dataset import Dataset
from core.run import Run, train
from core.spec import RunSpec
from perceptron_gui.model.player import Player
from perceptron_gui.panels.step import StepPanel
from tests.core.tables import DATASET


def load(player: Player, spec: RunSpec | None = None, dataset: Dataset = DATASET) -> Run:
    run = train(dataset, spec or RunSpec(max_updates=12))
    player.set_run(run)
    return run


def noisy(n: int, updates: int, learner: str = "standard") -> Run:
    rng = np.random.default_rng(3)
    dataset = Dataset(rng.normal(size=(n, 2)).round(2), rng.choice(np.array([-1, 1], np.int8), n))
    return train(dataset, RunSpec(learner, max_updates=updates, max_epochs=10**6))


def marked(panel: StepPanel) -> int | None:
    """The row that is marked as the playhead's."""
    rows = panel.table.selectionModel().selectedRows()
    return rows[0].row() if rows else None


def cells(panel: StepPanel) -> list[tuple[str, ...]]:
    steps = panel.table.steps
    return [step.texts for step in steps.rows(0, steps.rowCount() - 1)]


def place_of(panel: StepPanel, title: str) -> int:
    return panel.table.steps.titles.index(title)


def column(panel: StepPanel, title: str) -> list[str]:
    place = place_of(panel, title)
    return [texts[place] for texts in cells(panel)]


def click_title(panel: StepPanel, title: str) -> None:
    titles = panel.table.horizontalHeader()
    x = titles.sectionViewportPosition(place_of(panel, title)) + titles.sectionSize(place_of(panel, title)) // 2
    QTest.mouseClick(titles.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, titles.height() // 2))


def click_row(panel: StepPanel, row: int) -> None:
    place = panel.table.visualRect(panel.table.steps.index(row, 0)).center()
    QTest.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
