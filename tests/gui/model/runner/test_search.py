"""The search for ŵ* beside a run: who waits for it, who calls it off, and how it joins."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from core.datasets.dataset import Dataset
from core.run import train
from core.spaces.kernel import KernelSpace
from core.spaces.linear import LinearSpace
from core.spec import RunSpec
from core.theory.margin.hull import GivenUpError
from core.theory.margin.margin import Margin
from perceptron_gui.model.threads.runner import Ended, Reason, Runner
from perceptron_gui.window.main_window import MainWindow
from tests.gui.model.runner.listener import OVERLAP, SEPARABLE, Listener
from tests.patience import patiently

RNG = np.random.default_rng(5)
MANY = Dataset(RNG.normal(size=(400, 2)), np.where(RNG.random(400) < 0.5, 1, -1))
IN_FEATURE_SPACE = RunSpec("kernel", kernel="rbf", gamma=50.0, max_epochs=200)


def test_a_search_for_the_margin_is_given_up_when_the_run_is_overtaken(
    runner: Runner, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    searching = threading.Event()
    solve = LinearSpace.solve_margin

    def slow(space: LinearSpace, cancelled: Callable[[], bool]) -> Margin:
        if not searching.is_set():
            searching.set()
            for _ in patiently(cancelled):
                time.sleep(0.001)
        return solve(space, cancelled)

    monkeypatch.setattr(LinearSpace, "solve_margin", slow)
    ended: list[Ended] = []
    runner.finished.connect(ended.append)
    runner.run(SEPARABLE, RunSpec(seed=1))
    qtbot.waitUntil(searching.is_set)
    runner.run(SEPARABLE, RunSpec(seed=2))
    qtbot.waitUntil(lambda: len(ended) == 2)
    assert [end.reason for end in ended] == [Reason.CANCELLED, Reason.CONVERGED]


def test_a_run_does_not_wait_for_a_search_that_may_take_long_and_the_theory_joins_it(
    runner: Runner, heard: Listener, qtbot: QtBot
) -> None:
    begun: list[tuple[bool, str]] = []
    runner.begun.connect(lambda run: begun.append((run.margin.sought, run.margin.unknown)))
    with qtbot.waitSignal(runner.joined, timeout=60_000) as waited:
        runner.run(MANY, IN_FEATURE_SPACE)
    assert begun == [(True, "ŵ* is still being looked for.")]
    run = waited.args[0]
    qtbot.waitUntil(lambda: bool(heard.ends), timeout=60_000)
    assert run.history is heard.runs[0].history
    alone = train(MANY, IN_FEATURE_SPACE)
    assert not run.margin.sought
    assert (run.margin.gamma, run.margin.bound) == (alone.margin.gamma, alone.margin.bound)
    assert run.margin.radius == heard.runs[0].margin.radius
    assert run.updates == alone.updates
    assert not runner.seeking


def test_a_search_that_is_cancelled_is_said_to_be(
    runner: Runner, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(KernelSpace, "solve_margin", lambda space, cancelled: _until(cancelled))
    with qtbot.waitSignal(runner.begun, timeout=30_000):
        runner.run(MANY, IN_FEATURE_SPACE)
    qtbot.waitUntil(lambda: not runner.running, timeout=60_000)
    assert runner.seeking
    with qtbot.waitSignal(runner.joined) as waited:
        runner.cancel()
    assert waited.args[0].margin.unknown == "The search for ŵ* was cancelled."
    assert not waited.args[0].margin.sought
    assert not runner.seeking


def _until(cancelled: Callable[[], bool]) -> Margin:
    for _ in patiently(cancelled):
        time.sleep(0.001)
    raise GivenUpError("nobody hears this")


def test_the_status_line_and_the_playhead_stay_when_the_theory_joins(window: MainWindow, qtbot: QtBot) -> None:
    window.document.open(MANY, None)
    window.document.set_spec(IN_FEATURE_SPACE)
    qtbot.waitUntil(lambda: not window.runner.running and not window.runner.seeking, timeout=60_000)
    window.player.go_to_update(17)
    run, said = window.player.run, window.status.outcome.text
    assert run is not None
    window.player.join(run.with_margin(run.margin))
    assert window.player.position == 17
    assert window.player.resting
    assert window.status.outcome.text == said


def test_a_run_that_begins_as_all_ends_starts_no_search(
    runner: Runner, heard: Listener, qtbot: QtBot, hold: threading.Event
) -> None:
    runner.run(OVERLAP, RunSpec())
    runner.shut_down()
    qtbot.wait(20)
    assert heard.runs == []
    assert not runner.seeking
    assert not runner.running
