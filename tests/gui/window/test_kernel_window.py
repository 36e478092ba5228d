"""The kernel perceptron in the window: it plays like any learner, and the theory speaks of its feature space."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtWidgets import QComboBox

from core.datasets.dataset import Dataset
from core.learners import LEARNERS
from core.spec import RunSpec
from perceptron_gui.look.text.sentences import numbers_as_text
from perceptron_gui.model.player import Granularity
from perceptron_gui.model.workspace import TheoryPage
from perceptron_gui.panels.theory import TheoryPanel
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import Desk
from tests.partly_slow import partly_slow


def rings(d: int) -> Dataset:
    X = np.random.default_rng(0).normal(size=(40, d))
    return Dataset(X, np.where((X**2).sum(axis=1) > d / 2, 1, -1))


@partly_slow(
    ("spec", "d"),
    [
        (RunSpec("kernel", order="shuffled"), 1),
        (RunSpec("voted", kernel="poly", degree=2), 2),
        (RunSpec("averaged", kernel="rbf"), 3),
    ],
    [
        (RunSpec("kernel"), 2),
        (RunSpec("pocket", kernel="rbf"), 2),
        (RunSpec("kernel", kernel="linear", max_epochs=5), 2),
    ],
)
def test_every_state_of_a_kernel_run_can_be_shown(desk: Desk, window: MainWindow, spec: RunSpec, d: int) -> None:
    window.document.open(rings(d), None)
    window.document.set_spec(spec)
    desk.settled(window)
    player, run = window.player, window.player.run
    assert run is not None
    assert not run.space.has_coordinates
    for granularity in Granularity:
        player.set_granularity(granularity)
        for k in (0, 1, 2, 7, player.extent):
            player.go_to(k)
            assert not window.grab().isNull()
            assert player.state is not None
            assert "b\t" in numbers_as_text(run, player.state)


def test_the_theory_panel_shows_all_five_rows_and_gamma_of_the_feature_space(desk: Desk, window: MainWindow) -> None:
    window.document.open(rings(2), None)
    window.document.set_spec(replace(window.document.spec, learner="kernel"))
    desk.settled(window)
    window.player.end()
    window.workspace.theorem_view.turn_to(TheoryPage.NUMBERS)
    (panel,) = window.findChildren(TheoryPanel)
    assert "in the kernel's feature space" in panel.numbers.note.headline.text()
    assert panel.numbers.facts.plain.startswith("γ = ")
    assert "Lengths count the bias input B = 1 as one more coordinate." in panel.numbers.facts.plain
    assert [name for name, chart in panel.numbers.charts.items() if chart.isVisibleTo(panel)] == [
        "squeeze",
        "progress",
        "length",
    ]


def test_the_learner_menu_has_it(window: MainWindow) -> None:
    titles = [box.itemText(i) for box in window.findChildren(QComboBox) for i in range(box.count())]
    assert LEARNERS["kernel"].title in titles
