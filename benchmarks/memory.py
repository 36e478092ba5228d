"""Peak memory of a program that records a run of ten million updates, against one that only loads the package."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from benchmarks.report import Figure, met

_UPDATES = 10_000_000
_AIM_MB = 300
_IDLE = """
import core
"""
_RUN = f"""
from benchmarks.data import overlapping
from core import RunSpec, train
run = train(overlapping(10_000, 0.25), RunSpec(max_epochs=10**6, max_updates={_UPDATES}))
assert run.updates == {_UPDATES}
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
    idle, peak = peak_mb(_IDLE), peak_mb(_RUN)
    text = f"{peak:.0f} MB, {idle:.0f} MB of them without a run"
    yield Figure(f"peak memory, {_UPDATES:,} updates recorded", text, f"≤ {_AIM_MB} MB", met(peak <= _AIM_MB))
    yield Figure("the same an update", f"{(peak - idle) * 1e6 / _UPDATES:.1f} bytes")


def peak_mb(program: str) -> float:
    """All the memory that a Python program takes at its peak."""
    done = subprocess.run([sys.executable, "-c", program + _PEAK], check=True, capture_output=True, text=True)
    return int(done.stdout) / 1e6
