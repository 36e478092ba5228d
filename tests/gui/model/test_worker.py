"""The thread for what takes longer than a frame: which requests are answered, and that nothing stays behind."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from core.errors import Cancelled
from perceptron_gui.model.threads import worker as module
from perceptron_gui.model.threads import worker as worker_module
from perceptron_gui.model.threads.worker import FrameGate, Work, Worker
from tests.patience import patiently


@pytest.fixture
def worker(qtbot: QtBot) -> Iterator[Worker]:
    made = Worker()
    yield made
    made.shut_down()


def counting(*answers: object) -> Work:
    return lambda _cancelled: iter(answers)


def endless(started: threading.Event) -> Work:
    def work(cancelled: Cancelled) -> Iterator[object]:
        yield "begun"
        started.set()
        for _ in patiently(cancelled):
            time.sleep(0.001)
        yield "too late"

    return work


def test_answers_arrive_in_order_and_in_the_thread_of_the_window(worker: Worker, qtbot: QtBot) -> None:
    heard: list[object] = []
    worker.answered.connect(heard.append)
    with qtbot.waitSignal(worker.done):
        worker.ask(counting(1, 2, 3))
    assert heard == [1, 2, 3]
    assert not worker.busy


def test_nothing_of_an_overtaken_request_arrives(worker: Worker, qtbot: QtBot) -> None:
    heard: list[object] = []
    started = threading.Event()
    worker.ask(endless(started))
    qtbot.waitUntil(started.is_set)
    worker.answered.connect(heard.append)
    with qtbot.waitSignal(worker.done):
        worker.ask(counting("mine"))
    assert heard == ["mine"]


def test_a_cancelled_request_says_no_more(worker: Worker, qtbot: QtBot) -> None:
    heard: list[object] = []
    started = threading.Event()
    worker.ask(endless(started))
    worker.cancel()
    worker.answered.connect(heard.append)
    qtbot.wait(30)
    assert heard == []
    assert not worker.busy


def test_shutting_down_ends_the_thread_in_the_middle_and_it_can_begin_again(worker: Worker, qtbot: QtBot) -> None:
    started = threading.Event()
    worker.ask(endless(started))
    qtbot.waitUntil(started.is_set)
    worker.shut_down()
    with qtbot.waitSignal(worker.done):
        worker.ask(counting(1))


def test_what_is_on_its_way_when_the_thread_ends_is_told_no_more(worker: Worker, qtbot: QtBot) -> None:
    heard: list[object] = []
    worker.answered.connect(heard.append)
    worker.ask(counting("too late"))
    worker.shut_down()
    qtbot.wait(30)
    assert heard == []
    assert not worker.busy


def broken(_cancelled: Cancelled) -> Iterator[object]:
    yield 1 // 0


def test_an_error_is_told_and_the_next_request_is_answered(worker: Worker, qtbot: QtBot) -> None:
    with qtbot.waitSignal(worker.failed) as told:
        worker.ask(broken)
    sentence, error = told.args
    assert sentence == "integer division or modulo by zero"
    assert isinstance(error, ZeroDivisionError)
    with qtbot.waitSignal(worker.done):
        worker.ask(counting(1))


def test_an_error_that_nobody_expects_is_raised_in_the_window(qtbot: QtBot) -> None:
    worker = Worker(fault="the votes could not be counted")
    with qtbot.captureExceptions() as raised:
        worker.ask(broken)
        worker.finish()
    assert [str(error) for _, error, _ in raised] == [
        "the votes could not be counted: integer division or modulo by zero"
    ]
    assert not worker.pending


def gated(name: str, gate: threading.Event, begun: list[str]) -> Work:
    """Work that answers once the gate is open, and then a second time."""

    def work(_cancelled: Cancelled) -> Iterator[object]:
        begun.append(name)
        gate.wait(10)
        yield name
        yield f"{name} again"

    return work


def test_each_request_answers_once_and_of_those_that_wait_the_latest_is_kept(qtbot: QtBot) -> None:
    worker, gate, begun, heard = Worker(answers_once=True), threading.Event(), list[str](), list[object]()
    worker.answered.connect(heard.append)
    for name in ("first", "second", "third"):
        worker.ask(gated(name, gate, begun))
    qtbot.waitUntil(lambda: begun == ["first"])
    with qtbot.waitSignal(worker.done):
        gate.set()
    assert begun == ["first", "third"]
    assert heard == ["first", "third", "third again"]
    worker.shut_down()


def test_a_request_that_is_overtaken_before_it_began_never_starts(worker: Worker, qtbot: QtBot) -> None:
    gate, begun = threading.Event(), list[str]()
    worker.ask(gated("first", gate, begun))
    qtbot.waitUntil(lambda: begun == ["first"])
    for name in ("second", "third"):
        worker.ask(gated(name, gate, begun))
    with qtbot.waitSignal(worker.done):
        gate.set()
    assert begun == ["first", "third"]


def test_a_request_that_has_answered_once_is_overtaken(qtbot: QtBot) -> None:
    worker, started = Worker(answers_once=True), threading.Event()
    worker.ask(endless(started))
    with qtbot.waitSignal(worker.answered):
        pass
    with qtbot.waitSignal(worker.done):
        worker.ask(counting("mine"))
    worker.shut_down()


def test_what_is_asked_for_later_is_looked_for_then_and_the_last_of_several_counts(
    worker: Worker, qtbot: QtBot
) -> None:
    heard, found = list[object](), list[str]()
    worker.answered.connect(heard.append)

    def find(name: str) -> Work:
        found.append(name)
        return counting(name)

    worker.ask_later(10, lambda: find("first"))
    assert worker.pending
    assert not worker.busy
    with qtbot.waitSignal(worker.done):
        worker.ask_later(20, lambda: find("second"))
    assert found == heard == ["second"]
    worker.ask_later(10, lambda: find("third"))
    with qtbot.waitSignal(worker.done):
        worker.ask(counting("at once"))
    worker.ask_later(0, lambda: None)
    qtbot.waitUntil(lambda: not worker.pending)
    assert heard == ["second", "at once"]


def test_it_finishes_all_that_is_asked_for_before_it_goes_on(worker: Worker) -> None:
    heard: list[object] = []
    worker.answered.connect(heard.append)
    worker.ask_later(60_000, lambda: counting(1, 2))
    worker.finish()
    assert heard == [1, 2]
    assert not worker.pending
    assert not any(thread.name == "worker" for thread in threading.enumerate())


def busy(started: threading.Event, steps: list[int]) -> Work:
    """Work that is never done, and counts how often it looked up."""

    def work(cancelled: Cancelled) -> Iterator[object]:
        for _ in patiently(cancelled):
            steps.append(sum(range(100_000)))
            started.set()
        yield "too late"

    return work


@pytest.fixture
def shut(monkeypatch: pytest.MonkeyPatch) -> Iterator[FrameGate]:
    """A window that makes one picture for as long as the test wants."""
    gate = FrameGate()
    monkeypatch.setattr(module, "GATE", gate)
    monkeypatch.setattr(worker_module, "_SHARE", 1e-9)
    for longest in ("_LONGEST_S", "_LONGEST_REST_S"):
        monkeypatch.setattr(worker_module, longest, 3600.0)
    gate.shut()
    yield gate
    gate.open()


def test_work_stands_still_while_a_picture_is_made_and_goes_on_when_it_is_painted(
    worker: Worker, qtbot: QtBot, shut: FrameGate
) -> None:
    started, steps = threading.Event(), list[int]()
    worker.ask(busy(started, steps))
    qtbot.waitUntil(started.is_set)
    qtbot.wait(50)
    before = len(steps)
    qtbot.wait(50)
    assert len(steps) == before, "it waits at the gate"
    shut.open()
    qtbot.waitUntil(lambda: len(steps) > before + 2)


def test_work_that_is_not_polite_goes_on_while_a_picture_is_made(qtbot: QtBot, shut: FrameGate) -> None:
    worker, steps = Worker(polite=False), list[int]()
    worker.ask(busy(threading.Event(), steps))
    qtbot.waitUntil(lambda: len(steps) > 9)
    worker.shut_down()


def test_what_is_overtaken_at_the_gate_never_arrives(worker: Worker, qtbot: QtBot, shut: FrameGate) -> None:
    started, heard = threading.Event(), list[object]()
    worker.answered.connect(heard.append)
    worker.ask(busy(started, []))
    qtbot.waitUntil(started.is_set)
    with qtbot.waitSignal(worker.done):
        worker.ask(counting("mine"))
    assert heard == ["mine"], "and what is asked instead waits for no picture"


def test_shutting_down_waits_for_no_picture(worker: Worker, qtbot: QtBot, shut: FrameGate) -> None:
    started = threading.Event()
    worker.ask(busy(started, []))
    qtbot.waitUntil(started.is_set)
    worker.shut_down()
    assert not worker.busy
