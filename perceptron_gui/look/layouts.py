"""Widgets beside and below one another."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.look.size import at_every_scale, pixels

Item = QWidget | QLayout
Part = Item | tuple[Item, int] | int
"""A widget or a layout, with its share of the free space if any; or free pixels, 0 for all that is left."""
Margins = tuple[int, int, int, int]
Box = TypeVar("Box", bound=QBoxLayout)


def scrolled(content: QWidget) -> QScrollArea:
    """Return an area without a frame that scrolls the content where it has no room."""
    area = QScrollArea(widgetResizable=True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidget(content)
    return area


def keep_bar(area: QAbstractScrollArea) -> None:
    """Let the vertical bar keep its place where there is nothing to scroll, so that no width depends on a height."""
    area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    bar = area.verticalScrollBar()
    bar.hide()
    bar.rangeChanged.connect(lambda least, most: bar.setVisible(least < most))


def in_row(*parts: Part, margins: Margins | None = None, spacing: int | None = None) -> QHBoxLayout:
    """Return parts from left to right; `margins` and `spacing` are the style's where none are given."""
    return _filled(QHBoxLayout(), parts, margins, spacing)


def in_column(*parts: Part, margins: Margins | None = None, spacing: int | None = None) -> QVBoxLayout:
    """Return parts from the top down."""
    return _filled(QVBoxLayout(), parts, margins, spacing)


def in_card(*parts: Part, margins: Margins = (12, 8, 12, 8), spacing: int = 4) -> QFrame:
    """Return a card that holds parts from the top down."""
    made = QFrame()
    made.setProperty("card", True)
    made.setLayout(in_column(*parts, margins=margins, spacing=spacing))
    return made


def keep_apart(box: QLayout, margins: Margins | None, spacing: int | None) -> None:
    """Give a layout the margins and the spacing that these are at the usual size, now and at every scale."""
    if margins is not None:
        at_every_scale(box, lambda: box.setContentsMargins(*map(pixels, margins)))
    if spacing is not None:
        at_every_scale(box, lambda: box.setSpacing(pixels(spacing)))


def _filled(box: Box, parts: tuple[Part, ...], margins: Margins | None, spacing: int | None) -> Box:
    keep_apart(box, margins, spacing)
    for part in parts:
        item, share = part if isinstance(part, tuple) else (part, 0)
        if isinstance(item, QWidget):
            box.addWidget(item, share)
        elif isinstance(item, QLayout):
            box.addLayout(item, share)
        elif item:
            box.addSpacing(item)
        else:
            box.addStretch(1)
    return box
