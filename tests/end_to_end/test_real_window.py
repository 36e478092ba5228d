"""The program in a real X window, driven by a real mouse and keyboard: place points, play, read the numbers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from core import RunSpec, load, train
from core.dataset import FloatArray
from perceptron_gui.look.summary_text import numbers_as_text

_MAIN = Path(__file__).resolve().parents[2] / "main.py"
_PATIENCE_S = 30.0
_READ_CLIPBOARD = (
    "import sys; from PySide6.QtGui import QGuiApplication; a = QGuiApplication(['read']); "
    "sys.stdout.buffer.write(a.clipboard().text().encode())"
)
_MISSING = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]

pytestmark = pytest.mark.skipif(bool(_MISSING), reason=f"not installed: {', '.join(_MISSING)}")


def eventually(condition: Callable[[], bool], what: str) -> None:
    """Wait until it is so; fails after half a minute."""
    deadline = time.monotonic() + _PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, f"this never came true: {what}"
        time.sleep(0.1)


@dataclass
class Desktop:
    """A screen of its own, with the program's window on it."""

    environment: dict[str, str]
    window: str = ""

    def run(self, *command: str) -> str:
        """The output of a command on this screen."""
        done = subprocess.run(command, env=self.environment, capture_output=True, check=True, timeout=_PATIENCE_S)
        return done.stdout.decode()

    def find(self, name: str) -> None:
        """Wait for the window whose title begins so, and give it the keyboard."""

        def found() -> bool:
            search = ["xdotool", "search", "--onlyvisible", "--name", f"^{name}"]
            done = subprocess.run(search, env=self.environment, capture_output=True, text=True, check=False)
            self.window = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""
            return bool(self.window)

        eventually(found, f"a window called {name}")
        self.run("xdotool", "windowfocus", "--sync", self.window)

    @property
    def title(self) -> str:
        """The window's title."""
        return self.run("xdotool", "getwindowname", self.window).strip()

    def key(self, *keys: str) -> None:
        """Press keys, one after another."""
        for key in keys:
            self.run("xdotool", "key", "--clearmodifiers", key)
            time.sleep(0.05)

    def click(self, x: int, y: int, button: int = 1) -> None:
        """Click at a place of the screen."""
        self.run("xdotool", "mousemove", str(x), str(y))
        time.sleep(0.05)
        self.run("xdotool", "click", str(button))
        time.sleep(0.05)

    def drag(self, start: tuple[int, int], end: tuple[int, int], steps: int = 6) -> None:
        """Press, move, release."""
        self.run("xdotool", "mousemove", *map(str, start), "mousedown", "1")
        for step in range(1, steps + 1):
            place = (round(a + (b - a) * step / steps) for a, b in zip(start, end, strict=True))
            self.run("xdotool", "mousemove", *map(str, place))
            time.sleep(0.05)
        self.run("xdotool", "mouseup", "1")

    def copied(self) -> str:
        """What the program puts on the clipboard as its numbers."""
        self.key("ctrl+shift+c")
        return self.run(sys.executable, "-c", _READ_CLIPBOARD)


@pytest.fixture
def screen() -> Iterator[str]:
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as number:
        name = f":{number.readline().strip()}"
    yield name
    server.terminate()
    server.wait()


@pytest.fixture
def desktop(screen: str, tmp_path: Path) -> Desktop:
    folders = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR")
    homes = {name: str(tmp_path / name.lower()) for name in folders}
    for home in homes.values():
        Path(home).mkdir(mode=0o700)
    rest = {"PATH": os.environ["PATH"], "DISPLAY": screen, "QT_QPA_PLATFORM": "xcb", "LANG": "C.UTF-8"}
    return Desktop({**homes, **rest})


def test_points_placed_by_mouse_are_learned_and_the_numbers_are_right(desktop: Desktop, tmp_path: Path) -> None:
    points = tmp_path / "points.csv"
    points.write_text("x1,x2,label\n")
    program = subprocess.Popen([sys.executable, _MAIN, points], env=desktop.environment, stderr=subprocess.PIPE)
    try:
        desktop.find("points.csv")
        positive, negative = place_points(desktop)
        assert desktop.title == "points.csv* — Perceptron"

        desktop.key("alt+o", "Down")  # order: shuffled
        desktop.key("ctrl+s")
        eventually(lambda: desktop.title == "points.csv — Perceptron", "the points are saved")
        dataset = load(points)
        assert dataset.y.tolist() == [1] * len(positive) + [-1] * len(negative)
        assert_in_place(dataset.X, [*positive, *negative])

        run = train(dataset, RunSpec(order="shuffled"))
        assert run.converged
        expected = numbers_as_text(run, run.history.seek(run.updates))
        desktop.key("plus", "plus", "plus", "space")
        eventually(lambda: desktop.copied().splitlines()[:1] == expected.splitlines()[:1], "it has played to the end")
        desktop.key("End")
        final = numbers_as_text(run, run.history.at_example(run.history.examples))
        assert desktop.copied() == final

        desktop.key("Home", "Right", "Right")
        assert desktop.copied() == numbers_as_text(run, run.history.seek(2))

        desktop.key("ctrl+z")
        assert desktop.title == "points.csv* — Perceptron"
        desktop.key("ctrl+shift+z", "ctrl+q")
        assert program.wait(_PATIENCE_S) == 0
        assert program.stderr is not None
        assert program.stderr.read() == b""
        assert load(points).same_as(dataset)
    finally:
        program.kill()
        program.communicate()


def place_points(desktop: Desktop) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """○ above a slanted line, × below it, each by its tool; one is dragged to its place."""
    positive = [(200, 150), (350, 180), (500, 140), (650, 250), (300, 260)]
    negative = [(180, 480), (330, 560), (480, 520), (620, 600), (420, 470)]
    for tool, places in (("p", positive), ("n", negative)):
        desktop.key(tool)
        for place in places:
            desktop.click(*place)
    desktop.key("s")
    desktop.drag(positive[-1], (260, 330))
    return [*positive[:-1], (260, 330)], negative


def assert_in_place(X: FloatArray, pixels: list[tuple[int, int]]) -> None:
    """Every point lies where the mouse put it, to about a pixel: coordinates are a linear map of pixels."""
    for values, places in zip(X.T, np.array(pixels, float).T, strict=True):
        scale, offset = np.polyfit(places, values, 1)
        assert np.abs((values - offset) / scale - places).max() < 1.5
