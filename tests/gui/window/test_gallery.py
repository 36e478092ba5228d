"""The gallery: pictures of the data, and a set that opens with its run."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from core.built_in import BUILT_IN
from core.run import train
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
    return gallery.cards[row].icon().pixmap(gallery.view.iconSize()).toImage()


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
        gallery.view.setCurrentItem(gallery.cards[row])
        assert gallery.chosen is data
        texts = (gallery.title.text(), gallery.watch.text(), gallery.origin.text())
        assert texts == (data.title, data.watch, data.origin)
        shown = gallery.preview.dataset
        assert shown is not None
        assert gallery.facts.text().startswith(f"{shown.n:,} examples: {shown.positives:,} ○")
        assert data.name != "checkerboard" or "Opens with: Kernel perceptron, rbf, g = 4" in gallery.facts.text()


@pytest.mark.parametrize("width", [900, 1300])
def test_each_group_begins_below_its_heading_at_every_width(gallery: GalleryDialog, qtbot: QtBot, width: int) -> None:
    gallery.show()
    gallery.resize(width, 680)
    view = gallery.view
    qtbot.waitUntil(lambda: view.visualItemRect(view.heads[0]).width() > view.viewport().width() - 10)
    for head in view.heads:
        first = view.item(view.row(head) + 1)
        assert view.visualItemRect(first).top() >= view.visualItemRect(head).bottom()
        assert view.visualItemRect(first).left() <= view.visualItemRect(head).left()
    assert view.horizontalScrollBar().maximum() == 0


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
    place = gallery.view.visualItemRect(gallery.cards[1]).center()
    qtbot.mouseClick(gallery.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(gallery.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert (gallery.result(), gallery.chosen) == (QDialog.DialogCode.Accepted, BUILT_IN[1])


def test_a_reader_of_the_screen_is_told_name_and_sentence(gallery: GalleryDialog) -> None:
    for row, data in enumerate(BUILT_IN):
        card = gallery.cards[row]
        assert card.data(Qt.ItemDataRole.AccessibleTextRole) == data.title
        assert card.data(Qt.ItemDataRole.AccessibleDescriptionRole) == data.watch


def test_the_sets_stand_in_groups_each_with_the_boundary_that_its_learner_ends_at(gallery: GalleryDialog) -> None:
    groups = [head.text() for head in gallery.view.heads]
    assert groups == ["A line separates them", "No line separates them", "Needs a kernel", "Real data"]
    gallery.show()
    before = colours(picture(gallery, 0))
    gallery.finding.finish()
    assert set(gallery.boundaries) == set(range(len(BUILT_IN)))
    assert QColor(LIGHT.boundary).name() in colours(picture(gallery, 0)) - before
    for place, data in enumerate(BUILT_IN):
        run = train(data.dataset(), data.spec)
        ends = gallery.boundaries[place].reshape(-1, 2)
        inside = ends[((run.dataset.X.min(0) <= ends) & (ends <= run.dataset.X.max(0))).all(axis=1)]
        assert len(inside), f"no boundary among the examples of {data.name}"
        least = np.ptp(run.decision().score(run.dataset.X)) / 10
        assert np.abs(run.decision().score(inside)).max() < least or run.predictor.votes
        if data.group == groups[0]:
            assert run.margin.separable
        if data.group == groups[1]:
            assert not run.margin.separable
            assert run.space.has_coordinates
        assert (data.group == groups[2]) <= (data.spec.learner == "kernel")
