"""Moments that the Step panel finds, and goes to."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from core.run import train
from core.spec import RunSpec
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.step import StepPanel
from tests.core.tables import DATASET
from tests.gui.panels.step.panel_reading import noisy
from tests.gui.workspaces import workspace_of


def test_finding_goes_there_and_says_so(panel: StepPanel, player: Player, workspace: Workspace) -> None:
    run = noisy(40, 500)
    player.set_run(run)
    player.go_to(10)
    index = run.history.index().tolist()
    here = index[9]
    following = index.index(here, 10) + 1
    panel.finds["example"].trigger()
    assert player.position == following
    assert panel.said.text() == f"Update {following} is the next on example {here + 1}."
    workspace.selection.set([index[300]])
    player.go_to(250)
    assert panel.said.text() == "500 updates."
    panel.finds["example"].trigger()
    assert player.position == index.index(index[300], 250) + 1
    player.go_to(250)
    panel.finds["survivor"].trigger()
    assert player.position == 251 + int(run.history.survival(250).argmax())
    longest = run.history.survival(250).max()
    assert panel.said.text() == (
        f"Of the vectors after update 250, that of update {player.position} survives longest: {longest} examples."
    )
    player.home()
    panel.finds["epoch"].trigger()
    assert player.position == 1
    player.end()
    at_end = player.position
    panel.finds["survivor"].trigger()
    assert panel.said.text() == "No update follows, so no vector is still to come."
    assert player.position == at_end


def test_an_order_without_epochs_offers_none_and_says_why(panel: StepPanel, player: Player) -> None:
    action = panel.finds["epoch"]
    player.set_run(train(DATASET, RunSpec(order="random", max_updates=9)))
    assert not action.isEnabled()
    assert action.toolTip() == action.statusTip() == "This order has no epochs."
    assert panel.finds["survivor"].isEnabled()
    player.set_run(train(DATASET, RunSpec(max_updates=9)))
    assert action.isEnabled()
    assert action.toolTip() == "The first step of the next epoch (Ctrl+Shift+G)"


def test_a_panel_that_is_opened_later_knows_what_its_run_has(player: Player, theme: ThemeModel, qtbot: QtBot) -> None:
    player.set_run(train(DATASET, RunSpec(order="random", max_updates=9)))
    panel = StepPanel(workspace_of(player), theme)
    qtbot.addWidget(panel)
    panel.show()
    assert not panel.finds["epoch"].isEnabled()
    panel.hide()


def test_a_row_offers_the_next_update_on_its_example(panel: StepPanel, player: Player) -> None:
    run = noisy(40, 500)
    player.set_run(run)
    index = run.history.index().tolist()
    menu = panel.menu_at(20)
    menu.actions()[0].trigger()
    assert player.position == index.index(index[20]) + 1
    assert len(panel.menu_at(-1).actions()) == len(panel.finds)
