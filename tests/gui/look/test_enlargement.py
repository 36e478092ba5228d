"""How large everything is drawn: chosen in the menu, remembered, and in force from the next start on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from perceptron_gui.files.settings import Settings
from perceptron_gui.look.text.lettering import PERCENTS, enlarge
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.places import MAIN

RATIO = """
import sys
from PySide6.QtCore import QTimer
from perceptron_gui.program import application

made = application.make_application

def make():
    application = made()
    def report():
        print(application.devicePixelRatio())
        application.closeAllWindows()
    QTimer.singleShot(0, report)
    return application

application.make_application = make
from main import main
sys.exit(main([]))
"""


@pytest.mark.parametrize("percent", [100, 150])
def test_the_next_start_draws_at_the_size_that_was_chosen(percent: int, tmp_path: Path) -> None:
    settings = Settings(tmp_path / "perceptron" / "settings.ini")
    settings.enlarged = percent
    settings.save()
    folders = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(tmp_path))
    environment = {**os.environ, **folders, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", RATIO], cwd=MAIN.parent, env=environment, capture_output=True, text=True, check=True
    )
    assert float(done.stdout) == percent / 100


def test_a_size_is_a_factor_of_what_the_desktop_asks_for() -> None:
    environment = {"QT_SCALE_FACTOR": "2"}
    enlarge(100, environment)
    assert environment == {"QT_SCALE_FACTOR": "2"}
    enlarge(150, environment)
    assert float(environment["QT_SCALE_FACTOR"]) == 3
    environment.clear()
    enlarge(125, environment)
    assert float(environment["QT_SCALE_FACTOR"]) == 1.25


def test_the_choice_is_told_until_it_is_taken_back(desk: Desk, window: MainWindow) -> None:
    window.actions_["enlarged_150"].trigger()
    assert desk.windows[0].settings.enlarged == 150
    assert "150 %" in window.notice.text
    window.actions_["enlarged_125"].trigger()
    assert "125 %" in window.notice.text
    window.actions_["enlarged_100"].trigger()
    assert not window.notice.isVisible()
    assert window.settings.enlarged == 100


def test_what_is_not_offered_is_not_taken_from_the_settings(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "settings.ini")
    for value in ("1000", "true", '"150"', "null"):
        settings.store.setValue("enlarged", value)
        assert settings.enlarged == PERCENTS[0]


def test_sizes_at_which_the_window_would_not_fit_are_off(window: MainWindow) -> None:
    assert window.minimumWidth() * 1.25 > window.screen().size().width()
    window.actions_.menu("enlarged").aboutToShow.emit()
    allowed = [percent for percent in PERCENTS if window.actions_[f"enlarged_{percent}"].isEnabled()]
    assert allowed == [100]
    assert window.actions_["enlarged_125"].toolTip() == "The window would not fit this screen"


def test_a_window_that_is_too_large_for_the_screen_offers_the_usual_size(desk: Desk, window: MainWindow) -> None:
    window.settings.enlarged = 250
    window.settings.save()
    second = desk.open()
    assert second.actions_["enlarged_250"].isChecked()
    desk.qtbot.waitUntil(lambda: "larger than this screen" in second.notice.text)
    second.notice.accept()
    assert second.settings.enlarged == 100
    assert "100 %" in second.notice.text
