"""A runner, with who hears it, and a ŵ* that is held back."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from core.spaces.linear import LinearSpace
from core.theory.margin import linear_margin
from core.theory.margin.margin import Margin
from perceptron_gui.model.threads.runner import Runner
from tests.gui.model.runner.listener import Listener
from tests.patience import patiently


@pytest.fixture
def runner(qtbot: QtBot) -> Iterator[Runner]:
    made = Runner()
    yield made
    made.shut_down()


@pytest.fixture
def tireless(runner: Runner) -> Runner:
    """A runner that is told to run on whenever it pauses."""
    runner.paused.connect(lambda _pause: runner.run_on())
    return runner


@pytest.fixture
def heard(runner: Runner) -> Listener:
    return Listener(runner)


@pytest.fixture
def hold(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Until it is set, ŵ* is not found."""
    found, solve = threading.Event(), LinearSpace.solve_margin

    def slow(space: LinearSpace, cancelled: Callable[[], bool]) -> Margin:
        for _ in patiently(lambda: found.is_set() or cancelled()):
            time.sleep(0.001)
        return solve(space, cancelled)

    monkeypatch.setattr(linear_margin, "_AT_ONCE", 0)
    monkeypatch.setattr(LinearSpace, "solve_margin", slow)
    return found
