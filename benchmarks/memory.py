"""Peak memory of a program that records a long run, against one that only loads the package."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from benchmarks.report import Figure, met

_LENGTHS = 10_000_000, 100_000_000
_ORDERS = "cyclic", "shuffled"
_AIM_MB = 300
_IDLE = """
import core
"""
_RUN = """
from benchmarks.data import overlapping
from core import RunSpec, train
run = train(overlapping(200, 0.5), RunSpec(order="{order}", max_epochs=10**9, max_updates={updates}))
assert run.updates == {updates}
run.history.seek(run.updates // 2)
"""
_PEAK = """
from pathlib import Path
import resource
status = Path("/proc/self/status")
if status.exists():
    print(1024 * int(status.read_text().split("VmHWM:")[1].split()[0]))
else:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
"""Bytes. On Linux not from getrusage: there a program inherits the peak of the one that started it."""


def figures() -> Iterator[Figure]:
    """All the memory of the process: interpreter, numpy, data, engine and record."""
    if sys.platform == "win32":
        yield Figure("peak memory", "not measured on Windows")
        return
    idle = peak_mb(_IDLE)
    for order in _ORDERS:
        for updates in _LENGTHS:
            peak = peak_mb(_RUN.format(order=order, updates=updates))
            text = f"{peak:.0f} MB, {idle:.0f} MB of them without a run"
            aim = f"≤ {_AIM_MB} MB", met(peak <= _AIM_MB)
            yield Figure(f"peak memory, {order}, {updates:,} updates recorded", text, *aim)
            yield Figure("the same an update", f"{(peak - idle) * 1e6 / updates:.1f} bytes")


def peak_mb(program: str) -> float:
    """All the memory that a Python program takes at its peak."""
    done = subprocess.run([sys.executable, "-c", program + _PEAK], check=True, capture_output=True, text=True)
    return int(done.stdout) / 1e6
