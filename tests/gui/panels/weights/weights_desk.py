"""A Weights panel over a run, and what a person sees and does there."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.record.history import State
from core.run import train
from core.spec import RunSpec
from perceptron_gui.canvas import Canvas
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.weights import WeightsPanel
from perceptron_gui.panels.weights.plane import PlanePicture

SEPARABLE = Dataset([[2.0, 1.0], [1.0, 3.0], [3.0, 0.0], [0.0, -2.0]], [1, 1, -1, -1])


IN_FOUR = Dataset([[1.0, 0.5, 0, 2], [-0.5, 1, 1, 0], [1.5, -0.5, 2, 1], [-1, -1, 0, 0.5]], [1, -1, 1, -1])


LEFT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton


@dataclass
class Desk:
    """A weights panel and a canvas over one workspace, and a hand on the mouse in the panel's view."""

    qtbot: QtBot
    dataset: Dataset = SEPARABLE
    spec: RunSpec = field(default_factory=RunSpec)

    def __post_init__(self) -> None:
        self.workspace = Workspace(Document(self.dataset, self.spec))
        self.player, self.own_separator, self.highlight = (
            self.workspace.player,
            self.workspace.own_separator,
            self.workspace.highlight,
        )
        self.theme = ThemeModel(Appearance.LIGHT)
        self.panel = WeightsPanel(self.workspace, self.theme)
        self.qtbot.addWidget(self.panel)
        self.panel.resize(420, 640)
        self.panel.show()
        self.workspace.document.spec_changed.connect(self.solve)
        self.workspace.document.dataset_changed.connect(self.solve)
        self.solve()

    def solve(self) -> None:
        document = self.workspace.document
        self.player.set_run(train(document.dataset, document.spec))

    @cached_property
    def canvas(self) -> Canvas:
        """Made where a test looks at it."""
        canvas = Canvas(self.workspace, self.theme)
        self.qtbot.addWidget(canvas)
        canvas.resize(500, 400)
        canvas.set_tween(False)
        canvas.show()
        return canvas

    @property
    def picture(self) -> PlanePicture:
        assert self.panel.view.picture is not None
        return self.panel.view.picture

    @property
    def state(self) -> State:
        assert self.player.state is not None
        return self.player.state

    @property
    def w(self) -> QPointF:
        """Where w is drawn."""
        return self.panel.view.handle(self.picture.seen.present)

    def mouse(self, kind: QEvent.Type, at: QPointF, button: Qt.MouseButton, held: Qt.MouseButton) -> None:
        view = self.panel.view
        event = QMouseEvent(kind, at, QPointF(view.mapToGlobal(at)), button, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(view, event)

    def press(self, at: QPointF) -> None:
        self.mouse(QEvent.Type.MouseButtonPress, at, LEFT, LEFT)

    def move(self, at: QPointF, held: Qt.MouseButton = LEFT) -> None:
        self.mouse(QEvent.Type.MouseMove, at, NONE, held)

    def release(self, at: QPointF) -> None:
        self.mouse(QEvent.Type.MouseButtonRelease, at, LEFT, NONE)

    def drag(self, start: QPointF, by: QPointF) -> None:
        self.press(start)
        for share in (0.3, 0.7, 1.0):
            self.move(start + by * share)
        self.release(start + by)

    def middle_of(self, row: int) -> QPointF:
        """A point on an example's line, in view."""
        border = self.picture.border(row)
        assert border is not None
        return border[0].pointAt(0.43)

    def color(self, at: QPointF) -> QColor:
        return self.panel.view.grab().toImage().pixelColor(at.toPoint())
