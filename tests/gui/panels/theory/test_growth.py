"""A record that grows, runs that follow one another, and what is sampled beside."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from core.analysis.held_out_errors import counted_at
from core.datasets.dataset import Dataset
from core.numbers.numerals import number
from core.run import prepare
from core.spec import RunSpec
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.model.workspace import TheoryPage
from perceptron_gui.panels.theory import TheoryPanel
from perceptron_gui.panels.theory.more_numbers import MoreNumbers
from tests.gui.workspaces import SEPARABLE, XOR, load, workspace_of


def test_the_plots_grow_with_the_record(panel: TheoryPanel, player: Player, qtbot: QtBot) -> None:
    run, engine = prepare(XOR, RunSpec(max_updates=50))
    run.history.append(engine.advance(10, 10.0))
    player.set_run(run)
    chart = panel.numbers.charts["length"]
    run.history.append(engine.advance(1000, 10.0))
    player.grow()
    qtbot.waitUntil(lambda: chart.spec is not None and chart.spec.sampled[0].x[-1] == 50)
    assert panel.head.headline.text == "0 of 50 updates"


def test_a_run_that_repeats_itself_is_told_so(panel: TheoryPanel, player: Player) -> None:
    load(player, XOR)
    assert "repeats" in panel.numbers.note.detail.text()
    load(player)
    panel.ready()
    assert "repeats" not in panel.numbers.note.detail.text()


def test_the_page_of_numbers_tells_all_of_a_run_when_it_is_first_shown(
    qtbot: QtBot, player: Player, theme: ThemeModel
) -> None:
    workspace = workspace_of(player)
    panel = TheoryPanel(workspace, theme)
    qtbot.addWidget(panel)
    panel.show()
    load(player, XOR)
    assert not panel.findChildren(MoreNumbers)
    workspace.theorem_view.turn_to(TheoryPage.NUMBERS)
    assert panel.numbers.isVisible()
    assert panel.numbers.charts["length"].spec is not None
    qtbot.waitUntil(lambda: "repeats" in panel.numbers.note.detail.text())


def test_of_an_online_svm_the_cost_is_told_at_each_step(panel: TheoryPanel, player: Player, qtbot: QtBot) -> None:
    run = load(player, spec=RunSpec("online-svm", max_epochs=3))
    qtbot.waitUntil(lambda: bool(panel.numbers.charts["cost"].spec and panel.numbers.charts["cost"].spec.sampled))
    for k in (2, 9):
        player.go_to_update(k)
        cost = run.objective(k)
        assert cost is not None
        assert panel.numbers.charts["cost"].numbers == number(cost)
        assert panel.numbers.charts["cost"].spec is not None
        assert panel.numbers.charts["cost"].spec.title.startswith(run.rule.cost)


def test_between_samples_the_mistakes_of_the_last_vector_are_counted(
    panel: TheoryPanel, player: Player, qtbot: QtBot
) -> None:
    rng = np.random.default_rng(1)
    noise = Dataset(rng.normal(size=(20, 2)).round(2), rng.choice(np.array([-1, 1], np.int8), 20))
    run = load(player, noise, RunSpec(max_epochs=300))
    chart = panel.numbers.charts["mistakes"]
    qtbot.waitUntil(lambda: bool(chart.spec and chart.spec.sampled))
    assert chart.spec is not None
    (curve,) = chart.spec.sampled
    beside = [k for k in range(run.updates - 50, run.updates) if k not in curve.x]
    assert beside
    wrong = [counted_at(run, run.history.example_of(k)).last for k in beside]
    for k, count in zip(beside, wrong, strict=True):
        player.go_to_update(k)
        assert chart.numbers == number(count)
    assert [curve.on_line(k) for k in beside] != wrong


def test_of_runs_that_follow_one_another_few_are_drawn_and_the_last_is_shown_whole(
    panel: TheoryPanel, player: Player, qtbot: QtBot
) -> None:
    load(player)
    player.end()
    drawn = [panel.numbers.charts["length"].spec]
    for step in range(1, 9):
        X = SEPARABLE.X.copy()
        X[0, 0] += step / 10
        run = load(player, Dataset(X, SEPARABLE.y))
        drawn.append(panel.numbers.charts["length"].spec)
    assert drawn[-1] is drawn[-2], "they come faster than they are drawn"
    rows = [row.written[0] for row in run.inequalities(run.history.seek(run.updates))]
    tables = panel.picture.table, panel.numbers.table
    qtbot.waitUntil(lambda: [cells[1] for table in tables for cells in table.cells] == rows)
    assert panel.numbers.charts["length"].spec is not drawn[-1]
    assert f"of {run.updates}" in panel.head.headline.text


def test_what_joins_a_run_is_not_another_run_and_is_told_at_once(panel: TheoryPanel, player: Player) -> None:
    run = load(player)
    for said in ("ŵ* is being looked for.", "It is still being looked for.", "It was not found."):
        player.join(
            run.with_margin(replace(run.margin, separable=None, gamma=None, bound=None, unknown=said, exactly=None))
        )
        assert panel.numbers.note.detail.text() == said
    player.join(run)
    assert panel.numbers.note.headline.text().startswith("Separable")


def test_a_long_record_is_followed_a_part_at_a_time(
    panel: TheoryPanel, player: Player, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.plots.theorem._AT_ONCE", 3)
    run = load(player, XOR, RunSpec(max_updates=200))

    def drawn() -> float:
        picture = panel.numbers.charts["length"].spec
        assert picture is not None
        return float(picture.sampled[0].x[-1])

    assert drawn() < 20
    qtbot.waitUntil(lambda: drawn() > 20)
    panel.ready()
    assert drawn() == run.updates
