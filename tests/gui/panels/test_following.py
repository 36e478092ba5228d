"""The base of panels: it calls a panel only while it is visible and has a run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.record.history import State
from core.run import Run, prepare, train
from core.spec import RunSpec
from perceptron_gui.model.player import Player
from perceptron_gui.model.threads.worker import Worker
from perceptron_gui.panels.following import FollowingPanel
from tests.core.tables import DATASET
from tests.gui.workspaces import workspace_of


class Noting(FollowingPanel):
    """Notes what it is told."""

    growth_ms = 1

    def __init__(self, player: Player) -> None:
        super().__init__("Noting", workspace_of(player))
        self.told: list[str] = []
        self.workers = [Worker(self)]

    def wake(self) -> None:
        self.told.append("wake")

    def take_run(self, run: Run) -> None:
        self.told.append(f"run of {run.updates}")

    def show_state(self, run: Run, state: State) -> None:
        self.told.append(f"state {state.update}")

    def grow(self, run: Run) -> None:
        self.told.append(f"grown to {run.updates}")

    def rest(self) -> None:
        self.told.append("rest")


class Pausing(Noting):
    pause_ms = 10


@pytest.fixture
def panel(qtbot: QtBot, player: Player, request: pytest.FixtureRequest) -> Iterator[Noting]:
    made: Noting = getattr(request, "param", Noting)(player)
    qtbot.addWidget(made)
    yield made
    made.hide()


def test_hidden_it_is_told_nothing_and_shown_all_that_it_missed(panel: Noting, player: Player) -> None:
    player.set_run(train(DATASET, RunSpec(max_updates=12)))
    player.go_to(3)
    player.record_grew.emit()
    assert panel.told == []
    assert panel.run is None
    panel.show()
    player.go_to(5)
    panel.hide()
    player.go_to(7)
    assert panel.told == ["wake", "run of 12", "state 3", "state 5", "rest"]


def test_without_a_run_it_wakes_and_waits_for_one(panel: Noting, player: Player) -> None:
    panel.show()
    panel.refresh()
    assert panel.told == ["wake"]
    player.set_run(train(DATASET, RunSpec(max_updates=4)))
    assert panel.told == ["wake", "run of 4", "state 0"]


def test_it_hears_of_a_record_that_grew_once_for_many_times(panel: Noting, player: Player, qtbot: QtBot) -> None:
    run, engine = prepare(DATASET, RunSpec(max_updates=12))
    panel.show()
    player.set_run(run)
    while run.stopped is None:
        run.append(engine.advance(3, 10.0))
        player.grow()
    qtbot.waitUntil(lambda: panel.told[-1] == "grown to 12")
    assert len(panel.told) == 4


@pytest.mark.parametrize("panel", [Pausing], indirect=True)
def test_states_that_follow_fast_are_shown_after_a_pause_and_the_last_of_them(
    panel: Noting, player: Player, qtbot: QtBot
) -> None:
    player.set_run(train(DATASET, RunSpec(max_updates=12)))
    panel.show()
    for update in (1, 2, 3):
        player.go_to(update)
    assert panel.told[-1] == "state 0"
    qtbot.waitUntil(lambda: panel.told[-1] == "state 3")
    assert "state 2" not in panel.told


def test_the_work_beside_ends_with_it_and_is_waited_for(panel: Noting, qtbot: QtBot) -> None:
    panel.show()
    (worker,) = panel.workers
    worker.ask(lambda _cancelled: iter(["one"]))
    with qtbot.waitSignal(worker.answered):
        assert panel.ready()
    worker.ask(lambda cancelled: iter(lambda: cancelled() or None, True))
    panel.hide()
    assert not worker.busy


@pytest.mark.parametrize("first", [200, 800])
def test_the_content_is_as_wide_with_the_scroll_bar_as_without_it(panel: Noting, first: int) -> None:
    block = QWidget()
    block.setFixedHeight(500)
    panel.column.addWidget(block)
    panel.show()
    widths = {}
    for height in (first, 200, 800, 200):
        panel.resize(400, height)
        QApplication.processEvents()
        assert panel.verticalScrollBar().isVisible() == (height == 200)
        widths[height] = block.width()
    assert widths[200] == widths[800]
