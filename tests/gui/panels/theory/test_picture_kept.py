"""Of runs that follow one another few are drawn."""

from __future__ import annotations

from itertools import pairwise

import pytest
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.spec import RunSpec
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.panels.theory import TheoryPanel
from tests.gui.panels.theory.test_picture import SIZES, settled
from tests.gui.workspaces import XOR, load, workspace_of


@pytest.fixture
def panel(qtbot: QtBot, player: Player, theme: ThemeModel) -> TheoryPanel:
    made = TheoryPanel(workspace_of(player), theme)
    qtbot.addWidget(made)
    made.resize(*SIZES["1280x800"])
    made.show()
    return made


def test_of_runs_that_follow_one_another_few_are_drawn_and_all_parts_tell_of_the_last_one(
    player: Player, panel: TheoryPanel, qtbot: QtBot
) -> None:
    page, shown = panel.picture, []
    for step in range(8):
        run = load(player, Dataset([[5.0 + step / 4, 0.5], [2.0, 0.0], [-2.0, 0.0]], [1, 1, -1]))
        player.end()
        shown.append((page.plot.spec, page.table.cells, page.triangles.picture))
    assert any(before == after for before, after in pairwise(shown)), "they come faster than they are drawn"
    rows = run.inequalities(run.history.seek(run.updates))
    qtbot.waitUntil(lambda: [cells[1] for cells in page.table.cells] == [row.written[0] for row in rows[:3]])
    assert page.plot.spec is not shown[0][0]
    assert page.triangles.picture is not shown[0][2]
    assert page.plot.spec is not None
    assert page.plot.spec.x.high >= run.updates


@pytest.mark.parametrize("size", [1e-300, 1e-160, 1.0, 1e100])
def test_an_axis_that_nothing_promises_is_steady_for_lengths_of_any_size(
    player: Player, panel: TheoryPanel, size: float
) -> None:
    run = load(player, Dataset(XOR.X * size, XOR.y), RunSpec(max_updates=200))
    player.end()
    panel.ready()
    drawn = settled(panel).frame
    assert drawn is not None
    assert drawn.up.high > 0
    assert run.updates == 200
