"""A student who sees nothing: points placed by key, a learner chosen, the run gone through, all read over AT-SPI."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from core import RunSpec, load, train
from core.explain import why
from core.numbers.numerals import at_most, counted
from core.run import Run
from tests.end_to_end.desktop import PATIENCE_S, Desktop, eventually
from tools.system_libraries import can_listen

READER = Path(__file__).with_name("screen_reader.py")
SYSTEM_PYTHON, LAUNCHERS = (
    "/usr/bin/python3",
    ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher"),
)

_PATIENT_S = 30.0
"""How long it is waited for what comes of a key, before it is pressed again."""
_OF_QT = b"AtSpiAdaptor::applicationInterface does not implement"
"""What Qt says of a question of AT-SPI that it does not know."""


@dataclass
class Listener:
    """What listens to the program in place of a person, by the accessible tree and the announcements alone."""

    process: subprocess.Popen[str]

    def ask(self, what: str) -> Any:
        """The answer of the screen reader."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{what}\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def tree(self) -> list[dict[str, Any]]:
        """Every element that is seen."""
        return [element for element in self.ask("tree") if "showing" in element["states"]]

    def names(self, role: str, within: str = "") -> list[str]:
        """Of all elements of a role in one of that name."""
        return [
            each["name"] for each in self.tree() if each["role"] == role and (not within or within in each["within"])
        ]

    def summary(self) -> str:
        """What is said of the canvas as a whole."""
        return next((str(each["description"]) for each in self.tree() if each["name"] == "Canvas"), "")

    def heard(self) -> list[str]:
        """What was announced since the last question."""
        return [str(sentence) for sentence in self.ask("heard")]


@pytest.fixture
def listener(desktop: Desktop) -> Iterator[Listener]:
    """A session bus with AT-SPI on the desktop, and a screen reader on it; what is missing fails, and says what."""
    launcher = next(filter(Path.exists, map(Path, LAUNCHERS)), None)
    assert launcher is not None, "at-spi2-core is not installed: `tools/system_libraries.py test` does it"
    assert can_listen(), "gir1.2-atspi-2.0 and python3-gi are not installed: `tools/system_libraries.py test` does it"
    assert shutil.which("dbus-daemon"), "dbus is not installed: `tools/system_libraries.py test` does it"
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address"],
        env=desktop.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert bus.stdout is not None
    desktop.environment |= {
        "DBUS_SESSION_BUS_ADDRESS": bus.stdout.readline().strip(),
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
    }
    quiet: Any = {"env": desktop.environment, "stderr": subprocess.DEVNULL}
    spirits = subprocess.Popen([launcher, "--launch-immediately"], **quiet)
    reader = subprocess.Popen(
        [SYSTEM_PYTHON, READER, "perceptron"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **quiet
    )
    yield Listener(reader)
    for process in (reader, spirits, bus):
        process.terminate()
        process.communicate()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="AT-SPI is of Linux")
def test_four_points_are_placed_learned_and_read_by_ear_and_key_alone(
    desktop: Desktop, listener: Listener, tmp_path: Path
) -> None:
    points = tmp_path / "points.csv"
    points.write_text("x1,x2,label\n")
    program = desktop.program(points)
    try:
        desktop.find("points.csv")
        eventually(lambda: listener.summary() == "No examples yet", "the empty canvas is told")
        place_four_points(desktop, listener)
        desktop.key("ctrl+s")
        eventually(lambda: desktop.title == "points.csv — Perceptron", "the points are saved")
        dataset = load(points)
        assert dataset.y.tolist() == [1, 1, -1, -1]

        press(desktop, lambda: "combo box" in focused(listener), "Escape", "alt+l")
        press(desktop, lambda: "Averaged perceptron, cyclic order" in listener.summary(), "Down")
        check_what_is_read(desktop, listener, train(dataset, RunSpec("averaged")))
        focusable = [each for each in listener.tree() if "focusable" in each["states"]]
        assert len(focusable) > 60
        assert [each for each in focusable if not each["name"]] == []
        desktop.key("ctrl+s", "ctrl+q")
        assert program.wait(PATIENCE_S) == 0
        assert program.stderr is not None
        strange = [line for line in program.stderr.read().splitlines() if not line.startswith(_OF_QT)]
        assert not strange, strange
    finally:
        program.kill()
        program.communicate()


def place_four_points(desktop: Desktop, listener: Listener) -> None:
    """Two ○ above, two × below; one more is placed and deleted, and each is heard where it comes to be."""
    for count, (tool, moves) in enumerate((("p", "Up"), ("p", "Up Right"), ("n", "Down"), ("n", "Down Left")), 1):
        desktop.key(tool)
        press(desktop, partial(has_examples, listener, count), "Insert")
        desktop.key(*(key for key in moves.split() for _ in range(10)))
    eventually(lambda: any(sentence.startswith("× 4 at −") for sentence in listener.heard()), "its place is heard")
    press(desktop, lambda: any(sentence.startswith("× 5 at 0, 0") for sentence in listener.heard()), "Insert")
    press(desktop, lambda: "4 examples" in listener.heard(), "Delete")
    press(desktop, lambda: [name[:3] for name in chosen(listener)] == ["× 4"], "Escape", "alt+Right")
    press(desktop, lambda: not chosen(listener), "Escape")


def press(desktop: Desktop, come: Callable[[], bool], *keys: str) -> None:
    """Press keys until something has come of it: those that Qt asks AT-SPI about may be lost on a busy machine.

    Where the key is lost that Alt was held for, Alt opens the menu bar: Escape before it closes that.
    """
    deadline = time.monotonic() + PATIENCE_S
    while True:
        desktop.key(*keys)
        tried = time.monotonic() + _PATIENT_S
        while time.monotonic() < tried:
            if come():
                return
        assert time.monotonic() < deadline, f"nothing came of {keys}"


def has_examples(listener: Listener, count: int) -> bool:
    """Whether so many are told."""
    return len(listener.names("list item", "Canvas")) == count


def focused(listener: Listener) -> list[str]:
    """The roles of what has the focus."""
    return [str(each["role"]) for each in listener.tree() if "focused" in each["states"]]


def chosen(listener: Listener) -> list[str]:
    """The examples that have the focus."""
    found = (each for each in listener.tree() if "Canvas" in each["within"] and "focused" in each["states"])
    return [str(each["name"]) for each in found]


def check_what_is_read(desktop: Desktop, listener: Listener, run: Run) -> None:
    """One step back from the end: k, the bound, ‖w‖² and what the step did, as the run has them."""
    state = run.history.at_example(run.history.example_of(run.updates))
    press(
        desktop, lambda: bool(listener.names("list", "Theory")), "Escape", "alt+v", "h", "n"
    )  # View ▸ Theorem ▸ Numbers
    press(desktop, lambda: any("Converged" in sentence for sentence in listener.heard()), "End")
    heard: list[list[str]] = []

    def spoken() -> bool:
        heard.append(listener.heard())
        return bool(heard[-1])

    press(desktop, spoken, "Left")
    assert heard[-1] == [why(run, state)]
    assert run.margin.bound_at_most is not None
    headline = f"{run.updates} of {counted(run.updates, 'update')} at most {at_most(run.margin.bound_at_most)}"
    assert headline in listener.names("label")
    rows = listener.names("list item", "Rows of the theorem")
    assert len(rows) == len(run.inequalities(state))
    assert any("‖w‖²" in row for row in rows)
    for row, told in zip(run.inequalities(state), rows, strict=True):
        left, right = row.written
        assert told == f"{row.formula}: {left} {row.relation} {right}, {row.verdict}"
