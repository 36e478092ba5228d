"""What a person waits for at the command line: films of a run, and many runs; with the start of Python."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from benchmarks.data import overlapping
from benchmarks.report import Figure, met
from core.files import write
from core.resources import resource

_PICTURES = 200
_VOTE = ("--learner", "voted", "--order", "shuffled", "--max-updates", "40000", "--max-epochs", "100000")


def figures() -> Iterator[Figure]:
    """Yield two films, then the runs in a thousand orders."""
    iris = str(resource("datasets", "iris_setosa_versicolor.csv"))
    with tempfile.TemporaryDirectory() as folder:
        film, data = str(Path(folder, "run.gif")), str(Path(folder, "overlapping.csv"))
        write(overlapping(400, 0.5), data)
        told = f"film of {_PICTURES} pictures"
        yield _job(f"{told}, setosa and versicolor", 6.0, "main.py", iris, "--export", film)
        yield _job(f"{told}, a vote of 40,000 updates", 15.0, "main.py", data, *_VOTE, "--export", film)
    yield _job("1,000 orders of setosa and versicolor", 1.5, "-m", "core", "experiment", "orders", iris)


def _job(what: str, aim: float, *arguments: str) -> Figure:
    """Return the seconds and the processors' seconds of a job; these are those of all threads."""
    before, started = os.times(), perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    seconds, after = perf_counter() - started, os.times()
    worked = after.children_user + after.children_system - before.children_user - before.children_system
    text = f"{seconds:.1f} s ({worked:.1f} s of processors)"
    return Figure(what, text, f"≤ {aim:g} s", met(seconds <= aim))
