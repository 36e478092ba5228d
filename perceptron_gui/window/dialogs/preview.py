"""A preview in dialogs: examples as a small picture in the canvas's colours and marks."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.datasets.dataset import Dataset, FloatArray
from perceptron_gui.canvas.markers import draw_markers, mark_style, marker_size
from perceptron_gui.guarded import Guarded
from perceptron_gui.look.size import pixels
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.look.viewport import Viewport


def draw_scatter(
    painter: QPainter,
    area: QRectF,
    dataset: Dataset,
    theme: Theme,
    boundary: FloatArray | None = None,
    *,
    stretched: bool = False,
    scale: float = 0.75,
) -> None:
    """Draw the first two features over the lines x₁ = 0 and x₂ = 0, in a frame that fills `area`.

    Above them lies a `boundary`, segments (m, 2, 2) in coordinates of the data, if there is one. Both axes have one
    scale unless `stretched` lets each fill the room; `scale` is that of the marks.
    """
    painter.fillRect(area, theme.color("page"))
    painter.setPen(theme.pen("hairline", 1))
    painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))
    if not dataset.n:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    view = Viewport(width=area.width(), height=area.height()).fitted(dataset.X[:, :2], equal=not stretched)
    origin, pixels = view.pixel(0, 0) + area.topLeft(), view.to_pixels(dataset.X[:, :2])
    pixels += (area.left(), area.top())
    x, y = origin.x(), origin.y()
    if area.top() < y < area.bottom():
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
    if area.left() < x < area.right():
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
    for label in (1, -1):
        style = mark_style(theme, label, scale * marker_size(dataset.n))
        draw_markers(painter, pixels[dataset.y == label], style)
    if boundary is not None and len(boundary):
        painter.setClipRect(area.adjusted(1, 1, -1, -1))
        painter.translate(area.topLeft())
        pen = theme.pen("boundary", 2)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)  # It consists of short segments, between which flat caps leave gaps.
        painter.setPen(pen)
        painter.drawLines([QLineF(*line) for line in view.ends(boundary).tolist()])


class Preview(Guarded, QWidget):
    """The first two features of a dataset, or nothing. Both axes have one scale unless each is `stretched`."""

    def __init__(self, theme: ThemeModel, *, stretched: bool = False) -> None:
        super().__init__(accessibleName="Preview")
        self._theme, self._stretched = theme, stretched
        self.dataset: Dataset | None = None
        self._boundary: FloatArray | None = None
        self.setMinimumSize(pixels(240), pixels(120))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self.update)

    def show_dataset(self, dataset: Dataset | None, boundary: FloatArray | None = None) -> None:
        self.dataset, self._boundary = dataset, boundary
        self.setAccessibleDescription("" if dataset is None else f"{dataset.n:,} examples")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(360, 360)

    def paintEvent(self, event: QPaintEvent) -> None:
        shown, area = self.dataset or Dataset.empty(), QRectF(self.rect())
        with QPainter(self) as painter:
            draw_scatter(painter, area, shown, self._theme.current, self._boundary, stretched=self._stretched)
