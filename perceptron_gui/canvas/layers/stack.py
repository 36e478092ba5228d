"""All layers in one item of the scene: Qt asks each item several things a frame, and an answer in Python is dear."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Slot
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.stage import Stage


class Stack(QGraphicsObject):
    """`layers` over the whole view, the first at the bottom."""

    def __init__(self, stage: Stage, layers: Sequence[Layer]) -> None:
        super().__init__()
        self._stage = stage
        self._layers = layers
        self._rect = stage.viewport.rect
        stage.viewport_changed.connect(self._on_viewport)
        for layer in layers:
            layer.aged.connect(self._on_aged)

    def boundingRect(self) -> QRectF:
        return self._rect

    def shape(self) -> QPainterPath:
        """Nothing to be hit by the mouse: the tools see to that."""
        return QPainterPath()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        for layer in self._layers:
            layer.paint(painter)

    @Slot()
    def _on_aged(self) -> None:
        self.update()

    @Slot()
    def _on_viewport(self) -> None:
        if self._stage.viewport.rect != self._rect:
            self.prepareGeometryChange()
            self._rect = self._stage.viewport.rect
