"""The table of updates in another order."""

from __future__ import annotations

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from core.run import prepare
from perceptron_gui.model.player import Player
from perceptron_gui.panels.step import StepPanel
from tests.gui.panels.step.panel_reading import cells, click_row, click_title, column, marked, noisy


@pytest.mark.slow
def test_a_title_sorts_turns_round_and_k_brings_the_order_back(panel: StepPanel, player: Player) -> None:
    player.set_run(noisy(40, 500))
    player.go_to(100)
    as_made = cells(panel)
    scores = [float(text.replace("−", "-")) for text in column(panel, "y·a")]
    click_title(panel, "y·a")
    assert panel.said.text() == "500 updates, deepest first."
    assert [float(text.replace("−", "-")) for text in column(panel, "y·a")] == sorted(scores)
    assert column(panel, "k")[marked(panel) or 0] == "100"
    deepest_first = cells(panel)
    click_title(panel, "y·a")
    assert cells(panel) == deepest_first[::-1]
    click_title(panel, "c")
    lives = [int(text) for text in column(panel, "c")]
    assert lives == sorted(lives, reverse=True)
    click_row(panel, panel.table.rowAt(0))
    assert column(panel, "k")[marked(panel) or 0] == str(player.position)
    click_title(panel, "k")
    assert cells(panel) == as_made
    click_title(panel, "k")
    assert cells(panel) == as_made[::-1]
    click_title(panel, "epoch")
    assert cells(panel) == as_made[::-1]


def test_many_updates_are_sorted_beside(panel: StepPanel, player: Player, qtbot: QtBot) -> None:
    run = noisy(40, 20_000)
    player.set_run(run)
    click_title(panel, "c")
    assert panel.said.text() == "Sorting 20,000 updates, longest survivor first …"
    qtbot.waitUntil(lambda: panel.said.text() == "20,000 updates, longest survivor first.")
    survival = run.history.survival()
    order = np.argsort(-survival, kind="stable") + 1
    steps = panel.table.steps
    for row in (0, 1, 2, 777, 19_999):
        assert steps.rows(row, row)[0].update == order[row]
    player.go_to(12_345)
    row = marked(panel) or 0
    assert steps.rows(row, row)[0].update == 12_345


def test_while_the_record_grows_a_long_sort_stays_as_of_when_it_was_asked(
    panel: StepPanel, player: Player, qtbot: QtBot
) -> None:
    whole = noisy(40, 20_000)
    run, engine = prepare(whole.dataset, whole.spec)
    while run.updates < 10_000:
        run.append(engine.advance(2_000, 10.0))
    player.set_run(run)
    known = run.updates
    click_title(panel, "y·a")
    qtbot.waitUntil(lambda: panel.said.text() == f"{known:,} updates, deepest first.")
    while run.stopped is None:
        run.append(engine.advance(20_000, 10.0))
    player.grow()
    qtbot.waitUntil(lambda: "as of update" in panel.said.text())
    assert panel.said.text() == f"{known:,} updates, deepest first. That is as of update {known:,} of 20,000."
    assert panel.table.steps.rowCount() == known
    player.rest()
    qtbot.waitUntil(lambda: panel.said.text() == "20,000 updates, deepest first.")
