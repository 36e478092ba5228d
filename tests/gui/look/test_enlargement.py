"""How large everything is drawn: chosen in the menu or by key, at once, remembered, and taken back without a trace."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox
from pytestqt.qtbot import QtBot

from perceptron_gui.exports.offscreen import Subject
from perceptron_gui.files.settings import Settings
from perceptron_gui.look.size import PERCENTS, pixels, scale_now
from perceptron_gui.panels.compare.panel import ComparePanel
from perceptron_gui.panels.compare.results import png_of
from perceptron_gui.panels.following import FollowingPanel
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import FIRST, Desk
from tests.gui.places_on_screen import pixel_of
from tests.partly_slow import partly_slow


def look_of(window: MainWindow) -> QImage:
    """What is on the screen, once all that comes late is there, with labels on the sides where they stood first."""
    if isinstance(panel := window.panel.panel, FollowingPanel):
        panel.ready()
    QTest.qWait(200)
    window.actions_.ask()
    stage = window.canvas.stage
    window.canvas.words.placer.forget()
    window.canvas.words.redraw()
    stage.glide.finish()
    stage.afterglow.finish()
    for work in stage.beside:
        work.finish()
    return window.grab().toImage()


def test_letters_panels_and_canvas_grow_at_once(window: MainWindow) -> None:
    usual, view = window.status.now.font().pixelSize(), window.canvas.view
    window.actions_["enlarged_150"].trigger()
    assert scale_now() == 1.5
    assert window.status.now.font().pixelSize() == 1.5 * usual
    assert view.stage.viewport.width == pytest.approx(view.width() / 1.5)
    assert view.enlarged == 1.5
    assert window.settings.enlarged == 150


def test_what_is_made_later_has_the_size_too(window: MainWindow) -> None:
    window.panel.turn_to("Learner")
    before = window.panel.panel.minimumWidth()
    window.actions_["enlarged_125"].trigger()
    assert window.panel.panel.minimumWidth() == pixels(before) == round(1.25 * before)
    window.panel.turn_to("Weights")
    assert window.panel.panel.minimumWidth() == round(1.25 * before)


@pytest.mark.slow
def test_keys_go_from_size_to_size_and_back_to_the_first(window: MainWindow) -> None:
    keys = {name: window.actions_[name].shortcut().toString() for name in ("smaller", "larger", "enlarged_100")}
    assert keys == {"smaller": "F7", "larger": "F8", "enlarged_100": "Shift+F8"}
    assert not window.actions_["smaller"].isEnabled()
    for percent in PERCENTS[1:]:
        window.actions_["larger"].trigger()
        assert window.actions_[f"enlarged_{percent}"].isChecked()
    assert not window.actions_["larger"].isEnabled()
    window.actions_["smaller"].trigger()
    assert window.actions_[f"enlarged_{PERCENTS[-2]}"].isChecked()
    window.actions_["enlarged_100"].trigger()
    assert scale_now() == 1
    assert not window.actions_["smaller"].isEnabled()


@pytest.mark.slow
@partly_slow("title", ["Theory"], ["Learner", "Weights"])
def test_back_at_the_usual_size_every_pixel_is_as_it_was(desk: Desk, window: MainWindow, title: str) -> None:
    window.resize(1280, 800)
    window.files.show_built_in(FIRST)
    desk.qtbot.waitUntil(lambda: window.player.run is not None and not window.runner.running)
    window.player.go_to_update(7)
    window.panel.turn_to(title)
    before = look_of(window)
    window.actions_["enlarged_200"].trigger()
    assert look_of(window) != before
    window.actions_["enlarged_100"].trigger()
    assert look_of(window) == before
    for percent in (*PERCENTS[1:], *PERCENTS[::-1]):
        window.actions_[f"enlarged_{percent}"].trigger()
    assert look_of(window) == before


def test_a_click_finds_the_example_that_it_is_on(desk: Desk, window: MainWindow) -> None:
    window.actions_["enlarged_200"].trigger()
    window.files.show_built_in(FIRST)
    view, dataset = window.canvas.view, window.document.dataset
    place = pixel_of(view, *dataset.X[3].tolist())
    pixel = QPointF(place) / view.enlarged
    found = window.canvas.stage.viewport.pixel(*dataset.X[3].tolist())
    assert (pixel - found).manhattanLength() <= 1


def test_the_panel_takes_no_more_than_half_of_the_window_and_gets_its_width_back(window: MainWindow) -> None:
    window.resize(window.minimumSize())
    QGuiApplication.processEvents()
    before = window.side.width()
    window.actions_["enlarged_250"].trigger()
    assert window.panel.isVisible()
    assert abs(window.side.width() - window.width() // 2) <= 2
    window.actions_["enlarged_100"].trigger()
    assert window.side.width() == before


@partly_slow("percent", PERCENTS[::2], PERCENTS[1::2])
def test_the_toolbar_is_whole_at_every_size(percent: int, window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1024, 700)
    window.actions_[f"enlarged_{percent}"].trigger()
    qtbot.wait(60)  # What has no room goes into the sheet.
    for box in filter(QComboBox.isVisible, window.options.findChildren(QComboBox)):
        arrow = box.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, QStyleOptionComboBox(), QStyle.SubControl.SC_ComboBoxArrow, box
        )
        room = box.width() - arrow.width()
        assert box.fontMetrics().horizontalAdvance(box.currentText()) < room, box.accessibleName()
    assert window.rect().right() >= window.options.mapTo(window, window.options.rect().topRight()).x()


@pytest.mark.slow
def test_compared_learners_are_saved_in_usual_letters(window: MainWindow) -> None:
    window.panel.turn_to("Compare")
    panel = window.panel.panel
    assert isinstance(panel, ComparePanel)
    before = png_of(panel.table, (), window.theme)
    window.actions_["enlarged_200"].trigger()
    assert png_of(panel.table, (), window.theme) == before


@pytest.mark.slow
@pytest.mark.parametrize("percent", PERCENTS)
def test_every_size_is_on_and_the_window_stays_on_its_screen(percent: int, window: MainWindow) -> None:
    action = window.actions_[f"enlarged_{percent}"]
    assert action.isEnabled()
    before = window.size()
    action.trigger()
    QGuiApplication.processEvents()
    assert window.size() == before


def test_a_picture_of_a_given_size_has_usual_letters(desk: Desk, window: MainWindow) -> None:
    window.files.show_built_in(FIRST)
    desk.qtbot.waitUntil(lambda: window.player.run is not None and not window.runner.running)
    size = QSize(640, 480)

    def picture() -> bytes:
        QGuiApplication.processEvents()
        with window.parts.exports.scene.drawing(Subject.CANVAS, size) as drawing:
            image = drawing.image()
            return bytes(image.constBits())  # The bits go with the image.

    window.actions_["enlarged_200"].trigger()
    shown = window.canvas.stage.viewport
    enlarged = picture()
    assert window.canvas.stage.viewport == shown
    assert window.canvas.view.enlarged == 2
    window.actions_["enlarged_100"].trigger()
    assert picture() == enlarged


def test_what_is_not_offered_is_not_taken_from_the_settings(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "settings.ini")
    for value in ("1000", "true", '"150"', "null"):
        settings.store.setValue("enlarged", value)
        assert settings.enlarged == PERCENTS[0]
