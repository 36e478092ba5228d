"""Building the compiled loops: done where there is a compiler, done without where there is none or it fails."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from tests.places import ROOT
from tools.build_loops import wheel_platform

_SOURCES = [path.name for path in (ROOT / "core" / "compiled").glob("*.[ch]")]
_COMPILER = shutil.which(os.environ.get("CC", "cc"))


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A checkout with nothing but the tool and the C files."""
    for name in ("tools/build_loops.py", *(f"core/compiled/{name}" for name in _SOURCES)):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def build(tree: Path, compiler: str, *options: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "CC": compiler}
    command = [sys.executable, str(tree / "tools" / "build_loops.py"), *options]
    return subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", timeout=60, check=False)


def made(tree: Path) -> list[str]:
    return [path.name for path in (tree / "core" / "compiled").iterdir() if path.name not in _SOURCES]


@pytest.mark.slow
@pytest.mark.skipif(_COMPILER is None, reason="there is no C compiler")
def test_the_loops_are_built_once(tree: Path) -> None:
    first = build(tree, str(_COMPILER))
    assert (first.returncode, first.stdout) == (0, "")
    (library,) = made(tree)
    (tree / "core" / "compiled" / library).write_bytes(b"left alone")
    assert build(tree, "no-such-compiler").stdout == ""
    assert (tree / "core" / "compiled" / library).read_bytes() == b"left alone"


@pytest.mark.parametrize(("compiler", "why"), [("no-such-compiler", "there is no C compiler"), ("false", "exit 1")])
def test_without_a_compiler_that_works_one_line_says_so(tree: Path, compiler: str, why: str) -> None:
    done = build(tree, compiler)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 1
    assert why in done.stdout
    assert made(tree) == []


@pytest.mark.slow
@pytest.mark.skipif(_COMPILER is None, reason="there is no C compiler")
def test_in_a_folder_that_cannot_be_written_one_line_says_so(tree: Path) -> None:
    folder = tree / "core" / "compiled"
    folder.chmod(0o555)
    # Root may write anywhere unless this capability is taken away.
    plain_user = ["setpriv", "--bounding-set", "-dac_override"] if os.geteuid() == 0 else []
    command = [*plain_user, sys.executable, str(tree / "tools" / "build_loops.py")]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 1
    assert f"nothing can be written to {folder}" in done.stdout
    assert made(tree) == []


def test_an_interrupted_build_leaves_nothing_behind(tree: Path, tmp_path: Path) -> None:
    started, temporary = tmp_path / "started", tmp_path / "temporary"
    temporary.mkdir()
    slow = tmp_path / "slow_compiler"
    slow.write_text(f"#!/bin/sh\ntouch {started}\nexec sleep 60\n", encoding="utf-8")
    slow.chmod(0o755)
    environment = {"PATH": os.environ["PATH"], "CC": str(slow), "TMPDIR": str(temporary)}
    with subprocess.Popen([sys.executable, str(tree / "tools" / "build_loops.py")], env=environment) as process:
        deadline = time.monotonic() + 30
        while not started.exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
    assert process.returncode == 1
    assert made(tree) == []
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize(
    ("built_for", "machine", "tag"),
    [
        ("linux-x86_64", "x86_64", "linux_x86_64"),
        ("win-amd64", "AMD64", "win_amd64"),
        ("macosx-10.13-universal2", "x86_64", "macosx_10_13_x86_64"),
        ("macosx-10.13-universal2", "arm64", "macosx_11_0_arm64"),
        ("macosx-14.2-arm64", "arm64", "macosx_14_2_arm64"),
    ],
)
def test_the_wheels_tag_promises_no_more_machines_than_the_library_has(built_for: str, machine: str, tag: str) -> None:
    assert wheel_platform(built_for, machine) == tag


@pytest.mark.slow
@pytest.mark.skipif(_COMPILER is None, reason="there is no C compiler")
def test_what_msvc_is_given_makes_the_same_updates(tree: Path, tmp_path: Path) -> None:
    """A `cl` that leaves it to the compiler that is here, which may use nothing of its own."""
    folder = tmp_path / "msvc"
    folder.mkdir()
    cl = folder / "cl"
    cl.write_text(
        '#!/bin/sh\nfor word; do case "$word" in /Fe:*) made="${word#/Fe:}";; *.c) files="$files $word";; esac; done\n'
        f'exec {_COMPILER} -DPLAIN_C -O2 -ffp-contract=off -shared -fPIC -o "$made" $files -lm\n',
        encoding="utf-8",
    )
    cl.chmod(0o755)
    found: list[tuple[int, list[float]]] = []
    for compiler in (str(_COMPILER), str(cl)):
        for name in made(tree):
            (tree / "core" / "compiled" / name).unlink()
        assert build(tree, compiler).stdout == ""
        (library,) = made(tree)
        kept = folder / f"{len(found)}{library}"
        shutil.copy(tree / "core" / "compiled" / library, kept)
        found.append(_updates(ctypes.CDLL(str(kept))))
    assert found[0] == found[1]
    assert found[0][0] > 20


def _updates(library: ctypes.CDLL) -> tuple[int, list[float]]:
    """How many updates a pass over 100 random points makes, and w after it."""
    X = np.random.default_rng(7).normal(size=(2, 100))
    y = np.random.default_rng(8).choice(np.array([-1, 1], dtype=np.int8), 100)
    w, places = np.zeros(3), np.zeros(200, dtype=np.int64)
    whole, real, address = ctypes.c_int64, ctypes.c_double, ctypes.c_void_p
    library.scan_2.restype = whole
    library.scan_2.argtypes = [address, whole, address, whole, whole, address, *[real] * 3, whole, address]
    arrays = [array.ctypes.data for array in (X, y, w, places)]
    n = library.scan_2(arrays[0], 100, arrays[1], 0, 100, arrays[2], 1.0, 1e-300, 1e-300, 100, arrays[3])
    return n, [*w.tolist(), *places[:n].tolist()]
