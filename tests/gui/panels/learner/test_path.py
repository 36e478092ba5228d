"""The path of w and of the average in the Learner panel."""

from __future__ import annotations

import re

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.plots.spec import PlotSpec
from core.spec import RunSpec
from perceptron_gui.panels.learner.views import PathView
from tests.gui.panels.learner.learner_desk import PanelDesk, overlapping


def test_the_path_has_the_angles_of_w_and_of_the_average(qtbot: QtBot) -> None:
    desk = PanelDesk(qtbot, overlapping(), RunSpec("averaged", max_epochs=6))
    view = desk.view(PathView)
    assert isinstance(view, PathView)
    for k in (desk.run.updates, 15, 4):
        desk.go(k)
        state = desk.run.history.seek(k)
        average = desk.run.decision(state.example).weights
        assert average is not None
        assert view.chart.spec is not None
        last, own = view.chart.spec.sampled
        for curve, w in ((last, state.w), (own, average)):
            angle = np.degrees(np.arctan2(w[1], w[0]))
            assert abs((curve.at(k) - angle + 180) % 360 - 180) < 1e-6
    QTest.mouseClick(view.chart, Qt.MouseButton.LeftButton, pos=QPoint(round(view.chart.x_of(7)), 60))
    assert desk.workspace.player.position == 7


def path_of(qtbot: QtBot, dataset: Dataset) -> PlotSpec:
    view = PanelDesk(qtbot, dataset, RunSpec("averaged", max_epochs=40)).view(PathView)
    assert isinstance(view, PathView)
    assert view.chart.spec is not None
    return view.chart.spec


@pytest.mark.parametrize("turn", [0, 125, 200])
def test_where_the_directions_come_round_the_title_says_what_the_numbers_mean(qtbot: QtBot, turn: float) -> None:
    straight, angle = overlapping(), np.radians(turn)
    turned = straight.X @ [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]
    picture = path_of(qtbot, Dataset(turned, straight.y))
    drawn = np.concatenate([curve.values for curve in picture.sampled])
    told = [int(angle.replace("−", "-")) for angle in re.findall(r"(−?\d+)°", picture.title)]
    assert bool(told) == (round(drawn.min()) <= -180 or round(drawn.max()) > 180)
    for beyond, same in zip(told[::2], told[1::2], strict=True):
        assert round(drawn.min()) <= beyond <= round(drawn.max())
        assert beyond not in range(-179, 181)
        assert same in range(-179, 181)
        assert (beyond - same) % 360 == 0
