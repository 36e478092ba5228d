"""Colours that are written in can be read."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor

from core.predictors import PREDICTORS
from perceptron_gui.look.theme import DARK, LIGHT, Theme


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
    "role", ["now", "own", "ink", "secondary", "danger", *(kind.role for kind in PREDICTORS.values())]
)
def test_words_of_every_role_stand_out_from_the_page(theme: Theme, role: str) -> None:
    assert contrast(theme.color(theme.text_role(role)), theme.color("page")) >= 4.5
