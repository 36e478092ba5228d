"""Colours that are written in can be read."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QStyle,
    QStyleFactory,
    QStyleOptionButton,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from core.predictors import PREDICTORS
from perceptron_gui.look.theme import DARK, FIELDS, LIGHT, Theme, palette_of, palette_of_fields


def luminance(color: QColor) -> float:
    """Relative luminance (WCAG 2.2)."""
    parts = (color.redF(), color.greenF(), color.blueF())
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: QColor, b: QColor) -> float:
    lighter, darker = sorted((luminance(a), luminance(b)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    "role", ["now", "promise", "own", "ink", "secondary", "danger", *(kind.role for kind in PREDICTORS.values())]
)
def test_words_of_every_role_stand_out_from_the_page(theme: Theme, role: str) -> None:
    assert contrast(theme.color(theme.text_role(role)), theme.color("page")) >= 4.5


class ToolInHand(QToolButton):
    """A button of the toolbar that is down."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAutoRaise(True)
        self.setCheckable(True)
        self.setChecked(True)


FRAMED = [QLineEdit, QSpinBox, QComboBox, QListView, QPlainTextEdit, QPushButton, QCheckBox, QRadioButton, ToolInHand]


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize(
    "kind",
    FRAMED,
)
def test_the_frame_of_what_can_be_changed_stands_out(kind: type[QWidget], theme: Theme, qtbot: QtBot) -> None:
    ground = QWidget()
    qtbot.addWidget(ground)
    ground.setPalette(palette_of(theme))
    field = kind(ground)
    field.setStyle(QStyleFactory.create("Fusion"))
    field.setPalette(palette_of_fields(theme))
    field.resize(120, 60)
    ground.resize(140, 80)
    picture = ground.grab().toImage()
    seen = max(contrast(picture.pixelColor(place), theme.color("panel")) for place in edge(field))
    assert any(field.inherits(name) for name in FIELDS)
    assert seen >= 3


def edge(field: QWidget) -> list[QPoint]:
    """From outside to the middle of what is framed, from the left at half its height."""
    if not isinstance(field, (QCheckBox, QRadioButton)):
        return [QPoint(x, 30) for x in range(3)]
    option = QStyleOptionButton()
    option.initFrom(field)
    part = QStyle.SubElement.SE_RadioButtonIndicator
    if isinstance(field, QCheckBox):
        part = QStyle.SubElement.SE_CheckBoxIndicator
    box = field.style().subElementRect(part, option, field)
    return [QPoint(x, box.center().y()) for x in range(box.left(), box.left() + 3)]
