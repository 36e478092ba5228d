"""A save is whole or not at all, whatever ends it; what the system refuses is one sentence."""

from __future__ import annotations

import errno
import os
import random
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core import files
from core.datasets.dataset import Dataset
from core.errors import CancelledError, InputError
from core.files import atomic
from core.files.atomic import atomic_file, is_protected, refuse_same_file, unprotected, write_atomically
from core.files.disk import OnDisk, same_file, stamp_of
from tests.core.files.faults import save
from tests.places import ROOT

POINTS = Dataset([[1.0, 2.0], [3.0, 4.0]], [1, -1])
posix = pytest.mark.skipif(os.name == "nt", reason="links, modes and signals of POSIX")

_SAVES = """
import os, sys
from core.files.atomic import atomic_file
letters, size = "ab", 1 << 18
for line in sys.stdin:
    process = os.fork()
    if not process:
        print(os.getpid(), flush=True)
        while True:
            for letter in letters:
                with atomic_file(sys.argv[1]) as stream:
                    for _ in range(8):
                        stream.write(letter.encode() * (size // 8))
    os.waitpid(process, 0)
    print("ended", flush=True)
"""
"""For each line that it is given a process that saves for ever, and its number; what all need is loaded once."""
_SIZE = 1 << 18


@pytest.mark.slow
@posix
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_process_killed_at_any_moment_of_a_save_leaves_the_old_file_or_the_new_one(
    tmp_path: Path, number: signal.Signals
) -> None:
    path = tmp_path / "points.csv"
    chance = random.Random(number)
    command = (sys.executable, "-c", _SAVES, str(path))
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as saves:
        assert saves.stdin is not None
        assert saves.stdout is not None
        for _ in range(10):
            print(file=saves.stdin, flush=True)
            process = int(saves.stdout.readline())
            time.sleep(chance.uniform(0, 0.05))
            os.kill(process, number)
            assert saves.stdout.readline() == "ended\n"
            # Between completion and replacement a new file has a name of its own for an instant; it is whole then.
            for left in tmp_path.iterdir():
                assert left.read_bytes() in {b"a" * _SIZE, b"b" * _SIZE}


@posix
def test_a_save_that_is_killed_half_way_leaves_nothing_beside_the_file(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text("old")
    half = "import os, sys; from core.files.atomic import atomic_file\n"
    half += "with atomic_file(sys.argv[1]) as f: f.write(b'half'); f.flush(); os.kill(os.getpid(), 9)"
    subprocess.run([sys.executable, "-c", half, path], cwd=ROOT, check=False)
    assert path.read_text() == "old"
    nameless = atomic._nameless(tmp_path)
    if nameless is not None:
        nameless.close()
        assert list(tmp_path.iterdir()) == [path]


def test_where_files_without_a_name_are_not_to_be_had_a_save_does_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(atomic, "_nameless", lambda _: None)
    path = tmp_path / "points.csv"
    for content in ("old", "new"):
        write_atomically(path, content)
        assert {p.name: p.read_text() for p in tmp_path.iterdir()} == {"points.csv": content}


@posix
@pytest.mark.parametrize("named", [False, True])
def test_the_content_is_on_the_disk_before_it_takes_the_place_of_the_old_file_and_then_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: bool
) -> None:
    """Else a power cut could leave an empty file in the place of both."""
    done: list[str] = []
    sync, replace = os.fsync, Path.replace

    def synced(descriptor: int) -> None:
        found = os.fstat(descriptor)
        done.append("folder" if stat.S_ISDIR(found.st_mode) else f"{found.st_size} bytes")
        sync(descriptor)

    def replaced(self: Path, target: Path) -> Path:
        done.append("replaced")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    if named:
        monkeypatch.setattr(atomic, "_nameless", lambda _: None)
    write_atomically(tmp_path / "points.csv", "new")
    assert done == ["3 bytes", "replaced", "folder"]


@posix
def test_new_files_are_for_whom_the_user_says(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    before = os.umask(0o027)
    try:
        write_atomically(path, "new")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def loop(folder: Path) -> Path:
    path = folder / "loop.csv"
    path.symlink_to(path)
    return path


@posix
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nowhere/points.csv", "there is no such folder"),
        ("file/points.csv", "there is no such folder"),
        (".", "this is a folder; choose a file"),
        ("n" * 300 + ".csv", "this name is too long for a file"),
        ("n" * 300 + "/points.csv", "this name is too long for a file"),
        ("d/" * 3000 + "points.csv", "this name is too long for a file"),
        ("loop.csv", "this link leads back to itself; choose a file"),
        ("loop.csv/points.csv", "this link leads back to itself; choose a file"),
        ("a\0b.csv", r"'.*a\\x00b.csv' cannot be the name of a file"),
        ("a\ud800b.csv", r"'.*' cannot be the name of a file"),
    ],
)
def test_what_is_no_place_for_a_file_is_one_sentence(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "file").write_text("")
    loop(tmp_path)
    path = tmp_path / name
    with pytest.raises(InputError, match=f"{sentence}$"):
        files.write(POINTS, path)
    if name not in {".", "nowhere/points.csv"}:
        with pytest.raises(InputError):
            files.load(path)


@pytest.mark.parametrize(
    "number", [errno.EACCES, errno.ELOOP, errno.ENAMETOOLONG, errno.EIO, errno.ESTALE, errno.EDQUOT]
)
def test_a_system_that_refuses_even_to_look_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "stat", refuse)
    monkeypatch.setattr(Path, "stat", refuse)
    with pytest.raises(InputError) as caught:
        files.write(POINTS, tmp_path / "points.csv")
    assert str(caught.value).startswith(str(tmp_path))


@posix
def test_a_dangling_link_gets_the_file_it_leads_to(tmp_path: Path) -> None:
    link = tmp_path / "link.csv"
    link.symlink_to(tmp_path / "points.csv")
    write_atomically(link, "new")
    assert link.is_symlink()
    assert (tmp_path / "points.csv").read_text() == "new"


@posix
def test_a_write_protected_file_is_refused_unless_that_is_lifted(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text("old")
    path.chmod(0o440)
    assert is_protected(path)
    with pytest.raises(InputError, match="this file is write-protected"):
        write_atomically(path, "new")
    assert path.read_text() == "old"
    with unprotected(path):
        write_atomically(path, "new")
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new", 0o440)


@posix
def test_a_write_protected_file_stays_so_when_its_save_fails(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text("old")
    path.chmod(0o440)

    def interrupted() -> None:
        with unprotected(path), atomic_file(path) as stream:
            stream.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert (path.read_text(), is_protected(path)) == ("old", True)
    assert not is_protected(tmp_path / "nothing.csv")


def test_a_stamp_tells_what_became_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text("old")
    stamp = stamp_of(path)
    assert stamp is not None
    assert stamp.compare(path) is OnDisk.SAME
    os.utime(path, ns=(0, 0))
    assert stamp.compare(path) is OnDisk.SAME, "touched, but not changed"
    path.write_text("new")
    assert stamp.compare(path) is OnDisk.CHANGED
    path.write_text("old")
    assert stamp.compare(path) is OnDisk.SAME
    path.unlink()
    assert stamp.compare(path) is OnDisk.GONE
    assert stamp_of(path) is None
    path.mkdir()
    assert stamp_of(path) is None
    assert stamp.compare(path) is OnDisk.CHANGED


def test_a_stamp_of_a_file_that_nobody_wants_any_more_is_not_made(tmp_path: Path) -> None:
    path = tmp_path / "points.csv"
    path.write_text("old")
    with pytest.raises(CancelledError):
        stamp_of(path, lambda: True)


@posix
def test_two_names_of_one_place_are_one_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    assert same_file(tmp_path / "link" / "a.csv", tmp_path / "a.csv")
    assert not same_file(tmp_path / "a.csv", tmp_path / "b.csv")
    assert not same_file(tmp_path / "a\0.csv", tmp_path / "a.csv")


@posix
def test_an_output_that_is_the_input_under_another_name_is_refused(tmp_path: Path) -> None:
    """Here a link; on a Mac it could be the same name with other capitals."""
    given, other = tmp_path / "data.csv", tmp_path / "Data.csv"
    given.write_text("1,2,yes\n")
    refuse_same_file([str(given)], [str(other)])
    os.link(given, other)
    with pytest.raises(InputError, match="named twice"):
        refuse_same_file([str(given)], [str(other)])


@posix
def test_what_is_no_file_is_refused_without_waiting_for_its_reader(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, sentence in (
        (tmp_path / "pipe", "this is a pipe; choose a file"),
        (Path("/dev/null"), "this is a device; choose a file"),
        (tmp_path, "this is a folder; choose a file"),
    ):
        with pytest.raises(InputError, match=sentence):
            write_atomically(path, "x")
    with pytest.raises(InputError, match="this is a pipe"):
        files.write(POINTS, tmp_path / "pipe")


@posix
def test_a_command_line_writes_into_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        write_atomically(pipe, "whole", pipes=True)
        assert reader.communicate(timeout=10)[0] == b"whole"


def test_a_write_that_fails_at_the_last_step_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save(tmp_path, "old")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "refused")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(InputError, match="permission is refused"):
        write_atomically(path, "new")
    assert {p.name: p.read_text() for p in tmp_path.iterdir()} == {"data.csv": "old"}


def test_a_write_that_fails_on_the_way_leaves_the_old_file(tmp_path: Path) -> None:
    path = save(tmp_path, "old")
    writing = atomic_file(path)
    writing.__enter__().write(b"half of the new")
    assert not writing.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert {p.name: p.read_text() for p in tmp_path.iterdir()} == {"data.csv": "old"}


def test_a_full_disk_leaves_the_old_file_and_is_said_plainly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save(tmp_path, "old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError) as caught:
        write_atomically(path, b"new")
    assert str(caught.value) == f"{path}: the disk is full"
    assert {p.name: p.read_text() for p in tmp_path.iterdir()} == {"data.csv": "old"}


def test_a_folder_is_not_overwritten(tmp_path: Path) -> None:
    for path, sentence in ((tmp_path, "this is a folder"), (tmp_path / "no" / "a.csv", "there is no such folder")):
        with pytest.raises(InputError, match=sentence):
            write_atomically(path, "new")


@posix
def test_a_write_keeps_the_files_mode_and_follows_a_link(tmp_path: Path) -> None:
    path = save(tmp_path, "old")
    path.chmod(0o640)
    link = tmp_path / "link.csv"
    link.symlink_to(path)
    write_atomically(link, "new")
    assert (link.is_symlink(), path.read_text(), stat.S_IMODE(path.stat().st_mode)) == (True, "new", 0o640)
