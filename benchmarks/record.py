"""What recording a million updates costs, and how soon any of them can be shown again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from time import perf_counter

from benchmarks.data import overlapping
from benchmarks.report import Figure, best_of, met, percentile
from core import RunSpec, train

_UPDATES = 1_000_000
_FRAME = 1 / 60


def figures() -> Iterator[Figure]:
    """Yield bytes an update and seek time."""
    dataset = overlapping(10_000, 0.25)
    spec = RunSpec(max_epochs=10_000, max_updates=_UPDATES)
    run = train(dataset, spec)
    each = run.history.nbytes / len(run.history)
    yield Figure(f"memory an update, {len(run.history):,} recorded", f"{each:.2f} bytes", "≤ 3", met(each <= 3))

    seconds = []
    for k in random.Random(0).sample(range(_UPDATES + 1), 2000):
        started = perf_counter()
        run.history.seek(k)
        seconds.append(perf_counter() - started)
    slow = percentile(seconds, 0.99)
    (replay,) = best_of(1, lambda: train(dataset, spec))
    text = f"{slow * 1e3:.3f} ms, {slow / _FRAME:.2%} of a frame"
    yield Figure("seek to any of them, 99th percentile", text, "< a frame", met(slow < _FRAME))
    yield Figure("the same by running again", f"{replay / slow:,.0f} × as long")
