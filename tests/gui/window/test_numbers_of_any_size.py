"""Every panel, and every page of Runs, shows data of any size: no overflow and no error while it paints."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication, QWidget

from core.datasets.dataset import Dataset
from core.spec import RunSpec
from perceptron_gui.look.plots.chart import PlotSheet
from perceptron_gui.panels import PANELS
from perceptron_gui.panels.runs.panel import RunsPanel
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk

SIZES = (5e-324, 1e-310, 1e-160, 1e-100, 1e99, 1e100)
SPECS = [
    RunSpec("online-svm", max_updates=30),
    *(RunSpec(learner, max_updates=30) for learner in ("standard", "voted", "passive-aggressive")),
    RunSpec("kernel", kernel="poly", degree=3, coef0=0.0, max_updates=30),
    RunSpec("kernel", kernel="rbf", gamma=1e100, max_updates=30),
    RunSpec("averaged", bias="radius", max_updates=30),
    RunSpec(bias=0.0, start=(1e-310, 5e-324, 0.0), max_updates=30),
]


def look_at_all(window: MainWindow) -> None:
    """Paint each panel at the start and at the end, and ask each plot about the places along its middle."""
    for title in PANELS:
        window.panel.turn_to(title)
        panel = window.panel.panel
        for page in range(panel.switch.count() if isinstance(panel, RunsPanel) else 1):
            if isinstance(panel, RunsPanel):
                panel.switch.setCurrentIndex(page)
            for update in (0, 10**6):
                window.player.go_to_update(update)
                QApplication.processEvents()
                window.grab()
            for sheet in panel.findChildren(QWidget):
                for part in (0.1, 0.5, 0.9) if isinstance(sheet, PlotSheet) and sheet.isVisible() else ():
                    assert isinstance(sheet, PlotSheet)
                    sheet.point_at(QPointF(part * sheet.width(), sheet.height() / 2))
                    sheet.tip_at(QPointF(part * sheet.width(), sheet.height() / 2))
                    sheet.spoken_parts()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "sizes"),
    [(SPECS[0], SIZES[2:3]), (SPECS[0], SIZES), *((spec, (SIZES[0], SIZES[-1])) for spec in SPECS[1:])],
)
def test_every_panel_shows_numbers_of_any_size(
    desk: Desk, window: MainWindow, spec: RunSpec, sizes: tuple[float, ...]
) -> None:
    window.resize(1100, 750)
    for size in sizes:
        for other, labels in ((size, [1, -1, -1, 1]), (1.0, [1, -1, 1, 1])):
            points = Dataset([[size, other], [-size, other], [other, -size], [0.0, size]], labels)
            window.document.open(points, None)
            window.document.set_spec(replace(spec))
            desk.settled(window)
            look_at_all(window)
    assert not window.notice.text.startswith("Something unexpected")
