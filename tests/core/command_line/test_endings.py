"""How the headless face ends: one sentence and 2, or 130 where it is interrupted, and nothing is left over."""

from __future__ import annotations

import ctypes
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.command_line.ending import ended, fail, interruptible, say, undisturbed
from core.errors import InputError
from core.files import atomic
from tests.core.conftest import Headless
from tests.partly_slow import partly_slow
from tests.places import DATASETS, ROOT

PAIR = DATASETS / "iris_setosa_virginica.csv"
ENDLESS = ("--max-epochs", "1000000000", "--max-updates", "1000000000")

posix = pytest.mark.skipif(os.name == "nt", reason="signals, links and devices of POSIX")
unprivileged = pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nothing is refused to this user")


def python(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "core", *map(str, arguments)]


def one_sentence(done: subprocess.CompletedProcess[str]) -> str:
    """What was said, after checking that it is one line and 2 the exit code."""
    assert (done.returncode, done.stdout or "") == (2, "")
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.fixture
def xor(tmp_path: Path) -> Path:
    """Four points without a separator, so that a run ends only at its limits."""
    folder = tmp_path / "data"
    folder.mkdir()
    path = folder / "xor.csv"
    path.write_text("x,y,label\n0,0,1\n1,1,1\n0,1,-1\n1,0,-1\n")
    return path


# Files that are not to be had


LONG = "n" * 300 + ".csv"


@posix
@pytest.mark.parametrize("option", ["data", "--trace", "--predictions", "--errors", "--predict", "--holdout"])
@pytest.mark.parametrize(
    "name", [LONG, "loop.csv", "folder", "no/f.csv", "file/f.csv", "/proc/self/mem/f.csv", "d/" * 3000 + "f.csv"]
)
def test_a_name_that_leads_nowhere_is_one_sentence(
    refused: Headless, xor: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("loop.csv").symlink_to("loop.csv")
    Path("folder").mkdir()
    Path("file").touch()
    before = sorted(tmp_path.rglob("*"))
    given: dict[str, object] = {"--trace": "t.csv", "--predict": xor, "--predictions": "p.csv"}
    given |= {"--holdout": "0.5", "--errors": "e.csv"} | ({} if option == "data" else {option: name})
    data = name if option == "data" else xor
    said = refused(data, *(word for pair in given.items() for word in pair))
    assert said.startswith(f"error: {name[:100]}")
    assert len(said) < 700
    assert sorted(tmp_path.rglob("*")) == before


@unprivileged
def test_a_folder_out_of_reach_is_one_sentence(refused: Headless, xor: Path, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o000)
    try:
        for arguments in ((closed / "d.csv",), (xor, "--trace", closed / "t.csv")):
            assert "permission is refused" in refused(*arguments)
    finally:
        closed.chmod(0o700)


def test_a_message_is_one_line_whatever_the_name(refused: Headless, tmp_path: Path) -> None:
    assert refused("two\nlines\x1b[2J.csv") == r"error: two\nlines\x1b[2J.csv: there is no such file"


def test_of_a_very_long_message_the_middle_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        fail("a" * 5000 + " is expected")
    said = capsys.readouterr().err
    assert len(said) < 650
    assert said.endswith("a is expected\n")


# Outputs that do not take what is written


@pytest.mark.slow
@posix
@partly_slow("arguments", [("--json",)], [(), ("--help",)])
def test_a_full_stdout_is_one_sentence_and_nothing_is_written(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            python(PAIR, "--trace", tmp_path / "t.csv", *arguments),
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert "standard output" in one_sentence(done)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@posix
@partly_slow("option", ["--trace"], ["--predictions", "--errors"])
def test_a_full_disk_is_one_sentence_that_names_the_output(option: str) -> None:
    needed = {"--predictions": ("--predict", PAIR), "--errors": ("--holdout", "0.5")}.get(option, ())
    done = subprocess.run(
        python(PAIR, option, "/dev/full", *needed), cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert "/dev/full: the disk is full" in one_sentence(done)


@pytest.mark.slow
@posix
@partly_slow("arguments", [()], [("--trace", "/dev/stdout"), ("--help",)])
def test_a_reader_that_goes_away_is_one_sentence(arguments: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as stdout:
        done = subprocess.run(
            python(PAIR, *arguments), cwd=ROOT, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False
        )
    assert "the output was closed" in one_sentence(done)


@posix
def test_a_stdout_that_is_closed_is_one_sentence() -> None:
    command = shlex.join(python(PAIR))
    done = subprocess.run(f"{command} >&-", shell=True, cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False)
    assert "standard output" in one_sentence(done)


@pytest.mark.slow
@posix
def test_where_stderr_is_full_too_the_exit_code_says_it() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(python("no.csv"), cwd=ROOT, stdout=subprocess.PIPE, stderr=full, check=False)
    assert (done.returncode, done.stdout) == (2, b"")


@pytest.mark.slow
def test_an_output_that_cannot_say_every_letter_says_it_otherwise(tmp_path: Path) -> None:
    data = tmp_path / "d.csv"
    data.write_text("x,label\n1,ärger\n-1,λ\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    for arguments in ((data,), ("--help",)):
        done = subprocess.run(
            python(*arguments), cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_too_little_memory_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    def work() -> int:
        raise MemoryError

    with pytest.raises(SystemExit) as caught:
        ended(work)
    assert (caught.value.code, capsys.readouterr().err.count("\n")) == (2, 1)


@posix
def test_a_device_may_be_named_twice(headless: Headless) -> None:
    headless(PAIR, "--trace", "/dev/null", "--predict", PAIR, "--predictions", "/dev/null")


# Interrupts


@contextmanager
def running(*arguments: object) -> Iterator[subprocess.Popen[str]]:
    """The program, once its handlers are in place and it is at work."""
    process = subprocess.Popen(python(*arguments), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        caught = 1 << (signal.SIGTERM - 1)
        while not _signals(process, "SigCgt") & caught and process.poll() is None:
            time.sleep(0.01)
        yield process
    finally:
        process.kill()
        process.communicate()


def _signals(process: subprocess.Popen[str], kind: str) -> int:
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        name, _, mask = line.partition(":")
        if name == kind:
            return int(mask, 16)
    return 0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc says when the program is ready")
@partly_slow("number", [signal.SIGTERM], [signal.SIGINT, signal.SIGHUP])
def test_an_interrupt_ends_it_without_a_word_and_leaves_nothing_behind(
    xor: Path, tmp_path: Path, number: signal.Signals
) -> None:
    old = tmp_path / "t.csv"
    old.write_text("old")
    outputs = ("--trace", old, "--predict", xor, "--predictions", tmp_path / "p.csv")
    with running(xor, *ENDLESS, *outputs) as process:
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (128 + number, "", "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "t.csv"]
    assert old.read_text() == "old"


def starting(module: str, action: str, *arguments: object) -> list[str]:
    """What `python -m core` does, and that action where it looks for the module of that name."""
    script = f"""
import runpy, signal, sys

class Watch:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            {action}

sys.meta_path.insert(0, Watch())
sys.argv[0] = "-m"
runpy._run_module_as_main("core")
"""
    return [sys.executable, "-c", script, *map(str, arguments)]


@partly_slow("module", ["numpy", "core.__main__"], ["numpy.linalg", "core.run", "core.command_line.ending"])
def test_an_interrupt_while_it_starts_ends_it_without_a_word(module: str) -> None:
    command = starting(module, "signal.raise_signal(signal.SIGINT)", "no.csv")
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_whoever_imports_it_keeps_the_answer_to_an_interrupt() -> None:
    script = "import core, signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


@pytest.mark.slow
@posix
@pytest.mark.parametrize("arguments", [(*ENDLESS,), ("generate", "gaussians"), ("experiment", "orders")])
def test_an_interrupt_at_any_moment_ends_it_without_a_word(xor: Path, arguments: tuple[str, ...]) -> None:
    """A shell calls it 130 too where the signal itself ends a program that has done all but leave."""
    command = starting("numpy", "print('begun', flush=True)", *arguments, *([] if "generate" in arguments else [xor]))
    for moment in range(12):
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "begun\n"
            time.sleep(0.07 * moment)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=60)
        assert (process.returncode in {0, 130, -signal.SIGINT}, err) == (True, "")


@posix
def test_an_interrupt_that_was_turned_into_another_error_is_one() -> None:
    def work() -> int:
        with interruptible():
            try:
                os.kill(os.getpid(), signal.SIGTERM)
            except BaseException as error:
                raise ctypes.ArgumentError(f"argument 1: {error}") from None
        return 0

    assert ended(work) == 128 + signal.SIGTERM


@posix
def test_half_a_file_goes_when_it_is_interrupted_even_where_it_has_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the system knows no files without a name, one stands there until it is whole."""
    monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    half: list[Path] = []

    def work() -> int:
        with interruptible(), atomic.atomic_file(tmp_path / "t.csv") as stream:
            stream.write(b"half")
            half.extend(tmp_path.iterdir())
            signal.raise_signal(signal.SIGTERM)
        return 0

    assert ended(work) == 128 + signal.SIGTERM
    assert len(half) == 1
    assert list(tmp_path.iterdir()) == []


@posix
def test_a_signal_that_is_ignored_stays_ignored_and_handlers_are_given_back() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    others = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        with interruptible():
            signal.raise_signal(signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == others


def test_what_must_not_be_disturbed_is_finished_first() -> None:
    done = []

    def work() -> int:
        with interruptible(), undisturbed():
            signal.raise_signal(signal.SIGINT)
            done.append("the picture")
        done.append("more")
        return 0

    assert ended(work) == 130
    assert done == ["the picture"]


def test_an_interrupt_before_all_is_in_place_is_an_interrupt_too() -> None:
    def work() -> int:
        raise KeyboardInterrupt

    assert ended(work) == 130


def test_a_program_without_a_console_works_and_its_notes_are_lost(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Windows gives no streams to a program that has none, such as the one with the window."""
    monkeypatch.setattr(sys, "stderr", None)
    say("note: the file is not UTF-8", aside=True)
    monkeypatch.setattr(sys, "stdout", None)  # For its results there is none either, and they are wanted.
    with pytest.raises(
        InputError, match="standard output: it is closed, as in a program without a console; add > FILE"
    ):
        say("28 updates")
    with pytest.raises(SystemExit) as ended_with:
        fail("no such file")
    assert ended_with.value.code == 2
    assert capsys.readouterr() == ("", "")
