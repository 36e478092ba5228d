"""A frame costs what is seen in it, however long the run is."""

from __future__ import annotations

import sys
from statistics import median
from types import FrameType

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from core.datasets.dataset import Dataset
from core.spec import RunSpec
from perceptron_gui.panels import PANELS
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk

SHORT, LONG = 2_000, 200_000
"""Updates: the curves of both are as full of points as they ever are."""
FRAMES, RESTS = 15, 10
MOST = 2.0
"""Times the work of the short run: a longer number to write is no sign of growth, a hundredfold is."""


def frame(window: MainWindow) -> int:
    """How many functions this thread calls for the next frame; what is painted counts by each call of the painter."""
    count = 0

    def noticed(frame: FrameType, event: str, called: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(noticed)
    try:
        window.player.step_forward()
        QApplication.processEvents()
    finally:
        sys.setprofile(None)
    return count


def usual(desk: Desk, window: MainWindow) -> float:
    """Of frames in the middle of the run: one takes in what threads worked out, another is painted with the next."""
    window.player.go_to_update(window.player.extent // 2)
    for _ in range(RESTS):
        desk.qtbot.wait(20)
    return median(frame(window) for _ in range(FRAMES))


@pytest.mark.slow
@pytest.mark.parametrize("learner", ["voted"])
def test_the_work_of_a_frame_does_not_grow_with_a_run_a_hundred_times_as_long(desk: Desk, learner: str) -> None:
    window, work = desk.open(), dict[tuple[str, int], float]()
    endless = Dataset(np.random.default_rng(0).normal(size=(40, 2)), [1, -1] * 20)
    for updates in (SHORT, LONG):
        window.document.set_spec(RunSpec(learner, max_epochs=10**9, max_updates=updates))
        window.document.open(endless, None)
        desk.settled(window)
        if window.runner.is_paused:
            window.runner.run_on()
            desk.settled(window)
        assert window.player.run is not None
        assert window.player.run.updates == updates
        for panel in PANELS:
            window.panel.turn_to(panel)
            work[panel, updates] = usual(desk, window)
    for panel in PANELS:
        assert work[panel, LONG] <= MOST * work[panel, SHORT], panel
