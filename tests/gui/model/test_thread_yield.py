"""A thread beside rests in proportion to what it worked, while pictures follow one another; not while someone waits."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui.model.threads import background as module
from perceptron_gui.model.threads.background import Background, ThreadYield


class Clock:
    """The seconds that the thread has worked, and its breaks: resting takes no time."""

    def __init__(self) -> None:
        self.worked = 7.0
        self.rests: list[float | None] = []

    def time(self) -> float:
        return self.worked

    def wait(self, _event: threading.Event, timeout: float | None = None) -> bool:
        self.rests.append(timeout)
        return False


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(module, "thread_time", made.time)
    return made


def resting(made: ThreadYield, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(made._over, "wait", lambda timeout: clock.wait(made._over, timeout))


def test_a_break_is_three_times_as_long_as_the_work_before_it(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    made = ThreadYield(lambda: True)
    resting(made, clock, monkeypatch)
    made.begin()
    for worked in (0.0004, 0.0004, 0.0052, 0.0003, 0.5):
        clock.worked += worked
        made.take()
    assert clock.rests == [pytest.approx(0.018), pytest.approx(0.1)]


def test_threads_that_work_at_once_share_what_one_may(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    made, others = ThreadYield(lambda: True), [ThreadYield(lambda: True) for _ in range(2)]
    resting(made, clock, monkeypatch)
    for one in (made, *others):
        one.begin()
    for left in others:
        clock.worked += 0.004
        made.take()
        left.done()
    clock.worked += 0.004
    made.take()
    made.done()
    assert clock.rests == [pytest.approx(rest) for rest in (0.044, 0.028, 0.012)]


def test_each_thread_rests_for_what_it_worked_itself(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    made = ThreadYield(lambda: True)
    resting(made, clock, monkeypatch)
    made.begin()
    clock.worked += 0.004

    def helps() -> None:
        made.take()
        clock.worked += 0.002
        made.take()

    helper = threading.Thread(target=helps)
    helper.start()
    helper.join()
    made.take()
    assert clock.rests == [pytest.approx(0.014), pytest.approx(0.018)], "two at work, then one"


def test_there_is_none_where_nothing_hurries(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    made = ThreadYield(lambda: False)
    resting(made, clock, monkeypatch)
    made.begin()
    clock.worked += 1.0
    made.take()
    assert clock.rests == []


def test_shutting_down_waits_for_no_break(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LONGEST_S", 3600.0)
    monkeypatch.setattr(module, "_SHARE", 1e-9)
    background, started = Background(hurried=lambda: True), threading.Event()

    def work(cancelled: Callable[[], bool]) -> Iterator[object]:
        started.set()
        while not cancelled():
            sum(range(1000))
        yield "too late"

    background.ask(work)
    qtbot.waitUntil(started.is_set)
    background.shut_down()
    assert not background.busy
