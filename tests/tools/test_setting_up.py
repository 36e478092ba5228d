"""Setting up a machine: what is missing is installed, or named in one sentence."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import ROOT
from tools import system_libraries

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the scripts are for a POSIX shell")

_TOOLS = ROOT / "tools"
_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/sys of Linux")


class Machine:
    """A folder of programs that stands for a whole machine; what is not put there does not exist."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "log"
        for name in ("sh", "dirname", "env", "flock", "mkdir", "rmdir", "sleep"):
            (folder / name).symlink_to(shutil.which(name) or name)

    def has(self, name: str, script: str) -> None:
        """Put a program there."""
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)

    def run(self, tool: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        """Run one of our tools on it."""
        started = self.start(tool, *arguments)
        output, errors = started.communicate(timeout=60)
        return subprocess.CompletedProcess(started.args, started.returncode, output, errors)

    def start(self, tool: str, *arguments: str | Path) -> subprocess.Popen[str]:
        """Start one of our tools on it."""
        variables, pipe = {"PATH": os.fspath(self.folder)}, subprocess.PIPE
        return subprocess.Popen([_TOOLS / tool, *arguments], env=variables, stdout=pipe, stderr=pipe, encoding="utf-8")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine with next to nothing on it."""
    return Machine(tmp_path)


def test_root_refreshes_the_list_of_packages_and_installs(machine: Machine) -> None:
    machine.has("id", "echo 0")
    machine.has("apt-get", f'echo "$1 $*" >> {machine.log}')

    done = machine.run("apt-install", "xvfb", "xdotool")

    assert done.returncode == 0, done.stderr
    calls = machine.log.read_text(encoding="utf-8").splitlines()
    assert [call.split()[0] for call in calls] == ["update", "install"]
    assert calls[1].endswith("xvfb xdotool")


def test_two_at_once_install_one_after_the_other(machine: Machine) -> None:
    busy = machine.folder / "busy"
    machine.has("id", "echo 0")
    machine.has("apt-get", f"mkdir {busy} && sleep 0.1 && rmdir {busy}")

    started = [machine.start("apt-install", "xvfb"), machine.start("apt-install", "chromium")]

    for one in started:
        _, errors = one.communicate(timeout=60)
        assert one.returncode == 0, errors


def test_who_may_use_sudo_unasked_installs_with_it(machine: Machine) -> None:
    machine.has("id", "echo 1000")
    machine.has("sudo", f'echo sudo >> {machine.log}; shift; exec "$@"')
    machine.has("true", "exit 0")
    machine.has("apt-get", f'echo "$1" >> {machine.log}')

    assert machine.run("apt-install", "xvfb").returncode == 0
    assert machine.log.read_text(encoding="utf-8").split() == ["sudo", "sudo", "update", "sudo", "install"]


@pytest.mark.parametrize(
    "programs",
    [{}, {"apt-get": "exit 0", "id": "echo 1000"}, {"apt-get": "exit 100", "id": "echo 0"}],
    ids=["not Debian", "not an administrator", "no network"],
)
def test_what_cannot_be_installed_is_named_in_one_line(machine: Machine, programs: dict[str, str]) -> None:
    for name, script in programs.items():
        machine.has(name, script)

    done = machine.run("apt-install", "xvfb", "xdotool")

    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith("xvfb xdotool\n")


def test_a_machine_with_too_old_a_python_is_told_which_one_is_needed(machine: Machine) -> None:
    machine.has("python3", "exit 1")

    done = machine.run("make-venv", machine.folder / "venv", "list.txt")

    assert done.returncode == 1
    assert done.stderr.startswith("Python 3.11 to 3.14 is needed")
    assert done.stderr.count("\n") == 1


def test_nothing_is_missing_where_every_library_loads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_libraries, "has_library", lambda name: True)
    assert system_libraries.missing_packages("run") == []


def test_a_missing_library_is_named_by_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_libraries, "has_library", lambda name: name != "libEGL.so.1")
    assert system_libraries.missing_packages("run") == ["libegl1"]


def test_without_a_screen_running_needs_nothing_of_x(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_libraries, "has_library", lambda name: "xcb" not in name)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    assert system_libraries.missing_packages("run") == []
    monkeypatch.setenv("DISPLAY", ":0")
    assert "libxcb-cursor0" in system_libraries.missing_packages("run")


def test_the_tests_need_a_screen_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_libraries, "has_library", lambda name: True)
    monkeypatch.setattr(system_libraries, "can_listen", lambda: True)
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert system_libraries.missing_packages("test") == ["dbus-daemon", "xdotool", "xvfb"]


def test_the_tests_need_what_a_screen_reader_hears_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_libraries, "has_library", lambda name: True)
    monkeypatch.setattr("shutil.which", lambda name: name)
    monkeypatch.setattr(system_libraries, "can_listen", lambda: False)
    assert system_libraries.missing_packages("test") == sorted(system_libraries.SPOKEN_PACKAGES)
    assert system_libraries.missing_packages("run") == []


@pytest.mark.parametrize("place", ["file/venv", pytest.param("/sys/kernel/venv", marks=_linux)])
def test_a_checkout_that_cannot_be_written_to_is_one_sentence_that_says_what_to_do(
    machine: Machine, place: str
) -> None:
    (machine.folder / "file").touch()

    done = machine.run("make-venv", machine.folder / place, "list.txt")

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"Nothing can be written to {ROOT}, ")
    assert done.stderr.endswith("Copy this folder to one of your own, and run make there.\n")
    assert done.stderr.count("\n") == 1
