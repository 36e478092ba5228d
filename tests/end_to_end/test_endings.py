"""However the program ends, at most the last two seconds of work are lost."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest

from core import load, read_session
from core.datasets.dataset import Dataset
from core.files.disk import stamp_of
from tests.end_to_end.desktop import PATIENCE_S, Desktop, eventually, home
from tests.gui.program.a_program import without_what_qt_lacks
from tests.places import MAIN

MOST_LOST_S = 2.0
KILLS, DEATHS = 8, 3
_EDIT_S = 0.1
_BUSY = f"""
import os, sys, time
from PySide6.QtCore import QTimer
from core.lessons.lesson_files import lesson_files
from perceptron_gui.program import application
from perceptron_gui.model.document import editing
from perceptron_gui.window.main_window import MainWindow
from perceptron_gui.program.command_line import main

class Busy(MainWindow):
    def begin(self, *asked, **more):
        super().begin(*asked, **more)
        self.edits = QTimer(self)
        self.edits.timeout.connect(self.place)
        self.edits.start({round(_EDIT_S * 1000)})
        if "LEARNS" in os.environ:
            self.files.lesson_asked.emit(lesson_files()[0])

    def place(self):
        editing.place(self.document, (float(self.document.dataset.n), 0.5), 1)
        if "SAVES" in os.environ:
            self.files.save()
        print(self.document.dataset.n, time.monotonic(), flush=True)

    def leave(self):
        self.edits.stop()  # nobody places a point in a window that is gone
        super().leave()

application.MainWindow = Busy
sys.exit(main(sys.argv[1:]))
"""
"""A person who places a point ten times a second, saves each or has a lesson open if asked to, and says so."""


def unsaved_folder(environment: dict[str, str]) -> Path:
    return Path(environment["XDG_DATA_HOME"], "perceptron", "unsaved")


def left_over(environment: dict[str, str]) -> list[Dataset]:
    """What the next window would find."""
    return [read_session(copy).dataset for copy in unsaved_folder(environment).glob("*.perceptron")]


def place_until_kept(screen: Desktop, before: int) -> int:
    """Place points until the copy has more than `before`; how many it has then. A key is lost on a busy machine."""

    def kept() -> bool:
        screen.key("p")
        screen.click(300 + 20 * before, 300)
        deadline = time.monotonic() + 2 * MOST_LOST_S
        while time.monotonic() < deadline:
            if any(left.n > before for left in left_over(screen.environment)):
                return True
            time.sleep(0.1)
        return False

    eventually(kept, "a point that was placed is kept")
    return max(left.n for left in left_over(screen.environment))


class Busy:
    """The program without a screen, while somebody works."""

    def __init__(self, folder: Path, points: Path, **environment: str) -> None:
        usual = {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(MAIN.parent)}
        self.environment = {**home(folder), **usual, **environment}
        self._process = subprocess.Popen(
            [sys.executable, "-c", _BUSY, points],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        self._first = self._process.stdout.readline()

    def end(self, number: signal.Signals, after_s: float) -> tuple[int, str, list[tuple[int, float]], float]:
        """Its exit code, what it complained of, how many points it had when, and when the end came."""
        time.sleep(after_s)
        self._process.send_signal(number)
        ended = time.monotonic()
        output, errors = self._process.communicate(timeout=PATIENCE_S)
        lines = [line.split() for line in (self._first + output).splitlines()]
        return self._process.returncode, errors, [(int(n), float(at)) for n, at in lines], ended


@pytest.fixture
def points(tmp_path: Path) -> Path:
    path = tmp_path / "points.csv"
    path.write_text("a,b,label\n1,2,1\n3,4,-1\n")
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_program_that_is_told_to_end_keeps_every_point(number: signal.Signals, tmp_path: Path, points: Path) -> None:
    before = points.read_bytes()
    busy = Busy(tmp_path, points)
    code, errors, edits, _ = busy.end(number, after_s=0.5)
    assert (code, without_what_qt_lacks(errors)) == (128 + number, "")
    (left,) = left_over(busy.environment)
    assert left.n == edits[-1][0]
    assert points.read_bytes() == before


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_program_that_is_told_to_end_while_a_lesson_leads_ends_in_order(tmp_path: Path, points: Path) -> None:
    busy = Busy(tmp_path, points, LEARNS="1")
    code, errors, edits, _ = busy.end(signal.SIGTERM, after_s=0.5)
    assert (code, without_what_qt_lacks(errors)) == (128 + signal.SIGTERM, "")
    (left,) = left_over(busy.environment)
    assert left.n == edits[-1][0]


@pytest.mark.slow
def test_a_program_killed_at_any_moment_loses_two_seconds_at_most(tmp_path: Path, points: Path) -> None:
    """Of four persons at a time: most of it is waiting."""

    def lost(seed: int) -> int:
        """How many points a person loses that were placed more than two seconds before."""
        folder = tmp_path / str(seed)
        folder.mkdir()
        busy = Busy(folder, points)
        _, _, edits, ended = busy.end(signal.SIGKILL, after_s=random.Random(seed).uniform(0.0, 5.0))
        times = [at for _, at in edits]
        stalls = max((b - a for a, b in pairwise(times)), default=0.0)  # the machine has other work too
        due = [n for n, at in edits if at < ended - MOST_LOST_S - stalls]
        kept = max((left.n for left in left_over(busy.environment)), default=2)
        return max(0, max(due, default=2) - kept)

    with ThreadPoolExecutor(4) as people:
        assert list(people.map(lost, range(KILLS))) == [0] * KILLS
    assert load(points).n == 2


@pytest.mark.slow
def test_a_program_killed_while_it_saves_loses_nothing_that_was_saved(tmp_path: Path) -> None:
    def lost(seed: int) -> int:
        """How many points are not in the file that the program had said to be there; the file is whole."""
        folder = tmp_path / str(seed)
        folder.mkdir()
        points = folder / "points.csv"
        points.write_text("a,b,label\n1,2,1\n3,4,-1\n")
        busy = Busy(folder, points, SAVES="1")
        _, _, edits, _ = busy.end(signal.SIGKILL, after_s=random.Random(seed).uniform(0.0, 1.0))
        assert [left.n for left in left_over(busy.environment)] in ([], [load(points).n], [load(points).n + 1])
        return max(0, max(n for n, _ in edits) - load(points).n)

    with ThreadPoolExecutor(4) as people:
        assert list(people.map(lost, range(KILLS))) == [0] * KILLS


@pytest.mark.slow
def test_points_survive_the_death_of_the_screen(desktop: Desktop, tmp_path: Path, points: Path) -> None:
    original, kept = stamp_of(points), 2
    for number in range(DEATHS):
        screen = Desktop.start(tmp_path) if number else desktop
        program = screen.program(points)
        try:
            screen.find("points.csv")
            kept = place_until_kept(screen, kept)
            screen.stop()
            assert program.wait(PATIENCE_S) == 1  # in order, and not by an abort
        finally:
            program.kill()
            program.communicate()
            screen.stop()
        (left,) = left_over(screen.environment)
        assert left.n >= kept
        kept = left.n
    assert stamp_of(points) == original


@pytest.mark.slow
def test_asking_for_a_screen_does_not_make_it_start_anew(desktop: Desktop, tmp_path: Path) -> None:
    screen = Desktop.start(tmp_path, resets=True)
    try:
        imported = "from perceptron_gui.program.command_line import why_no_screen"
        asked = f"{imported}; print({{why_no_screen() for _ in range(100)}})"
        assert screen.run(sys.executable, "-c", asked) == "{None}\n"
    finally:
        screen.stop()
