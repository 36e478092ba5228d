"""The thread for what takes longer than a frame: only the latest request is answered, and nothing stays behind."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from core.errors import Cancelled
from perceptron_gui.model.threads.background import Background
from tests.patience import patiently


@pytest.fixture
def background(qtbot: QtBot) -> Iterator[Background]:
    made = Background()
    yield made
    made.shut_down()


def counting(*answers: object) -> Callable[[Cancelled], Iterator[object]]:
    return lambda _cancelled: iter(answers)


def endless(started: threading.Event) -> Callable[[Cancelled], Iterator[object]]:
    def work(cancelled: Cancelled) -> Iterator[object]:
        yield "begun"
        started.set()
        for _ in patiently(cancelled):
            time.sleep(0.001)
        yield "too late"

    return work


def test_answers_arrive_in_order_and_in_the_thread_of_the_window(background: Background, qtbot: QtBot) -> None:
    heard: list[object] = []
    background.answered.connect(heard.append)
    with qtbot.waitSignal(background.done):
        background.ask(counting(1, 2, 3))
    assert heard == [1, 2, 3]
    assert not background.busy


def test_nothing_of_an_overtaken_request_arrives(background: Background, qtbot: QtBot) -> None:
    heard: list[object] = []
    started = threading.Event()
    background.ask(endless(started))
    qtbot.waitUntil(started.is_set)
    background.answered.connect(heard.append)
    with qtbot.waitSignal(background.done):
        background.ask(counting("mine"))
    assert heard == ["mine"]


def test_a_cancelled_request_says_no_more(background: Background, qtbot: QtBot) -> None:
    heard: list[object] = []
    started = threading.Event()
    background.ask(endless(started))
    background.cancel()
    background.answered.connect(heard.append)
    qtbot.wait(30)
    assert heard == []
    assert not background.busy


def test_shutting_down_ends_the_thread_in_the_middle_and_it_can_begin_again(
    background: Background, qtbot: QtBot
) -> None:
    started = threading.Event()
    background.ask(endless(started))
    qtbot.waitUntil(started.is_set)
    background.shut_down()
    with qtbot.waitSignal(background.done):
        background.ask(counting(1))


def test_a_fault_is_told_and_the_next_request_is_answered(background: Background, qtbot: QtBot) -> None:
    def broken(_cancelled: Cancelled) -> Iterator[object]:
        yield 1 // 0

    with qtbot.waitSignal(background.failed) as told:
        background.ask(broken)
    assert told.args == ["integer division or modulo by zero"]
    with qtbot.waitSignal(background.done):
        background.ask(counting(1))
