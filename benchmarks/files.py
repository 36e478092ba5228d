"""Reading a million examples: speed against numpy's own reader, memory, and how long the window is away meanwhile."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter

import numpy as np
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget

from benchmarks import desk
from benchmarks.data import overlapping
from benchmarks.memory import peak_mb
from benchmarks.report import Figure, best_of, met
from core import files
from core.files.formats import FORMATS
from perceptron_gui.files.loading import FileWork, LoadOutcome, LoadRequest, load_outcome
from perceptron_gui.window.main_window import MainWindow

_N = 1_000_000
_WHY_PAUSE = "the file, the run and one painting of a million examples, where they come in a row with no event between"
_AIM, _AIM_MEMORY, _AIM_MS = 1, 3, 50
_READ = """
import sys
from core import files
files.load(sys.argv[1]) if len(sys.argv) > 1 else None
"""


def figures() -> Iterator[Figure]:
    """Yield one file of each format, made anew from unit normals with all their digits."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = {suffix: folder / f"data{suffix}" for suffix in (".csv", ".svm", ".arff")}
        dataset = overlapping(_N, 0.25)
        for path in paths.values():
            files.write(dataset, path)
        small = folder / "small.csv"
        files.write(overlapping(_N // 10, 0.25), small)
        yield from _speed(paths, small)
        yield _memory(paths[".csv"])
        yield from _pauses(paths[".csv"])


def _speed(paths: dict[str, Path], small: Path) -> Iterator[Figure]:
    path = paths[".csv"]
    ours, theirs, tenth = best_of(
        3,
        lambda: files.load(path),
        lambda: np.loadtxt(path, delimiter=",", skiprows=1),
        lambda: files.load(small),
    )
    megabytes = path.stat().st_size / 1e6
    text = f"{megabytes / ours:.0f} MB/s, {theirs / ours:.2f} × numpy.loadtxt"
    yield Figure("10⁶ × 2 CSV", text, f"≥ {_AIM} ×", met(theirs >= _AIM * ours))
    yield Figure("the same, ten times the rows", f"{ours / tenth:.1f} × the time")
    for suffix in (s for s in paths if FORMATS[s] is not FORMATS[".csv"]):
        (seconds,) = best_of(1, partial(files.load, paths[suffix]))
        yield Figure(f"the same as {suffix}", f"{theirs / seconds:.2f} × numpy.loadtxt on the CSV")


def _memory(path: Path) -> Figure:
    if sys.platform == "win32":
        return Figure("peak memory", "not measured on Windows")
    idle, peak = (peak_mb(program) for program in (_READ, f"import sys; sys.argv.append({str(path)!r})\n{_READ}"))
    share = (peak - idle) * 1e6 / path.stat().st_size
    text = f"{peak - idle:.0f} MB, {share:.2f} × the file"
    return Figure(
        "10⁶ × 2 CSV, peak memory above an idle program", text, f"≤ {_AIM_MEMORY} ×", met(share <= _AIM_MEMORY)
    )


def _pauses(path: Path) -> Iterator[Figure]:
    with desk.window() as window:
        desk.settle(window)  # its own first picture is no pause of the reading
        yield _pause("the window's longest pause while 10⁶ examples are read", _read_alone(path))
        yield _pause("the same, shown and run to its end too", _opened(window, path), _WHY_PAUSE)


def _pause(what: str, milliseconds: float, reason: str = "") -> Figure:
    return Figure(what, f"{milliseconds:.0f} ms", f"≤ {_AIM_MS} ms", met(milliseconds <= _AIM_MS), reason)


def _read_alone(path: Path) -> float:
    parent = QWidget()
    parent.show()
    reader = FileWork(parent, "Reading", load_outcome)
    heard: list[LoadOutcome] = []
    reader.finished.connect(heard.append)
    reader.begin(LoadRequest(path), path)
    longest = _longest_gap(lambda: bool(heard))
    reader.shut_down()
    return longest


def _opened(window: MainWindow, path: Path) -> float:
    window.files.open_path(path)
    return _longest_gap(
        lambda: window.document.dataset.n == _N and not (window.runner.running or window.runner.seeking)
    )


def _longest_gap(until: Callable[[], bool]) -> float:
    """Return the longest time in milliseconds between two beats of a timer that would beat every millisecond."""
    longest, beat = 0.0, perf_counter()

    def on_beat() -> None:
        nonlocal longest, beat
        now = perf_counter()
        longest, beat = max(longest, now - beat), now

    timer = QTimer(interval=1)
    timer.timeout.connect(on_beat)
    timer.start()
    desk.wait_until(until)
    QApplication.processEvents()
    on_beat()
    timer.stop()
    return longest * 1000
