"""Where a run that never stops by itself pauses, whenever that is known, and how it runs on."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from core.analysis.cycles import Pause
from core.datasets.dataset import Dataset
from core.learners import LEARNERS
from core.run import Run, train
from core.spec import RunSpec
from core.theory.margin import linear_margin
from perceptron_gui.look.text.sentences import pause_words, run_on_words
from perceptron_gui.model.threads import runner as runner_module
from perceptron_gui.model.threads.runner import Reason, Runner
from tests.core.pieces import find_cycle
from tests.gui.model.runner.listener import ENDLESS, OVERLAP, SEPARABLE, XOR, Listener

TWINS = Dataset([[0.3, 1.1], [0.3, 1.1], [1.0, -0.7], [-1.2, 0.4]], [1, -1, 1, -1])


@pytest.fixture(params=[False, True], ids=["known at once", "sought beside"])
def theory(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """When ŵ* comes must not be seen in where a run pauses."""
    if request.param:
        monkeypatch.setattr(linear_margin, "_AT_ONCE", 0)


def paused_at(runner: Runner, qtbot: QtBot, dataset: Dataset, spec: RunSpec) -> Pause:
    with qtbot.waitSignal(runner.paused, timeout=30_000) as waited:
        runner.run(dataset, spec)
    pause = waited.args[0]
    assert isinstance(pause, Pause)
    return pause


@pytest.mark.usefixtures("theory")
@pytest.mark.parametrize("spec", [RunSpec(), RunSpec(order="shuffled"), RunSpec("pocket"), RunSpec("online-svm")])
def test_what_cannot_stop_by_itself_pauses_after_a_hundred_times_as_many_examples_as_there_are(
    runner: Runner, heard: Listener, qtbot: QtBot, spec: RunSpec
) -> None:
    pause = paused_at(runner, qtbot, OVERLAP, spec)
    run = heard.runs[0]
    assert pause == Pause(500)
    assert run.history.examples == 500
    expected = train(OVERLAP, spec).history.until(500)
    assert np.array_equal(run.history.index(), expected.index(0, len(expected)))
    assert runner.is_paused
    assert not runner.running
    assert heard.ends == []


@pytest.mark.usefixtures("theory")
def test_what_repeats_pauses_after_one_full_turn(runner: Runner, heard: Listener, qtbot: QtBot) -> None:
    pause = paused_at(runner, qtbot, XOR, RunSpec())
    assert pause.cycle == find_cycle(train(XOR))
    assert pause.cycle is not None
    assert heard.runs[0].history.examples == (pause.cycle.epoch + pause.cycle.length_epochs - 1) * XOR.n


@pytest.mark.usefixtures("theory")
def test_the_online_svm_pauses_on_any_data_for_every_example_moves_it(runner: Runner, qtbot: QtBot) -> None:
    assert paused_at(runner, qtbot, SEPARABLE, RunSpec("online-svm")).examples == 100 * SEPARABLE.n


@pytest.mark.usefixtures("theory")
def test_told_to_run_on_it_makes_the_whole_run_and_ends_once(runner: Runner, heard: Listener, qtbot: QtBot) -> None:
    spec = RunSpec(max_epochs=5_000)
    paused_at(runner, qtbot, OVERLAP, spec)
    with qtbot.waitSignal(runner.resumed):
        runner.run_on()
    qtbot.waitUntil(lambda: bool(heard.ends), timeout=30_000)
    assert [ended.reason for ended in heard.ends] == [Reason.MAX_EPOCHS]
    expected = train(OVERLAP, spec).history
    assert heard.runs[0].history.examples == expected.examples
    assert np.array_equal(heard.runs[0].history.index(), expected.index())
    assert np.array_equal(heard.runs[0].history.weights(), expected.weights())
    runner.run_on()
    qtbot.wait(30)
    assert len(heard.ends) == 1


@pytest.mark.usefixtures("theory")
def test_a_limit_before_the_pause_ends_the_run(runner: Runner, heard: Listener, qtbot: QtBot) -> None:
    paused: list[Pause] = []
    runner.paused.connect(paused.append)
    runner.run(OVERLAP, RunSpec(max_epochs=100))
    qtbot.waitUntil(lambda: bool(heard.ends))
    assert heard.ends[0].reason is Reason.MAX_EPOCHS
    assert paused == []


@pytest.mark.usefixtures("theory")
def test_a_pause_within_the_first_batch_is_known_with_the_run_unless_more_has_to_be_known(
    runner: Runner, qtbot: QtBot
) -> None:
    known: list[tuple[bool, Pause | None, bool]] = []
    runner.begun.connect(lambda run, pause: known.append((run.margin.sought, pause, runner.is_paused)))
    pause = paused_at(runner, qtbot, XOR, RunSpec())
    assert known in ([(False, pause, True)], [(True, None, False)])


def test_no_pause_is_told_of_a_run_in_whose_place_another_is_asked_for(runner: Runner, qtbot: QtBot) -> None:
    told: list[Pause] = []
    runner.paused.connect(told.append)

    def ask_for_another(run: Run) -> None:
        if run.dataset is XOR:
            runner.run(SEPARABLE, RunSpec())

    runner.begun.connect(ask_for_another)
    runner.run(XOR, RunSpec())
    with qtbot.waitSignals([runner.finished] * 2, timeout=30_000):
        pass
    assert told == []
    assert not runner.is_paused


def test_another_run_or_a_cancel_is_the_end_of_one_that_has_paused(
    runner: Runner, heard: Listener, qtbot: QtBot
) -> None:
    paused_at(runner, qtbot, XOR, RunSpec())
    runner.run(SEPARABLE, RunSpec())
    qtbot.waitUntil(lambda: len(heard.ends) == 2)
    assert [ended.reason for ended in heard.ends] == [Reason.CANCELLED, Reason.CONVERGED]
    paused_at(runner, qtbot, XOR, RunSpec())
    runner.cancel()
    qtbot.waitUntil(lambda: len(heard.ends) == 3)
    assert heard.ends[2].reason is Reason.CANCELLED
    assert not runner.is_paused


@pytest.mark.usefixtures("theory")
@pytest.mark.parametrize("learner", LEARNERS)
def test_every_learner_pauses_on_a_contradiction_and_can_be_run_on(
    runner: Runner, heard: Listener, qtbot: QtBot, learner: str
) -> None:
    spec = RunSpec(learner, max_epochs=250, max_updates=900)
    pause = paused_at(runner, qtbot, TWINS, spec)
    assert heard.runs[0].history.examples == pause.examples <= 100 * TWINS.n
    runner.run_on()
    qtbot.waitUntil(lambda: bool(heard.ends), timeout=30_000)
    expected = train(TWINS, spec)
    assert heard.ends[0].reason == Reason(str(expected.stopped))
    assert np.array_equal(heard.runs[0].history.index(), expected.history.index())
    assert np.array_equal(heard.runs[0].history.weights(), expected.history.weights())


def test_a_run_waits_at_its_pause_until_it_is_known_that_nothing_separates(
    runner: Runner, heard: Listener, qtbot: QtBot, hold: threading.Event
) -> None:
    runner.run(OVERLAP, RunSpec())
    qtbot.waitUntil(lambda: bool(heard.runs) and heard.runs[0].history.examples == 500)
    qtbot.wait(50)
    assert heard.runs[0].history.examples == 500
    assert runner.running
    with qtbot.waitSignal(runner.paused) as waited:
        hold.set()
    assert waited.args == [Pause(500)]
    assert not runner.running


def test_a_run_that_stops_by_itself_goes_on_as_soon_as_that_is_known(
    runner: Runner, heard: Listener, qtbot: QtBot, hold: threading.Event
) -> None:
    close, spec = Dataset([[1.0, 0.05], [1.0, -0.05], [0.1, 1.0], [3.0, 0.1]], [1, -1, 1, -1]), RunSpec()
    runner.run(close, spec)
    qtbot.waitUntil(lambda: bool(heard.runs) and heard.runs[0].history.examples == 400)
    hold.set()
    qtbot.waitUntil(lambda: bool(heard.ends), timeout=30_000)
    assert heard.ends[0].reason is Reason.CONVERGED
    assert not runner.is_paused
    expected = train(close, spec).history
    assert heard.runs[0].history.examples == expected.examples > 400
    assert np.array_equal(heard.runs[0].history.index(), expected.index())


@pytest.mark.parametrize("spec", [RunSpec("averaged"), RunSpec("voted"), RunSpec("kernel", kernel="poly", degree=1)])
def test_a_run_pauses_each_time_that_its_record_has_taken_so_much_memory_more(
    runner: Runner, heard: Listener, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, spec: RunSpec
) -> None:
    some = 1 << 20
    monkeypatch.setattr(runner_module, "MEMORY", some)
    paused_at(runner, qtbot, OVERLAP, replace(spec, max_epochs=ENDLESS.max_epochs, max_updates=ENDLESS.max_updates))
    held = []
    for _ in range(2):
        with qtbot.waitSignal(runner.paused, timeout=30_000) as waited:
            runner.run_on()
        pause, record = waited.args[0], heard.runs[0].history
        assert (pause.held, pause.examples) == (heard.runs[0].held, record.examples)
        assert pause.held >= 16 * heard.runs[0].updates * (spec.learner == "voted"), "all vectors are read at once"
        assert runner.is_paused
        held.append(pause.held)
    assert held[0] > some
    assert held[1] > held[0] + some
    assert "GB; Run On" in pause_words(pause, heard.runs[0], at_end=True)
    assert "1,000,000,000 updates would take about" in run_on_words(heard.runs[0])
    assert heard.ends == []
    expected = train(OVERLAP, replace(spec, max_updates=2_000, max_epochs=10_000)).history
    assert np.array_equal(record.index(0, 2_000), expected.index())
