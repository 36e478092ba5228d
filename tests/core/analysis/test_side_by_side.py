"""Work on many things at once: in their order, and nothing is under way once it ends."""

from __future__ import annotations

import threading
import time
from itertools import count

import pytest

from core.analysis.experiments.orders import side_by_side
from core.errors import Cancelled, CancelledError, InputError, never
from tests.patience import patiently


def test_things_are_told_in_their_order_however_long_each_takes() -> None:
    gates = [threading.Event() for _ in range(40)]

    def work(place: int, cancelled: Cancelled) -> int:
        """The second of two is done before the first."""
        if place % 2:
            gates[place - 1].set()
        else:
            gates[place].wait(0.05)
        return place

    assert list(side_by_side(work, range(40), never)) == list(range(40))


def test_what_is_under_way_ends_at_once_when_it_is_called_off_or_nobody_asks_for_more() -> None:
    began, ended = threading.Semaphore(0), threading.Semaphore(0)

    def work(thing: int, cancelled: Cancelled) -> int:
        if not thing:
            return thing
        began.release()
        for _ in patiently(cancelled):
            time.sleep(0.001)
        ended.release()
        raise CancelledError

    called_off: list[bool] = []
    for asked_for in (False, True):
        found = side_by_side(work, count(), lambda: bool(called_off))
        assert next(found) == 0
        began.acquire()
        if asked_for:
            called_off.append(True)
            with pytest.raises(CancelledError):
                next(found)
        else:
            del found
        assert ended.acquire(timeout=10)
        assert not [thread for thread in threading.enumerate() if thread.name.startswith("side by side")]


def test_what_goes_wrong_with_one_thing_is_raised_in_its_turn() -> None:
    def work(thing: int, cancelled: Cancelled) -> int:
        if thing == 3:
            raise InputError("three")
        return thing

    found = side_by_side(work, range(9), never)
    assert [next(found) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(InputError, match="three"):
        next(found)
