"""Every tab over runs of every kind: it can be looked at, at the beginning, at the end and between."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle

import pytest
from PySide6.QtWidgets import QApplication

from core.datasets.dataset import Dataset
from core.spec import RunSpec
from perceptron_gui.panels import PANELS
from tests.core.tables import DATASET, every_pair, named
from tests.gui.conftest import Desk

DATA = (
    (DATASET, 1.0),
    (Dataset([[0.5], [-1.0], [2.0], [-3.0]], [1, -1, 1, -1]), 0.0),
    (Dataset([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, -1, -1]), 2.0),
    (Dataset([[1.0, 2.0]], [-1]), 0.0),
)
"""In turn, with the bias that goes with them: of ordinary points, on a number line, not separable, a single one."""

RUNS = [pytest.param(spec, *data, id=named(spec)) for spec, data in zip(every_pair(), cycle(DATA), strict=False)]


@pytest.mark.parametrize(("spec", "dataset", "bias"), RUNS)
def test_every_tab_shows_every_run(desk: Desk, spec: RunSpec, dataset: Dataset, bias: float) -> None:
    window = desk.open()
    start = spec.start and spec.start[: dataset.d + 1]
    window.document.open(dataset, None)
    window.document.set_spec(replace(spec, start=start, bias=bias, sequence=(1,) * bool(spec.sequence)))
    desk.settled(window)
    for tab in PANELS:
        window.panel.turn_to(tab)
        for look in (window.player.end, window.player.home, window.player.step_forward):
            look()
            QApplication.processEvents()
            assert window.panel.panel.isVisible()
    assert not window.notice.text.startswith("Something unexpected")
