"""Icons: every name draws something, at any size, and shows when it is disabled."""

from __future__ import annotations

import gc

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon, QImage

from core.resources import resource
from perceptron_gui.look.theme import DARK, LIGHT, Theme, icon

NAMES = sorted(path.stem for path in resource("icons", "actions").glob("*.svg"))


def picture(name: str, theme: Theme, side: int, mode: QIcon.Mode = QIcon.Mode.Normal) -> QImage:
    made = icon(name, theme)
    gc.collect()
    return made.pixmap(QSize(side, side), 1.0, mode).toImage()


def opaque(image: QImage) -> int:
    return sum(image.pixelColor(x, y).alpha() > 30 for x in range(image.width()) for y in range(image.height()))


@pytest.mark.parametrize("name", NAMES)
def test_every_icon_can_be_told_from_its_disabled_self_and_follows_the_theme(qapp: object, name: str) -> None:
    normal = picture(name, LIGHT, 24)
    assert opaque(normal) > 20
    assert opaque(normal) < 24 * 24 / 2
    assert picture(name, LIGHT, 24, QIcon.Mode.Disabled) != normal
    assert picture(name, DARK, 24) != normal


def test_icons_are_drawn_anew_for_each_size(qapp: object) -> None:
    assert opaque(picture("play", LIGHT, 96)) > 12 * opaque(picture("play", LIGHT, 24))


def test_an_icon_without_room_is_an_empty_picture_and_no_complaint(qapp: object) -> None:
    for size in (QSize(0, 0), QSize(24, 0)):
        assert icon("undo", LIGHT).pixmap(size, 1.0).isNull()
