"""The gate is shut from the moment at which a picture begins until it is painted, and never for good.

Threads beside rest at it, for as long as they worked many times over.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from core.errors import never
from perceptron_gui.model.threads import worker as module
from perceptron_gui.model.threads.worker import FrameGate, FrameWatch

PICTURE_S = 1 / 60


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time; to be set."""
    time = [100.0]
    monkeypatch.setattr(module, "perf_counter", lambda: time[0])
    return time


def test_there_is_room_where_no_picture_was_ever_made(now: list[float]) -> None:
    assert FrameGate().has_room(1.0)


def test_there_is_room_for_what_ends_before_the_next_picture_is_due(now: list[float]) -> None:
    gate = FrameGate()
    assert gate.shut()
    assert not gate.has_room(0.0)
    now[0] += 0.4 * PICTURE_S
    gate.open()
    assert gate.has_room(0.5 * PICTURE_S)
    assert not gate.has_room(0.7 * PICTURE_S)


def test_a_picture_that_took_too_long_is_followed_by_another_and_a_window_at_rest_by_none(now: list[float]) -> None:
    gate = FrameGate()
    gate.shut()
    now[0] += 1.2 * PICTURE_S
    gate.open()
    assert not gate.has_room(0.0)
    now[0] += PICTURE_S
    assert gate.has_room(1.0)


def test_a_picture_that_is_never_painted_shuts_nobody_out_for_good(now: list[float]) -> None:
    gate = FrameGate()
    gate.shut()
    assert not gate.shut(), "one is under way"
    now[0] += 1.0
    assert gate.has_room(1.0)
    assert gate.shut(), "another begins"


def test_waiting_ends_when_it_is_over_or_has_lasted_long_enough() -> None:
    gate = FrameGate()
    gate.shut()
    gate.wait(1.0, 3600.0, lambda: True)
    gate.wait(1.0, 0.01, lambda: False)
    assert not gate.has_room(0.0)


class Clock(FrameGate):
    """A gate at which waiting takes no time, and the seconds that a thread has worked."""

    def __init__(self) -> None:
        super().__init__()
        self.worked = 7.0
        self.asked: list[tuple[float, float]] = []

    def wait(self, seconds: float, longest: float, _over: Callable[[], bool]) -> None:
        self.asked.append((seconds, longest))

    def work(self, seconds: float) -> None:
        self.worked += seconds
        self.rest(never)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(module, "thread_time", lambda: made.worked)
    made.rest(never)
    return made


def test_a_thread_looks_at_the_gate_after_some_work_and_waits_fifteen_times_as_long_at_most(clock: Clock) -> None:
    for worked in (0.0004, 0.0004, 0.0012, 0.0003, 0.5):
        clock.work(worked)
    assert clock.asked == [pytest.approx((0.002, 0.03)), pytest.approx((0.5003, 0.1))]


def test_threads_that_work_at_once_share_what_one_may(clock: Clock) -> None:
    def helps(ready: threading.Event, gone: threading.Event) -> None:
        clock.rest(never)
        clock.work(0.002)
        ready.set()
        gone.wait(10)
        clock.leave(never)

    helpers = []
    for _ in range(2):
        ready, gone = threading.Event(), threading.Event()
        helpers.append((threading.Thread(target=helps, args=(ready, gone)), gone))
        helpers[-1][0].start()
        assert ready.wait(10)
    waits = []
    for left in range(3):
        clock.rest(never)
        clock.work(0.0015)
        waits.append(clock.asked[-1])
        for helper, gone in helpers[left : left + 1]:
            gone.set()
            helper.join()
    assert waits == [pytest.approx(wait) for wait in ((0.0045, 0.0705), (0.003, 0.0465), (0.0015, 0.0225))]


class Source(QObject):
    shown = Signal()


class Sheet(QWidget):
    """Remembers whether there was room for others as it was painted."""

    def __init__(self, gate: FrameGate) -> None:
        super().__init__()
        self._gate = gate
        self.room: list[bool] = []

    def paintEvent(self, event: QPaintEvent) -> None:
        self.room.append(self._gate.has_room(0.0))


def test_all_that_a_signal_has_painted_is_painted_behind_a_shut_gate(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = FrameGate()
    monkeypatch.setattr(module, "GATE", gate)
    monkeypatch.setattr(module, "_LONGEST_S", 3600.0)
    source, sheet = Source(), Sheet(gate)
    watch = FrameWatch(source.shown, parent=sheet)
    qtbot.addWidget(sheet)
    source.shown.connect(sheet.update)
    with qtbot.waitExposed(sheet):
        sheet.show()
    qtbot.waitUntil(lambda: bool(sheet.room))
    sheet.room.clear()
    source.shown.emit()
    assert not gate.has_room(0.0)
    qtbot.waitUntil(lambda: bool(sheet.room))
    assert sheet.room == [False]
    qtbot.waitUntil(lambda: gate.has_room(0.0))
    assert watch.parent() is sheet
