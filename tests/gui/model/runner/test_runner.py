"""The engine's thread: what arrives, in which order, in which thread, and that nothing stays behind."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.errors import InputError
from core.run import train
from core.spec import RunSpec
from perceptron_gui.model.threads import runner as runner_module
from perceptron_gui.model.threads.runner import Ended, Reason, Runner
from tests.gui.model.runner.listener import ENDLESS, SEPARABLE, XOR, Listener


def test_a_run_begins_and_then_ends_once(runner: Runner, heard: Listener, qtbot: QtBot) -> None:
    runner.run(SEPARABLE, RunSpec())
    assert runner.running
    qtbot.waitUntil(lambda: bool(heard.ends))
    qtbot.wait(30)
    assert [what for what, _ in heard.events] == ["begun", "finished"]
    assert heard.ends == [Ended(Reason.CONVERGED)]
    assert not runner.running


def test_everything_recorded_arrives_before_the_end(tireless: Runner, heard: Listener, qtbot: QtBot) -> None:
    spec = RunSpec(max_updates=400_000, max_epochs=1_000_000_000)
    tireless.run(XOR, spec)
    qtbot.waitUntil(lambda: bool(heard.ends), timeout=30_000)
    counts = [updates for what, updates in heard.events if what != "finished"]
    assert len(counts) >= 2
    assert counts == sorted(counts)
    assert counts[-1] == heard.events[-1][1] == 400_000
    assert heard.events[-1][0] == "finished"
    assert heard.ends[0].reason is Reason.MAX_UPDATES


def test_the_thread_makes_the_run_that_train_makes(tireless: Runner, heard: Listener, qtbot: QtBot) -> None:
    spec = RunSpec(order="shuffled", seed=3, max_updates=30_000, max_epochs=1_000_000)
    tireless.run(XOR, spec)
    qtbot.waitUntil(lambda: bool(heard.ends), timeout=30_000)
    expected = train(XOR, spec).history
    history = heard.runs[0].history
    assert np.array_equal(history.index(), expected.index())
    assert np.array_equal(history.activation(), expected.activation())
    assert np.array_equal(history.weights(), expected.weights())


@pytest.mark.parametrize(
    ("data", "spec", "reason"),
    [
        (SEPARABLE, RunSpec(), Reason.CONVERGED),
        (XOR, RunSpec(max_epochs=5), Reason.MAX_EPOCHS),
        (XOR, RunSpec(max_updates=5), Reason.MAX_UPDATES),
        (Dataset.empty(), RunSpec(), Reason.CONVERGED),
    ],
)
def test_a_run_says_why_it_ended(
    tireless: Runner, heard: Listener, qtbot: QtBot, data: Dataset, spec: RunSpec, reason: Reason
) -> None:
    tireless.run(data, spec)
    qtbot.waitUntil(lambda: bool(heard.ends))
    assert heard.ends[0].reason is reason


def test_slots_run_in_the_thread_of_the_window(tireless: Runner, heard: Listener, qtbot: QtBot) -> None:
    tireless.run(XOR, RunSpec(max_updates=200_000, max_epochs=1_000_000))
    qtbot.waitUntil(lambda: bool(heard.ends), timeout=30_000)
    assert heard.threads == {threading.get_ident()}


def test_cancel_ends_a_run_and_keeps_what_it_recorded(tireless: Runner, heard: Listener, qtbot: QtBot) -> None:
    tireless.run(XOR, ENDLESS)
    qtbot.waitUntil(lambda: "grew" in dict(heard.events), timeout=30_000)
    tireless.cancel()
    qtbot.waitUntil(lambda: bool(heard.ends))
    recorded = heard.runs[0].updates
    qtbot.wait(50)
    assert heard.ends[0].reason is Reason.CANCELLED
    assert recorded > 0
    assert heard.runs[0].updates == recorded
    assert len(heard.ends) == 1


def test_cancelling_a_run_that_has_ended_says_nothing_more(runner: Runner, heard: Listener, qtbot: QtBot) -> None:
    runner.run(SEPARABLE, RunSpec())
    qtbot.waitUntil(lambda: bool(heard.ends))
    runner.cancel()
    qtbot.wait(50)
    assert len(heard.ends) == 1


def test_every_run_ever_asked_for_ends_exactly_once(runner: Runner, heard: Listener, qtbot: QtBot) -> None:
    for seed in range(50):
        runner.run(SEPARABLE, RunSpec(seed=seed))
    qtbot.waitUntil(lambda: len(heard.ends) >= 50)
    qtbot.wait(30)
    assert len(heard.ends) == 50
    assert heard.ends[-1].reason is Reason.CONVERGED
    assert {ended.reason for ended in heard.ends[:-1]} <= {Reason.CANCELLED, Reason.CONVERGED}


def test_nothing_of_an_overtaken_run_is_shown(tireless: Runner, heard: Listener, qtbot: QtBot) -> None:
    tireless.run(XOR, ENDLESS)
    qtbot.waitUntil(lambda: "grew" in dict(heard.events), timeout=30_000)
    tireless.run(SEPARABLE, RunSpec())
    overtaken, kept = heard.runs[0], heard.runs[0].updates
    qtbot.waitUntil(lambda: len(heard.ends) == 2)
    assert overtaken.updates == kept
    assert [run.dataset for run in heard.runs] == [XOR, SEPARABLE]
    assert [ended.reason for ended in heard.ends] == [Reason.CANCELLED, Reason.CONVERGED]


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (InputError("the data are made of cheese"), "the data are made of cheese"),
        (ZeroDivisionError("division by zero"), "the run failed: division by zero"),
        (MemoryError(), "the run failed: MemoryError"),
    ],
)
def test_a_failure_is_an_end_with_a_sentence(
    runner: Runner,
    heard: Listener,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    message: str,
) -> None:
    def broken(*_arguments: object, **_options: object) -> None:
        raise error

    monkeypatch.setattr(runner_module, "prepare", broken)
    runner.run(SEPARABLE, RunSpec())
    qtbot.waitUntil(lambda: bool(heard.ends))
    assert heard.ends == [Ended(Reason.FAILED, message)]
    assert heard.runs == []
    monkeypatch.undo()
    runner.run(SEPARABLE, RunSpec())
    qtbot.waitUntil(lambda: len(heard.ends) == 2)
    assert heard.ends[1].reason is Reason.CONVERGED


def test_a_start_that_does_not_fit_fails_and_says_why(runner: Runner, heard: Listener, qtbot: QtBot) -> None:
    runner.run(SEPARABLE, RunSpec(start=(1.0,) * 9))
    qtbot.waitUntil(lambda: bool(heard.ends))
    assert heard.ends[0].reason is Reason.FAILED
    assert "the start has 9 numbers" in heard.ends[0].message


def test_shutting_down_ends_the_thread_in_the_middle_of_a_run(qtbot: QtBot) -> None:
    runner = Runner()
    heard = Listener(runner)
    runner.run(XOR, ENDLESS)
    qtbot.waitUntil(lambda: bool(heard.runs), timeout=30_000)
    runner.shut_down()
    qtbot.wait(20)
    assert [ended.reason for ended in heard.ends] == [Reason.CANCELLED]
    runner.shut_down()
