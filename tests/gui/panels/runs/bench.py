"""A runs panel over a document, whose runs are made at once."""

from __future__ import annotations

from typing import Any, TypeVar

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.run import Run, train
from perceptron_gui.look.plots.chart import PlotSheet
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.runs import RunsPanel
from perceptron_gui.panels.runs.experiment import AnswerPlot
from perceptron_gui.panels.runs.many_runs import BiasView, HomeworkView, ManyRuns, OrdersView, OriginView
from perceptron_gui.panels.runs.what_if import WhatIfView

WHOLE = Dataset([[2, 1], [1, 3], [-1, 2], [-2, -1], [0, -2], [3, -1], [-3, 1]], [1, 1, 1, -1, -1, 1, -1])
XOR = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
FEW = 40


View = TypeVar("View", bound=QWidget)


def pixel_of(plot: AnswerPlot, place: float) -> QPointF:
    """Return a pixel at which a place is clicked."""
    assert plot.frame is not None
    return QPointF(plot.frame.x(place), plot.frame.area.bottom() - 2)


class Bench:
    """A panel over a document, whose runs are made at once."""

    def __init__(self, qtbot: QtBot, dataset: Dataset) -> None:
        self.qtbot = qtbot
        self.theme = ThemeModel(Appearance.LIGHT)
        self.document = Document(dataset)
        self.workspace = Workspace(self.document)
        self.panel = RunsPanel(self.workspace, self.theme)
        self.document.dataset_changed.connect(self._run)
        self.document.spec_changed.connect(self._run)
        self._run()
        qtbot.addWidget(self.panel)
        self.panel.resize(420, 640)

    def _run(self) -> None:
        self.workspace.player.set_run(train(self.document.dataset, self.document.spec))

    @property
    def run(self) -> Run:
        """The document's run."""
        run = self.workspace.player.run
        assert run is not None
        return run

    def see(self, title: str) -> None:
        """Turn to an experiment and wait until all of it is found."""
        self.panel.show()
        self.panel.turn_to(title)
        self.settle()

    def settle(self) -> None:
        """Wait until all that is asked now is found."""
        self.qtbot.waitUntil(lambda: self.panel.finished)

    def click(self, plot: PlotSheet[Any], place: QPointF) -> None:
        """Click into a plot."""
        self.qtbot.mouseClick(plot, Qt.MouseButton.LeftButton, pos=place.toPoint())

    def click_bar(self, runs: ManyRuns[Any], place: int) -> None:
        """Click a bar, the first of those that hold runs being 0."""
        self.click(runs.histogram, pixel_of(runs.histogram, runs.histogram.in_order()[place]))

    @property
    def orders(self) -> OrdersView:
        """Updates over shuffles."""
        return self._experiment("Orders", OrdersView)

    @property
    def homework(self) -> HomeworkView:
        """Updates over random targets."""
        return self._experiment("Homework", HomeworkView)

    @property
    def bias(self) -> BiasView:
        """Updates against B."""
        return self._experiment("Bias", BiasView)

    @property
    def origin(self) -> OriginView:
        """Updates against the place of the origin."""
        return self._experiment("Origin", OriginView)

    @property
    def what_if(self) -> WhatIfView:
        """Updates over the places of an example."""
        return self._experiment("What if", WhatIfView)

    def _experiment(self, title: str, kind: type[View]) -> View:
        found = self.panel.experiments[title]
        assert isinstance(found, kind)
        return found
