"""The line under the track: the step in a sentence, and how the run ended."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from core.analysis.cycles import Cycle, Pause
from core.datasets.dataset import Dataset
from core.run import prepare
from core.spec import RunSpec
from perceptron_gui.look.theme import Appearance, ThemeModel
from perceptron_gui.model.player import Granularity, Player
from perceptron_gui.model.threads.runner import Ended, Reason
from perceptron_gui.panels.bottom.bar import StepLine
from tests.gui.workspaces import XOR, load

POINTS = Dataset([[0.5, 1.0], [-3.0, 0.1]], [1, -1])


@pytest.fixture
def line(qtbot: QtBot, player: Player) -> StepLine:
    made = StepLine(player, ThemeModel(Appearance.LIGHT))
    qtbot.addWidget(made)
    made.resize(1400, 30)
    made.show()
    return made


def test_the_start_is_named(line: StepLine, player: Player) -> None:
    load(player, POINTS)
    assert line.now.text == "Start: w = 0, b = 0"


def test_no_examples_are_named(line: StepLine, player: Player) -> None:
    load(player, Dataset.empty())
    assert line.now.text == "No examples yet"


def test_a_tie_counts_as_a_mistake(line: StepLine, player: Player) -> None:
    load(player, POINTS)
    player.step_forward()
    assert line.now.text == (
        "Example 1 (○, y = +1): y·a = 0 ≤ 0, a tie, which counts as a mistake: "
        "w ← (0, 0) + (0.5, 1) = (0.5, 1), b ← 0 + 1 = 1"
    )


def test_a_correct_example_changes_nothing(line: StepLine, player: Player) -> None:
    run = load(player, POINTS)
    player.set_granularity(Granularity.EXAMPLE)
    player.go_to(2)
    assert run.history.at_example(2).activation == pytest.approx(-0.4)
    assert line.now.text == "Example 2 (×, y = −1): y·a = 0.4 > 0, right, nothing changes"


@pytest.mark.parametrize(
    ("bias", "w", "change"),
    [(0.0, "(1, 1)", ""), (1.0, "(0, 0)", ", b ← 1 − 1 = 0"), (2.0, "(0, 0)", ", b ← 4 − 4 = 0")],
)
def test_a_mistake_moves_b_by_the_square_of_the_bias_feature(
    line: StepLine, player: Player, bias: float, w: str, change: str
) -> None:
    load(player, XOR, RunSpec(bias=bias, max_updates=6))
    player.set_granularity(Granularity.EXAMPLE)
    player.go_to(3)
    assert line.now.text.partition(" = (")[0].endswith(f"mistake: w ← {w} − (0, 1)")
    assert line.now.text.endswith(change)


def test_the_radius_as_bias_feature_moves_b_by_its_square(line: StepLine, player: Player) -> None:
    load(player, Dataset([[3.0, 4.0], [-1.0, 0.0]], [1, -1]), RunSpec(bias="radius"))
    player.step_forward()
    assert line.now.text.endswith("b ← 0 + 25 = 25")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (RunSpec(max_epochs=3), "stopped at the limit of 3 epochs"),
        (RunSpec(max_updates=2000, max_epochs=10_000), "stopped at the limit of 2,000 updates"),
    ],
)
def test_a_limit_is_named(line: StepLine, player: Player, spec: RunSpec, words: str) -> None:
    run = load(player, XOR, spec)
    line.run_asked()
    line.run_ended(Ended(Reason(str(run.stopped))))
    player.end()
    assert line.outcome.text.startswith(words)


def test_convergence_is_told_with_its_numbers(line: StepLine, player: Player) -> None:
    load(player, POINTS)
    line.run_asked()
    line.run_ended(Ended(Reason.CONVERGED))
    player.end()
    assert line.outcome.text == "✓ converged: 1 update, epoch 2 had no mistake"


@pytest.mark.parametrize(
    ("reason", "role"),
    [
        (Reason.CONVERGED, "promise_text"),
        (Reason.FAILED, "danger"),
        (Reason.CANCELLED, "secondary"),
        (Reason.MAX_EPOCHS, "secondary"),
        (Reason.MAX_UPDATES, "secondary"),
    ],
)
def test_an_end_is_told_in_the_colour_of_what_it_is(
    reason: Reason, role: str, line: StepLine, player: Player, theme: ThemeModel
) -> None:
    load(player, POINTS)
    line.run_asked()
    line.run_ended(Ended(reason))
    player.end()
    colour = line.outcome.palette().color(line.outcome.foregroundRole())
    assert colour.name() == theme.current.color(role).name()


def test_a_run_without_examples_says_once_that_there_are_none(line: StepLine, player: Player) -> None:
    load(player, Dataset.empty())
    line.run_asked()
    line.run_ended(Ended(Reason.CONVERGED))
    assert line.outcome.isHidden()
    assert line.now.text == "No examples yet"


def test_no_outcome_is_told_before_the_playhead_is_there(line: StepLine, player: Player) -> None:
    run = load(player, POINTS)
    line.run_asked()
    line.run_ended(Ended(Reason.CONVERGED))
    for update in range(run.updates + 1):
        player.go_to_update(update)
        assert line.outcome.text == ""
    player.step_forward()
    assert line.outcome.text.startswith("✓ converged")
    player.step_back()
    assert line.outcome.text == ""


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (RunSpec("pocket"), "✓ converged: 1 update, no mistake is left"),
        (RunSpec("margin"), "✓ converged: 1 update, epoch 2 had no example within the margin"),
    ],
)
def test_the_words_of_the_end_are_the_rules_own(line: StepLine, player: Player, spec: RunSpec, words: str) -> None:
    load(player, Dataset([[2.0, 1.0]], [1]), spec)
    player.end()
    line.run_ended(Ended(Reason.CONVERGED))
    assert line.outcome.text == words


def test_a_pause_is_told_with_its_reason_and_a_way_on(line: StepLine, player: Player, qtbot: QtBot) -> None:
    run = prepare(XOR, RunSpec(max_epochs=2))[0]
    run.history.append(replace(prepare(XOR, RunSpec(max_epochs=2))[1].advance(100, 9), stopped=None))
    line.run_asked()
    player.set_run(run)
    line.run_paused(Pause(8))
    assert line.outcome.text == f"paused at update {run.updates}"
    player.end()
    assert line.outcome.text == "paused after 2 epochs: it never stops by itself"
    with qtbot.waitSignal(line.run_on.clicked):
        line.run_on.click()
    for length, again in ((4, "4 updates repeat"), (1, "update repeats")):
        line.run_paused(Pause(8, Cycle(2, 1, 4, length)))
        assert line.outcome.toolTip() == f"paused: from update 4 on the same {again} forever"
    line.run_resumed()
    assert not line.run_on.isVisible()
    assert line.outcome.text == ""
    qtbot.waitUntil(line.cancel.isVisible)
    assert line.outcome.text == f"computing: {run.updates} updates, 2 epochs …"


def test_a_pause_that_comes_with_the_run_is_told_with_it_and_stays_until_the_next(
    line: StepLine, player: Player
) -> None:
    run = prepare(XOR, RunSpec(max_epochs=2))[0]
    run.history.append(replace(prepare(XOR, RunSpec(max_epochs=2))[1].advance(100, 9), stopped=None))
    line.run_asked()
    line.run_comes(run, Pause(8))
    player.set_run(run)
    player.end()
    told = line.outcome.text, line.run_on.isVisible()
    assert told == ("paused after 2 epochs: it never stops by itself", True)
    line.run_paused(Pause(8))
    line.run_asked()
    assert (line.outcome.text, line.run_on.isVisible()) == told
    load(player, POINTS)
    assert line.outcome.text.startswith("✓ converged")
    assert not line.run_on.isVisible()


def test_a_newcomer_reads_of_a_pause_in_the_cards_alone(line: StepLine, player: Player) -> None:
    run = prepare(XOR, RunSpec(max_epochs=2))[0]
    run.history.append(replace(prepare(XOR, RunSpec(max_epochs=2))[1].advance(100, 9), stopped=None))
    player.visible.show(newcomer=True, hidden=True)
    line.run_asked()
    player.set_run(run)
    line.run_paused(Pause(8))
    player.end()
    assert line.outcome.text == ""
    assert not line.run_on.isVisible()


def test_cancelled_and_failed_are_told(line: StepLine, player: Player) -> None:
    load(player, POINTS)
    line.run_ended(Ended(Reason.CANCELLED))
    assert line.outcome.text == "cancelled after 1 update"
    line.run_ended(Ended(Reason.FAILED, "the learner is unknown"))
    assert line.outcome.text == "failed: the learner is unknown"


def test_the_end_of_an_overtaken_run_is_not_shown(line: StepLine, player: Player) -> None:
    load(player, POINTS)
    line.run_asked()
    line.run_asked()
    line.run_ended(Ended(Reason.CANCELLED))
    assert line.outcome.text == ""
    line.run_ended(Ended(Reason.CONVERGED))
    player.end()
    assert line.outcome.text.startswith("✓ converged")


def test_a_long_run_can_be_cancelled_a_short_one_shows_nothing(line: StepLine, qtbot: QtBot) -> None:
    line.run_asked()
    assert not line.cancel.isVisible()
    qtbot.waitUntil(line.cancel.isVisible)
    assert line.outcome.text == "looking for ŵ* …"
    with qtbot.waitSignal(line.cancel.clicked):
        line.cancel.click()
    line.run_ended(Ended(Reason.CANCELLED))
    assert not line.cancel.isVisible()


def test_in_a_narrow_window_both_are_cut_and_told_in_tooltips(line: StepLine, player: Player) -> None:
    load(player, POINTS)
    player.end()
    line.run_ended(Ended(Reason.CONVERGED))
    line.resize(400, 30)
    assert line.outcome.width() < line.outcome.needed
    assert line.now.width() < line.now.needed
    assert line.outcome.toolTip() == "✓ converged: 1 update, epoch 2 had no mistake"
    assert line.now.toolTip().startswith(f"{line.now.text}\n")
    assert "a: the activation w·x + b" in line.now.toolTip()
    assert "tie: an activation of exactly 0" in line.now.toolTip()
