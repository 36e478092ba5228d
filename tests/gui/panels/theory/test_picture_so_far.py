"""The picture of the theorem where the future is hidden: nothing of it is told, and what is revealed is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.plots.corridor import MEETING
from core.spec import RunSpec
from core.theory.quantities import ALONG, CEILING, FLOOR, LENGTH
from perceptron_gui.look.theme import ThemeModel
from perceptron_gui.model.player import Player
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.theory import TheoryPanel
from tests.core.tables import TWELVE
from tests.gui.rich_reading import words_of
from tests.gui.workspaces import SEPARABLE, XOR, load, workspace_of

PROMISES = ("γ", "ŵ*", "R²/γ²", "kγ", "46.47", "47th", "floor", "ceiling", "of 13")


@pytest.fixture
def workspace(player: Player) -> Workspace:
    made = workspace_of(player)
    made.visible.set_hidden(True)
    return made


@pytest.fixture
def panel(qtbot: QtBot, workspace: Workspace, theme: ThemeModel) -> TheoryPanel:
    made = TheoryPanel(workspace, theme)
    qtbot.addWidget(made)
    made.resize(428, 690)
    made.show()
    return made


def keys(panel: TheoryPanel) -> list[str]:
    spec = panel.picture.plot.spec
    return [] if spec is None else [curve.key for curve in spec.curves]


def told(panel: TheoryPanel) -> str:
    """All that the page says: aloud, in its headline, in hints and below the pointer."""
    picture, plot = panel.picture, panel.picture.plot
    spoken = [panel.head.headline.accessibleName(), plot.voice.told(), plot.whatsThis()]
    spoken += [words_of(picture.words), picture.words.whatsThis(), picture.table.whatsThis()]
    return "\n".join([*spoken, *map(plot.describe, plot.in_order()), *(found.name for found in plot.captions)])


def picture(panel: TheoryPanel) -> QImage:
    for _ in range(3):
        QCoreApplication.sendPostedEvents()
        QCoreApplication.processEvents()
    return panel.picture.grab().toImage()


def test_nothing_of_the_promises_and_of_what_follows_is_told(panel: TheoryPanel, player: Player) -> None:
    load(player, TWELVE)
    player.go_to_update(8)
    plot = panel.picture.plot
    assert keys(panel) == [LENGTH]
    assert plot.spec is not None
    assert not any(word in told(panel) for word in PROMISES)
    assert "After 8 updates ‖w‖² is 122, so ‖w‖ is 11.05." in told(panel)
    assert plot.frame is not None
    assert plot.frame.pixels[LENGTH][-1, 0] == pytest.approx(float(plot.frame.x(8.0)))


def test_two_runs_that_are_equal_so_far_have_equal_pictures_and_texts(panel: TheoryPanel, player: Player) -> None:
    for k in (0, 1, 4, 6):
        seen = []
        for spec in (RunSpec(), RunSpec(max_updates=7), RunSpec("averaged", max_updates=9)):
            load(player, TWELVE, spec)
            player.go_to_update(k)
            panel.ready()
            seen.append((picture(panel), told(panel)))
        assert all(each == seen[0] for each in seen)


def test_the_axis_grows_with_k_in_few_steps(panel: TheoryPanel, player: Player) -> None:
    load(player, TWELVE)
    ends = []
    for k in range(14):
        player.go_to_update(k)
        ends.append(panel.picture.plot.end)
    assert ends == [5] * 6 + [10] * 5 + [20] * 3


def test_what_is_revealed_is_shown_one_by_one(panel: TheoryPanel, workspace: Workspace, player: Player) -> None:
    run = load(player, TWELVE)
    player.go_to_update(8)
    plot = panel.picture.plot
    for secret, shown in (
        ("ceiling", [LENGTH, CEILING]),
        ("star", [ALONG, LENGTH, CEILING]),
        ("floor", [FLOOR, ALONG, LENGTH, CEILING]),
    ):
        workspace.visible.reveal(secret)
        panel.ready()
        assert keys(panel) == shown
        assert MEETING not in plot.in_order()
    assert "at least 8·γ = 6.742" in told(panel)
    assert "46.47" not in told(panel)
    workspace.visible.reveal("bound")
    panel.ready()
    assert MEETING in plot.in_order()
    assert "at most 46 updates" in told(panel)
    assert "of 13" not in told(panel)
    workspace.visible.reveal("totals")
    panel.ready()
    assert "of 13" in told(panel)
    workspace.visible.set_hidden(False)
    panel.ready()
    assert plot.end >= (run.margin.bound or 0)
    assert plot.frame is not None
    assert plot.frame.pixels[LENGTH][-1, 0] == pytest.approx(float(plot.frame.x(float(run.updates))))


def test_a_letter_in_a_bound_that_is_revealed_does_not_tell_the_margin_that_is_not(
    panel: TheoryPanel, workspace: Workspace, player: Player
) -> None:
    load(player, TWELVE)
    player.go_to_update(8)
    workspace.visible.reveal("bound")
    panel.ready()
    assert "R²/γ²" in told(panel)
    assert "0.8427" not in told(panel)
    workspace.visible.reveal("star")
    panel.ready()
    assert "0.8427" in told(panel)


def test_before_the_first_update_the_words_do_not_tell_whether_anything_separates(
    panel: TheoryPanel, player: Player
) -> None:
    said = []
    for labels in ([1, 1, -1, -1], [1, -1, -1, 1]):
        load(player, Dataset([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], labels), RunSpec(max_updates=40))
        player.go_to_update(0)
        panel.ready()
        assert player.run is not None
        said.append((player.run.margin.separable, told(panel)))
    assert {separable for separable, _ in said} == {False, True}
    assert said[0][1] == said[1][1]


def test_that_nothing_separates_is_not_told_before_it_is_revealed(
    panel: TheoryPanel, workspace: Workspace, player: Player
) -> None:
    load(player, XOR, RunSpec(max_updates=40))
    player.go_to_update(9)
    assert "eparab" not in told(panel)
    assert "no floor" not in told(panel)
    workspace.visible.reveal("separable")
    assert "Not separable" in told(panel)


@pytest.mark.parametrize("spec", [RunSpec("passive-aggressive", max_updates=30), RunSpec("online-svm", max_epochs=4)])
def test_of_other_learners_no_bound_is_told(panel: TheoryPanel, player: Player, qtbot: QtBot, spec: RunSpec) -> None:
    load(player, SEPARABLE, spec)
    player.go_to_update(3)
    qtbot.waitUntil(lambda: bool(keys(panel)), timeout=5_000)
    text = told(panel)
    assert "at most" not in text
    assert "least" not in text
    assert "γ" not in text
