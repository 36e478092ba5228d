"""Waiting in a thread for what a fault might keep from ever coming: the test fails then, and does not hang."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

_PATIENCE_S = 10.0


def patiently(over: Callable[[], bool]) -> Iterator[None]:
    """Yield again and again until it is `over`. Raises TimeoutError after ten seconds."""
    deadline = time.monotonic() + _PATIENCE_S
    while not over():
        if time.monotonic() > deadline:
            raise TimeoutError("it is never over")
        yield
