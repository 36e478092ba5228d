"""A thread beside waits while the window makes a picture, for as long as it worked many times over; not if awaited."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from perceptron_gui.model.threads import background as module
from perceptron_gui.model.threads.background import Background, ThreadYield
from perceptron_gui.model.threads.frame_gate import GATE, FrameGate
from tests.patience import patiently


class Clock:
    """The seconds that the thread has worked, and what it asks of the gate: waiting there takes no time."""

    def __init__(self) -> None:
        self.worked = 7.0
        self.asked: list[tuple[float, float]] = []

    def time(self) -> float:
        return self.worked

    def wait(self, seconds: float, longest: float, _over: Callable[[], bool]) -> None:
        self.asked.append((seconds, longest))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(module, "thread_time", made.time)
    monkeypatch.setattr(GATE, "wait", made.wait)
    return made


def test_it_looks_at_the_gate_after_some_work_and_waits_fifteen_times_as_long_at_most(clock: Clock) -> None:
    made = ThreadYield()
    made.begin()
    for worked in (0.0004, 0.0004, 0.0012, 0.0003, 0.5):
        clock.worked += worked
        made.take()
    made.done()
    assert clock.asked == [pytest.approx((0.002, 0.03)), pytest.approx((0.5003, 0.1))]


def test_threads_that_work_at_once_share_what_one_may(clock: Clock) -> None:
    made, others = ThreadYield(), [ThreadYield() for _ in range(2)]
    for one in (made, *others):
        one.begin()
    for left in others:
        clock.worked += 0.0015
        made.take()
        left.done()
    clock.worked += 0.0015
    made.take()
    made.done()
    waits = [(0.0045, 0.0705), (0.003, 0.0465), (0.0015, 0.0225)]
    assert clock.asked == [pytest.approx(wait) for wait in waits]


def test_each_thread_waits_for_what_it_worked_itself(clock: Clock) -> None:
    made = ThreadYield()
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
    made.done()
    assert [seconds for seconds, _ in clock.asked] == [pytest.approx(0.004), pytest.approx(0.006)], "two, then one"


def busy(started: threading.Event, steps: list[int]) -> Callable[[Callable[[], bool]], Iterator[object]]:
    """Work that is never done, and counts how often it looked up."""

    def work(cancelled: Callable[[], bool]) -> Iterator[object]:
        for _ in patiently(cancelled):
            steps.append(sum(range(100_000)))
            started.set()
        yield "too late"

    return work


@pytest.fixture
def background(qtbot: QtBot) -> Iterator[Background]:
    made = Background()
    yield made
    made.shut_down()


@pytest.fixture
def shut(monkeypatch: pytest.MonkeyPatch) -> Iterator[FrameGate]:
    """A window that makes one picture for as long as the test wants."""
    gate = FrameGate()
    monkeypatch.setattr(module, "GATE", gate)
    monkeypatch.setattr(module, "_LONGEST_S", 3600.0)
    monkeypatch.setattr(module, "_SHARE", 1e-9)
    monkeypatch.setattr("perceptron_gui.model.threads.frame_gate._LONGEST_S", 3600.0)
    gate.shut()
    yield gate
    gate.open()


def test_work_stands_still_while_a_picture_is_made_and_goes_on_when_it_is_painted(
    background: Background, qtbot: QtBot, shut: FrameGate
) -> None:
    started, steps = threading.Event(), list[int]()
    background.ask(busy(started, steps))
    qtbot.waitUntil(started.is_set)
    qtbot.wait(50)
    before = len(steps)
    qtbot.wait(50)
    assert len(steps) == before, "it waits at the gate"
    shut.open()
    qtbot.waitUntil(lambda: len(steps) > before + 2)


def test_what_is_overtaken_at_the_gate_never_arrives(background: Background, qtbot: QtBot, shut: FrameGate) -> None:
    started, heard = threading.Event(), list[object]()
    background.answered.connect(heard.append)
    background.ask(busy(started, []))
    qtbot.waitUntil(started.is_set)
    with qtbot.waitSignal(background.done):
        background.ask(lambda _cancelled: iter(("mine",)))
    assert heard == ["mine"], "and what is asked instead waits for no picture"


def test_shutting_down_waits_for_no_picture(background: Background, qtbot: QtBot, shut: FrameGate) -> None:
    started = threading.Event()
    background.ask(busy(started, []))
    qtbot.waitUntil(started.is_set)
    background.shut_down()
    assert not background.busy
