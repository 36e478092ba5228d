"""`main.py` without a window: one sentence and 2 where it cannot, 130 where it is interrupted, nothing left over."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from core.lessons.lesson_files import lesson_files
from perceptron_gui.exports.formats import FORMATS
from tests.gui.main_program import CommandLine, assert_one_line, program
from tests.gui.program.a_program import without_what_qt_lacks
from tests.partly_slow import partly_slow
from tests.places import MAIN

LESSON = lesson_files()[0]
LONG = "n" * 300
XOR = "x,y,label\n0,0,1\n1,1,1\n0,1,-1\n1,0,-1\n"
ENDLESS = ("--max-epochs", "1000000000", "--max-updates", "1000000000")

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="links, devices and /proc of Linux")


@linux
@pytest.mark.parametrize("what", ["data", "picture"])
@pytest.mark.parametrize("name", [LONG, "loop", "folder", "no/f", "file/f", "d/" * 3000 + "f"])
def test_a_name_that_leads_nowhere_is_one_sentence(
    tmp_path: Path, command_line: CommandLine, what: str, name: str
) -> None:
    Path("loop.png").symlink_to("loop.png")
    Path("folder.png").mkdir()
    Path("file").touch()
    before = sorted(tmp_path.rglob("*"))
    arguments = [f"{name}.png", "--export", "p.png"] if what == "data" else ["--export", f"{name}.png"]
    assert command_line.refused(*arguments).startswith(f"error: {name[:100]}")
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("size", ["99999x99999", "8193x600", "479x600", "600x319", "0x0", "00x"])
def test_a_size_out_of_reach_is_one_sentence(tmp_path: Path, command_line: CommandLine, size: str) -> None:
    said = command_line.refused("--export", tmp_path / "p.png", "--size", size)
    assert f"'{size}' is " in said
    assert list(tmp_path.iterdir()) == []


def test_the_smallest_picture_has_the_size_that_was_asked_for(tmp_path: Path, command_line: CommandLine) -> None:
    command_line("--export", "p.png", "--size", "480x320")
    image = QImage(str(tmp_path / "p.png"))
    assert (image.width(), image.height()) == (480, 320)


@pytest.mark.parametrize("at", [-1, 1_000_001])
def test_an_update_that_no_run_can_have_is_refused_before_it_is_made(
    tmp_path: Path, command_line: CommandLine, at: int
) -> None:
    data = tmp_path / "no.csv"  # not even looked for
    said = command_line.refused(data, "--at", at, "--export", tmp_path / "p.png")
    assert said == f"error: update {at} does not exist; enter 0 to 1000000 after --at\n"
    assert command_line.refused(data, "--at", at) == said


def test_a_picture_never_replaces_its_data(tmp_path: Path, command_line: CommandLine) -> None:
    data = tmp_path / "points.svg"
    data.write_text(XOR)
    assert "named twice" in command_line.refused(data, "--export", data)
    assert data.read_text() == XOR


@linux
def test_a_picture_for_a_full_disk_is_one_sentence(tmp_path: Path, command_line: CommandLine) -> None:
    (tmp_path / "p.png").symlink_to("/dev/full")
    assert "p.png: the disk is full" in command_line.refused("--export", "p.png")


@pytest.mark.slow
@linux
@partly_slow(
    ("arguments", "full"),
    [((), True), (("--version",), False)],
    [((), False), (("--version",), True), (("--help",), True), (("--help",), False)],
)
def test_a_full_stdout_or_one_that_nobody_reads_is_one_sentence(
    tmp_path: Path, arguments: tuple[str, ...], full: bool
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with Path("/dev/full").open("wb") as room, os.fdopen(writing, "wb") as unread:
        done = subprocess.run(
            [sys.executable, MAIN, *arguments],
            cwd=tmp_path,
            env={},
            stdout=room if full else unread,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert_one_line(done.stderr, "standard output" if full else "the output was closed")
    assert list(tmp_path.iterdir()) == []


@linux
def test_a_file_where_the_folder_for_the_results_belongs_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    done = program(cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert_one_line(done.stderr, "out: this is a file; remove it, or use --export FILE")
    assert (tmp_path / "out").read_text() == "mine"


@pytest.mark.slow
@linux
def test_where_the_folder_for_the_results_cannot_be_made_another_is_named(tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    done = program(cwd=Path("/proc"), TMPDIR=str(temporary))  # where nobody, not even root, can make a folder
    assert (done.returncode, done.stderr) == (0, "")
    (made,) = temporary.iterdir()
    assert "The folder “out” cannot be written here, so another one was used." in done.stdout
    assert sorted(path.suffix for path in made.iterdir()) == [".csv", ".png"]
    assert all(str(path) in done.stdout for path in made.iterdir())
    (tmp_path / "bad.csv").write_text("nonsense")
    assert program(tmp_path / "bad.csv", cwd=Path("/proc"), TMPDIR=str(temporary)).returncode == 2
    assert list(temporary.iterdir()) == [made]


@pytest.mark.slow
@linux
def test_a_lesson_is_put_on_paper_as_a_pdf(tmp_path: Path) -> None:
    done = program("lesson", LESSON, "--worksheet", "sheet.pdf", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "Watch it learn: 9 steps, nothing wrong.\n", "")
    sheets = sorted(tmp_path.iterdir())
    assert [sheet.name for sheet in sheets] == ["sheet-answers.pdf", "sheet.pdf"]
    assert all(sheet.read_bytes().startswith(b"%PDF") for sheet in sheets)


def test_a_lesson_is_no_picture_and_takes_no_options_of_a_run(command_line: CommandLine, tmp_path: Path) -> None:
    said = command_line.refused(LESSON, "--export", tmp_path / "p.png")
    assert "this is a lesson, and holds no examples" in said
    assert "`lesson FILE --worksheet OUT` puts it on paper" in said
    assert list(tmp_path.iterdir()) == []
    for option in (("--learner", "voted"), ("--columns", "1,2"), ("--at", "3"), ("--exit-after-first-frame",)):
        assert "leave out the options for these" in command_line.refused(LESSON, *option)


@pytest.mark.slow
@linux
@partly_slow(
    ("number", "export"),
    [(signal.SIGINT, ("--export", "p.png")), (signal.SIGTERM, ())],
    [(signal.SIGINT, ()), (signal.SIGTERM, ("--export", "p.png"))],
)
def test_an_interrupt_ends_it_without_a_word_and_leaves_nothing_behind(
    tmp_path: Path, number: signal.Signals, export: tuple[str, ...]
) -> None:
    (tmp_path / "xor.csv").write_text(XOR)
    process = subprocess.Popen(
        [sys.executable, MAIN, "xor.csv", *ENDLESS, *export],
        cwd=tmp_path,
        env={},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        while not _catches(process.pid, signal.SIGTERM) and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert (process.returncode, out, err) == (128 + number, "", "")
    assert [path.name for path in tmp_path.rglob("*")] == ["xor.csv"]


@linux
@pytest.mark.parametrize("loaded", ["_multiarray_umath", "QtCore", "QtWidgets"])
def test_ctrl_c_while_the_window_is_on_its_way_ends_it_without_a_word(tmp_path: Path, loaded: str) -> None:
    environment = {"QT_QPA_PLATFORM": "offscreen", "HOME": str(tmp_path)}
    process = subprocess.Popen(
        [sys.executable, MAIN], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        while loaded not in Path(f"/proc/{process.pid}/maps").read_text():
            assert process.poll() is None
            time.sleep(0.002)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert (process.returncode, out, err) == (128 + signal.SIGINT, "", "")


@linux
def test_without_its_libraries_one_sentence_says_what_to_do(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-S", MAIN], cwd=tmp_path, env={}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert_one_line(done.stderr, "this Python has no PySide6, pyqtgraph, numpy, PIL, daqp: `make run` starts one")


@linux
def test_what_is_installed_writes_nothing_where_there_is_no_screen(tmp_path: Path) -> None:
    """A double click starts it in a folder that nobody thinks of."""
    environment = {"PYTHONPATH": str(MAIN.parent)}
    done = subprocess.run(
        [sys.executable, "-m", "perceptron_gui"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert_one_line(done.stderr, "no window can be opened (WAYLAND_DISPLAY is not set; DISPLAY is not set)")
    assert list(tmp_path.iterdir()) == []


def _catches(process: int, number: int) -> bool:
    """Whether the program has a handler for the signal by now."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        name, _, mask = line.partition(":")
        if name == "SigCgt":
            return bool(int(mask, 16) & 1 << (number - 1))
    return False


def test_help_names_every_format_of_an_export(tmp_path: Path) -> None:
    """By hand in the command line: the table of formats needs the libraries of a screen, and help must not."""
    told = " ".join(program("--help", cwd=tmp_path).stdout.split())
    for suffix in FORMATS:
        assert suffix in told.partition("--export FILE write a")[2].partition("--show")[0]


@pytest.mark.parametrize("job", [("--exit-after-first-frame",), ("--export", "p.png"), ("--export", "r.html")])
def test_points_from_a_pipe_are_shown_like_those_of_a_file(tmp_path: Path, job: tuple[str, ...]) -> None:
    (temporary := tmp_path / "temporary").mkdir()
    places = {"HOME": str(tmp_path), "TMPDIR": str(temporary), "QT_QPA_PLATFORM": "offscreen"}
    done = program("-", *job, cwd=tmp_path, piped=XOR, **places)
    assert (done.returncode, without_what_qt_lacks(done.stderr)) == (0, "")
    assert not list(temporary.iterdir())
    assert "standard-input" not in "".join(path.read_text() for path in tmp_path.rglob("*.ini"))


def test_without_a_screen_points_from_a_pipe_make_the_same_run(tmp_path: Path) -> None:
    done = program("-", cwd=tmp_path, piped=XOR)
    assert (done.returncode, done.stderr) == (0, "")
    assert "-: 4 examples in 2 dimensions" in done.stdout
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "standard-input.png",
        "standard-input.trace.csv",
    ]
