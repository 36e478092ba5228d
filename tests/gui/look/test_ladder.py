"""All letters stand on the rungs of one ladder, times a factor that follows the width of the window."""

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QBuffer, QPoint, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication, QWidget

from perceptron_gui.look.size import BODY, LARGE, NUMBER, SMALL, TITLE, TOUR, factor_of, scale_now
from perceptron_gui.panels import PANELS
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import FIRST, Desk

RUNGS = SMALL, BODY, TITLE, LARGE, TOUR, NUMBER
DIALOGS = "gallery", "generate", "scale"
"""Commands that open one."""


def letters_in(widget: QWidget) -> Iterator[tuple[str, float]]:
    """The words that a widget and all in it paint, each with the height of its letters."""
    drawn = QBuffer()
    drawn.open(QBuffer.OpenModeFlag.WriteOnly)
    painted = QSvgGenerator()
    painted.setOutputDevice(drawn)
    painted.setSize(widget.size())
    widget.render(painted, QPoint())
    for look, words in re.findall(r"<g ([^>]*)>\s*<text[^>]*>([^<]*)", bytes(drawn.data().data()).decode()):
        enlarged = re.search(r"matrix\(([^,]+),", look)
        size = re.search(r'font-size="([\d.]+)"', look)
        assert size is not None, look
        yield words, float(size[1]) * (float(enlarged[1]) if enlarged else 1.0)


def off_the_ladder(widget: QWidget) -> list[tuple[str, float]]:
    heights = [rung * scale_now() for rung in RUNGS]
    return [found for found in letters_in(widget) if all(abs(found[1] - height) > 0.5 for height in heights)]


def off_in_dialog(window: MainWindow, name: str) -> list[tuple[str, float]]:
    found: list[tuple[str, float]] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        assert dialog is not None
        found.extend(off_the_ladder(dialog))
        dialog.close()

    QTimer.singleShot(0, look)
    window.actions_[name].trigger()
    return found


def test_all_letters_are_on_the_ladder_at_three_factors(desk: Desk, window: MainWindow) -> None:
    window.resize(1280, 800)
    window.files.show_built_in(FIRST)
    desk.qtbot.waitUntil(lambda: window.player.run is not None and not window.runner.running)
    window.player.go_to_update(3)
    # In the third, the window is narrow, but not by enough to lose the factor 1.2.
    for width, percent, scale in ((1280, 100, 1.0), (1920, 100, 1.2), (1570, 125, 1.5)):
        window.resize(width, 800)
        window.actions_[f"enlarged_{percent}"].trigger()
        assert scale_now() == pytest.approx(scale)
        for title in PANELS:
            window.panel.turn_to(title)
            QGuiApplication.processEvents()
            assert off_the_ladder(window) == [], (title, scale)
        for name in DIALOGS:
            assert off_in_dialog(window, name) == [], (name, scale)


def test_the_factor_follows_the_width_and_does_not_flicker_at_its_bounds() -> None:
    assert [factor_of(width) for width in (960, 1599, 1600, 2399, 2400, 5120)] == [1.0, 1.0, 1.2, 1.2, 1.4, 1.4]
    assert [factor_of(width, 1.2) for width in (1590, 1560, 1559, 2399, 2400)] == [1.2, 1.2, 1.0, 1.2, 1.4]
    assert [factor_of(width, 1.4) for width in (2380, 2360, 2359, 1600, 1570, 1000)] == [1.4, 1.4, 1.2, 1.2, 1.2, 1.0]
