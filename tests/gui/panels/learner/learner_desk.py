"""A Learner panel over a run, and what a person sees and does there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.run import Run, train
from core.spec import RunSpec
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.workspace import HoverPlace, Workspace
from perceptron_gui.panels.learner import LearnerPanel
from perceptron_gui.panels.learner.view import LearnerView, ListTable
from perceptron_gui.panels.learner.views import ErrorsView, LedgerView, PathView, SurvivorsView

POINTS = [None, (0.3, 0.2), (-1.0, 0.7)]


def overlapping(n: int = 60) -> Dataset:
    X = np.random.default_rng(5).normal(size=(n, 2)).round(2)
    noise = np.random.default_rng(6).normal(size=n)
    return Dataset(X, np.where(X @ (1.0, 2.0) + 0.8 * noise > 0.3, 1, -1))


@dataclass
class PanelDesk:
    """The panel over one run, at the narrowest width that the window gives it."""

    qtbot: QtBot
    dataset: Dataset
    spec: RunSpec

    def __post_init__(self) -> None:
        self.workspace = Workspace(Document(self.dataset, self.spec))
        self.panel = LearnerPanel(self.workspace, ThemeModel(Appearance.LIGHT))
        self.qtbot.addWidget(self.panel, before_close_func=lambda _: self.panel.hide())  # which ends its threads
        self.panel.resize(380, 700)
        self.panel.show()
        self.run = train(self.dataset, self.spec)
        self.workspace.player.set_run(self.run)

    def go(self, update: int, point: tuple[float, float] | None = None) -> None:
        """Be there, and wait for what is worked out beside."""
        self.workspace.pointed.show(None if point is None else HoverPlace(point))
        self.workspace.player.go_to_update(update)
        self.panel.ready()
        QCoreApplication.processEvents()
        self.panel.ready()

    def view(self, kind: type[LearnerView]) -> LearnerView:
        (found,) = [view for view in self.panel.views if isinstance(view, kind)]
        return found

    def describe(self) -> list[object]:
        """All that the panel holds in words and numbers."""
        held: list[object] = []
        for view in self.panel.fitting:
            held.append(view.heading.text())
            held += [texts_of(table) for table in view.findChildren(ListTable)]
            held += [marked_in(table) for table in view.findChildren(ListTable)]
            if isinstance(view, SurvivorsView):
                held += [view.vote.text(), view.words.text()]
            if isinstance(view, LedgerView):
                held.append(view.words.text())
            if isinstance(view, ErrorsView | PathView):
                held.append(view.chart.numbers)
        return held


def texts_of(table: ListTable) -> list[tuple[str, ...]]:
    return [row.texts for row in table.rows.shown]


def marked_in(table: ListTable) -> list[int | None]:
    return [row.key for row in table.rows.shown if row.marked]


def click(table: ListTable, row: int) -> None:
    place = table.visualRect(table.model().index(row, 0)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)


def moments(run: Run) -> Iterator[int]:
    yield from sorted({0, 1, 2, run.updates // 2, run.updates})
