"""Where on the screen something is, for a hand that points at it."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtWidgets import QSlider, QStyle, QStyleOptionSlider

from perceptron_gui.canvas.view import ToolView
from perceptron_gui.look.plots.chart import PlotSheet

T = TypeVar("T")


def pixel_of(view: ToolView, x: float, y: float) -> QPoint:
    """The pixel of a canvas that shows the point (x, y) of the plane."""
    return (view.stage.viewport.pixel(x, y) * view.enlarged).toPoint()


def axis_name(view: ToolView, side: str) -> str:
    """What is written at the axis "left" or "bottom"."""
    return view.stage.projection.titles[("bottom", "left").index(side)]


def place_of(sheet: PlotSheet[T], thing: T) -> QPoint:
    """Where something on a sheet can be pointed at."""
    places = (QPoint(x, y) for y in range(0, sheet.height(), 2) for x in range(0, sheet.width(), 2))
    return next(place for place in places if sheet.thing_at(QPointF(place)) == thing)


def handle_of(slider: QSlider) -> QPoint:
    """Where a slider is held."""
    option = QStyleOptionSlider()
    slider.initStyleOption(option)
    style = QStyle.ComplexControl.CC_Slider
    return slider.style().subControlRect(style, option, QStyle.SubControl.SC_SliderHandle, slider).center()
