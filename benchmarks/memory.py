"""Peak memory of a program that records a long run, against one that only loads the package; and of the window."""

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
_WINDOW_LENGTHS = {("standard", "cyclic"): 10**8, ("averaged", "cyclic"): 10**8, ("standard", "shuffled"): 10**8}
_WINDOW_LENGTHS |= {("pocket", "random"): 10**8}
"""Updates; the pocket, which counts the mistakes of its vectors, takes five minutes for them."""
_WINDOW = """
from perceptron_gui.program.sharing import importing
with importing():
    from perceptron_gui.program import command_line
from benchmarks import desk
from benchmarks.data import overlapping
from core.spec import RunSpec
with desk.window() as window:
    window.resize(1280, 800)
    window.panel.turn_to("Theory")
    spec = RunSpec("{learner}", order="{order}", max_epochs=10**9, max_updates={updates})
    desk.show_run(window, overlapping(200, 0.5), spec, seconds=3_600)
    assert window.player.run.updates == {updates}
    for update in ({updates} // 2, {updates}):
        window.player.go_to_update(update)
        desk.settle(window)
"""
"""As the program makes it, with nothing imported that it does not."""
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
    """Yield the memory of the process: interpreter, numpy, data, engine and record."""
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
    for (learner, order), updates in _WINDOW_LENGTHS.items():
        peak = peak_mb(_WINDOW.format(learner=learner, order=order, updates=updates))
        what = f"peak of the window, {learner}, {order}, {updates:,} updates"
        yield Figure(what, f"{peak:.0f} MB", f"≤ {_AIM_MB} MB", met(peak <= _AIM_MB))


def peak_mb(program: str) -> float:
    """Return all the memory that a Python program takes at its peak."""
    done = subprocess.run([sys.executable, "-c", program + _PEAK], check=True, capture_output=True, text=True)
    return int(done.stdout) / 1e6
