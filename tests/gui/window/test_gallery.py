"""The gallery: pictures of the data, and a set that opens with its run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from core.built_in import BUILT_IN
from perceptron_gui.look.theme import DARK, LIGHT, Appearance, ThemeModel
from perceptron_gui.window.dialogs.gallery import GalleryDialog

THEMES = {Appearance.LIGHT: LIGHT, Appearance.DARK: DARK}


@pytest.fixture
def theme() -> ThemeModel:
    return ThemeModel(Appearance.LIGHT)


@pytest.fixture
def gallery(theme: ThemeModel, qtbot: QtBot) -> Iterator[GalleryDialog]:
    made = GalleryDialog(theme)
    qtbot.addWidget(made)
    yield made
    made.reject()


def picture(gallery: GalleryDialog, row: int) -> QImage:
    return gallery.view.item(row).icon().pixmap(gallery.view.iconSize()).toImage()


def colours(image: QImage) -> set[str]:
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


@pytest.mark.slow
@pytest.mark.parametrize("appearance", THEMES)
def test_pictures_are_in_the_colours_of_the_canvas(
    appearance: Appearance, gallery: GalleryDialog, theme: ThemeModel
) -> None:
    gallery.show()
    theme.choose(appearance)
    wanted = THEMES[appearance]
    for row in range(len(BUILT_IN)):
        found = colours(picture(gallery, row))
        assert {QColor(wanted.page).name(), QColor(wanted.hairline).name()} <= found, BUILT_IN[row].name
        other = THEMES[next(each for each in THEMES if each is not appearance)]
        assert QColor(other.page).name() not in found


def test_every_set_is_told_with_its_origin_and_its_run(gallery: GalleryDialog) -> None:
    gallery.show()
    for row, data in enumerate(BUILT_IN):
        gallery.view.setCurrentRow(row)
        assert gallery.chosen is data
        texts = (gallery.title.text(), gallery.watch.text(), gallery.origin.text())
        assert texts == (data.title, data.watch, data.origin)
        shown = gallery.preview.dataset
        assert shown is not None
        assert gallery.facts.text().startswith(f"{shown.n:,} examples: {shown.positives:,} ○")
        assert data.name != "checkerboard" or "Opens with: Kernel perceptron, rbf, g = 4" in gallery.facts.text()


def test_arrows_choose_and_enter_opens(gallery: GalleryDialog, qtbot: QtBot) -> None:
    gallery.show()
    gallery.activateWindow()
    qtbot.keyClick(gallery.view, Qt.Key.Key_Right)
    qtbot.keyClick(gallery.view, Qt.Key.Key_Right)
    assert gallery.chosen is BUILT_IN[2]
    qtbot.keyClick(gallery.view, Qt.Key.Key_Return)
    assert gallery.result() == QDialog.DialogCode.Accepted


def test_a_double_click_opens(gallery: GalleryDialog, qtbot: QtBot) -> None:
    gallery.show()
    place = gallery.view.visualItemRect(gallery.view.item(1)).center()
    qtbot.mouseClick(gallery.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(gallery.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert (gallery.result(), gallery.chosen) == (QDialog.DialogCode.Accepted, BUILT_IN[1])


def test_a_reader_of_the_screen_is_told_name_and_sentence(gallery: GalleryDialog) -> None:
    for row, data in enumerate(BUILT_IN):
        card = gallery.view.item(row)
        assert card.data(Qt.ItemDataRole.AccessibleTextRole) == data.title
        assert card.data(Qt.ItemDataRole.AccessibleDescriptionRole) == data.watch
