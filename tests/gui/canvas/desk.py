"""A canvas with its document, its runs and a hand on the mouse, for the tests of canvas and tools."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QEvent, QLineF, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.run import train
from core.spec import RunSpec
from perceptron_gui.canvas import Canvas
from perceptron_gui.canvas.layers.layer import Layer, NamedLine, Word
from perceptron_gui.look.labels import Label
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model.document.document import Document
from perceptron_gui.model.workspace import Workspace
from tests.gui.places_on_screen import pixel_of

SEPARABLE = Dataset([[2.0, 1.0], [1.0, 3.0], [3.0, 0.0], [0.0, -2.0]], [1, 1, -1, -1])
XOR = Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1])
SIZE = QSize(700, 520)

_NONE = Qt.KeyboardModifier.NoModifier
_LEFT = Qt.MouseButton.LeftButton


def dots(image: QImage) -> np.ndarray[tuple[int, int], np.dtype[np.int16]]:
    """The bytes of a picture, a row a line."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1).astype(np.int16)


def words_of(layer: Layer) -> Iterable[Word]:
    """What a layer says of the run on display."""
    return layer.words(layer.stage.viewport) if layer.applies else ()


def labels_of(layer: Layer) -> list[Label]:
    """The labels of a layer, wherever they will stand."""
    return [word for word in words_of(layer) if isinstance(word, Label)]


def notes_of(layer: Layer) -> list[str]:
    """The sentences of a layer."""
    return [word for word in words_of(layer) if isinstance(word, str)]


def kept_free_by(layer: Layer) -> list[QRectF]:
    """The places where a layer wants no words."""
    return [word for word in words_of(layer) if isinstance(word, QRectF)]


def crosses(rect: QRectF, line: QLineF) -> bool:
    """Whether a line crosses an edge of a rectangle."""
    edges = (rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft(), rect.topLeft())
    met = QLineF.IntersectionType.BoundedIntersection
    return any(line.intersects(QLineF(a, b))[0] == met for a, b in pairwise(edges))


def lines_of(layer: Layer) -> list[NamedLine]:
    """The straight lines of a layer, in view or not."""
    return [word for word in words_of(layer) if isinstance(word, NamedLine)]


def tooltip_at(layer: Layer, pixel: QPointF, row: int | None = None) -> str:
    """What a layer says of a pixel, or of the example whose marker is there."""
    hit = layer.hit(pixel, row) if layer.applies else None
    return "" if hit is None else hit.tooltip()


def is_drawn(layer: Layer) -> bool:
    """Whether a layer draws anything."""
    image = QImage(layer.stage.viewport.rect.size().toSize(), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    empty = image.copy()
    with QPainter(image) as painter:
        painter.setPen(Qt.PenStyle.NoPen)
        if layer.applies:
            layer.draw(painter, layer.stage.viewport)
    return image != empty


@dataclass
class CanvasDesk:
    """Everything a canvas is about. `at` gives the pixel of the viewport widget over a point of the plane."""

    qtbot: QtBot
    dataset: Dataset = SEPARABLE
    spec: RunSpec = field(default_factory=RunSpec)

    def __post_init__(self) -> None:
        workspace = Workspace(Document(self.dataset, self.spec))
        self.document, self.selection, self.player = workspace.document, workspace.selection, workspace.player
        self.theme = ThemeModel(Appearance.LIGHT)
        self.canvas = Canvas(workspace, self.theme)
        self.qtbot.addWidget(self.canvas)
        self.canvas.resize(SIZE)
        self.canvas.show()
        self.canvas.set_tween(False)
        self.document.dataset_changed.connect(self.solve)
        self.solve()

    def solve(self) -> None:
        """Show the run over the points as they are now."""
        self.player.set_run(train(self.document.dataset, self.document.spec))

    @property
    def X(self) -> list[list[float]]:
        return [[float(x) for x in row] for row in self.document.dataset.X]

    @property
    def labels(self) -> list[int]:
        return [int(label) for label in self.document.dataset.y]

    @property
    def notes(self) -> list[str]:
        return self.canvas.words.all_notes()

    @property
    def words(self) -> list[str]:
        """The labels on the picture."""
        return [placed.label.text for placed in self.canvas.words.arranged(self.canvas.stage.viewport)]

    def at(self, x: float, y: float) -> QPoint:
        return pixel_of(self.canvas.view, x, y)

    def picture(self) -> QImage:
        return self.canvas.grab().toImage()

    def color_at(self, x: float, y: float) -> QColor:
        """The colour on the picture over a point of the plane."""
        return self.picture().pixelColor(self.canvas.view.viewport().mapTo(self.canvas, self.at(x, y)))

    def press(self, place: QPoint, button: Qt.MouseButton = _LEFT, modifiers: Qt.KeyboardModifier = _NONE) -> None:
        self._send(QEvent.Type.MouseButtonPress, place, button, button, modifiers)

    def move(self, place: QPoint, button: Qt.MouseButton = _LEFT, modifiers: Qt.KeyboardModifier = _NONE) -> None:
        self._send(QEvent.Type.MouseMove, place, Qt.MouseButton.NoButton, button, modifiers)

    def release(self, place: QPoint, button: Qt.MouseButton = _LEFT, modifiers: Qt.KeyboardModifier = _NONE) -> None:
        self._send(QEvent.Type.MouseButtonRelease, place, button, Qt.MouseButton.NoButton, modifiers)

    def click(self, place: QPoint, button: Qt.MouseButton = _LEFT, modifiers: Qt.KeyboardModifier = _NONE) -> None:
        self.press(place, button, modifiers)
        self.release(place, button, modifiers)

    def hover(self, place: QPoint) -> None:
        self.move(place, Qt.MouseButton.NoButton)

    def drag(
        self,
        start: QPoint,
        end: QPoint,
        button: Qt.MouseButton = _LEFT,
        modifiers: Qt.KeyboardModifier = _NONE,
        steps: int = 5,
    ) -> None:
        self.press(start, button, modifiers)
        for step in range(1, steps + 1):
            self.move(start + (end - start) * (step / steps), button, modifiers)
        self.release(end, button, modifiers)

    def double_click(self, place: QPoint) -> None:
        self.click(place)
        self._send(QEvent.Type.MouseButtonDblClick, place, _LEFT, _LEFT, _NONE)
        self.release(place)

    def wheel(self, place: QPoint, notches: int) -> None:
        viewport = self.canvas.view.viewport()
        event = QWheelEvent(
            QPointF(place),
            QPointF(viewport.mapToGlobal(place)),
            QPoint(),
            QPoint(0, 120 * notches),
            Qt.MouseButton.NoButton,
            _NONE,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(viewport, event)

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = _NONE) -> None:
        QTest.keyClick(self.canvas.view, key, modifiers)

    def _send(
        self,
        kind: QEvent.Type,
        place: QPoint,
        button: Qt.MouseButton,
        buttons: Qt.MouseButton,
        modifiers: Qt.KeyboardModifier,
    ) -> None:
        viewport = self.canvas.view.viewport()
        position = QPointF(place)
        event = QMouseEvent(kind, position, QPointF(viewport.mapToGlobal(place)), button, buttons, modifiers)
        QApplication.sendEvent(viewport, event)
