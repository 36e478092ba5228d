"""A small picture of a dataset, before it is taken."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.datasets.dataset import Dataset
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.window.dialogs.scatter import draw_scatter

_SIDE, _LEAST_SIDE = 360, 240


class Preview(QWidget):
    """The first two features over the lines x₁ = 0 and x₂ = 0; empty for no dataset.

    Both axes have one scale unless `stretched` lets each fill the room.
    """

    def __init__(self, theme: ThemeModel, parent: QWidget | None = None, *, stretched: bool = False) -> None:
        super().__init__(parent)
        self._theme = theme
        self._stretched = stretched
        self.dataset: Dataset | None = None
        self.setMinimumSize(_LEAST_SIDE, _LEAST_SIDE)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Preview")
        theme.changed.connect(self._restyle)

    def show_dataset(self, dataset: Dataset | None) -> None:
        self.dataset = dataset
        self.setAccessibleDescription("" if dataset is None else f"{dataset.n:,} examples")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(_SIDE, _SIDE)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            shown = self.dataset or Dataset.empty()
            draw_scatter(painter, QRectF(self.rect()), shown, self._theme.current, stretched=self._stretched)

    @Slot()
    def _restyle(self) -> None:
        self.update()
