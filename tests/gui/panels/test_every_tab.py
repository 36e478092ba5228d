"""Every tab over runs of every kind: it can be looked at, at the beginning, at the end and between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtWidgets import QApplication

from core.datasets.dataset import Dataset
from core.spec import RunSpec
from perceptron_gui.panels import PANELS
from perceptron_gui.window.main_window import MainWindow
from tests.core.tables import DATASET, every_entry, every_pair, telling
from tests.gui.conftest import Desk
from tests.partly_slow import partly_slow

DATA = (
    (DATASET, 1.0),
    (Dataset([[0.5], [-1.0], [2.0], [-3.0]], [1, -1, 1, -1]), 0.0),
    (Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1]), 2.0),
    (Dataset([[1.0, 2.0]], [-1]), 0.0),
)
"""In turn, with the bias that goes with them: of ordinary points, on a number line, not separable, a single one."""


@partly_slow("place", (0,), (1, 2, 3))
@partly_slow("specs", [every_entry()], [every_pair()[::4]], ids=lambda specs: f"{len(specs)} runs")
def test_every_tab_shows_every_run(desk: Desk, specs: Sequence[RunSpec], place: int) -> None:
    window = desk.open()
    dataset, bias = DATA[place]
    window.document.open(dataset, None)
    for spec in specs[place :: len(DATA)]:
        with telling(spec):
            start = spec.start[: dataset.d + 1] if isinstance(spec.start, tuple) else None
            window.document.set_spec(replace(spec, start=start, bias=bias, sequence=(1,) * bool(spec.sequence)))
            desk.settled(window)
            look_at_every_tab(window)


def look_at_every_tab(window: MainWindow) -> None:
    for tab in PANELS:
        window.panel.turn_to(tab)
        for look in (window.player.end, window.player.home, window.player.step_forward):
            look()
            QApplication.processEvents()
            assert window.panel.panel.isVisible()
    assert not window.notice.text.startswith("Something unexpected")


def test_the_tabs_begin_at_the_left_whichever_takes_the_fourth_place(window: MainWindow) -> None:
    window.resize(1280, 800)
    for title in ("Compare", "Runs", "Weights", "Learner"):
        window.panel.turn_to(title)
        QApplication.processEvents()
        assert window.panel.tabBar().tabRect(0).left() == 0, title
