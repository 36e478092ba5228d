"""What is no file, in the place of one that the window writes or reads: it is refused, and nobody waits for it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.datasets.dataset import Dataset
from core.errors import InputError
from core.files.session import SUFFIX, Session, write_session
from core.lessons.lesson import read_lesson
from core.lessons.lesson_files import lesson_title
from core.spec import RunSpec
from perceptron_gui.files.loading import LoadRequest
from perceptron_gui.look.card import Severity
from perceptron_gui.panels.compare.panel import ComparePanel
from perceptron_gui.window.main_window import MainWindow
from tests.gui.conftest import POINTS, Desk
from tests.gui.hands import place_one
from tests.places import MAIN

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a pipe that has a name is asked for")

REFUSED = "this is a pipe; choose a file"
EXPORTS = {
    "export_picture": ".png",
    "export_film": ".gif",
    "export_report": ".html",
    "export_player": ".play.html",
    "export_solution": ".html",
    "export_trace": ".csv",
}


@contextmanager
def pipe_read(path: Path) -> Iterator[Path]:
    """A pipe with a reader, without which a writer would wait for ever."""
    with pipe_between(path, ["cat", str(path)]):
        yield path


@contextmanager
def pipe_between(path: Path, program: list[str]) -> Iterator[None]:
    """A pipe with a program at its other end."""
    os.mkfifo(path)
    other = subprocess.Popen(program, stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        other.kill()
        other.wait()


def told(window: MainWindow) -> str:
    """What the window complains of."""
    assert window.notice.severity is Severity.ERROR
    return window.notice.text


@pytest.mark.parametrize("suffix", [".csv", SUFFIX])
def test_points_are_saved_into_no_pipe(desk: Desk, tmp_path: Path, suffix: str) -> None:
    window = desk.open()
    place_one(window)
    with pipe_read(tmp_path / f"pipe{suffix}") as pipe:
        desk.answers.to_save = pipe
        window.actions_["save_as"].trigger()
        assert told(window) == f"{pipe}: {REFUSED}"
    assert window.document.path is None
    assert window.isWindowModified()


@pytest.mark.slow
def test_nothing_is_exported_into_a_pipe(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "points.csv").write_text(POINTS)
    window = desk.open(LoadRequest(tmp_path / "points.csv"))
    for action, suffix in EXPORTS.items():
        window.notice.close_notice()
        with pipe_read(tmp_path / f"{action}{suffix}") as pipe:
            desk.answers.to_save = pipe
            window.actions_[action].trigger()
            desk.qtbot.waitUntil(lambda: not window.parts.exports.job.running)
            assert told(window) == f"{pipe}: {REFUSED}"


def test_no_comparison_is_saved_into_a_pipe(desk: Desk, tmp_path: Path) -> None:
    window = desk.open()
    window.panel.turn_to("Compare")
    panel = window.panel.panel
    assert isinstance(panel, ComparePanel)
    panel.ready()
    desk.qtbot.waitUntil(panel.saving.isEnabled)
    with pipe_read(tmp_path / "pipe.csv") as pipe, pytest.raises(InputError, match=REFUSED):
        panel.saving.write(pipe)


def test_a_pipe_among_the_notes_of_unsaved_work_keeps_nobody_waiting(desk: Desk) -> None:
    desk.unsaved_folder.mkdir()
    copy = desk.unsaved_folder / f"abc{SUFFIX}"
    write_session(Session(Dataset([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [1, -1, 1]), RunSpec()), copy)
    note = copy.with_suffix(".json")
    said = json.dumps({"path": str(desk.folder / "points.csv"), "stamp": None, "whole": False})
    with pipe_between(note, ["sh", "-c", 'echo "$1" > "$0"', str(note), said]):
        window = desk.open()
    assert window.document.dataset.n == 3
    assert window.document.path is None


def test_a_pipe_is_no_lesson(tmp_path: Path) -> None:
    path = tmp_path / "07_pipes.toml"
    with pipe_between(path, ["sh", "-c", 'while echo "title = 1" > "$0"; do sleep 0.02; done', str(path)]):
        assert lesson_title(path) == "Pipes"
        with pytest.raises(InputError, match=REFUSED):
            read_lesson(path)


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [("-m", "core", "--trace"), (str(MAIN), "--export")], ids=["trace", "picture"])
def test_the_command_line_writes_into_a_pipe(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    points, pipe = tmp_path / "points.csv", tmp_path / "pipe.png"
    points.write_text(POINTS)
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        program, option = arguments[:-1], arguments[-1]
        command = [sys.executable, *program, str(points), option, str(pipe)]
        done = subprocess.run(command, cwd=MAIN.parent, capture_output=True, check=False, timeout=60)
        got, _ = reader.communicate(timeout=10)
    assert (done.returncode, done.stderr) == (0, b"")
    assert got.startswith((b"update,", b"\x89PNG"))
