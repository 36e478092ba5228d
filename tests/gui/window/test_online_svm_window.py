"""The online SVM in the window: it plays like any learner, and nothing says of it what holds for mistakes only."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.learners import LEARNERS
from core.run import Run, train
from core.spec import RunSpec
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model.player import Granularity, Player
from perceptron_gui.model.workspace import TheoryPage
from perceptron_gui.panels.theory import TheoryPanel
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.gui.workspaces import workspace_of

PAIR = Dataset([[2.0, 0.0], [3.0, 0.0]], [1, 1])


@pytest.fixture
def run() -> Run:
    """The first example adds, the second lies beyond the margin."""
    return train(PAIR, RunSpec("online-svm", "cyclic", bias=0.0, max_epochs=3))


def test_the_learner_menu_has_it_and_the_window_runs_it(desk: Desk, window: MainWindow) -> None:
    titles = [box.itemText(i) for box in window.findChildren(QComboBox) for i in range(box.count())]
    assert LEARNERS["online-svm"].title in titles
    window.document.set_spec(replace(window.document.spec, learner="online-svm", max_epochs=5))
    desk.settled(window)
    shown = window.player.run
    assert shown is not None
    assert (shown.updates, shown.stopped) == (5 * shown.dataset.n, "max-epochs")
    for k in (0, 1, 2, shown.updates):
        window.player.go_to(k)
        assert not window.grab().isNull()


@pytest.mark.parametrize("granularity", list(Granularity))
def test_stepping_back_goes_back_one_example_whatever_it_did(qtbot: QtBot, run: Run, granularity: Granularity) -> None:
    player = Player()
    player.set_granularity(granularity)
    player.set_run(run)
    player.end()
    places = []
    for _ in range(run.updates):
        player.step_back()
        places.append(player.position)
    assert places == list(range(run.updates))[::-1]


def test_the_theory_panel_says_that_the_theorem_does_not_speak_of_it(qtbot: QtBot, run: Run) -> None:
    player = Player()
    panel = TheoryPanel(workspace_of(player, page=TheoryPage.NUMBERS), ThemeModel(Appearance.LIGHT))
    qtbot.addWidget(panel)
    panel.show()
    player.set_run(run)
    player.go_to(2)
    assert panel.picture.table.cells == panel.numbers.table.cells == []
    assert [name for name, chart in panel.numbers.charts.items() if chart.isVisible()] == ["cost", "mistakes"]
    assert not panel.numbers.bound_gap.isVisible()
    assert panel.numbers.note.special
    assert "not driven by mistakes" in panel.numbers.note.headline.text()
    assert "at most" not in panel.head.headline.text
    player.set_run(train(PAIR))
    panel.ready()
    assert [name for name, chart in panel.numbers.charts.items() if chart.isVisible()] == [
        "squeeze",
        "progress",
        "length",
    ]
